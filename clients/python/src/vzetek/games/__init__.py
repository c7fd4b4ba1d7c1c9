"""The games: their cards, rules and results, and deals that are played on paper.

`game` finds one by the name in `options` and in views.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadRecord, VzetekError
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
    "game_of",
]

GAMES: dict[str, type[Deal]] = {game.name: game for game in (Trset, Tarok, Tablic)}
"""The games by the name that `options` and views have for them."""


def game(name: str) -> type[Deal]:
    """The game of this name. Raises `BadRecord` if there is none."""
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise BadRecord(f"{name} is a game that this program does not know; it knows {known}")
    return GAMES[name]


def game_of(kind: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The game of a kind such as `trset-2` with these options, as a table's config has it.

    Raises `VzetekError` if there is no such kind.
    """
    for game in GAMES.values():
        if kind in game.kinds:
            return {"name": game.name, "options": {**(options or {}), **game.kinds[kind]}}
    known = ", ".join(kind for game in GAMES.values() for kind in game.kinds)
    raise VzetekError(f"{kind} is no kind of game; there are {known}")
