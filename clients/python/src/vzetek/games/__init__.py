"""The games: their cards, rules and results, and deals that are played on paper.

`deal` and `observe` find the game by the name in `options` and in views.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
    "observe",
]

GAMES: dict[str, type[Deal]] = {game.name: game for game in (Trset, Tarok, Tablic)}
"""The games by the name that `options` and views have for them."""


def game(name: str) -> type[Deal]:
    """The game of this name. Raises `BadRecord` if there is none."""
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise BadRecord(f"{name} is a game that this program does not know; it knows {known}")
    return GAMES[name]


def observe(view: View, event: Mapping[str, Any]) -> None:
    """Changes a view as an event of its deal says, so that it is what a new snapshot would
    tell."""
    game(view["game"]).observe(view, dict(event))
