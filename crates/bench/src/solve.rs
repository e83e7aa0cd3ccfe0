//! Benchmarks of the solver: time, memory, error, and speed on several cores.

// The reference solver belongs to the tests of `pilots`.
#[path = "../../pilots/tests/pilots/plain.rs"]
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

/// Random courses on lakes with dark, light and mixed sides in turn.
pub fn courses(count: usize) -> Vec<Arc<Course>> {
    let mut quick = QuickRandom::new(5);
    let sides = Sides::ALL.into_iter().cycle().take(count);
    sides.map(|sides| Arc::new(draw_lake(sides, 4, &mut quick).1)).collect()
}

/// The shortest time of several runs, in milliseconds.
pub fn best_of(runs: usize, mut work: impl FnMut()) -> f64 {
    let times = (0..runs).map(|_| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64() * 1000.0
    });
    times.fold(f64::MAX, f64::min)
}

/// Milliseconds to solve a course: the mean over courses of the best of several rounds. Each round solves every course, so
/// that a moment in which the machine is busy does not spoil all runs of one course.
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
    let evaluations = courses.iter().map(|course| Solution::new(course.clone(), Weights::default()).evaluations());
    let evaluations = evaluations.sum::<usize>() as f64 / courses.len() as f64;
    let solve = mean(&|course| drop(std::hint::black_box(Solution::new(course, Weights::default()))));
    let set_up = mean(&|course| Solution::set_up(course, Weights::default()));
    let each = (solve - set_up) * 1e6 / evaluations;
    eprintln!(
        "solve: {set_up:.1} ms set-up, {:.1} ms sweeps: {evaluations:.0} blocks evaluated, {each:.0} ns each",
        solve - set_up
    );
    solve
}

/// Peak memory while a course is solved, in MiB, including all tables.
pub fn solve_mib() -> f64 {
    let peaks = courses(9).into_iter().map(|course| {
        let (_, peak) = counting::peak_of(|| Solution::new(course, Weights::default()));
        peak as f64 / f64::from(1 << 20)
    });
    peaks.fold(0.0, f64::max)
}

/// The largest error of any stored value, in thousandths of a turn, on a dark, a light and a mixed lake.
pub fn solve_error() -> f64 {
    let errors = courses(3).into_iter().map(|course| {
        let weights = Weights::default();
        let solution = Solution::new(course.clone(), weights);
        Plain::new(&course, weights.sinking.into()).worst(&solution).0
    });
    errors.fold(0.0, f64::max) * 1000.0
}

/// How many times faster all cores solve a hundred courses than one core. Measures twenty courses at a time, alternating
/// between one core and all, and takes the best of five, so that a moment in which the machine is busy does not matter.
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
