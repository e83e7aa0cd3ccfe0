//! Parses request lines. Whether the rules allow a request is checked later.

use crate::{
    Code, Fault,
    json::{Field, Fields},
    setup::RaceSetup,
};
use powerboats_rules::{Die, Hand, Heading, Hex, Scoring, Seats, Sides, Steer};

/// A well-formed request.
pub enum Request {
    Race(Box<RaceSetup>),
    Match { seats: Seats, sides: Sides, seed: u64, scoring: Option<Scoring> },
    Place { at: Hex, heading: Heading },
    Dice { hold: DiceList, count: u64, rolled: Option<DiceList> },
    Steer { to: Steer },
    Legal,
    Hint { points: bool },
    State,
}

/// A list of dice. If there are more than a boat can have, only their number is kept.
#[derive(Clone, Copy)]
pub enum DiceList {
    Hand(Hand),
    TooMany(usize),
}

impl Request {
    pub fn read(line: &[u8]) -> Result<Request, Fault> {
        let mut fields = Fields::of_line(line)?;
        let op = fields.need("op")?;
        let request = match op.text()? {
            "race" => Request::Race(Box::new(RaceSetup::read(&mut fields)?)),
            "match" => Request::Match {
                seats: seats(fields.need("players")?)?,
                sides: fields.need("side")?.named()?,
                seed: fields.need("seed")?.number()?,
                scoring: fields.optional("scoring").map(|scoring| scoring.named()).transpose()?,
            },
            "place" => Request::Place { at: fields.need("at")?.named()?, heading: fields.need("heading")?.named()? },
            "dice" => Request::Dice {
                hold: dice(fields.need("hold")?)?,
                count: fields.need("count")?.number()?,
                rolled: fields.optional("rolled").map(dice).transpose()?,
            },
            "steer" => Request::Steer { to: fields.need("to")?.named()? },
            "legal" => Request::Legal,
            "hint" => Request::Hint { points: fields.optional("points").map_or(Ok(false), |points| points.truth())? },
            "state" => Request::State,
            other => {
                return Err(Fault::new(
                    Code::UnknownOp,
                    format_args!(
                        "unknown op {other:?}: expected race, match, place, dice, steer, legal, hint or state"
                    ),
                ));
            }
        };
        fields.end()?;
        Ok(request)
    }
}

/// Reads 2 to 6 different colours in any order.
pub fn seats(field: Field) -> Result<Seats, Fault> {
    let colors = field.list()?.iter().map(Field::named).collect::<Result<Vec<_>, _>>()?;
    Seats::new(colors).map_err(|error| Fault::new(Code::BadValue, format_args!("\"players\": {error}")))
}

/// Reads dice in any order.
pub fn dice(field: Field) -> Result<DiceList, Fault> {
    let die = |item: &Field| {
        let shows = item.number()?;
        let die = u8::try_from(shows).ok().and_then(Die::new);
        die.ok_or_else(|| item.bad(format_args!("invalid die {shows}: expected 1, 2 or 3")))
    };
    let dice = field.list()?.iter().map(die).collect::<Result<Vec<Die>, Fault>>()?;
    if dice.len() > Hand::MOST + 1 {
        return Ok(DiceList::TooMany(dice.len()));
    }
    Ok(DiceList::Hand(dice.into_iter().collect()))
}
