"""The command line: of a bot's own program (`Bot.run`), and of `python -m vzetek`."""

from __future__ import annotations

import argparse
import getpass
import importlib.util
import inspect
import json
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .decisions import Decisions
from .documents import run as answer
from .errors import BotFailed, VzetekError
from .games import GAMES
from .http import Server

SERVER = "http://127.0.0.1:8080"


def bot_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments with which a bot plays."""
    add = parser.add_argument
    add("--server", metavar="URL", help=f"the server ({SERVER})")
    add("--game", default="trset-2", metavar="KIND",
        help=f"{', '.join(kind for game in GAMES.values() for kind in game.kinds)} (trset-2)")  # fmt: skip
    add("--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the game, such as target=21; again for more")  # fmt: skip
    add("--bots", default="easy", metavar="LEVEL",
        help="the level of the house bots at a table of one's own, or none (easy)")  # fmt: skip
    add("--join", action="store_true", help="sit down at an open table that waits for players")
    add("--table", metavar="ID", help="sit down at this table")
    add("--invite", metavar="WORD", help="the word for a private table")
    add("--seat", type=int, help="the seat, from 0; any that is free if it is left out")
    add("--matches", type=int, default=1, help="how many matches to play (1)")
    add("--name", help="the name of a guest (the class's)")
    add("--token", default=os.environ.get("VZETEK_TOKEN"),
        help="the token of a bot's account, or VZETEK_TOKEN; a guest without it")  # fmt: skip
    add("--exec", dest="documents", action="store_true",
        help="answer decision documents on standard input instead")  # fmt: skip
    add("--quiet", action="store_true", help="say nothing but the result")


def run(bot: Decisions, arguments: Sequence[str] | None = None) -> None:
    """The program of a bot; ends the process with status 1 and a message where it fails."""
    summary = inspect.getdoc(type(bot)) if type(bot).__doc__ else None
    parser = argparse.ArgumentParser(description=summary)
    bot_arguments(parser)
    usual = vars(parser.parse_args([]))
    options = parser.parse_args(arguments)
    # A token of the environment, and --quiet, say nothing of what is wanted.
    plays = any(value != usual[name] for name, value in vars(options).items() if name != "quiet")
    if plays or sys.stdin.isatty():
        _run(bot, options)
    elif not answer(bot):
        sys.exit(
            "no server was named and no decision document came on standard input;"
            f" to play, name one: --server {SERVER}"
        )


def _run(bot: Decisions, options: argparse.Namespace) -> None:
    if options.documents:
        answer(bot)
        return
    from .player import play  # slow to load

    level = logging.WARNING if options.quiet else logging.INFO
    logging.basicConfig(format="%(message)s", stream=sys.stderr, level=logging.WARNING)
    logging.getLogger("vzetek").setLevel(level)
    try:
        played = play(
            bot,
            options.server or SERVER,
            game=options.game,
            options=dict(map(_option, options.option)),
            bots=None if options.bots == "none" else options.bots,
            join=options.join,
            table=options.table,
            invite=options.invite,
            seat=options.seat,
            matches=options.matches,
            name=options.name,
            token=options.token,
            at_table=None if options.quiet else _say_table,
        )
    except KeyboardInterrupt:
        sys.exit(130)
    except VzetekError as error:
        if isinstance(error, BotFailed) and error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        sys.exit(str(error))
    for deal in played.deals:
        print(json.dumps({"game": deal["game"], "won": deal["won"][played.seat], **deal["result"]}))
    print(f"{played.matches_won} of {played.matches} matches won, in seat {played.seat}")


def _say_table(table: str, invite: str | None) -> None:
    word = f", invite {invite}" if invite else ""
    print(f"table {table}{word}", file=sys.stderr)


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        sys.exit(f"--option {text}: an option is named and set, as in target=21")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def load(where: str) -> Decisions:
    """The bot of a file, `mybot.py` or `mybot.py:Class`. Raises `VzetekError` if there is
    none, or more than one without the class being named."""
    path, _, name = where.partition(":")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise VzetekError(f"{path} is no file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotFailed(f"{path} raised {type(error).__name__}: {error}") from error
    found = {
        each.__name__: each
        for each in vars(module).values()
        if inspect.isclass(each) and issubclass(each, Decisions) and each.__module__ == spec.name
    }
    if name and name not in found or not found or not name and len(found) > 1:
        wanted = f"no bot {name}" if name else f"{len(found)} bots"
        raise VzetekError(
            f"{path} has {wanted}; name one of its subclasses of vzetek.Bot, as in"
            f" {path}:{next(iter(found), 'MyBot')}"
        )
    bot = found[name or next(iter(found))]
    try:
        return bot()
    except Exception as error:
        raise BotFailed(f"{bot.__name__}() raised {type(error).__name__}: {error}") from error


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m vzetek`."""
    parser = argparse.ArgumentParser(prog="vzetek", description="Bots for Vzetek, and its records.")
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="play with the bot of a file")
    play.add_argument("bot", help="mybot.py, or mybot.py:Class")
    bot_arguments(play)
    documents = commands.add_parser("exec", help="answer decision documents with it")
    documents.add_argument("bot", help="mybot.py, or mybot.py:Class")
    commands.add_parser("verify", help="check the record of a finished deal", add_help=False)
    account = commands.add_parser("new-bot", help="make an account for a bot, and print its token")
    account.add_argument("name", help="the bot's name")
    account.add_argument("--owner", required=True, help="the person whose bot it is to be")
    account.add_argument("--register", action="store_true", help="register this person first")
    account.add_argument("--server", default=SERVER, metavar="URL", help=f"the server ({SERVER})")
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["verify"]:
        from .verify import main as verify

        verify(given[1:])
        return
    options = parser.parse_args(given)
    try:
        if options.command == "new-bot":
            print(_new_bot(options))
            return
        bot = load(options.bot)
    except VzetekError as error:
        if isinstance(error, BotFailed) and error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        sys.exit(str(error))
    if options.command == "exec":
        answer(bot)
    else:
        _run(bot, options)


def _new_bot(options: argparse.Namespace) -> str:
    password = os.environ.get("VZETEK_PASSWORD") or getpass.getpass(
        f"Password of {options.owner}: "
    )
    server = Server(options.server)
    if options.register:
        session = server.register(options.owner, password)
    else:
        session = server.login(options.owner, password)
    return server.new_bot(options.name, session)
