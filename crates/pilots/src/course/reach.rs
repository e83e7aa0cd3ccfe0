//! Reach: where a choice of dice can take the boat whose turn it is, whatever the dice show and however it steers.

use crate::{MoveEnding, pilot::boat_in_turn};
use powerboats_rules::{Boat, DiceChoice, Hand, Heading, Hex, Judged, Leg, Phase, Race, SINKS_AT, Steer, outcomes};

/// Everything that can come of a choice of dice in this turn. No solver is asked: all of it is exact.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reach {
    /// Probability of a crash. Steering can't avoid one: where some heading has room, it must be taken (rule 4.3).
    pub crash: f64,
    /// Damage to be expected.
    pub damage: f64,
    /// Probability that the boat sinks, and that no heading would bring it home first.
    pub sink: f64,
    /// Probability that some heading brings it home.
    pub finish: f64,
    /// The lowest and the highest total.
    pub totals: (u8, u8),
    /// Where it can end: by heading from left to right, then by the total, low to high.
    pub ends: Vec<End>,
}

/// A place where a turn can end.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct End {
    /// The way it steered.
    #[cfg_attr(feature = "serde", serde(rename = "to"))]
    pub steer: Steer,
    /// The heading that gives.
    pub heading: Heading,
    /// The hex.
    pub at: Hex,
    /// How the move ends.
    pub ending: MoveEnding,
    /// Damage taken, the most there can be.
    pub damage: u8,
    /// The mark to cross next, from there on.
    pub leg: Leg,
    /// Probability that the dice allow it.
    pub chance: f64,
}

impl Reach {
    /// Of a choice by whoever chooses dice now; `None` if nobody does, or if rule 4.2 forbids it.
    ///
    /// ```
    /// use powerboats_pilots::Reach;
    /// use powerboats_rules::{DiceChoice, Hand, PositionText};
    ///
    /// let text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
    ///             red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";
    /// let race = text.parse::<PositionText>()?.race()?;
    /// let reach = Reach::of(&race, DiceChoice { hold: "21".parse()?, count: 2 }).unwrap();
    /// assert_eq!((reach.totals, reach.finish, reach.crash), ((3, 3), 1.0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(race: &Race, choice: DiceChoice) -> Option<Reach> {
        let boat = boat_in_turn(race).filter(|_| matches!(race.phase(), Phase::Dice(_)))?;
        if !choice.is_legal(boat.hand) {
            return None;
        }
        let (rolls, held) = (choice.rolls(), choice.hold.total());
        let totals = (held + rolls, held.saturating_add(3 * rolls));
        let mut reach = Reach { crash: 0.0, damage: 0.0, sink: 0.0, finish: 0.0, totals, ends: Vec::new() };
        let ways = 3f64.powi(rolls.into());
        // From the lowest total to the highest, so that ends come in order.
        let mut rolled: Vec<_> = outcomes(rolls).collect();
        rolled.sort_by_key(|outcome| outcome.rolled.total());
        for outcome in rolled {
            reach.add(race, boat, choice.hold.with(outcome.rolled), outcome.ways as f64 / ways);
        }
        reach.ends.sort_by_key(|end| end.steer as usize);
        Some(reach)
    }

    /// One way the dice can fall.
    fn add(&mut self, race: &Race, boat: &Boat, hand: Hand, chance: f64) {
        let ends: Vec<End> = ends(race, boat, hand, chance).collect();
        let finishes = ends.iter().any(|end| end.ending == MoveEnding::Finishes);
        let damage = ends.iter().map(|end| end.damage).max().unwrap_or(0);
        self.damage += chance * f64::from(damage);
        self.crash += if damage > 0 { chance } else { 0.0 };
        self.finish += if finishes { chance } else { 0.0 };
        self.sink += if !finishes && boat.damage + damage >= SINKS_AT { chance } else { 0.0 };
        for end in ends {
            let same = |other: &&mut End| (other.steer, other.at, other.ending) == (end.steer, end.at, end.ending);
            match self.ends.iter_mut().find(same) {
                Some(other) => {
                    other.chance += chance;
                    other.damage = other.damage.max(end.damage);
                }
                None => self.ends.push(end),
            }
        }
    }
}

fn ends(race: &Race, boat: &Boat, hand: Hand, chance: f64) -> impl Iterator<Item = End> {
    let end = move |option: powerboats_rules::SteerOption| {
        let judged = race.course().judge(boat.at()?, option.heading, option.steps, boat.progress);
        let sinks = boat.damage + option.damage >= SINKS_AT;
        let (ending, leg) = match judged {
            Judged::Finished => (MoveEnding::Finishes, Leg::Finish),
            Judged::Racing(progress) if sinks => (MoveEnding::Sinks, progress.leg),
            Judged::Racing(progress) if option.crash() => (MoveEnding::Crashes, progress.leg),
            Judged::Racing(progress) => (MoveEnding::Sails, progress.leg),
        };
        let (steer, heading, at, damage) = (option.steer, option.heading, option.end, option.damage);
        Some(End { steer, heading, at, ending, damage, leg, chance })
    };
    race.options_of(boat.color, hand).into_iter().filter_map(end)
}
