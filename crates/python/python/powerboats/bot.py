"""Bots for ``powerboats arena --bot``, which asks on standard input and reads the answers from standard output.

A whole bot:

    import powerboats as pb

    pb.bot.run(lambda race: race.legal_actions()[0])
"""

import json
import sys
from functools import lru_cache

from powerboats._native import Action, Course, Race


def run(decide, questions=None, answers=None):
    """Answers questions until there are no more. ``decide`` takes a ``Race`` and returns one of its legal actions, or the text of one.

    >>> import io, json
    >>> import powerboats as pb
    >>> race = pb.Race(pb.Course("6./6./6./6./6.", "a5E,d4,b2,d3"), ["red", "white"], seed=1)
    >>> course = {"lake": race.course.lake.rows, "buoys": ["a5", "d4", "b2", "d3"], "line": race.course.line}
    >>> boat = {"at": None, "heading": None, "dice": [], "damage": 0, "kept": 0, "leg": "start", "owes": 0, "turns": 0}
    >>> boats = [boat | {"color": color, "status": "unplaced"} for color in ["red", "white"]]
    >>> state = {"phase": "place", "race": 1, "scoring": "turns", "turn": "white", "dice": None, "boats": boats}
    >>> question = io.StringIO(json.dumps({"ask": "place", "id": 1, "course": course, "state": state}))
    >>> pb.bot.run(pb.Captain().decide, question)
    {"op": "place", "at": "e5", "heading": "E", "id": 1}
    """
    for line in questions or sys.stdin:
        question = json.loads(line)
        action = decide(race_of(question["course"], question["state"]))
        print(json.dumps(answer_of(action) | {"id": question["id"]}), file=answers, flush=True)


def race_of(course, state):
    """The race that a course and a state describe, as the referee and the server write them in JSON."""
    lake, buoys = "/".join(course["lake"]), course["buoys"]
    plan = ",".join([buoys[0] + _heading(lake, tuple(buoys), tuple(course["line"])), *buoys[1:4]])
    race = "ABC"[state["race"] - 1] + "-" + state["scoring"]
    boats = ",".join(_boat(boat) for boat in state["boats"])
    phase = "over" if state["turn"] is None else f"{state['phase']}:{state['turn']}"
    if state["phase"] == "steer":
        phase += ":" + _dice(state["dice"])
    return Race.from_position(f"{lake} {plan} {race} {boats} {phase}")


def answer_of(action):
    """An action, or its text, as a request to the referee."""
    if not isinstance(action, Action):
        action = Action(action)
    if action.kind == "place":
        return {"op": "place", "at": action.at, "heading": action.heading}
    if action.kind == "dice":
        return {"op": "dice", "hold": [int(die) for die in action.hold], "count": action.count}
    if action.kind == "steer":
        return {"op": "steer", "to": action.steer}
    raise ValueError(f"expected an action of a player, found the roll {action}")


@lru_cache(maxsize=64)
def _heading(lake, buoys, line):
    """The direction of the line, which the JSON does not name."""
    for heading in ["E", "NE", "NW", "W", "SW", "SE"]:
        try:
            if tuple(Course(lake, ",".join([buoys[0] + heading, *buoys[1:4]])).line) == line:
                return heading
        except ValueError:
            pass  # in this direction the line would not be on water
    raise ValueError(f"no line from {buoys[0]} goes over {', '.join(line)}")


def _dice(dice):
    return "".join(str(die) for die in dice) or "-"


def _boat(boat):
    place = boat["status"]
    if place in ("racing", "unfinished"):
        place = ("unfinished-" if place == "unfinished" else "") + boat["at"] + boat["heading"]
    damage = str(boat["damage"]) + (f"k{boat['kept']}" if boat["kept"] else "")
    leg = boat["leg"] + ("!" if boat["owes"] else "")
    return f"{boat['color']}:{place}:{_dice(boat['dice'])}:{damage}:{leg}:{boat['turns']}"
