"""The errors of this package. Each says in its message what was wrong and what would
have been right."""

from __future__ import annotations


class VzetekError(Exception):
    """Everything that this package raises on purpose."""


class ConnectionFailed(VzetekError):
    """Nobody answers at the address, or it is not a Vzetek server."""


class Refused(VzetekError):
    """The server refuses; `code` is the protocol's word for it."""

    def __init__(self, code: str, message: str, retry_ms: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_ms = retry_ms


class IllegalChoice(VzetekError):
    """A bot chose what is not legal. The message names the choice and what was legal."""


class BotFailed(VzetekError):
    """A bot's own code raised an exception, which is the `__cause__` of this one."""


class BadDocument(VzetekError):
    """A decision document that is not of the form it must have."""


class BadRecord(VzetekError):
    """A record that is not one of a finished deal, or of a game that is not known."""


class IllegalAction(VzetekError):
    """An action that the rules do not allow where it stands."""


class Disagreement(VzetekError):
    """A record says something else than what follows from it."""


class BadData(VzetekError):
    """A folder that holds no data, or none that this package reads."""
