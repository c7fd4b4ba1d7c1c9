"""The data set in Polars, pandas and DuckDB, and its deals replayed."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import layout
import pytest
from conftest import House, program

import vzetek
from vzetek import Bot, DataSet, Server, View
from vzetek.games import Tarok

KINDS = ["kifameno-3", "tablic-2", "tarok-3", "tarok-4", "trset-2"]


class First(Bot):
    """Does the first thing that is legal."""

    def choose(self, view: View, legal: list[str]) -> str:
        return legal[0]


@pytest.fixture(scope="module")
def records(house: House) -> list[tuple[dict[str, Any], str]]:
    """Two deals of each kind, in two months, and a third of tršet in the later one."""
    server, found = Server(house.address), []
    for kind in KINDS:
        count = 3 if kind == "trset-2" else 2
        played = vzetek.play(First(), house.address, game=kind, matches=count)
        for deal, month in zip(played.deals, ["2026-09", "2026-11", "2026-11"]):
            found.append((server.game(deal["game"]), month))
    return found


@pytest.fixture(scope="module")
def folder(records: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of these deals; its own path looks like a part of one."""
    path = tmp_path_factory.mktemp("kind=none")
    layout.write(path, records)
    return path


def games(records: Any, kind: str, month: str | None = None) -> list[str]:
    """The ids of the deals of a kind and month."""
    return sorted(r["id"] for r, m in records if r["kind"] == kind and month in (None, m))


def test_a_set_says_what_it_has(folder: Path) -> None:
    data = DataSet(folder)
    assert data.kinds == KINDS
    assert data.months() == data.months("tarok-4") == ["2026-09", "2026-11"]
    assert data.cards("kifameno-3")[:2] == ["C4", "C5"]
    assert data.actions("tarok-3")[54] == "pass"
    assert data.actions("tarok-3")[155] == "raise:king_ultimo"
    assert data.check_files() == 2 * 2 * len(KINDS) + 2


@pytest.mark.parametrize("month", [None, "2026-09", "2026-11"])
@pytest.mark.parametrize("kind", ["trset-2", "tarok-4"])
def test_deals_are_read_by_kind_and_month(
    records: Any, folder: Path, kind: str, month: str | None
) -> None:
    data, expected = DataSet(folder), games(records, kind, month)
    by_polars = data.polars("deals", kind, month).collect()
    assert sorted(by_polars["game"]) == expected
    assert set(by_polars["kind"]) == {kind}
    assert set(by_polars["month"]) == ({9, 11} if month is None else {int(month[-2:])})
    by_pandas = data.pandas("deals", kind, month)
    assert sorted(by_pandas["game"]) == expected
    assert set(by_pandas["kind"]) == {kind} and set(by_pandas["year"]) == {2026}
    by_duckdb = data.duckdb("deals", kind, month)
    rows = by_duckdb.select("game, kind, year, month").fetchall()
    assert sorted(row[0] for row in rows) == expected
    assert {row[1:3] for row in rows} == {(kind, 2026)}


def test_decisions_of_several_kinds_are_read_together(records: Any, folder: Path) -> None:
    data = DataSet(folder)
    kinds = ["trset-2", "kifameno-3"]
    count = sum(len(r["steps"]) for r, m in records if r["kind"] in kinds and m == "2026-11")
    frame = data.polars("decisions", kinds, ["2026-11"]).collect()
    assert frame.height == count
    assert len(data.pandas("decisions", kinds, "2026-11", columns=["action", "kind"])) == count
    import duckdb

    connection = duckdb.connect()
    decisions = data.duckdb("decisions", kinds, "2026-11", connection)
    assert decisions.count("*").fetchall() == [(count,)]
    first = frame.filter(move_number=1, kind="trset-2").row(0, named=True)
    names = data.cards("trset-2")
    assert first["action"] in [names[card] for card in first["hand"]]


def test_players_are_one_file(folder: Path) -> None:
    data = DataSet(folder)
    expected = [{"player": "a", "kind": "trset-2", "deals": 1}]
    assert data.polars("players").collect().to_dicts() == expected
    assert data.pandas("players").to_dict("records") == expected
    assert data.duckdb("players").fetchall() == [("a", "trset-2", 1)]


def rows_of(data: DataSet, by: str) -> list[dict[str, Any]]:
    """All deals, as rows of this library."""
    if by == "polars":
        return data.polars().collect().to_dicts()
    if by == "pandas":
        frame = data.pandas()
        return [dict(row) for _, row in frame.iterrows()]
    relation = data.duckdb()
    return [dict(zip(relation.columns, row)) for row in relation.fetchall()]


@pytest.mark.parametrize("by", ["polars", "pandas", "duckdb"])
def test_every_deal_is_replayed_and_verified(records: Any, folder: Path, by: str) -> None:
    data, results = DataSet(folder), {r["id"]: r["result"] for r, _ in records}
    rows = rows_of(data, by)
    assert len(rows) == len(results)
    for row in rows:
        checked = data.verify(row)
        assert checked.is_whole and checked.actions == len(row["moves"])
        result = data.replay(row).result
        assert result is not None and result.items() <= results[row["game"]].items()
        assert data.start(row).seen_by(0)["hand"]


@pytest.fixture(scope="module")
def real(house: House, records: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data set that the laboratory exports of the same deals, and others."""
    lab = program("vzetek-lab")
    told = subprocess.run([lab, "export", "--help"], capture_output=True, text=True, timeout=30)
    if "parquet" not in told.stdout:
        pytest.skip("this laboratory is built without Parquet")
    path = tmp_path_factory.mktemp("real") / "set"
    command = [lab, "export", "--database", house.database, "--format", "parquet"]
    done = subprocess.run(
        [*command, "--out", str(path)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return path


def test_the_real_export_is_read_and_verified(records: Any, real: Path) -> None:
    data = DataSet(real)
    assert set(KINDS) <= set(data.kinds)
    assert data.schema["games"] == layout.GAMES
    data.check_files()
    ids = {record["id"] for record, _ in records}
    for by in ("polars", "pandas", "duckdb"):
        rows = rows_of(data, by)
        assert ids <= {row["game"] for row in rows}
        assert all(data.verify(row).is_whole for row in rows)
    # The tests may go on from one month into the next.
    months = data.months("tarok-4")
    assert months
    decisions = data.polars("decisions", "tarok-4", months).collect()
    assert len(data.pandas("decisions", "tarok-4", months)) == decisions.height
    assert data.duckdb("decisions", "tarok-4").count("*").fetchall() == [(decisions.height,)]
    names = data.cards("tarok-4")
    for row in data.polars("deals", "tarok-4").collect().iter_rows(named=True):
        deal = data.start(row)
        for line in decisions.filter(game=row["game"]).sort("move_number").to_dicts():
            assert isinstance(deal, Tarok)
            assert sorted(names[card] for card in line["hand"]) == sorted(deal.hands[line["seat"]])
            legal = [data.actions("tarok-4")[action] for action in line["legal"]]
            assert legal == deal.legal_actions()
            deal.apply(line["action"])
        assert deal.is_over
    assert data.polars("players").collect().height > 0


def test_the_test_vectors_of_the_export_hold(real: Path) -> None:
    data = DataSet(real)
    vectors = json.loads((real / "test_vectors.json").read_text())["deals"]
    assert {vector["kind"] for vector in vectors} == set(data.kinds)
    for vector in vectors:
        whole = {name: json.dumps(vector[name]) for name in ("options", "result")}
        checked = data.verify({**vector, **whole})
        assert checked.is_whole and checked.actions == len(vector["moves"])


def changed_deck(row: dict[str, Any]) -> None:
    row["deck"][0], row["deck"][-1] = row["deck"][-1], row["deck"][0]


def changed_number(row: dict[str, Any]) -> None:
    row["moves"][0]["action_id"] = (row["moves"][0]["action_id"] + 1) % 40


def unknown_number(row: dict[str, Any]) -> None:
    row["moves"][0]["action_id"] = 60000


def changed_result(row: dict[str, Any]) -> None:
    result = json.loads(row["result"])
    result["seats"][0]["won"] = not result["seats"][0]["won"]
    row["result"] = json.dumps(result)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed_deck, "not the deck that follows"),
        (lambda row: row["moves"].pop(), "not over after all"),
        # The last move of all is that of the first seat, or of another.
        (lambda row: row["moves"].reverse(), "do not allow the play|'s turn"),
        (changed_number, "is not the number of"),
        (unknown_number, "60000 is not the number of"),
        (lambda row: row["moves"][0].update(seat=7), "it was"),
        (changed_result, "the result says seats"),
    ],
)
@pytest.mark.parametrize("kind", ["trset-2", "tarok-4", "tablic-2"])
def test_changed_rows_disagree(folder: Path, kind: str, change: Any, message: str) -> None:
    data = DataSet(folder)
    row = copy.deepcopy(data.polars("deals", kind).collect().row(0, named=True))
    data.verify(row)
    change(row)
    with pytest.raises(vzetek.Disagreement, match=message):
        data.verify(row)


def test_a_set_without_secrets_is_verified_from_its_decks(folder: Path) -> None:
    data = DataSet(folder)
    row = data.polars("deals", "tarok-3").collect().row(0, named=True)
    assert data.verify({**row, "secret": None, "nonces": None}).is_whole
    with pytest.raises(vzetek.BadRecord, match="no row of deals"):
        data.verify({"kind": "tarok-3"})
    for read in (data.verify, data.replay):
        without = {name: value for name, value in row.items() if name != "moves"}
        with pytest.raises(vzetek.BadRecord, match="no row of deals: KeyError.'moves'."):
            read(without)


def test_what_is_no_data_set_is_said(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(vzetek.BadData, match="is no folder"):
        DataSet(tmp_path / "none")
    with pytest.raises(vzetek.BadData, match=r"schema.json is missing. One is written by"):
        DataSet(tmp_path)
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    for text, message in [
        ("nonsense", "describes no data set"),
        ("{}", "describes no data set"),
        ('{"schema_version": 1}', "is of schema version 1, and this package reads version 3"),
    ]:
        (other / "schema.json").write_text(text)
        with pytest.raises(vzetek.BadData, match=message):
            DataSet(other)
    shutil.copy(folder / "schema.json", other)
    (other / "SHA256SUMS").unlink()
    with pytest.raises(vzetek.BadData, match="is not complete"):
        DataSet(other)


def test_what_a_set_lacks_is_said(folder: Path, tmp_path: Path) -> None:
    data = DataSet(folder)
    for arguments, message in [
        (("whist", None, None), "there is no table whist; there are deals, decisions, players"),
        (("players", "trset-2", None), "players is one file of all kinds and months"),
        (("deals", "trset-4", None), "has no kind trset-4; it has kifameno-3, tablic-2"),
        (("deals", "trset-2", "2026-10"), "has nothing of 2026-10 of trset-2; it has 2026-09"),
        (("deals", "trset-2", "November"), "'November' is no month; one is written as 2026-11"),
    ]:
        with pytest.raises(vzetek.BadData, match=message):
            data.polars(*arguments)
    with pytest.raises(vzetek.BadData, match="whist-4 is no kind of game; there are trset-2"):
        data.cards("whist-4")
    empty = tmp_path / "empty"
    empty.mkdir()
    layout.write(empty, [])
    with pytest.raises(vzetek.BadData, match="has no deals of any kind"):
        DataSet(empty).duckdb()
    assert DataSet(empty).kinds == []


def test_a_damaged_set_is_said(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    victim = other / "kind=trset-2/year=2026/month=11/deals.parquet"
    victim.write_bytes(victim.read_bytes()[:-1])
    with pytest.raises(vzetek.BadData, match="deals.parquet is not the file that was exported"):
        DataSet(other).check_files()
    victim.unlink()
    with pytest.raises(vzetek.BadData, match="deals.parquet is missing"):
        DataSet(other).check_files()
    with pytest.raises(vzetek.BadData, match="deals.parquet is missing"):
        DataSet(other).polars("deals", "trset-2")


@pytest.mark.parametrize("module", ["polars", "pandas", "duckdb", "pyarrow"])
def test_a_library_that_is_missing_is_named(folder: Path, module: str) -> None:
    reader = "pandas" if module == "pyarrow" else module
    code = (
        f"import sys; sys.modules[{module!r}] = None; import vzetek;"
        f"vzetek.DataSet(sys.argv[1]).{reader}()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, timeout=60
    )
    assert f"{module} is not installed: pip install 'vzetek[{reader}]'" in done.stderr
