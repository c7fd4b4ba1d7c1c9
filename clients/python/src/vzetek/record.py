"""Records of finished deals: replayed from secret, nonces and actions, and checked against
what they say. Standard library only."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import BadRecord, Disagreement, IllegalAction
from .fair import check_promises, check_seen
from .games import Deal, Event, Result, Tarok, game
from .games.tarok_score import scores


@dataclass(frozen=True)
class Step:
    """One action of a replay."""

    seat: int
    """The seat that acted."""
    action: str
    """The action, in notation."""
    events: list[Event]
    """The events that followed from it, as somebody is told who may know everything."""
    deal: Deal
    """The deal after it; the same object in every step."""


@dataclass(frozen=True)
class Checked:
    """A record whose cards, and whose play as far as it goes, agree with what follows."""

    deal: Deal
    """The deal as it follows from the record, at its end."""
    actions: int
    """The number of actions that the record holds."""
    is_whole: bool
    """True if it holds all actions, so that play and result were checked; else only the
    cards and the actions that are there."""


def start(record: Mapping[str, Any]) -> Deal:
    """The deal before its first action, as it follows from `options`, `dealer`, `secret`
    and `nonces`. Raises `BadRecord` if these are not there or do not fit together."""
    try:
        options = record["options"]
        of, inner = game(options["name"]), options["options"]
        secret = bytes.fromhex(record["secret"])
        return of.dealt(inner, record["dealer"], secret, record["nonces"])
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise BadRecord(
            f"not the record of a finished deal: {error!r} is missing or wrong"
        ) from error


def steps(deal: Deal, actions: Sequence[str]) -> Iterator[Step]:
    """Plays the actions one after the other. Raises `IllegalAction` at the first that the
    rules do not allow."""
    for number, action in enumerate(actions):
        seat = deal.current_player
        if seat is None:
            raise IllegalAction(f"action {number + 1}, {action}, comes after the end of the deal")
        if isinstance(deal, Tarok) and action == "pass":
            deal.ask_again(actions[number + 1] if number + 1 < len(actions) else None)
        try:
            yield Step(seat, action, deal.apply(action), deal)
        except IllegalAction as error:
            raise IllegalAction(f"action {number + 1}: {error}") from None


def replay(record: Mapping[str, Any]) -> Deal:
    """The deal at its end, from the record: `actions`, or the `steps` of the archive."""
    deal = start(record)
    for _ in steps(deal, actions_of(record)):
        pass
    return deal


def actions_of(record: Mapping[str, Any]) -> list[str]:
    """The actions of a record, in notation."""
    if "actions" in record:
        return list(record["actions"])
    try:
        return [step["action"] for step in record["steps"]]
    except (KeyError, TypeError) as error:
        raise BadRecord(f"not the record of a finished deal: {error!r} is missing") from error


def verify(record: Mapping[str, Any], seen: Mapping[str, Any] | None = None) -> Checked:
    """Checks the record of a finished deal as `GET /api/games/{id}` tells it: that secret
    and nonces are those that were promised, that the cards follow from them, that the
    rules allow every action, and that result and scores are those that follow; with
    `seen`, what a player was told before (`vzetek.fair.check_seen`), too.

    A declarer's radelc in tarok is left from deals before: whether there was one does not
    follow from the record, so that both are accepted.

    Raises `BadRecord` if it is none, and `Disagreement` where it says something else.
    """
    try:
        check_promises(record)
        if seen is not None:
            check_seen(record, seen)
        hands, stock = record["cards"]["hands"], record["cards"]["stock"]
        told = record.get("steps", [])
        moves = record.get("moves", len(told))
        actions = [step["action"] for step in told]
        result = record.get("result")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(
            f"not the record of a finished deal: {error!r} is missing or wrong"
        ) from error
    deal = start(record)
    if [sorted(hand) for hand in deal.hands] != [sorted(hand) for hand in hands]:
        raise Disagreement("these are not the hands that follow from the secret")
    if deal.stock != stock:
        raise Disagreement("these are not the cards left over that follow from the secret")
    try:
        for step, said in zip(steps(deal, actions), told):
            _same_step(step, said)
    except IllegalAction as error:
        raise Disagreement(f"the rules do not allow the play: {error}") from error
    if len(told) < moves or "steps" not in record:
        return Checked(deal, len(told), is_whole=False)
    if deal.result is None:
        raise Disagreement(f"the deal is not over after all of its {len(told)} actions")
    if result is not None:
        check_result(deal.result, result)
    return Checked(deal, len(told), is_whole=True)


def check_result(ours: Result, told: Mapping[str, Any]) -> None:
    """Compares a result with one that a record or a `deal_over` tells, with tarok's
    `doubled` and `scores`. Raises `Disagreement` if they differ."""
    for name, value in ours.items():
        if told.get(name) != value:
            raise Disagreement(f"the result says {name} {told.get(name)!r}, but it was {value!r}")
    if "contract" in ours and "scores" in told:
        doubled = told.get("doubled")
        if doubled not in (None, ours["declarer"]):
            raise Disagreement(f"nobody but the declarer can double a deal, not seat {doubled}")
        if told["scores"] != scores(ours, doubled):
            due = scores(ours, doubled)
            raise Disagreement(f"the scores are {told['scores']!r}, but {due!r} follows")


def _same_step(step: Step, said: Mapping[str, Any]) -> None:
    where = f"{step.action} of seat {step.seat}"
    if said.get("seat", step.seat) != step.seat:
        raise Disagreement(f"seat {said['seat']} did {step.action}, and it was {step.seat}'s turn")
    events = said.get("events")
    if events is None:
        return
    if len(events) != len(step.events):
        raise Disagreement(f"after {where} other events are told than followed")
    for ours, theirs in zip(step.events, events):
        for name, value in ours.items():
            if theirs.get(name) != value:
                raise Disagreement(
                    f"after {where} the {ours['type']} says {name} {theirs.get(name)!r},"
                    f" but it was {json.dumps(value)}"
                )
