//! The rulebook's own examples (RULES 6), on small lakes drawn for them.

use crate::oracle_referee::OracleReferee;
use serde_json::{Value, json};

/// Sends a request to the oracle's referee. The answer must be ok.
fn ask(referee: &mut OracleReferee, request: Value) -> Value {
    let answer: Value = serde_json::from_str(&referee.answer(&request.to_string())).unwrap();
    assert!(answer["error"].is_null(), "{request} gave {answer}");
    answer["ok"].clone()
}

/// Sends a request that must fail, and returns the error code.
fn code(referee: &mut OracleReferee, request: Value) -> String {
    let answer: Value = serde_json::from_str(&referee.answer(&request.to_string())).unwrap();
    answer["error"]["code"].as_str().unwrap_or("none").into()
}

fn boat(color: &str, at: &str, heading: &str, dice: &[u8]) -> Value {
    json!({
        "color": color, "at": at, "heading": heading, "dice": dice, "damage": 0,
        "leg": "2", "owes": 0, "status": "racing", "turns": 5,
    })
}

/// A race in progress on the given rows, with the course far below them. It is the first boat's turn.
fn in_progress(rows: &[&str], boats: Vec<Value>) -> OracleReferee {
    let mut lake = vec![".".repeat(16); 18];
    for (row, drawn) in lake.iter_mut().zip(rows) {
        *row = format!("{drawn:.<16}");
    }
    let mut referee = OracleReferee::new();
    let colors: Vec<Value> = boats.iter().map(|boat| boat["color"].clone()).collect();
    let request = json!({
        "op": "race", "lake": lake, "line": {"buoy": "a16", "heading": "E"},
        "buoys": ["h16", "j16", "l16"], "players": colors, "starter": colors[0],
        "turn": colors[0], "boats": boats,
    });
    ask(&mut referee, request);
    referee
}

fn dice(hold: &[u8], count: usize, rolled: &[u8]) -> Value {
    json!({"op": "dice", "hold": hold, "count": count, "rolled": rolled})
}

fn steers(ok: &Value) -> Vec<&str> {
    let options = ok["options"].as_array().unwrap();
    options.iter().map(|o| o["to"].as_str().unwrap()).collect()
}

/// A boat far away from the others.
fn far() -> Value {
    boat("white", "p14", "W", &[])
}

#[test]
fn r6_1_hold_one_die_roll_one_again_and_add_one() {
    let mut referee = in_progress(&[], vec![boat("red", "d5", "E", &[3, 2]), far()]);
    let ok = ask(&mut referee, dice(&[3], 3, &[1, 3]));
    assert_eq!(ok["total"], 7);
    assert_eq!(ok["rolled"], json!([3, 1]));
    assert_eq!(ok["state"]["dice"], json!([3, 3, 1]));
    assert_eq!(ok["state"]["boats"][0]["dice"], json!([3, 2]));
}

#[test]
fn r6_2_a_boat_must_take_the_only_full_run() {
    let rows = ["....#...........", "..........#....."];
    let mut referee = in_progress(&rows, vec![boat("red", "d2", "E", &[3, 3, 1]), far()]);
    let ok = ask(&mut referee, dice(&[3, 3, 1], 3, &[]));
    assert_eq!(steers(&ok), ["right"]);
    let straight = json!({"op": "steer", "to": "straight"});
    assert_eq!(code(&mut referee, straight), "illegal-steer");
    let ok = ask(&mut referee, json!({"op": "steer", "to": "right"}));
    let path = json!(["e3", "e4", "f5", "f6", "g7", "g8", "h9"]);
    assert_eq!(ok["move"]["path"], path);
    assert_eq!(ok["move"]["heading"], "SE");
    assert_eq!(ok["state"]["boats"][0]["at"], "h9");
}

#[test]
fn r6_3_a_crash_uses_the_longest_run_and_costs_damage_and_all_dice() {
    let rows = ["....#", "......#", "", "", "", ".....#"];
    let mut referee = in_progress(&rows, vec![boat("red", "d2", "E", &[3, 2, 2]), far()]);
    let ok = ask(&mut referee, dice(&[2], 2, &[3]));
    assert_eq!(ok["total"], 5);
    let option = json!([{
        "to": "right", "heading": "SE", "run": 3, "end": "f5", "crash": true, "damage": 2,
    }]);
    assert_eq!(ok["options"], option);
    let ok = ask(&mut referee, json!({"op": "steer", "to": "right"}));
    assert_eq!(ok["move"]["path"], json!(["e3", "e4", "f5"]));
    assert_eq!(ok["state"]["boats"][0]["dice"], json!([]));
    assert_eq!(ok["state"]["boats"][0]["damage"], 2);
    ask(&mut referee, dice(&[], 0, &[]));
    ask(&mut referee, json!({"op": "steer", "to": "straight"}));
    let legal = ask(&mut referee, json!({"op": "legal"}));
    let choices = json!([{"hold": [], "count": 0}, {"hold": [], "count": 1}]);
    assert_eq!(legal["dice"], choices);
}

#[test]
fn r6_4_a_boat_passes_two_others() {
    let others = [boat("black", "f2", "E", &[]), boat("white", "g2", "E", &[])];
    let boats = [vec![boat("red", "d2", "E", &[2, 1])], others.to_vec()].concat();
    let mut referee = in_progress(&[], boats);
    let ok = ask(&mut referee, dice(&[], 2, &[3, 2]));
    assert_eq!(ok["total"], 5);
    let ok = ask(&mut referee, json!({"op": "steer", "to": "straight"}));
    assert_eq!(ok["move"]["path"], json!(["e2", "f2", "g2", "h2", "i2"]));
    assert_eq!(ok["move"]["crash"], false);
}

#[test]
fn r6_5_a_boat_stops_behind_another_and_keeps_its_dice() {
    let boats = vec![boat("red", "d2", "E", &[3, 2, 1]), boat("white", "f5", "W", &[])];
    let mut referee = in_progress(&[], boats);
    ask(&mut referee, dice(&[1, 2], 2, &[]));
    let ok = ask(&mut referee, json!({"op": "steer", "to": "right"}));
    assert_eq!(ok["move"]["path"], json!(["e3", "e4"]));
    assert_eq!(ok["move"]["run"], 3);
    assert_eq!(ok["move"]["damage"], 0);
    assert_eq!(ok["state"]["boats"][0]["dice"], json!([2, 1]));
}

#[test]
fn r6_6_the_damage_of_a_crash_is_counted_by_the_water() {
    let rows = ["", "", "......#", "", "", "....#"];
    let boats = vec![boat("red", "d3", "E", &[3, 3]), boat("white", "f3", "W", &[1])];
    let mut referee = in_progress(&rows, boats);
    let ok = ask(&mut referee, dice(&[], 1, &[3]));
    assert_eq!(steers(&ok), ["left", "straight", "right"]);
    let ok = ask(&mut referee, json!({"op": "steer", "to": "straight"}));
    assert_eq!(ok["move"]["path"], json!(["e3"]));
    assert_eq!(ok["move"]["run"], 2);
    assert_eq!(ok["state"]["boats"][0]["damage"], 1);
    assert_eq!(ok["state"]["boats"][0]["dice"], json!([]));
    assert_eq!(ok["state"]["boats"][1]["damage"], 0);
    assert_eq!(ok["state"]["boats"][1]["dice"], json!([1]));
}

/// A line from g7 to the south-east. Red is west of it, on the last leg, heading east.
fn near_the_finish(dice: &[u8]) -> OracleReferee {
    let mut lake = vec![".".repeat(16); 14];
    lake[8] = ".........#......".into();
    lake[9] = "...#............".into();
    let mut red = boat("red", "d9", "E", dice);
    red["leg"] = "finish".into();
    let request = json!({
        "op": "race", "lake": lake, "line": {"buoy": "g7", "heading": "SE"},
        "buoys": ["b5", "n3", "b11"], "players": ["red", "white", "black"],
        "starter": "white", "race": 2, "turn": "red",
        "boats": [far(), red, boat("black", "o2", "W", &[])],
    });
    let mut referee = OracleReferee::new();
    let ok = ask(&mut referee, request);
    assert_eq!(ok["course"]["line"], json!(["g8", "h9", "h10", "i11"]));
    assert_eq!(ok["course"]["finish_buoy"], "i12");
    referee
}

#[test]
fn r6_7_four_hexes_onto_the_line_finish() {
    let mut referee = near_the_finish(&[1, 3]);
    ask(&mut referee, dice(&[1, 3], 2, &[]));
    let ok = ask(&mut referee, json!({"op": "steer", "to": "straight"}));
    assert_eq!(ok["move"]["end"], "h9");
    assert_eq!(ok["move"]["finished"], true);
    let red = ok["state"]["boats"].as_array().unwrap().iter();
    let red = red.clone().find(|boat| boat["color"] == "red").unwrap();
    assert_eq!(red["status"], "finished");
    assert_eq!(red["at"], Value::Null);
    assert!(ok["race_result"].is_null());
}

#[test]
fn r6_7_with_a_total_of_six_the_boat_must_turn_left() {
    let mut referee = near_the_finish(&[3, 3]);
    let ok = ask(&mut referee, dice(&[3, 3], 2, &[]));
    assert_eq!(steers(&ok), ["left"]);
}

#[test]
fn r6_8_three_boats_start_on_the_line_and_one_behind_it() {
    let lake = vec![".".repeat(16); 12];
    let mut referee = OracleReferee::new();
    let request = json!({
        "op": "race", "lake": lake, "line": {"buoy": "c6", "heading": "E"},
        "buoys": ["h2", "n6", "h10"], "players": ["red", "white", "black", "orange"],
        "starter": "red",
    });
    let ok = ask(&mut referee, request);
    // Boats are placed in reverse order of play, which is red, white, orange, black.
    assert_eq!(ok["state"]["turn"], "black");
    for (at, next) in [("d6", "orange"), ("e6", "white"), ("f6", "red")] {
        let ok = ask(&mut referee, json!({"op": "place", "at": at, "heading": "NE"}));
        assert_eq!(ok["state"]["turn"], next);
    }
    let taken = json!({"op": "place", "at": "f6", "heading": "NE"});
    assert_eq!(code(&mut referee, taken), "illegal-place");
    let start_side = json!({"op": "place", "at": "e5", "heading": "NE"});
    assert_eq!(code(&mut referee, start_side), "illegal-place");
    let behind = json!({"op": "place", "at": "e7", "heading": "NE"});
    let ok = ask(&mut referee, behind);
    assert_eq!(ok["state"]["phase"], "dice");
    assert_eq!(ok["state"]["turn"], "red");
}
