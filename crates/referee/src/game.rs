//! A game of the referee: a single race, or a match of three races.

use crate::{
    ByColor, Code, Fault, HintView, SeededDice,
    answer::{Answer, Moved},
    request::{DiceList, dice_choice},
    setup::{RaceSetup, bad_race},
    view::{CourseView, LegalView, MatchResultView, MoveView, RaceResultView, StateView, by_color},
};
use powerboats_pilots::{CourseCache, Score};
use powerboats_rules::{
    Action, Event, Hand, Heading, Hex, IllegalAction, LakeText, Logbook, OneLine, PerColor, Phase, PositionText, Race,
    RegattaPhase, Scoring, Seats, Sides, Steer, draw_course, draw_lake, draw_starter, roll,
};
use std::sync::Arc;

/// The number of races in a match.
const RACES: u8 = 3;

enum Kind {
    Race(Race),
    Match(Box<Logbook>),
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
        if !scoring.suits(seats.len()) {
            return Err(bad_race(powerboats_rules::BadRace::ClassicForTwo));
        }
        let (layout, course) = draw_lake(sides, seats.len(), &mut dice);
        let start = draw_starter(seats, &mut dice);
        // Players have names only in a record, and get them when it is written.
        let players = seats.iter().filter_map(|color| Some((color, OneLine::new(color.name())?))).collect();
        let mut book = Logbook::open(Vec::new(), players, sides, scoring, RACES, layout, start)
            .expect("the starter is drawn and the scoring checked");
        book.deal(course).expect("a course drawn for race A is valid");
        Ok(Game { kind: Kind::Match(Box::new(book)), seats, dice })
    }

    fn current_race(&self) -> &Race {
        match &self.kind {
            Kind::Race(race) => race,
            Kind::Match(book) => book.regatta().race().expect("race A is dealt when the match starts"),
        }
    }

    fn apply(&mut self, action: Action) -> Result<Event, IllegalAction> {
        match &mut self.kind {
            Kind::Race(race) => race.apply(action),
            Kind::Match(book) => book.apply(action),
        }
    }

    fn state(&self) -> StateView {
        let points = match &self.kind {
            Kind::Race(race) => race.result().map_or(PerColor::default(), |result| result.points),
            Kind::Match(book) => *book.regatta().points(),
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
        let score = match &self.kind {
            Kind::Race(race) => Score::of_race(race),
            Kind::Match(book) => Score::of(book.regatta()),
        };
        let hint = HintView::of(race, points.then_some(&score), courses);
        hint.map(Answer::Hint).ok_or_else(|| refused(IllegalAction::NotNow(race.phase())))
    }

    /// The position as one line of text (docs/notation.md).
    pub fn position(&self) -> Answer {
        let race = self.current_race();
        let lake = match &self.kind {
            Kind::Race(race) => LakeText::Drawn(race.course().lake().clone()),
            Kind::Match(book) => LakeText::Laid(*book.regatta().layout()),
        };
        Answer::Position { position: PositionText::of(race, lake).to_string() }
    }

    /// The record of the match so far, with these names. A single race has none: a record needs the tiles of its lake.
    pub fn record(&self, names: &ByColor<OneLine>) -> Result<Answer, Fault> {
        let Kind::Match(book) = &self.kind else {
            return Err(Fault::new(Code::NoRace, "only a match has a record: start one with \"match\""));
        };
        let book = book.titled(Vec::new(), |color| names.get(&color).cloned());
        Ok(Answer::Record { record: book.record().to_string() })
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
        let choice = dice_choice(hold, count)?;
        let hand = self.current_race().boat(color).map_or(Hand::EMPTY, |boat| boat.hand);
        // Checked here, before anything is rolled or changed.
        if !choice.is_legal(hand) {
            return Err(refused(IllegalAction::Dice { hand, choice }));
        }
        let rolled = match rolled {
            Some(rolled) => rolled.hand()?,
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
        if let Kind::Match(book) = &mut self.kind {
            let regatta = book.regatta();
            match regatta.phase() {
                RegattaPhase::Deal(letter) => {
                    let next = draw_course(regatta.layout(), letter, self.seats.len(), &mut self.dice);
                    let next = next.expect("the lake was drawn so that each race has a course");
                    book.deal(next).expect("a drawn course is valid");
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
