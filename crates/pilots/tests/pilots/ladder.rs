//! The ladder: every step finishes its races, does not idle, and is stronger than steps well below it.

use powerboats_pilots::{
    CourseCache, Human, Newcomer, Pilot, PilotKind, QuickRandom, Score, Traits,
    arena::{Fixture, MatchResult, play},
};
use powerboats_rules::{Action, Color, Phase, Race, Scoring, Seats, Sides, draw_lake, roll};
use std::{sync::Arc, time::Duration};

/// The Admiral thinks only briefly.
fn brief(kind: &PilotKind) -> PilotKind {
    match kind {
        PilotKind::Admiral(_) => PilotKind::Admiral(Duration::from_millis(1)),
        kind => kind.clone(),
    }
}

type MakePilot = fn(&Arc<CourseCache>) -> Box<dyn Pilot>;

fn newcomer(courses: &Arc<CourseCache>) -> Box<dyn Pilot> {
    Box::new(Newcomer::new(courses.clone()))
}

/// The sum of a pilot's results.
fn total(results: impl Iterator<Item = MatchResult>) -> MatchResult {
    results.fold(MatchResult::default(), |sum, result| MatchResult {
        wins: sum.wins + result.wins,
        finished: sum.finished + result.finished,
        turns: sum.turns + result.turns,
        idle: sum.idle + result.idle,
        circles: sum.circles + result.circles,
        ..sum
    })
}

/// Duels of each pair, two on each lake.
fn duels(pairs: &[[PilotKind; 2]], lakes: u64) -> Vec<[MatchResult; 2]> {
    let mut results = vec![Vec::new(); pairs.len()];
    for lake in 0..lakes {
        let courses = CourseCache::new();
        for (pair, results) in pairs.iter().zip(&mut results) {
            for seat in 0..2 {
                let mut pilots = pair.each_ref().map(|kind| brief(kind).pilot(&courses));
                let fixture = Fixture { sides: Sides::Mixed, races: 3, seed: 13, number: 2 * lake + seat, lakes: None };
                results.push(play(&mut pilots, fixture, &courses));
            }
        }
    }
    results.iter().map(|all| [0, 1].map(|i| total(all.iter().map(|duel| duel[i])))).collect()
}

#[test]
fn every_pilot_finishes_and_none_idles_or_goes_round_in_circles() {
    let mut pairs: Vec<[PilotKind; 2]> =
        PilotKind::ALL.chunks(2).map(|pair| [pair[0].clone(), pair[pair.len() - 1].clone()]).collect();
    // The last kind would meet itself.
    pairs[5] = [PilotKind::Fox, PilotKind::Rookie];
    let lakes = 34;
    for (pair, results) in pairs.iter().zip(duels(&pairs, lakes)) {
        for (kind, result) in pair.iter().zip(results) {
            let races = 6 * lakes as u32;
            assert!(races > 200);
            assert_eq!(result.idle, 0, "{kind} idles");
            assert!(result.circles <= 1, "{kind}: {} circles", result.circles);
            assert!(result.finished * 100 >= races * 96, "{kind} finished {} of {races}", result.finished);
        }
    }
}

#[test]
fn two_steps_up_the_ladder_are_clearly_stronger() {
    let ladder = &PilotKind::LADDER;
    let pairs: Vec<[PilotKind; 2]> = (2..7).map(|step| [ladder[step].clone(), ladder[step - 2].clone()]).collect();
    for (pair, [stronger, weaker]) in pairs.iter().zip(duels(&pairs, 30)) {
        assert!(stronger.wins > weaker.wins, "{pair:?}: {} to {}", stronger.wins, weaker.wins);
        let turns = |result: MatchResult| f64::from(result.turns) / f64::from(result.finished);
        assert!(turns(stronger) < turns(weaker), "{pair:?}: {} and {}", turns(stronger), turns(weaker));
    }
}

/// A race of two boats on a random lake.
fn race(seed: u64) -> Race {
    let mut draw = QuickRandom::new(seed);
    let (_, course) = draw_lake(Sides::Dark, 2, &mut draw);
    let seats = Seats::new([Color::Red, Color::White]).unwrap();
    Race::new(Arc::new(course), 1, Scoring::Turns, seats, Color::Red, Default::default()).unwrap()
}

/// Plays a race to its end, and returns all actions.
fn actions(mut race: Race, pilots: &mut [Box<dyn Pilot>; 2], seed: u64) -> Vec<Action> {
    let (mut draw, mut actions) = (QuickRandom::new(seed), Vec::new());
    while let Some(color) = race.phase().turn() {
        let action = match race.phase() {
            Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), &mut draw)),
            _ => pilots[usize::from(color == Color::White)].decide(&race, &Score::of_race(&race), &mut draw),
        };
        race.apply(action).unwrap();
        actions.push(action);
    }
    actions
}

#[test]
fn without_weaknesses_a_human_plays_as_well_as_the_captain() {
    let courses = CourseCache::new();
    let human = || -> Box<dyn Pilot> { Box::new(Human::new("Perfect", Traits::PERFECT, courses.clone())) };
    let captain = || PilotKind::Captain.pilot(&courses);
    let turns = |make: &dyn Fn() -> Box<dyn Pilot>| {
        let of = |seed| actions(race(7), &mut [make(), make()], seed).len() as f64;
        (0..40).map(of).sum::<f64>() / 40.0
    };
    let (human, captain) = (turns(&human), turns(&captain));
    assert!((human - captain).abs() < 0.05 * captain, "{human} {captain}");
}

#[test]
fn the_same_draws_give_the_same_decisions() {
    let courses = CourseCache::new();
    for kind in PilotKind::ALL.each_ref().map(brief) {
        let play = || actions(race(3), &mut [kind.pilot(&courses), kind.pilot(&courses)], 5);
        assert_eq!(play(), play(), "{kind}");
    }
}

#[test]
fn a_newcomer_who_takes_every_suggestion_finishes_in_time() {
    let make: MakePilot = newcomer;
    let rivals = PilotKind::FIRST_RIVALS;
    let races = 60;
    let mut in_time = 0;
    for number in 0..races {
        let courses = CourseCache::new();
        let mut pilots: Vec<_> =
            std::iter::once(make(&courses)).chain(rivals.iter().map(|kind| kind.pilot(&courses))).collect();
        let result =
            play(&mut pilots, Fixture { sides: Sides::Dark, races: 1, seed: 4, number, lakes: None }, &courses)[0];
        in_time += u32::from(result.finished == 1 && result.turns <= 40);
        assert_eq!(result.circles, 0);
    }
    assert!(in_time * 10 >= races as u32 * 9, "{in_time} of {races} races in 40 turns");
}
