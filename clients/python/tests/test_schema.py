"""The JSON Schema that a server tells accepts every message that goes over its sockets."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from conftest import House
from jsonschema import Draft202012Validator
from websockets.asyncio import client

import vzetek
from vzetek import Bot, Server, View
from vzetek.connection import Connection, connected

Said = list[tuple[str, dict[str, Any]]]
NONCE = b"of the talk"


class Tapped:
    """A socket, and all that is said over it: by whom, and what."""

    def __init__(self, socket: client.ClientConnection, said: Said) -> None:
        self._socket, self._said = socket, said

    async def send(self, text: str) -> None:
        self._said.append(("ClientMessage", json.loads(text)))
        await self._socket.send(text)

    async def recv(self) -> str:
        return self._told(await self._socket.recv())

    async def __aiter__(self) -> AsyncIterator[str]:
        async for text in self._socket:
            yield self._told(text)

    async def close(self) -> None:
        await self._socket.close()

    def _told(self, text: str | bytes) -> str:
        assert isinstance(text, str)
        self._said.append(("ServerMessage", json.loads(text)))
        return text


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[Said]:
    """Everything that this package's connections say and are told from now on."""
    heard: Said = []
    connect = client.connect

    async def tapped(*arguments: Any, **options: Any) -> Tapped:
        return Tapped(await connect(*arguments, **options), heard)

    monkeypatch.setattr(client, "connect", tapped)
    yield heard


@pytest.fixture(scope="module")
def accept(house: House) -> Callable[[Said], set[str]]:
    """Checks messages by the schema that the server tells, and returns their types."""
    schema = Server(house.address).get("/api/protocol.schema.json")
    Draft202012Validator.check_schema(schema)

    def of(kind: str) -> Draft202012Validator:
        one = {"$schema": schema["$schema"], "$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}
        return Draft202012Validator(one)

    kinds = {kind: of(kind) for kind in ("ClientMessage", "ServerMessage")}
    whole = Draft202012Validator(schema)

    def check(said: Said) -> set[str]:
        for kind, message in said:
            wrong = [error.message[:500] for error in kinds[kind].iter_errors(message)]
            assert not wrong, (message, wrong)
            assert whole.is_valid(message), message
        types = {message["type"] for _, message in said}
        return types | {message["event"]["type"] for _, message in said if "event" in message}

    return check


class Anything(Bot):
    """Plays anything that is legal."""

    def __init__(self) -> None:
        self._random = random.Random(5)

    def choose(self, view: View, legal: list[str]) -> str:
        return self._random.choice(legal)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("trset-2", {"target": 11, "declarations": True}),
        ("trset-4", {"declarations": True}),
        ("kifameno-2", {"cappotto": True}),
        ("kifameno-3", {}),
        ("tarok-3", {"deals": 3, "open_berac": True}),
        ("tarok-4", {"deals": 3, "compulsory_klop": True}),
        ("tablic-2", {}),
        ("tablic-6", {}),
    ],
)
def test_whole_matches_are_as_the_schema_says(
    house: House,
    said: Said,
    accept: Callable[[Said], set[str]],
    kind: str,
    options: dict[str, Any],
) -> None:
    vzetek.play(Anything(), house.address, game=kind, options=options)
    # Deals of tarok may be over after their first tricks.
    assert len(said) > 40
    assert accept(said) >= {
        "hello", "welcome", "sit", "snapshot", "event", "seated", "nonce_hash", "nonce",
        "committed", "nonces_committed", "dealt", "act", "moved", "deal_over",
    }  # fmt: skip


async def _talk(socket: str, tokens: tuple[str, str], table: str) -> None:
    """A conversation about everything else that may be said."""
    async with asyncio.timeout(120), connected(socket, tokens[0]) as connection:
        told = connection.messages()

        async def say(name: str, **fields: Any) -> None:
            await connection.send({"type": name, **fields})

        async def until(*names: str) -> None:
            """Waits until each of these has come."""
            left = set(names)
            async for message in told:
                event = message.get("event", {}).get("type")
                # The shuffle waits for the nonce of every player.
                if event == "committed":
                    await say("nonce_hash", table=table, hash=hashlib.sha256(NONCE).hexdigest())
                if event == "nonces_committed":
                    await say("nonce", table=table, nonce=NONCE.decode())
                left -= {message["type"], event}
                if not left:
                    return
            raise AssertionError(left)

        await say("lobby", on=True)
        await until("pools")
        await say("seek", kind="trset-2", pace="quick")
        await until("seeking")
        await say("unseek")
        await until("seeking")
        await say("sit", table=table)
        # The lobby puts changes of a table together.
        await until("dealt", "lobby_table")
        await say("chat", table=table, text="Dober dan")
        await until("chat")
        await say("phrase", table=table, phrase="nice")
        await until("chat")
        await say("coach", table=table)
        await until("coach")
        await say("act", table=table, seq=0, action="D3")
        await until("error")
        await say("claim", table=table, seq=0, claim="rest")
        await until("error")
        await say("ping", at=7)
        await until("pong")
        async with connected(socket, tokens[1]) as other:
            await _watch(other, table)
        await say("leave", table=table)
        await until("left")
        await say("return", table=table)
        await say("unwatch", table=table)
        await say("lobby", on=False)
        await say("ping")
        await until("pong")


async def _watch(connection: Connection, table: str) -> None:
    """Looks on at a table, asks for what was missed there, and looks for one in vain."""
    await connection.send({"type": "watch", "table": table})
    async for message in connection.messages():
        if message["type"] == "snapshot":
            seen = {"epoch": message["snapshot"]["epoch"], "seq": 1}
            await connection.send({"type": "watch", "table": table, "since": seen})
            await connection.send({"type": "watch", "table": "nowhere", "invite": "word"})
        elif message["type"] == "error":
            return


def test_the_rest_of_the_conversation_is_as_the_schema_says(
    house: House, said: Said, accept: Callable[[Said], set[str]]
) -> None:
    server = Server(house.address)
    tokens = server.guest("Ana"), server.guest("Bor")
    game = {"name": "trset", "options": {"variant": "trset", "players": 2}}
    table, _ = server.open_table({"game": game, "bots": "easy", "rated": False}, tokens[0])
    asyncio.run(_talk(server.socket, tokens, table))
    assert accept(said) >= {
        "lobby", "pools", "lobby_table", "seek", "unseek", "seeking", "watch", "unwatch", "sit",
        "chat", "phrase", "coach", "claim", "error", "ping", "pong", "leave", "return",
        "spectators",
    }  # fmt: skip
    wrong = {"type": "act", "table": table, "seq": "7", "action": "D3"}
    with pytest.raises(AssertionError, match="not valid"):
        accept([("ClientMessage", wrong)])
