//! Benchmarks of the ladder: every pilot against the one below, the conduct of all, and a newcomer's first race.

use powerboats_pilots::{
    CourseCache, Newcomer, Pilot, PilotKind,
    arena::{Fixture, MatchResult, Mean, play},
};
use powerboats_rules::Sides;
use std::{
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

const SEED: u64 = 2026;
/// Every lake gives two duels, because the pilots change seats.
const LAKES: u64 = 500;
/// The Admiral's number.
const ADMIRAL: usize = PilotKind::LADDER.len() - 1;
/// A newcomer's first races.
const FIRST_RACES: u64 = 500;
/// A newcomer should need at most this many turns.
const IN_TIME: u32 = 40;

/// All kinds; the Admiral thinks only briefly.
static KINDS: LazyLock<Vec<PilotKind>> = LazyLock::new(|| {
    let brief = |kind| match kind {
        PilotKind::Admiral(_) => PilotKind::Admiral(Duration::from_millis(5)),
        kind => kind,
    };
    PilotKind::ALL.map(brief).to_vec()
});

/// The number of the pilot that each pilot meets: a step of the ladder meets the one below, another pilot its equal.
fn rival(number: usize) -> Option<usize> {
    let step = KINDS[number].step();
    if number < PilotKind::LADDER.len() { step.checked_sub(1) } else { Some(step) }
}

/// The results of one pilot's duels.
#[derive(Clone, Debug, Default)]
struct Duels {
    /// One list for each duel: of the pilot, then of its rival.
    matches: Vec<Vec<MatchResult>>,
}

impl Duels {
    fn wins(&self) -> Mean {
        Mean::of(self.matches.iter().map(|duel| duel[0].wins))
    }
}

/// The duels of all pilots but the Admiral, by the number of the pilot.
static QUICK: LazyLock<Vec<Duels>> = LazyLock::new(|| {
    let quick = duels(|number| number != ADMIRAL);
    print_table(&quick, |number| number != ADMIRAL);
    quick
});

/// The Admiral's duels. They take longer than all others together.
static ADMIRALS: LazyLock<Duels> = LazyLock::new(|| {
    let duels = duels(|number| number == ADMIRAL);
    print_table(&duels, |number| number == ADMIRAL);
    duels[ADMIRAL].clone()
});

/// All duels, by the number of the pilot.
static LADDER: LazyLock<Vec<Duels>> = LazyLock::new(|| {
    let mut ladder = QUICK.clone();
    ladder[ADMIRAL] = ADMIRALS.clone();
    ladder
});

/// Plays the duels of the pilots with these numbers.
fn duels(wanted: impl Fn(usize) -> bool + Sync) -> Vec<Duels> {
    let all = Mutex::new(vec![Duels::default(); KINDS.len()]);
    on_all_cores(LAKES, |lake| {
        // One cache for all duels on a lake: solving its courses takes longer than a duel.
        let courses = CourseCache::new();
        let pairs = (0..KINDS.len()).filter(|&number| wanted(number));
        for (number, rival) in pairs.filter_map(|number| Some((number, rival(number)?))) {
            for seat in 0..2 {
                let mut pilots = [number, rival].map(|number| KINDS[number].pilot(&courses));
                let fixture =
                    Fixture { sides: Sides::Mixed, races: 3, seed: SEED, number: 2 * lake + seat, lakes: None };
                let results = play(&mut pilots, fixture, &courses);
                all.lock().expect("no duel panics")[number].matches.push(results);
            }
        }
    });
    all.into_inner().expect("no duel panics")
}

/// Calls `work` with every number below `count`, on all cores.
fn on_all_cores(count: u64, work: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count) {
                    work(number);
                }
            });
        }
    });
}

/// One pilot in all its races.
struct Conduct {
    turns: f64,
    finished: f64,
    crashes: f64,
    sinkings: f64,
    idle: u32,
    circles: u32,
    races: f64,
}

impl Conduct {
    /// In the duels against the rival below, and in those against the pilots above.
    fn of(ladder: &[Duels], pilot: usize) -> Conduct {
        let own = ladder[pilot].matches.iter().map(|duel| duel[0]);
        let above = (0..ladder.len()).filter(|&other| rival(other) == Some(pilot));
        let all: Vec<MatchResult> =
            own.chain(above.flat_map(|other| ladder[other].matches.iter().map(|duel| duel[1]))).collect();
        let races = 3.0 * all.len() as f64;
        let sum = |of: fn(&MatchResult) -> u32| all.iter().map(of).sum::<u32>();
        let (finished, each) = (f64::from(sum(|r| r.finished)), |count: u32| f64::from(count) / races);
        Conduct {
            turns: f64::from(sum(|r| r.turns)) / finished,
            finished: 100.0 * finished / races,
            crashes: each(sum(|r| r.crashes)),
            sinkings: 100.0 * each(sum(|r| r.sinkings)),
            idle: sum(|r| r.idle),
            circles: sum(|r| r.circles),
            races,
        }
    }
}

/// Prints the rows of the pilots with these numbers.
fn print_table(ladder: &[Duels], wanted: impl Fn(usize) -> bool) {
    println!("pilot      duels won against       turns  finished  crashes   sunk  idle  circles");
    for (number, kind) in KINDS.iter().enumerate().filter(|(number, _)| wanted(*number)) {
        let won = rival(number).map(|rival| (ladder[number].wins(), KINDS[rival].name()));
        let won = won.map(|(won, rival)| format!("{:.1} ± {:.1} % {rival}", 100.0 * won.mean, 100.0 * won.error));
        let Conduct { turns, finished, crashes, sinkings, idle, circles, .. } = Conduct::of(ladder, number);
        let won = won.unwrap_or_default();
        println!(
            "{kind:<9}  {won:<22} {turns:>6.1}  {finished:>6.2} %  {crashes:>7.2}  {sinkings:>4.1} %  {idle:>4}  {circles:>7}"
        );
    }
}

/// Of a hundred duels, those that this pilot wins. Not for the Admiral.
pub fn won_by(name: &str) -> f64 {
    let number = KINDS.iter().position(|kind| kind.name() == name).expect("the name of a pilot");
    100.0 * QUICK[number].wins().mean
}

/// How far above one half the Admiral's share of duels is, in standard errors.
pub fn admiral() -> f64 {
    let wins = ADMIRALS.wins();
    (wins.mean - 0.5) / wins.error
}

/// The smallest share of races that a pilot finishes, in percent.
pub fn finished() -> f64 {
    (0..KINDS.len()).map(|number| Conduct::of(&LADDER, number).finished).fold(f64::INFINITY, f64::min)
}

/// Turns at rest without need, of all pilots.
pub fn idle() -> f64 {
    (0..KINDS.len()).map(|number| f64::from(Conduct::of(&LADDER, number).idle)).sum()
}

/// Races of a thousand in which the worst pilot goes round in circles.
pub fn circles() -> f64 {
    let share = |number| Conduct::of(&LADDER, number);
    let shares = (0..KINDS.len()).map(share).map(|conduct| 1000.0 * f64::from(conduct.circles) / conduct.races);
    shares.fold(0.0, f64::max)
}

/// A newcomer's results in first races against [`PilotKind::FIRST_RIVALS`].
static NEWCOMER: LazyLock<Vec<MatchResult>> = LazyLock::new(|| {
    let results = Mutex::new(Vec::new());
    on_all_cores(FIRST_RACES, |number| {
        let courses = CourseCache::new();
        let rivals = PilotKind::FIRST_RIVALS.iter().map(|kind| kind.pilot(&courses));
        let newcomer: Box<dyn Pilot> = Box::new(Newcomer::new(Arc::clone(&courses)));
        let mut pilots: Vec<_> = std::iter::once(newcomer).chain(rivals).collect();
        let result =
            play(&mut pilots, Fixture { sides: Sides::Dark, races: 1, seed: SEED, number, lakes: None }, &courses)[0];
        results.lock().expect("no race panics").push(result);
    });
    results.into_inner().expect("no race panics")
});

/// The share of first races that the newcomer wins, in percent.
pub fn newcomer_wins() -> f64 {
    let wins = Mean::of(NEWCOMER.iter().map(|result| result.wins));
    let finished: u32 = NEWCOMER.iter().map(|result| result.finished).sum();
    let turns: u32 = NEWCOMER.iter().map(|result| result.turns).sum();
    println!(
        "A newcomer wins {:.1} ± {:.1} % of first races, and needs {:.1} turns",
        100.0 * wins.mean,
        100.0 * wins.error,
        f64::from(turns) / f64::from(finished)
    );
    100.0 * wins.mean
}

/// The share of first races that the newcomer finishes within 40 turns, in percent.
pub fn newcomer_in_time() -> f64 {
    let in_time = NEWCOMER.iter().filter(|result| result.finished == 1 && result.turns <= IN_TIME).count();
    100.0 * in_time as f64 / NEWCOMER.len() as f64
}
