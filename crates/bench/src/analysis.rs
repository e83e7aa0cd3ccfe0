//! Benchmark: the analysis of a whole match.

use powerboats_pilots::{CourseCache, analysis::Analysis};
use powerboats_rules::replay;
use std::time::Instant;

/// Seconds to analyse a record of three races between four Captains, solving every course again. The best of three runs.
pub fn analysis() -> f64 {
    const RECORD: &str = include_str!("../../rules/tests/records/valid/captains.txt");
    let best = (0..3).map(|_| {
        let begin = Instant::now();
        let book = replay(RECORD).expect("a valid record");
        let analysis = Analysis::of(&book, &CourseCache::new(), |_| ()).expect("a valid record");
        let boats = || analysis.races.iter().flat_map(|race| &race.boats);
        assert_eq!((analysis.races.len(), boats().count()), (3, 12));
        assert!(boats().all(|boat| boat.residue().abs() < 1e-2), "gains and losses must add up");
        begin.elapsed().as_secs_f64()
    });
    best.fold(f64::MAX, f64::min)
}
