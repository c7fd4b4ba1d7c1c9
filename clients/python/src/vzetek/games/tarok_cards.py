"""The cards of tarok, what they are worth, and which of them may be played to a trick."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .base import Order

TAROKS = [f"T{number}" for number in range(1, 23)]
PAGAT, MOND, SKIS = "T1", "T21", "T22"
TRULA = {PAGAT, MOND, SKIS}
KINGS = {"HK", "DK", "SK", "CK"}

_RED = ["4", "3", "2", "1", "J", "C", "Q", "K"]
_BLACK = ["7", "8", "9", "10", "J", "C", "Q", "K"]
PACK = [
    *(suit + rank for suit in "HD" for rank in _RED),
    *(suit + rank for suit in "SC" for rank in _BLACK),
    *TAROKS,
]
"""The fifty-four cards: the suits, in each the weakest first, then the taroks."""

ORDER = Order(PACK)
ALL_POINTS = 70
HALF = 35


def suit(card: str) -> str:
    """The suit of a card: `H`, `D`, `S`, `C`, or `T` for taroks."""
    return card[0]


def is_tarok(card: str) -> bool:
    """True for the twenty-two taroks."""
    return suit(card) == "T"


def points(cards: Iterable[str]) -> int:
    """Returns the value of a pile: 70 points for all cards together. Cards are counted by threes,
    each three 2 less than its cards; one or two that are left over lose 1."""
    worth = {"K": 5, "Q": 4, "C": 3, "J": 2}
    pile = list(cards)
    value = sum(5 if c in TRULA else 1 if is_tarok(c) else worth.get(c[1:], 1) for c in pile)
    threes, over = divmod(len(pile), 3)
    return value - 2 * threes - (1 if over else 0)


def highest(cards: Iterable[str], led: str) -> str | None:
    """The highest tarok, else the highest card of the suit led."""
    all_cards = list(cards)
    taroks = [card for card in all_cards if is_tarok(card)]
    return ORDER.highest(taroks or [card for card in all_cards if suit(card) == led])


def best(trick: Mapping[str, Any]) -> str | None:
    """The card that holds the trick so far; none before the first."""
    cards: list[str] = trick["cards"]
    if not cards:
        return None
    led = suit(cards[0])
    if trick.get("colours") and led != "T":
        return ORDER.highest(card for card in cards if suit(card) == led)
    return PAGAT if TRULA <= set(cards) else highest(cards, led)


def player_of(trick: Mapping[str, Any], card: str | None) -> int | None:
    """The seat that played this card, if it is in the trick."""
    cards: list[str] = trick["cards"]
    if card not in cards:
        return None
    leader: int = trick["leader"]
    return (leader + cards.index(card)) % int(trick.get("seats", 3))


def winner(trick: Mapping[str, Any]) -> int | None:
    """The seat that holds the trick so far; none before the first card."""
    return player_of(trick, best(trick))


def playable(trick: Sequence[str], hand: Sequence[str], avoiding: bool) -> list[str]:
    """The cards of the hand that may be played to these. `avoiding` in klop and berač,
    where one must beat and keeps the pagat."""
    following = _following(trick, hand)
    if not avoiding:
        return following
    if {MOND, SKIS} <= set(trick) and PAGAT in following:
        return [PAGAT]
    allowed = [card for card in following if _beats(trick, card)] or following
    return [card for card in allowed if card != PAGAT] or allowed


def _following(trick: Sequence[str], hand: Sequence[str]) -> list[str]:
    if not trick:
        return list(hand)
    led = suit(trick[0])
    same = [card for card in hand if suit(card) == led]
    return same or [card for card in hand if is_tarok(card)] or list(hand)


def _beats(trick: Sequence[str], card: str) -> bool:
    """True if the card ranks above all that count on the table, even where the pagat will
    take mond and škis with it."""
    top = highest(trick, suit(trick[0])) if trick else None
    if top is None:
        return False
    if is_tarok(top) or not is_tarok(card):
        return suit(card) == suit(top) and ORDER.above(card, top)
    return True


def denied_by(trick: Sequence[str], card: str, avoiding: bool) -> list[str]:
    """The cards that a player who plays this one to the trick shows not to hold."""
    if avoiding:
        return [c for c in PACK if c != card and card not in playable(trick, [card, c], True)]
    if not trick or suit(trick[0]) == suit(card):
        return []
    led = suit(trick[0])
    return [c for c in PACK if suit(c) == led or (is_tarok(c) and not is_tarok(card))]


def plain(card: str) -> bool:
    """True for the cards that go away face down: neither taroks nor kings."""
    return not is_tarok(card) and card not in KINGS


def discardable(hand: Sequence[str], taroks_last: bool) -> list[str]:
    """The cards of the hand that may be discarded: no kings, and no pagat, mond or škis;
    with `taroks_last` taroks only if there is nothing else."""
    allowed = [card for card in hand if card not in KINGS and card not in TRULA]
    lie_low = [card for card in allowed if plain(card)]
    return lie_low if taroks_last and lie_low else allowed
