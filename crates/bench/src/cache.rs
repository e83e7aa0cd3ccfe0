//! The server's cache of solved courses: 500 of them, in as many rooms, asked for in random order.

use crate::{
    counting,
    solve::{best_of, courses},
};
use powerboats_pilots::{CourseCache, QuickRandom, Solution, Weights};
use powerboats_rules::{Draw, Sides};
use std::sync::OnceLock;

/// Courses that are being sailed at the same time.
const COURSES: usize = 500;

/// What the server lets its cache take, besides what is in use.
const MOST_BYTES: usize = 960 << 20;

/// Rounds after the first, in each of which as many courses are asked for as there are.
const ROUNDS: usize = 3;

const MIB: f64 = (1 << 20) as f64;

struct Figures {
    percent_again: f64,
    mib: f64,
}

fn figures() -> &'static Figures {
    static FIGURES: OnceLock<Figures> = OnceLock::new();
    FIGURES.get_or_init(|| {
        let courses = courses(COURSES);
        let cache = CourseCache::within(MOST_BYTES);
        let before = counting::taken();
        let mut most = 0;
        let mut ask = |index: usize| {
            // As in a room: the course is an equal one, not the same.
            cache.of(&courses[index].as_ref().clone().into()).solution();
            most = most.max(counting::taken() - before);
        };
        (0..COURSES).for_each(&mut ask);
        let mut quick = QuickRandom::new(6);
        (0..ROUNDS * COURSES).for_each(|_| ask(quick.below(COURSES as u32) as usize));
        let stats = cache.stats();
        assert_eq!(stats.courses, COURSES, "all are known");
        let again = stats.solved - COURSES as u64;
        eprintln!(
            "solved-cache: {COURSES} courses, {} asked for after that, {again} solved again, {} restored, {:.0} MiB by its own count",
            ROUNDS * COURSES,
            stats.restored,
            stats.bytes as f64 / MIB
        );
        Figures { percent_again: again as f64 * 100.0 / (ROUNDS * COURSES) as f64, mib: most as f64 / MIB }
    })
}

/// Of a hundred times a course was asked for that had been solved, how often it was solved again.
pub fn solved_again() -> f64 {
    figures().percent_again
}

/// Most memory it took, in MiB, all that was in use at the moment included.
pub fn mib() -> f64 {
    figures().mib
}

/// Milliseconds to restore a solution, the mean over courses of the best of several rounds.
pub fn restore_ms() -> f64 {
    let courses = courses(9);
    let mut sum = 0.0;
    for (course, sides) in courses.iter().zip(Sides::ALL.into_iter().cycle()) {
        let solution = Solution::new(course.clone(), Weights::default());
        let compact = solution.compact();
        let ms = best_of(15, || drop(std::hint::black_box(compact.restore(course.clone()))));
        let making = best_of(5, || drop(std::hint::black_box(solution.compact())));
        let (full, small) = (solution.bytes() as f64 / MIB, compact.bytes() as f64 / MIB);
        eprintln!(
            "restore: {sides:?}, {full:.1} MiB, compact {small:.2} MiB made in {making:.1} ms, restored in {ms:.1} ms"
        );
        sum += ms;
    }
    sum / courses.len() as f64
}
