//! Weighs a record in points, on all cores.

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_pilots::{
    CourseCache,
    analysis::{Analysis, Appraiser, Occasion, Stakes},
};
use powerboats_rules::Logbook;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// Adds what every decision and every roll was worth in points.
pub fn add(analysis: &mut Analysis, book: &Logbook, courses: &Arc<CourseCache>, sailings: u32) -> Result<()> {
    let occasions = Occasion::all(book)?;
    let style = "{bar:32.cyan/blue} {pos}/{len} lines in points · {elapsed} · {eta} to go";
    let bar = ProgressBar::new(occasions.len() as u64).with_style(ProgressStyle::with_template(style)?);
    let next = AtomicUsize::new(0);
    let stakes: Mutex<Vec<Option<Stakes>>> = Mutex::new(vec![None; occasions.len()]);
    let work = || {
        let mut appraiser = Appraiser::new(courses.clone(), sailings);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(occasion) = occasions.get(i) else { break };
            let weighed = appraiser.weigh(occasion);
            if let Ok(mut stakes) = stakes.lock() {
                stakes[i] = weighed;
            }
            bar.inc(1);
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..cores.min(occasions.len())).for_each(|_| drop(scope.spawn(work))));
    bar.finish_and_clear();
    let stakes = stakes.into_inner().ok().and_then(|stakes| stakes.into_iter().collect::<Option<Vec<Stakes>>>());
    analysis.add_points(&occasions, &stakes.context("the record cannot be sailed on")?);
    Ok(())
}
