"""Bots at a real server: whole matches of every game, broken connections, and faults."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import logging
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import websockets.asyncio.server
from conftest import ROOT, House
from held import HeldPorts

import vzetek
import vzetek.seat
from vzetek import Bot, Event, Played, Server, View
from vzetek.connection import Lost, connected
from vzetek.games import game, game_of
from vzetek.player import _waiting, play_together
from vzetek.seat import Promise, Seat

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
# Nothing takes longer on the slowest machine.
PATIENCE_S = 120


class Checking(Bot):
    """Plays at random, and checks that each view is the one that follows from the record
    of the deal."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self.views: list[tuple[int, View]] = []
        self.phases: set[str] = set()
        self.begun: list[View] = []
        self.heard: list[Event] = []
        self.finished: list[Mapping[str, Any]] = []

    def choose(self, view: View, legal: list[str]) -> str:
        self.views.append((len(self.turn.events), view))
        self.phases.add(view.get("phase", {}).get("name", "playing"))
        assert self.turn.legal == tuple(legal)
        return self._random.choice(legal)

    def deal_begins(self, view: View) -> None:
        self.begun.append(view)

    def happened(self, event: Event) -> None:
        self.heard.append(event)

    def deal_over(self, finish: Mapping[str, Any]) -> None:
        self.finished.append(finish)


def check_views(bot: Checking, played: Played, server: Server) -> int:
    """Replays what was recorded, and compares each view that the bot was shown."""
    shown: dict[tuple[int, int], View] = {}
    deal, last = -1, 0
    for number, view in bot.views:
        if not shown or number < last:
            deal += 1
        shown[deal, number] = view
        last = number
    compared = 0
    for index, finish in enumerate(played.deals):
        record = server.game(finish["game"])
        checked = vzetek.verify(record, played.seen[index])
        assert checked.is_whole
        assert len(record["nonces"][played.seat]) == 32, "the bot adds a nonce of its own"
        at = vzetek.start(record)
        events = 0
        for action in [step["action"] for step in record["steps"]]:
            seen = shown.get((index, events))
            if at.current_player == played.seat and seen is not None:
                assert seen == at.seen_by(played.seat)
                compared += 1
            events += len(at.apply(action))
        assert record["result"] == finish["result"]
    return compared


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("trset-2", {"target": 11, "declarations": True}),
        ("trset-3", {"removed_four": "S"}),
        ("trset-4", {"declarations": True}),
        ("kifameno-2", {"cappotto": True}),
        ("kifameno-3", {}),
        # A deal of tarok may be over after its first trick.
        ("tarok-3", {"deals": 9, "open_berac": True, "symmetric_bonuses": True}),
        ("tarok-4", {"deals": 3, "compulsory_klop": True}),
        ("tablic-2", {"target": 31}),
        ("tablic-3", {"deals": 2}),
    ],
)
def test_a_match_against_house_bots(house: House, kind: str, options: dict[str, Any]) -> None:
    bot = Checking(len(kind))
    played = vzetek.play(bot, house.address, game=kind, options=options, name="Ana Bot")
    assert played.matches == 1
    assert len(played.deals) == options.get("deals", len(played.deals)) >= 1
    assert check_views(bot, played, Server(house.address)) == len(bot.views) > 5
    assert [finish["game"] for finish in bot.finished] == [deal["game"] for deal in played.deals]
    assert len(bot.begun) == len(played.deals) and len(bot.heard) > 40
    assert bot.finished[-1]["match_won"] is not None


@pytest.mark.parametrize("kind", ["kifameno-4", "tarok-3", "tarok-4", "tablic-4"])
def test_bots_of_one_program_play_together(house: House, kind: str) -> None:
    bots = [Checking(seed) for seed in range(int(kind[-1]))]
    options = {"deals": 4} if kind.startswith("tarok") else {}
    together = play_together(bots, house.address, game=kind, options=options)
    assert {played.seat for played in together} == set(range(len(bots)))
    assert len({played.table for played in together}) == 1
    assert together[0].matches == 1 and len(together[0].deals) == options.get("deals", 1)
    for bot, played in zip(bots, together):
        assert check_views(bot, played, Server(house.address)) == len(bot.views)
    if kind == "tarok-4":
        assert {"bidding", "playing"} <= set().union(*(bot.phases for bot in bots))


def test_a_table_for_all_bots_has_as_many_seats(house: House) -> None:
    with pytest.raises(vzetek.VzetekError, match="tarok-4 is played by 4, not by 2 bots"):
        play_together([Checking(), Checking()], house.address, game="tarok-4")


class Tarokist(Bot):
    """Answers each decision of tarok by its own method."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def _first(self, name: str, legal: list[str], *starts: str) -> str:
        self.asked.add(name)
        found = (action for start in starts for action in legal if action.startswith(start))
        return next(found, legal[0])

    def choose(self, view: View, legal: list[str]) -> str:
        return self._first("choose", legal)

    def bid(self, view: View, legal: list[str]) -> str:
        return self._first("bid", legal, "bid:two", "pass")

    def contract(self, view: View, legal: list[str]) -> str:
        return self._first("contract", legal, "contract:two")

    def king(self, view: View, legal: list[str]) -> str:
        return self._first("king", legal, "call:SK")

    def talon(self, view: View, legal: list[str]) -> str:
        return self._first("talon", legal, "take:1")

    def discard(self, view: View, legal: list[str]) -> str:
        return self._first("discard", legal)

    def announce(self, view: View, legal: list[str]) -> str:
        return self._first("announce", legal, "announce:trula", "pass")

    def kontra(self, view: View, legal: list[str]) -> str:
        return self._first("kontra", legal, "raise:game", "pass")


def test_every_decision_of_tarok_has_its_method(house: House) -> None:
    bots = [Tarokist() for _ in range(4)]
    played = play_together(bots, house.address, game="tarok-4")
    asked: set[str] = set().union(*(bot.asked for bot in bots))
    assert asked == {"bid", "contract", "king", "talon", "discard", "announce", "kontra", "choose"}
    (deal,) = played[0].deals
    assert deal["result"]["contract"] == "two"
    assert deal["result"]["items"][0]["multiplier"] == 16


class Coroutine(Bot):
    """Decides in coroutines."""

    async def choose(self, view: View, legal: list[str]) -> str:
        await asyncio.sleep(0)
        return legal[-1]


def test_a_decision_may_be_a_coroutine(house: House) -> None:
    assert vzetek.play(Coroutine(), house.address, game="tablic-2").matches == 1


def test_a_bot_has_an_account_of_its_own(house: House) -> None:
    server = Server(house.address)
    owner = server.register("Lastnica", "korenček in burja")
    assert server.me(server.login("Lastnica", "korenček in burja"))["name"] == "Lastnica"
    token = server.new_bot("Stroj", owner)
    assert server.me(token)["kind"] == "bot"
    played = vzetek.play(Coroutine(), house.address, token=token)
    record = server.game(played.deals[0]["game"])
    names = [line["player"]["name"] for line in record["players"]]
    assert names[played.seat] == "Stroj"


def waits(table: Mapping[str, Any]) -> bool:
    """True of a table of tarok that waits for players."""
    return bool(table["phase"] == "waiting" and table["config"]["game"]["name"] == "tarok")


def test_a_table_that_waits_is_joined(house: House) -> None:
    first: list[Played] = []
    opened = threading.Event()

    def open_one() -> None:
        mine = vzetek.play(
            Coroutine(), house.address, game="tarok-3", options={"deals": 1}, bots=None,
            at_table=lambda *_: opened.set(), name="Prvi",
        )  # fmt: skip
        first.append(mine)

    others = [threading.Thread(target=open_one, daemon=True)]
    others[0].start()
    assert opened.wait(PATIENCE_S)
    until = time.monotonic() + PATIENCE_S
    while not any(any(table["seats"]) for table in Server(house.address).tables() if waits(table)):
        assert time.monotonic() < until, "the table is not in the lobby"
        time.sleep(0.05)
    joined: list[Played] = []

    def join_one() -> None:
        options: dict[str, Any] = {"game": "tarok-3", "options": {"deals": 1}}
        joined.append(vzetek.play(Coroutine(), house.address, join=True, **options))

    others += [threading.Thread(target=join_one, daemon=True) for _ in range(2)]
    for thread in others[1:]:
        thread.start()
    for thread in others:
        thread.join(PATIENCE_S)
    assert len(joined) == 2 and {played.table for played in joined} == {first[0].table}


def test_a_table_is_joined_if_it_fits() -> None:
    game = {"name": "trset", "options": {"variant": "trset", "players": 2, "target": 21}}
    fitting: dict[str, Any] = {
        "id": "fits", "phase": "waiting", "seats": [None, {"id": "ana"}], "demo": False,
        "config": {"game": game},
    }  # fmt: skip
    wanted = game_of("trset-2", {"target": 21})
    assert _waiting([fitting], wanted) == "fits"
    others: list[dict[str, Any]] = [
        {"seats": [{"id": "bor"}, {"id": "ana"}]},
        {"phase": "playing"},
        {"demo": True},
        {"config": {"game": {**game, "options": {"variant": "kifameno", "players": 2}}}},
    ]
    assert _waiting([{**fitting, **other} for other in others], wanted) is None
    assert _waiting([fitting], game_of("trset-2")) is None
    three = {**fitting, "config": {"game": {"name": "tarok", "options": {"deals": 3}}}}
    four = {**fitting, "config": {"game": {"name": "tarok", "options": {"players": 4}}}}
    assert _waiting([four, three], game_of("tarok-3", {"deals": 3})) == "fits"
    assert _waiting([four], game_of("tarok-3")) is _waiting([three], game_of("tarok-4")) is None


# Broken connections.


class Killer(Bot):
    """Kills the server in the middle of a deal, and has it started again."""

    def __init__(self, house: House) -> None:
        self.house, self.decisions, self.kills = house, 0, 0

    def choose(self, view: View, legal: list[str]) -> str:
        self.decisions += 1
        if self.decisions in (7, 20):
            self.house.kill()
            self.house.start()
            self.kills += 1
        return legal[0]


def test_a_match_goes_on_after_the_server_crashed(crashing: House) -> None:
    killer = Killer(crashing)
    bots: list[Bot] = [killer, Coroutine()]
    played = play_together(bots, crashing.address, game="trset-2", options={"target": 11})
    assert killer.kills == 2
    for one in played:
        assert one.matches == 1
        for index, deal in enumerate(one.deals):
            record = Server(crashing.address).game(deal["game"])
            assert vzetek.verify(record).is_whole
            assert all(step["by"] == "player" for step in record["steps"]), index


class Cutting(Bot):
    """Cuts its own line now and then, while a decision is made."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy, self.decisions = proxy, 0

    def choose(self, view: View, legal: list[str]) -> str:
        self.decisions += 1
        if self.decisions % 5 == 2:
            self.proxy.cut()
            time.sleep(0.1)
        return legal[0]


class Proxy:
    """Passes bytes on to a server, until the lines are cut."""

    def __init__(self, port: int) -> None:
        self.port, self.target, self.cuts = 0, port, 0
        self._writers: list[asyncio.StreamWriter] = []
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(60), "the proxy listens"

    def cut(self) -> None:
        """Cuts all lines."""
        self.cuts += 1
        self._loop.call_soon_threadsafe(self._cut)

    def stop(self) -> None:
        """Ends it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def _run(self) -> None:
        serving = asyncio.start_server(self._serve, "127.0.0.1", 0)
        server = self._loop.run_until_complete(serving)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        self._writers += [writer, back]

        async def pass_on(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
            try:
                while data := await source.read(65536):
                    to.write(data)
                    await to.drain()
            except OSError:
                pass
            to.close()

        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))


def test_a_cut_line_is_taken_up_again(house: House) -> None:
    proxy = Proxy(house.port)
    try:
        bot = Cutting(proxy)
        played = vzetek.play(bot, f"http://127.0.0.1:{proxy.port}", game="kifameno-2")
    finally:
        proxy.stop()
    assert proxy.cuts >= 4
    record = Server(house.address).game(played.deals[0]["game"])
    own = [step for step in record["steps"] if step["seat"] == played.seat]
    assert all(step["by"] == "player" for step in own)
    assert bot.decisions == len(own), "nothing was asked twice"
    assert vzetek.verify(record, played.seen[0]).is_whole


class Between(Coroutine):
    """Has its line cut, or its server killed, whenever a deal is over."""

    def __init__(self, disturb: Callable[[], None]) -> None:
        self.disturb = disturb

    def deal_over(self, finish: Mapping[str, Any]) -> None:
        self.disturb()
        time.sleep(0.2)


def test_a_line_cut_between_deals_is_taken_up_again(house: House) -> None:
    proxy = Proxy(house.port)
    try:
        address = f"http://127.0.0.1:{proxy.port}"
        options: dict[str, Any] = {"game": "trset-2", "options": {"target": 31}}
        played = vzetek.play(Between(proxy.cut), address, **options)
    finally:
        proxy.stop()
    assert played.matches == 1 and len(played.deals) == proxy.cuts > 1


def test_a_match_goes_on_after_a_crash_between_deals(crashing: House) -> None:
    crashes = 0

    def crash() -> None:
        nonlocal crashes
        if crashes < 2:
            crashes += 1
            crashing.kill()
            crashing.start()

    bots: list[Bot] = [Between(crash), Coroutine()]
    played = play_together(bots, crashing.address, game="trset-2", options={"target": 31})
    assert all(one.matches == 1 and len(one.deals) > 1 for one in played)
    assert crashes == 2


class Thoughtful(Checking):
    """Takes its time, so that lines break everywhere, and counts its decisions."""

    def __init__(self, seed: int, decided: threading.Semaphore) -> None:
        super().__init__(seed)
        self._decided = decided

    def choose(self, view: View, legal: list[str]) -> str:
        self._decided.release()
        time.sleep(0.01)
        return super().choose(view, legal)


@pytest.mark.parametrize("kind", ["tarok-4", "tablic-3"])
def test_lines_may_break_at_any_time(
    house: House, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vzetek.seat, "BACKOFF_S", (0.02, 0.1))
    proxy, draw, over = Proxy(house.port), random.Random(1), threading.Event()
    decided = threading.Semaphore(0)

    def cut() -> None:
        # By decisions, as a deal may be over after a few of them, and not before the first:
        # requests over HTTP are not asked twice.
        while True:
            for _ in range(draw.randint(1, 4)):
                decided.acquire()
            time.sleep(draw.uniform(0, 0.05))
            if over.is_set():
                return
            proxy.cut()

    cutting = threading.Thread(target=cut, daemon=True)
    cutting.start()
    try:
        bots = [Thoughtful(seed, decided) for seed in range(int(kind[-1]))]
        together = play_together(bots, f"http://127.0.0.1:{proxy.port}", game=kind, matches=2)
    finally:
        over.set()
        decided.release(4)
        cutting.join()
        proxy.stop()
    assert proxy.cuts > 1 and len(together[0].deals) == 2
    for deal in together[0].deals:
        record = Server(house.address).game(deal["game"])
        assert {step["by"] for step in record["steps"]} == {"player"}
        assert vzetek.verify(record).is_whole


class Substituted(logging.Handler):
    """Hears that a substitute plays for the bot."""

    def __init__(self) -> None:
        super().__init__()
        self.seat = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage().startswith("somebody else plays for us"):
            self.seat.set()


@pytest.fixture
def lost() -> Iterator[threading.Event]:
    """Set once the package has logged that a substitute plays for a bot."""
    heard = Substituted()
    logging.getLogger("vzetek").addHandler(heard)
    yield heard.seat
    logging.getLogger("vzetek").removeHandler(heard)


class Slow(Bot):
    """Takes longer than the clock allows, once, and by this time."""

    def __init__(self, lost: threading.Event, more_s: float = 0.0) -> None:
        self._lost, self._more_s, self._slept = lost, more_s, False

    def choose(self, view: View, legal: list[str]) -> str:
        assert self.turn.move_ms is not None and self.turn.bank_ms is not None
        if not self._slept:
            self._slept = True
            assert self._lost.wait(PATIENCE_S), "the clock does not run"
            time.sleep(self._more_s)
        return legal[0]


def test_who_was_too_slow_comes_back(house: House, lost: threading.Event) -> None:
    clock = {"move_ms": 500, "bank_ms": 0, "grace_ms": 5000}
    # The substitute can play the whole first deal while the bot sleeps.
    options: dict[str, Any] = {"game": "trset-2", "options": {"target": 51}, "clock": clock}
    played = vzetek.play(Slow(lost), house.address, rated=False, **options)
    records = [Server(house.address).game(deal["game"]) for deal in played.deals]
    steps = [step for record in records for step in record["steps"]]
    by = {step["by"] for step in steps if step["seat"] == played.seat}
    assert "player" in by and len(by) == 2


def test_the_seat_is_taken_back_after_the_decision(
    house: House, lost: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    clock = {"move_ms": 500, "bank_ms": 0, "grace_ms": 5000}
    # In this time the clock of another turn would run out several times.
    vzetek.play(Slow(lost, 3.0), house.address, game="trset-2", clock=clock, rated=False)
    said = [record.message for record in caplog.records]
    losses = [at for at, words in enumerate(said) if words.startswith("somebody else plays for us")]
    late = [at for at, words in enumerate(said) if words.endswith("came too late")]
    assert late and [at for at in losses if at < late[0]] == losses[:1]


class Leaving(Coroutine):
    """Fails after the first deal, and so leaves the match."""

    def deal_over(self, finish: Mapping[str, Any]) -> None:
        raise RuntimeError("no more")


def test_who_stays_wins_the_match(house: House) -> None:
    clock = {"move_ms": 5000, "bank_ms": 0, "grace_ms": 300}
    options: dict[str, Any] = {"game": "trset-2", "options": {"target": 51}, "clock": clock}

    async def both() -> list[Any]:
        opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        stays = vzetek.play_async(
            Coroutine(), house.address, bots=None, **options,
            at_table=lambda table, _: opened.set_result(table),
        )  # fmt: skip
        staying = asyncio.create_task(stays)
        leaves = vzetek.play_async(Leaving(), house.address, table=await opened)
        return list(await asyncio.gather(staying, leaves, return_exceptions=True))

    stayed, left = asyncio.run(both())
    assert isinstance(left, vzetek.BotFailed)
    assert isinstance(stayed, Played)
    assert stayed.matches == stayed.matches_won == 1
    assert len(stayed.deals) == 1, "the deal was told twice, and is one"


def test_messages_wait_for_the_limit_of_the_server(house: House) -> None:
    server, count = Server(house.address), 230

    async def ask() -> list[str]:
        async with connected(server.socket, server.guest("Hitra")) as connection:
            assert count > connection.welcome["limits"]["message_burst"]

            async def ping() -> None:
                for _ in range(count):
                    await connection.send({"type": "ping"})

            pings, answers = asyncio.create_task(ping()), []
            async for message in connection.messages():
                answers.append(message["type"])
                if len(answers) == count:
                    break
            await pings
            return answers

    assert set(asyncio.run(ask())) == {"pong"}


def test_requests_are_asked_again_when_the_server_says_so(tmp_path: Path) -> None:
    slow = House(tmp_path, requests_per_second=2)
    try:
        slow.start()
        server = Server(slow.address)
        began = time.monotonic()
        assert all(server.tables() == [] for _ in range(12))
        assert time.monotonic() - began > 0.5, "the server had no limit"
    finally:
        slow.stop()


# Faults.


class Wrong(Bot):
    """Chooses what is not legal."""

    def choose(self, view: View, legal: list[str]) -> str:
        return "C9"


class Failing(Bot):
    """Has a fault in its code."""

    def choose(self, view: View, legal: list[str]) -> str:
        raise KeyError("no such card")


class Deaf(Failing):
    """Has a fault where it is told of something."""

    def choose(self, view: View, legal: list[str]) -> str:
        return legal[0]

    def happened(self, event: Event) -> None:
        raise ZeroDivisionError("at the first card")


class Silent(Bot):
    """Returns nothing."""

    def choose(self, view: View, legal: list[str]) -> str:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("bot", "error", "message"),
    [
        (
            Wrong,
            vzetek.IllegalChoice,
            r"Wrong\.choose returned 'C9', which is not legal; legal was",
        ),
        (
            Silent,
            vzetek.IllegalChoice,
            r"Silent\.choose returned None, which is no text; legal was",
        ),
        (Failing, vzetek.BotFailed, r"Failing\.choose raised KeyError: 'no such card'"),
        (Deaf, vzetek.BotFailed, r"Deaf\.happened raised ZeroDivisionError: at the first card"),
        (Bot, NotImplementedError, r"Bot has no choose\(self, view, legal\)"),
    ],
)
def test_a_faulty_bot_is_told_its_fault(
    house: House, bot: type[Bot], error: type[Exception], message: str
) -> None:
    with pytest.raises(vzetek.VzetekError, match=message) as raised:
        vzetek.play(bot(), house.address)
    assert isinstance(raised.value, error) or isinstance(raised.value.__cause__, error)


def test_a_wrong_address_is_said() -> None:
    held = HeldPorts()
    with pytest.raises(vzetek.ConnectionFailed, match="nobody answers at http://127.0.0.1:"):
        vzetek.play(Coroutine(), f"http://127.0.0.1:{held.first}")
    held.close()
    with pytest.raises(vzetek.ConnectionFailed, match="is no address of a server"):
        vzetek.play(Coroutine(), "ftp://127.0.0.1")


def test_wrong_words_are_said(house: House) -> None:
    bot = Coroutine()
    with pytest.raises(vzetek.Refused) as refused:
        vzetek.play(bot, house.address, token="wrong")
    assert refused.value.code == "unauthorized"
    with pytest.raises(vzetek.Refused) as refused:
        vzetek.play(bot, house.address, table="nosuchtable1")
    assert refused.value.code == "no_such_table"
    with pytest.raises(vzetek.Refused) as refused:
        vzetek.play(bot, house.address, options={"target": 12})
    assert refused.value.code in ("bad_message", "bad_options") and "21" in str(refused.value)
    with pytest.raises(vzetek.VzetekError, match="whist-4 is no kind of game; there are trset-2"):
        vzetek.play(bot, house.address, game="whist-4")
    for kind in ("tarok-2", "tablic-5", "tablic", "trset-02"):
        with pytest.raises(vzetek.VzetekError, match=f"{kind} is no kind.* tablic-4, tablic-6$"):
            vzetek.play(bot, house.address, game=kind)
    with pytest.raises(vzetek.Refused) as refused:
        vzetek.play(bot, house.address, bots="godlike")
    assert "easy" in str(refused.value) or refused.value.code in ("no_bots", "bad_message")


def test_a_token_that_ends_while_the_bot_plays_is_said(house: House) -> None:
    server = Server(house.address)
    owner = server.register("Kratka", "burja in korenček")
    name, token = "Odhajam", server.new_bot("Odhajam", owner)
    bots = server.get("/api/bots", owner)
    bot_id = next(bot["id"] for bot in bots if bot["name"] == name)

    class Ended(Bot):
        """Loses its account."""

        def choose(self, view: View, legal: list[str]) -> str:
            import urllib.request

            address = f"{house.address}/api/bots/{bot_id}"
            ask = urllib.request.Request(address, method="DELETE")
            ask.add_header("Authorization", f"Bearer {owner}")
            try:
                urllib.request.urlopen(ask).close()
            except OSError:
                pass
            time.sleep(0.2)
            return legal[0]

    with pytest.raises(vzetek.Refused) as refused:
        vzetek.play(Ended(), house.address, token=token)
    assert refused.value.code == "unauthorized"


def other_nonce(finish: dict[str, Any]) -> None:
    """Tells it as a house would that had chosen its nonce last."""
    finish["nonces"][1] = "chosen last"
    finish["nonce_hashes"][1] = hashlib.sha256(b"chosen last").hexdigest()


def test_the_package_has_the_version_of_its_server(house: House) -> None:
    assert metadata.version("vzetek") == Server(house.address).version()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.update(secret="00" * 32), "the secret is not the one"),
        (lambda f: f["nonces"].__setitem__(0, "x"), "nonce of seat 0 is not|was opened is not"),
        (other_nonce, "the list of hashes is not the one"),
    ],
)
def test_a_bot_checks_its_own_cards(house: House, change: Any, message: str) -> None:
    played = vzetek.play(Coroutine(), house.address, game="trset-2", seat=0)
    finish, seen = played.deals[0], played.seen[0]
    seat = Seat(Coroutine(), Server(house.address), "token", "table", None, 0, 1, 1.0)
    deal = vzetek.start({**Server(house.address).game(finish["game"])})
    for altered in (False, True):
        seat._promise = Promise(seen["commitment"])
        seat._promise.nonce, seat._promise.hashes = seen["nonce"], list(seen["nonce_hashes"])
        seat.played.seat, seat.view, seat._first_hand = 0, deal.seen_by(0), deal.hands[0]
        told = copy.deepcopy(finish)
        if not altered:
            seat._check(told)
            continue
        change(told)
        with pytest.raises(vzetek.Disagreement, match=message):
            seat._check(told)
    seat._promise = Promise(seen["commitment"])
    seat._promise.nonce, seat._promise.hashes = seen["nonce"], list(seen["nonce_hashes"])
    seat._first_hand = deal.hands[1]
    with pytest.raises(vzetek.Disagreement, match="the hand is not the one"):
        seat._check(copy.deepcopy(finish))


def test_a_server_of_another_version_is_said() -> None:
    """No server of another version can be built here: this one says what such a one says."""

    async def talk() -> None:
        async def say(socket: websockets.asyncio.server.ServerConnection) -> None:
            hello = json.loads(await socket.recv())
            assert hello["protocol"] == 1
            refusal = {"type": "error", "code": "unsupported_protocol", "of": "hello"}
            await socket.send(json.dumps({**refusal, "message": "this server speaks version 2"}))
            await socket.send(json.dumps({"type": "goodbye", "reason": "hello_refused"}))

        async with websockets.asyncio.server.serve(say, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with connected(f"ws://127.0.0.1:{port}/ws", "token"):
                pass

    with pytest.raises(vzetek.Refused, match="does not speak version 1.*speaks version 2"):
        asyncio.run(talk())


@pytest.mark.parametrize(("goodbye", "retry_s"), [({"retry_ms": 150}, 0.15), ({}, None)])
def test_a_goodbye_says_when_to_come_back(
    goodbye: dict[str, int], retry_s: float | None
) -> None:
    async def talk() -> None:
        async def say(socket: websockets.asyncio.server.ServerConnection) -> None:
            await socket.recv()
            await socket.send(json.dumps({"type": "welcome"}))
            await socket.send(json.dumps({"type": "goodbye", "reason": "restart", **goodbye}))

        async with websockets.asyncio.server.serve(say, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with connected(f"ws://127.0.0.1:{port}/ws", "token") as connection:
                async for _ in connection.messages():
                    pass

    with pytest.raises(Lost, match="restart") as lost:
        asyncio.run(talk())
    assert lost.value.retry_s == retry_s


@pytest.mark.parametrize("hello", ["welcome", "[1,2]", '{"type":"tea"}'])
def test_a_socket_of_something_else_is_said(hello: str) -> None:
    async def talk() -> None:
        async def say(socket: websockets.asyncio.server.ServerConnection) -> None:
            await socket.recv()
            await socket.send(hello)

        async with websockets.asyncio.server.serve(say, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with connected(f"ws://127.0.0.1:{port}/ws", "token"):
                pass

    with pytest.raises(vzetek.ConnectionFailed, match="does not speak the protocol of Vzetek"):
        asyncio.run(talk())


@pytest.mark.parametrize("page", [b"hello", b"[1,2]", b'{"a":1}', None])
def test_a_page_that_is_no_server_is_said(page: bytes | None) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        if page is None:
            writer.write(b"SSH-2.0-no-page\r\n")
        else:
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(page)}\r\nConnection: close\r\n\r\n"
            writer.write(head.encode() + page)
        await writer.drain()
        writer.close()

    async def ask() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as other:
            port = other.sockets[0].getsockname()[1]
            await vzetek.play_async(Coroutine(), f"http://127.0.0.1:{port}")

    with pytest.raises(vzetek.ConnectionFailed, match="no Vzetek server"):
        asyncio.run(ask())


# Programs.


def ran(house: House, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of Python."""
    return subprocess.run(
        [sys.executable, *arguments, "--server", house.address],
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_ten_lines_play(house: House) -> None:
    done = ran(house, str(EXAMPLES / "ten_lines.py"), "--game", "tarok-4")
    assert done.returncode == 0, done.stderr
    assert "1 matches won, in seat" in done.stdout


def test_the_document_shows_these_ten_lines() -> None:
    document = (ROOT / "docs/PROTOCOL.md").read_text()
    shown = [block.split("```")[0] for block in document.split("```python\n")[1:]]
    ten = (EXAMPLES / "ten_lines.py").read_text()
    assert ten in shown
    assert len([line for line in ten.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize(
    ("example", "kind"),
    [
        ("high_card.py", "trset-4"),
        ("high_card.py", "kifameno-3"),
        ("cautious_tarok.py", "tarok-3"),
        ("cautious_tarok.py", "tarok-4"),
        ("greedy_tablic.py", "tablic-3"),
    ],
)
def test_the_examples_play(house: House, example: str, kind: str) -> None:
    done = ran(house, "-m", "vzetek", "play", str(EXAMPLES / example), "--game", kind)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[0])
    assert result["game"] and "matches won" in done.stdout


def test_a_fault_ends_the_program_with_its_place(house: House, tmp_path: Path) -> None:
    path = tmp_path / "faulty.py"
    path.write_text(
        "import vzetek\n\nclass Faulty(vzetek.Bot):\n    def choose(self, view, legal):\n"
        "        return view['cards'][99]\n"
    )
    done = ran(house, "-m", "vzetek", "play", str(path))
    assert done.returncode == 1
    assert 'faulty.py", line 5' in done.stderr
    assert done.stderr.rstrip().endswith("Faulty.choose raised KeyError: 'cards'")


def alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of Python, with nothing on its standard input."""
    command = [sys.executable, *arguments]
    none = subprocess.DEVNULL
    return subprocess.run(command, stdin=none, capture_output=True, text=True, timeout=60)


def test_a_bot_without_server_and_documents_says_so(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text(
        "import vzetek\n\nclass First(vzetek.Bot):\n    def choose(self, view, legal):\n"
        "        return legal[0]\n\nFirst().run()\n"
    )
    said = "no server was named and no decision document came"
    for options in ([], ["--quiet"]):
        done = alone(str(path), *options)
        assert done.returncode == 1 and said in done.stderr, done.stderr
    # An option of playing means the usual server.
    for options in (["--game", "tarok-9"], ["--matches", "0"], ["--token", "x"]):
        done = alone(str(path), *options)
        assert done.returncode == 1 and said not in done.stderr, done.stderr
        assert done.stderr.strip(), "the fault is named"


def test_a_file_without_a_bot_is_said(house: House, tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text("import vzetek\nclass A(vzetek.Bot): pass\nclass B(vzetek.Bot): pass\n")
    done = ran(house, "-m", "vzetek", "play", str(path))
    assert done.returncode == 1 and "has 2 bots; name one" in done.stderr
    done = ran(house, "-m", "vzetek", "play", str(tmp_path / "none.py"))
    assert done.returncode == 1 and "is no file of Python" in done.stderr


def test_all_games_are_known() -> None:
    assert {game(name).name for name in ("trset", "tarok", "tablic")} == set(vzetek.games.GAMES)
    with pytest.raises(vzetek.BadRecord, match="whist is a game that this program does not know"):
        game("whist")
