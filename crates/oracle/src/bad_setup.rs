//! Random set-ups of races and matches with one fault each.

use crate::random::Random;
use crate::random_setup::{line_of, race_in_progress, valid_match, valid_race};
use serde_json::{Value, json};

/// A set-up with one fault.
pub(crate) fn bad_setup(random: &mut Random) -> Value {
    match random.below(8) {
        0 => {
            let request = valid_match(random);
            spoil_match(random, request)
        }
        1 | 2 => {
            let (request, _) = valid_race(random);
            spoil_course(random, request)
        }
        3 | 4 => {
            let (request, _) = valid_race(random);
            spoil_race(random, request)
        }
        _ => {
            let mut request = race_in_progress(random);
            while request["boats"].is_null() {
                request = race_in_progress(random);
            }
            spoil_boats(random, request)
        }
    }
}

/// Sets a field to a wrong value.
fn set(random: &mut Random, request: &mut Value, field: &str, wrong: &[Value]) {
    request[field] = random.pick(wrong);
}

fn remove(object: &mut Value, field: &str) {
    if let Some(object) = object.as_object_mut() {
        object.remove(field);
    }
}

/// Wrong players, for a race or a match.
fn wrong_players() -> [Value; 8] {
    [
        json!([]),
        json!(["red"]),
        json!(["red", "red"]),
        json!(["red", "black", "red"]),
        json!(["red", "blue"]),
        json!(["red", "Black"]),
        json!(["red", 3]),
        json!("red"),
    ]
}

/// Values that are not unsigned 64-bit numbers.
fn wrong_seeds() -> [Value; 4] {
    let beyond: Value = serde_json::from_str("18446744073709551616").unwrap_or_default();
    [json!(-1), json!(1.5), json!("7"), beyond]
}

fn spoil_match(random: &mut Random, mut request: Value) -> Value {
    match random.below(7) {
        0 => {
            let field = random.pick(&["players", "side", "seed"]);
            remove(&mut request, field);
        }
        1 => set(random, &mut request, "players", &wrong_players()),
        2 => {
            let wrong = [json!("Dark"), json!(1), json!("grey"), json!([])];
            set(random, &mut request, "side", &wrong);
        }
        3 => set(random, &mut request, "seed", &wrong_seeds()),
        4 => set(random, &mut request, "scoring", &[json!("fast"), json!(2)]),
        5 => {
            request["players"] = json!(["white", "orange"]);
            request["scoring"] = "classic".into();
        }
        _ => {
            let field = random.pick(&["starter", "lake", "race", "Seed", ""]);
            request[field] = 1.into();
        }
    }
    request
}

fn spoil_race(random: &mut Random, mut request: Value) -> Value {
    match random.below(10) {
        0 => {
            let field = random.pick(&["lake", "line", "buoys", "players", "starter"]);
            remove(&mut request, field);
        }
        1 => {
            let field = random.pick(&["buoy", "heading"]);
            remove(&mut request["line"], field);
        }
        2 => request["line"]["length"] = 4.into(),
        3 => {
            let field = random.pick(&["side", "Lake", "places", "x"]);
            request[field] = json!({});
        }
        4 => set(random, &mut request, "players", &wrong_players()),
        5 => {
            let wrong = [json!("green"), json!(0), json!(["red"]), json!("")];
            set(random, &mut request, "starter", &wrong);
        }
        6 => {
            request["players"] = json!(["white", "orange", "red"]);
            request["starter"] = "black".into();
        }
        7 => {
            let huge = 4_294_967_297_u64;
            let wrong = [json!(0), json!(4), json!("1"), json!(1.5), json!(-1), json!(huge)];
            set(random, &mut request, "race", &wrong);
        }
        8 => set(random, &mut request, "seed", &wrong_seeds()),
        _ => {
            request["players"] = json!(["white", "orange"]);
            request["starter"] = "white".into();
            request["scoring"] = "classic".into();
        }
    }
    request
}

fn spoil_course(random: &mut Random, mut request: Value) -> Value {
    let Some((on_line, finish_buoy)) = line_of(&request) else {
        return request;
    };
    let last = request["lake"].as_array().map_or(0, |rows| rows.len() - 1);
    let first_row = request["lake"][0].as_str().unwrap_or("").to_string();
    match random.below(12) {
        0 => set(random, &mut request, "lake", &[json!([]), json!(".."), json!([""]), json!([5])]),
        1 => request["lake"][last] = format!("{first_row}.").into(),
        2 => {
            let sign = random.pick(&["x", " ", "~", "é", "\n"]);
            request["lake"][last] = first_row.replacen(['.', '#'], sign, 1).into();
        }
        3 => request["lake"] = vec![first_row; 27].into(),
        4 => request["lake"] = vec![".".repeat(27); last + 1].into(),
        5 => set(random, &mut request, "line", &[json!("a1"), json!([]), json!(null)]),
        6 => {
            let wrong = ["A1", "a0", "a27", "aa1", "a01", "a", "", "1", "é1", "a99999999999"];
            request["line"]["buoy"] = random.pick(&wrong).into();
        }
        7 => {
            let wrong = [json!("N"), json!("e"), json!(0), json!("EAST")];
            request["line"]["heading"] = random.pick(&wrong);
        }
        8 => {
            let a = request["buoys"][0].clone();
            set(random, &mut request, "buoys", &[json!([]), json!([a]), json!([a, a, a, a])]);
        }
        9 => {
            let i = random.below(3);
            let j = (i + 1) % 3;
            request["buoys"][i] = request["buoys"][j].clone();
        }
        10 => {
            let i = random.below(3);
            let line_buoy = request["line"]["buoy"].clone();
            let taken = [json!(on_line.name()), json!(finish_buoy.name()), line_buoy];
            request["buoys"][i] = random.pick(&taken);
        }
        _ => request["buoys"][random.below(3)] = random.pick(&[json!("b"), json!(7), json!(null)]),
    }
    request
}

fn spoil_boats(random: &mut Random, mut request: Value) -> Value {
    let boats = request["boats"].as_array().cloned().unwrap_or_default();
    match random.below(8) {
        0 => remove(&mut request, "turn"),
        1 => remove(&mut request, "boats"),
        2 => {
            let out = boats.iter().find(|boat| boat["status"] != "racing");
            let wrong = out.map_or(json!("green"), |boat| boat["color"].clone());
            request["turn"] = random.pick(&[wrong, json!("none"), json!(0)]);
        }
        3 => request["boats"] = boats[1..].to_vec().into(),
        4 => request["boats"] = [boats.clone(), vec![random.pick(&boats)]].concat().into(),
        5 => {
            let i = random.below(boats.len());
            let fields = ["color", "at", "heading", "dice", "damage", "leg", "owes", "status", "turns"];
            remove(&mut request["boats"][i], random.pick(&fields));
        }
        _ => {
            let i = random.below(boats.len());
            let other = boats[(i + 1) % boats.len()].clone();
            let buoy = request["buoys"][0].clone();
            spoil_boat(random, &mut request["boats"][i], &other, &buoy);
        }
    }
    request
}

/// Adds one fault to one boat.
fn spoil_boat(random: &mut Random, boat: &mut Value, other: &Value, buoy: &Value) {
    let racing = boat["status"] == "racing";
    let finished = boat["status"] == "finished";
    match random.below(15) {
        0 => boat["dice"] = vec![1; 33].into(),
        1 => set(random, boat, "dice", &[json!([4]), json!([0]), json!([257]), json!("1"), json!([1.5])]),
        2 => set(random, boat, "damage", &[json!(-1), json!("0"), json!(1.5)]),
        3 if racing => set(random, boat, "damage", &[json!(4), json!(99), json!(1_u64 << 32)]),
        3 if !finished => set(random, boat, "damage", &[json!(0), json!(3)]),
        4 if racing => boat["at"] = random.pick(&[json!(null), buoy.clone(), json!("z26"), json!("A1")]),
        4 => boat["at"] = "a1".into(),
        5 if racing => set(random, boat, "heading", &[json!(null), json!("N"), json!(1)]),
        5 => boat["heading"] = "E".into(),
        6 if racing && other["status"] == "racing" => boat["at"] = other["at"].clone(),
        6 => boat["color"] = other["color"].clone(),
        7 => set(random, boat, "status", &[json!("unplaced"), json!("unfinished"), json!("lost"), json!(1)]),
        8 => set(random, boat, "owes", &[json!(2), json!(-1), json!(true), json!("1")]),
        9 => {
            if !finished {
                boat["leg"] = random.pick(&["start", "finish"]).into();
            }
            boat["owes"] = 1.into();
        }
        10 if finished => boat["leg"] = random.pick(&["start", "3"]).into(),
        10 => set(random, boat, "leg", &[json!("4"), json!(1), json!("Start"), json!(null)]),
        11 => {
            let more = boat["damage"].as_u64().unwrap_or(0) + 1;
            let wrong = [json!(3), json!(more), json!(-1), json!("0"), json!(1_u64 << 32)];
            boat["kept"] = random.pick(&wrong);
        }
        12 => boat["turns"] = random.pick(&[json!(-1), json!(1.5), json!("3"), json!(null)]),
        13 if !racing && !finished => boat["dice"] = json!([2]),
        _ => boat["speed"] = 0.into(),
    }
}
