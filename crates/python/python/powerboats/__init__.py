"""The board game Powerboats: exact rules, an exact solver, pilots, records and environments for machine learning.

>>> import powerboats as pb
>>> course = pb.Lake.random(seed=12, side="dark").course("A")
>>> round(course.solve().par, 1)
13.6
>>> race = pb.Race(course, ["red", "white"], seed=7)
>>> captain, rookie = pb.Captain(), pb.Rookie()
>>> while not race.over:
...     race.push((captain if race.turn == "red" else rookie).decide(race))
>>> race.result.order[0]
'red'

``powerboats.env`` holds the environments. It needs numpy; ``aec`` also needs PettingZoo, and ``solo`` Gymnasium:
``pip install powerboats[env]``.
"""

from importlib import import_module as _import_module

from powerboats import _native, bot
from powerboats._native import (
    COLORS,
    Action,
    Boat,
    Course,
    IllegalAction,
    Lake,
    Match,
    Pilot,
    Race,
    RaceResult,
    Solution,
    __version__,
)
from powerboats.pilots import (
    Admiral,
    Bosun,
    Captain,
    Commander,
    Deckhand,
    Fox,
    Gambler,
    Mate,
    Rookie,
    Skipper,
    Turtle,
)

__all__ = [
    "COLORS", "Action", "Admiral", "Boat", "Bosun", "Captain", "Commander", "Course", "Deckhand", "Fox", "Gambler",
    "IllegalAction", "Lake", "Match", "Mate", "Pilot", "Race", "RaceResult", "Rookie", "Skipper", "Solution", "Turtle",
    "__version__", "analyze", "bot", "env", "replay",
]  # fmt: skip


def replay(text, seed=0):
    """Reads a record and checks every line against the rules. Returns the match.

    If the record is not complete, the match can go on, with the dice of ``seed``.

    >>> import powerboats as pb
    >>> match = pb.Match(["red", "white"], seed=1)
    >>> again = pb.replay(match.record())
    >>> again.turn == match.turn
    True
    >>> pb.replay(match.record().replace("sides: mixed", "sides: wet"))
    Traceback (most recent call last):
    ...
    ValueError: line 4: column 8: unknown side "wet": expected dark, light or mixed
    """
    return _native.replay(text, seed)


def analyze(text):
    """Rates every roll and every decision of a record, in turns: a dictionary with ``players`` and ``races``.

    >>> import powerboats as pb
    >>> match, captain = pb.Match(["red", "white"], seed=1, races=1), pb.Captain()
    >>> while not match.over:
    ...     match.push(captain.decide(match))
    >>> [player["error"] < 1 for player in pb.analyze(match.record())["players"]]
    [True, True]
    """
    return _native.analyze(text)


def __getattr__(name):
    # The environments need numpy, the rest does not.
    if name == "env":
        try:
            return _import_module("powerboats.env")
        except ModuleNotFoundError as error:
            needed = f"powerboats.env needs {error.name}: pip install numpy gymnasium pettingzoo"
            raise ModuleNotFoundError(needed, name=error.name) from None
    raise AttributeError(f"module 'powerboats' has no attribute {name!r}")
