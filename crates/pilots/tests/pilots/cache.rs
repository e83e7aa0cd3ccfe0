//! The cache of courses: its limit, the order in which courses are dropped, and that no course is solved twice.

use powerboats_pilots::{CourseCache, LoneBoat, QuickRandom, Solution, Weights};
use powerboats_rules::{Course, Hand, Heading, Sides, draw_lake};
use std::sync::{Arc, Barrier};

const MIB: usize = 1 << 20;

/// Light lakes have the smallest solutions: 5.3 MiB, and 1.2 MiB compressed.
fn courses(count: u64) -> Vec<Arc<Course>> {
    (0..count).map(|seed| Arc::new(draw_lake(Sides::Light, 4, &mut QuickRandom::new(seed)).1)).collect()
}

/// Some values of a solution.
fn sample(solution: &Solution) -> Vec<f32> {
    let (at, hand, progress) = (solution.course().line()[0], Hand::EMPTY, Default::default());
    let lone = |heading, damage| LoneBoat { at, heading, hand, damage, progress };
    let all = Heading::ALL.into_iter().flat_map(|heading| (0..4).map(move |damage| (heading, damage)));
    all.map(|(heading, damage)| solution.value(&lone(heading, damage))).collect()
}

#[test]
fn many_compressed_courses_fit_and_none_is_solved_again() {
    let cache = CourseCache::within(24 * MIB);
    let courses = courses(12);
    let mut fresh = Vec::new();
    for course in &courses {
        fresh.push(sample(cache.of(course).solution()));
        assert!(cache.stats().bytes <= 24 * MIB);
    }
    let stats = cache.stats();
    assert_eq!((stats.courses, stats.solved, stats.restored), (12, 12, 0));
    for (course, fresh) in courses.iter().zip(&fresh).chain(courses.iter().zip(&fresh).rev()) {
        // Equal to the last bit, so that decisions are the same.
        assert_eq!(sample(cache.of(course).solution()), *fresh);
        assert!(cache.stats().bytes <= 24 * MIB);
    }
    let stats = cache.stats();
    assert_eq!((stats.courses, stats.solved), (12, 12));
    assert!(stats.restored >= 12 && stats.hits >= 24, "{stats:?}");
}

#[test]
fn the_least_recently_used_course_is_dropped_first() {
    for cache in [CourseCache::within(12 * MIB), CourseCache::new()] {
        let courses = courses(14);
        let solved = |course: &Arc<Course>| {
            let before = cache.stats().solved;
            cache.of(course).solution();
            cache.stats().solved - before
        };
        let first = &courses[0];
        for course in &courses {
            assert_eq!(solved(course), 1);
            solved(first);
        }
        // The first course was used in between, so it is still there. The second was not.
        assert_eq!(solved(first), 0);
        assert_eq!(solved(&courses[13]), 0);
        assert_eq!(solved(&courses[1]), 1);
        assert!(cache.stats().courses < 14);
    }
}

#[test]
fn an_equal_course_is_found() {
    let cache = CourseCache::within(24 * MIB);
    let course = &courses(1)[0];
    let known = cache.of(course);
    assert!(Arc::ptr_eq(&known, &cache.of(course)));
    let again = Arc::new(Course::clone(course));
    assert!(Arc::ptr_eq(&known, &cache.of(&again)));
    known.solution();
    cache.of(&again).solution();
    assert_eq!((cache.stats().solved, cache.stats().courses), (1, 1));
}

#[test]
fn a_course_that_many_threads_need_at_once_is_solved_once() {
    let cache = CourseCache::within(MIB); // too small for any course
    let course = &courses(1)[0];
    let together = Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let known = cache.of(&Arc::new(Course::clone(course)));
                together.wait();
                known.solution();
                together.wait();
            });
        }
    });
    assert_eq!(cache.stats().solved, 1);
}

/// A course in use is not dropped, but its size counts. It is dropped when it is no longer used.
#[test]
fn a_cache_that_is_too_small_for_any_course_still_works() {
    let cache = CourseCache::within(MIB);
    let courses = courses(2);
    let fresh: Vec<_> = courses.iter().map(|course| sample(cache.of(course).solution())).collect();
    let again: Vec<_> = courses.iter().map(|course| sample(cache.of(course).solution())).collect();
    assert_eq!(fresh, again);
    cache.of(&courses[0]).distances();
    assert!(cache.stats().courses <= 1);
}

#[test]
fn a_small_cache_does_not_round() {
    let course = &courses(1)[0];
    let exact = sample(&Solution::new(course.clone(), Weights::default()));
    let [small, large] =
        [CourseCache::new(), CourseCache::within(24 * MIB)].map(|cache| sample(cache.of(course).solution()));
    assert_eq!(small, exact);
    assert!(large.iter().all(|value| (value * 256.0).fract() == 0.0), "{large:?}");
    assert!(large.iter().zip(exact).all(|(large, exact)| (large - exact).abs() <= 0.002));
}
