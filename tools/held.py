"""Ports for programs that are started, and perhaps killed and started again."""

from __future__ import annotations

import socket


class HeldPorts:
    """Consecutive ports of the loopback interface that the system assigns to no other
    program while this is open, whether programs listen there or not.

    A port belongs to a socket that is bound and never listens. With SO_REUSEADDR on both
    sides another program may bind it and listen, as servers do (Linux)."""

    def __init__(self, count: int = 1) -> None:
        while True:
            self._sockets = [socket.socket() for _ in range(count)]
            try:
                self.first = self._take()
                return
            except (OSError, OverflowError):
                # A port in the way, or the last one there is.
                self.close()

    def _take(self) -> int:
        port = 0
        for held in self._sockets:
            held.bind(("127.0.0.1", port))
            # Not before: two sockets that both had it could bind the same port.
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            port = int(held.getsockname()[1]) + 1
        return port - len(self._sockets)

    def close(self) -> None:
        """Gives the ports back."""
        for held in self._sockets:
            held.close()
