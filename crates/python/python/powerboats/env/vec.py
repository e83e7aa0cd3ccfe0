"""Many races side by side, in arrays of numpy that are filled again by every step."""

import numpy as np

from powerboats import _native


class Vec:
    """``tables`` races side by side. One call of ``step`` performs a decision in each of them.

    ``players`` boats race at each table, 1 to 6. ``opponents`` are names of pilots for the last seats; the other seats are yours.
    When a race ends, the next one begins at once on another lake of the pool. ``lakes`` is the size of the pool: 1,024 by default,
    or 32 with opponents, whose courses have to be solved (40 ms and 5 to 10 MB each). Preparing a lake takes about 1 ms. ``renew``
    puts new lakes into the pool. With a ``course`` all races are on it.

    ``reward`` is ``"points"``, the points of the race at its end, or ``"turns"``: -1 for each turn, and -100 for sinking. A race
    is stopped when a boat has taken ``most_turns`` turns; in turns that costs its boats as much as sinking.

    The arrays belong to the ``Vec`` and are filled again by each call, without copies. Copy what you want to keep.

    * ``observations``, of shape (tables, length) and type float32: what the player sees whose turn it is
    * ``masks``, (tables, 267), bool: which actions are legal for that player
    * ``seats``, (tables,), uint8: whose turn it is, as an index into ``rewards``
    * ``rewards``, (tables, players), float32: what each seat earned by the last step
    * ``done``, (tables,), bool: whether the last step ended the race; observation and mask are those of the next race

    >>> from powerboats import env
    >>> vec = env.Vec(8, players=2, seed=0, lakes=4)
    >>> obs, mask = vec.reset()
    >>> races = 0
    >>> while races < 10:
    ...     obs, mask, reward, done = vec.step(vec.sample())
    ...     races += int(done.sum())
    >>> obs.shape, mask.shape, reward.shape, done.shape
    ((8, 81), (8, 267), (8, 2), (8,))
    """

    def __init__(
        self,
        tables,
        players=2,
        seed=0,
        opponents=(),
        *,
        lakes=None,
        side="mixed",
        reward="points",
        most_turns=200,
        course=None,
    ):
        opponents = list(opponents)
        if lakes is None:
            lakes = 32 if opponents else 1024
        self._batch = _native.Batch(
            tables, players, opponents, seed, lakes, side, reward, most_turns, course
        )
        self.tables = tables
        self.players = players
        self.observations = np.zeros((tables, self._batch.observation_len), np.float32)
        self.masks = np.zeros((tables, _native.ACTION_COUNT), np.bool_)
        self.seats = np.zeros(tables, np.uint8)
        self.rewards = np.zeros((tables, players), np.float32)
        self.done = np.zeros(tables, np.bool_)
        self._actions = np.zeros(tables, np.int64)
        self.reset(seed)

    def reset(self, seed=None):
        """Begins a new race at every table and returns observations and masks. A seed decides all dice and lakes that follow."""
        self.rewards.fill(0)
        self.done.fill(False)
        self._batch.reset(seed, self.observations, self.masks, self.seats)
        return self.observations, self.masks

    def step(self, actions):
        """Performs one action at each table. Returns observations, masks, rewards and whether each race ended.

        ``actions`` are whole numbers, one for each table. An illegal action raises ``IllegalAction`` and names its table. Then no race
        has changed.
        """
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"expected actions as whole numbers, found {actions.dtype}")
        if actions.ndim != 1:
            raise ValueError(f"expected {self.tables} actions in a row, found an array of shape {actions.shape}")
        actions = np.ascontiguousarray(actions, np.int64)
        self._batch.step(actions, self.observations, self.masks, self.seats, self.rewards, self.done)
        return self.observations, self.masks, self.rewards, self.done

    def sample(self):
        """A legal action for each table, all equally likely. The array is filled again by the next call."""
        self._batch.sample(self._actions)
        return self._actions

    def renew(self, lakes):
        """Replaces this many lakes of the pool by new ones, the oldest first. Races that have begun go on."""
        self._batch.renew(lakes)

    def race(self, table):
        """A copy of the race at a table."""
        return self._batch.race(table)
