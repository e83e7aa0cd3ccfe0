//! Tests of tables: others can follow a table's events and check its dice.

use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_referee::{
    ByColor, Code, Decision, FairDice, Happening, Secret, Setup, Table, best_play,
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

/// Lets pilots play to the end, and returns the events.
fn play_to_end(table: &mut Table, courses: &Arc<CourseCache>) -> Vec<Happening> {
    let mut events = Vec::new();
    while let Some(color) = table.turn() {
        let decision = table.ask(&PilotKind::Skipper, courses).expect("somebody decides");
        events.extend(table.decide(color, decision).expect("a pilot's decision is legal"));
    }
    events
}

fn record(table: &Table) -> Record {
    let evidence = fair::Evidence {
        commitment: secret().commitment(),
        secret: Some(secret()),
        salts: salts(),
        ..Default::default()
    };
    let tags = evidence.tags();
    let names = table.seats().iter().map(|color| (color, format!("Captain {color}"))).collect();
    table.record(tags, &names)
}

#[test]
fn following_all_events_gives_the_same_regatta() {
    let (mut table, mut events) = Table::open(&setup(), dice()).expect("opens");
    let courses = CourseCache::new();
    events.extend(play_to_end(&mut table, &courses));
    assert!(table.is_over());
    assert!(matches!(events.last(), Some(Happening::Over { .. })));

    let json = serde_json::to_string(&events).expect("JSON");
    let events: Vec<Happening> = serde_json::from_str(&json).expect("events parse back");
    let mut follower = Table::follow_lake(&events[0]).expect("a lake");
    for (i, event) in events.iter().enumerate().skip(1) {
        follower.follow(event).expect("legal");
        // A follower that takes over the dice at any point continues with the same regatta.
        if i % 40 == 0 {
            let mut successor = follower.clone();
            successor.take_dice(dice());
            let rest = play_to_end(&mut successor, &courses);
            assert_eq!(rest.last(), events.last(), "taken over after event {i}");
            assert_eq!(successor, table);
        }
    }
    assert_eq!(follower.book(), table.book());
}

#[test]
fn the_dice_of_a_record_can_be_checked() {
    let (mut table, _) = Table::open(&setup(), dice()).expect("opens");
    play_to_end(&mut table, &CourseCache::new());
    let text = record(&table).to_string();
    let replayed: Logbook = replay(&text).expect("legal");
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
fn a_changed_roll_is_detected() {
    let (mut table, _) = Table::open(&setup(), dice()).expect("opens");
    play_to_end(&mut table, &CourseCache::new());
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

/// These values must never change, so that old records can still be checked.
#[test]
fn the_dice_of_a_secret_never_change() {
    let (table, events) = Table::open(&setup(), dice()).expect("opens");
    let Happening::Lake { layout, starter, .. } = &events[0] else { panic!("the first event must be the lake") };
    let plan = *table.race().expect("a race").course().plan();
    assert_eq!(format!("{layout} {starter} {plan}"), "3dr,4dr,6lr/1l,2dr,5lr black e17SW,f6,m9,l19");
    assert_eq!(secret().commitment(), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
}

#[test]
fn only_the_player_whose_turn_it_is_can_decide() {
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
fn a_wrong_event_is_not_followed() {
    let (mut table, events) = Table::open(&setup(), dice()).expect("opens");
    let turn = table.turn().expect("somebody places");
    let place = table.ask(&PilotKind::Captain, &CourseCache::new()).expect("a place");
    let placed = table.decide(turn, place).expect("legal");
    let mut follower = Table::follow_lake(&events[0]).expect("a lake");
    follower.follow(&events[1]).expect("the course");
    let other = table.seats().iter().find(|color| *color != turn).expect("another");
    let Happening::Placed { at, heading, .. } = placed[0].clone() else { panic!("expected a placed boat") };
    let wrong = Happening::Placed { color: other, at, heading };
    assert!(follower.clone().follow(&wrong).is_err());
    assert!(follower.follow(&placed[0]).is_ok());
}

#[test]
fn r5_1_a_view_says_what_can_still_be_gained() {
    let stakes = |table: &Table| serde_json::to_value(table.view()).expect("JSON")["stakes"].clone();
    let (mut table, _) = Table::open(&setup(), dice()).expect("opens");
    // Three boats: a win gives two points in the first race, four in the second, six in the third.
    let open = serde_json::json!({ "black": "open", "red": "open", "white": "open" });
    assert_eq!(stakes(&table), serde_json::json!({ "win": 2, "prospects": open }));
    play_to_end(&mut table, &CourseCache::new());
    assert!(stakes(&table).is_null(), "nothing is left");
    let (table, _) = Table::open(&Setup { scoring: Scoring::Turns, ..setup() }, dice()).expect("opens");
    assert!(stakes(&table).is_null(), "turns count too");
}

/// A boat alone on a lake that was given: its dice verify, and the record says that the lake was given.
#[test]
fn a_time_trial_on_a_given_lake_verifies() {
    let alone = Seats::of_regatta([Color::Red], Scoring::Turns, 1).unwrap();
    let setup = Setup { seats: alone, sides: Sides::Mixed, scoring: Scoring::Turns, races: 1 };
    let (drawn, _) = Table::open(&setup, FairDice::new(&Secret::new([9; 32]), &Vec::new())).unwrap();
    let (layout, plan) = (*drawn.book().regatta().layout(), *drawn.race().unwrap().course().plan());
    let dice = || FairDice::new(&secret(), &Vec::new());
    let (mut table, mut story) = Table::open_on(&setup, layout, plan, dice()).unwrap();
    let courses = CourseCache::new();
    while let Some(decision) = table.ask(&PilotKind::Skipper, &courses) {
        story.extend(table.decide(Color::Red, decision).unwrap());
        // A table that follows continues with the same dice.
        let mut other = Table::follow_lake(&story[0]).unwrap();
        story[1..].iter().for_each(|event| other.follow(event).unwrap());
        other.take_dice(dice());
        assert_eq!(other, table);
    }
    let evidence = |given| fair::Evidence {
        commitment: secret().commitment(),
        secret: Some(secret()),
        given,
        ..Default::default()
    };
    let record = |given| table.record(evidence(given).tags(), &ByColor::default());
    let turns = table.race().unwrap().boat(Color::Red).unwrap().turns;
    let fairness = fair::check(&record(true)).unwrap();
    assert_eq!((fairness.rolls, fairness.given), (turns.into(), true));
    assert!(matches!(fair::check(&record(false)), Err(fair::Unfair::Lake(..))));
    assert!(!fair::draws_lake(&record(true), &secret(), &Vec::new()));
    assert!(replay(&record(true).to_string()).is_ok());
}

/// The ghost of best play finishes in about par, and is the same each time.
#[test]
fn the_ghost_of_best_play_has_average_luck() {
    let (drawn, _) = Table::open(&setup(), FairDice::new(&secret(), &salts())).unwrap();
    let (layout, course) = (*drawn.book().regatta().layout(), drawn.race().unwrap().course().clone());
    let courses = CourseCache::new();
    let par = f64::from(powerboats_pilots::Par::of(courses.of(&course).solution()).turns);
    let ghost = || best_play(drawn.book().record().sides, layout, *course.plan(), &courses).unwrap();
    let turns = f64::from(ghost().race().unwrap().boats()[0].turns);
    assert!((turns - par).abs() < 2.0, "{turns} turns, par {par}");
    assert_eq!(ghost(), ghost());
}
