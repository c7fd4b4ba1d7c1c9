"""The program that checks the record of a finished deal; see `main`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from .errors import VzetekError
from .record import verify


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads a record from standard input and says what agrees. Ends with status 1 and a
    word on standard error where something does not."""
    parser = argparse.ArgumentParser(
        prog="vzetek verify",
        description="Checks the record of a finished deal on standard input: the promise, the"
        " cards, the play and the result.",
        epilog="Example: curl -s http://127.0.0.1:8080/api/games/ID | python -m vzetek verify",
    )
    parser.add_argument(
        "--seen",
        metavar="FILE",
        type=argparse.FileType("r"),
        help="what you were told before your nonce was opened: commitment, nonce_hashes, seat,"
        " nonce and the earlier commitments",
    )
    options = parser.parse_args(arguments)
    try:
        record = _parsed(sys.stdin.read(), "the record")
        seen = _parsed(options.seen.read(), "the file of --seen") if options.seen else None
        checked = verify(record, seen)
    except VzetekError as error:
        sys.exit(str(error))
    print(f"game {record.get('id', '')}: the cards are those that were promised")
    if checked.is_whole:
        print(f"the rules allow all {checked.actions} actions, and the result follows from them")
    else:
        print(
            f"the record holds {checked.actions} of {record.get('moves', 'all')} actions: the"
            " result was not checked"
        )
    if record["options"]["options"].get("prepared"):
        print("they were prepared for a newcomer, not shuffled")
    if record.get("nonce_hashes") is None:
        print(
            "it is from before nonces were committed to: who held a seat and the server"
            " could have chosen its nonce last"
        )
    for dropped in record.get("dropped", []):
        print(
            f"promised before and dropped ({dropped['reason']}, seats {dropped['seats']}):"
            f" {dropped['commitment']}"
        )


def _parsed(text: str, what: str) -> dict[str, Any]:
    try:
        parsed = json.loads(text)
    except ValueError as error:
        raise VzetekError(f"{what} is not JSON: {error}") from None
    if not isinstance(parsed, dict):
        raise VzetekError(f"{what} is no object")
    return parsed


if __name__ == "__main__":
    main()
