//! Tests of `powerboats arena`, its text and its JSON.

use assert_cmd::{Command, cargo::cargo_bin_cmd};
use serde_json::Value;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};
use tempfile::tempdir;

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
    for args in [
        &[][..],
        &["captain"],
        &["captain", "pirate"],
        &["captain"; 7],
        &["captain", "skipper", "--matches", "0"],
        &["--bot", "cat"],
        &["captain", "--bot", "cat", "--bot-time", "0"],
    ] {
        let done = arena(args).assert().code(2);
        assert!(done.get_output().stdout.is_empty() && !done.get_output().stderr.is_empty(), "{args:?}");
    }
}

/// The bot of docs/bots.md.
fn example_bot(folder: &Path) -> String {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots.md")).unwrap();
    let code = page.split("\n```python\n").nth(1).unwrap().split("\n```").next().unwrap();
    let path = folder.join("bot.py");
    fs::write(&path, code).unwrap();
    format!("python3 {}", path.display())
}

#[test]
fn the_bot_of_the_page_races_to_the_end_and_its_records_are_valid() {
    let folder = tempdir().unwrap();
    let (bot, records) = (example_bot(folder.path()), folder.path().join("records"));
    let args = ["rookie", "--bot", &bot, "--matches", "2", "--races", "1", "--seed", "3", "--bot-time", "20000"];
    let result = json(&[&args[..], &["--records", records.to_str().unwrap()]].concat());
    let row = &result["pilots"][1];
    assert_eq!((&row["pilot"], &row["failures"], &row["first_fault"]), (&"bot 1".into(), &0.into(), &Value::Null));
    assert_eq!(row["command"], *bot);
    for name in ["match-1.txt", "match-2.txt"] {
        let text = fs::read_to_string(records.join(name)).unwrap();
        assert!(text.contains(": bot 1\n") && text.contains(": rookie\n"), "{text}");
        powerboats_rules::replay(&text).unwrap();
    }
}

#[test]
fn a_bot_that_crashes_hangs_or_cheats_loses_the_race_and_not_the_arena() {
    let bots = [
        ("exit 3", "it ended (exit status: 3)"),
        ("read question; exit 0", "it ended (exit status: 0)"),
        // What it leaves behind is ended, too.
        ("sleep 98761 & sleep 98761", "it did not answer within 300ms"),
        ("setsid sleep 98761 & setsid sh -c 'sleep 98761 &' & sleep 98761", "it did not answer within 300ms"),
        ("cat", "an answer was refused: Missing field \"op\"."),
        ("while read q; do echo hello; done", "an answer was refused: Not a JSON object"),
        (r#"while read q; do echo '{"op":"steer","to":"left"}'; done"#, "an answer was refused: Not allowed now"),
        (r#"while read q; do echo '{"op":"state"}'; done"#, "an answer was refused: a bot must answer with"),
        (r#"while read q; do echo '{"op":"place","at":"a1","heading":"E"}'; done"#, "an answer was refused: "),
        (r#"while read q; do echo '{"op":"place","at":"a1","heading":"E","id":99}'; done"#, "\"id\""),
        ("yes | tr -d '\\n'", "it answered with more than 65536 bytes in one line"),
        ("no-such-program-here", "it ended (exit status: 127)"),
    ];
    for (bot, reason) in bots {
        let begin = Instant::now();
        let result = json(&["captain", "--bot", bot, "--matches", "2", "--races", "1", "--bot-time", "300"]);
        assert!(begin.elapsed() < Duration::from_secs(60), "{bot}: {:?}", begin.elapsed());
        let [captain, row] = [&result["pilots"][0], &result["pilots"][1]];
        assert_eq!((&row["failures"], &row["wins"]["mean"]), (&2.into(), &0.0.into()), "{bot}: {row}");
        assert_eq!(captain["wins"]["mean"], 1.0, "{bot}: {captain}");
        let fault = row["first_fault"].as_str().unwrap();
        assert!(fault.contains(reason), "{bot}: {fault}");
    }
    let mut once = arena(&["captain", "--bot", "cat", "--matches", "1", "--races", "1", "--seed", "1"]);
    let text = String::from_utf8(once.assert().success().get_output().stdout.clone()).unwrap();
    let end = "It failed in 1 race and lost it. The first time: an answer was refused: Missing field \"op\".\n";
    assert!(text.ends_with(end), "{text}");
    let left = fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    assert_eq!(left.filter(|command| command == b"sleep\098761\0").count(), 0, "bots were left behind");
}

/// Whatever it did in a race, a bot is started again for the next one. A match ends with its last race.
#[test]
fn a_bot_that_fails_in_one_race_takes_part_in_the_next_one() {
    let folder = tempdir().unwrap();
    example_bot(folder.path());
    let code = fs::read_to_string(folder.path().join("bot.py")).unwrap();
    let faults = [
        ("place", "import os; os._exit(3)", "20000", "it ended (exit status: 3)"),
        ("dice", "import time; time.sleep(600)", "10000", "it did not answer within 10s"),
        // Between its roll and its move.
        (
            "steer",
            "answer = {'op': 'place', 'at': 'a1', 'heading': 'E'}",
            "20000",
            "an answer was refused: Not allowed now",
        ),
    ];
    for (ask, fault, time, reason) in faults {
        let fails = format!("if question['ask'] == '{ask}' and question['state']['race'] == 1: {fault}\n    print(");
        let path = folder.path().join(format!("{ask}.py"));
        fs::write(&path, code.replace("print(", &fails)).unwrap();
        let (bot, records) = (format!("python3 {}", path.display()), folder.path().join(ask));
        let args = ["mate", "mate", "--bot", &bot, "--matches", "1", "--races", "2", "--seed", "3", "--bot-time", time];
        let result = json(&[&args[..], &["--records", records.to_str().unwrap()]].concat());
        let row = &result["pilots"][2];
        assert_eq!(row["failures"], 1, "{row}");
        assert!(row["first_fault"].as_str().unwrap().contains(reason), "{row}");
        let text = fs::read_to_string(records.join("match-1.txt")).unwrap();
        powerboats_rules::replay(&text).unwrap();
        let seat = text.lines().find_map(|line| line.strip_suffix(": bot 1")).unwrap();
        let (first, second) = text.split_once("race B: ").unwrap();
        assert!(first.contains(&format!("\nretire {seat}\n")), "{text}");
        assert!(!second.contains("retire") && second.contains(&format!("place {seat} ")), "{text}");
        let is_turn = |line: &&str| line.starts_with(char::is_numeric) && line.split(' ').nth(1) == Some(seat);
        let turns = |race: &str| race.lines().filter(is_turn).count();
        assert!(turns(first) == 0 && turns(second) > 0, "{text}");
        let end = first.lines().find_map(|line| line.strip_prefix("end A: ")).unwrap();
        assert!(end.split(", ").any(|points| points == format!("{seat} 0")), "{end}");
    }
}

#[test]
fn a_bot_has_only_so_much_memory() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("hog.py");
    fs::write(&path, "x = bytearray(3 << 30)\n").unwrap();
    let bot = format!("python3 {} 2>/dev/null", path.display());
    let args =
        ["captain", "--bot", &bot, "--matches", "1", "--races", "1", "--bot-memory", "512", "--bot-time", "20000"];
    let fault = json(&args)["pilots"][1]["first_fault"].as_str().unwrap().to_owned();
    assert_eq!(fault, "it ended (exit status: 1)");
}
