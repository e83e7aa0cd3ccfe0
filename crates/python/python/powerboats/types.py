"""The dictionaries that ``hint()`` and ``analyze()`` return, for type checkers. Written by ``scripts/python-types``."""

from typing import Literal, NotRequired, TypedDict

Hex = str
Heading = Literal["E", "NE", "NW", "W", "SW", "SE"]


class PlaceHintView(TypedDict):
    at: Hex
    heading: Heading
    points: NotRequired[float]
    turns: float


Color = Literal["orange", "yellow", "black", "red", "purple", "white"]


class HintViewPlaces(TypedDict):
    finishable: NotRequired[bool]
    places: list[PlaceHintView]
    turn: Color


Hand = list[int]
MoveEnding = Literal["sails", "crashes", "sinks", "finishes"]


class LandingView(TypedDict):
    at: Hex
    chance: float
    ending: MoveEnding
    heading: Heading


class DiceHintView(TypedDict):
    count: int
    crash: float
    finish: float
    hold: Hand
    landings: list[LandingView]
    points: NotRequired[float]
    sink: float
    turns: float


class HintViewDice(TypedDict):
    dice: list[DiceHintView]
    finishable: NotRequired[bool]
    turn: Color


Steer = Literal["left", "straight", "right"]


class SteerOptionView(TypedDict):
    crash: bool
    damage: int
    end: Hex
    heading: Heading
    run: int
    to: Steer


class HeadingHintViewEnding(SteerOptionView):
    ending: MoveEnding
    points: NotRequired[float]
    turns: float


Code = Literal["bad-json", "too-long", "unknown-op", "unknown-field", "missing-field", "bad-value", "bad-course", "bad-boats", "no-race", "wrong-phase", "illegal-place", "illegal-dice", "illegal-steer"]


class Fault(TypedDict):
    code: Code
    message: str


class HeadingHintViewError(TypedDict):
    error: Fault
    heading: Heading
    to: Steer


HeadingHintView = HeadingHintViewEnding | HeadingHintViewError


class HintViewOptions(TypedDict):
    finishable: NotRequired[bool]
    options: list[HeadingHintView]
    turn: Color


HintView = HintViewPlaces | HintViewDice | HintViewOptions
FormatVersion = Literal[1]
SkillClass = Literal["admiral", "captain", "commander", "skipper", "mate", "bosun", "deckhand", "rookie"]


class PointsView(TypedDict):
    points: float
    standard_error: float


class BerthView(TypedDict):
    at: Hex
    heading: Heading


class MistakeViewPlace(TypedDict):
    best: BerthView
    error: float
    error_capped: float
    kind: Literal["place"]
    made: BerthView
    points: NotRequired[PointsView]
    race: int
    turn: int
    words: NotRequired[str]


class DiceChoiceView(TypedDict):
    count: int
    hold: Hand


class MistakeViewDice(TypedDict):
    best: DiceChoiceView
    error: float
    error_capped: float
    hand: Hand
    kind: Literal["dice"]
    made: DiceChoiceView
    points: NotRequired[PointsView]
    race: int
    turn: int
    words: NotRequired[str]


class MistakeViewSteer(TypedDict):
    best: Steer
    error: float
    error_capped: float
    hand: Hand
    kind: Literal["steer"]
    made: Steer
    points: NotRequired[PointsView]
    race: int
    turn: int
    words: NotRequired[str]


MistakeView = MistakeViewPlace | MistakeViewDice | MistakeViewSteer


class PlayerPointsView(TypedDict):
    error: PointsView
    error_per_decision: float
    luck: PointsView
    mistakes: list[MistakeView]
    others_luck: PointsView
    points_without_luck: PointsView | None


class StandInTurnsView(TypedDict):
    error: float
    luck: float
    turns: int


PlayerAnalysisView = TypedDict(
    "PlayerAnalysisView",
    {
        "class": SkillClass | None,
        "color": Color,
        "decisions": int,
        "error": float,
        "error_capped": float,
        "error_per_decision": float,
        "in_points": PlayerPointsView | None,
        "luck": float,
        "luck_capped": float,
        "luck_per_race": float,
        "luck_percentile": float | None,
        "mistakes": list[MistakeView],
        "name": str,
        "place_without_luck": int,
        "points": int,
        "races": int,
        "stand_in": StandInTurnsView,
        "traffic": float,
        "turns": float,
        "turns_without_luck": float,
    },
)
BoatEnding = Literal["finished", "sunk", "racing"]


class DecisionPointsView(PointsView):
    best: str


class DecisionView(TypedDict):
    best: str
    error: float
    free: bool
    in_points: DecisionPointsView | None
    made: str


TurnAnalysisViewLuckInPoints = dict[Literal["orange", "yellow", "black", "red", "purple", "white"], PointsView]


class TurnAnalysisView(TypedDict):
    after: float
    before: float
    dice: DecisionView
    dice_error: float
    hand: str
    heading: DecisionView
    luck: float
    luck_in_points: TurnAnalysisViewLuckInPoints | None
    roll: str
    stand_in: bool
    steer_error: float
    traffic: float
    turn: int


class BoatAnalysisView(TypedDict):
    color: Color
    ending: BoatEnding
    error: float
    error_capped: float
    luck: float
    luck_capped: float
    luck_percentile: float | None
    par: float
    place_without_luck: int
    placing: DecisionView | None
    placing_by_stand_in: bool
    stand_in: StandInTurnsView
    to_go: list[float]
    traffic: float
    turns: list[TurnAnalysisView]
    turns_taken: int
    turns_to_go: float
    turns_without_luck: float


class RaceAnalysisView(TypedDict):
    boats: list[BoatAnalysisView]
    letter: str
    over: bool
    race: int


class AnalysisView(TypedDict):
    format: FormatVersion
    players: list[PlayerAnalysisView]
    races: list[RaceAnalysisView]
