"""Tests an installed wheel: the files of the package, a program, and the example bot; see scripts/test-wheel."""

import importlib.metadata
import importlib.util
from pathlib import Path

import powerboats as pb

REPOSITORY = Path(__file__).parent.parent

folder = Path(pb.__file__).parent
assert "site-packages" in folder.parts, f"this tests {folder}, which is not an installed wheel"
for name in ["py.typed", "__init__.pyi", "bot.pyi", "types.py", "env/__init__.pyi", "env/vec.py", "pilots.py"]:
    assert (folder / name).is_file(), f"the wheel lacks {name}"
files = {path.name for path in importlib.metadata.files("powerboats")}
assert "LICENSE" in files, "the wheel lacks the licence"
assert importlib.metadata.version("powerboats") == pb.__version__

race = pb.Race(pb.Lake.random(seed=12, side="dark").course("A"), ["red", "white"], seed=7)
captain, rookie = pb.Captain(), pb.Rookie()
while not race.over:
    race.push((captain if race.turn == "red" else rookie).decide(race))
assert race.result.order[0] == "red", race.result.order

spec = importlib.util.spec_from_file_location("bot", REPOSITORY / "crates/python/examples/bot.py")
bot = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bot)
race = pb.Race(race.course, ["red", "white"], seed=1)
for _ in range(8):
    race.push(bot.decide(race))

# Without numpy everything but the environments works, and the error says what to install.
try:
    pb.env
except ModuleNotFoundError as error:
    assert "pip install numpy" in str(error)
else:
    raise AssertionError("numpy is not installed here")
print(f"test-wheel: ok: powerboats {pb.__version__}")
