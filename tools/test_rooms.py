"""Crates keep to the table in ARCHITECTURE.md, which says what each may use."""

import pathlib
import re
import tomllib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| `([\w/]+)` \|.*\| ([^|]*) \|$", re.M)
ALLOWED = {room: set(re.findall(r"`(\w+)`", uses)) for room, uses in ROW.findall((ROOT / "ARCHITECTURE.md").read_text())}
MEMBERS = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["members"]


@pytest.mark.parametrize("room", MEMBERS)
def test_a_room_uses_what_it_may(room):
    manifest = tomllib.loads((ROOT / room / "Cargo.toml").read_text())
    # What only tests use may come from anywhere.
    uses = {name.removeprefix("vzetek-") for name in manifest.get("dependencies", {}) if name.startswith("vzetek-")}
    assert uses <= ALLOWED[room]
