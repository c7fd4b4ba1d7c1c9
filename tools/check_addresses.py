#!/usr/bin/env python3
"""Compares the table of addresses in docs/PROTOCOL.md with the OpenAPI
description on standard input: neither may list what the other does not."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Told of elsewhere in the document.
APART = {"GET /ws", "GET /api/openapi.json"}


def main():
    paths = json.load(sys.stdin)["paths"]
    real = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    text = (ROOT / "docs/PROTOCOL.md").read_text()
    told = set(re.findall(r"^\| `([A-Z]+ /\S+)` \|", text, re.M))
    for address in sorted(real - told - APART):
        print(f"docs/PROTOCOL.md does not tell of {address}")
    for address in sorted(told - real):
        print(f"docs/PROTOCOL.md tells of {address}, which there is not")
    print(f"{len(told)} addresses")
    return bool(told ^ (real - APART))


if __name__ == "__main__":
    sys.exit(main())
