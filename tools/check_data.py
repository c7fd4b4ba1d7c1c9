#!/usr/bin/env python3
"""Runs what docs/DATA.md says about Parquet: exports a record of random deals with the
real program, checks the files as a reader of them would, and runs every query.

    check_data.py TARGET [--postgres URL]

TARGET is cargo's folder of the build with vzetek-lab and its example random_record. With
a URL the queries of Postgres run on a database that is made there. Needs DuckDB with its
extensions for SQLite and Postgres, as tools/data-requirements.txt has them.
"""
import argparse
import glob
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import duckdb
from duckdb_extensions import import_extension

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "clients/python/src"))
from vzetek.record import start  # noqa: E402

QUERY = re.compile(r"^```sql duckdb( postgres)?\n(.*?)^```", re.M | re.S)
# In ClickHouse and Spark they are tried by hand.
DEALS = 60


def run(*command):
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def check_sums(folder):
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    for line in lines:
        digest, name = line.split("  ")
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
            sys.exit(f"{folder / name} has another sum")
    return len(lines)


def check_vectors(folder):
    """The first hand of each deal follows from its secret, by another program's shuffle."""
    schema = json.loads((folder / "schema.json").read_text())
    games = {kind: game for game in schema["games"] for kind in game["kinds"]}
    vectors = json.loads((folder / "test_vectors.json").read_text())["deals"]
    for deal in vectors:
        cards = games[deal["kind"]]["cards"]
        hands = start(deal).hands
        first = deal["moves"][0]
        if sorted(hands[first["seat"]]) != sorted(cards[card] for card in first["hand"]):
            sys.exit(f"the first hand of the {deal['kind']} vector does not follow from its secret")
        for move in deal["moves"]:
            name = games[deal["kind"]]["actions"][move["action_id"]]
            if move["action"].split("x")[0] != name or move["action_id"] not in move["legal"]:
                sys.exit(f"{deal['kind']}: {move['action']} is not action {move['action_id']}")
    return len(vectors)


def check_card(folder):
    """The query of the dataset card runs in the folder that the card describes."""
    text = (folder / "README.md").read_text()
    query = text.split("With DuckDB")[1].split("\n\n")[1].replace("'kind=", f"'{folder}/kind=")
    if not duckdb.connect().execute(query).fetchall():
        sys.exit(f"the card's query finds nothing:\n{query}")


def check_open(work, program):
    """An open set has none of the record's ids, names and latest deals."""
    run(program, "export", "--format", "parquet", "--open", "--key-file", work / "open.key",
        "--database", f"sqlite:{work}/vzetek.db", "--out", work / "open")
    check_sums(work / "open")
    base = duckdb.connect()
    base.load_extension("sqlite_scanner")
    base.execute(f"ATTACH '{work}/vzetek.db' AS live (TYPE sqlite, READ_ONLY)")
    leaks = base.execute(
        f"""
        WITH told AS (
          SELECT unnest([player, decided_by, game]) AS id FROM '{work}/open/*/*/*/decisions.parquet'
          UNION ALL SELECT unnest([game, table_id]) FROM '{work}/open/*/*/*/deals.parquet'
          UNION ALL SELECT player FROM '{work}/open/players.parquet'
        )
        SELECT count(*) FROM told WHERE id IN (
          SELECT id FROM live.accounts UNION ALL SELECT id FROM live.games
          UNION ALL SELECT id FROM live.tables)
        """
    ).fetchone()[0]
    guests, deals, private = base.execute(
        f"""
        SELECT count(*) FILTER (s.kind = 'guest' AND s.player IS NOT NULL), count(*),
               count(*) FILTER (private)
          FROM (SELECT unnest(seats) AS s, private FROM '{work}/open/*/*/*/deals.parquet')
        """
    ).fetchone()
    if leaks or guests or private or not deals:
        sys.exit(f"open set: {leaks} ids, {guests} guests, {private} private of {deals} seats")
    return deals


def postgres_database(url):
    """A database of its own; the record of random deals is made anew there."""
    programs = sorted(glob.glob("/usr/lib/postgresql/*/bin/psql")) or [shutil.which("psql")]
    run(programs[-1], url, "-qc", "CREATE DATABASE data_check")
    return re.sub(r"/[^/?]*(\?|$)", r"/data_check\1", url, count=0)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("target", type=pathlib.Path)
    arguments.add_argument("--postgres")
    arguments = arguments.parse_args()
    target = arguments.target.resolve()
    program, example = target / "vzetek-lab", target / "examples/random_record"
    queries = QUERY.findall((ROOT / "docs/DATA.md").read_text())
    if len(queries) < 10:
        sys.exit("docs/DATA.md has hardly any query of DuckDB")
    import_extension("sqlite_scanner")
    import_extension("postgres_scanner")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        run(example, f"sqlite:{work}/vzetek.db", DEALS)
        run(program, "export", "--format", "parquet", "--database", f"sqlite:{work}/vzetek.db",
            "--out", work / "vzetek")
        print(f"{check_sums(work / 'vzetek')} files have their sums")
        print(f"{check_vectors(work / 'vzetek')} test vectors follow from their secrets")
        check_card(work / "vzetek")
        print(f"an open set of {check_open(work, program)} seats names nobody")
        sets = {"": work / "vzetek"}
        postgres = None
        if arguments.postgres:
            postgres = postgres_database(arguments.postgres)
            run(example, postgres, DEALS)
            run(program, "export", "--format", "parquet", "--database", postgres,
                "--out", work / "of-postgres")
            check_sums(work / "of-postgres")
            sets[" postgres"] = work / "of-postgres"
        ran = 0
        for of, text in queries:
            if of not in sets:
                continue
            query = text.replace("'vzetek/", f"'{sets[of]}/").replace("'vzetek.db'", f"'{work}/vzetek.db'")
            # Nobody has ten thousand games in a record of a few.
            query = query.replace("10000", "1")
            if of:
                query = re.sub(r"'postgres://[^']*'", f"'{postgres}'", query)
            base = duckdb.connect()
            base.load_extension("sqlite_scanner")
            base.load_extension("postgres_scanner")
            try:
                rows = base.execute(query).fetchall()
            except duckdb.Error as error:
                sys.exit(f"{text}\nfails: {error}")
            if not rows:
                sys.exit(f"{text}\nfinds nothing")
            ran += 1
        print(f"{ran} of {len(queries)} queries of docs/DATA.md run")


if __name__ == "__main__":
    main()
