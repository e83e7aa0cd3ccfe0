//! JSON of courses, states, options, moves and results (REFEREE, the list of objects).

use crate::boat::Boat;
use crate::course::Course;
use crate::hex::Hex;
use crate::points::{Points, RaceResult};
use crate::race::{Move, Phase, Race};
use crate::seat::Color;
use crate::turn::Choice;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub(crate) fn hexes(hexes: &[Hex]) -> Value {
    hexes.iter().map(|hex| hex.name()).collect()
}

fn colors(colors: &[Color]) -> Value {
    colors.iter().map(|color| color.name()).collect()
}

fn by_color<T: Copy + Into<Value>>(numbers: &BTreeMap<Color, T>) -> Value {
    let named = numbers.iter().map(|(c, &n)| (c.name().to_string(), n.into()));
    Value::Object(named.collect::<Map<String, Value>>())
}

pub(crate) fn course(course: &Course) -> Value {
    let gates = course.gates.each_ref().map(|gate| {
        json!({
            "heading": gate.heading.name(),
            "hexes": hexes(&gate.hexes),
        })
    });
    json!({
        "lake": course.lake.rows,
        "buoys": hexes(&course.buoys),
        "line": hexes(&course.line),
        "finish_buoy": course.finish_buoy.name(),
        "start_side": hexes(&course.start_side),
        "finish_side": hexes(&course.finish_side),
        "rounding": course.gates.each_ref().map(|gate| gate.rounding.name()),
        "gates": gates,
        "places": hexes(&course.places),
    })
}

fn boat(boat: &Boat) -> Value {
    json!({
        "color": boat.color.name(),
        "at": boat.at.map(Hex::name),
        "heading": boat.heading.map(|heading| heading.name()),
        "dice": boat.dice,
        "damage": boat.damage,
        "kept": boat.kept,
        "leg": boat.leg.name(),
        "owes": u8::from(boat.owes),
        "status": boat.status.name(),
        "turns": boat.turns,
    })
}

pub(crate) fn state(race: &Race) -> Value {
    let hand = match &race.phase {
        Phase::Steer(hand) => Some(hand),
        _ => None,
    };
    json!({
        "phase": race.phase.name(),
        "race": race.number,
        "scoring": race.scoring.name(),
        "starter": race.starter.name(),
        "turn": race.turn.map(Color::name),
        "dice": hand,
        "boats": race.boats.iter().map(boat).collect::<Value>(),
        "points": by_color(&race.points),
    })
}

fn option(choice: &Choice) -> Value {
    json!({
        "to": choice.to.name(),
        "heading": choice.heading.name(),
        "run": choice.run,
        "end": choice.end.name(),
        "crash": choice.crash,
        "damage": choice.damage,
    })
}

pub(crate) fn options(choices: &[Choice]) -> Value {
    choices.iter().map(option).collect()
}

pub(crate) fn moved(done: &Move) -> Value {
    json!({
        "path": hexes(&done.choice.path),
        "end": done.choice.end.name(),
        "heading": done.choice.heading.name(),
        "total": done.total,
        "run": done.choice.run,
        "crash": done.choice.crash,
        "damage": done.choice.damage,
        "sunk": done.sunk,
        "finished": done.after.finished,
        "leg": done.after.leg.name(),
        "owes": u8::from(done.after.owes),
    })
}

pub(crate) fn race_result(result: &RaceResult) -> Value {
    json!({
        "order": colors(&result.order),
        "sunk": colors(&result.sunk),
        "turns": by_color(&result.turns),
        "points": by_color(&result.points),
    })
}

pub(crate) fn match_result(points: &Points, ranking: &[Vec<Color>]) -> Value {
    json!({
        "points": by_color(points),
        "ranking": ranking.iter().map(|rank| colors(rank)).collect::<Value>(),
    })
}
