//! Parses request lines. Whether the rules allow a request is checked later.

use crate::{
    ByColor, Code, Fault,
    json::{Field, Fields},
    setup::RaceSetup,
};
use powerboats_rules::{Action, Color, DiceChoice, Die, Hand, Heading, Hex, OneLine, Scoring, Seats, Sides, Steer};
use serde::Serialize;

/// The ops, for messages.
const OPS: &str = "race, match, place, dice, steer, legal, hint, state, position, record, close or version";

/// The longest id and the longest name of a table, in bytes.
const LONGEST_NAME: usize = 64;

/// What a request is called: its answer has the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum RequestId {
    Number(u64),
    Text(String),
}

impl RequestId {
    fn read(field: &Field) -> Result<RequestId, Fault> {
        match field.number() {
            Ok(number) => Ok(RequestId::Number(number)),
            Err(_) => short_text(field, "a whole number, or a string of at most 64 bytes").map(RequestId::Text),
        }
    }
}

/// A string that is neither empty nor long.
fn short_text(field: &Field, wanted: &str) -> Result<String, Fault> {
    let text = field.text().ok().filter(|text| (1..=LONGEST_NAME).contains(&text.len()));
    text.map(str::to_owned).ok_or_else(|| field.expected(wanted))
}

/// What any request may say besides its op.
#[derive(Default)]
pub struct Envelope {
    pub id: Option<RequestId>,
    /// The table; empty for the one without a name.
    pub table: String,
}

impl Envelope {
    /// Reads the id first, so that the answer to a faulty request has it too.
    pub fn read(&mut self, fields: &mut Fields) -> Result<(), Fault> {
        self.id = fields.optional("id").map(|id| RequestId::read(&id)).transpose()?;
        if let Some(table) = fields.optional("table") {
            self.table = short_text(&table, "a string of 1 to 64 bytes")?;
        }
        Ok(())
    }
}

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
    Position,
    Record { names: ByColor<OneLine> },
    Close,
    Version,
}

/// A list of dice. If there are more than a boat can have, only their number is kept.
#[derive(Clone, Copy)]
pub enum DiceList {
    Hand(Hand),
    TooMany(usize),
}

impl Request {
    /// Reads a line, and what it says besides its op into `envelope`.
    pub fn read(line: &[u8], envelope: &mut Envelope) -> Result<Request, Fault> {
        let mut fields = Fields::of_line(line)?;
        envelope.read(&mut fields)?;
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
            "position" => Request::Position,
            "record" => Request::Record { names: fields.optional("names").map_or(Ok(ByColor::default()), names)? },
            "close" => Request::Close,
            "version" => Request::Version,
            other => return Err(unknown_op(other, OPS)),
        };
        fields.end()?;
        Ok(request)
    }

    /// Reads a line that decides something: what a bot may answer.
    pub fn read_decision(line: &[u8], envelope: &mut Envelope) -> Result<Action, Fault> {
        match Request::read(line, envelope)? {
            Request::Place { at, heading } => Ok(Action::Place(at, heading)),
            Request::Dice { rolled: Some(_), .. } => {
                Err(Fault::new(Code::UnknownField, "unknown field \"rolled\": a bot does not roll the dice"))
            }
            Request::Dice { hold, count, rolled: None } => dice_choice(hold, count).map(Action::Choose),
            Request::Steer { to } => Ok(Action::Steer(to)),
            _ => Err(Fault::new(Code::UnknownOp, "a bot must answer with the op place, dice or steer")),
        }
    }
}

fn unknown_op(found: &str, expected: &str) -> Fault {
    Fault::new(Code::UnknownOp, format_args!("unknown op {found:?}: expected {expected}"))
}

/// A choice of dice, unless there are more than a boat can have.
pub fn dice_choice(hold: DiceList, count: u64) -> Result<DiceChoice, Fault> {
    Ok(DiceChoice { count: u8::try_from(count).map_err(|_| too_many(count))?, hold: hold.hand()? })
}

fn too_many(found: u64) -> Fault {
    let most = Hand::MOST + 1;
    Fault::new(Code::IllegalDice, format_args!("too many dice: expected at most {most}, found {found}"))
}

impl DiceList {
    /// The dice, unless there are too many.
    pub fn hand(self) -> Result<Hand, Fault> {
        match self {
            DiceList::Hand(hand) => Ok(hand),
            DiceList::TooMany(number) => Err(too_many(number as u64)),
        }
    }
}

/// Reads the names of players by colour.
fn names(field: Field) -> Result<ByColor<OneLine>, Fault> {
    let mut fields = field.fields("\"names\"")?;
    let mut names = ByColor::default();
    for color in Color::ALL {
        if let Some(name) = fields.optional(color.name()) {
            let text = OneLine::new(name.text()?);
            names.insert(color, text.ok_or_else(|| name.bad("expected one line of visible text"))?);
        }
    }
    fields.end()?;
    Ok(names)
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
