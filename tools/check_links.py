#!/usr/bin/env python3
"""Follows the links of all documents: the file must be there, and the heading.
Documents that the sources mention by their path must be there, too."""

import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+)\)|<(?:img|a) [^>]*(?:src|href)=\"([^\"]+)\"")
MENTION = re.compile(r"(?<![\w/.-])docs/[\w/-]+\.(?:md|py|svg|png)\b")
SOURCES = {".rs", ".ts", ".svelte", ".json", ".py", ".mjs", ".toml", ".md", ".sql", ""}


def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]
    # Without git, as in an unpacked archive: everything but what is built.
    built = {"target", "node_modules", "dist", ".git", ".vzetek"}
    return [p for p in ROOT.rglob("*") if p.is_file() and not built & set(p.relative_to(ROOT).parts)]


def prose(text):
    """The text without its blocks of code."""
    return re.sub(r"(?ms)^```.*?^```$", "", text)


def anchors(path):
    """The anchors of a document's headings, as readers of Markdown make them."""
    found = []
    for heading in re.findall(r"(?m)^#+ +(.+?) *$", prose(path.read_text())):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        again = sum(1 for other in found if re.fullmatch(re.escape(anchor) + r"(-\d+)?", other))
        found.append(f"{anchor}-{again}" if again else anchor)
    return found


def broken_links(path):
    for match in LINK.finditer(re.sub(r"`[^`\n]*`", "", prose(path.read_text()))):
        link = urllib.parse.unquote(match[1] or match[2])
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists():
            yield f"{link}: there is no such file"
        elif anchor and anchor not in anchors(target):
            yield f"{link}: there is no such heading"


def missing_mentions(path):
    if path.suffix not in SOURCES:
        return
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return
    for mention in sorted(set(MENTION.findall(text))):
        if not (ROOT / mention).exists():
            yield f"{mention}: there is no such file"


def main():
    files, faults = tracked(), 0
    documents = [path for path in files if path.suffix == ".md"]
    for path in files:
        broken = [*(broken_links(path) if path in documents else ()), *missing_mentions(path)]
        for fault in broken:
            print(f"{path.relative_to(ROOT)}: {fault}")
        faults += len(broken)
    print(f"{len(documents)} documents")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
