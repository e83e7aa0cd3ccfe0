//! Boats given in a request to start in the middle of a race (REFEREE `boats`): reads and checks them.

use crate::boat::{Boat, Status};
use crate::course::Course;
use crate::fields::{Fields, color, dice, heading, hex, or_null};
use crate::marks::Leg;
use crate::protocol_error::ProtocolError;
use crate::race::{Phase, Race};
use crate::request::RaceRequest;
use crate::seat::{Color, order_of_play};
use crate::turn::sorted;
use serde_json::Value;

/// A well-formed boat of a request, not checked against the rules yet.
pub(crate) type GivenBoat = Boat;

const BAD: &[&str] = &["bad-value", "bad-boats"];

/// Reads the boats. They have the same fields as in a state; only `kept` is optional.
pub(crate) fn read_given_boats(values: &[Value]) -> Result<Vec<GivenBoat>, ProtocolError> {
    let known = ["color", "at", "heading", "dice", "damage", "kept", "leg", "owes", "status", "turns"];
    let mut given = Vec::new();
    for value in values {
        let Some(object) = value.as_object() else {
            return Err(ProtocolError::new(BAD, "a boat is not an object"));
        };
        let fields = Fields::of(object, "boat", &known, BAD)?;
        given.push(Boat {
            color: fields.need("color", color)?,
            at: fields.need("at", |v| or_null(v, hex))?,
            heading: fields.need("heading", |v| or_null(v, heading))?,
            dice: sorted(fields.need("dice", dice)?),
            damage: fields.need("damage", Value::as_u64)?,
            kept: fields.may("kept", Value::as_u64)?.unwrap_or(0),
            leg: fields.need("leg", |v| Leg::parse(v.as_str()?))?,
            owes: fields.need("owes", |v| match v.as_u64()? {
                0 => Some(false),
                1 => Some(true),
                _ => None,
            })?,
            status: fields.need("status", |v| Status::parse(v.as_str()?))?,
            turns: fields.need("turns", Value::as_u64)?,
        });
    }
    Ok(given)
}

/// REFEREE `boats`: there is one boat for each player.
fn check_colors(given: &[GivenBoat], players: &[Color]) -> Result<(), String> {
    for player in players {
        let boats = given.iter().filter(|e| e.color == *player).count();
        if boats != 1 {
            return Err(format!("{boats} boats for {}", player.name()));
        }
    }
    if given.len() != players.len() {
        return Err("a boat without a player".into());
    }
    Ok(())
}

/// Checks one boat by itself.
fn check_boat(boat: &GivenBoat, course: &Course, race: u64) -> Result<(), String> {
    let on_the_lake = boat.at.is_some() || boat.heading.is_some();
    if boat.dice.len() > 32 {
        return Err("more than 32 dice".into());
    }
    if boat.kept > boat.damage || boat.kept >= race {
        return Err("has too much kept damage (5.4)".into());
    }
    if boat.owes && !boat.leg.is_gate() {
        return Err("owes a crossing, but not of a gate (2.7)".into());
    }
    match boat.status {
        Status::Racing => {
            if boat.heading.is_none() || !boat.at.is_some_and(|at| course.is_open(at)) {
                return Err("racing, but not on open water with a heading".into());
            }
            if boat.damage >= 4 {
                return Err("racing with damage 4 or more (4.7)".into());
            }
        }
        Status::Finished => {
            if on_the_lake {
                return Err("finished, but still on the lake (4.9)".into());
            }
            if boat.leg != Leg::Finish {
                return Err("finished, but not on the last leg (4.9)".into());
            }
        }
        Status::Sunk => {
            if on_the_lake {
                return Err("sunk, but still on the lake (4.9)".into());
            }
            if boat.damage < 4 {
                return Err("sunk with damage below 4 (4.7)".into());
            }
        }
        Status::Unplaced | Status::Unfinished => {
            return Err(format!("{} in the middle of a race", boat.status.name()));
        }
    }
    if boat.damage >= 4 && !boat.dice.is_empty() {
        return Err("has sunk, but has dice (4.7)".into());
    }
    Ok(())
}

/// Checks that no two boats are on the same hex.
fn check_hexes(given: &[GivenBoat]) -> Result<(), String> {
    let mut taken = Vec::new();
    for at in given.iter().filter_map(|e| e.at) {
        if taken.contains(&at) {
            return Err(format!("two boats on {}", at.name()));
        }
        taken.push(at);
    }
    Ok(())
}

/// REFEREE `boats`: the boats with this status, in order of `turns`, then of play.
fn in_order_of_turns(boats: &[Boat], status: Status) -> Vec<Color> {
    let mut out: Vec<&Boat> = boats.iter().filter(|b| b.status == status).collect();
    // The sort is stable, so boats with equal turns stay in order of play.
    out.sort_by_key(|boat| boat.turns);
    out.iter().map(|boat| boat.color).collect()
}

/// Puts the given boats into a race that has not begun, or says why they are invalid.
pub(crate) fn begin_in_mid_race(
    mut race: Race,
    request: &RaceRequest,
    given: &[GivenBoat],
    turn: Color,
) -> Result<Race, ProtocolError> {
    let bad_boats = |why: String| ProtocolError::new(&["bad-boats"], why);
    check_colors(given, &request.players).map_err(bad_boats)?;
    for boat in given {
        check_boat(boat, &race.course, request.race)
            .map_err(|why| bad_boats(format!("{}: {why}", boat.color.name())))?;
    }
    check_hexes(given).map_err(bad_boats)?;
    let mut boats = Vec::new();
    for color in order_of_play(&request.players, request.starter) {
        boats.extend(given.iter().filter(|e| e.color == color).cloned());
    }
    race.order = in_order_of_turns(&boats, Status::Finished);
    race.sunk = in_order_of_turns(&boats, Status::Sunk);
    race.boats = boats;
    race.phase = Phase::Dice;
    race.turn = Some(turn);
    if race.is_over() {
        return Err(ProtocolError::new(BAD, "the race is already over"));
    }
    match race.acting() {
        Some(boat) if boat.status == Status::Racing => Ok(race),
        _ => Err(ProtocolError::new(BAD, "it is the turn of a boat that is not racing")),
    }
}
