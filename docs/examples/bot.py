#!/usr/bin/env python3
"""Plays one deal against a house bot:  pip install websockets; bot.py [ADDRESS]"""
import asyncio, hashlib, json, random, secrets, sys, urllib.request
import websockets

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"


def post(path, body, token=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode(), headers)
    return json.load(urllib.request.urlopen(request))


async def play():
    token = post("/api/guest", {"name": "Example", "bearer": True})["token"]
    config = {"game": {"name": "trset", "options": {"players": 2}}, "bots": "easy"}
    table = post("/api/tables", config, token)["table"]
    async with websockets.connect(SERVER.replace("http", "ws", 1) + "/ws") as socket:
        say = lambda **message: socket.send(json.dumps(message))
        await say(type="hello", protocol=1, token=token, picture="decisions")
        await say(type="sit", table=table)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "error" and message["code"] != "no_nonce_awaited":
                sys.exit(message["message"])
            if message["type"] == "snapshot":
                seat = message["snapshot"]["you"]
            if message["type"] != "event":
                continue
            event = message["event"]
            if event["type"] == "substituted" and event["seat"] == seat:
                await say(type="return", table=table)  # too slow: play on all the same
            if event["type"] == "deal_over":
                return print(json.dumps(event["finish"]["result"], indent=1))
            if event["type"] == "committed":  # a fresh nonce, so that nobody chooses the cards
                nonce = secrets.token_hex(16)
                digest = hashlib.sha256(nonce.encode()).hexdigest()
                await say(type="nonce_hash", table=table, hash=digest)
            if event["type"] == "nonces_committed" and digest in event["hashes"]:
                await say(type="nonce", table=table, nonce=nonce)
            turn = event.get("turn") or event.get("deal", {}).get("turn") or {}
            if decision := turn.get("decision"):  # also has the view, the events and the score
                action = random.choice(decision["legal"])
                await say(type="act", table=table, seq=message["seq"], action=action)


asyncio.run(play())
