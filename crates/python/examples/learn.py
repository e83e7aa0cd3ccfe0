"""Trains a small policy to race alone, with numpy only, and shows its curve beside Skipper's and Captain's.

    python learn.py              trains for about three minutes
    python learn.py --minutes 1
    python learn.py --save policy.npz

The policy is a network with one hidden layer. It sees the observation of docs/python.md and chooses among the legal actions.
It learns by proximal policy optimisation: play with the policy, then make choices that turned out better than expected more
likely, a little at a time.
"""

import argparse
import time

import numpy as np
import powerboats as pb
from powerboats import env

SINKING = 10.0  # what the learner pays for sinking, in turns; the true price of 100 drowns everything else
PACE = 5.0  # hexes per turn of a boat that plays well
TEST = 99  # the seed of the races that measure
STEPS_TO_GO = 15  # the index of the steps to go in an observation, divided by 64


class Policy:
    """A network with one hidden layer: a score for each action, and the expected result."""

    def __init__(self, inputs, hidden, actions, random):
        self.random = random
        scale = 1 / np.sqrt(inputs)
        self.weights = [
            random.normal(0, scale, (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            random.normal(0, 0.01, (hidden, actions + 1)).astype(np.float32),
            np.zeros(actions + 1, np.float32),
        ]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def forward(self, obs, mask):
        """The hidden layer, the probability of each action, and the expected result."""
        w1, b1, w2, b2 = self.weights
        hidden = np.tanh(obs @ w1 + b1)
        out = hidden @ w2 + b2
        scores = np.where(mask, out[:, :-1], -1e9)
        scores -= scores.max(axis=1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=1, keepdims=True)
        return hidden, scores, out[:, -1]

    def sample(self, obs, mask):
        """An action for each row, its probability, and the expected result."""
        _, chances, values = self.forward(obs, mask)
        actions = (chances.cumsum(axis=1) < self.random.random((len(obs), 1), np.float32)).sum(axis=1)
        actions = np.where(mask[np.arange(len(obs)), np.minimum(actions, 266)], actions, chances.argmax(axis=1))
        return actions, chances[np.arange(len(obs)), actions], values

    def best(self, obs, mask):
        return self.forward(obs, mask)[1].argmax(axis=1)

    def learn(self, obs, mask, actions, before, advantage, result, rate):
        """One step of Adam towards choices with an advantage, never far from the policy that played."""
        rows, count = np.arange(len(obs)), len(obs)
        hidden, chances, values = self.forward(obs, mask)
        ratio = chances[rows, actions] / before
        inside = np.where(advantage > 0, ratio < 1.2, ratio > 0.8)
        push = (inside * advantage * ratio / count)[:, None]
        entropy = -(chances * np.log(chances + 1e-9)).sum(axis=1, keepdims=True)
        slope = push * chances + 0.005 / count * chances * (np.log(chances + 1e-9) + entropy)
        slope[rows, actions] -= push[:, 0]
        slope = np.concatenate([slope, ((values - result) / count)[:, None]], axis=1).astype(np.float32)
        w2 = self.weights[2]
        back = (slope @ w2.T) * (1 - hidden**2)
        slopes = [obs.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self.updates += 1
        for w, slope, mean, square in zip(self.weights, slopes, self.means, self.squares):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)
            w -= rate * step


def play(policy, vec, steps):
    """Plays some steps at every table and returns what happened."""
    obs, mask = vec.observations, vec.masks
    tables = len(obs)
    seen = np.empty((steps, tables, obs.shape[1]), np.float32)
    legal = np.empty((steps, tables, mask.shape[1]), np.bool_)
    actions = np.empty((steps, tables), np.int64)
    chances, values, rewards = (np.empty((steps, tables), np.float32) for _ in range(3))
    ended = np.empty((steps, tables), np.bool_)
    for t in range(steps):
        seen[t], legal[t] = obs, mask
        actions[t], chances[t], values[t] = policy.sample(obs, mask)
        to_go = obs[:, STEPS_TO_GO] * 64
        obs, mask, reward, done = vec.step(actions[t])
        # Steps gained are worth turns. At the end of a race nothing is left to go, unless the boat sank.
        sank = reward[:, 0] < -50
        left = np.where(sank, to_go, np.where(done, 0, obs[:, STEPS_TO_GO] * 64))
        rewards[t] = np.where(sank, -1 - SINKING, reward[:, 0]) + (to_go - left) / PACE
        ended[t] = done
    after = policy.forward(obs, mask)[2]
    advantage, results = np.zeros(tables, np.float32), np.empty_like(values)
    for t in reversed(range(steps)):
        going = ~ended[t]
        surprise = rewards[t] + going * after - values[t]
        advantage = surprise + 0.95 * going * advantage
        results[t] = advantage + values[t]
        after = values[t]
    return [a.reshape(steps * tables, *a.shape[2:]) for a in (seen, legal, actions, chances, results - values, results)]


def turns_of(policy, vec):
    """Mean turns per race of the policy, and the share of races in which it sinks. Sinking counts as 100 turns."""
    vec.reset(TEST)
    cost, left = np.zeros(vec.tables), np.ones(vec.tables, bool)
    while left.any():
        _, _, reward, done = vec.step(policy.best(vec.observations, vec.masks))
        cost -= np.where(left, reward[:, 0], 0)
        left &= ~done
    return cost.mean(), (cost > 100).mean()


def turns_of_pilot(pilot, vec):
    """The mean turns of a pilot on the same lakes."""
    vec.reset(TEST)
    costs = []
    for table in range(vec.tables):
        race = vec.race(table).copy(seed=table)
        while not race.over:
            race.push(pilot.decide(race))
        costs.append(race.boats[0].turns + 100 * (race.boats[0].status == "sunk"))
    return np.mean(costs)


def draw(curve, lines):
    """The curve as text: a row for each measurement, with marks for the pilots."""
    width, most = 70, max(curve[0][1], *lines.values())
    column = {name: int(turns / most * (width - 1)) for name, turns in lines.items()}
    print("\nmean turns per race, a sinking counts as 100:")
    for decisions, turns in curve:
        row = ["·"] * max(1, int(turns / most * (width - 1))) + [" "] * width
        for name, at in column.items():
            row[at] = name[0]
        print(f"{decisions / 1e6:6.2f} million {turns:6.1f} {''.join(row[:width])}")
    for name, turns in lines.items():
        print(f"{name[0]} = {name}: {turns:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="write the weights of the policy")
    parser.add_argument("--smoke", action="store_true", help="only a few steps, to test this program")
    options = parser.parse_args()
    tables, steps, hidden, races, lakes = (64, 8, 16, 4, 8) if options.smoke else (512, 32, 128, 200, 1024)
    random = np.random.default_rng(options.seed)
    vec = env.Vec(tables, players=1, seed=options.seed, lakes=lakes, reward="turns", most_turns=100)
    policy = Policy(vec.observations.shape[1], hidden, len(env.ACTIONS), random)
    test = env.Vec(races, players=1, seed=TEST, lakes=races, reward="turns", most_turns=100)
    lines = {"Captain": turns_of_pilot(pb.Captain(), test), "Skipper": turns_of_pilot(pb.Skipper(), test)}
    print("  ".join(f"{name} {turns:.1f}" for name, turns in lines.items()))
    curve = [(0, turns_of(policy, test)[0])]
    begin, spent, rounds = time.monotonic(), 0.0, 0
    budget = 2 if options.smoke else options.minutes * 60
    while spent < budget and not (options.smoke and rounds == 3):
        rate = 1e-3 * max(0.05, 1 - spent / budget)
        batch = play(policy, vec, steps)
        advantage = batch[4]
        batch[4] = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        for _ in range(3):
            order = random.permutation(len(advantage))
            for part in np.array_split(order, max(1, len(order) // 2048)):
                policy.learn(*(a[part] for a in batch), rate)
        rounds += 1
        if rounds % (2 if options.smoke else 25) == 0:
            vec.renew(1 if options.smoke else 64)
            turns, sunk = turns_of(policy, test)
            curve.append((rounds * tables * steps, turns))
            print(f"{time.monotonic() - begin:5.0f} s  {turns:6.1f} turns, {100 * sunk:.0f} % sink", flush=True)
        spent = time.monotonic() - begin
    curve.append((rounds * tables * steps, turns_of(policy, test)[0]))
    draw(curve[:: max(1, len(curve) // 24)], lines)
    if options.save:
        np.savez(options.save, *policy.weights)


if __name__ == "__main__":
    main()
