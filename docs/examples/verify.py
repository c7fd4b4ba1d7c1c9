#!/usr/bin/env python3
"""Checks a finished deal against what was committed to, with nothing but Python:

    curl -s http://127.0.0.1:8080/api/games/ID | verify.py [--seen FILE]

FILE holds what a player was told before opening a nonce: {"commitment": …,
"nonce_hashes": …, "seat": …, "nonce": …, "earlier": [commitments before]}. The check
itself is in clients/python: the shuffle in src/vzetek/fair.py, the games in
src/vzetek/games, and what is compared in src/vzetek/record.py.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "clients/python/src"))

from vzetek.verify import main

if __name__ == "__main__":
    main()
