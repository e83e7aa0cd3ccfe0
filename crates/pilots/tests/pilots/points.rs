//! The analysis in points: it does not depend on who calculates it, and it tells good pilots from bad ones.

use crate::table;
use powerboats_pilots::{
    CourseCache,
    PilotKind::{Captain, Rookie, Skipper},
    analysis::{Analysis, EntryPoints, PlayerAnalysis, PointsEstimator, PointsTask},
    arena::Mean,
};
use powerboats_rules::{Entry, Logbook, PerColor, Sides, replay};
use std::sync::Arc;

const SIMULATIONS: u32 = 30;

fn analyze(book: &Logbook, courses: &Arc<CourseCache>) -> Analysis {
    let mut analysis = Analysis::of(book, courses, |_| ()).expect("the record of a logbook can be replayed");
    let tasks = PointsTask::all(book).expect("a record");
    let mut estimator = PointsEstimator::new(courses.clone(), SIMULATIONS);
    let points: Vec<EntryPoints> = tasks.iter().filter_map(|task| estimator.estimate(task)).collect();
    assert_eq!(points.len(), tasks.len());
    analysis.add_points(&tasks, &points);
    analysis
}

#[test]
fn points_add_up_and_tell_good_pilots_from_bad_ones() {
    let courses = CourseCache::new();
    let book = table::play(&[Captain, Skipper, Rookie], Sides::Dark, (1, 1), &courses);
    let analysis = analyze(&book, &courses);
    let players = analysis.players();
    let points = |player: &PlayerAnalysis| player.points.expect("points were estimated");
    let [captain, skipper, rookie] = [&players[0], &players[1], &players[2]].map(|player| points(player).error.mean);
    assert!(captain < skipper && captain < rookie, "{captain} {skipper} {rookie}");
    for player in &players {
        let boats = || analysis.races.iter().flat_map(|race| &race.boats);
        assert!(boats().all(|boat| boat.placing.is_some_and(|placing| placing.points.is_some())));
        let lucks =
            boats().flat_map(|boat| &boat.turns).map(|turn| turn.luck_in_points.expect("points were estimated"));
        let sum: Mean = lucks.map(|luck| luck[player.color]).sum();
        let all = points(player).all_luck();
        assert!((sum.mean - all.mean).abs() < 1e-9 && (sum.error - all.error).abs() < 1e-9);
        let mistakes = analysis.mistakes_in_points(player.color);
        let cost: Vec<f64> =
            mistakes.iter().map(|mistake| mistake.points.expect("points were estimated").mean).collect();
        assert!(cost.is_sorted_by(|a, b| a >= b) && cost.iter().all(|&cost| cost > 0.0));
    }
    // A turn without a roll brings nobody luck.
    for turn in analysis.races.iter().flat_map(|race| &race.boats).flat_map(|boat| &boat.turns) {
        assert!(!turn.rolled.is_empty() || turn.luck_in_points == Some(PerColor::default()));
        assert!(turn.heading.free || turn.heading.points.is_some_and(|points| points.error == Mean::default()));
    }
}

#[test]
fn the_dice_of_a_stand_in_are_the_luck_of_others() {
    let courses = CourseCache::new();
    let book = table::play(&[Rookie, Captain], Sides::Dark, (1, 1), &courses);
    let mut record = book.record().clone();
    let color = book.regatta().seats().iter().next().expect("a player");
    let turn = |entry: &Entry| matches!(entry, Entry::Turn(turn) if turn.color == color);
    record.stand_ins = (0..record.log.len()).filter(|&line| turn(&record.log[line])).collect();
    let marked = replay(&record.to_string()).expect("marks change nothing else");
    let points = |book: &Logbook| analyze(book, &courses).players()[0].points.expect("points were estimated");
    let (own, stand_in) = (points(&book), points(&marked));
    assert_eq!(stand_in.luck, Mean::default());
    assert!((own.all_luck().mean - stand_in.all_luck().mean).abs() < 1e-9);
    // Only the placings are left of the player's decisions.
    assert!(stand_in.error.mean < own.error.mean);
}

#[test]
fn the_result_does_not_depend_on_the_estimator_or_the_order() {
    let courses = CourseCache::new();
    let book = table::play(&[Skipper, Captain], Sides::Light, (2, 0), &courses);
    let tasks = PointsTask::all(&book).expect("a record");
    let mut one = PointsEstimator::new(courses.clone(), 8);
    let in_order: Vec<_> = tasks.iter().map(|task| one.estimate(task)).collect();
    for (task, before) in tasks.iter().zip(in_order).rev().step_by(9) {
        assert_eq!(PointsEstimator::new(courses.clone(), 8).estimate(task), before);
    }
}
