//! A table: a regatta that rolls its own fair dice, deals its own courses, and reports events.

use crate::{
    ByColor, Code, CourseView, Decision, FairDice, Fault, Happening, HeadingView, HintView, LegalView, StakesView,
    StartDie, StateView, game::refused, headings::headings, view::by_color,
};
use powerboats_pilots::{CourseCache, PilotKind, Score};
use powerboats_rules::{
    Action, Color, Course, CoursePlan, DiceChoice, IllegalAction, Layout, Logbook, OneLine, Phase, Race, Record,
    RegattaPhase, Scoring, Seats, Sides, StartRoll, Tag, draw_course, draw_lake, draw_starter, roll,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The settings of a regatta.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    #[allow(missing_docs)]
    pub seats: Seats,
    #[allow(missing_docs)]
    pub sides: Sides,
    #[allow(missing_docs)]
    pub scoring: Scoring,
    /// The number of races, 1 to 3.
    pub races: u8,
}

/// The settings of a regatta, as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSetup {
    players: Vec<Color>,
    sides: Sides,
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 3))]
    races: u8,
    /// The usual scoring for this number of players unless given.
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    scoring: Option<Scoring>,
}

impl TryFrom<GameSetup> for Setup {
    type Error = Fault;

    fn try_from(GameSetup { players, sides, races, scoring }: GameSetup) -> Result<Setup, Fault> {
        let scoring = scoring.unwrap_or_else(|| Scoring::usual(players.len()));
        let seats = Seats::of_regatta(players, scoring, races).map_err(|error| Fault::new(Code::BadValue, error))?;
        Ok(Setup { seats, sides, scoring, races })
    }
}

/// Everything that a page shows of a regatta.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    course: Option<CourseView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    state: Option<StateView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    legal: Option<LegalView>,
    /// Where each direction leads. Empty unless a boat steers.
    headings: Vec<HeadingView>,
    /// The ranks after the first race, best first. Colours that share a rank are in one list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standing: Vec<Vec<Color>>,
    /// The points of the races that are over; missing before the first.
    #[serde(skip_serializing_if = "ByColor::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, i64>))]
    points: ByColor<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    stakes: Option<StakesView>,
    races: u8,
    over: bool,
}

/// A regatta and its dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    book: Logbook,
    /// `None` for a table that only follows the events of another.
    dice: Option<FairDice>,
}

impl Table {
    /// Draws the lake, the starter and the first course.
    pub fn open(setup: &Setup, mut dice: FairDice) -> Result<(Table, Vec<Happening>), Fault> {
        let (layout, course) = draw_lake(setup.sides, setup.seats.len(), &mut dice.draw());
        Table::begin(setup, layout, course, dice)
    }

    /// Starts on this lake with this first course: a daily lake, or one that is raced again. The dice skip the draw of the
    /// lake, so that every other draw has the same number as in a regatta whose lake was drawn.
    pub fn open_on(
        setup: &Setup,
        layout: Layout,
        plan: CoursePlan,
        mut dice: FairDice,
    ) -> Result<(Table, Vec<Happening>), Fault> {
        dice.skip();
        Table::begin(setup, layout, course_on(&layout, plan)?, dice)
    }

    fn begin(
        setup: &Setup,
        layout: Layout,
        course: Course,
        mut dice: FairDice,
    ) -> Result<(Table, Vec<Happening>), Fault> {
        let start = draw_starter(setup.seats, &mut dice.draw());
        let mut table = Table::new(setup, layout, start, Some(dice))?;
        let mut happenings = vec![Happening::lake(&table.book)];
        happenings.push(table.deal(course)?);
        Ok((table, happenings))
    }

    fn new(setup: &Setup, layout: Layout, start: Vec<StartRoll>, dice: Option<FairDice>) -> Result<Table, Fault> {
        // The events have no names. A record gets them when it is written.
        let players = setup.seats.iter().filter_map(|color| Some((color, OneLine::new(color.name())?))).collect();
        let book = Logbook::open(vec![], players, setup.sides, setup.scoring, setup.races, layout, start);
        Ok(Table { book: book.map_err(|fault| Fault::new(Code::BadValue, fault))?, dice })
    }

    /// Starts to follow the events of another table. The first event is the lake.
    pub fn follow_lake(lake: &Happening) -> Result<Table, Fault> {
        let Happening::Lake { players, sides, scoring, races, layout, start, .. } = lake else {
            return Err(Fault::new(Code::NoRace, "the first event of a regatta must be its lake"));
        };
        let seats = Seats::of_regatta(players.iter().copied(), *scoring, *races)
            .map_err(|error| Fault::new(Code::BadValue, error))?;
        let setup = Setup { seats, sides: *sides, scoring: *scoring, races: *races };
        let rolls = |round: &Vec<StartDie>| StartRoll(round.iter().map(|roll| (roll.color, roll.die)).collect());
        let table = Table::new(&setup, *layout, start.iter().map(rolls).collect(), None)?;
        check_same(lake, &Happening::lake(&table.book))?;
        Ok(table)
    }

    /// Follows the next event, and checks that it follows from the rules. After an error the table cannot be used any more.
    pub fn follow(&mut self, happening: &Happening) -> Result<(), Fault> {
        let expected = self.apply(happening)?;
        check_same(happening, &expected)
    }

    /// Repeats what an event says, and returns the event that the rules give.
    fn apply(&mut self, happening: &Happening) -> Result<Happening, Fault> {
        let event = match happening {
            Happening::Lake { .. } => return Err(Fault::new(Code::WrongPhase, "the lake has already been laid")),
            Happening::Race { course, .. } => return self.deal(course_on(self.book.regatta().layout(), *course)?),
            Happening::Placed { color, at, heading } => self.act(*color, Action::Place(*at, *heading))?,
            Happening::Rolled { color, hold, count, rolled, .. } => {
                self.act(*color, Action::Choose(DiceChoice { hold: *hold, count: *count }))?;
                self.act(*color, Action::Roll(*rolled))?
            }
            Happening::Moved { color, to, .. } => self.act(*color, Action::Steer(*to))?,
            Happening::Resigned { color } => {
                self.book.resign(*color).map_err(refused)?;
                Some(Happening::Resigned { color: *color })
            }
            Happening::Retired { color } => {
                self.book.retire(*color).map_err(refused)?;
                Some(Happening::Retired { color: *color })
            }
            Happening::RaceOver { .. } => Happening::race_over(self.book.regatta()),
            Happening::Over { .. } => Happening::over(self.book.regatta()),
        };
        event.ok_or_else(|| self.not_now())
    }

    /// Continues with these dice after following the events of another table.
    pub fn take_dice(&mut self, mut dice: FairDice) {
        let log = &self.book.record().log;
        let decided = |entry: &&powerboats_rules::Entry| {
            matches!(entry, powerboats_rules::Entry::Race(..) | powerboats_rules::Entry::Turn(_))
        };
        let rolled = matches!(self.book.regatta().phase(), RegattaPhase::Race(Phase::Steer(..)));
        // The first course was drawn with the lake, so its entry counts for the lake. The start counts as one more.
        let decided = log.iter().filter(decided).count() + 1 + usize::from(rolled);
        (0..decided).for_each(|_| dice.skip());
        self.dice = Some(dice);
    }

    /// Takes the dice away: this table rolls no more.
    pub fn drop_dice(&mut self) {
        self.dice = None;
    }

    /// The number of random draws so far; `None` for a table that only follows.
    pub fn decided(&self) -> Option<u64> {
        self.dice.as_ref().map(FairDice::decided)
    }

    #[allow(missing_docs)]
    pub fn seats(&self) -> Seats {
        self.book.regatta().seats()
    }

    /// The current race, or the last one.
    pub fn race(&self) -> Option<&Race> {
        self.book.regatta().race()
    }

    /// The regatta and its record.
    pub fn book(&self) -> &Logbook {
        &self.book
    }

    /// The player who has to decide; `None` when the regatta is over.
    pub fn turn(&self) -> Option<Color> {
        match self.book.regatta().phase() {
            RegattaPhase::Race(phase) => phase.turn(),
            RegattaPhase::Deal(_) | RegattaPhase::Over => None,
        }
    }

    #[allow(missing_docs)]
    pub fn is_over(&self) -> bool {
        self.book.regatta().phase() == RegattaPhase::Over
    }

    /// The course of the current race, or of the last one.
    pub fn course(&self) -> Option<CourseView> {
        self.race().map(|race| CourseView::new(race.course(), self.seats().len()))
    }

    /// The state of the current race, or of the last one.
    pub fn state(&self) -> Option<StateView> {
        self.race().map(|race| StateView::new(race, self.seats(), self.book.regatta().points()))
    }

    /// All legal choices.
    pub fn legal(&self) -> Option<LegalView> {
        self.race().and_then(LegalView::new)
    }

    /// Everything that a page shows.
    pub fn view(&self) -> GameView {
        let regatta = self.book.regatta();
        let raced = !regatta.results().is_empty();
        GameView {
            course: self.course(),
            state: self.state(),
            legal: self.legal(),
            headings: self.race().map(headings).unwrap_or_default(),
            standing: if raced { regatta.standing() } else { Vec::new() },
            points: if raced { by_color(regatta.seats(), regatta.points()) } else { ByColor::default() },
            stakes: StakesView::of(regatta),
            races: regatta.races(),
            over: self.is_over(),
        }
    }

    /// The values of all current choices; `None` if there is no decision to make.
    pub fn hint(&self, courses: &Arc<CourseCache>) -> Option<HintView> {
        HintView::of(self.race()?, None, courses)
    }

    /// Carries out a player's decision, rolls dice if needed, and returns the events.
    pub fn decide(&mut self, color: Color, decision: Decision) -> Result<Vec<Happening>, Fault> {
        let no_dice = || Fault::new(Code::NoRace, "this table has no dice: it only follows the events of another");
        if matches!(decision, Decision::Dice { .. }) && self.dice.is_none() {
            return Err(no_dice());
        }
        let mut happenings: Vec<Happening> = self.act(color, decision.into())?.into_iter().collect();
        if let Some(Phase::Chance(_, choice)) = self.race().map(Race::phase) {
            let rolled = roll(choice.rolls(), &mut self.dice.as_mut().ok_or_else(no_dice)?.draw());
            happenings.extend(self.act(color, Action::Roll(rolled))?);
        }
        if let Decision::Steer { .. } = decision {
            self.end_race(&mut happenings)?;
        }
        Ok(happenings)
    }

    /// A player resigns. Returns the events.
    pub fn resign(&mut self, color: Color) -> Result<Vec<Happening>, Fault> {
        let phase = self.book.regatta().phase();
        if let RegattaPhase::Race(Phase::Steer(turn, _)) = phase
            && turn == color
        {
            return Err(Fault::new(Code::WrongPhase, "you have rolled: steer first, then resign"));
        }
        let races = self.book.regatta().results().len();
        self.book.resign(color).map_err(refused)?;
        let mut happenings = vec![Happening::Resigned { color }];
        if self.book.regatta().results().len() > races {
            self.end_race(&mut happenings)?;
        }
        Ok(happenings)
    }

    /// If a race is over: tells so, and deals the next course.
    fn end_race(&mut self, happenings: &mut Vec<Happening>) -> Result<(), Fault> {
        happenings.extend(Happening::race_over(self.book.regatta()));
        happenings.extend(Happening::over(self.book.regatta()));
        if let RegattaPhase::Deal(letter) = self.book.regatta().phase()
            && let Some(dice) = &mut self.dice
        {
            let layout = self.book.regatta().layout();
            let course = draw_course(layout, letter, self.book.regatta().seats().len(), &mut dice.draw());
            let course = course.expect("the lake was drawn so that each race has a course");
            happenings.push(self.deal(course)?);
        }
        Ok(())
    }

    /// Marks the last placing or turn of this boat in the record: a pilot made it for a person.
    pub fn mark_stand_in(&mut self, color: Color) {
        self.book.mark_stand_in(color);
    }

    /// A pilot's decision; `None` if nobody has to decide.
    pub fn ask(&self, kind: &PilotKind, courses: &Arc<CourseCache>) -> Option<Decision> {
        let race =
            self.race().filter(|race| matches!(race.phase(), Phase::Place(_) | Phase::Dice(_) | Phase::Steer(..)))?;
        let mut draw = self.dice.as_ref()?.pilot();
        Decision::of(kind.pilot(courses).decide(race, &Score::of(self.book.regatta()), &mut draw))
    }

    /// What a beginner is shown first; `None` if nobody has to decide. It needs no solver.
    pub fn suggest(&self, courses: &CourseCache) -> Option<Decision> {
        self.race().and_then(|race| Decision::suggested(race, courses))
    }

    /// The logbook so far, with these tags and the players' names. A player without a name gets the name of their colour.
    pub fn titled(&self, tags: Vec<Tag>, names: &ByColor<String>) -> Logbook {
        // In the table's own logbook the name of each player is their colour.
        self.book.titled(tags, |color| names.get(&color).and_then(|name| OneLine::new(name.trim())))
    }

    /// The record so far, with these tags and the players' names.
    pub fn record(&self, tags: Vec<Tag>, names: &ByColor<String>) -> Record {
        self.titled(tags, names).into_record()
    }

    fn deal(&mut self, course: Course) -> Result<Happening, Fault> {
        self.book.deal(course).map_err(|error| Fault::new(Code::BadCourse, error))?;
        Happening::race(self.book.regatta()).ok_or_else(|| self.not_now())
    }

    fn not_now(&self) -> Fault {
        let phase = self.race().map_or(Phase::Over, Race::phase);
        refused(IllegalAction::NotNow(phase))
    }

    fn check_turn(&self, color: Color) -> Result<(), Fault> {
        match self.turn() {
            Some(turn) if turn == color => Ok(()),
            Some(turn) => Err(Fault::new(Code::WrongPhase, format_args!("it is {turn}'s turn, not {color}'s"))),
            None => Err(self.not_now()),
        }
    }

    /// Applies a player's action. `None` for a choice of dice: the event follows with the roll.
    fn act(&mut self, color: Color, action: Action) -> Result<Option<Happening>, Fault> {
        self.check_turn(color)?;
        let before = self.book.regatta().phase();
        let event = self.book.apply(action).map_err(refused)?;
        Ok(Happening::of_event(event, before, self.book.regatta()))
    }
}

fn course_on(layout: &Layout, plan: CoursePlan) -> Result<Course, Fault> {
    Course::new(layout.lake(), plan).map_err(|error| Fault::new(Code::BadCourse, error))
}

fn check_same(found: &Happening, expected: &Happening) -> Result<(), Fault> {
    if found == expected {
        return Ok(());
    }
    let expected = serde_json::to_string(expected).unwrap_or_default();
    Err(Fault::new(Code::BadValue, format_args!("this event does not follow from the rules: expected {expected}")))
}
