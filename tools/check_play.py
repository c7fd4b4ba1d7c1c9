#!/usr/bin/env python3
"""Starts `./play --servers 3`, and looks whether people are served on when a server is
killed, whether that starts again, whether all ends in order, and whether the games stay.

    tools/check_play.py FOLDER     the folder in which vzetek-server and vzetek-bot are built
"""

import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
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


def fail(words):
    sys.exit(f"./play --servers: {words}")


def start(arguments, log):
    """Starts ./play; what it says goes to this file."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VZETEK_")}
    environment["VZETEK_PLAY_BUILT"] = str(pathlib.Path(sys.argv[1]).resolve())
    with open(log, "w") as file:
        return subprocess.Popen(
            ["./play", *arguments], cwd=ROOT, env=environment,
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
        )


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_ports():
    while True:
        first = random.randrange(20_000, 32_000 - PORTS)
        if not any(is_open(first + more) for more in range(PORTS)):
            return first


def ask(port, path, body=None, token=None):
    """The answer's body, as JSON; raises unless it is a good one."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def answers_with(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def keeps_metrics(first):
    """The servers tell their metrics, and the balancer keeps them from people."""
    told = {port: answers_with(port, "/metrics") for port in range(first, first + 1 + SERVERS)}
    if told != {port: 404 if port == first else 200 for port in told}:
        fail(f"/metrics is answered, by port, with {told}")


class Play:
    """A ./play that runs several servers."""

    def __init__(self, folder, first, data):
        self.first, self.log = first, folder / "play.log"
        arguments = ["--servers", str(SERVERS), "--port", str(first), "--data", str(data)]
        self.process = start(arguments, self.log)
        self.says("Ctrl-C stops it")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.interrupt()
            self.process.wait(PATIENCE_S)

    def says(self, words):
        end = time.monotonic() + PATIENCE_S
        while words not in self.log.read_text():
            if self.process.poll() is not None or time.monotonic() > end:
                fail(f"it does not say {words!r}, but:\n{self.log.read_text()}")
            time.sleep(0.1)

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def ends(self, data):
        if self.process.wait(PATIENCE_S) != 130:
            fail(f"it ends with {self.process.returncode}:\n{self.log.read_text()}")
        postgres = int((data / "postgres/port").read_text())
        left = [port for port in [postgres, *range(self.first, self.first + PORTS)] if is_open(port)]
        if left:
            fail(f"something still listens at {left}:\n{self.log.read_text()}")


def refuse(folder):
    for arguments, words in REFUSED:
        said = folder / "refused.log"
        status = start(arguments, said).wait(PATIENCE_S)
        if status != 1 or words not in said.read_text():
            fail(f"{arguments} ends with {status} and says:\n{said.read_text()}")
    first = free_ports()
    with socket.create_server(("127.0.0.1", first + 2)):
        said = folder / "refused.log"
        arguments = ["--servers", "3", "--port", str(first), "--data", str(folder / "never")]
        status = start(arguments, said).wait(PATIENCE_S)
        words = f"Port {first + 2} is in use already"
        if status != 1 or words not in said.read_text():
            fail(f"a port that is taken: it ends with {status} and says:\n{said.read_text()}")


def run(folder):
    data, first = folder / "data", free_ports()
    with Play(folder, first, data) as play:
        keeps_metrics(first)
        token = ask(first, "/api/guest", {"name": "Ana", "bearer": True})["token"]
        pid = int(re.search(r"b is process (\d+)", play.log.read_text())[1])
        os.kill(pid, signal.SIGKILL)
        play.says(f"The server-b (process {pid}) has ended")
        for _ in range(30):
            if ask(first, "/api/me", token=token)["user"]["name"] != "Ana":
                fail("a guest is forgotten when a server ends")
            time.sleep(0.1)
        play.says("The server-b starts again: process")
        end = time.monotonic() + PATIENCE_S
        while not is_open(first + 2):
            if time.monotonic() > end:
                fail("the server that starts again does not listen")
            time.sleep(0.1)
        play.interrupt()
        play.ends(data)
    # In the same folder everything is there again; and a second Ctrl-C does not wait.
    with Play(folder, first, data) as play:
        ask(first, "/api/me", token=token)
        play.interrupt()
        play.says("Stopping the balancer")
        play.interrupt()
        play.ends(data)


with tempfile.TemporaryDirectory(prefix="vzetek-play-") as name:
    folder = pathlib.Path(name)
    # Root has Postgres run as another user, who must reach it.
    folder.chmod(0o755)
    refuse(folder)
    run(folder)
print(f"./play --servers {SERVERS}: a server was killed and came back, and the games stayed")
