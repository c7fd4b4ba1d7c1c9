"""The results of finished deals of tarok, for three and for four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .base import Result
from .tarok_cards import ALL_POINTS, HALF, KINGS, MOND, PACK, PAGAT, TRULA, best, player_of, points
from .tarok_cards import winner as winner_of

VALUES = {
    "klop": 0,
    "three": 10,
    "two": 20,
    "one": 30,
    "solo": 50,
    "solo_three": 40,
    "solo_two": 50,
    "solo_one": 60,
    "berac": 70,
    "solo_without": 80,
    "open_berac": 90,
    "colour_valat": 125,
    "valat": 500,
}
"""The value of each contract, in points."""

ANNOUNCED = {"trula": 20, "kings": 20, "pagat_ultimo": 50, "valat": 500, "king_ultimo": 20}
"""The announcements in the server's order, each with its value; half of it if silent."""

MOND_LOST = 21
KLOP = 70

Item = dict[str, Any]
Play = Mapping[str, Any]


def is_ordinary(contract: str) -> bool:
    """True if the points beyond half count, and there are announcements."""
    return contract in ("three", "two", "one", "solo", "solo_three", "solo_two", "solo_one")


def counts_points(contract: str) -> bool:
    """True if the points of the sides decide."""
    return is_ordinary(contract) or contract == "solo_without"


def side_of(play: Play, seat: int) -> str | None:
    """The side of a player as far as everybody knows it."""
    if seat == play["declarer"]:
        return "declarer"
    called = play.get("called")
    side: str | None = called["sides"][seat] if called else "defenders"
    return side


def stake(stakes: Sequence[dict[str, Any]], item: str) -> dict[str, Any]:
    """The stake of this item."""
    return next(made for made in stakes if made["item"] == item)


def to_nearest_five(value: int) -> int:
    """Points to the nearest five."""
    return (value + 2) // 5 * 5


def outcome(play: Play, taken: Mapping[str, Any], options: Mapping[str, Any]) -> Result:
    """The result of a deal, radelci apart, when its last trick is taken."""
    contract = play["contract"]
    if contract == "klop":
        return _klop(taken, options)
    own = declarers_cards(play, taken)
    if is_ordinary(contract):
        return _ordinary(play, taken, options, own)
    return _flat(play, taken, options, own)


def scores(result: Result, doubled: int | None) -> list[int]:
    """Returns the change of each player's score; `doubled` is the declarer if a radelc counts."""
    twice = 2 if doubled is not None else 1
    return [twice * seat["result"] + seat["kontra"] + seat["mond"] for seat in result["seats"]]


def declarers_cards(play: Play, taken: Mapping[str, Any]) -> set[str]:
    """All that counts for the declarer's side. What the declarer discarded face down is
    what nobody else has."""
    piles: list[list[str]] = taken["piles"]
    if play["exchange"] is None:
        return set(piles[play["declarer"]])
    others = [set(pile) for seat, pile in enumerate(piles) if side_of(play, seat) != "declarer"]
    return set(PACK).difference(play["exchange"]["left"], *others)


def _partner(play: Play) -> int | None:
    called = play.get("called")
    sides = called["sides"] if called else []
    partners = (s for s, side in enumerate(sides) if side == "declarer" and s != play["declarer"])
    return next(partners, None)


def _ordinary(
    play: Play, taken: Mapping[str, Any], options: Mapping[str, Any], own: set[str]
) -> Result:
    contract, stakes = play["contract"], play["stakes"]
    beyond = points(own) - HALF
    won = beyond > 0
    rounded = to_nearest_five(beyond) if options.get("round_to_five") else beyond
    game = (VALUES[contract] if won else -VALUES[contract]) + rounded
    made = _made(play, taken, own, "declarer")
    defended = _made(play, taken, set(PACK) - own, "defenders")
    if options.get("players", 3) == 4:
        items = _items_of_four(stakes, won, game, made, defended, _lost(play, taken))
    else:
        items = [
            _item(s, won, game)
            if s["item"] == "game"
            else _item(s, s["item"] in made, _signed(ANNOUNCED[s["item"]], s["item"] in made))
            for s in stakes
        ]
        announced = [s["item"] for s in stakes]
        items += [_silent(what, True) for what in made if what not in announced]
        if options.get("symmetric_bonuses"):
            items += [_silent(what, False) for what in defended if what not in announced]
    result = _of_declarer(play, items, options)
    _write_cards(result, play, points(own), _mond_payer(play, taken))
    result["radelci"] = any(item["item"] == "valat" for item in items)
    return result


def _flat(
    play: Play, taken: Mapping[str, Any], options: Mapping[str, Any], own: set[str]
) -> Result:
    """Berač, solo without and the valats that are contracts: the value is won or lost."""
    contract, declarer = play["contract"], play["declarer"]
    tricks = taken["tricks"]
    if contract in ("berac", "open_berac"):
        won = tricks[declarer] == 0
    elif counts_points(contract):
        won = points(own) > HALF
    else:
        won = tricks[declarer] == sum(tricks)
    item = _item(play["stakes"][0], won, _signed(VALUES[contract], won))
    result = _of_declarer(play, [item], options)
    counted = points(own) if counts_points(contract) else None
    _write_cards(result, play, counted, _mond_payer(play, taken))
    result["radelci"] = True
    return result


def _klop(taken: Mapping[str, Any], options: Mapping[str, Any]) -> Result:
    own, tricks = [points(pile) for pile in taken["piles"]], taken["tricks"]
    four = options.get("players", 3) == 4
    empty, full = 0 in tricks, any(value >= HALF for value in own)

    def of(value: int, won: int) -> int:
        if four:
            if won == 0:
                return KLOP
            if value >= HALF:
                return -KLOP
            if empty or full:
                return 0
            return -(to_nearest_five(value) if options.get("round_to_five") else value)
        if options.get("rewarded_klop") and empty:
            return KLOP if won == 0 else 0
        return -KLOP if value >= HALF else -value

    results = [of(value, won) for value, won in zip(own, tricks)]
    seats = [
        {"points": p, "result": r, "kontra": 0, "mond": 0, "won": r == max(results)}
        for p, r in zip(own, results)
    ]
    return {"contract": "klop", "declarer": None, "items": [], "seats": seats, "radelci": True}


def _made(play: Play, taken: Mapping[str, Any], own: set[str], side: str) -> list[str]:
    """The bonuses of a side with these cards, announced or not."""

    def is_ours(seat: int | None) -> bool:
        if seat is None:
            return False
        return (side_of(play, seat) == "declarer") == (side == "declarer")

    last = taken["last_trick"]
    pagat = winner_of(last) if best(last) == PAGAT else None
    king = side == "declarer" and _king_in_last(play, last) and is_ours(winner_of(last))
    others = [won for seat, won in enumerate(taken["tricks"]) if not is_ours(seat)]
    has = {
        "trula": own >= TRULA,
        "kings": own >= KINGS,
        "pagat_ultimo": is_ours(pagat),
        "valat": not any(others),
        "king_ultimo": king,
    }
    return [what for what in ANNOUNCED if has[what]]


def _king_in_last(play: Play, last: Mapping[str, Any]) -> bool:
    called = play.get("called")
    return bool(called) and player_of(last, (called or {}).get("king")) is not None


def _lost(play: Play, taken: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The ultimos whose card fell in the last trick in vain, each with its side."""
    last = taken["last_trick"]
    found = []
    taker = winner_of(last)
    if taker is not None and _king_in_last(play, last) and side_of(play, taker) != "declarer":
        found.append(("king_ultimo", "declarer"))
    player = player_of(last, PAGAT)
    if player is not None and best(last) != PAGAT:
        found.append(("pagat_ultimo", side_of(play, player) or "defenders"))
    return found


def _mond_payer(play: Play, taken: Mapping[str, Any]) -> int | None:
    if not counts_points(play["contract"]):
        return None
    if play["exchange"] and MOND in play["exchange"]["left"]:
        declarer: int = play["declarer"]
        return declarer
    loser: int | None = taken["mond_lost"]
    return loser


def _signed(value: int, is_for: bool) -> int:
    return value if is_for else -value


def _item(made: Mapping[str, Any], is_made: bool, value: int) -> Item:
    multiplier = 1 << len(made["raises"])
    item = {
        "item": made["item"],
        "made": is_made,
        "silent": False,
        "multiplier": multiplier,
        "value": value * multiplier,
    }
    return _of_side(item, made.get("side", "declarer"))


def _silent(what: str, is_for_declarer: bool, multiplier: int = 1) -> Item:
    value = _signed(ANNOUNCED[what] // 2, is_for_declarer) * multiplier
    return {
        "item": what,
        "made": is_for_declarer,
        "silent": True,
        "multiplier": multiplier,
        "value": value,
    }


def _of_side(item: Item, side: str) -> Item:
    """The item, with the side that it belongs to if that is the defenders'."""
    return {**item, "side": side} if side == "defenders" else item


def _items_of_four(
    stakes: Sequence[Mapping[str, Any]],
    won: bool,
    game: int,
    made: Sequence[str],
    defended: Sequence[str],
    lost: Sequence[tuple[str, str]],
) -> list[Item]:
    announced = [s["item"] for s in stakes]
    done = [(what, True, "declarer") for what in made]
    done += [(what, True, "defenders") for what in defended]

    def silently(what: str, is_made: bool, side: str, multiplier: int = 1) -> Item:
        return _of_side(_silent(what, is_made == (side == "declarer"), multiplier), side)

    def staked(s: Mapping[str, Any]) -> Item:
        if s["item"] == "game":
            return _item(s, won, game)
        side = s.get("side", "declarer")
        is_made = s["item"] in (made if side == "declarer" else defended)
        value = _signed(ANNOUNCED[s["item"]], is_made == (side == "declarer"))
        return _item(s, value > 0, value)

    if "valat" not in announced:
        for what, is_made, side in done:
            if what == "valat":
                # Made silently it stands in the place of all else, raised as the game is.
                return [silently(what, is_made, side, 1 << len(stakes[0]["raises"]))]
    items = [staked(s) for s in stakes]
    if "valat" not in announced:
        done += [(what, False, side) for what, side in lost]
        items += [silently(*one) for one in done if one[0] not in announced]
    return items


def _of_declarer(play: Play, items: list[Item], options: Mapping[str, Any]) -> Result:
    """The result of the declarer, and of a partner, from its items, the game first or what
    stands in its place."""
    declarer, partner = play["declarer"], _partner(play)
    won, value = items[0]["made"], sum(item["value"] for item in items)
    seats = []
    for seat in range(options.get("players", 3)):
        own = seat in (declarer, partner)
        seats.append(
            {
                "points": None,
                "result": value if own else 0,
                "kontra": 0,
                "mond": 0,
                "won": won == own,
            }
        )
    result: Result = {"contract": play["contract"], "declarer": declarer}
    if partner is not None:
        result["partner"] = partner
    result |= {"items": items, "seats": seats, "radelci": False}
    if len(seats) == 3 or options.get("kontra_costs"):
        _settle_kontra(result, play)
    return result


def _settle_kontra(result: Result, play: Play) -> None:
    """Settles what the raising of what the declarer's side made has added: where three play, the
    defender who never raised it is rewarded with that; of four, each who did pays it."""
    three = len(result["seats"]) == 3
    for made in play["stakes"]:
        # A valat made silently stands in the place of all else, raised as the game is.
        stands = [
            item
            for item in result["items"]
            if item["item"] == made["item"] or item["silent"] and made["item"] == "game"
        ]
        if made.get("side", "declarer") != "declarer" or not stands or not stands[0]["made"]:
            continue
        added = stands[0]["value"] - stands[0]["value"] // stands[0]["multiplier"]
        for seat, line in enumerate(result["seats"]):
            if seat in (play["declarer"], result.get("partner")):
                continue
            raised = seat in made["raises"]
            if three and not raised:
                line["kontra"] += added
            elif raised and not three:
                line["kontra"] -= added


def _write_cards(result: Result, play: Play, own: int | None, mond: int | None) -> None:
    ours = (result["declarer"], result.get("partner"))
    for seat, line in enumerate(result["seats"]):
        if own is not None:
            line["points"] = own if seat in ours else ALL_POINTS - own
        line["mond"] = -MOND_LOST if seat == mond else 0
