"""One socket to a server: hello, a sign of life, and not more than the server reads."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import websockets.asyncio.client as client
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from .errors import ConnectionFailed, Refused
from .http import PROTOCOL

PING_S = 20.0
DEAD_S = 50.0
HELLO_S = 20.0
# Snapshots of long deals are some hundred kilobytes.
LONGEST_MESSAGE = 4 * 1024 * 1024

Message = dict[str, Any]


class Lost(Exception):
    """The connection is gone; another may go on where it ended, after `retry_s` if the
    server said so when it left."""

    def __init__(self, message: str, retry_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_s = retry_s


class Connection:
    """A connection whose hello was accepted."""

    def __init__(self, socket: client.ClientConnection, welcome: Message) -> None:
        self._socket = socket
        self.welcome = welcome
        limits = welcome.get("limits", {})
        # A little less than the server reads, since it counts frames of the socket, too.
        self._rate = max(1.0, 0.8 * limits.get("messages_per_second", 50))
        self._burst = max(1.0, 0.5 * limits.get("message_burst", 200))
        self._budget, self._counted = self._burst, time.monotonic()
        self._heard = time.monotonic()
        self._sending = asyncio.Lock()

    async def send(self, message: Message) -> None:
        """Sends a message, as soon as the server reads one more. Raises `Lost`."""
        async with self._sending:
            now = time.monotonic()
            self._budget = min(self._burst, self._budget + (now - self._counted) * self._rate)
            self._counted = now
            if self._budget < 1:
                await asyncio.sleep((1 - self._budget) / self._rate)
            self._budget -= 1
            try:
                await self._socket.send(json.dumps(message, ensure_ascii=False))
            except (ConnectionClosed, OSError) as error:
                raise Lost(str(error)) from error

    async def messages(self) -> AsyncIterator[Message]:
        """The messages, until the connection is gone. Raises `Lost` then, and `Refused`
        when the session has ended."""
        pings = asyncio.create_task(self._ping())
        try:
            async for text in self._socket:
                self._heard = time.monotonic()
                message = json.loads(text)
                if message["type"] == "goodbye":
                    if message["reason"] == "signed_out":
                        raise Refused("unauthorized", "the session has ended: log in again")
                    retry_ms = message.get("retry_ms")
                    raise Lost(
                        f"the server ends the connection: {message['reason']}",
                        None if retry_ms is None else retry_ms / 1000,
                    )
                yield message
            raise Lost("the server closed the connection")
        except (ConnectionClosed, OSError) as error:
            raise Lost(str(error)) from error
        finally:
            pings.cancel()

    async def close(self) -> None:
        """Closes the connection in good order."""
        await self._socket.close()

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            if time.monotonic() - self._heard > DEAD_S:
                await self._socket.close()
                return
            try:
                await self.send({"type": "ping"})
            except Lost:
                return


@asynccontextmanager
async def connected(address: str, token: str) -> AsyncIterator[Connection]:
    """A connection of the account that has this token.

    Raises `ConnectionFailed` if nobody answers, `Refused` if the server does not want the
    client, and `Lost` if the connection ends before it is one.
    """
    try:
        socket = await client.connect(
            address, max_size=LONGEST_MESSAGE, open_timeout=HELLO_S, ping_interval=None
        )
    except (InvalidHandshake, InvalidURI, OSError, TimeoutError) as error:
        raise ConnectionFailed(f"no connection to {address}: {error}") from error
    try:
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "token": token,
            "picture": "decisions",
        }
        try:
            await socket.send(json.dumps(hello))
            async with asyncio.timeout(HELLO_S):
                answer = json.loads(await socket.recv())
        except ValueError:
            answer = None
        except (ConnectionClosed, OSError, TimeoutError) as error:
            raise Lost(f"no answer to the hello: {error}") from error
        if not isinstance(answer, dict):
            answer = {}
        if answer.get("type") == "error":
            raise _refusal(answer)
        if answer.get("type") != "welcome":
            raise ConnectionFailed(f"{address} does not speak the protocol of Vzetek")
        yield Connection(socket, answer)
    finally:
        await socket.close()


def _refusal(error: Message) -> Exception:
    code, message = error["code"], error["message"]
    if code == "unsupported_protocol":
        message = (
            f"the server does not speak version {PROTOCOL} of the protocol, which this"
            f" package speaks: {message}. Install the package that goes with the server"
        )
    elif code == "unauthorized":
        message = f"{message}. The token is not valid (any more): log in, or make a new bot"
    elif code in ("busy", "storage_unavailable", "shutting_down", "rate_limited"):
        return Lost(message)
    return Refused(code, message)
