//! Reach: all places where a boat can end its turn after a choice of dice, over all rolls and all directions.

use crate::{MoveEnding, pilot::boat_in_turn};
use powerboats_rules::{
    Boat, DiceChoice, Hand, Heading, Hex, Judged, Leg, Phase, Race, SINKS_AT, Steer, outcomes, sort_short,
};

/// All results of a choice of dice in this turn. They are exact and need no solver.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reach {
    /// The probability of a crash. Steering cannot avoid a crash: if a direction has room, it must be taken (rule 4.3).
    pub crash: f64,
    /// The expected damage.
    pub damage: f64,
    /// The probability that the boat sinks and no direction would let it finish first.
    pub sink: f64,
    /// The probability that at least one direction lets the boat finish.
    pub finish: f64,
    /// The lowest and the highest total of the dice.
    pub totals: (u8, u8),
    /// Where the boat can end: by direction from left to right, then by total from low to high.
    pub ends: Vec<End>,
}

/// A place where a turn can end.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct End {
    #[allow(missing_docs)]
    #[cfg_attr(feature = "serde", serde(rename = "to"))]
    pub steer: Steer,
    /// The boat's heading after steering.
    pub heading: Heading,
    #[allow(missing_docs)]
    pub at: Hex,
    #[allow(missing_docs)]
    pub ending: MoveEnding,
    /// The most damage the boat can take.
    pub damage: u8,
    /// The mark to cross next after this move.
    pub leg: Leg,
    /// The probability that the dice allow this end.
    pub chance: f64,
}

impl Reach {
    /// The reach of a choice by the player who chooses dice now. `None` if nobody chooses dice, or if the choice is illegal (rule 4.2).
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
        // From the lowest total to the highest, so that the ends are in order.
        let mut rolled: Vec<_> = outcomes(rolls).collect();
        sort_short(&mut rolled, |a, b| a.rolled.total().cmp(&b.rolled.total()));
        for outcome in rolled {
            reach.add(race, boat, choice.hold.with(outcome.rolled), outcome.ways as f64 / ways);
        }
        sort_short(&mut reach.ends, |a, b| (a.steer as usize).cmp(&(b.steer as usize)));
        Some(reach)
    }

    /// Adds the results of one roll.
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
