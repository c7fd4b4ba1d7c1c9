"""The decisions of a player, and how each is asked for."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import BotFailed, IllegalChoice, VzetekError
from .games import Event, View, tablic

Choice = str | Awaitable[str]
"""The result of a decision: an action, at once or from a coroutine."""


@dataclass(frozen=True)
class Turn:
    """The parts of a turn beside the view."""

    legal: Sequence[str]
    """Everything that may be done, unless `legal_cut`."""
    legal_cut: bool = False
    """True on a large table of tablić: what was left out may be done all the same."""
    move_ms: int | None = None
    """The time for this turn, in milliseconds; `None` if no clock runs."""
    bank_ms: int | None = None
    """The time beyond that for the whole deal, in milliseconds."""
    score: Mapping[str, Any] | None = None
    """The running score of the match before this deal, with tarok's open radelci."""
    events: Sequence[Event] = field(default=())
    """The events of the deal so far, as this seat was told."""


class Decisions:
    """The decisions of a player of any of the games.

    Override `choose`; it is asked for every decision that has no method of its own, and
    by all the methods below that are not overridden. Each of them is given the view, a
    dictionary as docs/protocol/trset.md, tarok.md and tablic.md describe it, and what is
    legal, and returns one of these. They may be coroutines. While one of them runs,
    `self.turn` tells the clock, the score and the events so far.

    The decisions run one after the other on a thread of their own, so that a long one
    does not break the connection.
    """

    turn: Turn = Turn(())

    def choose(self, view: View, legal: list[str]) -> Choice:
        """Plays a card, or does whatever else is to be decided."""
        raise NotImplementedError(
            f"{type(self).__name__} has no choose(self, view, legal): it returns one of the"
            " actions in legal"
        )

    def declare(self, view: View, legal: list[str]) -> Choice:
        """Tršet, before the first card: declares (`napola:C`), or plays a card."""
        return self.choose(view, legal)

    def bid(self, view: View, legal: list[str]) -> Choice:
        """Tarok: bids (`bid:two`), or passes (`pass`)."""
        return self.choose(view, legal)

    def contract(self, view: View, legal: list[str]) -> Choice:
        """Tarok, having won the bidding: says what is really played (`contract:one`)."""
        return self.choose(view, legal)

    def king(self, view: View, legal: list[str]) -> Choice:
        """Tarok for four: calls a king (`call:SK`)."""
        return self.choose(view, legal)

    def talon(self, view: View, legal: list[str]) -> Choice:
        """Tarok: takes a group of the talon (`take:0`)."""
        return self.choose(view, legal)

    def discard(self, view: View, legal: list[str]) -> Choice:
        """Tarok: puts one card away (`discard:H4`)."""
        return self.choose(view, legal)

    def announce(self, view: View, legal: list[str]) -> Choice:
        """Tarok: announces (`announce:trula`) as the declarer, or passes."""
        return self.choose(view, legal)

    def kontra(self, view: View, legal: list[str]) -> Choice:
        """Tarok: raises (`raise:game`), of four players also announces, or passes."""
        return self.choose(view, legal)

    def deal_begins(self, view: View) -> None:
        """A deal begins; this is what the seat holds."""

    def happened(self, event: Event) -> None:
        """Something has happened in the deal."""

    def deal_over(self, finish: Mapping[str, Any]) -> None:
        """A deal is over: `result`, `won`, `score`, `match_won` and the rest of
        `deal_over` in docs/PROTOCOL.md."""


# The decision of each phase of tarok that has a method of its own.
PHASES = {
    "bidding": "bid",
    "choosing": "contract",
    "calling": "king",
    "taking": "talon",
    "discarding": "discard",
    "announcing": "announce",
    "doubling": "kontra",
}


def decision(view: Mapping[str, Any], legal: Sequence[str]) -> str:
    """The name of the method that decides here."""
    if view["game"] == "tarok":
        return PHASES.get(view["phase"]["name"], "choose")
    if view["game"] == "trset" and any(":" in action for action in legal):
        return "declare"
    return "choose"


def decide(bot: Decisions, view: View, turn: Turn) -> str:
    """Asks the bot, and checks what it says.

    Raises `BotFailed` if its code raises, and `IllegalChoice` if it chooses what is not
    legal.
    """
    method = decision(view, turn.legal)
    where = f"{type(bot).__name__}.{method}"
    ask: Callable[[View, list[str]], Choice] = getattr(bot, method)
    bot.turn = turn
    try:
        chosen = ask(view, list(turn.legal))
        if inspect.isawaitable(chosen):
            import asyncio  # slow to load, and most bots have no coroutines

            chosen = asyncio.run(_awaited(chosen))
    except VzetekError:
        raise
    except Exception as error:
        raise BotFailed(f"{where} raised {type(error).__name__}: {error}") from error
    if not isinstance(chosen, str):
        raise IllegalChoice(
            f"{where} returned {chosen!r}, which is no text; {_what_was_legal(turn.legal)}"
        )
    if chosen not in turn.legal and not (turn.legal_cut and _left_out(view, chosen)):
        raise IllegalChoice(
            f"{where} returned {chosen!r}, which is not legal; {_what_was_legal(turn.legal)}"
        )
    return chosen


async def _awaited(choice: Awaitable[str]) -> str:
    return await choice


def _left_out(view: View, action: str) -> bool:
    """True for what the server allows and left out of a long list."""
    if view["game"] != "tablic":
        return True
    return tablic.allowed(view["hand"], view["cards"], action)


def _what_was_legal(legal: Sequence[str]) -> str:
    shown = ", ".join(legal[:40])
    return f"legal was {shown}" + (f" and {len(legal) - 40} more" if len(legal) > 40 else "")
