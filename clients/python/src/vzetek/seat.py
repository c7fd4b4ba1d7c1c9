"""One seat at one table, over all connections: the deal as it is told, the turns that are
to be decided, and the shuffles that are promised."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import logging
import random
import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .connection import Connection, Lost, Message, connected
from .decisions import Decisions, Turn, decide
from .errors import BotFailed, ConnectionFailed, Disagreement, IllegalChoice, Refused, VzetekError
from .fair import bound, check_promises
from .games import View, game
from .http import Server
from .played import Played

log = logging.getLogger("vzetek")

# Waits between attempts to connect grow from the first to the second, in seconds.
BACKOFF_S = (0.25, 15.0)
LASTED_S = 10.0
# So long the server has to say that the seat was given up.
LEAVE_S = 5.0
# Errors after which the same message may be sent again.
PASSING = ("rate_limited", "busy", "storage_unavailable")
# Errors of messages that came too late, or twice; what counts is told by events.
HARMLESS = ("no_nonce_awaited", "not_your_turn", "stale_seq", "no_deal", "nothing_to_claim")


class Promise:
    """A shuffle that was promised, and the seat's part in it."""

    def __init__(self, commitment: str) -> None:
        self.commitment = commitment
        self.nonce = secrets.token_hex(16)
        self.hashes: list[str | None] | None = None

    @property
    def digest(self) -> str:
        """The hash to which the seat commits."""
        return hashlib.sha256(self.nonce.encode()).hexdigest()


class Seat:
    """A bot in its seat."""

    def __init__(
        self,
        bot: Decisions,
        http: Server,
        token: str,
        table: str,
        invite: str | None,
        seat: int | None,
        matches: int,
        patience_s: float,
    ) -> None:
        self.bot, self.http, self.token = bot, http, token
        self.table, self.invite, self.wanted = table, invite, seat
        self.matches, self.patience_s = matches, patience_s
        self.played: Played = Played(table, -1)
        self.view: View | None = None
        self._game = ""
        self._epoch, self._seq = "", 0
        self._connection: Connection | None = None
        self._failure: VzetekError | None = None
        # The next deal is asked for; the seat is given up; that is done.
        self._is_ready = self._leaving = self._done = False
        # The turn that is to be decided: its number, what is legal, and what was chosen.
        self._turn = 0
        self._legal: list[str] | None = None
        self._chosen: str | None = None
        # The decisions that are being made, and whether the seat is taken back after them.
        self._deciding, self._wants_seat = 0, False
        self._promise: Promise | None = None
        self._earlier: list[str] = []
        self._first_hand: list[str] | None = None
        # One after the other, so that a bot is never asked two things at once.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="vzetek-bot")
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self) -> Played:
        """Plays until enough matches are decided."""
        backoff, since = BACKOFF_S[0], time.monotonic()
        try:
            while not self._done:
                began = time.monotonic()
                try:
                    async with connected(self.http.socket, self.token) as connection:
                        await self._follow(connection)
                except (Lost, ConnectionFailed) as error:
                    self._raise_failure()
                    if self._done:
                        break
                    now = time.monotonic()
                    if self._connection is not None:
                        since = now
                    if now - began > LASTED_S:
                        backoff = BACKOFF_S[0]
                    if not self._epoch and isinstance(error, ConnectionFailed):
                        raise
                    if now - since > self.patience_s:
                        raise ConnectionFailed(
                            f"the connection is gone for {self.patience_s:.0f} s: {error}"
                        ) from error
                    log.warning("%s; connecting again", error)
                    if isinstance(error, Lost) and error.retry_s is not None:
                        await asyncio.sleep(min(error.retry_s, BACKOFF_S[1]))
                    else:
                        await asyncio.sleep(random.uniform(0, backoff))
                        backoff = min(2 * backoff, BACKOFF_S[1])
                finally:
                    self._connection = None
                self._raise_failure()
            # The bot hears of all that is still waiting.
            await asyncio.get_running_loop().run_in_executor(self._worker, lambda: None)
            await asyncio.sleep(0)
            self._raise_failure()
        finally:
            for task in list(self._tasks):
                task.cancel()
            self._worker.shutdown(wait=False, cancel_futures=True)
        return self.played

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    async def _follow(self, connection: Connection) -> None:
        self._connection = connection
        if self._epoch or self.table in connection.welcome.get("tables", []):
            await self._watch()
            if connection.welcome.get("epoch") == self._epoch.partition(".")[0]:
                await self._say_again()
        else:
            sit: Message = {"type": "sit", "table": self.table}
            if self.wanted is not None:
                sit["seat"] = self.wanted
            if self.invite is not None:
                sit["invite"] = self.invite
            await connection.send(sit)
        async for message in connection.messages():
            await self._told(message)
            if self._done:
                return

    async def _watch(self) -> None:
        watch: Message = {"type": "watch", "table": self.table}
        if self.invite is not None:
            watch["invite"] = self.invite
        if self._epoch:
            watch["since"] = {"epoch": self._epoch, "seq": self._seq}
        await self._send(watch)

    async def _say_again(self) -> None:
        """Says once more what the line may have lost. Decisions are not among it: the server
        tells the turn again. A server that was started anew tells a snapshot first."""
        if self._leaving:
            await self._say("leave")
        elif self._is_ready:
            await self._say("ready")
        if self._promise is not None and self._promise.hashes is None:
            await self._say("nonce_hash", hash=self._promise.digest)
        elif self._promise is not None:
            await self._open(self._promise.hashes or [])

    async def _say(self, kind: str, **fields: Any) -> None:
        await self._send({"type": kind, "table": self.table, **fields})

    async def _send(self, message: Message) -> None:
        if self._connection is not None:
            await self._connection.send(message)

    async def _told(self, message: Message) -> None:
        kind = message["type"]
        if kind == "error":
            await self._refused(message)
        elif kind == "snapshot" and message["snapshot"]["id"] == self.table:
            await self._snapshot(message["snapshot"])
        elif message.get("table") != self.table:
            return
        elif kind == "turn":
            self._take_turn(message["turn"])
        elif kind == "event":
            if message["seq"] > self._seq + 1:
                await self._watch()
            elif message["seq"] == self._seq + 1:
                self._seq = message["seq"]
                await self._happened(message["event"])

    async def _refused(self, error: Message) -> None:
        code, of = error["code"], error.get("of")
        if error.get("table") not in (None, self.table):
            return
        if self._leaving and code in ("no_such_table", "not_seated"):
            self._done = True
        elif code in PASSING:
            self._start(self._again(of, error.get("retry_ms") or 500))
        elif code in ("illegal_action", "bad_action") and of == "act":
            if self._legal is not None:
                legal = ", ".join(self._legal[:40])
                raise IllegalChoice(
                    f"the server refuses {self._chosen!r}: {error['message']}; legal was {legal}"
                )
        elif code == "stale_seq" and of == "act":
            await self._act()
        elif code == "already_seated" and of == "sit":
            await self._watch()
        elif code == "shutting_down" or code in HARMLESS or of in ("return", "ready", "leave"):
            log.debug("%s: %s", of, error["message"])
        else:
            raise Refused(code, f"{of or 'the server'}: {error['message']}")

    async def _again(self, of: str | None, retry_ms: int) -> None:
        """Does once more what the server had no time for, if it still matters."""
        await asyncio.sleep(retry_ms / 1000 + random.uniform(0, 0.1))
        if of == "act":
            await self._act()
        elif of == "ready":
            await self._say("ready")
        elif of == "return":
            await self._return()
        elif of == "nonce_hash" and self._promise is not None:
            await self._say("nonce_hash", hash=self._promise.digest)
        elif of == "nonce" and self._promise is not None:
            await self._say("nonce", nonce=self._promise.nonce)
        elif of in ("sit", "watch") and self._connection is not None:
            # The next connection begins with a snapshot.
            await self._connection.close()

    async def _snapshot(self, snapshot: Message) -> None:
        self._epoch, self._seq = snapshot["epoch"], snapshot["seq"]
        seat = snapshot["you"]
        if seat is None and self._leaving:
            self._done = True
            return
        if seat is None:
            raise Refused("not_seated", f"the seat at table {self.table} is lost")
        self.played.seat = seat
        if self._leaving:
            await self._say("leave")
            return
        deal = snapshot["deal"]
        if deal is not None and snapshot["phase"] == "playing":
            self._deal(deal)
            self._first_hand = None if deal["moves"] else list(deal["view"]["hand"])
            if snapshot["seats"][seat].get("substitute") is not None:
                await self._return()
            if deal["turn"] is not None:
                self._take_turn(deal["turn"])
        elif deal is not None and deal["finish"] is not None:
            await self._finished(deal["finish"])
        if self._is_ready:
            await self._say("ready")
        promise = snapshot.get("promise")
        if promise is not None:
            await self._promised(promise, snapshot.get("dropped", []))
            if promise["nonce_hashes"] is not None:
                await self._open(promise["nonce_hashes"])

    async def _happened(self, event: Message) -> None:
        kind = event["type"]
        own = event.get("seat") == self.played.seat
        if kind == "committed":
            await self._promised(event, event.get("dropped", []))
        elif kind == "nonces_committed":
            await self._open(event["hashes"])
        elif kind == "dealt":
            deal = event["deal"]
            self._deal(deal)
            self._first_hand = list(deal["view"]["hand"])
            self._take_turn(deal["turn"])
        elif kind == "moved":
            self._moved(event)
        elif kind == "substituted":
            if own:
                self._drop_turn()
                if not self._wants_seat:
                    log.warning("somebody else plays for us: too slow, or away too long")
                await self._return()
            if event.get("turn"):
                self._take_turn(event["turn"])
        elif kind == "returned" and event.get("turn"):
            self._take_turn(event["turn"])
        elif kind == "deal_over":
            await self._finished(event["finish"])
        elif kind == "awaiting_bots" and event["awaiting"]:
            log.info("a seat waits for a house bot; none of the level is free")
        elif kind == "left" and own:
            if not self._leaving:
                raise Refused("not_seated", f"the seat at table {self.table} is lost")
            self._done = True
        elif kind == "closed":
            if not self._leaving:
                raise Refused("no_such_table", f"the table was closed: {event['reason']}")
            self._done = True

    def _deal(self, deal: Message) -> None:
        is_new, self._game = self._game != deal["game"], deal["game"]
        self.view = deal["view"]
        self._is_ready = False
        self._drop_turn()
        if is_new and type(self.bot).deal_begins is not Decisions.deal_begins:
            self._tell(self.bot.deal_begins, copy.deepcopy(self.view))

    def _moved(self, event: Message) -> None:
        self._drop_turn()
        if type(self.bot).happened is not Decisions.happened:
            for one in event["events"]:
                self._tell(self.bot.happened, one)
        if event.get("turn"):
            self._take_turn(event["turn"])

    async def _finished(self, finish: Message) -> None:
        self._drop_turn()
        deals = self.played.deals
        again = bool(deals) and deals[-1]["game"] == finish["game"]
        if again and deals[-1] == finish:
            return
        if again:
            deals[-1] = finish
        else:
            deals.append(finish)
            self._check(finish)
        self._start(self._go_on(finish))

    async def _go_on(self, finish: Message) -> None:
        """Asks for the next deal once the bot has heard of this one, or leaves."""
        if type(self.bot).deal_over is not Decisions.deal_over:
            await self._heard(self.bot.deal_over, finish)
        if self.played.matches >= self.matches:
            self._leaving = True
            self._start(self._end_without_word())
            await self._say("leave")
        else:
            self._is_ready = True
            await self._say("ready")

    async def _end_without_word(self) -> None:
        await asyncio.sleep(LEAVE_S)
        self._done = True
        if self._connection is not None:
            await self._connection.close()

    # Turns.

    def _drop_turn(self) -> None:
        """Forgets the turn that was to be decided."""
        self._turn += 1
        self._legal = self._chosen = None

    def _take_turn(self, turn: Message) -> None:
        """Decides the turn, if it is ours; sends the decision again, if it is made."""
        decision = turn.get("decision")
        if not decision:
            return
        legal = decision["legal"]
        if legal == self._legal:
            if self._chosen is not None:
                self._start(self._act())
            return
        self._drop_turn()
        self._legal = list(legal)
        told = Turn(
            legal=tuple(legal),
            legal_cut=bool(decision.get("legal_cut")),
            move_ms=turn.get("move_ms"),
            bank_ms=turn.get("bank_ms"),
            score=decision.get("score"),
            events=tuple(decision["events"]),
        )
        self._start(self._decide(self._turn, decision["view"], told))

    async def _decide(self, number: int, view: View, turn: Turn) -> None:
        began = time.monotonic()

        def unless_over() -> str | None:
            return decide(self.bot, view, turn) if number == self._turn else None

        self._deciding += 1
        try:
            chosen = await asyncio.get_running_loop().run_in_executor(self._worker, unless_over)
        finally:
            self._deciding -= 1
        if number == self._turn:
            self._chosen = chosen
            await self._act()
        elif chosen is not None:
            took = time.monotonic() - began
            log.warning("the decision took %.1f s and came too late", took)
        if self._wants_seat and not self._deciding:
            await self._return()

    async def _return(self) -> None:
        """Takes the seat back, after a decision that is still being made: the clock of the
        next turn would run out during it as well."""
        self._wants_seat = self._deciding > 0
        if not self._wants_seat:
            await self._say("return")

    async def _act(self) -> None:
        if self._chosen is not None:
            await self._say("act", seq=self._seq, action=self._chosen)

    def _tell(self, hear: Callable[..., None], *what: Any) -> None:
        self._start(self._heard(hear, *what))

    async def _heard(self, hear: Callable[..., None], *what: Any) -> None:
        """Has the bot told of something, after all that it was told before."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._worker, hear, *what)
        except VzetekError:
            raise
        except Exception as error:
            name = f"{type(self.bot).__name__}.{hear.__name__}"
            raise BotFailed(f"{name} raised {type(error).__name__}: {error}") from error

    def _start(self, doing: Any) -> None:
        """Does something aside. If it fails, so does the whole, but for a lost connection,
        after which the server tells again what is to be done."""

        async def guarded() -> None:
            try:
                await doing
            except Lost:
                pass
            except VzetekError as error:
                self._failure = self._failure or error
                if self._connection is not None:
                    await self._connection.close()

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Promises.

    async def _promised(self, told: Message, dropped: list[Message]) -> None:
        commitment = told["commitment"]
        if self._promise is None or self._promise.commitment != commitment:
            if self._promise is not None:
                self._earlier.append(self._promise.commitment)
            self._promise = Promise(commitment)
        hashes_awaited = told.get("nonce_hashes") is None
        if hashes_awaited and self.played.seat not in told["barred"]:
            await self._say("nonce_hash", hash=self._promise.digest)

    async def _open(self, hashes: list[str | None]) -> None:
        """Opens the nonce for the first list that is told, if its hash stands there."""
        promise = self._promise
        if promise is None:
            return
        if promise.hashes is None:
            promise.hashes = hashes
        if promise.hashes != hashes:
            raise Disagreement("the server told two lists of hashes for one shuffle")
        if hashes[self.played.seat] == promise.digest:
            await self._say("nonce", nonce=promise.nonce)

    def _check(self, finish: Message) -> None:
        """Checks that the own cards are those that were promised."""
        promise, self._promise = self._promise, None
        earlier, self._earlier = self._earlier, []
        if promise is None or self.view is None:
            return
        seat, hashes = self.played.seat, promise.hashes
        has_own = hashes is not None and hashes[seat] == promise.digest
        self.played.seen.append(
            {
                "game": finish["game"],
                "commitment": promise.commitment,
                "nonce_hashes": hashes,
                "seat": seat,
                "nonce": promise.nonce if has_own else "",
                "earlier": earlier,
            }
        )
        check_promises({**finish, "commitment": promise.commitment, "dropped": []})
        if hashes is not None and finish["nonce_hashes"] != hashes:
            raise Disagreement("the list of hashes is not the one that was told before")
        if has_own and not bound(promise.nonce, finish["nonce_hashes"][seat]):
            raise Disagreement("the nonce that was opened is not in the shuffle")
        if has_own and finish["nonces"][seat] != promise.nonce:
            raise Disagreement("the nonce that was opened is not in the shuffle")
        if self._first_hand is not None:
            view, secret = self.view, bytes.fromhex(finish["secret"])
            of = game(view["game"])
            deal = of.dealt(view["options"], view["dealer"], secret, finish["nonces"])
            if sorted(deal.hands[seat]) != sorted(self._first_hand):
                raise Disagreement("the hand is not the one that follows from the secret")
