"""The deals that a bot has played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Played:
    """The deals that a bot played at a table."""

    table: str
    """The table's id."""
    seat: int
    """The seat the bot had."""
    deals: list[dict[str, Any]] = field(default_factory=list)
    """The end of each deal, as `deal_over` told it in `finish` (docs/PROTOCOL.md): `game` is
    the id of its record."""
    seen: list[dict[str, Any]] = field(default_factory=list)
    """Of each deal what was told before the nonce was opened, for `vzetek verify --seen`."""

    @property
    def matches(self) -> int:
        """The number of matches that were decided."""
        return sum(deal["match_won"] is not None for deal in self.deals)

    @property
    def matches_won(self) -> int:
        """The number of matches that the bot's side won."""
        return sum(bool(d["match_won"] and d["match_won"][self.seat]) for d in self.deals)
