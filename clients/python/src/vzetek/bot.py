"""A player as the author of a bot sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .decisions import Decisions

if TYPE_CHECKING:
    from .played import Played


class Bot(Decisions):
    """A player with the ways in which it plays: at a server, by its command line, or by
    answering decision documents.

    The modules for these are loaded when they are used.
    """

    def run(self, arguments: Sequence[str] | None = None) -> None:
        """The program of a bot, with arguments of the command line (`--help` names them).

        Plays at a server; or answers decision documents (see `run_exec`) if the standard
        input is no terminal and no option of playing is given.
        """
        from .command import run

        run(self, arguments)

    def run_exec(self) -> int:
        """Answers decision documents, one a line of standard input, as `vzetek-lab match`
        asks players that are programs of their own. Returns their number."""
        from .documents import run

        return run(self)

    def play(self, server: str = "http://127.0.0.1:8080", **options: Any) -> Played:
        """Plays at a server until so many matches are over, and returns what became of
        them. The options are those of `vzetek.play`."""
        from .player import play

        return play(self, server, **options)
