"""Decision documents: asked for by programs, a line each."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, program

from vzetek import Bot, View, documents
from vzetek.games import Tablic, Tarok, Trset

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
GOLDEN = ROOT / "crates"


def asked(name: str, path: str, count: int) -> list[dict[str, Any]]:
    """Documents of a recorded deal, one for each of its first decisions."""
    record, *_ = [json.loads(line) for line in (GOLDEN / path).read_text().splitlines()]
    of = {"trset": Trset, "tarok": Tarok, "tablic": Tablic}[name]
    deal = of.dealt(
        record["options"], record["dealer"], bytes.fromhex(record["secret"]), record["nonces"]
    )
    found: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    for action in record["actions"][:count]:
        seat = deal.current_player
        if isinstance(deal, Tablic):
            legal = [card for card in deal.hands[seat or 0]]
        else:
            assert isinstance(deal, (Trset, Tarok))
            legal = deal.legal_actions()
        view = deal.seen_by(seat)
        found.append({"view": view, "legal": legal, "events": list(events), "move_ms": 5000})
        events += deal.apply(action)
    return found


def answers(arguments: list[str], given: str) -> tuple[list[dict[str, Any]], str, int]:
    """Runs a program on these lines: its answers, its standard error and its exit status."""
    done = subprocess.run(
        [sys.executable, *arguments], input=given, capture_output=True, text=True, timeout=30
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode


def written(asked_for: list[dict[str, Any]]) -> str:
    """Documents as lines."""
    return "".join(json.dumps(document) + "\n" for document in asked_for)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("trset", "trset/tests/golden/trset-4.jsonl"),
        ("tarok", "tarok/tests/golden/two.jsonl"),
        ("tablic", "tablic/tests/golden/tablic-3.jsonl"),
    ],
)
@pytest.mark.parametrize("by", ["itself", "exec"])
def test_a_bot_answers_documents(name: str, path: str, by: str) -> None:
    example = {"trset": "high_card", "tarok": "cautious_tarok", "tablic": "greedy_tablic"}[name]
    arguments = [str(EXAMPLES / "ten_lines.py")]
    if by == "exec":
        arguments = ["-m", "vzetek", "exec", str(EXAMPLES / f"{example}.py")]
    lines = asked(name, path, 30)
    told, errors, status = answers(arguments, written(lines))
    assert status == 0, errors
    assert len(told) == len(lines)
    for answer, document in zip(told, lines):
        assert answer["action"] in document["legal"]


class Recording(Bot):
    """Keeps what it is asked."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.events: list[int] = []
        self.times: list[int | None] = []

    def choose(self, view: View, legal: list[str]) -> str:
        self.views.append(view)
        self.events.append(len(self.turn.events))
        self.times.append(self.turn.move_ms)
        return legal[0]


def test_a_bot_is_told_the_turn(tmp_path: Path) -> None:
    last = asked("trset", "trset/tests/golden/trset-2.jsonl", 12)[-1]
    path, out = tmp_path / "asked", tmp_path / "answers"
    path.write_text(json.dumps({**last, "more": 1}) + "\n\n" + json.dumps(last) + "\n")
    bot = Recording()
    with path.open() as given, out.open("w") as answer:
        documents.run(bot, given, answer)
    assert bot.views == [last["view"]] * 2
    assert bot.events == [len(last["events"])] * 2
    assert bot.times == [5000] * 2
    assert [json.loads(line)["action"] for line in out.read_text().splitlines()] == [
        last["legal"][0]
    ] * 2


def test_what_a_bot_prints_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "loud.py"
    path.write_text(
        "import vzetek\n\nclass Loud(vzetek.Bot):\n    def choose(self, view, legal):\n"
        "        print('thinking')\n        return legal[0]\n\nLoud().run()\n"
    )
    given = asked("tarok", "tarok/tests/golden/two.jsonl", 2)
    told, errors, status = answers([str(path)], written(given))
    assert [answer["action"] for answer in told] == [one["legal"][0] for one in given]
    assert status == 0 and errors == "thinking\n" * 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "not JSON"),
        ("[]", "a document is an object"),
        ("{}", "view: the deal as the seat knows it is missing"),
        ('{"view": {"game": "whist"}, "legal": ["H2"]}', "'whist' is none of trset, tarok, tablic"),
        ('{"view": {"game": "trset"}, "legal": []}', "legal: a list"),
        ('{"view": {"game": "trset"}, "legal": ["C3"]}', "view.observer"),
        ('{"view": {"game": "trset"}, "legal": ["C3"], "later": [{}]}', "knows of all events"),
    ],
)
def test_a_bad_document_is_answered_and_others_are_read(line: str, message: str) -> None:
    good = written(asked("trset", "trset/tests/golden/trset-2.jsonl", 1))
    told, errors, status = answers([str(EXAMPLES / "ten_lines.py")], line + "\n" + good)
    assert status == 0, errors
    assert message in told[0]["error"] and told[0]["line"] == 1
    assert "action" in told[1]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("return 'C9'", "returned 'C9', which is not legal; legal was"),
        ("return legal[99]", "choose raised IndexError"),
    ],
)
def test_a_faulty_bot_ends_with_its_fault(code: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import vzetek\n\nclass Mine(vzetek.Bot):\n    def choose(self, view, legal):\n"
        f"        {code}\n\nMine().run()\n"
    )
    given = written(asked("trset", "trset/tests/golden/trset-2.jsonl", 1))
    told, errors, status = answers([str(path)], given)
    assert told == [] and status == 1
    assert message in errors and "(document 1)" in errors


def match(bot: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A short match of the laboratory between this bot and one that plays at random."""
    lab = program("vzetek-lab")
    told = subprocess.run([lab, "match", "--help"], capture_output=True, text=True, timeout=30)
    if "exec:" not in told.stdout:
        pytest.skip("this laboratory knows no players that are programs")
    command = [lab, "match", f"exec:{sys.executable} {bot}", "random", "--deals", "2", "--exec-time-ms", "60000"]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "trset"],
        ["--game", "kifameno", "--players", "3"],
        ["--game", "tarok"],
        ["--game", "tarok", "--players", "4"],
        ["--game", "tablic"],
    ],
    ids=" ".join,
)
def test_the_laboratory_asks_a_bot(arguments: list[str]) -> None:
    done = match(str(EXAMPLES / "ten_lines.py"), *arguments)
    assert done.returncode == 0, done.stderr
    assert "ten_lines.py against random" in done.stdout
    assert "fault" not in done.stdout + done.stderr


def test_the_laboratory_is_told_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "faulty.py"
    path.write_text(
        "import vzetek\n\nclass Faulty(vzetek.Bot):\n    def choose(self, view, legal):\n"
        "        return 'C9'\n\nFaulty().run()\n"
    )
    done = match(str(path), "--game", "trset")
    assert "which is not legal; legal was" in done.stdout + done.stderr
