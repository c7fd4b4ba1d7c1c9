"""The common part of all games: deals that are played on paper, and views of them."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from ..errors import IllegalAction

View = dict[str, Any]
"""A deal as one seat knows it, or the public (`observer` is `None`): the JSON of the
protocol, described in docs/protocol/trset.md, tarok.md and tablic.md."""

Event = dict[str, Any]
"""Something that followed from an action, as `moved` tells it."""

Result = dict[str, Any]
"""The result of a deal, as the game's document describes it."""


class Order:
    """The order in which the cards of a pack are written down: from the end of the pack to
    its beginning."""

    def __init__(self, pack: Iterable[str]) -> None:
        self._place = {card: place for place, card in enumerate(pack)}

    def __contains__(self, card: str) -> bool:
        return card in self._place

    def sort(self, cards: Iterable[str]) -> list[str]:
        """The cards, each once, in this order."""
        return sorted(set(cards), key=self._place.__getitem__, reverse=True)

    def above(self, card: str, other: str) -> bool:
        """True if the first of two cards of a suit is the stronger one."""
        return self._place[card] > self._place[other]

    def highest(self, cards: Iterable[str]) -> str | None:
        """The strongest of the cards of a suit; none of none."""
        return max(cards, key=self._place.__getitem__, default=None)


def shared_out(pack: Sequence[str], seats: int, size: int, dealer: int) -> list[list[str]]:
    """Hands by seat: the first cards go to the player after the dealer, and so on."""
    places = ((seat - dealer - 1) % seats for seat in range(seats))
    return [list(pack[size * place : size * (place + 1)]) for place in places]


class Deal(ABC):
    """A deal with every card, hidden or not, as it is played action by action.

    `hands` are the cards by seat, `view` the public side of the deal, as the protocol
    writes the view of a spectator.
    """

    name: ClassVar[str]
    """The game's name in `options`: `trset`, `tarok` or `tablic`."""

    kinds: ClassVar[Mapping[str, Mapping[str, Any]]]
    """The options that each kind of the game has, the usual kind first."""

    def __init__(self, view: View, hands: Sequence[Sequence[str]]) -> None:
        self.view = view
        self.hands = [list(hand) for hand in hands]

    @classmethod
    def dealt(
        cls, options: Mapping[str, Any], dealer: int, secret: bytes, nonces: Sequence[str]
    ) -> Self:
        """The deal that follows from a secret and nonces."""
        options, pack = cls.shuffled(options, secret, nonces)
        return cls.of_pack(options, dealer, pack)

    @classmethod
    @abstractmethod
    def shuffled(
        cls, options: Mapping[str, Any], secret: bytes, nonces: Sequence[str]
    ) -> tuple[Mapping[str, Any], list[str]]:
        """The pack in the order in which it is dealt, of the attempt that counts, and the
        options of that deal: in tarok a deal that is dealt again may be another one."""

    @classmethod
    @abstractmethod
    def of_pack(cls, options: Mapping[str, Any], dealer: int, pack: Sequence[str]) -> Self:
        """The deal of a pack in the order in which it is dealt."""

    @classmethod
    @abstractmethod
    def of(
        cls,
        options: Mapping[str, Any],
        dealer: int,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str],
        table: Sequence[str] = (),
    ) -> Self:
        """The deal of these cards: hands by seat, what is left over in its order, and in
        tablić the cards that lie on the table."""

    @staticmethod
    @abstractmethod
    def observe(view: View, event: Event) -> None:
        """Changes the public view of a deal as the event says."""

    @property
    @abstractmethod
    def stock(self) -> list[str]:
        """The cards still to be drawn or dealt, in their order; in tarok the talon that lies
        face down."""

    @abstractmethod
    def allows(self, action: str) -> bool:
        """True if the rules allow the action of the current player now."""

    @abstractmethod
    def _apply(self, action: str) -> None:
        """Does what is allowed."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result, once the deal is over."""

    @property
    def current_player(self) -> int | None:
        """The seat that is to act; `None` when the deal is over."""
        player: int | None = self.view["current_player"]
        return player

    @property
    def is_over(self) -> bool:
        """True if nobody can do anything any more."""
        return self.current_player is None

    def apply(self, action: str) -> list[Event]:
        """Does the action of the current player, and returns what followed from it, as
        somebody is told who may know everything.

        Raises `IllegalAction` if it is not allowed; then nothing is changed.
        """
        if self.is_over:
            raise IllegalAction(f"{action}: the deal is over")
        if not self.allows(action):
            raise IllegalAction(
                f"{action} is not allowed to seat {self.current_player}, whose hand is"
                f" {' '.join(self.hands[self.current_player or 0])}"
            )
        self._events: list[Event] = []
        self._apply(action)
        return self._events

    def seen_by(self, seat: int | None) -> View:
        """The view of a seat, or of the public."""
        view = copy.deepcopy(self.view)
        view["observer"] = seat
        view["hand"] = None if seat is None else list(self.hands[seat])
        return view

    def _happen(self, event: Event) -> None:
        self.observe(self.view, event)
        self._events.append(event)
