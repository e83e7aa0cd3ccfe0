//! The reach of a choice agrees with playing every roll and every direction.

use powerboats_pilots::{MoveEnding, Reach, outlook};
use powerboats_rules::{Action, DiceChoice, Event, Hand, Hex, Leg, Move, PositionText, Race, Steer, outcomes};
use std::collections::BTreeMap;

const POSITIONS: [&str; 3] = [
    // Open water with an island and two boats in the way.
    "12./12./12./5.2#5./12./12./12. d3E,k2,k6,b6 A-turns red:f5E:32:0:1:4,white:h5E:1:0:1:4 dice:red",
    // A boat in a corner that is close to sinking.
    "12./12./12./12./12. d3E,k1,k5,b5 C-turns red:k3E:332:3k2:3:14,white:finished:31:0:finish:13 dice:red",
    // Two hexes from the finish.
    "12./12./12./12./12. d3E,k1,k5,b5 C-turns red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red",
];

fn races() -> impl Iterator<Item = Race> {
    POSITIONS.into_iter().map(|text| text.parse::<PositionText>().unwrap().race().unwrap())
}

#[test]
fn r4_2_reach_agrees_with_playing_every_roll_and_every_direction() {
    for race in races() {
        let boat = *race.boats().iter().find(|boat| Some(boat.color) == race.phase().turn()).unwrap();
        for choice in boat.hand.choices().iter() {
            let reach = Reach::of(&race, choice).unwrap();
            let (mut crash, mut damage) = (0.0, 0.0);
            for outcome in outcomes(choice.rolls()) {
                let chance = outcome.ways as f64 / 3f64.powi(choice.rolls().into());
                let mut rolled = race.clone();
                rolled.apply(Action::Choose(choice)).unwrap();
                rolled.apply(Action::Roll(outcome.rolled)).unwrap();
                let total = choice.hold.with(outcome.rolled).total();
                assert!((reach.totals.0..=reach.totals.1).contains(&total));
                let mut taken = Vec::new();
                for steer in Steer::ALL {
                    let Ok(Event::Moved(moved)) = rolled.clone().apply(Action::Steer(steer)) else { continue };
                    taken.push(moved.option.damage);
                    let ending = match moved {
                        _ if moved.finished => MoveEnding::Finishes,
                        _ if moved.sunk => MoveEnding::Sinks,
                        _ if moved.option.crash() => MoveEnding::Crashes,
                        _ => MoveEnding::Sails,
                    };
                    let end = reach
                        .ends
                        .iter()
                        .find(|end| (end.steer, end.at, end.ending) == (steer, moved.option.end, ending));
                    let end = end.unwrap_or_else(|| panic!("{steer} to {} is missing", moved.option.end));
                    assert!(end.chance > chance - 1e-12 && end.damage >= moved.option.damage);
                    assert_eq!((end.heading, end.leg), (moved.option.heading, moved.progress.leg));
                }
                // Rule 4.3: the damage is the same in every legal direction.
                assert!(taken.iter().all(|one| *one == taken[0]));
                crash += if taken[0] > 0 { chance } else { 0.0 };
                damage += chance * f64::from(taken[0]);
            }
            assert!((reach.crash - crash).abs() < 1e-12 && (reach.damage - damage).abs() < 1e-12);
        }
    }
}

#[test]
fn the_chances_of_a_direction_add_up_to_at_most_one() {
    for race in races() {
        for choice in race.hand().choices().iter() {
            let reach = Reach::of(&race, choice).unwrap();
            for steer in Steer::ALL {
                let sum: f64 = reach.ends.iter().filter(|end| end.steer == steer).map(|end| end.chance).sum();
                assert!(sum < 1.0 + 1e-12);
            }
            assert!(!reach.ends.is_empty());
        }
    }
}

#[test]
fn an_illegal_choice_has_no_reach() {
    let race = races().next().unwrap();
    assert_eq!(Reach::of(&race, DiceChoice { hold: "33".parse().unwrap(), count: 2 }), None);
    let mut steering = race.clone();
    steering.apply(Action::Choose(DiceChoice { hold: "32".parse().unwrap(), count: 2 })).unwrap();
    assert_eq!(Reach::of(&steering, DiceChoice { hold: Hand::EMPTY, count: 1 }), None);
}

#[test]
fn the_risk_of_sinking_is_exact() {
    let race = races().nth(1).unwrap();
    let all = Reach::of(&race, DiceChoice { hold: race.hand(), count: 3 }).unwrap();
    assert_eq!((all.crash, all.sink, all.finish), (1.0, 1.0, 0.0));
    assert!(all.ends.iter().all(|end| end.ending == MoveEnding::Sinks));
}

/// Every place after two turns without a crash, by playing them. The other boat has finished, so the turns follow each other.
fn played_twice(race: &Race, choice: DiceChoice) -> BTreeMap<Hex, (MoveEnding, Leg)> {
    let mut found = BTreeMap::new();
    let mut keep = |moved: &Move, ending: MoveEnding| {
        let known = found.entry(moved.option.end).or_insert((ending, moved.progress.leg));
        *known = (known.0.max(ending), known.1.max(moved.progress.leg));
    };
    for (moved, then) in safe_turns(race, choice) {
        if moved.finished {
            keep(&moved, MoveEnding::Finishes);
            continue;
        }
        for next in then.hand().choices().iter() {
            for (moved, _) in safe_turns(&then, next) {
                keep(&moved, if moved.finished { MoveEnding::Finishes } else { MoveEnding::Sails });
            }
        }
    }
    found
}

/// All turns without a crash after this choice.
fn safe_turns(race: &Race, choice: DiceChoice) -> Vec<(Move, Race)> {
    let mut turns = Vec::new();
    for outcome in outcomes(choice.rolls()) {
        for steer in Steer::ALL {
            let mut race = race.clone();
            race.apply(Action::Choose(choice)).unwrap();
            race.apply(Action::Roll(outcome.rolled)).unwrap();
            let Ok(Event::Moved(moved)) = race.apply(Action::Steer(steer)) else { continue };
            if !moved.option.crash() {
                turns.push((moved, race));
            }
        }
    }
    turns
}

#[test]
fn r4_2_the_outlook_agrees_with_playing_two_turns() {
    for race in races().skip(1) {
        for choice in race.hand().choices().iter() {
            let seen = outlook(&race, choice).unwrap();
            let seen: BTreeMap<Hex, _> = seen.into_iter().map(|later| (later.at, (later.ending, later.leg))).collect();
            assert_eq!(seen, played_twice(&race, choice), "{choice:?}");
        }
    }
}

#[test]
fn r4_2_an_illegal_choice_has_no_outlook() {
    let race = races().next().unwrap();
    assert_eq!(outlook(&race, DiceChoice { hold: "111".parse().unwrap(), count: 3 }), None);
}
