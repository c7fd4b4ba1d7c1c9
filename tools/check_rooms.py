#!/usr/bin/env python3
"""Holds the crates to ARCHITECTURE.md: each may use only the rooms that the
last column of the table names, and each room must be in the table."""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| `([\w/]+)` \|.*\| ([^|]*) \|$", re.M)


def main():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    allowed = {room: set(re.findall(r"`(\w+)`", uses)) for room, uses in ROW.findall(text)}
    members = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["members"]
    faults = [f"ARCHITECTURE.md does not tell of {room}" for room in members if room not in allowed]
    for room in members:
        manifest = tomllib.loads((ROOT / room / "Cargo.toml").read_text())
        # What only tests use may come from anywhere.
        uses = {
            name.removeprefix("vzetek-")
            for name in manifest.get("dependencies", {})
            if name.startswith("vzetek-")
        }
        for use in sorted(uses - allowed.get(room, uses)):
            faults.append(f"{room} uses {use}, which ARCHITECTURE.md does not allow")
    for line in faults:
        print(line, file=sys.stderr)
    if not faults:
        print(f"{len(members)} rooms keep to ARCHITECTURE.md")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
