#!/usr/bin/env python3
"""A bot for every game: reads decision documents, a line each, and answers each with a line.

vzetek-lab match "exec:python3 docs/examples/mybot.py" random --game trset --deals 100
"""
import json, random, sys


def choose(view, legal, events):
    """Returns one of the legal actions. Replace this with something better than chance."""
    if view["game"] == "tablic":  # capture as many cards as possible
        return max(legal, key=lambda action: action.count("+") + 2 * ("x" in action))
    return random.choice(legal)


for line in sys.stdin:
    document = json.loads(line)
    action = choose(document["view"], document["legal"], document["events"])
    print(json.dumps({"action": action}), flush=True)
