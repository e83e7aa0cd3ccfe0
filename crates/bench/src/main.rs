//! Runs the benchmarks: `make bench` runs all, `make bench-NAME` runs one. Each prints a line with its figure and its bar.

mod analysis;
mod cache;
mod counting;
mod histories;
mod ladder;
mod pilots;
mod ratings;
mod season;
mod solve;

use powerboats_pilots::QuickRandom;
use powerboats_referee::Referee;
use powerboats_rules::{
    Course, Draw, Phase, Race, Scoring, Seats, Sides, draw_lake, draw_starter, random_action, random_turn,
};
use std::{sync::Arc, time::Instant};

#[global_allocator]
static ALLOCATOR: counting::CountingAllocator = counting::CountingAllocator;

/// The value that a figure has to meet.
enum Bar {
    AtLeast(f64),
    AtMost(f64),
    Within(f64, f64),
}

struct Bench {
    name: &'static str,
    unit: &'static str,
    bar: Bar,
    measure: fn() -> f64,
}

const BENCHES: &[Bench] = &[
    Bench { name: "turns", unit: "million turns/s", bar: Bar::AtLeast(10.0), measure: turns },
    Bench { name: "allocations", unit: "allocations/million turns", bar: Bar::AtMost(0.0), measure: allocations },
    Bench { name: "course", unit: "ms/lake and course", bar: Bar::AtMost(5.0), measure: course },
    Bench { name: "referee", unit: "thousand turns/s", bar: Bar::AtLeast(10.0), measure: referee },
    Bench { name: "solve", unit: "ms/course", bar: Bar::AtMost(40.0), measure: solve::solve_ms },
    Bench { name: "solve-memory", unit: "MiB", bar: Bar::AtMost(32.0), measure: solve::solve_mib },
    Bench { name: "solve-error", unit: "thousandths of a turn", bar: Bar::AtMost(1.0), measure: solve::solve_error },
    Bench { name: "solve-parallel", unit: "times one core", bar: Bar::AtLeast(1.7), measure: solve::solve_parallel },
    Bench { name: "solved-cache", unit: "% solved again", bar: Bar::AtMost(5.0), measure: cache::solved_again },
    Bench { name: "solved-cache-memory", unit: "MiB", bar: Bar::AtMost(1024.0), measure: cache::peak_mib },
    Bench { name: "restore", unit: "ms/course", bar: Bar::AtMost(8.0), measure: cache::restore_ms },
    Bench { name: "captain", unit: "µs/decision", bar: Bar::AtMost(1.0), measure: pilots::captain },
    Bench { name: "simulation", unit: "million boat-turns/s", bar: Bar::AtLeast(4.0), measure: pilots::simulation },
    Bench { name: "analysis", unit: "s/match", bar: Bar::AtMost(3.0), measure: analysis::analysis },
    Bench { name: "season-play", unit: "s", bar: Bar::AtMost(60.0), measure: season::seconds },
    Bench { name: "season-page", unit: "ms", bar: Bar::AtMost(50.0), measure: season::page_p99 },
    Bench { name: "season-ladder-page", unit: "ms", bar: Bar::AtMost(50.0), measure: season::ladder_p99 },
    Bench { name: "season-profile", unit: "ms", bar: Bar::AtMost(50.0), measure: season::profile_p99 },
    Bench { name: "admiral", unit: "σ over Captain", bar: Bar::AtLeast(3.0), measure: pilots::admiral_beats_captain },
    step("ladder-deckhand", || ladder::won_by("deckhand")),
    step("ladder-bosun", || ladder::won_by("bosun")),
    step("ladder-mate", || ladder::won_by("mate")),
    step("ladder-skipper", || ladder::won_by("skipper")),
    step("ladder-commander", || ladder::won_by("commander")),
    step("ladder-captain", || ladder::won_by("captain")),
    equal("ladder-turtle", || ladder::won_by("turtle")),
    equal("ladder-gambler", || ladder::won_by("gambler")),
    equal("ladder-fox", || ladder::won_by("fox")),
    Bench {
        name: "ladder-newcomer",
        unit: "% of first races won",
        bar: Bar::Within(40.0, 60.0),
        measure: ladder::newcomer_wins,
    },
    Bench {
        name: "ladder-newcomer-turns",
        unit: "% of first races finished in 40 turns",
        bar: Bar::AtLeast(98.0),
        measure: ladder::newcomer_in_time,
    },
    Bench { name: "ladder-admiral", unit: "σ over Captain", bar: Bar::AtLeast(3.0), measure: ladder::admiral },
    Bench {
        name: "ladder-finished",
        unit: "% of races, the worst",
        bar: Bar::AtLeast(98.0),
        measure: ladder::finished,
    },
    Bench { name: "ratings-million", unit: "s/million matches", bar: Bar::AtMost(20.0), measure: ratings::million },
    Bench { name: "ratings-elo", unit: "σ better than Elo", bar: Bar::AtLeast(3.0), measure: ratings::over_elo },
    Bench {
        name: "ratings-calibration",
        unit: "points off, the worst decile",
        bar: Bar::AtMost(2.0),
        measure: ratings::calibration,
    },
    Bench { name: "ladder-idle", unit: "idle turns", bar: Bar::AtMost(0.0), measure: ladder::idle },
    Bench {
        name: "ladder-circles",
        unit: "races in circles of 1,000",
        bar: Bar::AtMost(1.0),
        measure: ladder::circles,
    },
];

/// A step of the ladder: how many of a hundred duels it wins against the step below.
const fn step(name: &'static str, measure: fn() -> f64) -> Bench {
    Bench { name, unit: "% of duels won", bar: Bar::Within(58.0, 72.0), measure }
}

/// A pilot with a manner of its own: how many of a hundred duels it wins against the step that it is as strong as.
const fn equal(name: &'static str, measure: fn() -> f64) -> Bench {
    Bench { name, unit: "% of duels won", bar: Bar::Within(42.0, 58.0), measure }
}

/// Does this name select a bench? `ladder` selects all whose names begin with `ladder-`, because none is called `ladder` itself.
fn selects(name: &str, bench: &Bench) -> bool {
    let group = BENCHES.iter().all(|other| other.name != name);
    bench.name == name || group && bench.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'))
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let names = || BENCHES.iter().map(|bench| bench.name).collect::<Vec<_>>().join(", ");
    if let Some(unknown) = wanted.iter().find(|name| !BENCHES.iter().any(|bench| selects(name, bench))) {
        eprintln!("unknown benchmark {unknown:?}: expected one of {}", names());
        std::process::exit(2);
    }
    for bench in BENCHES.iter().filter(|bench| wanted.is_empty() || wanted.iter().any(|name| selects(name, bench))) {
        let (figure, unit) = ((bench.measure)(), bench.unit);
        let (bar, ok) = match bench.bar {
            Bar::AtLeast(bar) => (format!("≥ {bar}"), figure >= bar),
            Bar::AtMost(bar) => (format!("≤ {bar}"), figure <= bar),
            Bar::Within(least, most) => (format!("{least} to {most}"), (least..=most).contains(&figure)),
        };
        let verdict = if ok { "ok" } else { "SHORT" };
        println!("bench {}: {figure:.3} {unit} (bar: {bar} {unit}) {verdict}", bench.name);
    }
}

/// A new race of four boats on a random lake.
fn race(draw: &mut impl Draw) -> Race {
    let seats = Seats::new(powerboats_rules::Color::ALL.into_iter().take(4)).expect("four players");
    let (_, course) = draw_lake(Sides::Mixed, 4, draw);
    let starter = seats.starter(&draw_starter(seats, draw)).expect("the rolls are not tied");
    Race::new(Arc::new(course), 1, Scoring::Classic, seats, starter, Default::default()).expect("a valid course")
}

/// Plays `turns` random legal turns. When a race ends, the next one begins. Returns the number of turns in finished races.
fn play(races: &[Race], turns: u64, draw: &mut impl Draw) -> u64 {
    let mut taken = 0;
    let mut sum = 0;
    for start in races.iter().cycle() {
        let mut race = start.clone();
        while random_turn(&mut race, draw).is_some() {
            taken += 1;
            if taken == turns {
                return sum;
            }
        }
        sum += race.boats().iter().map(|boat| u64::from(boat.turns)).sum::<u64>();
    }
    sum
}

/// Races in which all boats are placed, so that only turns are measured.
fn placed_races(draw: &mut QuickRandom) -> Vec<Race> {
    let mut races: Vec<Race> = (0..16).map(|_| race(draw)).collect();
    for race in &mut races {
        while let Phase::Place(_) = race.phase() {
            let action = random_action(race, draw).expect("a boat to place");
            race.apply(action).expect("a free place");
        }
    }
    races
}

/// Million random legal turns per second.
fn turns() -> f64 {
    let mut draw = QuickRandom::new(1);
    let races = placed_races(&mut draw);
    let best = (0..7).map(|_| {
        let begin = Instant::now();
        let sum = play(&races, 4_000_000, &mut draw);
        assert!(sum > 3_900_000, "nearly all turns must belong to finished races");
        4.0 / begin.elapsed().as_secs_f64()
    });
    best.fold(0.0, f64::max)
}

/// Allocations in a million random turns.
fn allocations() -> f64 {
    let mut draw = QuickRandom::new(2);
    let races = placed_races(&mut draw);
    let before = counting::allocations();
    play(&races, 1_000_000, &mut draw);
    (counting::allocations() - before) as f64
}

/// Milliseconds to lay the tiles and compute all tables of a course, including the check that it can be finished.
fn course() -> f64 {
    let mut draw = QuickRandom::new(3);
    let layouts: Vec<_> = (0..50).map(|_| draw_lake(Sides::Mixed, 6, &mut draw)).collect();
    let best = (0..5).map(|_| {
        let begin = Instant::now();
        for (layout, course) in &layouts {
            let again = Course::new(layout.lake(), *course.plan()).expect("a valid course");
            assert!(again.is_playable(6));
        }
        begin.elapsed().as_secs_f64() * 1000.0 / layouts.len() as f64
    });
    best.fold(f64::MAX, f64::min)
}

/// Thousand turns per second through the referee. Each turn asks `legal`, `dice`, `legal` and `steer`, as a bot would.
fn referee() -> f64 {
    let mut referee = Referee::new(4);
    let mut draw = QuickRandom::new(4);
    let mut ask = |line: &str| referee.answer(line.as_bytes());
    let mut turns = 0;
    let mut seed = 0;
    let begin = Instant::now();
    while turns < 40_000 {
        seed += 1;
        let players = r#"["orange","black","red","white"]"#;
        let mut answer = ask(&format!(r#"{{"op":"match","players":{players},"side":"mixed","seed":{seed}}}"#));
        while answer.contains(r#""phase":"place""#) {
            let places = ask(r#"{"op":"legal"}"#);
            let place = places.split('"').nth(5).expect("a free place");
            answer = ask(&format!(r#"{{"op":"place","at":"{place}","heading":"NE"}}"#));
        }
        for _ in 0..400 {
            ask(r#"{"op":"legal"}"#);
            let dice = ask(r#"{"op":"dice","hold":[],"count":1}"#);
            if dice.starts_with(r#"{"error"#) {
                break; // one die is not allowed here: go on to the next match
            }
            ask(r#"{"op":"legal"}"#);
            let options: Vec<&str> = dice.split(r#""to":""#).skip(1).filter_map(|o| o.split('"').next()).collect();
            let to = options[draw.below(options.len() as u32) as usize];
            let moved = ask(&format!(r#"{{"op":"steer","to":"{to}"}}"#));
            assert!(moved.starts_with(r#"{"ok":{"move""#), "{moved}");
            turns += 1;
            if moved.contains("race_result") {
                break;
            }
        }
    }
    f64::from(turns) / begin.elapsed().as_secs_f64() / 1000.0
}
