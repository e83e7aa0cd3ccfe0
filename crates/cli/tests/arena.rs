//! Tests of `powerboats arena`, its text and its JSON.

use assert_cmd::{Command, cargo::cargo_bin_cmd};
use serde_json::Value;

fn arena(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("powerboats");
    command.arg("arena").args(args);
    command
}

fn json(args: &[&str]) -> Value {
    let done = arena(args).arg("--json").assert().success();
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

#[test]
fn a_seed_plays_the_same_matches_on_any_number_of_cores() {
    let played = |threads| {
        let mut result = json(&["captain", "rookie", "skipper", "--matches", "3", "--seed", "1", "--threads", threads]);
        for pilot in result["pilots"].as_array_mut().unwrap() {
            pilot["microseconds"].take(); // differs from run to run
        }
        result
    };
    let result = played("1");
    assert_eq!(result, played("3"));
    let wins: f64 = result["pilots"].as_array().unwrap().iter().map(|row| row["wins"]["mean"].as_f64().unwrap()).sum();
    assert!((wins - 1.0).abs() < 1e-9, "{result}");
    assert!(result["pilots"][0]["points"]["error"].is_number(), "{result}");
    // A Rookie may never finish. Then it has no mean number of turns.
    let rookie = &result["pilots"][1];
    assert_eq!(rookie["turns"].is_null(), rookie["finished"] == 0.0, "{result}");
}

#[test]
fn one_match_has_no_standard_error() {
    let result = json(&["captain", "skipper", "--matches", "1", "--seed", "2"]);
    assert!(result["pilots"][0]["points"]["error"].is_null(), "{result}");
    let done = arena(&["captain", "skipper", "--matches", "1", "--seed", "2"]).assert().success();
    let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("1 match of three races, seed 2\n") && text.contains(" ± ? "), "{text}");
}

#[test]
fn invalid_arguments_are_refused() {
    for args in [&["captain"][..], &["captain", "pirate"], &["captain"; 7], &["captain", "skipper", "--matches", "0"]] {
        let done = arena(args).assert().code(2);
        assert!(done.get_output().stdout.is_empty() && !done.get_output().stderr.is_empty(), "{args:?}");
    }
}
