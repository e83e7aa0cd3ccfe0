//! Benchmarks: how fast pilots decide, how fast races are simulated, and how strong the pilots are.

use powerboats_pilots::{
    CourseCache, PilotKind, QuickRandom, Score,
    arena::{MatchResult, Mean, play_match},
    simulation::{SimulatedRace, Simulator},
};
use powerboats_rules::{Action, Phase, Race, Sides, roll};
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// Microseconds per decision of a Captain on a solved course.
pub fn captain() -> f64 {
    let mut draw = QuickRandom::new(11);
    let courses = CourseCache::new();
    let mut captain = PilotKind::Captain.pilot(&courses);
    let races: Vec<Race> = (0..3).map(|_| crate::race(&mut draw)).collect();
    for race in &races {
        courses.of(race.course()).solution(); // solve it before the measurement
    }
    let mut best = f64::MAX;
    for _ in 0..5 {
        let (mut time, mut decisions) = (Duration::ZERO, 0);
        for start in races.iter().cycle().take(60) {
            let mut race = start.clone();
            let score = Score::of_race(&race);
            while race.phase() != Phase::Over {
                let action = match race.phase() {
                    Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), &mut draw)),
                    phase => {
                        let begin = Instant::now();
                        let action = captain.decide(&race, &score, &mut draw);
                        if !matches!(phase, Phase::Place(_)) {
                            time += begin.elapsed();
                            decisions += 1;
                        }
                        action
                    }
                };
                race.apply(action).expect("a legal decision");
            }
        }
        best = best.min(time.as_secs_f64() * 1e6 / f64::from(decisions));
    }
    best
}

/// Million boat-turns per second in simulated races of four Captains, with all rules.
pub fn simulation() -> f64 {
    let mut draw = QuickRandom::new(12);
    let courses = CourseCache::new();
    let mut race = crate::race(&mut draw);
    let mut captain = PilotKind::Captain.pilot(&courses);
    let score = Score::of_race(&race);
    while let Phase::Place(_) = race.phase() {
        let action = captain.decide(&race, &score, &mut draw);
        race.apply(action).expect("a legal decision");
    }
    let known = courses.of(race.course());
    let simulated = SimulatedRace::of(&race).expect("all boats are placed");
    let mut simulator = Simulator::new(known.solution());
    let mut best: f64 = 0.0;
    for _ in 0..6 {
        let (begin, before) = (Instant::now(), simulator.turns);
        for _ in 0..4_000 {
            let mut race = simulated.clone();
            simulator.play_out(known.solution(), &mut race, &mut draw);
            assert!(race.is_over());
        }
        best = best.max((simulator.turns - before) as f64 / begin.elapsed().as_secs_f64() / 1e6);
    }
    best
}

/// The first pilot's lead over the mean of three others in points per match, in standard errors, over 1,000 matches.
fn strength(first: PilotKind, others: PilotKind) -> f64 {
    const MATCHES: u64 = 1_000;
    let kinds = [first, others.clone(), others.clone(), others];
    let next = AtomicU64::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let play = || {
        let mut lead = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= MATCHES {
                return lead;
            }
            let results: Vec<MatchResult> = play_match(&kinds, Sides::Mixed, 2026, number);
            let points: Vec<f64> = results.iter().map(|result| result.points as f64).collect();
            lead.push(points[0] - points[1..].iter().sum::<f64>() / 3.0);
        }
    };
    let leads: Vec<f64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(play)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no match panics")).collect()
    });
    let lead = Mean::of(leads.iter().copied());
    eprintln!("{:.3} points ± {:.3} per match ahead of the mean of the three others", lead.mean, lead.error);
    lead.mean / lead.error
}

/// Admiral, with 5 ms per decision, against three Captains.
pub fn admiral_beats_captain() -> f64 {
    strength(PilotKind::Admiral(Duration::from_millis(5)), PilotKind::Captain)
}
