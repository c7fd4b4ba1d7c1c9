"""The games against records of the server's own rules and of other programs."""

from __future__ import annotations

import gzip
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from vzetek import IllegalAction, View
from vzetek.games import Tablic, Tarok, Trset, game, tablic
from vzetek.games.tarok_cards import playable
from vzetek.games.tarok_score import scores

GOLDEN = sorted(
    path
    for path in (ROOT / "crates").glob("*/tests/golden/*.jsonl")
    if not path.stem.endswith("-facts")
)


def lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file of JSON."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in data.decode().splitlines()]


def same(view: View, expected: dict[str, Any]) -> None:
    """Compares a view with the server's, which names no game here."""
    assert {name: part for name, part in view.items() if name != "game"} == expected


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_deals_are_told_as_the_server_tells_them(path: Path) -> None:
    record, *rest = lines(path)
    of = game(path.parts[-4])
    deal = of.dealt(
        record["options"], record["dealer"], bytes.fromhex(record["secret"]), record["nonces"]
    )
    views = 0
    for line in rest:
        if "view" in line:
            same(deal.seen_by(line["view"]["observer"]), line["view"])
            views += 1
            continue
        if isinstance(deal, (Trset, Tarok)):
            assert deal.legal_actions() == line["legal"]
        assert all(deal.allows(action) for action in line["legal"])
        assert deal.apply(line["action"]) == line["events"]
    assert deal.is_over and views > 5
    assert deal.result is not None


def test_all_golden_deals_were_found() -> None:
    assert {path.parts[-4] for path in GOLDEN} == {"trset", "tarok", "tablic"}


def contract_of(name: str) -> str:
    """The contract by our name."""
    return {"beggar": "berac", "open_beggar": "open_berac"}.get(name, name)


def tarok_to_first_card(deal: Tarok, line: dict[str, Any]) -> None:
    """Bids and puts away as the other program wrote it down."""
    bids, discards = iter(line.get("bids", [])), iter(line.get("discards", []))
    legal_discards = iter(line.get("discard_legal", []))
    contract = contract_of(line["contract"])
    while (name := deal.view["phase"]["name"]) != "playing":
        action = "pass"
        phase = deal.view["phase"]
        if name in ("bidding", "choosing") and "bids" in line:
            seat, bid, legal = next(bids)
            assert deal.current_player == seat
            words = [word.rpartition(":")[2] for word in deal.legal_actions()]
            assert sorted(words) == sorted(map(contract_of, legal))
            verb = "bid" if name == "bidding" else "contract"
            action = "pass" if bid == "pass" else f"{verb}:{contract_of(bid)}"
        elif name == "bidding":
            own = deal.current_player == line["declarer"]
            if own and contract not in ("klop", "three") and phase["standing"] != contract:
                action = f"bid:{contract}"
        elif name == "choosing":
            action = f"contract:{contract}"
        elif name == "calling":
            action = f"call:{line['king']}"
        elif name == "taking":
            action = f"take:{line['group']}"
        elif name == "discarding":
            allowed = {word.removeprefix("discard:") for word in deal.legal_actions()}
            if "discard_legal" in line:
                assert allowed == set(next(legal_discards))
            action = f"discard:{next(discards)}"
        deal.apply(action)


@pytest.mark.parametrize("name", ["play", "play_four"])
def test_tarok_as_another_program_plays_it(name: str) -> None:
    contracts = set()
    for line in lines(ROOT / f"crates/tarok/tests/data/{name}.jsonl"):
        seats = line.get("players", 3)
        options = {} if seats == 3 else {"players": seats}
        deal = Tarok.of(options, seats - 1, line["hands"], line["talon"])
        tarok_to_first_card(deal, line)
        for number, (seat, card, legal) in enumerate(line["plays"]):
            assert deal.current_player == seat
            assert set(deal.legal_actions()) == set(legal)
            events = deal.apply(card)
            winner = line["trick_winners"][number // seats]
            if events[-1]["type"] == "trick_taken" and winner is not None:
                assert events[-1]["seat"] == winner
            if any("rest" in event for event in events):
                taken = deal.view["phase"]["taken"]
                assert line["king"] in taken["last_trick"]["cards"]
        result = deal.result
        assert result is not None
        contracts.add(line["contract"])
        if seats == 4:
            assert scores(result, None) == line["scores"], line["line"]
            assert result.get("partner") == line.get("partner")
            if line.get("talon_won") is not None:
                exchange = deal.view["phase"]["undertaking"]["exchange"]
                assert (exchange["left"] == []) == line["talon_won"]
            own = [made["points"] for made in result["seats"]]
            if line["points"] is not None and result["declarer"] is not None:
                assert own[result["declarer"]] == line["points"][0]
            elif line["points"] is not None:
                assert own == line["points"]
    assert len(contracts) == (6 if name == "play" else 12)


def test_tablic_as_another_program_plays_it() -> None:
    captures = 0
    for line in lines(ROOT / "crates/tablic/tests/data/games.jsonl.gz"):
        seats = len({move["player"] for move in line["moves"]})
        cards = line["deck"]
        first = seats * min(6, 48 // seats)
        hands = [cards[4 + place : 4 + first : seats] for place in range(seats)]
        deal = Tablic.of({"players": seats}, seats - 1, hands, cards[4 + first :], cards[:4])
        for number, move in enumerate(line["moves"]):
            assert deal.current_player == move["player"]
            assert set(deal.hands[move["player"]]) == set(move["hand"])
            table = deal.view["cards"]
            assert set(table) == set(move["table"])
            if "legal_captures" in move and number % 2 == 0 and len(table) <= 9:
                captures += check_captures(table, move["legal_captures"])
            taken = tablic.ORDER.sort(move["captured"])
            deal.apply(move["card"] + ("x" + "+".join(taken) if taken else ""))
        assert deal.result is not None
    assert captures > 3000


def check_captures(table: list[str], legal: dict[str, list[list[str]]]) -> int:
    """Compares all sets of cards on the table, taken by each card, with the legal ones."""
    for card, captures in legal.items():
        told = {frozenset(taken) for taken in captures if taken}
        sets = (c for size in range(1, len(table) + 1) for c in combinations(table, size))
        assert {frozenset(taken) for taken in sets if tablic.is_capture(card, taken)} == told
    return sum(map(len, legal.values()))


@pytest.mark.parametrize("name", ["open_berac", "solo", "three"])
def test_deals_of_earlier_rules_replay(name: str) -> None:
    record, *told_steps = lines(ROOT / f"crates/tarok/tests/data/asked_again_{name}.jsonl")
    deal = Tarok.dealt(
        record["options"], record["dealer"], bytes.fromhex(record["secret"]), record["nonces"]
    )
    for number, step in enumerate(told_steps):
        assert deal.current_player == step["seat"]
        following = told_steps[number + 1]["action"] if number + 1 < len(told_steps) else None
        if step["action"] == "pass":
            deal.ask_again(following)
        assert deal.apply(step["action"]) == step["events"]
    assert deal.is_over


def test_the_pagat_beats_mond_and_skis() -> None:
    assert playable(["T21", "T22"], ["T1", "T5"], avoiding=True) == ["T1"]
    assert playable(["T21"], ["T1", "T5"], avoiding=True) == ["T5"]


def test_what_is_not_allowed_changes_nothing() -> None:
    deal = Trset.dealt({"players": 2, "variant": "trset"}, 1, bytes(range(32)), ["", "burja"])
    before = deal.seen_by(0)
    with pytest.raises(IllegalAction, match="whose hand is"):
        deal.apply("C9")
    assert deal.seen_by(0) == before


def result_of(variant: str, players: int, taken: list[int], **options: Any) -> list[Any]:
    """Points and winners of a deal of tršet or kifameno."""
    from vzetek.games.trset import result

    every = {"variant": variant, "players": players, **options}
    seats = result(every, taken, [0] * players)["seats"]
    return [[seat["points"] for seat in seats], [seat["won"] for seat in seats]]


def test_results_of_trset_and_kifameno() -> None:
    assert result_of("trset", 2, [18, 17]) == [[6, 5], [True, False]]
    assert result_of("kifameno", 2, [18, 17]) == [[6, 5], [False, True]]
    assert result_of("trset", 3, [14, 7, 14]) == [[4, 2, 4], [True, False, True]]
    assert result_of("trset", 4, [10, 9, 8, 8]) == [[6, 5, 6, 5], [True, False, True, False]]
    assert result_of("kifameno", 3, [0, 35, 0]) == [[0, 11, 0], [True, False, True]]
    flipped = result_of("kifameno", 3, [0, 35, 0], cappotto=True)
    assert flipped == [[11, 0, 11], [False, True, False]]
