"""One boat against par, as a Gymnasium environment."""

from operator import index

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from powerboats import _native
from powerboats.env.observation import new_table, observation_box, observation_length

# What sinking costs in turns, as everywhere.
SINKING = 100.0


class Solo(gymnasium.Env):
    """One boat alone. An illegal action changes nothing and costs 1, like a turn."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, course, *, side, most_turns, render_mode):
        new_table(1, 0, side, course, most_turns, render_mode)
        self.render_mode = render_mode
        self.observation_space = observation_box(1)
        self.action_space = Discrete(_native.ACTION_COUNT)
        self._course, self._side, self._most_turns = course, side, most_turns
        self._table = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        lake = int(self.np_random.integers(2**63))
        self._table = _native.Table(1, lake, self._side, self._course)
        self._par = float(self._table.race.course.solve().par)
        self._spent = 0
        return self._observation(), self._info()

    def step(self, action):
        if self._table is None:
            raise RuntimeError("no race has begun: call reset() first")
        if self._table.over:
            raise RuntimeError("the race is over: call reset() first")
        number = index(action)
        turns = self._table.turns
        reward = 0.0
        if self._table.is_legal(number):
            self._table.act(number)
            boat = self._table.race.boats[0] if self._table.over else None
            reward -= self._table.turns - turns
            if boat is not None:
                reward += self._par - (SINKING if boat.status == "sunk" else 0.0)
        else:
            reward -= 1.0
            self._spent += 1
        over = self._table.over
        truncated = not over and self._table.turns + self._spent >= self._most_turns
        return self._observation(), reward, over, truncated, self._info()

    def _observation(self):
        observation = np.empty(observation_length(1), np.float32)
        self._table.observe(0, observation)
        return observation

    def _info(self):
        mask = np.zeros(_native.ACTION_COUNT, np.bool_)
        self._table.mask(mask)
        return {"action_mask": mask.view(np.int8), "par": self._par}

    def render(self):
        if self._table is None:
            raise RuntimeError("no race has begun: call reset() first")
        return self._table.race.position() if self.render_mode == "ansi" else None
