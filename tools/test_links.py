"""Links in documents lead to a file and its heading; documents that sources mention are there."""

import pathlib
import re
import subprocess
import urllib.parse

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+)\)|<(?:img|a) [^>]*(?:src|href)=\"([^\"]+)\"")
MENTION = re.compile(r"(?<![\w/.-])docs/[\w/-]+\.(?:md|py|svg|png)\b")
SOURCES = {".rs", ".ts", ".svelte", ".json", ".py", ".toml", ".md", ".sql", ""}


def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]
    # Without git, as in an unpacked archive: everything but what is built.
    built = {"target", "node_modules", "dist", ".git", ".vzetek"}
    return [p for p in ROOT.rglob("*") if p.is_file() and not built & set(p.relative_to(ROOT).parts)]


FILES = tracked()


def prose(path):
    """The text without its blocks of code."""
    return re.sub(r"(?ms)^```.*?^```$", "", path.read_text())


def anchors(path):
    """The anchors of a document's headings, as readers of Markdown make them."""
    found = []
    for heading in re.findall(r"(?m)^#+ +(.+?) *$", prose(path)):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        again = sum(1 for other in found if re.fullmatch(re.escape(anchor) + r"(-\d+)?", other))
        found.append(f"{anchor}-{again}" if again else anchor)
    return found


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix == ".md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    for match in LINK.finditer(re.sub(r"`[^`\n]*`", "", prose(path))):
        link = urllib.parse.unquote(match[1] or match[2])
        name, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), f"{link}: there is no such file"
        assert not anchor or anchor in anchors(target), f"{link}: there is no such heading"


def test_documents_that_are_mentioned_are_there():
    texts = [(path, path.read_text(errors="ignore")) for path in FILES if path.suffix in SOURCES]
    mentions = {(str(path.relative_to(ROOT)), mention) for path, text in texts for mention in MENTION.findall(text)}
    assert len(mentions) > 50
    assert [(path, mention) for path, mention in sorted(mentions) if not (ROOT / mention).exists()] == []
