//! What is played at the referee's table: a lone race, or a match of three.

use crate::{
    Code, Fault, HintView, SeededDice,
    answer::{Answer, Moved},
    request::DiceList,
    setup::{RaceSetup, bad_race},
    view::{CourseView, LegalView, MatchResultView, MoveView, RaceResultView, StateView, by_color},
};
use powerboats_pilots::{CourseCache, Hint, Score};
use powerboats_rules::{
    Action, DiceChoice, Event, Hand, Heading, Hex, PerColor, Phase, Race, Refusal, Regatta, RegattaPhase, Scoring,
    Seats, Sides, Steer, draw_course, draw_lake, draw_starter, roll,
};
use std::sync::Arc;

/// Races in a match, by the rulebook.
const RACES: u8 = 3;

enum Kind {
    Race(Race),
    Match(Box<Regatta>),
}

/// A game and its dice.
pub struct Game {
    kind: Kind,
    seats: Seats,
    dice: SeededDice,
}

impl Game {
    /// A lone race.
    pub fn race(setup: RaceSetup, dice: SeededDice) -> Result<Game, Fault> {
        let race = setup.begin()?;
        let seats = Seats::new(race.boats().iter().map(|boat| boat.color)).expect("a race has 2 to 6 boats, each once");
        Ok(Game { kind: Kind::Race(race), seats, dice })
    }

    /// A match on a lake that its seed lays.
    pub fn matched(seats: Seats, sides: Sides, scoring: Option<Scoring>, mut dice: SeededDice) -> Result<Game, Fault> {
        let scoring = scoring.unwrap_or(Scoring::usual(seats.len()));
        if seats.len() == 2 && scoring == Scoring::Classic {
            return Err(bad_race(powerboats_rules::BadRace::ClassicForTwo));
        }
        let (layout, course) = draw_lake(sides, seats.len(), &mut dice);
        let start = draw_starter(seats, &mut dice);
        let mut regatta =
            Regatta::new(seats, scoring, RACES, layout, &start).expect("the start is decided and the scoring checked");
        regatta.deal(course).expect("a course drawn for race A stands on its spots");
        Ok(Game { kind: Kind::Match(Box::new(regatta)), seats, dice })
    }

    fn now(&self) -> &Race {
        match &self.kind {
            Kind::Race(race) => race,
            Kind::Match(regatta) => regatta.race().expect("race A is dealt when a match begins"),
        }
    }

    fn apply(&mut self, action: Action) -> Result<Event, Refusal> {
        match &mut self.kind {
            Kind::Race(race) => race.apply(action),
            Kind::Match(regatta) => regatta.apply(action),
        }
    }

    fn state(&self) -> StateView {
        let points = match &self.kind {
            Kind::Race(race) => race.result().map_or(PerColor::default(), |result| result.points),
            Kind::Match(regatta) => *regatta.points(),
        };
        StateView::new(self.now(), self.seats, &points)
    }

    fn course(&self) -> CourseView {
        CourseView::new(self.now().course(), self.seats.len())
    }

    /// Course and state.
    pub fn situation(&self) -> Answer {
        Answer::Situation { course: self.course(), state: self.state() }
    }

    /// All that may be done now.
    pub fn legal(&self) -> Result<Answer, Fault> {
        let race = self.now();
        LegalView::new(race).map(Answer::Legal).ok_or_else(|| refused(Refusal::NotNow(race.phase())))
    }

    /// What each choice is worth to whoever decides now, in turns, and if `points` is wished for in points too.
    pub fn hint(&self, courses: &Arc<CourseCache>, points: bool) -> Result<Answer, Fault> {
        let race = self.now();
        let hint = race.phase().turn().zip(Hint::of(race, courses));
        let (turn, mut hint) = hint.ok_or_else(|| refused(Refusal::NotNow(race.phase())))?;
        if points {
            let score = match &self.kind {
                Kind::Race(race) => Score::of_race(race),
                Kind::Match(regatta) => Score::of(regatta),
            };
            hint.add_points(race, &score, courses);
        }
        Ok(Answer::Hint(HintView::new(turn, &hint)))
    }

    pub fn place(&mut self, at: Hex, heading: Heading) -> Result<Answer, Fault> {
        self.apply(Action::Place(at, heading)).map_err(refused)?;
        Ok(Answer::Placed { state: self.state() })
    }

    /// Chooses dice and rolls them, or takes `rolled` as the roll.
    pub fn dice(&mut self, hold: DiceList, count: u64, rolled: Option<DiceList>) -> Result<Answer, Fault> {
        let Phase::Dice(color) = self.now().phase() else {
            return Err(refused(Refusal::NotNow(self.now().phase())));
        };
        if let (Kind::Match(_), Some(_)) = (&self.kind, rolled) {
            return Err(Fault::new(Code::UnknownField, "in a match there is no field \"rolled\": the referee rolls"));
        }
        let illegal = |reason: String| Fault::new(Code::IllegalDice, reason);
        let few = |dice: DiceList| match dice {
            DiceList::Hand(hand) => Ok(hand),
            DiceList::TooMany(number) => Err(illegal(format!("no boat has {number} dice"))),
        };
        let count = u8::try_from(count).map_err(|_| illegal(format!("no boat goes to {count} dice")))?;
        let choice = DiceChoice { hold: few(hold)?, count };
        let hand = self.now().boat(color).map_or(Hand::EMPTY, |boat| boat.hand);
        // Judged here, before anything is rolled or changed.
        if !choice.is_legal(hand) {
            return Err(refused(Refusal::Dice { hand, choice }));
        }
        let rolled = match rolled {
            Some(rolled) => few(rolled)?,
            None => roll(choice.rolls(), &mut self.dice),
        };
        if rolled.len() != choice.rolls() {
            return Err(refused(Refusal::Roll { expected: choice.rolls(), found: rolled.len() }));
        }
        self.apply(Action::Choose(choice)).map_err(refused)?;
        self.apply(Action::Roll(rolled)).map_err(refused)?;
        Ok(Answer::rolled(rolled, choice.hold.with(rolled), &self.now().steer_options(), self.state()))
    }

    /// Steers, and sets up the next race of a match when one has ended.
    pub fn steer(&mut self, to: Steer) -> Result<Answer, Fault> {
        let event = self.apply(Action::Steer(to)).map_err(refused)?;
        let Event::Moved(moved) = event else { unreachable!("steering moves a boat") };
        let race_result = self.now().result().map(|result| RaceResultView::new(&result, self.seats));
        let mut course = None;
        let mut match_result = None;
        if let Kind::Match(regatta) = &mut self.kind {
            match regatta.phase() {
                RegattaPhase::Deal(letter) => {
                    let next = draw_course(regatta.layout(), letter, self.seats.len(), &mut self.dice);
                    let next = next.expect("a lake is laid so that each race has a course");
                    regatta.deal(next).expect("a course drawn stands on its spots");
                    course = Some(self.course());
                }
                RegattaPhase::Race(_) => {}
                RegattaPhase::Over => {
                    let (points, ranking) = (by_color(self.seats, regatta.points()), regatta.ranking());
                    match_result = Some(MatchResultView { points, ranking: ranking.unwrap_or_default() });
                }
            }
        }
        let state = self.state();
        let moved = MoveView::new(&moved);
        Ok(Answer::Moved(Box::new(Moved { moved, state, race_result, course, match_result })))
    }
}

pub(crate) fn refused(refusal: Refusal) -> Fault {
    let code = match refusal {
        Refusal::NotNow(_) => Code::WrongPhase,
        Refusal::NoPlace(_) | Refusal::Taken(_) => Code::IllegalPlace,
        Refusal::Dice { .. } | Refusal::Roll { .. } => Code::IllegalDice,
        Refusal::Steer { .. } => Code::IllegalSteer,
    };
    Fault::new(code, refusal)
}
