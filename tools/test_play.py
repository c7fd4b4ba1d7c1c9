"""`./play`, with one server and with three, ended by each signal and however it was started: all
ends in order and no process stays. With three, players are served while a server is killed, it
starts again, and the games stay. VZETEK_BIN is the folder of the programs."""

import contextlib
import json
import os
import pathlib
import re
import secrets
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest
from held import HeldPorts

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Nothing takes so long on the slowest machine.
PATIENCE_S = 120
SERVERS = 3
# The balancer's, the servers' and that of NATS.
PORTS = SERVERS + 2
# As in the background of a script, where a shell has SIGINT ignored, or by `nohup`.
BACKGROUND = {signal.SIGINT: signal.SIG_IGN, signal.SIGHUP: signal.SIG_IGN}
TERMINAL = {signal.SIGINT: signal.SIG_DFL, signal.SIGHUP: signal.SIG_DFL}


@pytest.fixture
def folder():
    """Root has Postgres run as another user, who must reach it."""
    with tempfile.TemporaryDirectory(prefix="vzetek-play-") as name:
        os.chmod(name, 0o755)
        yield pathlib.Path(name)


def begin(arguments, log, signals=TERMINAL, mark=""):
    """Starts ./play; its output goes to this file."""
    # Settings of the caller are none of ./play's; the mark of ./check stays on what it starts.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("VZETEK_") or name == "VZETEK_CHECK_STEP"
    }
    environment["VZETEK_PLAY_BUILT"] = str(pathlib.Path(os.environ["VZETEK_BIN"]).resolve())
    environment["CHECK_PLAY"] = mark

    def dispose():
        for number, disposition in {signal.SIGTERM: signal.SIG_DFL, **signals}.items():
            signal.signal(number, disposition)

    with open(log, "w") as file:
        return subprocess.Popen(
            ["./play", *arguments], cwd=ROOT, env=environment, preexec_fn=dispose,
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
        )


def await_that(holds):
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def ask(port, path, body=None, token=None):
    """The status of the answer, and its body."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read()


def who_am_i(port, token):
    status, body = ask(port, "/api/me", token=token)
    assert status == 200, body
    return json.loads(body)["user"]["name"]


class Play:
    """A running ./play, with everything that it starts."""

    def __init__(self, folder, ports, servers, signals):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.log, self.mark = folder / "play.log", secrets.token_hex(8)
        arguments = ["--servers", str(servers), "--port", str(ports.first), "--data", str(folder / "data")]
        self.process = begin(arguments, self.log, signals, self.mark)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Only after a failure is anything left.
        for process in self.left():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()

    def says(self, words):
        await_that(lambda: words in self.log.read_text() or self.process.poll() is not None)
        assert words in self.log.read_text()

    def left(self):
        """The processes that it has started: by a mark in the environment, and, since
        Postgres writes over that, by the folder in which they run."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            # It may have ended, or be another user's.
            with contextlib.suppress(OSError, ValueError):
                marked = f"CHECK_PLAY={self.mark}".encode() in (process / "environ").read_bytes()
                if marked or (process / "cwd").readlink().is_relative_to(self.folder):
                    yield int(process.name)

    def ends(self):
        """It has been told to end, and does, with all that it has started."""
        assert self.process.wait(PATIENCE_S) == 130, self.log.read_text()
        # Postgres removes the file by which it is waited for before its process ends.
        await_that(lambda: not any(self.left()))


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--servers", "0"], "0 is no number of servers"),
        (["--servers", "x"], "x is no number of servers"),
        (["--servers", "6"], "6 is no number of servers"),
        (["--servers"], "--servers needs a value"),
        (["--servers", "3", "--database", "sqlite:games.sqlite"], "can share a Postgres only"),
        (["--servers", "3", "--port", "65532"], "give --port 65531 or less"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_refused(folder, arguments, words):
    assert begin(arguments, folder / "log").wait(PATIENCE_S) == 1
    assert words in (folder / "log").read_text()


def test_a_port_that_is_taken(folder):
    ports = HeldPorts(PORTS)
    with contextlib.closing(ports), socket.create_server(("127.0.0.1", ports.first + 2)):
        arguments = ["--servers", "3", "--port", str(ports.first), "--data", str(folder / "never")]
        assert begin(arguments, folder / "log").wait(PATIENCE_S) == 1
    assert f"Port {ports.first + 2} is in use already" in (folder / "log").read_text()


@pytest.mark.parametrize(
    "signals, number",
    [
        pytest.param(TERMINAL, signal.SIGINT, id="SIGINT"),
        pytest.param(TERMINAL, signal.SIGTERM, id="SIGTERM"),
        pytest.param(TERMINAL, signal.SIGHUP, id="SIGHUP"),
        pytest.param(BACKGROUND, signal.SIGINT, id="SIGINT in the background"),
        pytest.param(BACKGROUND, signal.SIGTERM, id="SIGTERM in the background"),
    ],
)
def test_one_server_ends(folder, signals, number):
    with contextlib.closing(HeldPorts()) as ports, Play(folder / "one", ports, 1, signals) as play:
        play.says("Ctrl-C stops it")
        play.process.send_signal(number)
        play.ends()


def test_several_servers(folder):
    ports = HeldPorts(PORTS)
    first = ports.first
    with Play(folder / "several", ports, SERVERS, BACKGROUND) as play:
        play.says("Ctrl-C stops it")
        # The servers answer with their metrics, and the balancer keeps them from clients.
        told = [ask(port, "/metrics")[0] for port in range(first, first + 1 + SERVERS)]
        assert told == [404] + SERVERS * [200]
        token = json.loads(ask(first, "/api/guest", {"name": "Ana", "bearer": True})[1])["token"]
        pid = int(re.search(r"b is process (\d+)", play.log.read_text())[1])
        os.kill(pid, signal.SIGKILL)
        play.says(f"The server-b (process {pid}) has ended")
        assert {who_am_i(first, token) for _ in range(30)} == {"Ana"}
        play.says("The server-b starts again: process")
        with socket.socket() as probe:
            await_that(lambda: probe.connect_ex(("127.0.0.1", first + 2)) == 0)
        play.process.send_signal(signal.SIGTERM)
        play.ends()
    # In the same folder everything is there again; and a second Ctrl-C does not wait.
    with Play(folder / "several", ports, SERVERS, TERMINAL) as play:
        play.says("Ctrl-C stops it")
        assert who_am_i(first, token) == "Ana"
        play.process.send_signal(signal.SIGINT)
        play.says("Stopping the balancer")
        play.process.send_signal(signal.SIGINT)
        play.ends()
    ports.close()
