//! A race and its dice.

use super::BadSession;
use crate::SeededDice;
use powerboats_rules::{
    Action, Color, Course, Hand, IllegalAction, LakeText, PerColor, Phase, PositionText, Race, Scoring, Seats,
    outcomes, roll,
};
use std::sync::Arc;

/// A race. With a seed it rolls its own dice, always the same ones. Without a seed the caller rolls.
#[derive(Clone)]
pub struct RaceSession {
    race: Race,
    lake: LakeText,
    dice: Option<SeededDice>,
}

/// The settings of a race.
#[derive(Clone, Debug)]
pub struct RaceOptions {
    #[allow(missing_docs)]
    pub players: Vec<Color>,
    /// The first player unless given.
    pub starter: Option<Color>,
    /// 1, 2 or 3.
    pub number: u8,
    /// The usual scoring for this number of players unless given.
    pub scoring: Option<Scoring>,
}

impl RaceSession {
    /// A race on this course, with the dice of this seed.
    pub fn new(
        lake: LakeText,
        course: Arc<Course>,
        options: &RaceOptions,
        seed: Option<u64>,
    ) -> Result<RaceSession, BadSession> {
        let RaceOptions { players, starter, number, scoring } = options;
        let scoring = scoring.unwrap_or_else(|| Scoring::usual(players.len()));
        // A lone boat runs one race.
        let races = if players.len() == 1 { 1 } else { *number };
        let seats = Seats::of_regatta(players.iter().copied(), scoring, races)?;
        let starter = starter.unwrap_or(players[0]);
        let race = Race::new(course, *number, scoring, seats, starter, PerColor::default())?;
        Ok(RaceSession { race, lake, dice: seed.map(SeededDice::new) })
    }

    /// A race without dice of its own.
    pub fn of(race: Race, lake: LakeText) -> RaceSession {
        RaceSession { race, lake, dice: None }
    }

    /// Continues from a position in notation.
    pub fn from_position(text: &str, seed: Option<u64>) -> Result<RaceSession, BadSession> {
        let position: PositionText = text.parse()?;
        let race = position.race()?;
        let mut session = RaceSession { race, lake: position.lake, dice: seed.map(SeededDice::new) };
        session.settle()?;
        Ok(session)
    }

    #[allow(missing_docs)]
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// The lake as it was written.
    pub fn lake(&self) -> &LakeText {
        &self.lake
    }

    /// The dice of the boat whose turn it is. While it steers, these are the dice after the roll.
    pub fn hand(&self) -> Hand {
        match self.race.phase() {
            Phase::Steer(_, hand) => hand,
            Phase::Over => Hand::EMPTY,
            Phase::Place(_) | Phase::Dice(_) | Phase::Chance(..) => self.race.hand(),
        }
    }

    /// Performs a legal action, and rolls if the race has dice.
    pub fn push(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.race.apply(action)?;
        self.settle()
    }

    /// The possible rolls of the dice that are to be rolled, each with the number of ways to roll it.
    pub fn rolls(&self) -> Vec<(Action, u64)> {
        let Phase::Chance(_, choice) = self.race.phase() else { return Vec::new() };
        outcomes(choice.rolls()).map(|outcome| (Action::Roll(outcome.rolled), outcome.ways)).collect()
    }

    /// A copy that goes its own way. With a seed it rolls other dice than this race.
    pub fn copy(&self, seed: Option<u64>) -> RaceSession {
        let mut copy = self.clone();
        copy.dice = seed.map(SeededDice::new).or(copy.dice);
        copy
    }

    /// The whole position.
    pub fn position(&self) -> PositionText {
        PositionText::of(&self.race, self.lake.clone())
    }

    /// Rolls the dice, if the race has dice of its own or if none are to be rolled.
    fn settle(&mut self) -> Result<(), IllegalAction> {
        let Phase::Chance(_, choice) = self.race.phase() else { return Ok(()) };
        match &mut self.dice {
            Some(dice) => self.race.roll(roll(choice.rolls(), dice)).map(drop),
            None if choice.rolls() == 0 => self.race.roll(Hand::EMPTY).map(drop),
            None => Ok(()),
        }
    }
}
