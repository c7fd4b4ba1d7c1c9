"""What docs/DATA.md says about Parquet: a record of random deals, exported by the real program,
is as a reader of the files expects it, and every query there and in docs/examples finds something, on
that record or on one that was made as the page says; those of Postgres on the server that
VZETEK_TEST_POSTGRES names.
VZETEK_BIN is the folder of the programs."""

import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess

import duckdb
import pytest
from duckdb_extensions import import_extension
from vzetek.record import start

ROOT = pathlib.Path(__file__).resolve().parent.parent
BIN = pathlib.Path(os.environ["VZETEK_BIN"]).resolve()
POSTGRES = os.environ.get("VZETEK_TEST_POSTGRES")
MANUAL = (ROOT / "docs/DATA.md").read_text()


def questions(name):
    """The queries of a file of examples, each with the word in parentheses at its head, if there is one."""
    text = (ROOT / f"docs/examples/{name}.sql").read_text()
    return re.findall(r"(?m)^-- (?:\((postgres|people)\) )?[^\n]*\n(?:-- [^\n]*\n)*((?:[^-\n][^\n]*\n)+)", text)


# Queries of ClickHouse and Spark are tried by hand.
QUERIES = questions("questions")
PLAIN = re.findall(r"(?ms)^```sql( people|)\n(.*?)^```", MANUAL) + questions("database")
(ROLE,) = re.findall(r"(?ms)^```sql role\n(.*?)^```", MANUAL)
(KINDS,) = re.findall(r"(?m)^for kind in (.*); do$", MANUAL)
# Words that Spark reserves where it follows the standard (spark.sql.ansi.enforceReservedKeywords).
SPARK = """all and any as authorization between both case cast check collate column constraint create
cross current_date current_time current_timestamp current_user distinct else end escape except false
fetch filter for foreign from full grant group having in inner intersect into is join lateral leading
left natural not null offset on only or order outer overlaps percentile_cont percentile_disc primary
references right select session_user some sql table then time to trailing true union unique unknown
user using when where with within""".split()
DEALS = 60
EXTENSIONS = ("sqlite_scanner", "postgres_scanner")
for extension in EXTENSIONS:
    import_extension(extension)


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def psql(*commands, database=POSTGRES):
    """What psql prints of the rows of these commands, run one after the other in one session."""
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/psql")) or [shutil.which("psql")]
    return run(programs[-1], database, "-qAtv", "ON_ERROR_STOP=1", *(part for one in commands for part in ("-c", one)))


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
def of_bots(tmp_path_factory):
    """The same of bots, made as the page says, with fewer deals and simpler bots."""
    folder = tmp_path_factory.mktemp("bots")
    for kind in KINDS.split():
        run(BIN / "vzetek-lab", "populate", "--database", f"sqlite:{folder}/vzetek.db", "--kind", kind, "--deals", 40, "random", "gentle")
    export(f"sqlite:{folder}/vzetek.db", folder / "vzetek")
    return folder


@pytest.fixture(scope="module")
def of_postgres(tmp_path_factory):
    """The same of a database on Postgres: its URL, and the export."""
    if not POSTGRES:
        pytest.skip("VZETEK_TEST_POSTGRES names no server")
    psql("DROP DATABASE IF EXISTS data_check", "CREATE DATABASE data_check")
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
    assert len(QUERIES) >= 10 and len(PLAIN) >= 10


def low(query):
    """The query, with fewer games required than so small a record has."""
    return query.replace("> 100 ", "> 1 ")


@pytest.mark.parametrize("of, query", QUERIES, ids=lambda text: text.strip().split("\n")[0][:40])
def test_query(of, query, request):
    folder = request.getfixturevalue("work" if of == "people" else "of_bots")
    record = folder / "vzetek"
    if of == "postgres":
        database, record = request.getfixturevalue("of_postgres")
        query = re.sub(r"'postgres://[^']*'", f"'{database}'", query)
    query = query.replace("'vzetek/", f"'{record}/").replace("'vzetek.db'", f"'{folder}/vzetek.db'")
    assert connect().execute(low(query)).fetchall()


@pytest.mark.parametrize("of, query", PLAIN, ids=lambda text: text.strip().split("\n")[0][:40])
def test_query_of_the_database(of, query, request):
    """On SQLite, and by DuckDB that has it attached; that they run on Postgres is the store's test."""
    database = request.getfixturevalue("work" if of else "of_bots") / "vzetek.db"
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as base:
        # The record of random deals drops no promise either.
        assert base.execute(low(query)).fetchone() or "dropped_promises" in query
    base = connect()
    base.execute(f"ATTACH '{database}' AS live (TYPE sqlite, READ_ONLY); USE live")
    base.execute(low(query)).fetchone()


def test_role_that_may_only_read(of_postgres):
    """It may ask whatever the page asks, and sees no password, session, running deal or secret."""
    database, _ = of_postgres
    psql("DROP ROLE IF EXISTS miner")
    psql(*ROLE.split(";\n")[:-1], database=database)
    try:
        for _, query in PLAIN:
            if "revealed_shuffles" not in query:
                psql("SET ROLE miner", low(query), database=database)
        for hidden in ("accounts", "sessions", "games", "moves", "promises", "table_states", "revealed_shuffles"):
            with pytest.raises(subprocess.CalledProcessError):
                psql("SET ROLE miner", f"SELECT * FROM {hidden} LIMIT 1", database=database)
        columns = psql(
            "SET ROLE miner",
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public'",
            database=database,
        )
        assert "finished_at" in columns and not re.search("secret|hash|nonce|invite|key", columns)
    finally:
        psql("DROP OWNED BY miner", "DROP ROLE miner", database=database)


def test_columns_need_no_quotes(work, of_postgres):
    """None is a word of any of the databases, and all whole numbers are signed."""
    base = connect()
    database, _ = of_postgres
    files = [*(work / "vzetek/kind=trset-2").glob("*/*/*.parquet"), work / "vzetek/players.parquet"]
    names = set()
    for file in files:
        described = base.execute(f"DESCRIBE SELECT * FROM '{file}'").fetchall()
        assert not [name for name, kind, *_ in described if re.search(r"\bU[A-Z]*INT", kind)]
        names |= {name for name, *_ in described}
    views = psql("SELECT DISTINCT column_name FROM information_schema.columns c JOIN pg_views ON viewname = table_name"
                 " WHERE schemaname = 'public'", database=database)  # fmt: skip
    lines = run(BIN / "vzetek-lab", "export", "--database", f"sqlite:{work}/vzetek.db", "--kind", "trset-2", "--deals", 1)
    names |= {*views.split()} | {*json.loads(lines.splitlines()[0])}
    assert len(names) > 60 and not names & {*SPARK}
    quoted = ", ".join(f'1 AS "{name}"' for name in sorted(names))
    bare = f"SELECT {', '.join(sorted(names))} FROM (SELECT {quoted}) AS one"
    assert base.execute(bare).fetchone()
    assert sqlite3.connect(":memory:").execute(bare).fetchone()
    assert psql(bare)


def test_seats_can_be_subtracted(work):
    """Where the seat is before the dealer, too."""
    table = f"'{work}/vzetek/*/*/*/decisions.parquet'"
    places = f"SELECT DISTINCT (seat - dealer + player_count) % player_count FROM {table} WHERE player_count = 4 ORDER BY 1"
    assert connect().execute(places).fetchall() == [(0,), (1,), (2,), (3,)]
