"""Comments that are added use the nouns of the field. The words here were in many comments when
this list began; a line that is added or moved is written again."""

import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The list holds for lines that came after this commit.
SINCE = "adce428b"
WORDS = {
    "whoever|whatever": "the client, caller, owner, peer, player; the message, row, state",
    "somebody|those who|those whom": "the client, account, player, spectator; or the passive",
    "told|tells": "receives, sends, publishes, notifies, logs, counts, names",
    "anew|for ever|of ours": "again, permanently, no longer, own",
    "so many|so much|for so long": "at most N, up to N, for N seconds; the limit, timeout, quota",
}
COMMENT = re.compile(r"^\s*(?://[/!]?|#(?!\[|!)|\*)\s?(.*)|\s//\s(.*)$")


def found(lines):
    """The words of the list in comments, each with what to say instead."""
    for place, line in lines:
        comment = COMMENT.search(line)
        text = comment and (comment[1] or comment[2] or "")
        for words, instead in WORDS.items():
            for word in re.findall(rf"\b(?:{words})\b", text or "", re.I):
                yield f"{place}: {word!r} in a comment; say {instead}"


def added():
    """The added lines of programs, with their files."""
    sources = ["*.rs", "*.py", "*.ts", "*.sh", "check", "play"]
    diff = ["git", "diff", "--unified=0", "--find-renames", SINCE, "--", *sources]
    known = subprocess.run(["git", "cat-file", "-e", f"{SINCE}^{{commit}}"], cwd=ROOT, check=False, capture_output=True)
    if known.returncode:
        pytest.skip("this clone does not have the history")
    file = ""
    for line in subprocess.run(diff, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines():
        if line.startswith("+++ "):
            file = line[6:]
        # What is generated has the comments of its source.
        elif line.startswith("+") and "/generated/" not in file and file != "tools/test_words.py":
            yield file, line[1:]


def test_added_comments_use_the_nouns_of_the_field():
    assert list(found(added())) == []


def test_words_are_found_in_comments_alone():
    lines = ["/// Whoever asks is told.", 'log("told"); // for so long', "let told = 1;", "# tells it anew", "#[told]"]
    assert [line.split("'")[1] for line in found(enumerate(lines))] == ["Whoever", "told", "for so long", "tells", "anew"]
