"""Tablić: cards, rules and result, as docs/RULES.md has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from ..fair import shuffled
from .base import Deal, Event, Order, Result, View

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
PACK = [suit + rank for rank in RANKS for suit in "HSDC"]
"""The fifty-two cards, from low to high."""

ORDER = Order(PACK)
FIRST_CARDS = 4
HAND = 6
MOST_CARDS = 3
"""Points for the most captured cards."""


def rank(card: str) -> str:
    """The rank of a card: `A`, `2` to `10`, `J`, `Q` or `K`."""
    return card[1:]


def points(cards: Sequence[str]) -> int:
    """Returns the value of captured cards: 22 points for all together."""
    valued = {"A", "10", "J", "Q", "K"}
    return sum((rank(c) in valued) + (c in ("C2", "D10")) for c in cards)


def target(card: str) -> int:
    """Returns the sum of the groups that this card captures. Of an ace that is 11 alone: a
    group that adds up to 1 is an ace by itself, which counts 11 just as well."""
    return {"A": 11, "J": 12, "Q": 13, "K": 14}.get(rank(card)) or int(rank(card))


def is_capture(card: str, taken: Sequence[str]) -> bool:
    """True if the card can capture exactly these: if they can be parted into groups that
    each add up to it. No cards are no capture."""
    return bool(taken) and _parts(tuple(sorted(map(target, taken))), target(card), set())


def _parts(left: tuple[int, ...], wanted: int, hopeless: set[tuple[int, ...]]) -> bool:
    """True if cards of these values, from low to high and 11 for an ace, make groups.

    The highest card left must be in some group, so only those are tried, and no rest
    twice.
    """
    if not left:
        return True
    if left in hopeless:
        return False
    *rest, highest = left
    for value in (1, 11) if highest == 11 else (highest,):
        for others in _adding_up(tuple(rest), wanted - value):
            if _parts(others, wanted, hopeless):
                return True
    hopeless.add(left)
    return False


def _adding_up(cards: tuple[int, ...], wanted: int) -> Iterator[tuple[int, ...]]:
    """Yields the rest of the cards after each choice of some that add up to so much."""
    if wanted == 0:
        yield cards
    if wanted <= 0:
        return
    for i in reversed(range(len(cards))):
        # Of equal cards only the last one may be the first to be taken.
        if i + 1 < len(cards) and cards[i] == cards[i + 1]:
            continue
        for value in (1, 11) if cards[i] == 11 else (cards[i],):
            for others in _adding_up(cards[:i], wanted - value):
                yield others + cards[i + 1 :]


def read(action: str) -> tuple[str, list[str]]:
    """The card that is played, and what it captures."""
    card, _, taken = action.partition("x")
    return card, taken.split("+") if taken else []


def allowed(hand: Sequence[str], table: Sequence[str], action: str) -> bool:
    """True if whoever holds this hand may do that where these cards lie on the table."""
    card, taken = read(action)
    if card not in hand:
        return False
    if action == card:
        return True
    on_table = bool(taken) and set(taken) <= set(table)
    return on_table and taken == ORDER.sort(taken) and is_capture(card, taken)


def result(
    options: Mapping[str, Any], piles: Sequence[Sequence[str]], tablas: Sequence[int]
) -> Result:
    """The result of a deal, from what was captured, the last sweep included. Partners have
    one pile and one score."""
    players = len(piles)
    sides = 2 if options.get("pairs") else players
    taken = [sum(len(pile) for pile in piles[side::sides]) for side in range(sides)]
    most = max(taken)
    alone = taken.count(most) == 1
    seats: list[dict[str, Any]] = []
    for seat in range(players):
        side = seat % sides
        pile = [card for own in piles[side::sides] for card in own]
        worth, has_most = points(pile), alone and len(pile) == most
        made = sum(tablas[side::sides])
        seats.append(
            {
                "cards": len(pile),
                "card_points": worth,
                "most_cards": has_most,
                "tablas": made,
                "score": worth + made + (MOST_CARDS if has_most else 0),
            }
        )
    best = max(made["score"] for made in seats)
    return {"seats": [{**made, "won": made["score"] == best} for made in seats]}


class Tablic(Deal):
    """A deal of tablić."""

    name = "tablic"
    kinds = {f"tablic-{seats}": {"players": seats} for seats in (2, 3, 4, 6)}

    @classmethod
    def shuffled(
        cls, options: Mapping[str, Any], secret: bytes, nonces: Sequence[str]
    ) -> tuple[Mapping[str, Any], list[str]]:
        return options, shuffled(PACK, secret, nonces)

    @classmethod
    def of_pack(cls, options: Mapping[str, Any], dealer: int, pack: Sequence[str]) -> Self:
        deck, seats = pack[FIRST_CARDS:], options["players"]
        first = seats * min(HAND, len(deck) // seats)
        hands = [deck[(seat - dealer - 1) % seats : first : seats] for seat in range(seats)]
        return cls.of(options, dealer, hands, deck[first:], pack[:FIRST_CARDS])

    @classmethod
    def of(
        cls,
        options: Mapping[str, Any],
        dealer: int,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str],
        table: Sequence[str] = (),
    ) -> Self:
        seats = options["players"]
        first = (dealer + 1) % seats
        view: View = {
            "game": cls.name,
            "observer": None,
            "current_player": first,
            "hand": None,
            "options": dict(options),
            "dealer": dealer,
            "cards": ORDER.sort(table),
            "deck": len(stock),
            "hand_sizes": [len(hand) for hand in hands],
            "piles": [[] for _ in range(seats)],
            "tablas": [0] * seats,
            "last_capture": None,
            "phase": {"name": "playing", "to_play": first},
        }
        deal = cls(view, [ORDER.sort(hand) for hand in hands])
        deal._deck = list(stock)
        return deal

    _deck: list[str]

    @property
    def stock(self) -> list[str]:
        return self._deck

    @property
    def result(self) -> Result | None:
        made: Result | None = self.view["phase"].get("result")
        return made

    def allows(self, action: str) -> bool:
        seat = self.current_player
        if seat is None:
            return False
        return allowed(self.hands[seat], self.view["cards"], action)

    def _apply(self, action: str) -> None:
        seat = self.current_player
        assert seat is not None
        seats = len(self.hands)
        card, taken = read(action)
        self.hands[seat].remove(card)
        if taken:
            tabla = len(taken) == len(self.view["cards"])
            event = {"type": "captured", "seat": seat, "card": card, "taken": taken, "tabla": tabla}
            self._happen(event)
        else:
            self._happen({"type": "laid", "seat": seat, "card": card})
        if any(self.hands):
            return
        count = min(HAND, len(self._deck) // seats)
        if count:
            dealt, self._deck = self._deck[: count * seats], self._deck[count * seats :]
            for place in range(seats):
                to = (self.view["dealer"] + 1 + place) % seats
                self.hands[to] = ORDER.sort(dealt[place::seats])
                cards = list(self.hands[to])
                self._happen({"type": "dealt", "seat": to, "count": count, "cards": cards})
            return
        taker, left = self.view["last_capture"], self.view["cards"]
        if taker is not None and left:
            self._happen({"type": "swept", "seat": taker, "cards": list(left)})
        end = result(self.view["options"], self.view["piles"], self.view["tablas"])
        self._happen({"type": "finished", "result": end})

    @staticmethod
    def observe(view: View, event: Event) -> None:
        kind = event["type"]
        if kind == "finished":
            view["phase"] = {"name": "finished", "result": event["result"]}
            view["current_player"] = None
            return
        seat = event["seat"]
        if kind in ("laid", "captured"):
            view["hand_sizes"][seat] -= 1
            following = (seat + 1) % len(view["hand_sizes"])
            view["phase"] = {"name": "playing", "to_play": following}
            view["current_player"] = following
        if kind == "laid":
            view["cards"] = ORDER.sort([*view["cards"], event["card"]])
        elif kind == "captured":
            taken = event["taken"]
            view["cards"] = [card for card in view["cards"] if card not in taken]
            view["piles"][seat] = ORDER.sort([*view["piles"][seat], event["card"], *taken])
            view["tablas"][seat] += event["tabla"]
            view["last_capture"] = seat
        elif kind == "dealt":
            view["hand_sizes"][seat] += event["count"]
            view["deck"] -= event["count"]
        elif kind == "swept":
            view["cards"] = [card for card in view["cards"] if card not in event["cards"]]
            view["piles"][seat] = ORDER.sort([*view["piles"][seat], *event["cards"]])
