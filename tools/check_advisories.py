#!/usr/bin/env python3
"""Looks up the crates and the page's packages in the lists of known vulnerabilities.

Fails on a finding. A list that cannot be had is named and fails nothing, so that a machine
without a way to it can run all other checks.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(*command):
    # A question for a name and a password would wait for ever.
    clean = os.environ | {"GIT_TERMINAL_PROMPT": "0"}
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True)


def missing(what, why):
    print(f"{what} NOT CHECKED, the list could not be had: {why}")
    return False


def crates():
    fetched = output("cargo-deny", "--locked", "fetch", "db")
    if fetched.returncode:
        return missing("Crates", fetched.stderr.strip().splitlines()[-1])
    return subprocess.run(["cargo-deny", "--locked", "check", "advisories"], cwd=ROOT).returncode != 0


def packages():
    # Its exit status is the same for a finding and for a list that could not be had.
    audit = output("npm", "--prefix", "web", "audit", "--package-lock-only", "--json")
    report = json.loads(audit.stdout or "{}")
    if "vulnerabilities" not in report:
        return missing("Packages of the page", report.get("message") or audit.stderr.strip())
    found = report["vulnerabilities"].values()
    for each in found:
        advisories = [via["url"] for via in each["via"] if isinstance(via, dict)]
        print(f"{each['name']} {each['range']}: {each['severity']}", *advisories)
    severe = [each for each in found if each["severity"] in ("high", "critical")]
    print(f"Packages of the page: {len(found)} findings, {len(severe)} of them high or critical")
    return bool(severe)


if __name__ == "__main__":
    # Both are looked up, whatever the first says.
    sys.exit(any([crates(), packages()]))
