//! A table tells its story so that others can follow it, and its dice so that others can check them.

use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_referee::{
    Code, Decision, FairDice, Happening, Secret, Setup, Table,
    fair::{self, Salts, Unfair},
};
use powerboats_rules::{Color, Logbook, OneLine, Record, Scoring, Seats, Sides, replay};
use std::sync::Arc;

fn secret() -> Secret {
    Secret::new([7; 32])
}

fn salts() -> Salts {
    let salt = |color, text: &str| (color, OneLine::new(text).expect("a salt"));
    vec![salt(Color::White, "sea"), salt(Color::Red, "salt 1")]
}

fn setup() -> Setup {
    let seats = Seats::new([Color::Red, Color::Black, Color::White]).expect("three");
    Setup { seats, sides: Sides::Mixed, scoring: Scoring::Classic, races: 3 }
}

fn dice() -> FairDice {
    FairDice::new(&secret(), &salts())
}

/// Pilots sail on to the end.
fn sail(table: &mut Table, courses: &Arc<CourseCache>) -> Vec<Happening> {
    let mut story = Vec::new();
    while let Some(color) = table.turn() {
        let decision = table.ask(&PilotKind::Skipper, courses).expect("somebody decides");
        story.extend(table.decide(color, decision).expect("a pilot is legal"));
    }
    story
}

fn record(table: &Table) -> Record {
    let evidence = fair::Evidence {
        commitment: secret().commitment(),
        secret: Some(secret()),
        salts: salts(),
        ..Default::default()
    };
    let tags = evidence.tags();
    table.record(tags, |color| OneLine::new(format!("Captain {color}")).expect("a name"))
}

#[test]
fn a_story_is_followed_to_the_same_end() {
    let (mut table, mut story) = Table::open(&setup(), dice()).expect("opens");
    let courses = CourseCache::new();
    story.extend(sail(&mut table, &courses));
    assert!(table.is_over());
    assert!(matches!(story.last(), Some(Happening::Over { .. })));

    let json = serde_json::to_string(&story).expect("JSON");
    let story: Vec<Happening> = serde_json::from_str(&json).expect("reads what it wrote");
    let mut follower = Table::follow_lake(&story[0]).expect("a lake");
    for (told, happening) in story.iter().enumerate().skip(1) {
        follower.follow(happening).expect("by the rules");
        // Whoever takes over the dice anywhere sails the same regatta from there.
        if told % 40 == 0 {
            let mut heir = follower.clone();
            heir.take_dice(dice());
            let rest = sail(&mut heir, &courses);
            assert_eq!(rest.last(), story.last(), "taken over after {told}");
            assert_eq!(heir, table);
        }
    }
    assert_eq!(follower.book(), table.book());
}

#[test]
fn the_dice_of_a_record_can_be_checked() {
    let (mut table, _) = Table::open(&setup(), dice()).expect("opens");
    sail(&mut table, &CourseCache::new());
    let text = record(&table).to_string();
    let replayed: Logbook = replay(&text).expect("by the rules");
    let rolls = fair::verify(replayed.record()).expect("fair");
    assert!(rolls > 60, "{rolls}");

    let check = |text: &str| fair::verify(&text.parse().expect("still a record")).unwrap_err();
    assert!(matches!(check(&text.replace("salt: red salt 1", "salt: red salt 2")), Unfair::Lake(..) | Unfair::Start));
    assert!(matches!(check(&text.replace("secret: 07", "secret: 17")), Unfair::OtherSecret { .. }));
    assert!(matches!(check(&text.replace("secret: 07", "secret: z7")), Unfair::NoSecret));
    assert!(matches!(check(&text.replace("salt: white", "salt: purple")), Unfair::BadSalt(_)));
    let without: String =
        text.lines().filter(|line| !line.starts_with("commitment")).map(|line| format!("{line}\n")).collect();
    assert_eq!(check(&without), Unfair::Missing("commitment"));
}

#[test]
fn a_roll_that_was_changed_is_found() {
    let (mut table, _) = Table::open(&setup(), dice()).expect("opens");
    sail(&mut table, &CourseCache::new());
    let mut record = record(&table);
    let turn = record.log.iter_mut().find_map(|entry| match entry {
        powerboats_rules::Entry::Turn(turn) if turn.dice.choice().rolls() > 0 => Some(turn),
        _ => None,
    });
    let turn = turn.expect("somebody rolled");
    let all_threes = "3".repeat(turn.dice.choice().rolls().into());
    let all_ones = "1".repeat(turn.dice.choice().rolls().into());
    let other = if turn.dice.rolled == powerboats_rules::Rolled::Shows(all_threes.parse().unwrap()) {
        all_ones
    } else {
        all_threes
    };
    turn.dice.rolled = powerboats_rules::Rolled::Shows(other.parse().unwrap());
    assert!(matches!(fair::verify(&record), Err(Unfair::Roll { .. })));
}

/// Old records must stay checkable: these never change.
#[test]
fn the_dice_of_a_secret_never_change() {
    let (table, story) = Table::open(&setup(), dice()).expect("opens");
    let Happening::Lake { layout, starter, .. } = &story[0] else { panic!("a lake first") };
    let plan = *table.race().expect("a race").course().plan();
    assert_eq!(format!("{layout} {starter} {plan}"), "3dr,4dr,6lr/1l,2dr,5lr black e17SW,f6,m9,l19");
    assert_eq!(secret().commitment(), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
}

#[test]
fn only_whoever_has_the_turn_decides() {
    let (mut table, _) = Table::open(&setup(), dice()).expect("opens");
    let before = table.clone();
    let turn = table.turn().expect("somebody places");
    let other = table.seats().iter().find(|color| *color != turn).expect("another");
    let place = table.ask(&PilotKind::Rookie, &CourseCache::new()).expect("a place");
    assert_eq!(table.decide(other, place).unwrap_err().code, Code::WrongPhase);
    let steer = Decision::Steer { to: powerboats_rules::Steer::Left };
    assert_eq!(table.decide(turn, steer).unwrap_err().code, Code::WrongPhase);
    assert_eq!(table, before);
}

#[test]
fn a_story_that_lies_is_not_followed() {
    let (mut table, story) = Table::open(&setup(), dice()).expect("opens");
    let turn = table.turn().expect("somebody places");
    let place = table.ask(&PilotKind::Captain, &CourseCache::new()).expect("a place");
    let told = table.decide(turn, place).expect("legal");
    let mut follower = Table::follow_lake(&story[0]).expect("a lake");
    follower.follow(&story[1]).expect("the course");
    let other = table.seats().iter().find(|color| *color != turn).expect("another");
    let Happening::Placed { at, heading, .. } = told[0].clone() else { panic!("placed") };
    let lie = Happening::Placed { color: other, at, heading };
    assert!(follower.clone().follow(&lie).is_err());
    assert!(follower.follow(&told[0]).is_ok());
}
