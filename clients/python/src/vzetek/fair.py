"""The shuffle of a fair deal, as docs/protocol/fair-deals.md describes it, and the
check of what was promised for it. Standard library only."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .errors import BadRecord, Disagreement


def words(key: bytes) -> Iterator[int]:
    """The ChaCha20 key stream from block 0 of stream 0, as 32-bit words."""

    def rotate(x: int, n: int) -> int:
        return (x << n | x >> (32 - n)) & 0xFFFFFFFF

    block = 0
    while True:
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
        start += [block & 0xFFFFFFFF, block >> 32, 0, 0]
        w = start[:]
        for _ in range(10):
            for a, b, c, d in (
                (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
            ):  # fmt: skip
                for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    w[x] = (w[x] + w[y]) & 0xFFFFFFFF
                    w[z] = rotate(w[z] ^ w[x], turn)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(w, start))
        block += 1


def seed(secret: bytes, nonces: Sequence[str], attempt: int = 0) -> bytes:
    """The seed of a shuffle: 32 bytes."""
    text = b"vzetek deal 1" + secret + struct.pack("<I", attempt)
    for nonce in nonces:
        text += bytes([len(nonce.encode())]) + nonce.encode()
    return hashlib.sha256(text).digest()


def shuffled(
    pack: Sequence[str], secret: bytes, nonces: Sequence[str], attempt: int = 0
) -> list[str]:
    """The pack as it is shuffled from secret and nonces, the first card to be dealt first."""
    cards = list(pack)
    stream = words(seed(secret, nonces, attempt))
    for i in range(len(cards) - 1, 0, -1):
        n = i + 1
        j = next(word for word in stream if word < 2**32 // n * n) % n
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def bound(nonce: str, digest: str | None) -> bool:
    """True if the nonce has this digest; without a digest, if it is empty."""
    return nonce == "" if digest is None else hashlib.sha256(nonce.encode()).hexdigest() == digest


def check_promises(record: Mapping[str, Any]) -> None:
    """Checks that secret and nonces are those that were promised, for the deal and for
    every promise before it that was dropped.

    Raises `Disagreement` if they are not.
    """
    for promise in [record, *record.get("dropped", [])]:
        if hashlib.sha256(bytes.fromhex(promise["secret"])).hexdigest() != promise["commitment"]:
            raise Disagreement("the secret is not the one that was promised")
        hashes, nonces = promise.get("nonce_hashes"), promise["nonces"]
        if hashes is None:
            continue
        if len(hashes) != len(nonces):
            raise Disagreement("there are not as many nonces as hashes")
        for seat, (nonce, digest) in enumerate(zip(nonces, hashes)):
            # The nonces of a dropped promise need not have been opened.
            if not (bound(nonce, digest) or promise is not record and nonce == ""):
                raise Disagreement(f"the nonce of seat {seat} is not the one that was committed to")


def check_seen(record: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    """Checks a record against what a player was told before opening a nonce:
    `commitment`, `nonce_hashes`, `seat`, `nonce` and the commitments told `earlier`.

    Raises `Disagreement` if the record is another, or holds no nonce of the player.
    """
    if seen["commitment"] != record["commitment"]:
        raise Disagreement("another shuffle was promised than the one that you were told of")
    if seen["nonce_hashes"] != record.get("nonce_hashes"):
        raise Disagreement("the list of hashes is not the one that you were told")
    own, seat = seen["nonce"], seen["seat"]
    if not 0 <= seat < len(record["nonces"]):
        raise BadRecord(f"seat {seat} is none of the deal's {len(record['nonces'])}")
    if record["nonces"][seat] != own or not bound(own, seen["nonce_hashes"][seat]):
        raise Disagreement(
            "your nonce is not in it, so it proves nothing to you against the server"
        )
    told = {dropped["commitment"] for dropped in record.get("dropped", [])}
    if not told.issuperset(seen.get("earlier", [])):
        raise Disagreement("a promise that you were told of was dropped, and the record hides it")
