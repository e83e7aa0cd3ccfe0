"""One boat against par, as a Gymnasium environment."""

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from powerboats import _native
from powerboats.env.observation import observation_box, observation_length

# What sinking costs in turns, as everywhere.
SINKING = 100.0


class Solo(gymnasium.Env):
    """One boat alone. An illegal action changes nothing and costs 1, like a turn."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, course, *, side, most_turns, render_mode):
        if render_mode not in (None, "ansi"):
            raise ValueError(f"unknown render mode {render_mode!r}: expected None or 'ansi'")
        self.render_mode = render_mode
        self.observation_space = observation_box(1)
        self.action_space = Discrete(_native.ACTION_COUNT)
        self._course, self._side, self._most_turns = course, side, most_turns
        self._table = None
        if course is not None and not course.finishable:
            raise ValueError("the course cannot be finished from every start place")

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        lake = int(self.np_random.integers(2**63))
        self._table = _native.Table(1, lake, self._side, self._course)
        self._par = float(self._table.race.course.solve().par)
        self._spent = 0
        return self._observation(), self._info()

    def step(self, action):
        if self._table is None or self._table.over:
            raise RuntimeError("the race is over: call reset() first")
        turns = self._table.turns
        reward = 0.0
        if self._table.is_legal(int(action)):
            self._table.act(int(action))
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
        return self._table.race.position() if self.render_mode == "ansi" else None
