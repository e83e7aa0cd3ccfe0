//! Boats given to begin in mid-race, and what makes them invalid (REFEREE `boats`).

use crate::boat::{Boat, Status};
use crate::course::Course;
use crate::fields::{Fields, color, dice, heading, hex, or_null};
use crate::marks::Leg;
use crate::race::{Phase, Race};
use crate::refusal::Refusal;
use crate::request::RaceRequest;
use crate::seat::{Color, order_of_play};
use crate::turn::sorted;
use serde_json::Value;

/// A boat as a request gave it, its form right.
pub(crate) type Entry = Boat;

const BAD: &[&str] = &["bad-value", "bad-boats"];

/// Reads the boats' form: every field of a state's boat, only `kept` may be left out.
pub(crate) fn read_entries(values: &[Value]) -> Result<Vec<Entry>, Refusal> {
    let known = ["color", "at", "heading", "dice", "damage", "kept", "leg", "owes", "status", "turns"];
    let mut entries = Vec::new();
    for value in values {
        let Some(object) = value.as_object() else {
            return Err(Refusal::new(BAD, "a boat that is no object"));
        };
        let fields = Fields::of(object, "boat", &known, BAD)?;
        entries.push(Boat {
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
    Ok(entries)
}

/// REFEREE `boats`: one a player.
fn one_a_player(entries: &[Entry], players: &[Color]) -> Result<(), String> {
    for player in players {
        let boats = entries.iter().filter(|e| e.color == *player).count();
        if boats != 1 {
            return Err(format!("{boats} boats of {}", player.name()));
        }
    }
    if entries.len() != players.len() {
        return Err("a boat nobody plays".into());
    }
    Ok(())
}

/// What no state could show of one boat, whatever the others do.
fn judge_entry(entry: &Entry, course: &Course, race: u64) -> Result<(), String> {
    let on_the_lake = entry.at.is_some() || entry.heading.is_some();
    if entry.dice.len() > 32 {
        return Err("more than 32 dice".into());
    }
    if entry.kept > entry.damage || entry.kept >= race {
        return Err("keeps more than it can (5.4)".into());
    }
    if entry.owes && !entry.leg.is_gate() {
        return Err("owes a crossing of no gate (2.7)".into());
    }
    match entry.status {
        Status::Racing => {
            if entry.heading.is_none() || !entry.at.is_some_and(|at| course.is_open(at)) {
                return Err("racing, but not on open water with a heading".into());
            }
            if entry.damage >= 4 {
                return Err("racing with damage 4 or more (4.7)".into());
            }
        }
        Status::Finished => {
            if on_the_lake {
                return Err("finished, but still on the lake (4.9)".into());
            }
            if entry.leg != Leg::Finish {
                return Err("finished, but not on the last leg (4.9)".into());
            }
        }
        Status::Sunk => {
            if on_the_lake {
                return Err("sunk, but still on the lake (4.9)".into());
            }
            if entry.damage < 4 {
                return Err("sunk with damage below 4 (4.7)".into());
            }
        }
        Status::Unplaced | Status::Unfinished => {
            return Err(format!("{} in mid-race", entry.status.name()));
        }
    }
    if entry.damage >= 4 && !entry.dice.is_empty() {
        return Err("sank, but has dice (4.7)".into());
    }
    Ok(())
}

/// No two boats on one hex.
fn judge_hexes(entries: &[Entry]) -> Result<(), String> {
    let mut taken = Vec::new();
    for at in entries.iter().filter_map(|e| e.at) {
        if taken.contains(&at) {
            return Err(format!("two boats on {}", at.name()));
        }
        taken.push(at);
    }
    Ok(())
}

/// REFEREE `boats`: those out of the race, in order of `turns`, then of play.
fn in_order_of_turns(boats: &[Boat], status: Status) -> Vec<Color> {
    let mut out: Vec<&Boat> = boats.iter().filter(|b| b.status == status).collect();
    // A stable sort keeps the order of play among equals.
    out.sort_by_key(|boat| boat.turns);
    out.iter().map(|boat| boat.color).collect()
}

/// Puts the given boats into a race not yet begun, or says why they are invalid.
pub(crate) fn begin_in_mid_race(
    mut race: Race,
    request: &RaceRequest,
    entries: &[Entry],
    turn: Color,
) -> Result<Race, Refusal> {
    let bad_boats = |why: String| Refusal::new(&["bad-boats"], why);
    one_a_player(entries, &request.players).map_err(bad_boats)?;
    for entry in entries {
        judge_entry(entry, &race.course, request.race)
            .map_err(|why| bad_boats(format!("{} is {why}", entry.color.name())))?;
    }
    judge_hexes(entries).map_err(bad_boats)?;
    let mut boats = Vec::new();
    for color in order_of_play(&request.players, request.starter) {
        boats.extend(entries.iter().filter(|e| e.color == color).cloned());
    }
    race.order = in_order_of_turns(&boats, Status::Finished);
    race.sunk = in_order_of_turns(&boats, Status::Sunk);
    race.boats = boats;
    race.phase = Phase::Dice;
    race.turn = Some(turn);
    if race.is_over() {
        return Err(Refusal::new(BAD, "the race is already over"));
    }
    match race.acting() {
        Some(boat) if boat.status == Status::Racing => Ok(race),
        _ => Err(Refusal::new(BAD, "the turn is not a racing boat's")),
    }
}
