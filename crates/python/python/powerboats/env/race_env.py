"""One race as a PettingZoo environment."""

from operator import index

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from powerboats import _native
from powerboats.env.observation import new_table, observation_box, observation_length


class RaceEnv(AECEnv):
    """One race. The agents decide in turn, and all of them end together."""

    metadata = {"name": f"powerboats_v{_native.VERSION}", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, players, *, side, course, most_turns, render_mode):
        super().__init__()
        if not 2 <= index(players) <= 6:
            raise ValueError(f"expected 2 to 6 players, found {players}")
        new_table(players, 0, side, course, most_turns, render_mode)
        self.render_mode = render_mode
        self._side, self._course, self._most_turns = side, course, most_turns
        self._length = observation_length(players)
        self._random = np.random.default_rng()
        self._table = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = Box(0, 1, (_native.ACTION_COUNT,), np.int8)
        spaces = Dict({"observation": observation_box(players), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, spaces)
        self.action_spaces = {agent: Discrete(_native.ACTION_COUNT) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._random = np.random.default_rng(seed)
        lake = int(self._random.integers(2**63))
        self._table = _native.Table(len(self.possible_agents), lake, self._side, self._course)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._table.seat]

    def observe(self, agent):
        seat = self._seats[agent]
        observation = np.empty(self._length, np.float32)
        mask = np.zeros(_native.ACTION_COUNT, np.bool_)
        self._table.observe(seat, observation)
        if seat == self._table.seat:
            self._table.mask(mask)
        return {"observation": observation, "action_mask": mask.view(np.int8)}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.act(int(action))
        seat = self._table.seat
        # All rewards are 0 until the race is over.
        if seat is None:
            self.rewards = {agent: float(points) for agent, points in zip(self.agents, self._table.points())}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        elif self._table.turns >= self._most_turns:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[seat]

    def render(self):
        return self._table.race.position() if self.render_mode == "ansi" else None

    def close(self):
        pass


def wrapped(players, **options):
    env = RaceEnv(players, **options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
