"""The games: their cards, rules and results, and deals that are played on paper.

`game` finds one by the name in `options` and in views.
"""

from __future__ import annotations

from ..errors import BadRecord
from .base import Deal, Event, Result, View
from .tablic import Tablic
from .tarok import Tarok
from .trset import Trset

__all__ = [
    "GAMES",
    "Deal",
    "Event",
    "Result",
    "Tablic",
    "Tarok",
    "Trset",
    "View",
    "game",
]

GAMES: dict[str, type[Deal]] = {game.name: game for game in (Trset, Tarok, Tablic)}
"""The games by the name that `options` and views have for them."""


def game(name: str) -> type[Deal]:
    """The game of this name. Raises `BadRecord` if there is none."""
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise BadRecord(f"{name} is a game that this program does not know; it knows {known}")
    return GAMES[name]
