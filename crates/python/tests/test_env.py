"""The environments: the tests of PettingZoo and Gymnasium, and laws of the arrays."""

import threading
import unittest
import warnings

import numpy as np
import powerboats as pb
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test
from powerboats import env


class PettingZoo(unittest.TestCase):
    def test_it_passes_the_tests_of_pettingzoo(self):
        for players in [2, 4, 6]:
            api_test(env.aec(players=players), num_cycles=300)
        seed_test(lambda: env.aec(players=4), num_cycles=100)

    def test_it_passes_the_benchmark_of_pettingzoo(self):
        performance_benchmark(env.aec(players=4))

    def test_an_illegal_action_ends_the_race(self):
        race = env.aec(players=2)
        race.reset(seed=1)
        loser = race.agent_selection
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            race.step(0)
        self.assertEqual(race.rewards[loser], -1)
        self.assertTrue(all(race.terminations.values()))

    def test_a_number_that_is_no_action_changes_nothing(self):
        race = env.aec(players=2)
        self.assertRaises(AssertionError, race.step, 3)
        race.reset(seed=1)
        before = race.unwrapped._table.race.position()
        for number in [-1, 267, 2**70, None, 1.5, "S"]:
            self.assertRaisesRegex(AssertionError, "action is not in action space", race.step, number)
        self.assertEqual(race.unwrapped._table.race.position(), before)
        self.assertFalse(any(race.terminations.values()))

    def test_a_race_ends_with_the_points_of_the_rules(self):
        race = env.aec(players=3)
        race.reset(seed=3)
        random = np.random.default_rng(3)
        while not any(race.terminations.values()) and not any(race.truncations.values()):
            mask = race.last()[0]["action_mask"]
            race.step(random.choice(np.flatnonzero(mask)))
        result = race.unwrapped._table.race.result
        self.assertEqual(list(race.rewards.values()), [result.points[color] for color in pb.COLORS[:3]])

    def test_bad_input_says_what_is_wrong(self):
        self.assertRaisesRegex(ValueError, "expected 2 to 6 players, found 1", env.aec, players=1)
        self.assertRaisesRegex(ValueError, "unknown render mode 'human'", env.aec, render_mode="human")
        self.assertRaisesRegex(ValueError, 'unknown side "wet"', env.aec, side="wet")
        self.assertRaisesRegex(ValueError, "expected at least one turn", env.aec, most_turns=0)
        self.assertRaises(TypeError, env.aec, players=2.5)
        self.assertRaises(TypeError, env.aec, course="lake")


class Gymnasium(unittest.TestCase):
    def test_it_passes_the_check_of_gymnasium(self):
        course = pb.Lake.random(seed=1).course("A")
        for race in [env.solo(course), env.solo(side="light")]:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", message=".*render.*|.*spec.*")
                check_env(race, skip_render_check=True)

    def test_bad_input_says_what_is_wrong(self):
        race = env.solo(pb.Lake.random(seed=1).course("A"), render_mode="ansi")
        self.assertRaisesRegex(RuntimeError, "no race has begun", race.step, 3)
        self.assertRaisesRegex(RuntimeError, "no race has begun", race.render)
        race.reset(seed=1)
        before = race.render()
        for wrong in [3.7, float("nan"), None, "3"]:
            self.assertRaises(TypeError, race.step, wrong)
        self.assertRaises(OverflowError, race.step, 10**30)
        self.assertEqual(race.step(0)[1:4], (-1.0, False, False))
        self.assertEqual(race.render(), before)
        self.assertRaisesRegex(ValueError, "cannot be finished", env.solo, pb.Course("6./6./6#/6./6.", "a5E,a1,c1,e1"))
        self.assertRaises(TypeError, env.solo, "lake")
        self.assertRaises(TypeError, env.action, pb.Race(pb.Lake.random(1).course("A"), ["red"]), 3.5)

    def test_the_return_is_par_minus_turns(self):
        course = pb.Lake.random(seed=1).course("A")
        race, captain = env.solo(course, render_mode="ansi"), pb.Captain()
        returns = []
        for seed in range(20):
            _, info = race.reset(seed=seed)
            earned, over = 0.0, False
            while not over:
                now = pb.Race.from_position(race.render())
                number = env.ACTIONS.index(str(captain.decide(now))) if now.phase != "place" else None
                if number is None:
                    wanted = captain.decide(now)
                    number = next(i for i in range(3, 57) if info["action_mask"][i] and env.action(now, i) == wanted)
                _, reward, over, truncated, info = race.step(number)
                self.assertFalse(truncated)
                earned += reward
            returns.append(earned)
            self.assertAlmostEqual(earned, info["par"] - now.boats[0].turns - 1, places=4)
        self.assertLess(abs(np.mean(returns)), 2)


class Batches(unittest.TestCase):
    def test_arrays_are_reused(self):
        vec = env.Vec(16, lakes=2)
        obs, mask = vec.reset()
        again = vec.step(vec.sample())
        self.assertIs(again[0], obs)
        self.assertIs(again[1], mask)
        self.assertIs(again[2], vec.rewards)

    def test_a_seed_decides_everything(self):
        def play(seed, sampled_by):
            vec = env.Vec(8, players=3, seed=seed, lakes=2)
            rows = []
            for _ in range(200):
                obs, mask, reward, done = vec.step(sampled_by(vec))
                rows.append((obs.tobytes(), mask.tobytes(), reward.tobytes(), done.tobytes()))
            return rows

        self.assertEqual(play(1, env.Vec.sample), play(1, env.Vec.sample))
        self.assertNotEqual(play(1, env.Vec.sample), play(2, env.Vec.sample))

    def test_masks_are_what_the_rules_allow(self):
        vec = env.Vec(4, players=2, seed=5, lakes=4)
        random = np.random.default_rng(5)
        for _ in range(300):
            for table in range(4):
                race = vec.race(table)
                legal = [a for a in race.legal_actions() if a.kind != "dice" or a.count <= env.MOST_DICE]
                numbers = np.flatnonzero(vec.masks[table])
                self.assertEqual({env.action(race, number) for number in numbers}, set(legal))
                obs, mask = env.observe(race)
                np.testing.assert_array_equal(obs, vec.observations[table])
                np.testing.assert_array_equal(mask, vec.masks[table])
            vec.step([random.choice(np.flatnonzero(mask)) for mask in vec.masks])

    def test_an_illegal_action_names_its_table_and_changes_nothing(self):
        vec = env.Vec(8, seed=1, lakes=2)
        before = vec.observations.copy()
        actions = vec.sample().copy()
        for number in [-1, 267, 2**40]:
            actions[5] = number
            self.assertRaisesRegex(ValueError, f"table 5: unknown action {number}", vec.step, actions)
        actions[5] = 0
        self.assertRaisesRegex(pb.IllegalAction, 'table 5: illegal action "L": not allowed now', vec.step, actions)
        self.assertRaisesRegex(ValueError, "expected 8 actions, found 3", vec.step, actions[:3])
        with self.assertRaises(ValueError) as raised:
            vec.step(actions[:3])
        self.assertNotIsInstance(raised.exception, pb.IllegalAction)
        legal = vec.sample().copy()
        for wrong in [legal.astype(float), legal + 0.5, np.full(8, np.nan), np.ones(8, bool), legal.astype(complex), "hello", None]:
            self.assertRaisesRegex(TypeError, "expected actions as whole numbers", vec.step, wrong)
        for wrong in [legal.reshape(8, 1), 3]:
            self.assertRaisesRegex(ValueError, "expected 8 actions in a row", vec.step, wrong)
        np.testing.assert_array_equal(before, vec.observations)

    def test_actions_of_every_integer_type_are_taken(self):
        for shape in [np.int32, np.uint16, np.int64]:
            vec = env.Vec(8, seed=1, lakes=2)
            vec.step(vec.sample().astype(shape))
            vec.step(vec.sample().tolist())
            vec.step(np.repeat(vec.sample(), 2)[::2])

    def test_a_replaced_array_is_refused(self):
        for name in ["observations", "masks", "seats", "rewards", "done"]:
            vec = env.Vec(8, seed=1, lakes=2)
            before, actions = vec.race(0).position(), vec.sample()
            setattr(vec, name, getattr(vec, name)[:4].copy())
            self.assertRaisesRegex(ValueError, "do not replace it", vec.step, actions)
            self.assertEqual(vec.race(0).position(), before)

    def test_steps_of_two_threads_do_not_mix(self):
        vecs = [env.Vec(64, seed=1, lakes=4) for _ in range(2)]

        def play(vec):
            for _ in range(200):
                vec.step(vec.sample())

        threads = [threading.Thread(target=play, args=[vec]) for vec in vecs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        np.testing.assert_array_equal(vecs[0].observations, vecs[1].observations)

    def test_opponents_play_the_other_seats(self):
        vec = env.Vec(16, players=3, seed=0, opponents=["captain", "rookie"], lakes=2)
        points, races = np.zeros(3), 0
        while races < 40:
            self.assertTrue((vec.seats == 0).all())
            _, _, reward, done = vec.step(vec.sample())
            points += reward.sum(axis=0)
            races += int(done.sum())
        self.assertGreater(points[1], points[2])
        self.assertGreater(points[2], points[0])

    def test_rewards_count_turns(self):
        vec = env.Vec(32, players=1, seed=0, lakes=4, reward="turns", most_turns=30)
        turns = np.zeros(32)
        for _ in range(400):
            counted = np.array([vec.race(table).boats[0].turns for table in range(32)])
            np.testing.assert_array_equal(counted, turns)
            _, _, reward, done = vec.step(vec.sample())
            turns = np.where(done, 0, turns - reward[:, 0])
            self.assertTrue((reward[~done] >= -1).all())

    def test_lakes_can_be_renewed(self):
        vec = env.Vec(8, seed=1, lakes=2)
        lakes = {str(vec.race(table).course.lake) for table in range(8)}
        vec.renew(2)
        vec.reset()
        self.assertFalse(lakes & {str(vec.race(table).course.lake) for table in range(8)})
        course = pb.Lake.random(seed=1).course("A")
        vec = env.Vec(8, course=course)
        self.assertEqual(vec.race(3).course, course)

    def test_bad_input_says_what_is_wrong(self):
        for message, options in [
            ("expected 1 to 1000000 tables, found 0", {"tables": 0}),
            ("expected 1 to 1000000 tables", {"tables": 10**12}),
            ("expected 1 to 1000000 lakes", {"lakes": 10**12}),
            ("expected 1 to 1000000 lakes, found 0", {"lakes": 0}),
            ("at least one turn", {"most_turns": 0}),
            ("expected 1 to 6 players, found 7", {"players": 7}),
            ("2 opponents leave no seat for you", {"opponents": ["captain"] * 2}),
            ('unknown pilot "pirate"', {"opponents": ["pirate"]}),
            ('unknown reward "gold"', {"reward": "gold"}),
            ('unknown side "wet"', {"side": "wet"}),
            ("cannot be finished", {"course": pb.Course("6./6./6#/6./6.", "a5E,a1,c1,e1")}),
        ]:
            with self.assertRaises(ValueError) as raised:
                env.Vec(**({"tables": 2, "lakes": 1} | options))
            self.assertIn(message, str(raised.exception))
        self.assertRaisesRegex(ValueError, "unknown table 9", env.Vec(2, lakes=1).race, 9)


if __name__ == "__main__":
    unittest.main()
