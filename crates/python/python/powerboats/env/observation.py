"""Observations of any race, so that a trained policy can play it."""

from operator import index

import numpy as np

from powerboats import _native

# The table of the race that was observed last. The tables of its course are costly, and the next race is usually on it too.
_latest = None


def observation_length(players):
    """The number of values in an observation of a race with this many players."""
    return 73 + 8 * (players - 1)


def observation_box(players):
    """The space of observations for Gymnasium and PettingZoo. No value is farther from 0 than 32."""
    from gymnasium.spaces import Box

    return Box(-32.0, 32.0, (observation_length(players),), np.float32)


def new_table(players, seed, side, course, most_turns, render_mode):
    """A table for one race. It checks everything that a user of an environment chooses."""
    if most_turns < 1:
        raise ValueError(f"expected at least one turn, found most_turns={most_turns}")
    if render_mode not in (None, "ansi"):
        raise ValueError(f"unknown render mode {render_mode!r}: expected None or 'ansi'")
    return _native.Table(players, seed, side, course)


def _table(race):
    global _latest
    table = _latest.like(race) if _latest is not None else None
    _latest = _native.Table.of(race) if table is None else table
    return _latest


def observe(race):
    """The observation and the action mask of the player whose turn it is, in any ``Race``.

    >>> import powerboats as pb
    >>> race = pb.Race(pb.Lake.random(seed=12).course("A"), ["red", "white"], seed=7)
    >>> observation, mask = pb.env.observe(race)
    >>> observation.shape, mask.shape, int(mask.sum()) == len(race.legal_actions())
    ((81,), (267,), True)
    """
    table = _table(race)
    observation = np.zeros(observation_length(len(race.boats)), np.float32)
    mask = np.zeros(_native.ACTION_COUNT, np.bool_)
    if table.seat is not None:
        table.observe(table.seat, observation)
        table.mask(mask)
    return observation, mask


def action(race, number):
    """The action of a race that a number stands for.

    >>> import powerboats as pb
    >>> race = pb.Race(pb.Lake.random(seed=12).course("A"), ["red", "white"], seed=7)
    >>> race.push(pb.env.action(race, 3))
    >>> race.boat("white").heading
    'E'
    """
    return _table(race).action(index(number))
