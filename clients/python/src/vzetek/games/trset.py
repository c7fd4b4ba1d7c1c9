"""Tršet and kifameno: cards, rules and result, as docs/RULES.md has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Self

from ..fair import shuffled
from .base import Deal, Event, Order, Result, View, shared_out

PACK = [suit + rank for suit in "CSBD" for rank in "4567JCKA23"]
"""The forty cards, suit by suit, in each the weakest first."""

ORDER = Order(PACK)
HAND = 10
LAST_TRICK = 3
"""Thirds for the last trick."""
ALL_THIRDS = 35
CAPPOTTO = 11
THIRDS = {"A": 3, **dict.fromkeys("32KCJ", 1), **dict.fromkeys("7654", 0)}
"""The value of a card of each rank, in thirds of a point."""


def suit(card: str) -> str:
    """The suit of a card: `C` coppe, `S` spade, `B` bastoni or `D` denari."""
    return card[0]


def thirds(cards: Sequence[str]) -> int:
    """Returns the value of the cards, in thirds of a point."""
    return sum(THIRDS[card[1]] for card in cards)


def pack(options: Mapping[str, Any]) -> list[str]:
    """The cards that are shuffled at a table with these options."""
    cards = list(PACK)
    if options["players"] == 3:
        cards.remove(options.get("removed_four", "D") + "4")
    return cards


def declarations(hand: Sequence[str]) -> list[str]:
    """Every declaration that these cards allow, in the server's order."""
    found = [f"napola:{s}" for s in "CSBD" if all(s + rank in hand for rank in "A23")]
    for rank in "A23":
        missing = [s for s in "CSBD" if s + rank not in hand]
        if not missing:
            found.append(f"four:{rank}")
        elif len(missing) == 1:
            found.append(f"three:{rank}/{missing[0]}")
    return found


def _declared(declaration: str) -> tuple[list[str], list[str], int]:
    """The cards that a declaration shows, those it says are missing, and its thirds."""
    kind, what = declaration.split(":")
    if kind == "napola":
        return [what + rank for rank in "A23"], [], 9
    rank, _, missing = what.partition("/")
    shown = [s + rank for s in "CSBD" if s != missing]
    return shown, [missing + rank] if missing else [], 9 if missing else 12


def playable(trick: Sequence[str], hand: Sequence[str]) -> list[str]:
    """The cards of the hand that may be played to the trick."""
    following = [card for card in hand if trick and suit(card) == suit(trick[0])]
    return following or list(hand)


def winner(trick: Mapping[str, Any], seats: int) -> int:
    """The seat that holds the trick."""
    cards: list[str] = trick["cards"]
    best = ORDER.highest(card for card in cards if suit(card) == suit(cards[0]))
    leader: int = trick["leader"]
    return (leader + cards.index(best or "")) % seats


def count_sides(options: Mapping[str, Any]) -> int:
    """The number of sides: four are two partnerships, unless all are alone."""
    seats: int = options["players"]
    return 2 if seats == 4 and not options.get("alone") else seats


def reaches_target(
    options: Mapping[str, Any], taken: Sequence[int], declared: Sequence[int]
) -> bool:
    """True if the match ends with this trick: it stops at the target, and a side that has
    reached it is ahead of all others."""
    if not options.get("stops_at_target"):
        return False
    sides = count_sides(options)
    before = options.get("standing") or [0] * len(taken)
    points = sorted(
        before[side] + (sum(taken[side::sides]) + sum(declared[side::sides])) // 3
        for side in range(sides)
    )
    return bool(points[-1] >= options["target"] and points[-1] > points[-2])


def result(options: Mapping[str, Any], taken: Sequence[int], declared: Sequence[int]) -> Result:
    """The result of a deal in which each seat took and declared so many thirds."""
    seats = options["players"]
    sides = count_sides(options)
    is_kifameno = options.get("variant", "trset") == "kifameno"

    def of_side(values: Sequence[int], side: int) -> int:
        return sum(values[seat] for seat in range(seats) if seat % sides == side)

    doubles = bool(options.get("cappotto_doubles"))
    counted = doubles or bool(options.get("cappotto"))
    takes_all = [counted and of_side(taken, side) == ALL_THIRDS for side in range(sides)]
    cappotto = any(takes_all)
    both = [of_side(taken, side) + of_side(declared, side) for side in range(sides)]
    if doubles:
        extra = [ALL_THIRDS // 3 if takes else 0 for takes in takes_all]
        points = [thirds // 3 + more for thirds, more in zip(both, extra)]
        merit = [thirds + 3 * more for thirds, more in zip(both, extra)]
    elif cappotto:
        points = [0 if takes else CAPPOTTO for takes in takes_all]
        merit = [int(takes) for takes in takes_all]
    else:
        points = [thirds // 3 for thirds in both]
        merit = [-thirds if is_kifameno else thirds for thirds in both]
    return {
        "seats": [
            {
                "thirds": taken[seat],
                "declared": declared[seat],
                "side_thirds": both[seat % sides],
                "points": points[seat % sides],
                "won": merit[seat % sides] == max(merit),
            }
            for seat in range(seats)
        ],
        "cappotto": cappotto,
    }


class Trset(Deal):
    """A deal of tršet or kifameno."""

    name = "trset"
    kinds = {
        f"{variant}-{seats}": {"variant": variant, "players": seats}
        for variant in ("trset", "kifameno")
        for seats in (2, 3, 4)
    }

    @classmethod
    def shuffled(
        cls, options: Mapping[str, Any], secret: bytes, nonces: Sequence[str]
    ) -> tuple[Mapping[str, Any], list[str]]:
        for attempt in count():
            cards = shuffled(pack(options), secret, nonces, attempt)
            hands = shared_out(cards, options["players"], HAND, 0)
            if not options.get("pointless_redealt") or all(thirds(hand) >= 3 for hand in hands):
                break
        return options, cards

    @classmethod
    def of_pack(cls, options: Mapping[str, Any], dealer: int, pack: Sequence[str]) -> Self:
        seats = options["players"]
        hands = shared_out(pack, seats, HAND, dealer)
        return cls.of(options, dealer, hands, pack[HAND * seats :])

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
            "options": dict(options),
            "dealer": dealer,
            "current_player": first,
            "observer": None,
            "hand": None,
            "hand_sizes": [HAND] * seats,
            "known": [[] for _ in range(seats)],
            "denied": [[] for _ in range(seats)],
            "stock": len(stock),
            "trick": {"leader": first, "cards": []},
            "last_trick": None,
            "piles": [[] for _ in range(seats)],
            "tricks": [0] * seats,
            "thirds": [0] * seats,
            "declared": [[] for _ in range(seats)],
            "result": None,
        }
        deal = cls(view, [ORDER.sort(hand) for hand in hands])
        deal._stock = list(stock)
        return deal

    _stock: list[str]

    @property
    def stock(self) -> list[str]:
        return self._stock

    @property
    def result(self) -> Result | None:
        made: Result | None = self.view["result"]
        return made

    def allows(self, action: str) -> bool:
        return action in self.legal_actions()

    def legal_actions(self) -> list[str]:
        """Returns the actions of the current player, in the server's order; nothing at the end."""
        seat = self.current_player
        if seat is None:
            return []
        view, hand = self.view, self.hands[seat]
        actions = []
        first_card = len(hand) == HAND and view["last_trick"] is None
        if view["options"].get("declarations") and first_card:
            made = view["declared"][seat]
            actions += [one for one in declarations(hand) if one not in made]
        return actions + playable(view["trick"]["cards"], hand)

    def _apply(self, action: str) -> None:
        seat = self.current_player
        assert seat is not None
        if ":" in action:
            self._happen({"type": "declared", "seat": seat, "declaration": action})
            return
        self.hands[seat].remove(action)
        self._happen({"type": "played", "seat": seat, "card": action})
        trick, seats = self.view["trick"], self.view["options"]["players"]
        if len(trick["cards"]) < seats:
            return
        last = not self._stock and not any(self.hands)
        taker = winner(trick, seats)
        worth = thirds(trick["cards"]) + (LAST_TRICK if last else 0)
        self._happen({"type": "trick_taken", "seat": taker, "thirds": worth})
        draws = self._stock and self.view["result"] is None
        for step in range(seats if draws else 0):
            drawer, card = (taker + step) % seats, self._stock.pop(0)
            self.hands[drawer] = ORDER.sort([*self.hands[drawer], card])
            self._happen({"type": "drew", "seat": drawer, "card": card})

    @staticmethod
    def observe(view: View, event: Event) -> None:
        kind, seat = event["type"], event["seat"]
        if kind == "declared":
            shown, missing, _ = _declared(event["declaration"])
            view["declared"][seat].append(event["declaration"])
            view["known"][seat] = ORDER.sort([*view["known"][seat], *shown])
            view["denied"][seat] = ORDER.sort([*view["denied"][seat], *missing])
        elif kind == "played":
            card, cards = event["card"], view["trick"]["cards"]
            if cards and suit(cards[0]) != suit(card):
                denied = [other for other in PACK if suit(other) == suit(cards[0])]
                view["denied"][seat] = ORDER.sort([*view["denied"][seat], *denied])
            cards.append(card)
            view["hand_sizes"][seat] -= 1
            _discard(view["known"][seat], card)
        elif kind == "trick_taken":
            trick, view["trick"] = view["trick"], {"leader": seat, "cards": []}
            view["last_trick"] = trick
            view["piles"][seat] = ORDER.sort([*view["piles"][seat], *trick["cards"]])
            view["tricks"][seat] += 1
            view["thirds"][seat] += event["thirds"]
            declared = [sum(_declared(one)[2] for one in made) for made in view["declared"]]
            played = view["stock"] == 0 and view["hand_sizes"][seat] == 0
            if played or reaches_target(view["options"], view["thirds"], declared):
                view["result"] = result(view["options"], view["thirds"], declared)
        elif kind == "drew":
            view["stock"] -= 1
            view["hand_sizes"][seat] += 1
            view["known"][seat] = ORDER.sort([*view["known"][seat], event["card"]])
        over = view["result"] is not None
        trick, seats = view["trick"], view["options"]["players"]
        next_one = (trick["leader"] + len(trick["cards"])) % seats
        view["current_player"] = None if over else next_one


def _discard(cards: list[str], card: str) -> None:
    if card in cards:
        cards.remove(card)
