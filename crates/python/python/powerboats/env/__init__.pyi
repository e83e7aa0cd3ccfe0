# Types of the environments. A test compares them with the package.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import Env
from numpy.typing import ArrayLike, NDArray
from pettingzoo import AECEnv

from powerboats import Action, Course, Race

VERSION: int
MOST_DICE: int
ACTIONS: tuple[str, ...]

_Side = Literal["dark", "light", "mixed"]

class Vec:
    tables: int
    players: int
    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    seats: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    def __init__(
        self,
        tables: int,
        players: int = 2,
        seed: int = 0,
        opponents: Sequence[str] = (),
        *,
        lakes: int | None = None,
        side: _Side = "mixed",
        reward: Literal["points", "turns"] = "points",
        most_turns: int = 200,
        course: Course | None = None,
    ) -> None: ...
    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], NDArray[np.bool_]]: ...
    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_]]: ...
    def sample(self) -> NDArray[np.int64]: ...
    def renew(self, lakes: int) -> None: ...
    def race(self, table: int) -> Race: ...

def aec(
    players: int = 4,
    *,
    side: _Side = "mixed",
    course: Course | None = None,
    most_turns: int = 200,
    render_mode: Literal["ansi"] | None = None,
) -> AECEnv[str, dict[str, NDArray[Any]], int]: ...
def solo(
    course: Course | None = None,
    *,
    side: _Side = "mixed",
    most_turns: int = 200,
    render_mode: Literal["ansi"] | None = None,
) -> Env[NDArray[np.float32], int]: ...
def observation_length(players: int) -> int: ...
def observe(race: Race) -> tuple[NDArray[np.float32], NDArray[np.bool_]]: ...
def action(race: Race, number: int) -> Action: ...
