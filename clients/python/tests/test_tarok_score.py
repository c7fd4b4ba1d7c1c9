"""Results of tarok: examples that were worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from vzetek.games.tarok_cards import KINGS, PACK, TRULA, points
from vzetek.games.tarok_score import outcome, scores, to_nearest_five

LOW = {"leader": 0, "cards": ["H4", "H3", "H2", "H1"], "seats": 4}
"""A last trick without an ultimo, which seat 3 takes."""


def pile(worth: int, size: int, among: Iterable[str], holding: Iterable[str] = ()) -> list[str]:
    """So many of these cards that are worth so many points, with those that are held."""
    held, cards, draw = sorted(holding), sorted(set(among) - set(holding)), random.Random(1)
    for _ in range(100_000):
        chosen = held + draw.sample(cards, size - len(held))
        if points(chosen) == worth:
            return chosen
    raise AssertionError(f"no {size} cards are worth {worth}")


def stake(item: str, *raises: int, side: str = "declarer") -> dict[str, Any]:
    made: dict[str, Any] = {"item": item, "raises": list(raises)}
    return {**made, "side": side} if side == "defenders" else made


def ended(
    contract: str,
    stakes: list[dict[str, Any]],
    own: Iterable[str],
    *,
    partner: int | None = None,
    left: Iterable[str] = (),
    tricks: tuple[int, ...] = (5, 3, 3, 1),
    last: dict[str, Any] = LOW,
    king: str = "HK",
    **options: Any,
) -> dict[str, Any]:
    """The result of a deal that seat 0 declared, whose side has these cards."""
    seats = len(tricks)
    sides = ["declarer" if seat in (0, partner) else "defenders" for seat in range(seats)]
    rest = sorted(set(PACK) - set(own) - set(left))
    piles: list[list[str]] = [[] for _ in range(seats)]
    piles[0], piles[sides.index("defenders")] = sorted(own), rest
    play: dict[str, Any] = {
        "declarer": 0,
        "contract": contract,
        "exchange": {"taken": [], "left": list(left), "shown": [], "buried": 0} if left else None,
        "stakes": stakes,
    }
    if partner is not None:
        play["called"] = {"king": king, "sides": sides}
    taken = {"last_trick": last, "piles": piles, "tricks": list(tricks), "mond_lost": None}
    players = {"players": 4} if seats == 4 else {}
    return outcome(play, taken, {**players, **options})


LEFT = ["D4", "D3", "D2"]
REST = set(PACK) - set(LEFT)


def test_of_four_kontra_trula_and_silent_kings() -> None:
    own = pile(42, 27, REST, TRULA | KINGS)
    stakes = [stake("game", 1), stake("trula")]
    result = ended("three", stakes, own, partner=2, left=LEFT)
    assert scores(result, None) == [64, 0, 64, 0]
    assert result["partner"] == 2 and not result["radelci"]


def test_of_four_half_is_lost() -> None:
    own = pile(35, 24, REST - {"T21", "DK"}, ["T1", "HK"])
    result = ended("three", [stake("game")], own, partner=2, left=LEFT)
    assert scores(result, None)[0] == -10
    assert not result["seats"][0]["won"] and result["seats"][1]["won"]


def test_of_four_a_lost_king_ultimo_under_kontra() -> None:
    left = LEFT[:1] + ["D2", "D3", "C7", "C8"]
    own = pile(33, 25, set(PACK) - set(left) - {"HK", "T1"}, ["T21", "DK"])
    last = {"leader": 0, "cards": ["HK", "T2", "H2", "H1"], "seats": 4}
    stakes = [stake("game"), stake("king_ultimo", 1)]
    result = ended("one", stakes, own, partner=2, left=left, last=last)
    assert scores(result, None) == [-72, 0, -72, 0]


def test_of_four_what_the_defenders_announce_is_taken_off() -> None:
    own = pile(40, 27, REST - {"T1", "HK"}, ["T21", "DK"])
    last = {"leader": 1, "cards": ["T1", "H4", "H3", "H2"], "seats": 4}
    stakes = [stake("game"), stake("pagat_ultimo", 0, side="defenders")]
    result = ended("solo_three", stakes, own, left=LEFT, last=last)
    assert scores(result, None)[0] == -55
    assert scores(result, 0)[0] == -110
    assert result["seats"][0]["won"], "the game was"
    assert result["items"][1]["side"] == "defenders"


def test_of_four_a_silent_valat_stands_alone() -> None:
    stakes = [stake("game", 1), stake("trula")]
    left = ["D4", "D3", "D2", "D1"]
    result = ended("two", stakes, set(PACK) - set(left), partner=2, left=left, tricks=(7, 0, 5, 0))
    assert scores(result, None) == [500, 0, 500, 0]
    assert [item["item"] for item in result["items"]] == ["valat"] and result["radelci"]


def test_of_four_an_announced_valat_is_lost_alone() -> None:
    own = pile(62, 44, set(PACK) - {"D4"})
    result = ended("one", [stake("valat")], own, partner=2, left=["D4"], tricks=(6, 1, 5, 0))
    assert scores(result, None) == [-500, 0, -500, 0]
    assert result["radelci"]


@pytest.mark.parametrize(("worth", "score"), [(36, 320), (35, -320)])
def test_of_four_solo_without_is_flat(worth: int, score: int) -> None:
    own = pile(worth, 24, PACK, TRULA)
    result = ended("solo_without", [stake("game", 1, 0)], own)
    assert scores(result, None) == [score, 0, 0, 0]
    assert result["radelci"] and result["seats"][0]["points"] == worth


def test_of_four_a_lost_berac_is_doubled_by_a_radelc() -> None:
    result = ended("berac", [stake("game", 2)], PACK[:4], tricks=(1, 0, 0, 0))
    assert scores(result, 0) == [-280, 0, 0, 0]


def test_of_four_the_difference_may_be_rounded() -> None:
    own = pile(42, 27, REST - {"T21", "CK"}, ["HK", "T1"])
    result = ended("three", [stake("game")], own, partner=2, left=LEFT, round_to_five=True)
    assert scores(result, None)[0] == 15
    assert [to_nearest_five(n) for n in (-3, -2, 2, 3, 7)] == [-5, 0, 0, 5, 5]


def of_three(contract: str, stakes: list[dict[str, Any]], own: list[str], **more: Any) -> Any:
    last = {"leader": 0, "cards": ["H4", "H3", "H2"]}
    return ended(contract, stakes, own, tricks=(8, 4, 4), **{"last": last, **more})


def test_of_three_whoever_never_raised_is_rewarded() -> None:
    own = pile(53, 36, REST - {"T1", "HK"}, ["T21", "CK"])
    result = of_three("two", [stake("game", 2)], own, left=LEFT[:2])
    assert scores(result, None) == [76, 38, 0]


def test_of_three_ultimos_are_not_lost_silently() -> None:
    own = pile(40, 30, set(PACK) - TRULA - {"HK"})
    last = {"leader": 1, "cards": ["T1", "T22", "T2"]}
    assert scores(of_three("solo", [stake("game")], own, last=last), None) == [55, 0, 0]
    won = {"leader": 1, "cards": ["T1", "H4", "H3"]}
    plain = of_three("solo", [stake("game")], own, last=won)
    assert scores(plain, None) == [55, 0, 0]
    symmetric = of_three("solo", [stake("game")], own, last=won, symmetric_bonuses=True)
    # The trula of the defenders counts as well.
    assert scores(symmetric, None) == [55 - 25 - 10, 0, 0]


@pytest.mark.parametrize(
    ("worths", "tricks", "options", "score"),
    [
        ([20, 25, 25], (5, 5, 6), {}, [-20, -25, -25]),
        ([35, 25, 10], (7, 5, 4), {}, [-70, -25, -10]),
        ([45, 25, 0], (9, 7, 0), {"rewarded_klop": True}, [0, 0, 70]),
        ([45, 25, 0], (9, 7, 0), {}, [-70, -25, 0]),
    ],
)
def test_klop_of_three(
    worths: list[int], tricks: tuple[int, ...], options: dict[str, Any], score: list[int]
) -> None:
    first = pile(worths[0], 27 if worths[2] == 0 else 18, PACK)
    rest = set(PACK) - set(first)
    second = sorted(rest) if worths[2] == 0 else pile(worths[1], 18, rest)
    piles = [first, second, sorted(rest - set(second))]
    assert [points(one) for one in piles] == worths
    play = {"declarer": 0, "contract": "klop", "exchange": None, "stakes": []}
    taken = {"last_trick": None, "piles": piles, "tricks": list(tricks), "mond_lost": None}
    assert scores(outcome(play, taken, options), None) == score


def test_of_four_kontra_may_cost() -> None:
    own = pile(42, 24, REST - {"T21", "CK"}, ["HK", "T1"])

    def costs(*raises: int, **options: Any) -> list[int]:
        result = ended("three", [stake("game", *raises)], own, partner=2, left=LEFT, **options)
        return [seat["kontra"] for seat in result["seats"]]

    assert costs(1, kontra_costs=True) == [0, -17, 0, 0]
    assert costs(1, 0, 3, kontra_costs=True) == [0, -119, 0, -119]
    assert costs(1) == costs(kontra_costs=True) == [0, 0, 0, 0]
