"""Races, matches, records and pilots in Python. The rules themselves are tested in Rust."""

import copy
import importlib.util
import pickle
import random
import threading
import time
import unittest
from pathlib import Path

import powerboats as pb

POSITION = "12./12./12./12./12. d3E,k1,k5,b5 C-turns red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red"


def small_course():
    return pb.Course(lake="6./6./6./6./6.", buoys="a5E,d4,b2,d3")


class Lakes(unittest.TestCase):
    def test_a_seed_gives_the_lake_and_courses_of_the_program(self):
        lake = pb.Lake.random(seed=12, side="dark")
        self.assertEqual(str(lake), "1d,3dr,5dr/4d,6dr,2dr")
        self.assertEqual(lake.course("A").buoys, "f18SE,t19,n6,e5")
        self.assertAlmostEqual(lake.course("A").solve().par, 13.6, places=1)
        self.assertEqual(pb.Course(lake, "f18SE,t19,n6,e5"), lake.course("A"))
        self.assertEqual(pb.Lake(str(lake)), lake)

    def test_values_agree_with_the_hint(self):
        race = pb.Race.from_position(POSITION)
        solution = race.course.solve()
        value = solution.value("e5NE", hand="21", leg="finish", damage=2)
        self.assertAlmostEqual(value, race.hint()["dice"][0]["turns"], places=3)

    def test_a_course_is_a_value(self):
        for course in [small_course(), pb.Lake.random(seed=1).course("B")]:
            again = pickle.loads(pickle.dumps(course))
            self.assertEqual(again, course)
            self.assertEqual(str(again.lake), str(course.lake))
            self.assertEqual(len({again, course, small_course()}), 1 if course == small_course() else 2)

    def test_a_course_that_cannot_be_finished_has_no_par(self):
        course = pb.Course("6./6./6#/6./6.", "a5E,a1,c1,e1")
        self.assertFalse(course.finishable)
        self.assertIsNone(course.solve().par)
        self.assertIsNone(course.solve().start)
        self.assertIsNone(course.solve().value("b1E"))
        self.assertIsNone(course.solve().value("b1E", leg="finish", damage=3))

    def test_solving_lets_other_threads_run(self):
        courses = [pb.Lake.random(seed=seed).course("B") for seed in range(100, 103)]
        ticks, stop = [], threading.Event()

        def tick():
            while not stop.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.0005)

        thread = threading.Thread(target=tick)
        thread.start()
        begin = time.monotonic()
        for course in courses:
            course.solve()
        end = time.monotonic()
        stop.set()
        thread.join()
        self.assertGreater(sum(begin < at < end for at in ticks), 5)

    def test_bad_input_says_what_is_wrong(self):
        course = small_course()
        solution = course.solve()
        for message, call in [
            ('unknown side "wet": expected dark, light or mixed', lambda: pb.Lake.random(1, "wet")),
            ('unknown race "D": expected A, B or C', lambda: pb.Lake.random(1).course("D")),
            ("only a lake of tiles has spots for buoys", lambda: course.lake.course("A")),
            ("lake: column 3: ", lambda: pb.Lake("3.x")),
            ("buoys: column 1: ", lambda: pb.Course("3.", "x")),
            ("a5 is not open water", lambda: solution.value("a5E")),
            ("expected 0 to 3, found 4", lambda: solution.value("b5E", damage=4)),
            ("at most 32 are allowed", lambda: solution.value("b5E", hand="1" * 33)),
            ("only gates can be owed", lambda: solution.value("b5E", owes=True)),
            ('unknown leg "4"', lambda: solution.value("b5E", leg="4")),
            ("expected 1 to 6 boats, found 0", lambda: course.places(0)),
        ]:
            with self.assertRaises(ValueError) as raised:
                call()
            self.assertIn(message, str(raised.exception))
        for call in [lambda: pb.Lake.random(-1), lambda: pb.Lake.random(2**64), lambda: solution.value("b5E", damage=999)]:
            self.assertRaises(OverflowError, call)
        for call in [lambda: pb.Course(7, "x"), lambda: pb.Lake.random("one"), lambda: pb.Lake(None)]:
            self.assertRaises(TypeError, call)


class Races(unittest.TestCase):
    def test_a_race_with_a_seed_rolls_its_own_dice(self):
        def play(seed):
            chooser, race = random.Random(1), pb.Race(small_course(), ["red", "white"], seed=seed)
            positions = []
            while not race.over:
                self.assertNotEqual(race.phase, "roll")
                race.push(chooser.choice(race.legal_actions()))
                positions.append(race.position())
            return positions, race.result.points

        self.assertEqual(play(7), play(7))
        self.assertNotEqual(play(7), play(8))

    def test_without_a_seed_you_roll(self):
        race = pb.Race(small_course(), ["red", "white"])
        while race.phase == "place":
            race.push(race.legal_actions()[0])
        self.assertEqual(race.turn, "red")
        race.push("+?")
        self.assertEqual((race.phase, [str(roll) for roll in race.legal_actions()]), ("roll", ["+3", "+2", "+1"]))
        self.assertAlmostEqual(sum(chance for _, chance in race.rolls()), 1)
        race.push_roll([2])
        self.assertEqual((race.phase, race.hand), ("steer", "2"))
        race.push(race.legal_actions()[0])
        self.assertEqual(race.boat("red").turns, 1)

    def test_an_illegal_action_changes_nothing(self):
        race = pb.Race.from_position(POSITION, seed=1)
        before = race.position()
        for action in ["L", "k12NE", "333", "+3", "+???????"]:
            self.assertRaises(pb.IllegalAction, race.push, action)
        self.assertRaises(pb.IllegalAction, race.push_roll, [1])
        for nonsense in ["", "hello", "4+?", "3+1", "L ", "é"]:
            self.assertRaises(ValueError, race.push, nonsense)
        self.assertRaises(TypeError, race.push, 3)
        self.assertRaises(ValueError, race.push_roll, [4])
        self.assertRaises(ValueError, race.push_roll, [1] * 100)
        self.assertRaises(ValueError, race.boat, "black")
        self.assertRaises(ValueError, pb.Race, small_course(), ["red", "red"])
        self.assertRaises(ValueError, pb.Race, small_course(), [])
        self.assertRaises(ValueError, pb.Race, small_course(), ["red", "white"], starter="black")
        self.assertRaises(ValueError, pb.Race.from_position, "nonsense")
        self.assertEqual(race.position(), before)

    def test_a_copy_goes_its_own_way(self):
        race = pb.Race.from_position(POSITION, seed=1)
        for twin in [race.copy(), copy.copy(race), copy.deepcopy(race)]:
            twin.push("21")
            self.assertEqual((twin.phase, race.phase), ("steer", "dice"))
        rolls = set()
        for seed in range(20):
            twin = race.copy(seed=seed)
            twin.push("+??")
            rolls.add(twin.hand)
        self.assertGreater(len(rolls), 3)

    def test_actions_are_values(self):
        action = pb.Action("21+?")
        self.assertEqual(action, pb.Action("12+?"))
        self.assertEqual(len({action, pb.Action("12+?"), pb.Action("L")}), 2)
        self.assertEqual(pickle.loads(pickle.dumps(action)), action)
        place = pb.Action("k12NE")
        self.assertEqual((place.kind, place.at, place.heading, place.hold), ("place", "k12", "NE", None))

    def test_pilots_decide_legally(self):
        names = ["rookie", "deckhand", "bosun", "mate", "skipper", "commander", "captain", "turtle", "gambler", "fox"]
        for name in names:
            pilot, race = pb.Pilot(name, seed=3), pb.Race(small_course(), ["red", "white"], seed=3)
            for _ in range(20):
                if not race.over:
                    race.push(pilot.decide(race))
        admiral = pb.Admiral(milliseconds=5)
        self.assertIn(admiral.decide(pb.Race.from_position(POSITION)).kind, "dice")
        waiting = pb.Race.from_position(POSITION)
        waiting.push("+?")
        self.assertRaises(pb.IllegalAction, admiral.decide, waiting)
        self.assertRaises(TypeError, admiral.decide, "race")
        self.assertRaises(ValueError, pb.Pilot, "pirate")
        self.assertRaises(ValueError, pb.Pilot, "captain", 0, 100)
        self.assertRaises(ValueError, pb.Admiral, milliseconds=0)


class Bots(unittest.TestCase):
    def test_a_race_survives_the_json_of_the_referee(self):
        match, captain, rookie = pb.Match(["red", "white", "black"], seed=4), pb.Captain(), pb.Rookie()
        while not match.over:
            race = match.race
            again = pb.bot.race_of(*described(race))
            self.assertEqual((again.boats, again.phase, again.hand), (race.boats, race.phase, race.hand))
            self.assertEqual(again.legal_actions(), race.legal_actions())
            match.push((captain if match.turn == "red" else rookie).decide(match))

    def test_the_example_plays_like_the_captain(self):
        path = Path(__file__).parent.parent / "examples" / "bot.py"
        spec = importlib.util.spec_from_file_location("bot", path)
        bot = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(bot)
        race = pb.Race(pb.Lake.random(seed=12).course("A"), ["red", "white"], seed=7)
        rookie, captain = pb.Rookie(), pb.Captain()
        agreed = decisions = 0
        while not race.over:
            if race.turn == "red":
                action = bot.decide(pb.Race.from_position(race.position()))  # without the dice to come
                agreed += action == captain.decide(race)
                decisions += 1
                race.push(action)
            else:
                race.push(rookie.decide(race))
        self.assertEqual(race.result.order[0], "red")
        self.assertGreater(agreed, 0.8 * decisions)

    def test_an_answer_is_an_action_or_its_text(self):
        self.assertEqual(pb.bot.answer_of("3+??"), {"op": "dice", "hold": [3], "count": 3})
        self.assertEqual(pb.bot.answer_of(pb.Action("k12NE")), {"op": "place", "at": "k12", "heading": "NE"})
        self.assertEqual(pb.bot.answer_of("R"), {"op": "steer", "to": "right"})
        self.assertRaises(TypeError, pb.bot.answer_of, None)
        self.assertRaises(ValueError, pb.bot.answer_of, "sail")
        self.assertRaisesRegex(ValueError, "found the roll", pb.bot.answer_of, "+31")

    def test_a_line_that_is_not_there(self):
        self.assertRaises(ValueError, pb.bot._heading, "6./6.", ("a1", "b1", "c1", "d1"), ("a2",))


def described(race):
    """The course and the state as the referee writes them."""
    buoys = race.course.buoys.split(",")
    buoys[0] = buoys[0].rstrip("ENWS")
    digits = lambda hand: [int(die) for die in hand]  # noqa: E731
    names = ["color", "status", "at", "heading", "damage", "kept", "leg", "turns"]
    boats = [
        {name: getattr(boat, name) for name in names} | {"dice": digits(boat.hand), "owes": int(boat.owes)}
        for boat in race.boats
    ]
    state = {"phase": race.phase, "race": race.number, "scoring": race.scoring, "turn": race.turn, "boats": boats}
    state["dice"] = digits(race.hand) if race.phase == "steer" else None
    return {"lake": race.course.lake.rows, "buoys": buoys, "line": race.course.line}, state


class Matches(unittest.TestCase):
    def test_a_match_is_replayed_and_analyzed(self):
        match = pb.Match(["red", "white", "black"], seed=1, side="light", names={"red": "Ada"})
        captain, rookie = pb.Captain(), pb.Rookie(seed=1)
        half = None
        while not match.over:
            match.push((captain if match.turn == "red" else rookie).decide(match))
            half = half or (match.race.number == 2 and match.record())
        self.assertIn("red: Ada", match.record())
        self.assertEqual(pb.replay(match.record()).record(), match.record())
        self.assertEqual(match.legal_actions(), [])
        self.assertIsNone(match.turn)
        going_on = pb.replay(half, seed=5)
        self.assertEqual(going_on.race.number, 2)
        going_on.push(going_on.legal_actions()[0])
        analysis = pb.analyze(match.record())
        errors = {player["color"]: player["error_per_decision"] for player in analysis["players"]}
        self.assertLess(errors["red"], errors["black"])
        self.assertEqual([race["letter"] for race in analysis["races"]], ["A", "B", "C"])

    def test_a_player_can_resign(self):
        match = pb.Match(["red", "white"], seed=1, races=1)
        match.resign("white")
        while not match.over:
            match.push(pb.Captain().decide(match))
        self.assertEqual(match.ranking, [["red"], ["white"]])

    def test_bad_input_says_what_is_wrong(self):
        for message, call in [
            ("expected 2 to 6 players, found 1", lambda: pb.Match(["red"], seed=1)),
            ("expected 1 to 3 races, found 4", lambda: pb.Match(["red", "white"], seed=1, races=4)),
            ("classic scoring needs at least three", lambda: pb.Match(["red", "white"], seed=1, scoring="classic")),
            ("black is not one of the players", lambda: pb.Match(["red", "white"], seed=1, names={"black": "Cy"})),
            ("is not one line of text", lambda: pb.Match(["red", "white"], seed=1, names={"red": "a\nb"})),
            ("line 1", lambda: pb.replay("nonsense")),
            ("line 1", lambda: pb.analyze("")),
        ]:
            with self.assertRaises(ValueError) as raised:
                call()
            self.assertIn(message, str(raised.exception))


if __name__ == "__main__":
    unittest.main()
