"""Measures the environments on one core: many races side by side, and one race through PettingZoo."""

import os
import sys
import time

import numpy as np
from powerboats import env

failed = False


def report(name, figure, bar, unit):
    global failed
    ok = figure >= bar
    failed |= not ok
    print(f"bench {name}: {figure:.3f} {unit} (bar: ≥ {bar} {unit}) {'ok' if ok else 'SHORT'}", flush=True)


def vec_decisions():
    """Million decisions per second: every table has its own lake, and races that end begin again. The best of five runs."""
    tables, steps = 1024, 1500
    vec = env.Vec(tables, players=2, seed=0, lakes=1024)
    best = 0.0
    for _ in range(5):
        races = 0
        begin = time.perf_counter()
        for _ in range(steps):
            _, _, _, done = vec.step(vec.sample())
            races += np.count_nonzero(done)
        best = max(best, tables * steps / (time.perf_counter() - begin))
        assert races > tables, "races must have ended and begun again"
    return best


def aec_steps():
    """Steps per second of a race of four through PettingZoo, each with an observation and a random legal action."""
    race, random = env.aec(players=4), np.random.default_rng(0)
    best = 0.0
    for run in range(5):
        steps, seed = 0, 1000 * run
        begin = time.perf_counter()
        while time.perf_counter() - begin < 1:
            seed += 1
            race.reset(seed=seed)
            for agent in race.agent_iter():
                observation, _, termination, truncation, _ = race.last()
                if termination or truncation:
                    race.step(None)
                else:
                    legal = observation["action_mask"].nonzero()[0]
                    race.step(legal[int(random.random() * len(legal))])
                    steps += 1
        best = max(best, steps / (time.perf_counter() - begin))
    return best


if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
vec, aec = vec_decisions(), aec_steps()
report("python", vec / 1e6, 3, "million decisions/s")
report("python-aec", aec, 15_000, "steps/s")
report("python-ratio", vec / aec, 100, "times the AEC wrapper")
sys.exit(failed)
