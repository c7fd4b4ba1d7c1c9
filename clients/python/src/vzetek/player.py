"""A bot's way through a server: a table, a seat, and matches played to their end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .decisions import Decisions
from .errors import Refused, VzetekError
from .games import GAMES, game_of
from .http import Server
from .played import Played
from .seat import Seat

log = logging.getLogger("vzetek")

# The tries to find another table when the one that was found is taken meanwhile.
TRIES = 5


def play(bot: Decisions, server: str = "http://127.0.0.1:8080", **options: Any) -> Played:
    """Plays at a server until so many matches are over; see `play_async`."""
    return asyncio.run(play_async(bot, server, **options))


async def play_async(
    bot: Decisions,
    server: str = "http://127.0.0.1:8080",
    *,
    game: str = "trset-2",
    options: Mapping[str, Any] | None = None,
    bots: str | None = "easy",
    table: str | None = None,
    invite: str | None = None,
    seat: int | None = None,
    join: bool = False,
    private: bool = False,
    rated: bool = True,
    clock: Mapping[str, Any] | None = None,
    matches: int = 1,
    token: str | None = None,
    name: str | None = None,
    patience_s: float = 600.0,
    at_table: Callable[[str, str | None], None] | None = None,
) -> Played:
    """Plays at a server until so many matches are over.

    The bot sits down at `table` (a private one needs its `invite`), or with `join` at an
    open table of the `game` that waits for players, or else opens one: with `options` of
    the game, `clock` and the rest as docs/protocol/clocks.md has them. House bots of the level
    `bots` take the free seats of a table that it opens; with `None` it waits for others.
    `at_table` is told the table's id and its invite when the bot has one.

    It is known by its `token`, or becomes a guest of this `name`. A broken connection is
    taken up again for `patience_s` seconds.

    Raises `ConnectionFailed`, `Refused`, `IllegalChoice` or `BotFailed`, each with a
    message that says what was wrong.
    """
    http = Server(server)
    if matches < 1:
        raise VzetekError(f"{matches} matches cannot be played; at least one is needed")
    chosen = game_of(game, options)
    log.info("the server at %s is of version %s", http.address, await _off(http.version))
    if token is None:
        token = await _off(http.guest, name or type(bot).__name__[:24])
    else:
        await _off(http.me, token)
    config: dict[str, Any] = {"game": chosen, "private": private, "rated": rated, "bots": bots}
    if clock is not None:
        config["clock"] = dict(clock)
    for attempt in range(TRIES):
        at, word = table, invite
        if at is None and join:
            at = _waiting(await _off(http.tables), chosen)
        found = at is not None and table is None
        if at is None:
            at, word = await _off(http.open_table, config, token)
        if at_table is not None:
            at_table(at, word)
        try:
            return await Seat(bot, http, token, at, word, seat, matches, patience_s).play()
        except Refused as error:
            taken = error.code in ("table_full", "seat_taken", "no_such_table")
            if not (found and taken and attempt + 1 < TRIES):
                raise
    raise AssertionError("the last try returns or raises")


def play_together(
    bots: Sequence[Decisions],
    server: str = "http://127.0.0.1:8080",
    *,
    game: str,
    private: bool = True,
    **options: Any,
) -> list[Played]:
    """As many bots of this program as the `game` has seats, at one table, each with an
    account of its own. Returns what became of each; the options are those of
    `play_async`."""
    seats = game_of(game)["options"]["players"]
    if len(bots) != seats:
        raise VzetekError(f"{game} is played by {seats}, not by {len(bots)} bots")
    return asyncio.run(_together(bots, server, game=game, private=private, **options))


async def _together(
    bots: Sequence[Decisions],
    server: str,
    *,
    game: str,
    private: bool,
    **options: Any,
) -> list[Played]:
    opened: asyncio.Future[tuple[str, str | None]] = asyncio.get_running_loop().create_future()

    def tell(table: str, invite: str | None) -> None:
        opened.set_result((table, invite))

    async def first() -> Played:
        try:
            return await play_async(
                bots[0], server, game=game, bots=None, private=private, at_table=tell, **options
            )
        finally:
            if not opened.done():
                opened.cancel()

    async def later(bot: Decisions) -> Played:
        table, invite = await asyncio.shield(opened)
        return await play_async(bot, server, game=game, table=table, invite=invite, **options)

    tasks = [asyncio.create_task(first()), *(asyncio.create_task(later(b)) for b in bots[1:])]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # The first to fail tells why; those who waited for it are only cancelled.
        for task in tasks:
            if not task.cancelled() and (error := task.exception()):
                raise error from None
        raise


def _waiting(tables: Sequence[Mapping[str, Any]], game: Mapping[str, Any]) -> str | None:
    """A table of this game that waits for players and has a free seat."""

    def settled(told: Mapping[str, Any]) -> dict[str, Any]:
        usual = next(iter(GAMES[told["name"]].kinds.values()))
        return {**usual, **told["options"]}

    def fits(table: Mapping[str, Any]) -> bool:
        told = table["config"]["game"]
        same = told["name"] == game["name"] and settled(told) == settled(game)
        free = None in table["seats"] and table["phase"] == "waiting"
        return same and free and not table.get("demo")

    return next((str(table["id"]) for table in tables if fits(table)), None)


async def _off(ask: Callable[..., Any], *arguments: Any) -> Any:
    """Asks over HTTP without holding up what else goes on."""
    return await asyncio.to_thread(ask, *arguments)
