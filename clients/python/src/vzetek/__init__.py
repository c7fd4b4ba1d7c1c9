"""Bots for Vzetek, the server for tršet, kifameno, tarok and tablić; records of its deals
replayed and verified; and its data sets.

    import random
    import vzetek

    class Mine(vzetek.Bot):
        def choose(self, view, legal):
            return random.choice(legal)

    Mine().run()

Records are checked with nothing but Python; to play takes `websockets`, to load data one
of `polars`, `pandas` and `duckdb`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .bot import Bot
from .decisions import Turn
from .errors import (
    BadData,
    BadDocument,
    BadRecord,
    BotFailed,
    ConnectionFailed,
    Disagreement,
    IllegalAction,
    IllegalChoice,
    Refused,
    VzetekError,
)
from .games import Deal, Event, Result, View
from .record import Checked, Step, replay, start, steps, verify

if TYPE_CHECKING:
    from .data import DataSet
    from .http import Server
    from .played import Played
    from .player import play, play_async, play_together

__all__ = [
    "BadData",
    "BadDocument",
    "BadRecord",
    "Bot",
    "BotFailed",
    "Checked",
    "ConnectionFailed",
    "DataSet",
    "Deal",
    "Disagreement",
    "Event",
    "IllegalAction",
    "IllegalChoice",
    "Played",
    "Refused",
    "Result",
    "Server",
    "Step",
    "Turn",
    "View",
    "VzetekError",
    "play",
    "play_async",
    "play_together",
    "replay",
    "start",
    "steps",
    "verify",
]


_LATER = {
    "DataSet": "data",
    "Played": "played",
    "Server": "http",
    "play": "player",
    "play_async": "player",
    "play_together": "player",
}


def __getattr__(name: str) -> Any:
    # Modules that need more than Python, or take long to load, are loaded on demand.
    if name in _LATER:
        return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
