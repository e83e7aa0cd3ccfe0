"""The code in the documentation runs, and its copies of examples are copies."""

import contextlib
import io
import json
import re
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]

# What the comments of the documentation promise.
PROMISES = {
    "docs/python.md": """
assert round(solution.par, 1) == 13.6
assert race.result.points == {"red": 6, "white": 0}
assert pb.replay(text).points == match.points
assert len(env.ACTIONS) == 267 and env.MOST_DICE == 6
assert len(obs) == 1024 and mask.shape == (1024, 267)
""",
    "crates/python/README.md": """
assert round(course.solve().par, 1) == 13.6
assert race.result.order[0] == "red"
assert len(obs) == len(mask) == len(reward) == len(done) == 1024
""",
}


def blocks(file):
    """The blocks of Python in a file, also those in lists, in order."""
    text = (REPOSITORY / file).read_text()
    found = re.findall(r"^( *)```python\n(.*?)^\1```$", text, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(code) for _, code in found]


class Documentation(unittest.TestCase):
    def test_the_examples_of_the_documentation_run(self):
        for file, promises in PROMISES.items():
            with self.subTest(file):
                code = blocks(file)
                self.assertTrue(code)
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile("\n".join(code) + promises, file, "exec"), {"__name__": file})

    def test_the_bots_in_docs_bots_are_whole_programs(self):
        first, simple = blocks("docs/bots.md")
        # The code is indented there, because it belongs to a list.
        self.assertEqual(first.strip(), self.example_bot())
        questions = [
            {"ask": "place", "places": ["k12", "l12"]},
            {"ask": "dice", "dice": [{"hold": [3], "count": 2}]},
            {"ask": "steer", "options": [{"to": "right"}]},
        ]
        asked = "".join(json.dumps(question) + "\n" for question in questions)
        done = subprocess.run([sys.executable, "-c", simple], input=asked, capture_output=True, text=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([answer["op"] for answer in answers], ["place", "dice", "steer"])

    def example_bot(self):
        """The example bot without its first line, which says what it is."""
        lines = (REPOSITORY / "crates/python/examples/bot.py").read_text().splitlines()
        self.assertTrue(lines[0].startswith('"""'))
        return "\n".join(lines[1:]).strip()


if __name__ == "__main__":
    unittest.main()
