//! A game of the referee: a single race, or a match of three races.

use crate::{
    Code, Fault, HintView, SeededDice,
    answer::{Answer, Moved},
    request::DiceList,
    setup::{RaceSetup, bad_race},
    view::{CourseView, LegalView, MatchResultView, MoveView, RaceResultView, StateView, by_color},
};
use powerboats_pilots::{CourseCache, Hint, Score};
use powerboats_rules::{
    Action, DiceChoice, Event, Hand, Heading, Hex, IllegalAction, PerColor, Phase, Race, Regatta, RegattaPhase,
    Scoring, Seats, Sides, Steer, draw_course, draw_lake, draw_starter, roll,
};
use std::sync::Arc;

/// The number of races in a match.
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
    /// Starts a single race.
    pub fn race(setup: RaceSetup, dice: SeededDice) -> Result<Game, Fault> {
        let race = setup.begin()?;
        let seats = Seats::new(race.boats().iter().map(|boat| boat.color))
            .expect("a race has 2 to 6 boats of different colours");
        Ok(Game { kind: Kind::Race(race), seats, dice })
    }

    /// Starts a match on a random lake.
    pub fn matched(seats: Seats, sides: Sides, scoring: Option<Scoring>, mut dice: SeededDice) -> Result<Game, Fault> {
        let scoring = scoring.unwrap_or(Scoring::usual(seats.len()));
        if seats.len() == 2 && scoring == Scoring::Classic {
            return Err(bad_race(powerboats_rules::BadRace::ClassicForTwo));
        }
        let (layout, course) = draw_lake(sides, seats.len(), &mut dice);
        let start = draw_starter(seats, &mut dice);
        let mut regatta =
            Regatta::new(seats, scoring, RACES, layout, &start).expect("the starter is drawn and the scoring checked");
        regatta.deal(course).expect("a course drawn for race A is valid");
        Ok(Game { kind: Kind::Match(Box::new(regatta)), seats, dice })
    }

    fn current_race(&self) -> &Race {
        match &self.kind {
            Kind::Race(race) => race,
            Kind::Match(regatta) => regatta.race().expect("race A is dealt when the match starts"),
        }
    }

    fn apply(&mut self, action: Action) -> Result<Event, IllegalAction> {
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
        StateView::new(self.current_race(), self.seats, &points)
    }

    fn course(&self) -> CourseView {
        CourseView::new(self.current_race().course(), self.seats.len())
    }

    /// The course and the state.
    pub fn situation(&self) -> Answer {
        Answer::Situation { course: self.course(), state: self.state() }
    }

    /// All legal choices.
    pub fn legal(&self) -> Result<Answer, Fault> {
        let race = self.current_race();
        LegalView::new(race).map(Answer::Legal).ok_or_else(|| refused(IllegalAction::NotNow(race.phase())))
    }

    /// The value of each choice for the player whose turn it is, in turns and, if `points` is set, also in points.
    pub fn hint(&self, courses: &Arc<CourseCache>, points: bool) -> Result<Answer, Fault> {
        let race = self.current_race();
        let hint = race.phase().turn().zip(Hint::of(race, courses));
        let (turn, mut hint) = hint.ok_or_else(|| refused(IllegalAction::NotNow(race.phase())))?;
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
        let Phase::Dice(color) = self.current_race().phase() else {
            return Err(refused(IllegalAction::NotNow(self.current_race().phase())));
        };
        if let (Kind::Match(_), Some(_)) = (&self.kind, rolled) {
            return Err(Fault::new(
                Code::UnknownField,
                "unknown field \"rolled\": in a match the referee rolls the dice",
            ));
        }
        let illegal = |reason: String| Fault::new(Code::IllegalDice, reason);
        let too_many =
            |found: u64| illegal(format!("too many dice: expected at most {}, found {found}", Hand::MOST + 1));
        let hand_of = |dice: DiceList| match dice {
            DiceList::Hand(hand) => Ok(hand),
            DiceList::TooMany(number) => Err(too_many(number as u64)),
        };
        let count = u8::try_from(count).map_err(|_| too_many(count))?;
        let choice = DiceChoice { hold: hand_of(hold)?, count };
        let hand = self.current_race().boat(color).map_or(Hand::EMPTY, |boat| boat.hand);
        // Checked here, before anything is rolled or changed.
        if !choice.is_legal(hand) {
            return Err(refused(IllegalAction::Dice { hand, choice }));
        }
        let rolled = match rolled {
            Some(rolled) => hand_of(rolled)?,
            None => roll(choice.rolls(), &mut self.dice),
        };
        if rolled.len() != choice.rolls() {
            return Err(refused(IllegalAction::Roll { expected: choice.rolls(), found: rolled.len() }));
        }
        self.apply(Action::Choose(choice)).map_err(refused)?;
        self.apply(Action::Roll(rolled)).map_err(refused)?;
        Ok(Answer::rolled(rolled, choice.hold.with(rolled), &self.current_race().steer_options(), self.state()))
    }

    /// Steers. If that ends a race of a match, sets up the next race.
    pub fn steer(&mut self, to: Steer) -> Result<Answer, Fault> {
        let event = self.apply(Action::Steer(to)).map_err(refused)?;
        let Event::Moved(moved) = event else { unreachable!("steering always moves the boat") };
        let race_result = self.current_race().result().map(|result| RaceResultView::new(&result, self.seats));
        let mut course = None;
        let mut match_result = None;
        if let Kind::Match(regatta) = &mut self.kind {
            match regatta.phase() {
                RegattaPhase::Deal(letter) => {
                    let next = draw_course(regatta.layout(), letter, self.seats.len(), &mut self.dice);
                    let next = next.expect("the lake was drawn so that each race has a course");
                    regatta.deal(next).expect("a drawn course is valid");
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

/// The protocol's error for an illegal action.
pub(crate) fn refused(illegal: IllegalAction) -> Fault {
    let code = match illegal {
        IllegalAction::NotNow(_) => Code::WrongPhase,
        IllegalAction::NoPlace(_) | IllegalAction::Taken(_) => Code::IllegalPlace,
        IllegalAction::Dice { .. } | IllegalAction::Roll { .. } => Code::IllegalDice,
        IllegalAction::Steer { .. } => Code::IllegalSteer,
    };
    Fault::new(code, illegal)
}
