"""Random decisions per second of one game through Python, beside OpenSpiel's backgammon on the same machine."""

import random
import sys
import time

import powerboats as pb

SECONDS = 2


def ours():
    """Decisions per second of races between two random players. A lake is used for ten races."""
    decisions = seed = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        course = pb.Lake.random(seed=seed, side="mixed").course("A")
        for _ in range(10):
            seed += 1
            race = pb.Race(course, ["red", "white"], seed=seed)
            while not race.over:
                race.push(random.choice(race.legal_actions()))
                decisions += 1
    return decisions / (time.perf_counter() - begin)


def theirs(pyspiel):
    """Decisions per second of backgammon. Its rolls are drawn as its documentation shows, and do not count as decisions."""
    game = pyspiel.load_game("backgammon")
    decisions = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.perf_counter() - begin)


try:
    import pyspiel
except ImportError as error:
    print(f"bench python-peers: OpenSpiel cannot be installed here ({error}); nothing to compare with")
    sys.exit(0)

random.seed(1)
best = [max(figures) for figures in zip(*((ours(), theirs(pyspiel)) for _ in range(3)))]
ratio = best[0] / best[1]
verdict = "ok" if ratio >= 3 else "SHORT"
print(f"  ours {best[0]:,.0f} decisions/s, OpenSpiel's backgammon {best[1]:,.0f} decisions/s")
print(f"bench python-peers: {ratio:.2f} times OpenSpiel's backgammon (bar: ≥ 3 times OpenSpiel's backgammon) {verdict}")
sys.exit(ratio < 3)
