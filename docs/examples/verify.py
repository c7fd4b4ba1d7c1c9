#!/usr/bin/env python3
"""Checks a finished deal against what was committed to, with nothing but Python.

    curl -s http://127.0.0.1:8080/api/games/ID | verify.py [--seen FILE]

FILE holds what a player was told before opening a nonce: {"commitment": …,
"nonce_hashes": …, "seat": …, "nonce": …, "earlier": [commitments before]}.
"""
import argparse
import hashlib
import json
import struct
import sys


def words(key):
    """The ChaCha20 key stream from block 0 of stream 0, as 32-bit words."""
    rotate = lambda x, n: (x << n | x >> (32 - n)) & 0xFFFFFFFF
    block = 0
    while True:
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
        start += [block & 0xFFFFFFFF, block >> 32, 0, 0]
        w = start[:]
        for _ in range(10):
            for a, b, c, d in (
                (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
            ):
                for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    w[x] = (w[x] + w[y]) & 0xFFFFFFFF
                    w[z] = rotate(w[z] ^ w[x], turn)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(w, start))
        block += 1


def shuffled(pack, secret, nonces, attempt=0):
    text = b"vzetek deal 1" + secret + struct.pack("<I", attempt)
    for nonce in nonces:
        text += bytes([len(nonce.encode())]) + nonce.encode()
    stream = words(hashlib.sha256(text).digest())
    for i in range(len(pack) - 1, 0, -1):
        n = i + 1
        j = next(word for word in stream if word < 2**32 // n * n) % n
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def shared_out(pack, players, size, dealer):
    """Hands by seat, and what is left."""
    hands = [[]] * players
    for step in range(players):
        hands[(dealer + 1 + step) % players] = pack[size * step : size * step + size]
    return hands, pack[size * players :]


def trset(options, dealer, secret, nonces):
    """Hands by seat, and the stock, the first card to be drawn first."""
    pack = [suit + rank for suit in "CSBD" for rank in "4567JCKA23"]
    if options["players"] == 3:
        pack.remove(options.get("removed_four", "D") + "4")
    return shared_out(shuffled(pack, secret, nonces), options["players"], 10, dealer)


# The prepared first deals of tarok: the player after the dealer, the learner, the
# dealer, and the talon.
PREPARED = [
    "T19 T17 T6 T4 T3 T2 CK C8 C7 SQ SC S10 S9 HQ HC H3 "
    "T22 T21 T16 T14 T10 T9 T8 T7 T1 CJ SJ DK DQ DC DJ D3 "
    "T15 T12 T11 T5 CQ CC C10 C9 SK S8 S7 D1 D4 H1 H2 H4 "
    "HK D2 HJ T13 T18 T20",
    "T16 T15 T12 T9 T5 T1 CQ CC C7 SQ S10 S7 DC D3 H1 H3 "
    "T22 T21 T20 T19 T13 T11 T8 T3 CK CJ SK SC DK D2 HJ H4 "
    "T18 T17 T14 T10 T7 T6 T2 C10 C9 S9 S8 DJ D1 HQ HC H2 "
    "T4 DQ HK SJ D4 C8",
    "T16 T13 T10 T8 T4 CJ C7 SQ SJ S10 S9 S8 S7 HK HC H1 "
    "T21 T18 T15 T9 T7 T6 T5 T3 T1 CK CC SC DQ DC DJ H2 "
    "T20 T17 T14 T12 CQ C10 C8 SK DK D1 D2 D3 D4 HQ HJ H4 "
    "T19 T2 H3 C9 T22 T11",
    "T20 T17 T16 T14 T11 T10 T5 CQ C10 SQ DQ DC DJ D3 H3 H4 "
    "T22 T19 T15 T13 T9 T8 T6 T4 T3 T2 SK DK D4 HK HC HJ "
    "T21 T18 T12 T1 CJ C9 C7 SJ S10 S9 S8 S7 D1 D2 H1 H2 "
    "T7 SC C8 CC CK HQ",
]


def tarok(options, dealer, secret, nonces):
    """Hands by seat, and the talon in its order: the first shuffle that gives
    everybody a tarok, or one of the prepared deals."""
    if options.get("prepared"):
        return shared_out(shuffled(PREPARED[:], secret, nonces)[0].split(), 3, 16, dealer)
    red = ["4", "3", "2", "1", "J", "C", "Q", "K"]
    black = ["7", "8", "9", "10", "J", "C", "Q", "K"]
    pack = [suit + rank for suit in "HD" for rank in red]
    pack += [suit + rank for suit in "SC" for rank in black]
    pack += [f"T{number}" for number in range(1, 23)]
    players = options.get("players", 3)
    attempt = 0
    while True:
        cards = shuffled(pack[:], secret, nonces, attempt)
        hands, talon = shared_out(cards, players, 48 // players, dealer)
        if all(any(card.startswith("T") for card in hand) for hand in hands):
            return hands, talon
        attempt += 1


def tablic(options, dealer, secret, nonces):
    """The first hands by seat, and what is dealt later, in its order. The four
    cards before them lie on the table: what is missing of the pack."""
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    pack = shuffled([suit + rank for rank in ranks for suit in "HSDC"], secret, nonces)
    players = options["players"]
    size = players * min(6, 48 // players)
    hands = [pack[4 + place : 4 + size : players] for place in range(players)]
    return [hands[(seat - dealer - 1) % players] for seat in range(players)], pack[4 + size :]


def dealt(game, dealer, secret, nonces):
    games = {"trset": trset, "tarok": tarok, "tablic": tablic}
    if game["name"] not in games:
        sys.exit(f"{game['name']} is a game that this program does not know")
    return games[game["name"]](game["options"], dealer, secret, nonces)


def bound(nonce, digest):
    """True if the nonce has this digest; without a digest, if it is empty."""
    return nonce == "" if digest is None else hashlib.sha256(nonce.encode()).hexdigest() == digest


def check_promises(game):
    for promise in [game, *game.get("dropped", [])]:
        if hashlib.sha256(bytes.fromhex(promise["secret"])).hexdigest() != promise["commitment"]:
            sys.exit("the secret is not the one that was promised")
        hashes, nonces = promise.get("nonce_hashes"), promise["nonces"]
        if hashes is None:
            continue
        if len(hashes) != len(nonces):
            sys.exit("there are not as many nonces as hashes")
        for seat, (nonce, digest) in enumerate(zip(nonces, hashes)):
            # The nonces of a dropped promise need not have been opened.
            if not (bound(nonce, digest) or promise is not game and nonce == ""):
                sys.exit(f"the nonce of seat {seat} is not the one that was committed to")


def check_seen(game, seen):
    if seen["commitment"] != game["commitment"]:
        sys.exit("another shuffle was promised than the one that you were told of")
    if seen["nonce_hashes"] != game.get("nonce_hashes"):
        sys.exit("the list of hashes is not the one that you were told")
    own = seen["nonce"]
    if game["nonces"][seen["seat"]] != own or not bound(own, seen["nonce_hashes"][seen["seat"]]):
        sys.exit("your nonce is not in it, so it proves nothing to you against the server")
    told = {dropped["commitment"] for dropped in game.get("dropped", [])}
    if not told.issuperset(seen.get("earlier", [])):
        sys.exit("a promise that you were told of was dropped, and the record hides it")


def main():
    options = argparse.ArgumentParser(description="Checks a finished deal.")
    options.add_argument("--seen", type=argparse.FileType("r"))
    options = options.parse_args()
    game = json.load(sys.stdin)
    check_promises(game)
    if options.seen:
        check_seen(game, json.load(options.seen))
    secret = bytes.fromhex(game["secret"])
    hands, stock = dealt(game["options"], game["dealer"], secret, game["nonces"])
    if [sorted(hand) for hand in hands] != [sorted(hand) for hand in game["cards"]["hands"]]:
        sys.exit("these are not the hands that follow from the secret")
    if stock != game["cards"]["stock"]:
        sys.exit("these are not the cards left over that follow from the secret")
    print(f"game {game['id']}: the cards are those that were promised")
    if game["options"]["options"].get("prepared"):
        print("they were prepared for a newcomer, not shuffled")
    if game.get("nonce_hashes") is None:
        print("it is from before nonces were committed to: who held a seat and the server"
              " could have chosen its nonce last")
    for dropped in game.get("dropped", []):
        print(f"promised before and dropped ({dropped['reason']}, seats {dropped['seats']}):"
              f" {dropped['commitment']}")


if __name__ == "__main__":
    main()
