"""Decision documents: one JSON object a line asks for one decision, one answers it.

A document has the `view` of the seat that is to move and what is `legal`, and may have
`legal_cut`, the `events` of the deal so far, the running `score` and the time, `move_ms`. The answer is `{"action": "D3"}`.
"""

from __future__ import annotations

import contextlib
import json
import sys
import traceback
from typing import IO, Any

from .decisions import Decisions, Turn, decide
from .errors import BadDocument, BotFailed, VzetekError
from .games import GAMES, View


def read(line: str) -> tuple[View, Turn]:
    """The view and the turn of a document. Raises `BadDocument` if it is none."""
    try:
        document = json.loads(line)
    except ValueError as error:
        raise BadDocument(f"not JSON: {error}") from None
    if not isinstance(document, dict):
        raise BadDocument("a document is an object with view and legal")
    view, legal = document.get("view"), document.get("legal")
    if not isinstance(view, dict):
        raise BadDocument("view: the deal as the seat knows it is missing")
    if view.get("game") not in GAMES:
        known = ", ".join(GAMES)
        raise BadDocument(f"view.game: {view.get('game')!r} is none of {known}")
    if not isinstance(legal, list) or not legal or not all(isinstance(a, str) for a in legal):
        raise BadDocument("legal: a list of the legal actions is needed, one at least")
    events = document.get("events") or []
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise BadDocument("events: a list of events is needed")
    if document.get("later"):
        raise BadDocument("later: a view that knows of all events is needed")
    if view.get("observer") is None or view.get("hand") is None:
        raise BadDocument("view.observer: the seat that is to move is missing")
    turn = Turn(
        legal=legal,
        legal_cut=bool(document.get("legal_cut")),
        move_ms=document.get("move_ms"),
        score=document.get("score"),
        events=events,
    )
    return view, turn


def run(bot: Decisions, lines: IO[str] | None = None, answers: IO[str] | None = None) -> int:
    """Answers documents until there are no more, and returns their number.

    A bad one is answered by `{"error": …, "line": …}`. A bot that fails, or chooses what
    is not legal, ends the program: the fault is written to standard error, and the exit
    status is 1. What the bot prints goes to standard error.
    """
    lines, answers = lines or sys.stdin, answers or sys.stdout
    answered = 0
    with contextlib.redirect_stdout(sys.stderr):
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            _answer(_decided(bot, line, number), answers)
            answered += 1
    return answered


def _decided(bot: Decisions, line: str, number: int) -> dict[str, Any]:
    try:
        view, turn = read(line)
        return {"action": decide(bot, view, turn)}
    except BadDocument as error:
        return {"error": str(error), "line": number}
    except VzetekError as error:
        if isinstance(error, BotFailed) and error.__cause__ is not None:
            traceback.print_exception(error.__cause__, file=sys.stderr)
        sys.exit(f"{error} (document {number})")


def _answer(answer: dict[str, Any], answers: IO[str]) -> None:
    answers.write(json.dumps(answer, ensure_ascii=False) + "\n")
    answers.flush()
