"""Records: those of the documents, those of a real server, and those that are changed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from conftest import ROOT, House

import vzetek
from vzetek import Bot, Played, Server, View, fair
from vzetek.games import Tablic, Tarok

Record = dict[str, Any]
SECRET = bytes(range(32))


class First(Bot):
    """Does the first thing that is legal, and bids as high as it can."""

    def choose(self, view: View, legal: list[str]) -> str:
        return legal[0]

    def bid(self, view: View, legal: list[str]) -> str:
        return legal[min(1, len(legal) - 1)]


def test_the_shuffle_of_the_document() -> None:
    seed = "a283bbc04a6e65e6a0b0da8f0cbc148e02d9a003128d12c600d43c4420b07b77"
    assert fair.seed(SECRET, ["", "burja"]).hex() == seed
    numbers = fair.shuffled([str(n) for n in range(40)], SECRET, ["", "burja"])
    assert numbers[:10] == "38 22 27 0 37 3 10 15 7 31".split()
    assert numbers[-4:] == "24 8 13 26".split()


def test_deals_of_the_document() -> None:
    of_three = Tarok.dealt({}, 2, bytes([0x0D, 0x0C, *[0] * 30]), ["", "", ""])
    assert of_three.stock == "CC SK T15 T4 T10 H4".split()
    of_four = Tarok.dealt({"players": 4}, 3, bytes([0x49, 0x01, *[0] * 30]), [""] * 4)
    assert of_four.stock == "T17 HK H1 S10 DC DQ".split()
    again = Tarok.dealt(
        {"players": 4, "compulsory_klop": True}, 3, bytes([0x49, 0x01, *[0] * 30]), [""] * 4
    )
    assert again.view["phase"]["standing"] == "klop"
    tablic = Tablic.dealt({"players": 2}, 1, SECRET, ["", "burja"])
    assert tablic.view["cards"] == "C8 D7 D5 HA".split()
    assert tablic.hands == ["DK HQ C10 D10 D6 S3".split(), "CK HK H10 H9 H5 H2".split()]
    assert tablic.stock[:6] == "S8 DQ C6 D2 DJ D3".split()
    for players, cards in ((3, 16), (4, 12)):
        options = {"prepared": True, "players": players}
        prepared = Tarok.dealt(options, 2, SECRET, [""] * players)
        assert all(len(hand) == cards for hand in prepared.hands)


@pytest.mark.parametrize("name", ["trset", "tarok", "tablic"])
def test_records_of_the_documents(name: str) -> None:
    text = (ROOT / f"docs/protocol/{name}.md").read_text()
    record = json.loads(text.split("```json GameRecord\n")[1].split("```")[0])
    checked = vzetek.verify(record)
    assert not checked.is_whole and 0 < checked.actions < record["moves"]


@pytest.fixture(scope="module")
def played(house: House) -> dict[str, tuple[Record, dict[str, Any]]]:
    """A record of each game, and what its player was told."""
    found = {}
    for kind in ("trset-3", "tarok-3", "tarok-4", "tablic-2"):
        one: Played = vzetek.play(First(), house.address, game=kind)
        found[kind] = (Server(house.address).game(one.deals[0]["game"]), one.seen[0])
    return found


@pytest.mark.parametrize("kind", ["trset-3", "tarok-3", "tarok-4", "tablic-2"])
def test_real_records_agree(played: Any, kind: str) -> None:
    record, seen = played[kind]
    checked = vzetek.verify(record, seen)
    assert checked.is_whole and checked.actions == record["moves"]
    ours = vzetek.replay(record).result
    assert ours is not None
    assert ours.items() <= record["result"].items()


def result_changed(record: Record) -> None:
    seat = record["result"]["seats"][0]
    name = next(name for name in seat if type(seat[name]) is int)
    seat[name] += 1


CHANGES: list[tuple[str, Callable[[Record], Any]]] = [
    ("secret is not the one", lambda r: r.update(secret="00" * 32)),
    ("nonce of seat 0 is not", lambda r: r["nonces"].__setitem__(0, "chosen last")),
    ("not as many nonces", lambda r: r["nonces"].append("")),
    ("not the hands", lambda r: r["cards"]["hands"].reverse()),
    ("not the cards left over", lambda r: r["cards"]["stock"].reverse()),
    ("not the hands", lambda r: r.update(dealer=(r["dealer"] + 1) % len(r["nonces"]))),
    ("do not allow the play: action 2", lambda r: r["steps"][1].update(action="nothing")),
    ("and it was", lambda r: r["steps"][2].update(seat=9)),
    ("comes after the end", lambda r: r["steps"].append(r["steps"][-1])),
    ("other events", lambda r: r["steps"][3]["events"].clear()),
    ("says type", lambda r: r["steps"][3]["events"][0].update(type="laughed")),
    ("the result says seats", result_changed),
]


@pytest.mark.parametrize("kind", ["trset-3", "tarok-3", "tarok-4", "tablic-2"])
@pytest.mark.parametrize(("message", "change"), CHANGES, ids=[message for message, _ in CHANGES])
def test_changed_records_do_not(
    played: Any, kind: str, message: str, change: Callable[[Record], Any]
) -> None:
    record = copy.deepcopy(played[kind][0])
    change(record)
    with pytest.raises(vzetek.Disagreement, match=message):
        vzetek.verify(record)


@pytest.mark.parametrize("kind", ["tarok-3", "tarok-4"])
def test_scores_of_tarok_follow(played: Any, kind: str) -> None:
    record = copy.deepcopy(played[kind][0])
    result = record["result"]
    if (declarer := result["declarer"]) is not None:
        # A radelc of the deals before, which the record cannot tell.
        seats = result["seats"]
        result["doubled"] = declarer
        result["scores"] = [2 * s["result"] + s["kontra"] + s["mond"] for s in seats]
        assert vzetek.verify(record).is_whole
        record = copy.deepcopy(played[kind][0])
        record["result"]["doubled"] = (declarer + 1) % len(seats)
        with pytest.raises(vzetek.Disagreement, match="nobody but the declarer can double"):
            vzetek.verify(record)
        record = copy.deepcopy(played[kind][0])
    record["result"]["scores"][0] += 1
    with pytest.raises(vzetek.Disagreement, match="the scores are"):
        vzetek.verify(record)


def test_what_was_told_before_is_compared(played: Any) -> None:
    record, seen = played["trset-3"]
    changes: list[tuple[str, dict[str, Any]]] = [
        ("another shuffle was promised", {"commitment": "00"}),
        ("the list of hashes", {"nonce_hashes": []}),
        ("your nonce is not in it", {"nonce": "another"}),
        ("the record hides it", {"earlier": ["00"]}),
    ]
    for message, change in changes:
        with pytest.raises(vzetek.Disagreement, match=message):
            vzetek.verify(record, {**seen, **change})


@pytest.mark.parametrize(
    "record",
    [{}, {"secret": "zz", "commitment": ""}, {"secret": "00", "commitment": "00", "nonces": []}],
)
def test_what_is_no_record_is_said(record: Record) -> None:
    with pytest.raises(vzetek.VzetekError):
        vzetek.verify(record)


def program(*arguments: str, given: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of Python on this input."""
    return subprocess.run(
        [sys.executable, *arguments], input=given, capture_output=True, text=True, timeout=30
    )


@pytest.mark.parametrize("arguments", [["-m", "vzetek", "verify"], ["docs/examples/verify.py"]])
def test_the_programs_verify(played: Any, arguments: list[str], tmp_path: Any) -> None:
    record, seen = played["tarok-4"]
    if arguments[0] != "-m":
        # Without what is installed beside: from the checkout, with nothing but Python.
        arguments = ["-S", str(ROOT / arguments[0])]
    told = tmp_path / "seen.json"
    told.write_text(json.dumps(seen))
    done = program(*arguments, "--seen", str(told), given=json.dumps(record))
    assert done.returncode == 0, done.stderr
    assert "the cards are those that were promised" in done.stdout
    assert f"all {record['moves']} actions" in done.stdout
    record = {**record, "commitment": "00"}
    done = program(*arguments, given=json.dumps(record))
    assert done.returncode == 1 and "not the one that was promised" in done.stderr
    done = program(*arguments, given="nonsense")
    assert done.returncode == 1 and "the record is not JSON" in done.stderr
