"""The package itself: its examples run, and its types describe what is there."""

import ast
import doctest
import importlib
import inspect
import subprocess
import sys
import unittest
from pathlib import Path

import powerboats as pb
import powerboats.env

MODULES = ["powerboats", "powerboats.bot", "powerboats.env", "powerboats.env.observation", "powerboats.env.vec"]


class Package(unittest.TestCase):
    def test_examples_in_docstrings_run(self):
        finder, examples = doctest.DocTestFinder(exclude_empty=True), 0
        for name in MODULES:
            module = importlib.import_module(name)
            tests = finder.find(module, name)
            for exported in getattr(module, "__all__", []):
                value = getattr(module, exported)
                if inspect.isclass(value) and value.__module__ != name:
                    tests += finder.find(value, f"{name}.{exported}", module=False)
            seen = set()
            for test in tests:
                if test.name in seen or not test.examples:
                    continue
                seen.add(test.name)
                result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
                self.assertEqual(result.failed, 0, test.name)
                examples += result.attempted
        self.assertGreater(examples, 60)

    def test_without_numpy_only_the_environments_are_missing(self):
        program = "import sys; sys.modules['numpy'] = None; import powerboats as pb; pb.Lake.random(1); pb.env"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertIn("ModuleNotFoundError: powerboats.env needs numpy: pip install numpy", done.stderr)

    def test_types_describe_everything_that_is_exported(self):
        for name in ["powerboats", "powerboats.env"]:
            module = importlib.import_module(name)
            folder = Path(module.__file__).parent
            described = ast.parse((folder / "__init__.pyi").read_text())
            names = {node.name: node for node in described.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
            names |= {node.target.id: node for node in described.body if isinstance(node, ast.AnnAssign)}
            for exported in set(module.__all__) - {"bot", "env"}:
                self.assertIn(exported, names)
                self.compare(f"{name}.{exported}", getattr(module, exported), names[exported])
            self.assertTrue((Path(pb.__file__).parent / "py.typed").exists())

    def test_types_of_dictionaries_are_those_of_the_schemas(self):
        generator = Path(__file__).resolve().parents[3] / "scripts/python-types"
        done = subprocess.run([sys.executable, generator, "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        from powerboats import types

        hint = pb.Race(pb.Lake.random(seed=12).course("A"), ["red", "white"], seed=7).hint()
        self.assertLessEqual(set(hint), types.HintViewPlaces.__required_keys__ | types.HintViewPlaces.__optional_keys__)
        match, captain = pb.Match(["red", "white"], seed=1, races=1), pb.Captain()
        while not match.over:
            match.push(captain.decide(match))
        analysis = pb.analyze(match.record())
        self.assertEqual(analysis["format"], 1)
        self.assertEqual(set(analysis), types.AnalysisView.__required_keys__)
        self.assertEqual(set(analysis["players"][0]), types.PlayerAnalysisView.__required_keys__)

    def compare(self, name, value, described):
        """Compares the names of methods, properties and parameters."""
        if isinstance(described, ast.FunctionDef):
            self.assertEqual(parameters(value), described_parameters(described), name)
        if not isinstance(described, ast.ClassDef):
            return
        methods = {node.name: node for node in described.body if isinstance(node, ast.FunctionDef)}
        there = {key for key in vars(value) if not key.startswith("_")}
        self.assertEqual({key for key in methods if not key.startswith("_")}, there, name)
        for key in there:
            if callable(getattr(value, key)):
                self.assertEqual(
                    parameters(getattr(value, key)), described_parameters(methods[key]), f"{name}.{key}"
                )


def parameters(function):
    return [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]


def described_parameters(node):
    names = [argument.arg for argument in node.args.args + node.args.kwonlyargs]
    return [name for name in names if name not in ("self", "cls")]


if __name__ == "__main__":
    unittest.main()
