#!/usr/bin/env python3
"""Runs the steps of ./check, several beside each other; ./check prepares the machine for it."""

import argparse
import contextlib
import dataclasses
import functools
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
DEBUG = TARGET / "debug"
LOGS = TARGET / "check"
PYTHON = TARGET / "python" / "bin"
WORKSPACE = "--locked --workspace --features vzetek-lab/parquet"

# Steps run beside each other as long as their weights fit in here: one that keeps all cores
# busy (2), and one that mostly waits (1).
CAPACITY = 3
# Processes of a step may end this long after it: a browser's helpers take their time.
LEFTOVER_GRACE_S = 10
# A process that has not ended this long after SIGTERM is killed.
END_GRACE_S = 15
LAST_LINES = 150
# Of a line that names a test and says why it failed.
LONGEST_FAILURE = 600


@dataclasses.dataclass
class Step:
    """A part of ./check: a name and what it shows, and the lines of shell that do it."""

    name: str
    title: str
    script: str
    # Steps that make what this one uses; they run also where they are not asked for.
    uses: str = ""
    # Steps that come before if they run at all: quick ones, which may spare the long ones.
    after: str = ""
    # Programs that must be installed, by the names that ./check knows.
    tools: str = ""
    weight: int = 1


STEPS = [
    Step("dependencies", "what the page is built with", "web_dependencies"),
    Step("environment", "what Python programs need", "python_environment"),
    Step("lints", "Rust: clippy",
         f"cargo clippy {WORKSPACE},vzetek-fuzz/targets --all-targets -- -D warnings", weight=2),
    Step("format", "Rust: formatting", "cargo fmt --all --check"),
    Step("bundle", "page: build", "build_page", uses="dependencies"),
    Step("page", "page: formatting, types and lints",
         "for script in format:check check lint; do npm --prefix web run --silent $script; done", uses="dependencies"),
    Step("units", "page: unit tests", "npm --prefix web run --silent test", uses="dependencies"),
    Step("documents", "links, rooms and installation files",
         "pytest -q tools/test_links.py tools/test_rooms.py tools/test_words.py tools/test_adding_a_game.py tools/test_installation.py", uses="environment"),
    Step("licences", "licences, versions and sources of the crates, and known vulnerabilities",
         "cargo-deny --locked check -D unmatched-skip -D unmatched-skip-root -D unnecessary-skip bans licenses sources\n"
         "pytest -q -rs tools/test_advisories.py", uses="environment"),
    Step("build", "Rust: programs, tests and what is generated from them",
         f"cargo build {WORKSPACE} --lib --bins --tests --examples\n"
         f"{DEBUG}/examples/typescript --check\n"
         "pytest -q tools/test_operations.py",
         uses="environment", after="format licences documents lints page units", weight=2),
    Step("rust", "Rust: tests, on SQLite and Postgres", f"rust_tests {WORKSPACE}",
         uses="build bundle", tools="postgres nats", weight=2),
    Step("browser", "page: in a real browser", "npm --prefix web run --silent e2e",
         uses="build bundle", tools="browser", weight=2),
    Step("python", "Python: types and tests, and the examples of the documents",
         "cd clients/python\nmypy\npytest", uses="build environment"),
    Step("chaos", "several servers, and faults at random", f"{DEBUG}/vzetek-lab chaos --tables 24 --faults 11",
         uses="build", tools="postgres nats haproxy faketime"),
    Step("play", "./play with several servers, and how it ends", "pytest -q tools/test_play.py",
         uses="build bundle environment", tools="postgres nats haproxy"),
    Step("data", "record as Parquet, and its queries", "pytest -q tools/test_data.py",
         uses="build environment", tools="postgres"),
    Step("doc", "Rust: examples in the documentation", f"cargo test {WORKSPACE} --doc", uses="build"),
]
BY_NAME = {step.name: step for step in STEPS}


def chosen(names, fast):
    """The steps to run, in the order of the list: those named, or all, and what they use."""
    wanted = names or [step.name for step in STEPS if not (fast and step.tools)]
    # The list grows while it is gone through: what is used may use something itself.
    for name in wanted:
        wanted += [used for used in BY_NAME[name].uses.split() if used not in wanted]
    return [step for step in STEPS if step.name in wanted]


def marked(mark):
    """The processes of this machine that carry a mark of ours in their environment."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has ended, or is another user's
    found.pop(os.getpid(), None)
    # One that has ended and is not waited for has no command line.
    return {pid: command for pid, command in found.items() if command.strip()}


class Run:
    """A step that runs, or has run."""

    def __init__(self, step, environment):
        self.step, self.log, self.since = step, LOGS / f"{step.name}.log", time.monotonic()
        self.mark = f"VZETEK_CHECK_STEP={os.getpid()}.{step.name}"
        name, value = self.mark.split("=")
        script = f"set -euo pipefail\n. tools/lib.sh\n{step.script}"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", script],
                cwd=ROOT,
                env={**environment, name: value},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def finish(self):
        """Ends what the step has left behind; returns what was wrong, or nothing."""
        self.seconds = time.monotonic() - self.since
        wrong = [] if self.process.returncode == 0 else [f"ended with {self.process.returncode}"]
        until = time.monotonic() + LEFTOVER_GRACE_S
        while (left := marked(self.mark.encode())) and time.monotonic() < until:
            time.sleep(0.2)
        if left:
            wrong.append("left processes behind: " + "; ".join(command[:120] for command in left.values()))
            self.end()
        return ", and ".join(wrong)

    def end(self):
        """Ends all of it: by request, and by force what does not heed that."""
        for number, grace in ((signal.SIGTERM, END_GRACE_S), (signal.SIGKILL, 2)):
            until = time.monotonic() + grace
            for pid in [*marked(self.mark.encode()), -self.process.pid]:
                with contextlib.suppress(OSError):
                    os.kill(pid, number)
            while time.monotonic() < until:
                self.process.poll()
                if not marked(self.mark.encode()):
                    return
                time.sleep(0.1)


# The last lines of nextest, Vitest, cargo test, pytest and Playwright.
COUNTS = re.compile(r"^(?: *Summary \[| *Tests  |test result: |=* ?\d+ (?:passed|failed).* in )")


def counts(text):
    """How many tests a log says were passed, and how many failed."""
    passed = failed = 0
    for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines():
        if COUNTS.match(line):
            passed += sum(map(int, re.findall(r"(\d+) passed", line)))
            failed += sum(map(int, re.findall(r"(\d+) failed", line)))
    return passed, failed


# The line of a failed test: of nextest, of Vitest, pytest and the browser's, and of cargo test.
FAILURE = re.compile(r" *(?:(?:FAIL|TIMEOUT|SIG[A-Z]+) +\[|FAIL(?:ED)? +\S+[:>. ]|test \S.* \.\.\. FAILED)")


def failures(text):
    """The lines of a log that name tests that failed, each once."""
    lines = [" ".join(line.split()) for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if FAILURE.match(line)]
    return list(dict.fromkeys(line[:LONGEST_FAILURE] for line in lines))


class Check:
    """All that is to run, and how it went."""

    def __init__(self, steps):
        self.waiting, self.running, self.outcome = list(steps), [], {}
        self.lines, self.passed, self.failed = [], 0, 0
        self.began, self.until_the_end = time.monotonic(), contextlib.ExitStack()
        self.environment = {**os.environ, "PATH": f"{PYTHON}:{os.environ['PATH']}"}
        self.environment["VZETEK_PYTHON"] = sys.executable
        self.environment["VZETEK_BIN"] = str(DEBUG)
        self.environment["VZETEK_SERVER_BIN"] = str(DEBUG / "vzetek-server")
        self.environment["VZETEK_BOT_BIN"] = str(DEBUG / "vzetek-bot")
        # A build that has nothing to go by is not worth preparing for the next one.
        if not DEBUG.exists():
            self.environment["CARGO_INCREMENTAL"] = "0"

    def say(self, text):
        print(f"[{time.monotonic() - self.began:4.0f} s] {text}", flush=True)

    def ready(self, step):
        """Whether all that comes before has ended, and what of it was wrong."""
        before = [name for name in (step.uses + " " + step.after).split() if name in self.names]
        return all(name in self.outcome for name in before), [name for name in before if self.outcome.get(name)]

    @functools.cached_property
    def postgres(self):
        """How the steps find the Postgres that they share, which runs until the end."""
        folder = self.until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="vzetek-check-"))
        os.chmod(folder, 0o755)
        tool, place = ROOT / "tools/postgres", f"{folder}/postgres"
        self.until_the_end.callback(subprocess.call, [tool, "stop", place])
        url = subprocess.check_output([tool, "start", place], text=True).strip()
        return {"VZETEK_TEST_POSTGRES": url, "VZETEK_REQUIRE_POSTGRES": "1", "VZETEK_REQUIRE_NATS": "1"}

    def begin(self):
        """Begins all that may begin now."""
        for step in list(self.waiting):
            ready, spoiled = self.ready(step)
            if not ready:
                continue
            if spoiled:
                self.waiting.remove(step)
                self.outcome[step.name] = "not run"
                self.lines.append(f"not run         {step.name}: {step.title} ({', '.join(spoiled)} failed)")
                continue
            load = sum(run.step.weight for run in self.running)
            if load + step.weight > CAPACITY and self.running:
                continue
            self.waiting.remove(step)
            self.running.append(Run(step, self.environment | (self.postgres if "postgres" in step.tools else {})))

    def end(self, run):
        self.running.remove(run)
        wrong = run.finish()
        text = run.log.read_text(errors="replace")
        passed, failed = counts(text)
        self.passed += passed or (0 if wrong else 1)
        self.failed += failed or (1 if wrong else 0)
        self.outcome[run.step.name] = wrong
        tests = f" ({passed} passed{f', {failed} failed' if failed else ''})" if passed or failed else ""
        self.say(f"{'FAILED' if wrong else 'ok'}: {run.step.name}{tests}, {run.seconds:.0f} s")
        self.lines.append(f"{'FAILED' if wrong else 'ok':6}  {run.seconds:5.0f} s {run.step.name}: {run.step.title}{tests}")
        if wrong:
            # The summary is what remains of a run where only its last lines are kept.
            self.lines += [f"        {line}" for line in failures(text)]
            lines = text.splitlines()
            print(f"── {run.step.name} {wrong}. The end of {run.log}:", *lines[-LAST_LINES:], "──", sep="\n", flush=True)

    def run(self):
        self.names = {step.name for step in self.waiting}
        LOGS.mkdir(parents=True, exist_ok=True)
        with self.until_the_end:
            try:
                while self.waiting or self.running:
                    self.begin()
                    time.sleep(0.1)
                    for run in [run for run in self.running if run.process.poll() is not None]:
                        self.end(run)
            finally:
                for run in self.running:
                    run.end()
        seconds = int(time.monotonic() - self.began)
        print("\n── summary", *self.lines, sep="\n")
        bad = [name for name, wrong in self.outcome.items() if wrong]
        print(f"{'Failed: ' + ', '.join(bad) if bad else 'Everything passed'}, after {seconds // 60} min {seconds % 60:02} s")
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(prog="./check", description="Runs every test; ends with a summary.")
    parser.add_argument("steps", nargs="*", metavar="STEP", help="run only these, and what they use")
    parser.add_argument("--list", action="store_true", help="name the steps")
    parser.add_argument("--fast", action="store_true", help="leave out what needs a browser, Postgres, NATS or HAProxy")
    parser.add_argument("--tools", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if unknown := [name for name in options.steps if name not in BY_NAME]:
        parser.error(f"there is no step {', '.join(unknown)}; the steps are {', '.join(BY_NAME)}")
    steps = chosen(options.steps, options.fast)
    if options.tools:
        print(*sorted({tool for step in steps for tool in step.tools.split()}))
        return 0
    if options.list:
        for step in STEPS:
            print(f"{step.name:13} {step.title}")
        return 0

    def stop(number, _):
        sys.exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Under nohup a run goes on without its terminal.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stop)
    return Check(steps).run()


if __name__ == "__main__":
    sys.exit(main())
