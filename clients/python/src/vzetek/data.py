"""The data set that `vzetek-lab export --format parquet` writes, read into Polars, pandas
or DuckDB; docs/DATA.md describes its columns, and so does its `schema.json`."""

from __future__ import annotations

import hashlib
import importlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import BadData, BadRecord, Disagreement, IllegalAction
from .games import Deal, game
from .record import Checked, check_result, steps

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars

SCHEMA_VERSION = 3
"""The version of the layout that this package reads."""

TABLES = ("deals", "decisions", "players")
Row = Mapping[str, Any]


class DataSet:
    """A folder that the export wrote.

    `deals` has a row a deal, `decisions` a row a decision, with `kind`, `year` and `month`
    as columns; `players` a row a player and kind, over all months. Cards and actions are
    numbers, whose names `cards` and `actions` tell.
    """

    def __init__(self, folder: str | Path) -> None:
        """Raises `BadData` if the folder holds no data set, one that was not finished, or
        one of another version."""
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise BadData(f"{folder} is no folder")
        path = self.folder / "schema.json"
        if not path.is_file():
            raise BadData(
                f"{folder} holds no data set: schema.json is missing. One is written by"
                f" vzetek-lab export --database sqlite:vzetek.db --format parquet --out {folder}"
            )
        try:
            self.schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            version = self.schema["schema_version"]
        except (ValueError, KeyError, TypeError) as error:
            raise BadData(f"{path} describes no data set: {error!r}") from error
        if version != SCHEMA_VERSION:
            raise BadData(
                f"{folder} is of schema version {version}, and this package reads version"
                f" {SCHEMA_VERSION}: install the package that goes with the export"
            )
        if not (self.folder / "SHA256SUMS").is_file():
            raise BadData(
                f"{folder} is not complete: the export writes SHA256SUMS last, and it is"
                " missing. Run the export again"
            )

    @property
    def kinds(self) -> list[str]:
        """The kinds of which there are deals, such as `trset-2`."""
        return sorted({kind for kind, _, _ in self._months()})

    def months(self, kind: str | None = None) -> list[str]:
        """The months of which there are deals, of a kind or of any, such as `2026-11`."""
        kinds = self._wanted(kind)
        return sorted({month for of, month, _ in self._months() if of in kinds})

    def cards(self, kind: str) -> list[str]:
        """The names of the cards of a kind's game, by number."""
        return list(self._of_game(kind)["cards"])

    def actions(self, kind: str) -> list[str]:
        """The names of the actions of a kind's game, by number."""
        return list(self._of_game(kind)["actions"])

    def files(
        self,
        table: str = "deals",
        kind: str | Iterable[str] | None = None,
        months: str | Iterable[str] | None = None,
    ) -> list[Path]:
        """The files of a table, of these kinds and months (`2026-11`), or of all.

        Raises `BadData` if there is no such table, kind or month.
        """
        if table not in TABLES:
            raise BadData(f"there is no table {table}; there are {', '.join(TABLES)}")
        if table == "players":
            if kind is not None or months is not None:
                raise BadData("players is one file of all kinds and months: filter its rows")
            return [self.folder / "players.parquet"]
        kinds = self._wanted(kind)
        there = sorted({month for of, month, _ in self._months() if of in kinds})
        wanted = there if months is None else [months] if isinstance(months, str) else list(months)
        for month in wanted:
            if not re.fullmatch(r"\d{4}-\d\d", month):
                raise BadData(f"{month!r} is no month; one is written as 2026-11")
            if month not in there:
                raise BadData(
                    f"{self.folder} has nothing of {month} of {', '.join(sorted(kinds))};"
                    f" it has {', '.join(there)}"
                )
        found = [
            path / f"{table}.parquet"
            for of, month, path in self._months()
            if of in kinds and month in wanted
        ]
        if not found:
            raise BadData(f"{self.folder} has no deals of any kind: its export found none")
        for path in found:
            if not path.is_file():
                raise BadData(f"{path} is missing: the data set is not complete")
        return found

    def polars(
        self,
        table: str = "deals",
        kind: str | Iterable[str] | None = None,
        months: str | Iterable[str] | None = None,
    ) -> polars.LazyFrame:
        """A table in Polars, read when it is collected."""
        pl = _engine("polars")
        frames = []
        for path in self.files(table, kind, months):
            scanned = pl.scan_parquet(path, hive_partitioning=False)
            place = self._place(path)
            if place is not None:
                of, year, month = place
                scanned = scanned.with_columns(
                    kind=pl.lit(of), year=pl.lit(year, pl.Int32), month=pl.lit(month, pl.Int32)
                )
            frames.append(scanned)
        frame: polars.LazyFrame = pl.concat(frames)
        return frame

    def pandas(
        self,
        table: str = "deals",
        kind: str | Iterable[str] | None = None,
        months: str | Iterable[str] | None = None,
        columns: Sequence[str] | None = None,
    ) -> pandas.DataFrame:
        """A table in pandas, with these columns or all, of the types of Arrow."""
        pd, pa = _engine("pandas"), _engine("pyarrow", "pandas")
        ds = _engine("pyarrow.dataset", "pandas")
        types = [("kind", pa.string()), ("year", pa.int32()), ("month", pa.int32())]
        folders = None if table == "players" else pa.schema(types)
        dataset = ds.dataset(
            [str(path) for path in self.files(table, kind, months)],
            format="parquet",
            partitioning=folders and ds.partitioning(folders, flavor="hive"),
            partition_base_dir=str(self.folder),
        )
        read = dataset.to_table(columns=None if columns is None else list(columns))
        frame: pandas.DataFrame = read.to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def duckdb(
        self,
        table: str = "deals",
        kind: str | Iterable[str] | None = None,
        months: str | Iterable[str] | None = None,
        connection: duckdb.DuckDBPyConnection | None = None,
    ) -> duckdb.DuckDBPyRelation:
        """A table in DuckDB, as a relation of a connection, or of the one that the module
        has."""
        db = connection if connection is not None else _engine("duckdb")
        selects = []
        for path in self.files(table, kind, months):
            place, columns = self._place(path), ""
            if place is not None:
                of, year, month = place
                columns = f", {_quoted(of)} AS kind, {year} AS year, {month} AS month"
            selects.append(
                f"SELECT *{columns}"
                f" FROM read_parquet({_quoted(str(path))}, hive_partitioning = false)"
            )
        relation: duckdb.DuckDBPyRelation = db.sql(" UNION ALL ".join(selects))
        return relation

    def start(self, row: Row) -> Deal:
        """The deal of a row of `deals` before its first action, as its deck was dealt."""
        try:
            options, names = json.loads(row["options"]), self.cards(row["kind"])
            deck = [names[int(card)] for card in row["deck"]]
            return game(options["name"]).of_pack(options["options"], int(row["dealer"]), deck)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BadRecord(f"no row of deals: {error!r} is missing or wrong") from error

    def replay(self, row: Row) -> Deal:
        """The deal of a row of `deals` at its end."""
        deal = self.start(row)
        for _ in steps(deal, [action for _, action, _ in _moves(row)]):
            pass
        return deal

    def verify(self, row: Row) -> Checked:
        """Checks a row of `deals`: that its deck follows from secret and nonces (where the
        set has them), that the rules allow every action, and that the result follows.

        Raises `Disagreement` where the row says something else.
        """
        deal = self.start(row)
        if row.get("secret") is not None and row.get("nonces") is not None:
            options = json.loads(row["options"])
            secret, nonces = bytes.fromhex(row["secret"]), [str(n) for n in row["nonces"]]
            of = game(options["name"])
            _, pack = of.shuffled(options["options"], secret, nonces)
            names = self.cards(row["kind"])
            if pack != [names[int(card)] for card in row["deck"]]:
                raise Disagreement("this is not the deck that follows from the secret")
        moves = _moves(row)
        # Of tablić the number names the card alone.
        numbers = {name: number for number, name in enumerate(self.actions(row["kind"]))}
        try:
            for step, (seat, _, number) in zip(steps(deal, [m[1] for m in moves]), moves):
                if seat != step.seat:
                    raise Disagreement(
                        f"seat {seat} did {step.action}, and it was {step.seat}'s turn"
                    )
                if numbers.get(step.action.partition("x")[0]) != number:
                    raise Disagreement(f"{number} is not the number of {step.action}")
        except IllegalAction as error:
            raise Disagreement(f"the rules do not allow the play: {error}") from error
        if deal.result is None:
            raise Disagreement(f"the deal is not over after all of its {len(moves)} actions")
        if row.get("result") is not None:
            check_result(deal.result, json.loads(row["result"]))
        return Checked(deal, len(moves), is_whole=True)

    def check_files(self) -> int:
        """Checks every file against `SHA256SUMS`, and returns how many there are. Raises
        `BadData` naming one that is missing or another."""
        lines = (self.folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
        for line in lines:
            digest, _, name = line.partition(" ")
            path = self.folder / name.strip().removeprefix("*")
            if not path.is_file():
                raise BadData(f"{path} is missing: the data set is not complete")
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                    raise BadData(f"{path} is not the file that was exported: its SHA-256 differs")
        return len(lines)

    def _months(self) -> list[tuple[str, str, Path]]:
        """Kind, month and folder of each month."""
        found = []
        for path in sorted(self.folder.glob("kind=*/year=*/month=*")):
            kind, year, month = _named(path)
            found.append((kind, f"{year}-{month}", path))
        return found

    def _place(self, file: Path) -> tuple[str, int, int] | None:
        """Kind, year and month of a file, from the names of its folders; none of players.
        Folders above the data set may have such names, too."""
        if file.parent == self.folder:
            return None
        kind, year, month = _named(file.parent)
        return kind, int(year), int(month)

    def _wanted(self, kind: str | Iterable[str] | None) -> set[str]:
        there = self.kinds
        if kind is None:
            return set(there)
        kinds = {kind} if isinstance(kind, str) else set(kind)
        for one in sorted(kinds):
            if one not in there:
                known = ", ".join(there) or "none"
                raise BadData(f"{self.folder} has no kind {one}; it has {known}")
        return kinds

    def _of_game(self, kind: str) -> dict[str, Any]:
        for described in self.schema["games"]:
            if kind in described["kinds"]:
                found: dict[str, Any] = described
                return found
        known = ", ".join(k for g in self.schema["games"] for k in g["kinds"])
        raise BadData(f"{kind} is no kind of game; there are {known}")


def _named(folder: Path) -> tuple[str, str, str]:
    kind, year, month = (part.partition("=")[2] for part in folder.parts[-3:])
    return kind, year, month


def _moves(row: Row) -> list[tuple[int, str, int]]:
    """Seat, action and number of each move of a row of `deals`."""
    try:
        return [(int(m["seat"]), str(m["action"]), int(m["action_id"])) for m in row["moves"]]
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"no row of deals: {error!r} is missing or wrong") from error


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _engine(module: str, extra: str | None = None) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = extra or module
        raise BadData(
            f"{module} is not installed: pip install 'vzetek[{name}]', or in the checkout"
            f" pip install './clients/python[{name}]'"
        ) from error
