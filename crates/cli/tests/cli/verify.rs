//! Tests of `powerboats verify`: it accepts a fair record and refuses a changed one.

use assert_cmd::cargo::cargo_bin_cmd;
use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_referee::{FairDice, Secret, Setup, Table, fair};
use powerboats_rules::{Color, OneLine, Scoring, Seats, Sides};

/// The record of a race between two Skippers with fair dice.
fn fair_record() -> String {
    let secret = Secret::new([7; 32]);
    let salts = vec![(Color::Red, OneLine::new("sea salt").unwrap())];
    let seats = Seats::new([Color::Red, Color::White]).unwrap();
    let setup = Setup { seats, sides: Sides::Dark, scoring: Scoring::Turns, races: 1 };
    let (mut table, _) = Table::open(&setup, FairDice::new(&secret, &salts)).unwrap();
    let courses = CourseCache::new();
    while let Some(color) = table.turn() {
        let decision = table.ask(&PilotKind::Skipper, &courses).unwrap();
        table.decide(color, decision).unwrap();
    }
    let evidence = fair::Evidence {
        commitment: secret.commitment(),
        secret: Some(secret.clone()),
        salts: salts.clone(),
        ..Default::default()
    };
    let tags = evidence.tags();
    let names = table.seats().iter().map(|color| (color, format!("Captain {color}"))).collect();
    table.record(tags, &names).to_string()
}

fn verify(record: &str) -> assert_cmd::assert::Assert {
    cargo_bin_cmd!("powerboats").args(["verify", "-"]).write_stdin(record.to_owned()).assert()
}

#[track_caller]
fn refuses(record: &str, part: &str) {
    let done = verify(record).code(1);
    let text = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(text.starts_with("powerboats: standard input: ") && text.contains(part), "{text}");
}

#[test]
fn a_fair_record_passes_and_a_changed_one_does_not() {
    let record = fair_record();
    let turns = record.lines().filter(|line| line.starts_with(|letter: char| letter.is_ascii_digit())).count();
    let done = verify(&record).success();
    let said = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(said.contains("the dice are fair") && said.contains(&format!("{turns} rolls")), "{said}\n{record}");

    refuses(&record.replace("secret: 07", "secret: 17"), "does not match the commitment");
    refuses(&record.replace("sea salt", "sea  salt"), "match the dice");
    let untold: String =
        record.lines().filter(|line| !line.starts_with("secret")).map(|line| format!("{line}\n")).collect();
    refuses(&untold, "no line `secret: …`");
    // A missing turn breaks the rules before it affects the dice.
    let lines: Vec<&str> = record.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with(|letter: char| letter.is_ascii_digit())).unwrap();
    let shorter: String =
        lines.iter().enumerate().filter(|(i, _)| *i != last).map(|(_, line)| format!("{line}\n")).collect();
    refuses(&shorter, "line ");
}
