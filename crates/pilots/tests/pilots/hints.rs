//! Hints agree with the rules on any position.

use crate::anywhere;
use powerboats_pilots::{CourseCache, Hint, MoveEnding, QuickRandom};
use powerboats_rules::{
    Action, Draw, Event, Hand, Hex, IllegalAction, Phase, PositionText, Race, Steer, outcomes, roll,
};

fn race(text: &str) -> Race {
    text.parse::<PositionText>().unwrap().race().unwrap()
}

fn hint(race: &Race) -> Hint {
    Hint::of(race, &CourseCache::default()).unwrap()
}

/// The race after a legal action, and its event.
fn then(race: &Race, action: Action) -> (Race, Event) {
    let mut race = race.clone();
    let event = race.apply(action).unwrap();
    (race, event)
}

/// Checks everything in a hint by playing it.
fn check(race: &Race, courses: &CourseCache) {
    match (race.phase(), Hint::of(race, courses)) {
        (Phase::Place(_), Some(Hint::Place(places))) => {
            assert_eq!(places.len(), race.free_places().len());
            assert!(places.is_sorted_by(|a, b| a.turns <= b.turns));
            places.iter().for_each(|place| drop(then(race, Action::Place(place.at, place.heading))));
        }
        (Phase::Dice(_), Some(Hint::Dice(dice))) => {
            assert!((1..=12).contains(&dice.len()));
            assert!(dice.is_sorted_by(|a, b| a.turns <= b.turns));
            assert!(dice.iter().all(|choice| choice.turns <= dice[0].turns + 2.0));
            for choice in &dice {
                let (rolling, _) = then(race, Action::Choose(choice.choice));
                assert_eq!(Hint::of(&rolling, courses), None, "chance decides");
                let [mut turns, mut crash, mut sink, mut finish] = [0.0; 4];
                let ways = 3f64.powi(choice.choice.rolls().into());
                for outcome in outcomes(choice.choice.rolls()) {
                    let (steering, _) = then(&rolling, Action::Roll(outcome.rolled));
                    let chance = outcome.ways as f64 / ways;
                    let Some(Hint::Steer(headings)) = Hint::of(&steering, courses) else { panic!("it steers") };
                    let best = headings[0].outcome.unwrap();
                    let (_, Event::Moved(moved)) = then(&steering, Action::Steer(headings[0].steer)) else {
                        panic!("steering moves")
                    };
                    turns += chance * f64::from(best.turns);
                    crash += if moved.option.crash() { chance } else { 0.0 };
                    sink += if moved.sunk && !moved.finished { chance } else { 0.0 };
                    finish += if moved.finished { chance } else { 0.0 };
                    let there = choice.landings.iter().find(|landing| {
                        (landing.at, landing.heading, landing.ending)
                            == (moved.option.end, moved.option.heading, best.ending)
                    });
                    assert!(there.is_some_and(|landing| landing.chance >= chance - 1e-12));
                }
                let said = [f64::from(choice.turns), choice.crash, choice.sink, choice.finish];
                for (said, found) in said.into_iter().zip([turns, crash, sink, finish]) {
                    assert!((said - found).abs() < 1e-4, "{choice:?}: {said} {found}");
                }
                let sum: f64 = choice.landings.iter().map(|landing| landing.chance).sum();
                assert!((sum - 1.0).abs() < 1e-9);
            }
        }
        (Phase::Steer(..), Some(Hint::Steer(headings))) => {
            assert_eq!(headings.len(), 3);
            for heading in headings {
                let mut race = race.clone();
                match (race.apply(Action::Steer(heading.steer)), heading.outcome) {
                    (Ok(Event::Moved(moved)), Ok(outcome)) => {
                        assert_eq!(moved.option, outcome.option);
                        let ending = match (moved.finished, moved.sunk, moved.option.crash()) {
                            (true, ..) => MoveEnding::Finishes,
                            (_, true, _) => MoveEnding::Sinks,
                            (_, _, true) => MoveEnding::Crashes,
                            _ => MoveEnding::Sails,
                        };
                        assert_eq!(outcome.ending, ending);
                        assert!(outcome.turns >= 1.0 && outcome.turns.is_finite());
                    }
                    (Err(refusal), Err(reason)) => assert_eq!(refusal, reason),
                    other => panic!("{other:?}"),
                }
            }
        }
        (_, None) => assert!(matches!(race.phase(), Phase::Chance(..) | Phase::Over)),
        (phase, hint) => panic!("{phase:?} {hint:?}"),
    }
}

#[test]
fn hints_agree_with_the_rules_on_any_position() {
    let mut chance = QuickRandom::new(3);
    let courses = CourseCache::default();
    let mut checked = 0;
    while checked < 60 {
        let Some(mut race) = anywhere::race(&mut chance, if checked % 6 == 0 { 12 } else { 4 }) else { continue };
        check(&race, &courses);
        let choices = race.hand().choices();
        let choice = choices.get(chance.below(choices.len()));
        race.apply(Action::Choose(choice)).unwrap();
        race.apply(Action::Roll(roll(choice.rolls(), &mut chance))).unwrap();
        check(&race, &courses);
        checked += 1;
    }
}

#[test]
fn there_are_hints_throughout_a_race() {
    let mut race = race(
        "12./12./12./5.2#5./12./12./12. e3E,k2,k6,b6 A-turns red:unplaced:-:0:start:0,white:unplaced:-:0:start:0 place:white",
    );
    let courses = CourseCache::default();
    let mut chance = QuickRandom::new(5);
    let mut turns = 0;
    while race.phase() != Phase::Over && turns < 60 {
        check(&race, &courses);
        let action = match (Hint::of(&race, &courses), race.phase()) {
            (Some(Hint::Place(places)), _) => Action::Place(places[0].at, places[0].heading),
            (Some(Hint::Dice(dice)), _) => Action::Choose(dice[0].choice),
            (Some(Hint::Steer(headings)), _) => Action::Steer(headings[0].steer),
            (None, Phase::Chance(_, choice)) => Action::Roll(roll(choice.rolls(), &mut chance)),
            (None, phase) => panic!("{phase:?}"),
        };
        turns += u32::from(matches!(action, Action::Steer(_)));
        race.apply(action).unwrap();
    }
    check(&race, &courses);
}

#[test]
fn a_boat_in_the_way_is_considered() {
    let open = "12./12./12./12./12. d3E,k1,k5,b5 A-turns red:c5E:2:0:finish:9,white:k2E:-:0:1:9 dice:red";
    let blocked = open.replace("white:k2E", "white:e5E");
    let lands = |text: &str| {
        let Hint::Dice(dice) = hint(&race(text)) else { panic!("red chooses") };
        let hold: Hand = "2".parse().unwrap();
        let held = dice.iter().find(|dice| dice.choice.hold == hold && dice.choice.count == 1).unwrap();
        (held.turns, held.landings.clone())
    };
    let (open, blocked) = (lands(open), lands(&blocked));
    let e5: Hex = "e5".parse().unwrap();
    assert!(blocked.1.iter().all(|landing| landing.at != e5), "white lies there");
    assert!(open.0 <= blocked.0, "a boat in the way helps nobody_decides here: {} {}", open.0, blocked.0);
}

#[test]
fn an_illegal_direction_has_a_reason() {
    // Rule 6.2: only a direction with room for the whole total is legal.
    let text = "12./12./12./12./12. d3E,k1,k5,b5 A-turns red:c5E:2:0:finish:9,white:k2E:-:0:1:9 steer:red:3";
    let mut race = race(text);
    let Hint::Steer(headings) = hint(&race) else { panic!("red steers") };
    let right = headings.iter().find(|heading| heading.steer == Steer::Right).unwrap();
    assert_eq!(right.outcome, Err(IllegalAction::Steer { steer: Steer::Right, run: 0, longest: 3 }));
    assert_eq!(race.apply(Action::Steer(Steer::Right)).unwrap_err(), right.outcome.unwrap_err());
    assert_eq!(headings[2], *right, "what is forbidden comes last");
}

#[test]
fn a_lake_that_is_only_the_line_has_hints_too() {
    let text = "7#/#4.2#/7# a2E,g1,g3,a3 A-turns red:b2E:332:3:start:9,white:c2W:-:0:1:9 dice:red";
    let courses = CourseCache::default();
    for dice in ["-", "3", "332", "33221111", "333322221111", "33333333333333333333333333333333"] {
        let race = race(&text.replace(":332:", &format!(":{dice}:")));
        check(&race, &courses);
    }
}
