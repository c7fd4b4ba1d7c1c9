"""Tarok for three and for four: the course of a deal, as docs/RULES.md has it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Self

from ..fair import shuffled
from . import tarok_cards as cards
from .base import Deal, Event, Result, View, shared_out
from .tarok_cards import KINGS, MOND, ORDER, PACK, PAGAT, is_tarok
from .tarok_score import ANNOUNCED, is_ordinary, outcome, side_of, stake

TALON = 6
# The contracts that can be bid, low to high.
OF_THREE = ["three", "two", "one", "solo", "berac", "open_berac"]
OF_FOUR = [
    *("three", "two", "one", "solo_three", "solo_two", "solo_one"),
    *("berac", "solo_without", "open_berac", "colour_valat", "valat"),
]
GROUPS = {"three": 3, "solo_three": 3, "two": 2, "solo_two": 2, "one": 1, "solo_one": 1}
"""The number of cards that the declarer takes from the talon, where it is turned up."""

# The prepared first deals by the number of players: the player after the dealer, the learner, the
# others, and the talon.
PREPARED = {
    3: [
        "T19 T17 T6 T4 T3 T2 CK C8 C7 SQ SC S10 S9 HQ HC H3 "
        "T22 T21 T16 T14 T10 T9 T8 T7 T1 CJ SJ DK DQ DC DJ D3 "
        "T15 T12 T11 T5 CQ CC C10 C9 SK S8 S7 D1 D4 H1 H2 H4 "
        "HK D2 HJ T13 T18 T20",
        "T16 T15 T12 T9 T5 T1 CQ CC C7 SQ S10 S7 DC D3 H1 H3 "
        "T22 T21 T20 T19 T13 T11 T8 T3 CK CJ SK SC DK D2 HJ H4 "
        "T18 T17 T14 T10 T7 T6 T2 C10 C9 S9 S8 DJ D1 HQ HC H2 "
        "T4 DQ HK SJ D4 C8",
        "T16 T13 T10 T8 T4 CJ C7 SQ SJ S10 S9 S8 S7 HK HC H1 "
        "T21 T18 T15 T9 T7 T6 T5 T3 T1 CK CC SC DQ DC DJ H2 "
        "T20 T17 T14 T12 CQ C10 C8 SK DK D1 D2 D3 D4 HQ HJ H4 "
        "T19 T2 H3 C9 T22 T11",
        "T20 T17 T16 T14 T11 T10 T5 CQ C10 SQ DQ DC DJ D3 H3 H4 "
        "T22 T19 T15 T13 T9 T8 T6 T4 T3 T2 SK DK D4 HK HC HJ "
        "T21 T18 T12 T1 CJ C9 C7 SJ S10 S9 S8 S7 D1 D2 H1 H2 "
        "T7 SC C8 CC CK HQ",
    ],
    4: [
        "T16 T14 T12 T9 C7 SK SQ S7 D1 HK HC H3 "
        "T22 T21 T20 T19 T10 T5 T1 CC SJ S10 D4 H1 "
        "T15 T11 T8 T6 CK C10 C8 S9 S8 DC D2 H2 "
        "T13 T7 T4 T2 CQ C9 SC DK DJ HQ HJ H4 "
        "T3 D3 T17 DQ CJ T18",
        "T17 T14 T5 T3 CC C8 SJ S7 D1 HK HJ H1 "
        "T22 T21 T20 T16 T15 T8 T4 T1 CK S8 D2 H2 "
        "T18 T13 T12 CJ C9 C7 SK SQ S10 S9 H3 H4 "
        "T11 T7 T2 CQ C10 SC DK DQ DJ D4 HQ HC "
        "T10 T6 D3 T19 T9 DC",
        "T19 T15 T8 T7 C9 C8 S9 D2 HK HJ H3 H4 "
        "T22 T21 T20 T17 T13 T4 T1 CC SK SC DJ HQ "
        "T16 T14 T9 C10 SQ SJ S10 S8 DK DC D3 HC "
        "T12 T10 T6 T5 T3 CK CQ C7 DQ D4 H1 H2 "
        "CJ T11 D1 T18 T2 S7",
        "T20 T16 T12 T8 CC SQ SC DK DQ HK HC H4 "
        "T22 T21 T10 T7 T6 T5 T1 CJ SJ DC D1 HJ "
        "T11 T4 T2 CQ C9 C8 C7 SK S9 DJ D2 H1 "
        "T18 T15 T13 T9 T3 CK S10 S8 D3 HQ H2 H3 "
        "D4 T19 S7 T14 C10 T17",
    ],
}


def players(options: Mapping[str, Any]) -> int:
    """The number of players at a table with these options."""
    number: int = options.get("players", 3)
    return number


def hand_size(options: Mapping[str, Any]) -> int:
    """Returns the number of cards that each player is dealt, and so of tricks."""
    return (len(PACK) - TALON) // players(options)


def biddable(options: Mapping[str, Any]) -> list[str]:
    """The contracts that can be bid, low to high."""
    if players(options) == 4:
        return OF_FOUR
    return OF_THREE if options.get("open_berac") else OF_THREE[:-1]


def calls_king(options: Mapping[str, Any], contract: str) -> bool:
    """True if the declarer of this contract calls a king."""
    return players(options) == 4 and contract in ("three", "two", "one")


def _taroks_last(options: Mapping[str, Any]) -> bool:
    return players(options) == 4 or bool(options.get("taroks_discarded_last"))


def _least(options: Mapping[str, Any], standing: str) -> list[str]:
    """Returns the contracts as high as the standing one or higher, low to high."""
    contracts = biddable(options)
    return contracts[contracts.index("solo_without" if standing == "klop" else standing) :]


def _avoiding(contract: str) -> bool:
    return contract in ("klop", "berac", "open_berac")


def undertaking(phase: Mapping[str, Any]) -> dict[str, Any] | None:
    """Returns the declarer's undertaking, once it is said."""
    if phase["name"] in ("calling", "discarding", "announcing"):
        return {name: phase[name] for name in phase if name != "name"}
    found: dict[str, Any] | None = phase.get("undertaking")
    return found


class Tarok(Deal):
    """A deal of tarok for three or for four."""

    name = "tarok"
    kinds = {f"tarok-{seats}": {"players": seats} for seats in (3, 4)}

    @classmethod
    def shuffled(
        cls, options: Mapping[str, Any], secret: bytes, nonces: Sequence[str]
    ) -> tuple[Mapping[str, Any], list[str]]:
        if options.get("prepared"):
            return options, shuffled(PREPARED[players(options)], secret, nonces)[0].split()
        seats, size = players(options), hand_size(options)
        for attempt in count():
            pack = shuffled(PACK, secret, nonces, attempt)
            hands = shared_out(pack, seats, size, 0)
            if all(any(is_tarok(card) for card in hand) for hand in hands):
                break
        if attempt and options.get("compulsory_klop"):
            options = {**options, "compulsory": True}
        return options, pack

    @classmethod
    def of_pack(cls, options: Mapping[str, Any], dealer: int, pack: Sequence[str]) -> Self:
        seats, size = players(options), hand_size(options)
        hands = shared_out(pack, seats, size, dealer)
        return cls.of(options, dealer, hands, pack[size * seats :])

    @classmethod
    def of(
        cls,
        options: Mapping[str, Any],
        dealer: int,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str],
        table: Sequence[str] = (),
    ) -> Self:
        seats = players(options)
        forehand = (dealer + 1) % seats
        compulsory = bool(options.get("compulsory"))
        bids: list[str | None] = [None] * seats
        bids[forehand] = None if compulsory else "three"
        view: View = {
            "game": cls.name,
            "observer": None,
            "current_player": (forehand + 1) % seats,
            "hand": None,
            "discards": [],
            "options": dict(options),
            "dealer": dealer,
            "hand_sizes": [hand_size(options)] * seats,
            "known": [[] for _ in range(seats)],
            "denied": [[] for _ in range(seats)],
            "played": [[] for _ in range(seats)],
            "talon": len(stock),
            "phase": {
                "name": "bidding",
                "to_bid": (forehand + 1) % seats,
                "forehand": forehand,
                "standing": "klop" if compulsory else "three",
                "bidder": forehand,
                "bids": bids,
                "passed": [False] * seats,
            },
        }
        deal = cls(view, [ORDER.sort(hand) for hand in hands])
        deal._talon, deal._buried = list(stock), []
        return deal

    _talon: list[str]
    _buried: list[str]

    @property
    def stock(self) -> list[str]:
        return self._talon

    @property
    def result(self) -> Result | None:
        made: Result | None = self.view["phase"].get("result")
        return made

    def seen_by(self, seat: int | None) -> View:
        view = super().seen_by(seat)
        play = undertaking(self.view["phase"])
        if play is not None and play["declarer"] == seat:
            view["discards"] = list(self._buried)
        return view

    def allows(self, action: str) -> bool:
        return action in self.legal_actions()

    def legal_actions(self) -> list[str]:
        """Returns the actions of the current player, in the server's order; nothing at the end."""
        seat, phase, options = self.current_player, self.view["phase"], self.view["options"]
        if seat is None:
            return []
        hand, name = self.hands[seat], phase["name"]
        play = undertaking(phase)
        if name == "bidding":
            bids = _least(options, phase["standing"])
            places = [(s - phase["forehand"]) % len(self.hands) for s in (seat, phase["bidder"])]
            if bids[0] == phase["standing"] and places[0] >= places[1]:
                bids = bids[1:]
            return ["pass", *(f"bid:{bid}" for bid in bids)]
        if name == "choosing":
            contracts = _least(options, phase["standing"])
            return [f"contract:{c}" for c in (["klop"] if phase["may_klop"] else []) + contracts]
        assert play is not None
        if name == "calling":
            return [f"call:{king}" for king in PACK if king in KINGS]
        if name == "taking":
            return [f"take:{group}" for group in range(TALON // GROUPS[play["contract"]])]
        if name == "discarding":
            return [f"discard:{card}" for card in cards.discardable(hand, _taroks_last(options))]
        if name == "announcing":
            colour = play["contract"] in ("solo_three", "solo_two", "solo_one")
            raised = ["contract:colour_valat"] if colour and len(play["stakes"]) == 1 else []
            first = [s for s in play["stakes"] if s["item"] != "game"]
            own = [f"announce:{one}" for one in self._announceable(play, hand)]
            return ["pass", *own, *([] if first else raised)]
        if name == "doubling":
            own = self._announceable(play, hand) if phase.get("announcing") else []
            side = self._side_with(play, seat)
            items = raisable(play["stakes"], side)
            return ["pass", *(f"announce:{o}" for o in own), *(f"raise:{item}" for item in items)]
        return cards.playable(phase["trick"]["cards"], hand, _avoiding(play["contract"]))

    def _announceable(self, play: Mapping[str, Any], hand: Sequence[str]) -> list[str]:
        four = players(self.view["options"]) == 4
        items = {made["item"] for made in play["stakes"]}
        king = (play.get("called") or {}).get("king")
        if four and "valat" in items:
            return []

        def may(item: str) -> bool:
            if item in items:
                return False
            if item == "king_ultimo":
                return king is not None and king in hand
            return item != "pagat_ultimo" or not four or PAGAT in hand

        return [item for item in ANNOUNCED if may(item)]

    def _side_with(self, play: Mapping[str, Any], seat: int) -> str:
        holds = (play.get("called") or {}).get("king") in self.hands[seat]
        return side_of(play, seat) or ("declarer" if holds else "defenders")

    def _shown_side(self, seat: int) -> dict[str, str]:
        """The side that a player shows by speaking, if nobody knew it."""
        play = undertaking(self.view["phase"])
        if play is None or side_of(play, seat) is not None:
            return {}
        return {"side": self._side_with(play, seat)}

    def ask_again(self, following: str | None) -> None:
        """Lets the raising go on where a recorded deal goes on after this pass.

        In deals recorded by earlier rules it ended only with the declarer's pass after a
        whole round without a raise; of four players there are none of those.
        """
        phase, seats = self.view["phase"], len(self.hands)
        goes_on = following == "pass" or (following or "").startswith("raise:")
        if phase["name"] != "doubling" or not goes_on or seats == 4:
            return
        if not any(made["raises"] for made in phase["undertaking"]["stakes"]):
            return
        if not _pass_doubling(copy.deepcopy(phase), seats):
            steps = (phase["undertaking"]["declarer"] - phase["speaker"]) % seats
            phase["to_ask"] = steps or seats

    def _apply(self, action: str) -> None:
        seat, view = self.current_player, self.view
        assert seat is not None
        phase, options = view["phase"], view["options"]
        verb, _, what = action.partition(":")
        if verb == "pass":
            self._happen({"type": "passed", "seat": seat})
            play = undertaking(view["phase"])
            if view["phase"]["name"] == "playing" and play and play["contract"] == "open_berac":
                shown = list(self.hands[play["declarer"]])
                self._happen({"type": "hand_shown", "seat": play["declarer"], "cards": shown})
        elif verb == "bid":
            self._happen({"type": "bid", "seat": seat, "contract": what})
        elif verb == "contract":
            event: Event = {"type": "chosen", "seat": seat, "contract": what}
            if what in GROUPS and not calls_king(options, what):
                event["talon"], self._talon = self._talon, []
            self._happen(event)
        elif verb == "call":
            talon, self._talon = self._talon, []
            self._happen({"type": "called", "seat": seat, "king": what, "talon": talon})
        elif verb == "take":
            group, size = int(what), GROUPS[phase["undertaking"]["contract"]]
            taken = ORDER.sort(phase["talon"][group * size : (group + 1) * size])
            self.hands[seat] = ORDER.sort([*self.hands[seat], *taken])
            self._happen({"type": "took_group", "seat": seat, "group": group, "cards": taken})
        elif verb == "discard":
            self.hands[seat].remove(what)
            if not is_tarok(what):
                self._buried = ORDER.sort([*self._buried, what])
            self._happen({"type": "discarded", "seat": seat, "card": what})
        elif verb == "announce":
            side = self._shown_side(seat)
            self._happen({"type": "announced", "seat": seat, "announcement": what, **side})
        elif verb == "raise":
            made = stake(phase["undertaking"]["stakes"], what)
            multiplier = 2 << len(made["raises"])
            side = self._shown_side(seat)
            event = {"type": "raised", "seat": seat, "item": what, "multiplier": multiplier, **side}
            self._happen(event)
        else:
            self._play(seat, action)

    def _play(self, seat: int, card: str) -> None:
        view = self.view
        self.hands[seat].remove(card)
        play = view["phase"]["undertaking"]
        called = play.get("called")
        event: Event = {"type": "played", "seat": seat, "card": card}
        if called and called["king"] == card and None in called["sides"]:
            event["called_by"] = play["declarer"]
        self._happen(event)
        trick, seats = view["phase"]["trick"], len(self.hands)
        if len(trick["cards"]) < seats:
            return
        taker = cards.winner(trick)
        assert taker is not None
        event = {"type": "trick_taken", "seat": taker}
        if play["contract"] == "klop" and self._talon:
            event["gift"] = self._talon.pop(0)
        rest = _talon_won(play, trick, taker)
        if rest:
            event["rest"] = rest
        self._happen(event)
        of_declarer = taker == play["declarer"]
        decided = {
            "berac": of_declarer,
            "open_berac": of_declarer,
            "colour_valat": not of_declarer,
            "valat": not of_declarer,
        }.get(play["contract"], False)
        phase = view["phase"]
        if decided or sum(phase["taken"]["tricks"]) == hand_size(view["options"]):
            end = outcome(phase["undertaking"], phase["taken"], view["options"])
            self._happen({"type": "finished", "result": end})

    @staticmethod
    def observe(view: View, event: Event) -> None:
        _observe_table(view, event)
        view["current_player"] = _current_player(view["phase"])


def raisable(stakes: Sequence[Mapping[str, Any]], side: str) -> list[str]:
    """The items that a player of this side may raise: the other side's next for kontra and
    sub, the own for re and mort."""
    found = []
    for made in stakes:
        owner, raised = made.get("side", "declarer"), len(made["raises"])
        if raised < 4 and (side == owner) == (raised % 2 == 1):
            found.append(made["item"])
    return found


def _talon_won(play: Mapping[str, Any], trick: Mapping[str, Any], taker: int) -> list[str]:
    exchange, called, declarer = play["exchange"], play.get("called"), play["declarer"]
    if not exchange or not called or called["king"] not in exchange["taken"]:
        return []
    won = cards.player_of(trick, called["king"]) == declarer and taker == declarer
    return list(exchange["left"]) if won else []


def _current_player(phase: Mapping[str, Any]) -> int | None:
    name = phase["name"]
    if name == "finished":
        return None
    if name == "playing":
        trick = phase["trick"]
        seat: int = (trick["leader"] + len(trick["cards"])) % trick.get("seats", 3)
        return seat
    where = {"bidding": "to_bid", "doubling": "speaker"}.get(name, "declarer")
    of: Mapping[str, Any] = phase["undertaking"] if name == "taking" else phase
    current: int = of[where]
    return current


def _observe_table(view: View, event: Event) -> None:
    phase, options, kind = view["phase"], view["options"], event["type"]
    name, seat, seats = phase["name"], event.get("seat", 0), len(view["hand_sizes"])
    if kind == "hand_shown":
        view["known"][seat] = list(event["cards"])
    elif name == "bidding":
        _observe_bidding(view, event)
    elif name == "choosing":
        _chosen(view, event)
    elif name == "calling":
        play = undertaking(phase) or {}
        sides: list[str | None] = [None] * seats
        sides[seat] = "declarer"
        called = {"king": event["king"], "sides": sides}
        if event["king"] in event["talon"]:
            _settle(called, None)
        view["talon"] -= len(event["talon"])
        play["called"] = called
        view["phase"] = {"name": "taking", "undertaking": play, "talon": list(event["talon"])}
    elif name == "taking":
        play = phase["undertaking"]
        left = [card for card in phase["talon"] if card not in event["cards"]]
        taken = ORDER.sort(event["cards"])
        play["exchange"] = {"taken": taken, "left": ORDER.sort(left), "shown": [], "buried": 0}
        view["phase"] = {"name": "discarding", **play}
        view["hand_sizes"][seat] += len(taken)
        view["known"][seat] = ORDER.sort([*view["known"][seat], *taken])
    elif name == "discarding":
        _discarded(view, seat, event.get("card"))
    elif name == "announcing":
        if kind == "announced":
            _announce(phase, event["announcement"], "declarer", seats)
            _show_ultimo(view, seat, event["announcement"])
            return
        play = undertaking(phase) or {}
        if kind == "chosen":
            play["contract"] = event["contract"]
        view["phase"] = _doubling(play, options)
    elif name == "doubling":
        _observe_doubling(view, event)
    elif kind == "played":
        _played(view, seat, event["card"])
    elif kind == "trick_taken":
        _trick_taken(view, event)
    elif kind == "finished":
        view["phase"] = {
            "name": "finished",
            "undertaking": phase["undertaking"],
            "taken": phase["taken"],
            "result": event["result"],
        }


def _observe_bidding(view: View, event: Event) -> None:
    phase, seat, seats = view["phase"], event["seat"], len(view["hand_sizes"])
    if event["type"] == "bid":
        phase["standing"] = phase["bids"][seat] = event["contract"]
        phase["bidder"] = seat
    else:
        phase["passed"][seat] = True
        if sum(phase["passed"]) == seats - 1:
            others = [bid for s, bid in enumerate(phase["bids"]) if s != phase["forehand"]]
            view["phase"] = {
                "name": "choosing",
                "declarer": phase["bidder"],
                "standing": phase["standing"],
                "may_klop": not any(others),
            }
            return
    following = ((seat + step) % seats for step in range(1, seats + 1))
    phase["to_bid"] = next(s for s in following if not phase["passed"][s])


def _chosen(view: View, event: Event) -> None:
    contract, options = event["contract"], view["options"]
    talon = list(event.get("talon", []))
    view["talon"] -= len(talon)
    stakes = [] if contract == "klop" else [{"item": "game", "raises": []}]
    play: dict[str, Any] = {
        "declarer": event["seat"],
        "contract": contract,
        "exchange": None,
        "stakes": stakes,
    }
    if contract == "klop":
        view["phase"] = _playing(view, play)
    elif calls_king(options, contract):
        view["phase"] = {"name": "calling", **play}
    elif contract in GROUPS:
        view["phase"] = {"name": "taking", "undertaking": play, "talon": talon}
    elif is_ordinary(contract):
        view["phase"] = {"name": "announcing", **play}
    else:
        view["phase"] = _doubling(play, options)


def _doubling(play: dict[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    seats = players(options)
    phase = {
        "name": "doubling",
        "undertaking": play,
        "speaker": (play["declarer"] + 1) % seats,
        "to_ask": seats - 1,
    }
    if seats == 4 and is_ordinary(play["contract"]):
        phase["announcing"] = True
    return phase


def _playing(view: View, play: dict[str, Any]) -> dict[str, Any]:
    options, seats, contract = view["options"], len(view["hand_sizes"]), play["contract"]
    by_forehand = contract == "klop" or (
        is_ordinary(contract) if seats == 4 else bool(options.get("forehand_leads"))
    )
    leader = (view["dealer"] + 1) % seats if by_forehand else play["declarer"]
    trick: dict[str, Any] = {"leader": leader, "cards": []}
    if seats != 3:
        trick["seats"] = seats
    if contract == "colour_valat":
        trick["colours"] = True
    taken: dict[str, Any] = {
        "last_trick": None,
        "piles": [[] for _ in range(seats)],
        "tricks": [0] * seats,
        "mond_lost": None,
    }
    return {"name": "playing", "undertaking": play, "trick": trick, "taken": taken}


def _settle(called: dict[str, Any], partner: int | None) -> None:
    if partner is not None:
        called["sides"][partner] = "declarer"
    called["sides"] = [side or "defenders" for side in called["sides"]]


def _announce(play: dict[str, Any], item: str, side: str, seats: int) -> None:
    if seats == 4 and item == "valat":
        play["stakes"] = []
    made: dict[str, Any] = {"item": item, "raises": []}
    if side == "defenders":
        made["side"] = side
    play["stakes"].append(made)


def _observe_doubling(view: View, event: Event) -> None:
    phase, kind, seats = view["phase"], event["type"], len(view["hand_sizes"])
    play, seat = phase["undertaking"], event["seat"]
    if kind == "passed":
        if not _pass_doubling(phase, seats):
            view["phase"] = _playing(view, play)
        return
    if kind == "announced":
        side = side_of(play, seat) or event.get("side") or "defenders"
        _announce(play, event["announcement"], side, seats)
    else:
        stake(play["stakes"], event["item"])["raises"].append(seat)
    steps = (play["declarer"] - phase["speaker"]) % seats
    phase["to_ask"] = steps + seats if seats == 4 else seats - 1
    phase.pop("silent", None)
    _show_side(view, seat, event.get("side"))
    if kind == "announced":
        _show_ultimo(view, seat, event["announcement"])


def _pass_doubling(phase: dict[str, Any], seats: int) -> bool:
    """Lets the next player speak who is asked; false if the raising is over."""
    play = phase["undertaking"]
    while phase["to_ask"] > 0:
        phase["to_ask"] -= 1
        if seats == 4:
            phase["silent"] = phase.get("silent", 0) + 1
        phase["speaker"] = (phase["speaker"] + 1) % seats
        if phase["speaker"] == play["declarer"]:
            phase.pop("announcing", None)
        side = side_of(play, phase["speaker"])
        if seats == 4 or (side is not None and raisable(play["stakes"], side)):
            return True
    return False


def _show_side(view: View, seat: int, side: str | None) -> None:
    play = view["phase"]["undertaking"]
    called = play.get("called")
    if not called or side is None or None not in called["sides"]:
        return
    king = called["king"]
    if side == "declarer":
        _settle(called, seat)
        view["known"][seat] = ORDER.sort([*view["known"][seat], king])
        return
    called["sides"][seat] = side
    view["denied"][seat] = ORDER.sort([*view["denied"][seat], king])
    if None not in called["sides"]:
        declarer = play["declarer"]
        view["known"][declarer] = ORDER.sort([*view["known"][declarer], king])


def _show_ultimo(view: View, seat: int, announcement: str) -> None:
    if len(view["hand_sizes"]) != 4:
        return
    phase = view["phase"]
    called = (phase if phase["name"] == "announcing" else phase["undertaking"]).get("called")
    if announcement == "pagat_ultimo":
        view["known"][seat] = ORDER.sort([*view["known"][seat], PAGAT])
    elif announcement == "king_ultimo" and called:
        _settle(called, seat)
        view["known"][seat] = ORDER.sort([*view["known"][seat], called["king"]])


def _discarded(view: View, seat: int, card: str | None) -> None:
    phase, known, denied = view["phase"], view["known"], view["denied"]
    exchange = phase["exchange"]
    view["hand_sizes"][seat] -= 1
    if card is not None and is_tarok(card):
        exchange["shown"] = ORDER.sort([*exchange["shown"], card])
        known[seat] = [other for other in known[seat] if other != card]
        if _taroks_last(view["options"]):
            plain = [other for other in PACK if cards.plain(other)]
            denied[seat] = ORDER.sort([*denied[seat], *plain])
    else:
        exchange["buried"] += 1
        # Any plain card that was taken may be the one; still nobody else can hold it.
        uncertain = [other for other in known[seat] if cards.plain(other)]
        known[seat] = [other for other in known[seat] if other not in uncertain]
        for other in range(len(view["hand_sizes"])):
            if other != seat:
                denied[other] = ORDER.sort([*denied[other], *uncertain])
    if len(exchange["taken"]) == len(exchange["shown"]) + exchange["buried"]:
        phase["name"] = "announcing"


def _played(view: View, seat: int, card: str) -> None:
    phase = view["phase"]
    play, trick = phase["undertaking"], phase["trick"]
    shown = cards.denied_by(trick["cards"], card, _avoiding(play["contract"]))
    view["denied"][seat] = ORDER.sort([*view["denied"][seat], *shown])
    trick["cards"].append(card)
    view["hand_sizes"][seat] -= 1
    view["known"][seat] = [other for other in view["known"][seat] if other != card]
    view["played"][seat] = ORDER.sort([*view["played"][seat], card])
    called = play.get("called")
    if called and called["king"] == card:
        _settle(called, seat)


def _trick_taken(view: View, event: Event) -> None:
    phase, seat = view["phase"], event["seat"]
    trick, taken, play = phase["trick"], phase["taken"], phase["undertaking"]
    gift, rest = event.get("gift"), event.get("rest", [])
    view["talon"] -= gift is not None
    phase["trick"] = {**trick, "leader": seat, "cards": []}
    if play["exchange"] and rest:
        left = play["exchange"]["left"]
        play["exchange"]["left"] = [card for card in left if card not in rest]
    won = [*trick["cards"], *([gift] if gift else []), *rest]
    taken["piles"][seat] = ORDER.sort([*taken["piles"][seat], *won])
    taken["tricks"][seat] += 1
    loser = cards.player_of(trick, MOND)
    if taken["mond_lost"] is None and loser is not None and loser != seat:
        taken["mond_lost"] = loser
    taken["last_trick"] = trick
