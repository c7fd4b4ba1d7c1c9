"""What docs/DATA.md says about Parquet: a record of random deals, exported by the real program,
is as a reader of the files expects it, and every query runs; those of Postgres on the server
that VZETEK_TEST_POSTGRES names. VZETEK_BIN is the folder of the programs."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

import duckdb
import pytest
from duckdb_extensions import import_extension
from vzetek.record import start

ROOT = pathlib.Path(__file__).resolve().parent.parent
BIN = pathlib.Path(os.environ["VZETEK_BIN"]).resolve()
POSTGRES = os.environ.get("VZETEK_TEST_POSTGRES")
# Queries of ClickHouse and Spark are tried by hand.
QUERIES = re.findall(r"(?ms)^```sql duckdb( postgres)?\n(.*?)^```", (ROOT / "docs/DATA.md").read_text())
DEALS = 60
EXTENSIONS = ("sqlite_scanner", "postgres_scanner")
for extension in EXTENSIONS:
    import_extension(extension)


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def export(database, out, *more):
    run(BIN / "vzetek-lab", "export", "--format", "parquet", "--database", database, "--out", out, *more)
    for line in (out / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest, name
    return out


def connect():
    base = duckdb.connect()
    for name in EXTENSIONS:
        base.load_extension(name)
    return base


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """A folder with a database of random deals and its export."""
    folder = tmp_path_factory.mktemp("data")
    run(BIN / "examples/random_record", f"sqlite:{folder}/vzetek.db", DEALS)
    export(f"sqlite:{folder}/vzetek.db", folder / "vzetek")
    return folder


@pytest.fixture(scope="module")
def of_postgres(tmp_path_factory):
    """The same of a database on Postgres: its URL, and the export."""
    if not POSTGRES:
        pytest.skip("VZETEK_TEST_POSTGRES names no server")
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/psql")) or [shutil.which("psql")]
    run(programs[-1], POSTGRES, "-qc", "DROP DATABASE IF EXISTS data_check", "-c", "CREATE DATABASE data_check")
    database = re.sub(r"/[^/?]*(\?|$)", r"/data_check\1", POSTGRES)
    run(BIN / "examples/random_record", database, DEALS)
    return database, export(database, tmp_path_factory.mktemp("data") / "of-postgres")


def test_vectors_follow_from_their_secrets(work):
    """The first hand of each deal, by another program's shuffle."""
    schema = json.loads((work / "vzetek/schema.json").read_text())
    games = {kind: game for game in schema["games"] for kind in game["kinds"]}
    vectors = json.loads((work / "vzetek/test_vectors.json").read_text())["deals"]
    assert vectors
    for deal in vectors:
        cards, first = games[deal["kind"]]["cards"], deal["moves"][0]
        assert sorted(start(deal).hands[first["seat"]]) == sorted(cards[card] for card in first["hand"])
        for move in deal["moves"]:
            assert move["action"].split("x")[0] == games[deal["kind"]]["actions"][move["action_id"]]
            assert move["action_id"] in move["legal"]


def test_query_of_the_card(work):
    """It runs in the folder that the dataset card describes."""
    text = (work / "vzetek/README.md").read_text()
    query = text.split("With DuckDB")[1].split("\n\n")[1]
    assert connect().execute(query.replace("'kind=", f"'{work}/vzetek/kind=")).fetchall()


def test_open_set_names_nobody(work):
    """It has none of the record's ids, names and latest deals."""
    export(f"sqlite:{work}/vzetek.db", work / "open", "--open", "--key-file", work / "open.key")
    base = connect()
    base.execute(f"ATTACH '{work}/vzetek.db' AS live (TYPE sqlite, READ_ONLY)")
    leaks = base.execute(
        f"""
        WITH told AS (
          SELECT unnest([player, decided_by, game]) AS id FROM '{work}/open/*/*/*/decisions.parquet'
          UNION ALL SELECT unnest([game, table_id]) FROM '{work}/open/*/*/*/deals.parquet'
          UNION ALL SELECT player FROM '{work}/open/players.parquet'
        )
        SELECT * FROM told WHERE id IN (
          SELECT id FROM live.accounts UNION ALL SELECT id FROM live.games
          UNION ALL SELECT id FROM live.tables)
        """
    ).fetchall()
    guests, private, deals = base.execute(
        f"""
        SELECT count(*) FILTER (s.kind = 'guest' AND s.player IS NOT NULL), count(*) FILTER (private), count(*)
          FROM (SELECT unnest(seats) AS s, private FROM '{work}/open/*/*/*/deals.parquet')
        """
    ).fetchone()
    assert (leaks, guests, private) == ([], 0, 0) and deals


def test_there_are_queries():
    assert len(QUERIES) >= 10


@pytest.mark.parametrize("of, query", QUERIES, ids=lambda text: text.strip().split("\n")[0][:40])
def test_query(work, of, query, request):
    folder = work / "vzetek"
    if of:
        database, folder = request.getfixturevalue("of_postgres")
        query = re.sub(r"'postgres://[^']*'", f"'{database}'", query)
    query = query.replace("'vzetek/", f"'{folder}/").replace("'vzetek.db'", f"'{work}/vzetek.db'")
    # Thresholds of ten thousand games are too high for this record.
    assert connect().execute(query.replace("10000", "1")).fetchall()
