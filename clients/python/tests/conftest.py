"""A real server with house bots, for all tests that play."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from held import HeldPorts

from vzetek import Server, VzetekError
from vzetek.connection import connected

ROOT = Path(__file__).resolve().parents[3]


def program(name: str) -> str:
    """A program of the workspace: that of `VZETEK_BIN`, or the debug build's."""
    folder = Path(os.environ.get("VZETEK_BIN", ROOT / "target" / "debug"))
    path = folder / name
    if not path.is_file():
        pytest.fail(f"{path} is missing: cargo build --bins, or set VZETEK_BIN to its folder")
    return str(path)


def pytest_configure() -> None:
    """Every signal to stop ends what the fixtures have started, also where SIGINT was
    ignored when the tests began, as it is in the background of a script."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)


class House:
    """A server process, and house bots in another."""

    def __init__(self, folder: Path, requests_per_second: int = 1000) -> None:
        self._held = HeldPorts()
        self.folder, self.port = folder, self._held.first
        self._requests = str(requests_per_second)
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:{folder}/test.sqlite"
        self._token = secrets.token_hex(16)
        self._server: subprocess.Popen[bytes] | None = None
        self._bots: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the server, on the database that is there already if it ran before."""
        many = ["--guests-per-hour", "100000", "--registrations-per-hour", "100000"]
        self._server = self._run(
            "vzetek-server", "--listen", f"127.0.0.1:{self.port}", "--database", self.database,
            "--demo-tables", "0", "--requests-per-second", self._requests, *many,
            # On a slow machine a shuffle waits for its nonces, too.
            "--nonce-ms", "60000",
        )  # fmt: skip
        until = time.monotonic() + 30
        while True:
            try:
                Server(self.address).version()
                return
            except VzetekError:
                if time.monotonic() > until or self._server.poll() is not None:
                    log = (self.folder / "vzetek-server.log").read_text()
                    pytest.fail(f"the server did not start: {log[-2000:]}")
                time.sleep(0.05)

    def start_bots(self) -> None:
        """Starts the house's bots, and waits until there are some of each level."""
        self._bots = self._run(
            "vzetek-bot", "play", "--server", f"ws://127.0.0.1:{self.port}/ws",
            "--min-think-ms", "0", "--ready-pause-ms", "0",
        )  # fmt: skip
        token = Server(self.address).guest("Waiting")
        until = time.monotonic() + 30
        while len(asyncio.run(self._levels(token))) < 5:
            assert time.monotonic() < until, "the house's bots did not come"
            time.sleep(0.05)

    async def _levels(self, token: str) -> list[str]:
        async with connected(Server(self.address).socket, token) as connection:
            return list(connection.welcome["levels"])

    def kill(self) -> None:
        """Kills the server as a crash would."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()

    def stop(self) -> None:
        """Ends what was started."""
        for process in (self._bots, self._server):
            if process is not None:
                process.terminate()
        for process in (self._bots, self._server):
            if process is not None:
                process.wait(timeout=60)
        self._held.close()

    def _run(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{name}.log").open("ab")
        return subprocess.Popen(
            [program(name), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, "VZETEK_HOUSE_TOKEN": self._token},
        )


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with house bots, for the whole session."""
    running = House(tmp_path_factory.mktemp("house"))
    try:
        running.start()
        running.start_bots()
        yield running
    finally:
        running.stop()


@pytest.fixture
def crashing(tmp_path: Path) -> Iterator[House]:
    """A server without house bots that a test may kill."""
    running = House(tmp_path)
    try:
        running.start()
        yield running
    finally:
        running.stop()
