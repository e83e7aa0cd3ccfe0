//! Estimates the points of an analysis, on all cores.

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_pilots::{
    CourseCache,
    analysis::{Analysis, EntryPoints, PointsEstimator, PointsTask},
};
use powerboats_rules::Logbook;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// Adds the value of every decision and every roll in points.
pub fn add(analysis: &mut Analysis, book: &Logbook, courses: &Arc<CourseCache>, simulations: u32) -> Result<()> {
    let tasks = PointsTask::all(book)?;
    let style = "{bar:32.cyan/blue} {pos}/{len} lines in points · {elapsed} · {eta} to go";
    let bar = ProgressBar::new(tasks.len() as u64).with_style(ProgressStyle::with_template(style)?);
    let next = AtomicUsize::new(0);
    let points: Mutex<Vec<Option<EntryPoints>>> = Mutex::new(vec![None; tasks.len()]);
    let work = || {
        let mut estimator = PointsEstimator::new(courses.clone(), simulations);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(i) else { break };
            let estimated = estimator.estimate(task);
            if let Ok(mut points) = points.lock() {
                points[i] = estimated;
            }
            bar.inc(1);
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..cores.min(tasks.len())).for_each(|_| drop(scope.spawn(work))));
    bar.finish_and_clear();
    let points = points.into_inner().ok().and_then(|points| points.into_iter().collect::<Option<Vec<EntryPoints>>>());
    analysis.add_points(&tasks, &points.context("the race cannot be simulated")?);
    Ok(())
}
