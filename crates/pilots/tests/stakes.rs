//! Luck and skill in points: the same whoever does the work, and they tell good pilots from bad.

mod table;

use powerboats_pilots::{
    CourseCache,
    PilotKind::{Captain, Rookie, Skipper},
    analysis::{Analysis, Appraiser, Occasion, PlayerAnalysis, Stakes},
    arena::Mean,
};
use powerboats_rules::{Logbook, PerColor, Sides};
use std::sync::Arc;

const SAILINGS: u32 = 30;

fn weigh(book: &Logbook, courses: &Arc<CourseCache>) -> Analysis {
    let mut analysis = Analysis::of(book, courses, |_| ()).expect("a logbook's record can be sailed again");
    let occasions = Occasion::all(book).expect("a record");
    let mut appraiser = Appraiser::new(courses.clone(), SAILINGS);
    let stakes: Vec<Stakes> = occasions.iter().filter_map(|occasion| appraiser.weigh(occasion)).collect();
    assert_eq!(stakes.len(), occasions.len());
    analysis.add_points(&occasions, &stakes);
    analysis
}

#[test]
fn points_tell_good_pilots_from_bad_and_add_up() {
    let courses = CourseCache::new();
    let book = table::play(&[Captain, Skipper, Rookie], Sides::Dark, (1, 1), &courses);
    let analysis = weigh(&book, &courses);
    let players = analysis.players();
    let points = |player: &PlayerAnalysis| player.points.expect("weighed");
    let [captain, skipper, rookie] = [&players[0], &players[1], &players[2]].map(|player| points(player).error.mean);
    assert!(captain < skipper && captain < rookie, "{captain} {skipper} {rookie}");
    for player in &players {
        let boats = || analysis.races.iter().flat_map(|race| &race.boats);
        assert!(boats().all(|boat| boat.placing.is_some_and(|placing| placing.points.is_some())));
        let lucks = boats().flat_map(|boat| &boat.turns).map(|turn| turn.luck_in_points.expect("weighed"));
        let sum: Mean = lucks.map(|luck| luck[player.color]).sum();
        let all = points(player).all_luck();
        assert!((sum.mean - all.mean).abs() < 1e-9 && (sum.error - all.error).abs() < 1e-9);
        let mistakes = analysis.mistakes_in_points(player.color);
        let cost: Vec<f64> = mistakes.iter().map(|mistake| mistake.points.expect("weighed").mean).collect();
        assert!(cost.is_sorted_by(|a, b| a >= b) && cost.iter().all(|&cost| cost > 0.0));
    }
    // Who rolls nothing has no luck, and none has any of it.
    for turn in analysis.races.iter().flat_map(|race| &race.boats).flat_map(|boat| &boat.turns) {
        assert!(!turn.rolled.is_empty() || turn.luck_in_points == Some(PerColor::default()));
        assert!(turn.heading.free || turn.heading.points.is_some_and(|stake| stake.error == Mean::default()));
    }
}

#[test]
fn what_is_found_does_not_depend_on_who_looks_or_when() {
    let courses = CourseCache::new();
    let book = table::play(&[Skipper, Captain], Sides::Light, (2, 0), &courses);
    let occasions = Occasion::all(&book).expect("a record");
    let mut one = Appraiser::new(courses.clone(), 8);
    let in_order: Vec<_> = occasions.iter().map(|occasion| one.weigh(occasion)).collect();
    for (occasion, before) in occasions.iter().zip(in_order).rev().step_by(9) {
        assert_eq!(Appraiser::new(courses.clone(), 8).weigh(occasion), before);
    }
}
