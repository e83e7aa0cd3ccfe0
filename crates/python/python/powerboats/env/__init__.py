"""Environments for machine learning: many races side by side, PettingZoo and Gymnasium.

All of them share one observation and one numbering of actions, described in docs/python.md. ``VERSION`` changes whenever either
of them does. Dice are rolled inside a step, from a seed.

``ACTIONS`` lists the texts of all actions by number. It has choices of at most ``MOST_DICE`` dice: the rules know no limit, and
``Race.legal_actions`` has none, but more dice than that are hardly ever worth having.

>>> from powerboats import env
>>> env.VERSION, len(env.ACTIONS), env.MOST_DICE
(1, 267, 6)
>>> env.ACTIONS[1], env.ACTIONS[12], env.ACTIONS[145]
('S', 'place 1 W', '11+?')
"""

from powerboats._native import MOST_DICE, VERSION, decisions
from powerboats.env.observation import action, observation_length, observe
from powerboats.env.vec import Vec

ACTIONS = tuple(decisions())

__all__ = ["ACTIONS", "MOST_DICE", "VERSION", "Vec", "action", "aec", "observation_length", "observe", "solo"]


def aec(players=4, *, side="mixed", course=None, most_turns=200, render_mode=None):
    """A PettingZoo environment: one race, in which the agents decide in turn.

    The reward is the points of the race, at its end. An illegal action ends the race with a reward of -1 for its player.

    >>> from powerboats import env
    >>> race = env.aec(players=4)
    >>> race.reset(seed=7)
    >>> observation, reward, termination, truncation, info = race.last()
    >>> int(observation["action_mask"].sum())
    54
    """
    from powerboats.env.race_env import wrapped

    return wrapped(players, side=side, course=course, most_turns=most_turns, render_mode=render_mode)


def solo(course=None, *, side="mixed", most_turns=200, render_mode=None):
    """A Gymnasium environment: one boat alone, against par.

    Each turn costs 1, and sinking 100 more. The finish earns par, so best play earns 0 on average. Without a ``course``
    every race is on a new lake, which is solved first: that takes about 40 ms.

    >>> from powerboats import env
    >>> race = env.solo()
    >>> observation, info = race.reset(seed=7)
    >>> observation.shape, sorted(info)
    ((73,), ['action_mask', 'par'])
    """
    from powerboats.env.solo_env import Solo

    return Solo(course, side=side, most_turns=most_turns, render_mode=render_mode)
