"""Crates keep to the table in ARCHITECTURE.md, which says what each may use, and the modules of
the server to the floors in its lib.rs."""

import graphlib
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


# Files of a crate, and of the Python package, use each other in no circle. A file that only gives
# on what stands in files below it does not use them.
USE = re.compile(r"(?:^|\s)(pub(?:\([^)]*\))? )?use ([^;]*);")
INLINE = re.compile(r"^(?:pub\S* )?mod \w+ \{\n.*?^\}", re.M | re.S)


def paths(tree):
    """The paths of a tree of imports, such as `a::{b, c::{d}}`."""
    head, brace, rest = tree.partition("{")
    if not brace:
        return [tree.split(" as ")[0].strip()]
    parts, depth = [""], 0
    for letter in rest.rsplit("}", 1)[0]:
        depth += (letter == "{") - (letter == "}")
        parts = [*parts, ""] if letter == "," and not depth else [*parts[:-1], parts[-1] + letter]
    return [head.strip() + path for part in parts if part.strip() for path in paths(part.strip())]


class Sources:
    """The files of a crate by their modules, without tests and programs."""

    def __init__(self, folder):
        self.texts, self.exports = {}, {}
        for file in sorted(folder.rglob("*.rs")):
            parts = file.relative_to(folder).with_suffix("").parts
            if {"tests", "bin", "main"}.isdisjoint(parts):
                module = parts[:-1] if parts[-1] in ("lib", "mod") else parts
                self.texts[module] = self.production(file.read_text())
        for module, text in self.texts.items():
            given = [path for public, tree in USE.findall(text) if public for path in paths(tree)]
            targets = [tuple(path.removeprefix("self::").split("::")) for path in given if path[-1] != "*"]
            self.exports[module] = {path[-1]: module + path for path in targets if module + path[:1] in self.texts}

    @staticmethod
    def production(text):
        text = re.sub(r"//.*|pub\(in [^)]*\)", "", text)
        text = re.sub(r"#\[cfg\(test\)\]\s*(?:pub\S* )?(?:mod \w+ \{.*\Z|use [^;]*;|mod \w+;)", "", text, flags=re.S)
        return INLINE.sub(lambda inline: inline[0].replace("super::", "self::"), text)

    def at(self, path):
        """The file in which an item stands, however many files give it on."""
        module = path
        while module not in self.texts:
            module = module[:-1]
        name = path[len(module) : len(module) + 1]
        given = self.exports[module].get(name[0]) if name else None
        return self.at(given) if given and given != path else module

    def used(self, module):
        text = self.texts[module]
        imported = [path for public, tree in USE.findall(text) if not public for path in paths(tree)]
        body = USE.sub("", text)
        named = re.findall(r"\b(?:crate|self|super)(?:::\w+)+", body)
        below = [other[-1] for other in self.texts if other[:-1] == module and other]
        named += [f"self::{path}" for child in below for path in re.findall(rf"(?<!:)\b{child}::\w+", body)]
        named += [f"self::{name}" for name in self.exports[module] if re.search(rf"\b{name}\b", body)]
        found = set()
        for path in imported + named:
            first, *rest = path.split("::")
            if first in below:
                first, rest = "self", [first, *rest]
            start = {"crate": (), "self": module, "super": module[:-1]}.get(first)
            while start is not None and rest[:1] == ["super"]:
                start, rest = start[:-1], rest[1:]
            if start is not None:
                found.add(self.at(start + tuple(rest)))
        return found - {module}


@pytest.mark.parametrize("room", MEMBERS)
def test_no_files_of_a_crate_use_each_other_in_a_circle(room):
    sources = Sources(ROOT / room / "src")
    graphlib.TopologicalSorter({module: sources.used(module) for module in sources.texts}).prepare()


def test_no_files_of_the_python_package_use_each_other_in_a_circle():
    package = ROOT / "clients/python/src/vzetek"
    files = {file.stem: file.read_text() for file in package.glob("*.py") if file.stem != "__init__"}
    used = {name: set(re.findall(r"from \.(\w+) import", text)) & files.keys() for name, text in files.items()}
    assert used["bot"] >= {"decisions", "player"}
    graphlib.TopologicalSorter(used).prepare()


def test_circles_are_found(tmp_path):
    (tmp_path / "a").mkdir()
    for name, text in {
        "lib.rs": "mod a;\npub use a::{One, low::Two};\n",
        "a/mod.rs": "mod low;\npub use low::One;\nfn f() -> low::Two {}\n",
        "a/low.rs": "use crate::{One};\n",
        "b.rs": "use crate::a::{f, low::{Two}};\n",
    }.items():
        (tmp_path / name).write_text(text)
    sources = Sources(tmp_path)
    assert sources.used(("a",)) == {("a", "low")} and sources.used(("b",)) == {("a",), ("a", "low")}
    assert sources.used(("a", "low")) == set(), "its own, by two files that give it on"
    (tmp_path / "a/low.rs").write_text("use super::f;\n")
    assert Sources(tmp_path).used(("a", "low")) == {("a",)}
