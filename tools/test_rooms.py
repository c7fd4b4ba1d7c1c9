"""Crates keep to the table in ARCHITECTURE.md, which says what each may use, and the modules of
the server to the floors in its lib.rs."""

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


SERVER = ROOT / "server/src"


def floors(file):
    """The modules of a file with their floors: those that follow each other without an empty line
    are one."""
    text = re.sub(r"#\[cfg\(test\)\]\nmod \w+;\n", "", file.read_text())
    groups = re.findall(r"(?:^(?:pub )?mod \w+;\n)+", text, re.M)
    return {module: floor for floor, group in enumerate(groups) for module in re.findall(r"mod (\w+);", group)}


def used(source, root):
    """The modules that a source names below this root, `crate` or `super`; its tests left out."""
    text = re.split(r"#\[cfg\(test\)\]\n(?:pub\S* )?mod \w+ \{", source.read_text())[0]
    text = re.sub(r"//.*", "", text)
    several = "".join(re.findall(rf"use {root}::\{{(.*?)\}};", text, re.S))
    # In `use crate::{a::{b, c}, d}` these are a and d.
    while several != (flat := re.sub(r"\{[^{}]*\}", "", several)):
        several = flat
    return {*re.findall(rf"{root}::(\w+)", text)} | {*re.findall(r"(?:^|,)\s*(\w+)", several)}


OF_SERVER, OF_TABLE = floors(SERVER / "lib.rs"), floors(SERVER / "table/mod.rs")


@pytest.mark.parametrize(
    "folder, root, ladder, module",
    [(SERVER, "crate", OF_SERVER, module) for module in OF_SERVER]
    + [(SERVER / "table", "super", OF_TABLE, module) for module in OF_TABLE],
)
def test_a_module_uses_lower_floors(folder, root, ladder, module):
    single, parts = folder / f"{module}.rs", folder / module
    sources = [single] if single.exists() else [path for path in parts.rglob("*.rs") if "tests" not in path.parts]
    uses = set().union(*(used(source, root) for source in sources)) - {module}
    assert [other for other in uses if ladder.get(other, -1) >= ladder[module]] == []
    # Names that the folder's own head gives on would hide where they come from.
    assert root == "crate" or uses <= ladder.keys()


def test_floors_are_read():
    assert len(set(OF_SERVER.values())) > 10 and len(set(OF_TABLE.values())) > 5
    assert OF_SERVER.keys() == set(re.findall(r"^(?:pub )?mod (\w+);", (SERVER / "lib.rs").read_text(), re.M))
    assert "app" in used(SERVER / "ws/mod.rs", "crate") and "cluster" in used(SERVER / "serve.rs", "crate")
