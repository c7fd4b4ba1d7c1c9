"""docs/OPERATIONS.md names every option of the programs, with its environment variable and
default, every metric of the server, and nothing else. VZETEK_BIN is the folder of the programs."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs/OPERATIONS.md").read_text()
# The session's cookie.
NO_METRIC = {"vzetek_session"}
# A row of the tables: option, environment variable, default.
ROW = re.compile(r"^\| `(--[\w-]+)(?: \S+)?` \| (?:`(\w+)`|–) \| (?:`([^`]*)`|–) \|", re.M)


def options(program, *words):
    """Option, environment variable and default, as clap prints them."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("VZETEK_")}
    command = [pathlib.Path(os.environ["VZETEK_BIN"]) / program, *words, "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True, env=clean).stdout
    for block in re.split(r"\n(?= {2,6}(?:-\w, )?--)", text)[1:]:
        name = re.match(r" +(?:-\w, )?(--[\w-]+)", block)[1]
        env, default = re.search(r"\[env: (\w+)", block), re.search(r"\[default: ([^\]]*)\]", block)
        if name not in ("--help", "--version"):
            yield name, (env and env[1]) or "", (default and default[1]) or ""


@pytest.mark.parametrize("heading, command", [("The server", ["vzetek-server"]), ("The bots", ["vzetek-bot", "play"])])
def test_options(heading, command):
    below = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", TEXT, re.S | re.M)[1]
    assert sorted(ROW.findall(below)) == sorted(options(*command))


def test_metrics():
    sources = "".join(path.read_text() for path in (ROOT / "server/src").rglob("*.rs"))
    rows = " ".join(re.findall(r"^\| (`vzetek_.*?) \|", TEXT, re.M))
    assert set(re.findall(r"`(vzetek_\w+)", rows)) == set(re.findall(r'"(vzetek_\w+)"', sources)) - NO_METRIC
