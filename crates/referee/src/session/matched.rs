//! A match and its dice.

use super::BadSession;
use crate::SeededDice;
use powerboats_rules::{
    Action, BadDeal, Color, LakeText, Logbook, OneLine, Phase, Race, RecordError, RecordFault, Regatta, RegattaPhase,
    Scoring, Seats, Sides, draw_course, draw_lake, draw_starter, replay, roll,
};

/// A match of 1 to 3 races on one random lake, which writes its own record. Lake, starter, courses and dice follow from the
/// seed.
#[derive(Clone)]
pub struct MatchSession {
    book: Logbook,
    dice: SeededDice,
}

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    #[allow(missing_docs)]
    pub players: Vec<Color>,
    /// A player without a name gets the name of their colour.
    pub names: Vec<(Color, OneLine)>,
    #[allow(missing_docs)]
    pub sides: Sides,
    /// 1 to 3.
    pub races: u8,
    /// The usual scoring for this number of players unless given.
    pub scoring: Option<Scoring>,
}

impl MatchSession {
    /// Draws the lake, the starter and the first course.
    pub fn new(options: &MatchOptions, seed: u64) -> Result<MatchSession, BadSession> {
        let MatchOptions { players, names, sides, races, scoring } = options;
        let scoring = scoring.unwrap_or_else(|| Scoring::usual(players.len()));
        let seats = Seats::of_regatta(players.iter().copied(), scoring, *races)?;
        if let Some((stranger, _)) = names.iter().find(|(color, _)| !seats.contains(*color)) {
            return Err(BadSession::Stranger(*stranger));
        }
        let name = |color: &Color| {
            let given = names.iter().find(|(named, _)| named == color).map(|(_, name)| name.clone());
            Some((*color, given.or_else(|| OneLine::new(color.name()))?))
        };
        let named = players.iter().filter_map(name).collect();
        let mut dice = SeededDice::new(seed);
        let (layout, course) = draw_lake(*sides, seats.len(), &mut dice);
        let start = draw_starter(seats, &mut dice);
        let mut book = Logbook::open(vec![], named, *sides, scoring, *races, layout, start)?;
        book.deal(course)?;
        Ok(MatchSession { book, dice })
    }

    /// Reads a record and checks every line against the rules. If it is not complete, the match can go on with the dice of
    /// `seed`.
    pub fn replay(text: &str, seed: u64) -> Result<MatchSession, RecordError> {
        let mut session = MatchSession { book: replay(text)?, dice: SeededDice::new(seed) };
        let last = text.lines().count();
        session.settle().map_err(|fault| RecordError { line: last, fault: fault.into() })?;
        Ok(session)
    }

    /// The regatta and its record.
    pub fn book(&self) -> &Logbook {
        &self.book
    }

    #[allow(missing_docs)]
    pub fn regatta(&self) -> &Regatta {
        self.book.regatta()
    }

    /// The race that is on, or the last one.
    pub fn race(&self) -> Option<&Race> {
        self.regatta().race()
    }

    /// The lake of all its races.
    pub fn lake(&self) -> LakeText {
        LakeText::Laid(*self.regatta().layout())
    }

    /// What the match waits for; `Over` only after the last race.
    pub fn phase(&self) -> Phase {
        match self.regatta().phase() {
            RegattaPhase::Race(phase) => phase,
            RegattaPhase::Deal(_) | RegattaPhase::Over => Phase::Over,
        }
    }

    /// Performs a legal action. Dice are rolled at once, and the next race begins by itself.
    pub fn push(&mut self, action: Action) -> Result<(), RecordFault> {
        self.book.apply(action)?;
        self.settle()
    }

    /// A player resigns (rule 5.6).
    pub fn resign(&mut self, color: Color) -> Result<(), RecordFault> {
        self.book.resign(color)?;
        self.settle()
    }

    /// A copy that goes its own way. With a seed it rolls other dice than this match.
    pub fn copy(&self, seed: Option<u64>) -> MatchSession {
        let mut copy = self.clone();
        copy.dice = seed.map_or(copy.dice, SeededDice::new);
        copy
    }

    /// Rolls dice and deals courses until a player has to decide, or the match is over.
    fn settle(&mut self) -> Result<(), RecordFault> {
        loop {
            match self.regatta().phase() {
                RegattaPhase::Race(Phase::Chance(_, choice)) => {
                    let rolled = roll(choice.rolls(), &mut self.dice);
                    self.book.apply(Action::Roll(rolled))?;
                }
                RegattaPhase::Deal(letter) => {
                    let boats = self.regatta().seats().len();
                    let course = draw_course(self.book.regatta().layout(), letter, boats, &mut self.dice);
                    self.book.deal(course.ok_or(BadDeal::Unplayable)?)?;
                }
                RegattaPhase::Race(_) | RegattaPhase::Over => return Ok(()),
            }
        }
    }
}
