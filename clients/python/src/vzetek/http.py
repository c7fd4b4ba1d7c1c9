"""A server's HTTP interface: accounts, tables and the archive. Standard library only."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from .errors import ConnectionFailed, Refused

PROTOCOL = 1
"""The version of the protocol that this package speaks."""

# Waits for a server that says when to come again, in seconds.
LONGEST_WAIT = 30.0
TRIES = 5

# The most tables in one answer.
TABLES = 1000


class Server:
    """A Vzetek server, by the address that its page has in a browser."""

    def __init__(self, address: str, timeout_s: float = 20.0) -> None:
        """Raises `ConnectionFailed` if the address is none of HTTP."""
        parts = urllib.parse.urlsplit(address if "://" in address else f"http://{address}")
        scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
        if scheme not in ("http", "https") or not parts.netloc:
            raise ConnectionFailed(
                f"{address} is no address of a server; one looks like http://127.0.0.1:8080"
            )
        self.address = f"{scheme}://{parts.netloc}"
        self.timeout_s = timeout_s

    @property
    def socket(self) -> str:
        """The address of the socket."""
        return self.address.replace("http", "ws", 1) + "/ws"

    def version(self) -> str:
        """The version of the server. Raises `ConnectionFailed` if there is no server."""
        health = self.get("/health")
        if not isinstance(health, dict) or "version" not in health:
            raise ConnectionFailed(f"there is no Vzetek server at {self.address}")
        return str(health["version"])

    def guest(self, name: str) -> str:
        """Becomes a guest of this name, and returns the token."""
        return str(self.post("/api/guest", {"name": name, "bearer": True})["token"])

    def register(self, name: str, password: str) -> str:
        """Registers a person, and returns the token of the session."""
        body = {"name": name, "password": password, "bearer": True}
        return str(self.post("/api/register", body)["token"])

    def login(self, name: str, password: str) -> str:
        """Logs a person in, and returns the token of the session."""
        body = {"name": name, "password": password, "bearer": True}
        return str(self.post("/api/login", body)["token"])

    def new_bot(self, name: str, owner_token: str) -> str:
        """Makes a bot account that belongs to a person, and returns the bot's token, which
        the server shows this once."""
        return str(self.post("/api/bots", {"name": name}, owner_token)["token"])

    def me(self, token: str) -> dict[str, Any]:
        """The account that has this token. Raises `Refused` if none has."""
        try:
            session = self.get("/api/me", token)
        except Refused as refused:
            if refused.code != "unauthorized":
                raise
            session = None
        if not isinstance(session, dict):
            raise Refused("unauthorized", "the token is not valid (any more): log in again")
        account: dict[str, Any] = session["user"]
        return account

    def open_table(self, config: dict[str, Any], token: str) -> tuple[str, str | None]:
        """Opens a table, and returns its id and, of a private one, the word for it."""
        opened = self.post("/api/tables", config, token)
        return str(opened["table"]), opened.get("invite")

    def tables(self) -> list[dict[str, Any]]:
        """The open tables that are not private, as the lobby shows them."""
        page = list(self.get("/api/tables"))
        tables = page
        while len(page) == TABLES:
            page = list(self.get(f"/api/tables?after={page[-1]['id']}"))
            tables = tables + page
        return tables

    def games(self, token: str | None = None, **filters: str | int) -> list[dict[str, Any]]:
        """Finished deals, the newest first; `filters` as the archive has them: `kind`,
        `player`, `among`, `table`, `before`, `limit`."""
        query = urllib.parse.urlencode(filters)
        return list(self.get(f"/api/games?{query}", token))

    def game(self, game: str) -> dict[str, Any]:
        """The record of a finished deal, by its id."""
        record: dict[str, Any] = self.get(f"/api/games/{urllib.parse.quote(game, safe='')}")
        return record

    def get(self, path: str, token: str | None = None) -> Any:
        """Returns the JSON at a path, parsed."""
        return self._ask(urllib.request.Request(self.address + path), token)

    def post(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        """Sends a body to a path, and returns the JSON of the answer, parsed."""
        request = urllib.request.Request(self.address + path, json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        return self._ask(request, token)

    def _ask(self, request: urllib.request.Request, token: str | None) -> Any:
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        for tries in range(TRIES):
            try:
                with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
                    return self._parsed(answer.read())
            except urllib.error.HTTPError as refused:
                error = self._refusal(refused)
                wait = (error.retry_ms or 1000 * 2**tries) / 1000
                passes = error.code in ("rate_limited", "busy", "storage_unavailable")
                if not passes or tries + 1 == TRIES or wait > LONGEST_WAIT:
                    raise error from None
                time.sleep(wait)
            except (OSError, ValueError) as error:
                reason = getattr(error, "reason", error)
                raise ConnectionFailed(
                    f"nobody answers at {self.address}: {reason}. Is the server running, and"
                    " is this the address that its page has in a browser?"
                ) from error
            except http.client.HTTPException as error:
                raise ConnectionFailed(
                    f"there is no Vzetek server at {self.address}: the answer is not HTTP"
                ) from error
        raise AssertionError("the last try returns or raises")

    def _parsed(self, text: bytes) -> Any:
        try:
            return json.loads(text)
        except ValueError:
            raise ConnectionFailed(
                f"there is no Vzetek server at {self.address}: the answer is not JSON"
            ) from None

    def _refusal(self, refused: urllib.error.HTTPError) -> Refused:
        try:
            body = json.loads(refused.read())
            retry = body.get("retry_ms")
            return Refused(str(body["code"]), str(body["message"]), retry)
        except (ValueError, KeyError, AttributeError):
            raise ConnectionFailed(
                f"there is no Vzetek server at {self.address}: it answers {refused.code}"
            ) from None
