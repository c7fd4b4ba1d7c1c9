"""Every game stands in every place that "Adding a game" in ARCHITECTURE.md names."""

import pathlib
import re
import unicodedata

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHAPTER = re.search(r"^## Adding a game\n(.*?)^## ", (ROOT / "ARCHITECTURE.md").read_text(), re.M | re.S)[1]
ROWS = re.findall(r"^\| ([\w ]+) \|([^|]*)\|([^|]*)\|$", CHAPTER, re.M)
OWN = [path for _, own, _ in ROWS for path in re.findall(r"`([^`]+)`", own)]
LISTS = [path for _, _, lists in ROWS for path in re.findall(r"`([^`]+)`", lists)]

WIRE = (ROOT / "crates/protocol/src/games.rs").read_text()
GAMES = [name.lower() for name in re.search(r"\(\$\(\$arguments\)\*\) ([\w ]+) \}", WIRE)[1].split()]


def plain(text):
    """The text in small letters, without marks above them: the names of games as code has them."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)).lower()


def names(text, game):
    """True if a text names a game, alone or as a part of another name."""
    # `crates/tarok` is also named where its cards are.
    return re.search(rf"(?<![a-z]){game}", plain(text)) is not None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", OWN)
def test_a_game_has_its_own_folders(game, path):
    assert "<game>" in path
    assert (ROOT / path.replace("<game>", game)).exists()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", LISTS)
def test_a_list_names_every_game(game, path):
    text = (ROOT / path).read_text()
    if path == "ARCHITECTURE.md":
        text = text.replace(CHAPTER, "")
        assert f"| `crates/{game}` |" in text
    assert names(text, game)


def test_games_and_places_are_read():
    assert {"trset", "tarok", "tablic"} <= set(GAMES)
    assert "crates/<game>" in OWN and "docs/protocol/<game>.md" in OWN
    # The server is no such place, and few others are.
    to_be_played = LISTS[: LISTS.index("docs/RULES.md")]
    assert len(to_be_played) <= 12 and not any(path.startswith("server") for path in to_be_played)
    assert names("vzetek-tarok.workspace = true", "tarok") and names("Tršet je igra", "trset")
    assert not names("vzetek-game.workspace = true", "trset")
