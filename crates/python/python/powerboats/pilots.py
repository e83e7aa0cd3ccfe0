"""One class for each pilot. All of them decide as ``Pilot`` does."""

from powerboats._native import Pilot


class _Named(Pilot):
    def __new__(cls, seed=0):
        return super().__new__(cls, cls.__name__.lower(), seed)


class Rookie(_Named):
    """A child's first rival: dreamy and slow."""


class Deckhand(_Named):
    """Cheerful, and short-sighted."""


class Bosun(_Named):
    """Tidy: prefers a sure way to a quick one."""


class Mate(_Named):
    """Easy-going: hopes for good dice."""


class Skipper(_Named):
    """Quick, and thinks a little too short."""


class Commander(_Named):
    """Calm and nearly exact."""


class Captain(_Named):
    """Exact: plays by the solver, and considers other boats in the current turn."""


class Admiral(Pilot):
    """Plays for points: simulates the rest of the race many times for each promising choice."""

    def __new__(cls, seed=0, milliseconds=150):
        return super().__new__(cls, "admiral", seed, milliseconds)


class Turtle(_Named):
    """Very cautious, about as strong as a Deckhand."""


class Gambler(_Named):
    """Bold, about as strong as a Mate."""


class Fox(_Named):
    """Sly: gets in the way of its rivals. About as strong as a Skipper."""
