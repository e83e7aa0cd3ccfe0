//! What a line asks for, its fields read but not yet judged by the rules.

use crate::{
    Code, Fault,
    json::{Field, Fields},
    setup::RaceSetup,
};
use powerboats_rules::{Die, Hand, Heading, Hex, Scoring, Seats, Sides, Steer};

/// A request, its values well-formed.
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

/// Dice as listed: more of them than any boat could have are counted, not kept.
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
            other => return Err(Fault::new(Code::UnknownOp, format_args!("there is no op {other:?}"))),
        };
        fields.end()?;
        Ok(request)
    }
}

/// 2 to 6 colours, each once, in any order.
pub fn seats(field: Field) -> Result<Seats, Fault> {
    let colors = field.list()?.iter().map(Field::named).collect::<Result<Vec<_>, _>>()?;
    Seats::new(colors).map_err(|error| Fault::new(Code::BadValue, format_args!("\"players\": {error}")))
}

/// Dice in any order.
pub fn dice(field: Field) -> Result<DiceList, Fault> {
    let die = |item: &Field| {
        let shows = u8::try_from(item.number()?).ok().and_then(Die::new);
        shows.ok_or_else(|| item.bad("a die shows 1, 2 or 3"))
    };
    let dice = field.list()?.iter().map(die).collect::<Result<Vec<Die>, Fault>>()?;
    if dice.len() > Hand::MOST + 1 {
        return Ok(DiceList::TooMany(dice.len()));
    }
    Ok(DiceList::Hand(dice.into_iter().collect()))
}
