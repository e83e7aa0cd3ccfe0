//! Benchmarks: the server's cache of solved courses, with 500 courses that are requested in random order.

use crate::{
    counting,
    solve::{best_of, courses},
};
use powerboats_pilots::{CourseCache, QuickRandom, Solution, Weights};
use powerboats_rules::{Draw, Sides};
use std::sync::OnceLock;

/// The number of courses in use at the same time.
const COURSES: usize = 500;

/// The limit of the server's cache, not counting solutions in use.
const MAX_BYTES: usize = 960 << 20;

/// After every course has been requested once, this many times as many random requests follow.
const ROUNDS: usize = 3;

const MIB: f64 = (1 << 20) as f64;

struct Figures {
    percent_solved_again: f64,
    peak_mib: f64,
}

fn figures() -> &'static Figures {
    static FIGURES: OnceLock<Figures> = OnceLock::new();
    FIGURES.get_or_init(|| {
        let courses = courses(COURSES);
        let cache = CourseCache::within(MAX_BYTES);
        let before = counting::bytes_in_use();
        let mut peak = 0;
        let mut request = |index: usize| {
            // As in a room, the course is equal to the cached one but not the same object.
            cache.of(&courses[index].as_ref().clone().into()).solution();
            peak = peak.max(counting::bytes_in_use() - before);
        };
        (0..COURSES).for_each(&mut request);
        let mut quick = QuickRandom::new(6);
        (0..ROUNDS * COURSES).for_each(|_| request(quick.below(COURSES as u32) as usize));
        let stats = cache.stats();
        assert_eq!(stats.courses, COURSES, "the cache must know every course");
        let again = stats.solved - COURSES as u64;
        eprintln!(
            "solved-cache: {COURSES} courses, then {} requests: {again} solved again, {} restored; the cache counts {:.0} MiB",
            ROUNDS * COURSES,
            stats.restored,
            stats.bytes as f64 / MIB
        );
        Figures { percent_solved_again: again as f64 * 100.0 / (ROUNDS * COURSES) as f64, peak_mib: peak as f64 / MIB }
    })
}

/// Percentage of requests for a course solved before that had to solve it again.
pub fn solved_again() -> f64 {
    figures().percent_solved_again
}

/// Peak memory in MiB, including solutions in use.
pub fn peak_mib() -> f64 {
    figures().peak_mib
}

/// Milliseconds to restore a compact solution: the mean over courses of the best of several runs.
pub fn restore_ms() -> f64 {
    let courses = courses(9);
    let mut sum = 0.0;
    for (course, sides) in courses.iter().zip(Sides::ALL.into_iter().cycle()) {
        let solution = Solution::new(course.clone(), Weights::default());
        let compact = solution.compact();
        let ms = best_of(15, || drop(std::hint::black_box(compact.restore(course.clone()))));
        let compacting = best_of(5, || drop(std::hint::black_box(solution.compact())));
        let (full, small) = (solution.bytes() as f64 / MIB, compact.bytes() as f64 / MIB);
        eprintln!(
            "restore: {sides:?}, {full:.1} MiB, compact {small:.2} MiB; compacted in {compacting:.1} ms, restored in {ms:.1} ms"
        );
        sum += ms;
    }
    sum / courses.len() as f64
}
