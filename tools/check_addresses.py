#!/usr/bin/env python3
"""Compares the addresses that the documents name with the OpenAPI description on
standard input: there must be every one of them."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    paths = json.load(sys.stdin)["paths"]
    real = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    told = set()
    for path in sorted((ROOT / "docs").rglob("*.md")):
        named = set(re.findall(r"\b((?:GET|POST|DELETE) /[\w./{}-]+)", path.read_text()))
        for address in sorted(named - real):
            print(f"{path.relative_to(ROOT)} tells of {address}, which there is not")
        told |= named
    print(f"{len(told)} addresses")
    return bool(told - real)


if __name__ == "__main__":
    sys.exit(main())
