"""The examples of docs/ against a real server, and the addresses that the documents name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request

import pytest

from conftest import ROOT, House

EXAMPLES = ROOT / "docs" / "examples"


def run(name: str, *arguments: str, text: str | None = None) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fetch(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


def test_a_deal_of_the_whole_bot_is_verified(house: House) -> None:
    run("bot.py", house.address)
    [game] = json.loads(fetch(f"{house.address}/api/games?limit=1"))
    run("verify.py", text=fetch(f"{house.address}/api/games/{game['id']}"))


@pytest.mark.parametrize("game", ["trset", "kifameno", "tarok", "tablic"])
def test_a_program_takes_a_seat(house: House, game: str) -> None:
    run("seat.py", f"{sys.executable} {EXAMPLES / 'mybot.py'}", game, house.address)


def test_addresses_in_documents_exist(house: House) -> None:
    paths = json.loads(fetch(f"{house.address}/api/openapi.json"))["paths"]
    real = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    found = 0
    for path in sorted((ROOT / "docs").rglob("*.md")):
        named = set(re.findall(r"\b((?:GET|POST|PUT|DELETE) /[\w./{}-]+)", path.read_text()))
        assert named <= real, f"{path.relative_to(ROOT)}: {sorted(named - real)}"
        found += len(named)
    assert found > 20
