#!/usr/bin/env python3
"""Starts `./play`, with one server and with three, and ends it by each signal and however it
was started: all ends in order and no process stays. With three, players are served while a
server is killed, it starts again, and the games stay.

    tools/check_play.py FOLDER     the folder in which vzetek-server and vzetek-bot are built
"""

import json
import os
import pathlib
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from held import HeldPorts

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Nothing takes so long on the slowest machine.
PATIENCE_S = 120
SERVERS = 3
# The balancer's, the servers' and that of NATS.
PORTS = SERVERS + 2
REFUSED = [
    (["--servers", "0"], "0 is no number of servers"),
    (["--servers", "x"], "x is no number of servers"),
    (["--servers", "6"], "6 is no number of servers"),
    (["--servers"], "--servers needs a value"),
    (["--servers", "3", "--database", "sqlite:games.sqlite"], "can share a Postgres only"),
    (["--servers", "3", "--port", "65532"], "give --port 65531 or less"),
]
# As in the background of a script, where a shell has SIGINT ignored, or by `nohup`.
BACKGROUND = {signal.SIGINT: signal.SIG_IGN, signal.SIGHUP: signal.SIG_IGN}
TERMINAL = {signal.SIGINT: signal.SIG_DFL, signal.SIGHUP: signal.SIG_DFL}
ENDINGS = [
    (TERMINAL, signal.SIGINT),
    (TERMINAL, signal.SIGTERM),
    (TERMINAL, signal.SIGHUP),
    (BACKGROUND, signal.SIGINT),
    (BACKGROUND, signal.SIGTERM),
]


def fail(words):
    sys.exit(f"./play: {words}")


def start(arguments, log, signals=TERMINAL, mark=""):
    """Starts ./play; its output goes to this file."""
    # Settings of the caller are none of ./play's; the mark of ./check stays on what it starts.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("VZETEK_") or name == "VZETEK_CHECK_STEP"
    }
    environment["VZETEK_PLAY_BUILT"] = str(pathlib.Path(sys.argv[1]).resolve())
    environment["CHECK_PLAY"] = mark

    def dispose():
        for number, disposition in {signal.SIGTERM: signal.SIG_DFL, **signals}.items():
            signal.signal(number, disposition)

    with open(log, "w") as file:
        return subprocess.Popen(
            ["./play", *arguments], cwd=ROOT, env=environment, preexec_fn=dispose,
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
        )


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def await_that(words, holds):
    end = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end:
            fail(words)
        time.sleep(0.05)


def ask(port, path, body=None, token=None):
    """The answer's body, as JSON; raises unless it is a good one."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def answers_with(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def keeps_metrics(first):
    """The servers answer with their metrics, and the balancer keeps them from clients."""
    told = {port: answers_with(port, "/metrics") for port in range(first, first + 1 + SERVERS)}
    if told != {port: 404 if port == first else 200 for port in told}:
        fail(f"/metrics is answered, by port, with {told}")


class Play:
    """A running ./play, with everything that it starts."""

    def __init__(self, folder, ports, servers, signals, more=()):
        self.folder, self.ports = folder, ports
        folder.mkdir(exist_ok=True)
        self.log, self.mark = folder / "play.log", secrets.token_hex(8)
        arguments = ["--servers", str(servers), "--port", str(ports.first), "--data", str(folder / "data")]
        self.process = start([*arguments, *more], self.log, signals, self.mark)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Only after a failure is anything left.
        for process in self.left():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def says(self, words):
        await_that(
            f"it does not say {words!r}",
            lambda: words in self.log.read_text() or self.process.poll() is not None,
        )
        if words not in self.log.read_text():
            fail(f"it does not say {words!r}, but:\n{self.log.read_text()}")

    def signal(self, number):
        self.process.send_signal(number)

    def left(self):
        """The processes that it has started: by a mark in the environment, and, since
        Postgres writes over that, by the folder in which they run."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                marked = f"CHECK_PLAY={self.mark}".encode() in (process / "environ").read_bytes()
                if marked or (process / "cwd").readlink().is_relative_to(self.folder):
                    yield int(process.name)
            except (OSError, ValueError):
                # It has ended, or is another user's.
                continue

    def ends(self, why):
        """It has been told to end by this, and does, with all that it has started."""
        try:
            status = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            fail(f"after {why} it does not end:\n{self.log.read_text()}")
        if status != 130:
            fail(f"after {why} it ends with {status}:\n{self.log.read_text()}")
        # Postgres removes the file by which it is waited for before its process ends.
        await_that(f"after {why} some of its processes do not end", lambda: not any(self.left()))


def refuse(folder):
    said = folder / "refused.log"
    for arguments, words in REFUSED:
        status = start(arguments, said).wait(PATIENCE_S)
        if status != 1 or words not in said.read_text():
            fail(f"{arguments} ends with {status} and says:\n{said.read_text()}")
    ports = HeldPorts(PORTS)
    with socket.create_server(("127.0.0.1", ports.first + 2)):
        arguments = ["--servers", "3", "--port", str(ports.first), "--data", str(folder / "never")]
        status = start(arguments, said).wait(PATIENCE_S)
        words = f"Port {ports.first + 2} is in use already"
        if status != 1 or words not in said.read_text():
            fail(f"a port that is taken: it ends with {status} and says:\n{said.read_text()}")
    ports.close()


def end_one(folder):
    """One server, by each signal. Most of the time each of them waits, so all run at once."""
    plays = []
    for number, (signals, _) in enumerate(ENDINGS):
        plays.append(Play(folder / f"one-{number}", HeldPorts(), 1, signals))
    try:
        for play, (_, number) in zip(plays, ENDINGS):
            play.says("Ctrl-C stops it")
            play.signal(number)
        for play, (signals, number) in zip(plays, ENDINGS):
            where = "in the background" if signals is BACKGROUND else "at a terminal"
            play.ends(f"{number.name} {where}")
    finally:
        for play in plays:
            play.__exit__()


def run_several(folder):
    ports = HeldPorts(PORTS)
    first = ports.first
    with Play(folder / "several", ports, SERVERS, BACKGROUND) as play:
        play.says("Ctrl-C stops it")
        keeps_metrics(first)
        token = ask(first, "/api/guest", {"name": "Ana", "bearer": True})["token"]
        pid = int(re.search(r"b is process (\d+)", play.log.read_text())[1])
        os.kill(pid, signal.SIGKILL)
        play.says(f"The server-b (process {pid}) has ended")
        for _ in range(30):
            if ask(first, "/api/me", token=token)["user"]["name"] != "Ana":
                fail("a guest is forgotten when a server ends")
        play.says("The server-b starts again: process")
        await_that("the server that starts again does not listen", lambda: is_open(first + 2))
        play.signal(signal.SIGTERM)
        play.ends("SIGTERM in the background")
    # In the same folder everything is there again; and a second Ctrl-C does not wait.
    with Play(folder / "several", ports, SERVERS, TERMINAL) as play:
        play.says("Ctrl-C stops it")
        ask(first, "/api/me", token=token)
        play.signal(signal.SIGINT)
        play.says("Stopping the balancer")
        play.signal(signal.SIGINT)
        play.ends("a second SIGINT")
    ports.close()


with tempfile.TemporaryDirectory(prefix="vzetek-play-") as name:
    folder = pathlib.Path(name)
    # Root has Postgres run as another user, who must reach it.
    folder.chmod(0o755)
    refuse(folder)
    end_one(folder)
    run_several(folder)
print(f"./play ended by each signal; with {SERVERS} servers one was killed and came back, and the games stayed")
