"""No crate and no package of the page is in the lists of known vulnerabilities. A list that cannot
be had is skipped and named, so that a machine without a way to it can run all other checks."""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(*command):
    # Without this git asks for a name and a password, and waits.
    clean = os.environ | {"GIT_TERMINAL_PROMPT": "0"}
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True)


def test_crates():
    fetched = output("cargo-deny", "--locked", "fetch", "db")
    if fetched.returncode:
        pytest.skip(f"the list of crates could not be had: {fetched.stderr.strip().splitlines()[-1]}")
    found = output("cargo-deny", "--locked", "check", "advisories")
    assert found.returncode == 0, found.stdout + found.stderr


def test_packages_of_the_page():
    # The exit status is the same for a finding and for a list that could not be had.
    audit = output("npm", "--prefix", "web", "audit", "--package-lock-only", "--json")
    report = json.loads(audit.stdout or "{}")
    if "vulnerabilities" not in report:
        pytest.skip(f"the list of packages could not be had: {report.get('message') or audit.stderr.strip()}")
    severe = [each for each in report["vulnerabilities"].values() if each["severity"] in ("high", "critical")]
    assert severe == []
