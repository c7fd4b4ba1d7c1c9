#!/usr/bin/env python3
"""Compares docs/OPERATIONS.md with what the programs say of themselves.

    tools/check_operations.py FOLDER      with vzetek-server and vzetek-bot in it

Every option in --help must stand in the document with its environment
variable and default, and the document must not name any that does not exist. So must every
metric that the server's source names.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The session's cookie.
NO_METRIC = {"vzetek_session"}
# A row of the tables: option, environment variable, default.
ROW = re.compile(r"^\| `(--[\w-]+)(?: \S+)?` \| (?:`(\w+)`|–) \| (?:`([^`]*)`|–) \|")


def options(program, *words):
    """Option, environment variable and default, as clap prints them."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("VZETEK_")}
    text = subprocess.run(
        [program, *words, "--help"], capture_output=True, text=True, check=True, env=clean
    ).stdout
    found = {}
    for block in re.split(r"\n(?= {2,6}(?:-\w, )?--)", text)[1:]:
        name = re.match(r" +(?:-\w, )?(--[\w-]+)", block)[1]
        if name in ("--help", "--version"):
            continue
        env = re.search(r"\[env: (\w+)", block)
        default = re.search(r"\[default: ([^\]]*)\]", block)
        found[name] = (env and env[1], default and default[1])
    return found


def table(text, heading):
    """The same from the document's table below this heading."""
    match = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", text, re.S | re.M)
    if not match:
        sys.exit(f"docs/OPERATIONS.md has no heading {heading!r}")
    rows = (ROW.match(line) for line in match[1].splitlines())
    return {row[1]: (row[2], row[3]) for row in rows if row}


def metrics(text):
    """The metrics that the server's source names, and those in the document's table."""
    sources = "".join(path.read_text() for path in (ROOT / "server/src").rglob("*.rs"))
    rows = re.findall(r"^\| (`vzetek_.*?) \|", text, re.M)
    return set(re.findall(r'"(vzetek_\w+)"', sources)) - NO_METRIC, set(re.findall(r"`(vzetek_\w+)", " ".join(rows)))


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target/debug")
    text = (ROOT / "docs/OPERATIONS.md").read_text()
    faults = 0
    for heading, program in (
        ("The server", [folder / "vzetek-server"]),
        ("The bots", [folder / "vzetek-bot", "play"]),
    ):
        real, told = options(*program), table(text, heading)
        for name in sorted(real.keys() | told.keys()):
            if real.get(name) != told.get(name):
                faults += 1
                print(f"{heading}: {name} is {real.get(name)}, the document says {told.get(name)}")
        print(f"{heading}: {len(real)} options")
    real, told = metrics(text)
    for name in sorted(real ^ told):
        faults += 1
        print(f"{name} is a metric of {'the server' if name in real else 'the document'} alone")
    print(f"{len(real)} metrics")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
