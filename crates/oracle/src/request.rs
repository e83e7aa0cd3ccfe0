//! Parses a request line exactly as the protocol says (REFEREE, the table of ops).

use crate::fields::{Fields, color, dice, heading, hex, list};
use crate::given_boats::{GivenBoat, read_given_boats};
use crate::hex::{Heading, Hex};
use crate::lake::Lake;
use crate::points::Scoring;
use crate::protocol_error::ProtocolError;
use crate::seat::Color;
use crate::turn::Steer;
use serde_json::{Map, Value};

/// A well-formed request. Whether the rules allow it is checked later.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Race(Box<RaceRequest>),
    Match(MatchRequest),
    Place { at: Hex, heading: Heading },
    Dice { hold: Vec<u8>, count: usize, rolled: Option<Vec<u8>> },
    Steer { to: Steer },
    Legal,
    State,
}

/// A single race to set up.
#[derive(Clone, Debug)]
pub(crate) struct RaceRequest {
    pub lake: Lake,
    pub buoys: [Hex; 4],
    pub heading: Heading,
    pub players: Vec<Color>,
    pub starter: Color,
    pub race: u64,
    pub scoring: Scoring,
    /// The boats of a race in progress, and whose turn it is.
    pub boats: Option<(Vec<GivenBoat>, Color)>,
}

/// A match to set up. Its side and seed matter only to the program under test.
#[derive(Clone, Debug)]
pub(crate) struct MatchRequest {
    pub players: Vec<Color>,
    pub scoring: Scoring,
}

const BAD: &[&str] = &["bad-value"];
const BAD_COURSE: &[&str] = &["bad-value", "bad-course"];

/// The maximum length of a line, without its line end.
pub(crate) const LONGEST: usize = 1 << 20;

/// Parses a line as a JSON object.
pub(crate) fn object_of(line: &str) -> Result<Map<String, Value>, ProtocolError> {
    if line.len() > LONGEST {
        return Err(ProtocolError::new(&["too-long"], "longer than 1 MiB"));
    }
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(ProtocolError::new(&["bad-json", "bad-value"], "not an object")),
        // Other JSON readers may accept deeper nesting, and then find another fault.
        Err(error) if error.to_string().contains("recursion") => {
            let codes = ["bad-json", "bad-value", "unknown-field"];
            Err(ProtocolError::new(&codes, "nested too deeply"))
        }
        Err(error) => Err(ProtocolError::new(&["bad-json"], error.to_string())),
    }
}

/// Reads a request from the object of its line.
pub(crate) fn read(object: &Map<String, Value>) -> Result<Request, ProtocolError> {
    let Some(op) = object.get("op") else {
        return Err(ProtocolError::new(&["missing-field", "unknown-op"], "no op"));
    };
    let Some(op) = op.as_str() else {
        return Err(ProtocolError::new(&["bad-value", "unknown-op"], "op is not a string"));
    };
    match op {
        "race" => read_race(object).map(|race| Request::Race(Box::new(race))),
        "match" => read_match(object).map(Request::Match),
        "place" => {
            let fields = Fields::of(object, op, &["op", "at", "heading"], BAD)?;
            Ok(Request::Place { at: fields.need("at", hex)?, heading: fields.need("heading", heading)? })
        }
        "dice" => read_dice(object),
        "steer" => {
            let fields = Fields::of(object, op, &["op", "to"], BAD)?;
            let to = fields.need("to", |v| Steer::parse(v.as_str()?))?;
            Ok(Request::Steer { to })
        }
        "legal" => Fields::of(object, op, &["op"], BAD).map(|_| Request::Legal),
        "state" => Fields::of(object, op, &["op"], BAD).map(|_| Request::State),
        _ => Err(ProtocolError::new(&["unknown-op"], format!("unknown op {op}"))),
    }
}

fn read_dice(object: &Map<String, Value>) -> Result<Request, ProtocolError> {
    let known = ["op", "hold", "count", "rolled"];
    let fields = Fields::of(object, "dice", &known, BAD)?;
    let or_illegal = |mut refusal: ProtocolError| {
        if refusal.codes == ["bad-value"] {
            refusal.codes.push("illegal-dice");
        }
        refusal
    };
    let count = |v: &Value| usize::try_from(v.as_u64()?).ok();
    Ok(Request::Dice {
        hold: fields.need("hold", dice).map_err(or_illegal)?,
        count: fields.need("count", count).map_err(or_illegal)?,
        rolled: fields.may("rolled", dice).map_err(or_illegal)?,
    })
}

/// RULES 1.7, REFEREE: 2 to 6 different colours.
fn read_players(fields: &Fields) -> Result<Vec<Color>, ProtocolError> {
    let players = fields.need("players", |v| list(v, color))?;
    let mut different = players.clone();
    different.sort();
    different.dedup();
    if different.len() != players.len() || !(2..=6).contains(&players.len()) {
        return Err(fields.bad("players"));
    }
    Ok(players)
}

/// RULES 5.3, REFEREE: classic scoring with two players is an error.
fn read_scoring(fields: &Fields, players: usize) -> Result<Scoring, ProtocolError> {
    let scoring = fields.may("scoring", |v| Scoring::parse(v.as_str()?))?;
    if players == 2 && scoring == Some(Scoring::Classic) {
        return Err(fields.bad("scoring"));
    }
    Ok(scoring.unwrap_or(Scoring::default_for(players)))
}

fn read_match(object: &Map<String, Value>) -> Result<MatchRequest, ProtocolError> {
    let known = ["op", "players", "side", "seed", "scoring"];
    let fields = Fields::of(object, "match", &known, BAD)?;
    let players = read_players(&fields)?;
    let scoring = read_scoring(&fields, players.len())?;
    fields.need("side", |v| {
        let side = v.as_str()?;
        ["dark", "light", "mixed"].contains(&side).then_some(())
    })?;
    fields.need("seed", Value::as_u64)?;
    Ok(MatchRequest { players, scoring })
}

fn read_race(object: &Map<String, Value>) -> Result<RaceRequest, ProtocolError> {
    let known = ["op", "lake", "line", "buoys", "players", "starter", "race", "scoring", "seed", "boats", "turn"];
    let fields = Fields::of(object, "race", &known, BAD)?;
    let rows = fields.need("lake", |v| list(v, |row| row.as_str().map(str::to_string)))?;
    let lake = Lake::read(&rows).map_err(|why| ProtocolError::new(BAD_COURSE, why))?;
    let line = fields.need("line", |v| v.as_object().cloned())?;
    let line = Fields::of(&line, "line", &["buoy", "heading"], BAD)?;
    let buoy = line.need("buoy", hex)?;
    let along = line.need("heading", heading)?;
    let buoys = fields.need("buoys", |v| list(v, hex))?;
    let &[one, two, three] = buoys.as_slice() else {
        return Err(ProtocolError::new(BAD_COURSE, "not three buoys"));
    };
    let players = read_players(&fields)?;
    let starter = fields.need("starter", color)?;
    if !players.contains(&starter) {
        return Err(fields.bad("starter"));
    }
    let race = fields.may("race", |v| v.as_u64().filter(|n| (1..=3).contains(n)))?;
    let scoring = read_scoring(&fields, players.len())?;
    fields.may("seed", Value::as_u64)?;
    Ok(RaceRequest {
        lake,
        buoys: [buoy, one, two, three],
        heading: along,
        players,
        starter,
        race: race.unwrap_or(1),
        scoring,
        boats: read_boats(&fields)?,
    })
}

/// REFEREE `boats` and `turn`: both are given or neither.
fn read_boats(fields: &Fields) -> Result<Option<(Vec<GivenBoat>, Color)>, ProtocolError> {
    let lone = ["missing-field", "unknown-field", "bad-value", "bad-boats"];
    let given = fields.may("boats", |v| v.as_array().cloned())?;
    let turn = fields.may("turn", color)?;
    match (given, turn) {
        (None, None) => Ok(None),
        (Some(given), Some(turn)) => Ok(Some((read_given_boats(&given)?, turn))),
        (Some(_), None) => Err(ProtocolError::new(&lone, "boats without turn")),
        (None, Some(_)) => Err(ProtocolError::new(&lone, "turn without boats")),
    }
}
