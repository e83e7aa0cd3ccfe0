//! Notation of a whole position in one line: lake, course, race, boats and phase.

use super::{Berth, DiceText, LakeText, Misread, Piece, Rolled, course, lake, turn};
use crate::{BadCourse, BadPosition, Boat, Course, CoursePlan, Hand, Letter, Phase, Position, Progress, Race, Status};
use std::{fmt, str::FromStr, sync::Arc};

/// A position in text notation:
///
/// ```
/// use powerboats_rules::PositionText;
/// let text = "12./12./12./12./12. e3E,l1,l5,a5 A-turns red:f3NE:-:0:start:0,white:e5E:21:1:1!:4 dice:red";
/// let position: PositionText = text.parse().unwrap();
/// assert_eq!(position.to_string(), text);
/// assert_eq!(position.race().unwrap().boats().len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    #[allow(missing_docs)]
    pub lake: LakeText,
    #[allow(missing_docs)]
    pub plan: CoursePlan,
    /// The race's number, scoring, boats and phase.
    pub position: Position,
}

/// Why a position that can be parsed is not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPosition {
    #[allow(missing_docs)]
    #[error(transparent)]
    Course(#[from] BadCourse),
    #[allow(missing_docs)]
    #[error(transparent)]
    Boats(#[from] BadPosition),
}

impl PositionText {
    /// The position of a race. `lake` is the race's lake, as tiles or as a map.
    pub fn of(race: &Race, lake: LakeText) -> PositionText {
        PositionText { lake, plan: *race.course().plan(), position: race.position() }
    }

    /// Checks the position and sets up a race that continues from it.
    pub fn race(&self) -> Result<Race, IllegalPosition> {
        let course = Course::new(self.lake.lake(), self.plan)?;
        Ok(Race::from_position(Arc::new(course), self.position.clone())?)
    }
}

impl fmt::Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Position { race, scoring, boats, phase } = &self.position;
        let letter = Letter::of_race(*race).ok_or(fmt::Error)?;
        write!(f, "{} {} {letter}-{scoring} ", self.lake, self.plan)?;
        for (i, boat) in boats.iter().enumerate() {
            f.write_str(if i > 0 { "," } else { "" })?;
            write_boat(f, boat)?;
        }
        match phase {
            Phase::Place(color) => write!(f, " place:{color}"),
            Phase::Dice(color) => write!(f, " dice:{color}"),
            Phase::Chance(color, choice) => write!(f, " roll:{color}:{}", DiceText::of_choice(*choice)),
            Phase::Steer(color, hand) => write!(f, " steer:{color}:{}", Dice(*hand)),
            Phase::Over => f.write_str(" over"),
        }
    }
}

/// A hand of dice, written `-` if it is empty.
struct Dice(Hand);

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0.is_empty() { f.write_str("-") } else { self.0.fmt(f) }
    }
}

fn read_hand(text: Piece) -> Result<Hand, Misread> {
    match text.text {
        "-" => Ok(Hand::EMPTY),
        "" => Err(text.expected("dice, or - for none")),
        _ => text.read(),
    }
}

/// Writes a boat as `colour:place:dice:damage:leg:turns`.
fn write_boat(f: &mut fmt::Formatter, boat: &Boat) -> fmt::Result {
    let Boat { color, status, hand, damage, kept, progress, turns } = *boat;
    write!(f, "{color}:")?;
    match status {
        Status::Racing { at, heading } => write!(f, "{}", Berth(at, heading))?,
        Status::Unfinished { at, heading } => write!(f, "unfinished-{}", Berth(at, heading))?,
        off => f.write_str(off.name())?,
    }
    write!(f, ":{}:{damage}", Dice(hand))?;
    if kept > 0 {
        write!(f, "k{kept}")?;
    }
    write!(f, ":{}{}:{turns}", progress.leg, if progress.owes { "!" } else { "" })
}

fn read_boat(text: Piece) -> Result<Boat, Misread> {
    let [color, place, dice, damage, leg, turns] =
        text.pieces(':', "a boat as colour:place:dice:damage:leg:turns, such as red:k12NE:321:1:2:7")?;
    let status = match place.text {
        "unplaced" => Status::Unplaced,
        "finished" => Status::Finished,
        "sunk" => Status::Sunk,
        "resigned" => Status::Resigned,
        _ => match place.cut('-') {
            Some((word, berth)) if word.text == "unfinished" => {
                let Berth(at, heading) = course::read_berth(berth)?;
                Status::Unfinished { at, heading }
            }
            _ => {
                let Berth(at, heading) = course::read_berth(place)?;
                Status::Racing { at, heading }
            }
        },
    };
    let (damage, kept) = match damage.cut('k') {
        None => (damage.number("a number of damage counters")?, 0),
        Some((damage, kept)) => {
            (damage.number("a number of damage counters")?, kept.number("the number of kept counters")?)
        }
    };
    let (leg, owes) = match leg.cut('!') {
        None => (leg, false),
        Some((leg, rest)) if rest.text.is_empty() => (leg, true),
        Some((_, rest)) => return Err(rest.expected("a colon")),
    };
    Ok(Boat {
        color: color.read()?,
        status,
        hand: read_hand(dice)?,
        damage,
        kept,
        progress: Progress { leg: leg.read()?, owes },
        turns: turns.number("a number of turns")?,
    })
}

impl FromStr for PositionText {
    type Err = Misread;
    fn from_str(text: &str) -> Result<PositionText, Misread> {
        let pieces =
            Piece::new(text).pieces(' ', "five parts separated by spaces: lake, course, race, boats and phase")?;
        let [lake, plan, race, boats, phase] = pieces;
        let [letter, scoring] = race.pieces('-', "a race and its scoring, such as A-classic")?;
        let race = match letter.text {
            "A" => 1,
            "B" => 2,
            "C" => 3,
            _ => return Err(letter.expected("race A, B or C")),
        };
        let position = Position {
            race,
            scoring: scoring.read()?,
            boats: boats.split(',').take(7).map(read_boat).collect::<Result<_, _>>()?,
            phase: read_phase(phase)?,
        };
        Ok(PositionText { lake: lake::read_lake(lake)?, plan: course::read_course(plan)?, position })
    }
}

fn read_phase(text: Piece) -> Result<Phase, Misread> {
    if text.text == "over" {
        return Ok(Phase::Over);
    }
    let what = "place:COLOUR, dice:COLOUR, roll:COLOUR:DICE, steer:COLOUR:DICE or over";
    let (word, rest) = text.cut(':').ok_or_else(|| text.expected(what))?;
    match word.text {
        "place" => Ok(Phase::Place(rest.read()?)),
        "dice" => Ok(Phase::Dice(rest.read()?)),
        "roll" => {
            let [color, dice] = rest.pieces(':', "a colour and a choice of dice, such as red:3+??")?;
            let text = turn::read_dice(dice)?;
            match text.rolled {
                Rolled::Shows(rolled) if !rolled.is_empty() => Err(dice.expected("? for each die to roll")),
                _ => Ok(Phase::Chance(color.read()?, text.choice())),
            }
        }
        "steer" => {
            let [color, dice] = rest.pieces(':', "a colour and its dice, such as red:331")?;
            Ok(Phase::Steer(color.read()?, read_hand(dice)?))
        }
        _ => Err(word.expected(what)),
    }
}
