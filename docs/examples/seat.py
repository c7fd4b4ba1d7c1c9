#!/usr/bin/env python3
"""Lets a program that answers decision documents play one deal at a server, against house bots:
pip install websockets; seat.py "python3 mybot.py" [GAME] [ADDRESS]"""
import asyncio, hashlib, json, secrets, shlex, subprocess, sys, urllib.error, urllib.request
import websockets

GAMES = {
    "trset": {"name": "trset", "options": {"players": 2}},
    "kifameno": {"name": "trset", "options": {"variant": "kifameno", "players": 2}},
    "tarok": {"name": "tarok", "options": {}},
    "tablic": {"name": "tablic", "options": {"players": 2}},
}
if len(sys.argv) < 2 or sys.argv[2:] and sys.argv[2] not in GAMES:
    sys.exit(f"{__doc__}\nGAME is one of {', '.join(GAMES)}")
PROGRAM = shlex.split(sys.argv[1])
GAME = GAMES[sys.argv[2] if len(sys.argv) > 2 else "trset"]
SERVER = sys.argv[3] if len(sys.argv) > 3 else "http://127.0.0.1:8080"


def post(path, body, token=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode(), headers)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        sys.exit(json.load(error)["message"])
    except OSError as error:
        sys.exit(f"no server at {SERVER} ({error}): start one with ./play, or name its address")


def decide(bot, snapshot):
    """Asks the program for the action of the turn that a snapshot shows."""
    deal, turn = snapshot["deal"], snapshot["deal"]["turn"]
    document = {
        "view": deal["view"],
        "legal": turn["legal"],
        "legal_cut": turn.get("legal_cut", False),
        "events": [event for move in deal["moves"] for event in move["events"]],
        "score": snapshot["score"],
        "move_ms": turn["move_ms"],
    }
    print(json.dumps(document), file=bot.stdin, flush=True)
    return json.loads(bot.stdout.readline())["action"]


async def play(bot):
    token = post("/api/guest", {"name": "My bot", "bearer": True})["token"]
    table = post("/api/tables", {"game": GAME, "bots": "easy"}, token)["table"]
    async with websockets.connect(SERVER.replace("http", "ws", 1) + "/ws", max_size=None) as socket:
        say = lambda **message: socket.send(json.dumps(message))
        await say(type="hello", protocol=1, token=token)
        await say(type="sit", table=table)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "error" and message["code"] == "busy":  # see how the table stands
                await asyncio.sleep(message.get("retry_ms", 1000) / 1000)
                await say(type="watch", table=table)
            elif message["type"] == "error" and message["code"] != "no_nonce_awaited":
                sys.exit(message["message"])
            if message["type"] == "snapshot":
                snapshot = message["snapshot"]
                if ((snapshot["deal"] or {}).get("turn") or {}).get("legal"):
                    action = await asyncio.to_thread(decide, bot, snapshot)
                    await say(type="act", table=table, seq=snapshot["seq"], action=action)
            if message["type"] != "event":
                continue
            event = message["event"]
            if event["type"] == "deal_over":
                return print(json.dumps(event["finish"]["result"]))
            if event["type"] == "committed":  # a fresh nonce, so that nobody chooses the cards
                nonce = secrets.token_hex(16)
                digest = hashlib.sha256(nonce.encode()).hexdigest()
                await say(type="nonce_hash", table=table, hash=digest)
            if event["type"] == "nonces_committed" and digest in event["hashes"]:
                await say(type="nonce", table=table, nonce=nonce)
            turn = event.get("turn") or event.get("deal", {}).get("turn") or {}
            if turn.get("legal"):  # one's own turn: ask how the deal stands now
                await say(type="watch", table=table)


with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
    asyncio.run(play(program))
