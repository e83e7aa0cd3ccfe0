//! The solver's bars: time, memory, exactness, and many courses at once.

// What the solver is held to is written once, with its tests.
#[path = "../../pilots/tests/plain/mod.rs"]
mod plain;

use crate::counting;
use plain::Plain;
use powerboats_pilots::{QuickRandom, Solution, Weights};
use powerboats_rules::{Course, Sides, draw_lake};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

/// Random laid courses: dark, light, mixed, dark, …
pub fn courses(count: usize) -> Vec<Arc<Course>> {
    let mut quick = QuickRandom::new(5);
    let sides = Sides::ALL.into_iter().cycle().take(count);
    sides.map(|sides| Arc::new(draw_lake(sides, 4, &mut quick).1)).collect()
}

/// The least time of several runs, in milliseconds.
pub fn best_of(runs: usize, mut work: impl FnMut()) -> f64 {
    let times = (0..runs).map(|_| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64() * 1000.0
    });
    times.fold(f64::MAX, f64::min)
}

/// Milliseconds to solve a course: the mean over courses of the best of several rounds. All courses take part in each round, so
/// that a moment when the machine is busy spoils no course.
pub fn solve_ms() -> f64 {
    let courses = courses(9);
    let mean = |work: &dyn Fn(Arc<Course>)| {
        let mut best = vec![f64::MAX; courses.len()];
        for _ in 0..15 {
            for (course, best) in courses.iter().zip(&mut best) {
                *best = best.min(best_of(1, || work(course.clone())));
            }
        }
        best.iter().sum::<f64>() / best.len() as f64
    };
    let looks = courses.iter().map(|course| Solution::new(course.clone(), Weights::default()).evaluations());
    let looks = looks.sum::<usize>() as f64 / courses.len() as f64;
    let solve = mean(&|course| drop(std::hint::black_box(Solution::new(course, Weights::default()))));
    let set_up = mean(&|course| Solution::set_up(course, Weights::default()));
    let each = (solve - set_up) * 1e6 / looks;
    eprintln!(
        "solve: {set_up:.1} ms set-up, {:.1} ms sweeps: {looks:.0} blocks looked at, {each:.0} ns each",
        solve - set_up
    );
    solve
}

/// Most memory taken at once while a course is solved, in MiB, tables included.
pub fn solve_mib() -> f64 {
    let peaks = courses(9).into_iter().map(|course| {
        let (_, peak) = counting::peak_of(|| Solution::new(course, Weights::default()));
        peak as f64 / f64::from(1 << 20)
    });
    peaks.fold(0.0, f64::max)
}

/// Largest error of any stored value of a dark, a light and a mixed laid course, in thousandths of a turn.
pub fn solve_error() -> f64 {
    let errors = courses(3).into_iter().map(|course| {
        let weights = Weights::default();
        let solution = Solution::new(course.clone(), weights);
        Plain::new(&course, weights.sinking.into()).worst(&solution).0
    });
    errors.fold(0.0, f64::max) * 1000.0
}

/// How many times as fast a hundred courses are solved on all cores as on one. Twenty at a time, on one and on all by turns, the
/// best of five each, so that a moment when the machine is busy spoils nothing.
pub fn solve_parallel() -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let on = |threads: usize, courses: &[Arc<Course>]| {
        let next = AtomicUsize::new(0);
        let solve = || {
            while let Some(course) = courses.get(next.fetch_add(1, Ordering::Relaxed)) {
                std::hint::black_box(Solution::new(course.clone(), Weights::default()));
            }
        };
        best_of(1, || std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(solve)))))
    };
    let (mut one, mut all) = (0.0, 0.0);
    for twenty in courses(100).chunks(20) {
        let times = (0..5).map(|_| [on(1, twenty), on(cores, twenty)]);
        let best = times.fold([f64::MAX; 2], |best, times| [best[0].min(times[0]), best[1].min(times[1])]);
        one += best[0];
        all += best[1];
    }
    one / all
}
