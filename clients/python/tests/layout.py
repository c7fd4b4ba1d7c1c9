"""A data set in the layout of the export, written from records of a real server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import vzetek
from vzetek.games import Deal, tablic, tarok_cards, tarok_score, trset
from vzetek.games.tarok import OF_FOUR

CONTRACTS = [
    *("klop", "three", "two", "one", "solo", "berac", "open_berac"),
    *(contract for contract in OF_FOUR if contract not in ("three", "two", "one", "berac")),
]
CONTRACTS = list(dict.fromkeys(CONTRACTS))
SUITS, DECLARED = "CSBD", "A23"
GAMES: list[dict[str, Any]] = [
    {
        "name": "trset",
        "kinds": ["trset-2", "trset-3", "trset-4", "kifameno-2", "kifameno-3", "kifameno-4"],
        "cards": trset.PACK,
        "actions": [
            *trset.PACK,
            *(f"napola:{suit}" for suit in SUITS),
            *(
                name
                for rank in DECLARED
                for name in (*(f"three:{rank}/{suit}" for suit in SUITS), f"four:{rank}")
            ),
        ],
    },
    {
        "name": "tarok",
        "kinds": ["tarok-3", "tarok-4"],
        "cards": tarok_cards.PACK,
        "actions": [
            *tarok_cards.PACK,
            "pass",
            *(f"bid:{contract}" for contract in CONTRACTS),
            *(f"contract:{contract}" for contract in CONTRACTS),
            *(f"call:{king}" for king in ("HK", "DK", "SK", "CK")),
            *(f"take:{group}" for group in range(6)),
            *(f"discard:{card}" for card in tarok_cards.PACK),
            *(f"announce:{one}" for one in tarok_score.ANNOUNCED),
            "raise:game",
            *(f"raise:{one}" for one in tarok_score.ANNOUNCED),
        ],
    },
    {
        "name": "tablic",
        "kinds": ["tablic-2", "tablic-3", "tablic-4", "tablic-6"],
        "cards": tablic.PACK,
        "actions": tablic.PACK,
    },
]

SEAT = pa.struct(
    [
        ("seat", pa.int16()),
        ("player", pa.string()),
        ("kind", pa.string()),
        ("points", pa.int16()),
        ("won", pa.bool_()),
        ("forfeited", pa.bool_()),
    ]
)
MOVE = pa.struct(
    [
        ("seat", pa.int16()),
        ("action", pa.string()),
        ("action_id", pa.int16()),
        ("moved_by", pa.string()),
        ("thinking_ms", pa.int32()),
    ]
)
TIME = pa.timestamp("us", tz="UTC")
DEALS = pa.schema(
    [
        ("game", pa.string()),
        ("table_id", pa.string()),
        ("deal_number", pa.int32()),
        ("options", pa.string()),
        ("player_count", pa.int16()),
        ("dealer", pa.int16()),
        ("private", pa.bool_()),
        ("started_at", TIME),
        ("finished_at", TIME),
        ("deck", pa.list_(pa.int16())),
        ("secret", pa.string()),
        ("nonces", pa.list_(pa.string())),
        ("result", pa.string()),
        ("seats", pa.list_(SEAT)),
        ("moves", pa.list_(MOVE)),
    ]
)
DECISIONS = pa.schema(
    [
        ("game", pa.string()),
        ("move_number", pa.int16()),
        ("seat", pa.int16()),
        ("hand", pa.list_(pa.int16())),
        ("action", pa.string()),
        ("action_id", pa.int16()),
        ("won", pa.bool_()),
    ]
)


def game_of(kind: str) -> dict[str, Any]:
    """The description of a kind's game."""
    return next(game for game in GAMES if kind in game["kinds"])


def numbers(names: list[str], cards: list[str]) -> list[int]:
    """The numbers of these cards."""
    return [names.index(card) for card in cards]


def dealt(record: dict[str, Any]) -> tuple[Mapping[str, Any], list[str]]:
    """The options that a deal was played by, and its deck in dealing order."""
    options = record["options"]
    of: type[Deal] = vzetek.games.game(options["name"])
    secret = bytes.fromhex(record["secret"])
    played_by, pack = of.shuffled(options["options"], secret, record["nonces"])
    return {**options, "options": played_by}, pack


def deal_row(record: dict[str, Any], finished: datetime) -> dict[str, Any]:
    """The row of a deal."""
    game = game_of(record["kind"])
    won = record["players"]
    options, deck = dealt(record)
    return {
        "game": record["id"],
        "table_id": record["table"],
        "deal_number": record["number"],
        "options": json.dumps(options),
        "player_count": len(record["nonces"]),
        "dealer": record["dealer"],
        "private": False,
        "started_at": datetime.fromisoformat(record["started"]),
        "finished_at": finished,
        "deck": numbers(game["cards"], deck),
        "secret": record["secret"],
        "nonces": record["nonces"],
        "result": json.dumps(record["result"]),
        "seats": [
            {
                "seat": line["seat"],
                "player": line["player"]["id"],
                "kind": line["player"]["kind"],
                "points": None,
                "won": line["won"],
                "forfeited": line["forfeited"],
            }
            for line in won
        ],
        "moves": [
            {
                "seat": step["seat"],
                "action": step["action"],
                "action_id": game["actions"].index(step["action"].partition("x")[0]),
                "moved_by": step["by"],
                "thinking_ms": step["thinking_ms"],
            }
            for step in record["steps"]
        ],
    }


def decision_rows(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a deal's decisions."""
    game, deal = game_of(record["kind"]), vzetek.start(record)
    rows = []
    for number, step in enumerate(record["steps"], 1):
        hand = sorted(numbers(game["cards"], deal.hands[step["seat"]]))
        rows.append(
            {
                "game": record["id"],
                "move_number": number,
                "seat": step["seat"],
                "hand": hand,
                "action": step["action"],
                "action_id": game["actions"].index(step["action"].partition("x")[0]),
                "won": record["players"][step["seat"]]["won"],
            }
        )
        deal.apply(step["action"])
    return rows


def write(folder: Path, records: list[tuple[dict[str, Any], str]]) -> None:
    """Writes records as a data set, each into the month that is given with it."""
    months: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for record, month in records:
        months.setdefault((record["kind"], month), []).append(record)
    for (kind, month), deals in months.items():
        year, number = month.split("-")
        inner = folder / f"kind={kind}" / f"year={year}" / f"month={number}"
        inner.mkdir(parents=True)
        finished = datetime.fromisoformat(f"{month}-11T10:15:30.123456+00:00")
        rows = [deal_row(record, finished) for record in deals]
        _write(inner / "deals.parquet", rows, DEALS)
        decisions = [row for record in deals for row in decision_rows(record)]
        _write(inner / "decisions.parquet", decisions, DECISIONS)
    _write(folder / "players.parquet", [{"player": "a", "kind": "trset-2", "deals": 1}], None)
    schema = {"schema_version": 3, "set": {"open": False}, "files": {}, "games": GAMES}
    (folder / "schema.json").write_text(json.dumps(schema))
    sums(folder)


def sums(folder: Path) -> None:
    """Writes the sums of all files, last."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("".join(lines))


def _write(path: Path, rows: list[dict[str, Any]], schema: Any) -> None:
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), path, compression="zstd")
