//! How well a player decided in a race: turns lost by decisions, apart from those that were given up for points.

use crate::{
    CourseCache,
    analysis::{Analysis, BoatAnalysis, CAP, DecisionReview, PlayedBy, PointsEstimator, PointsTask},
    arena::Mean,
};
use powerboats_rules::Logbook;
use std::sync::Arc;

/// A decision is better in points only if it is better by this many standard errors.
const SURE: f64 = 2.0;

/// What the decisions of one player in one race cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgedRace {
    /// Turns lost, at most 6 by each decision.
    pub lost: f64,
    /// Decisions with a choice.
    pub decisions: u32,
}

impl<T> DecisionReview<T> {
    /// What a decision cost; `None` if there was no choice. It cost nothing if it is surely ahead in points of the best decision in
    /// turns, or if the race was decided and it made no difference.
    fn judged(&self) -> Option<f64> {
        let for_points = |ahead: Mean| ahead.mean >= 0.0 && ahead.mean >= SURE * ahead.error;
        let paid_off = self.points.as_ref().is_some_and(|points| for_points(points.ahead));
        self.free.then_some(if paid_off { 0.0 } else { self.error.min(CAP) })
    }
}

impl BoatAnalysis {
    /// What the player's decisions cost; `None` if there were none.
    pub fn judged(&self) -> Option<JudgedRace> {
        let placing = self.placing_by(PlayedBy::Player).and_then(DecisionReview::judged);
        let turns = self.turns_by(PlayedBy::Player).flat_map(|turn| [turn.dice.judged(), turn.heading.judged()]);
        let costs: Vec<f64> = placing.into_iter().chain(turns.flatten()).collect();
        (!costs.is_empty()).then(|| JudgedRace { lost: costs.iter().sum(), decisions: costs.len() as u32 })
    }
}

impl Analysis {
    /// Estimates the points of the last race, in which giving up turns for points can be right. A boat alone races for turns.
    pub fn weigh_last_race(&mut self, book: &Logbook, courses: &Arc<CourseCache>, simulations: u32) {
        if self.seats.len() < 2 {
            return;
        }
        let tasks = PointsTask::of_last_race(book).unwrap_or_default();
        let mut estimator = PointsEstimator::new(courses.clone(), simulations);
        let points: Option<Vec<_>> = tasks.iter().map(|task| estimator.estimate(task)).collect();
        self.add_points(&tasks, &points.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::DecisionPoints;

    fn decision(error: f64, ahead: Option<(f64, f64)>) -> DecisionReview<u8> {
        let mean = |(mean, error)| Mean { mean, error };
        let points = ahead.map(|ahead| DecisionPoints { best: 1, error: Mean::default(), ahead: mean(ahead) });
        DecisionReview { made: 1, best: 2, error, free: true, points }
    }

    #[test]
    fn only_turns_that_were_surely_given_up_for_points_are_forgiven() {
        assert_eq!(decision(0.4, None).judged(), Some(0.4));
        assert_eq!(decision(40.0, None).judged(), Some(CAP));
        assert_eq!(decision(0.4, Some((0.5, 0.1))).judged(), Some(0.0), "it paid off");
        assert_eq!(decision(0.4, Some((0.0, 0.0))).judged(), Some(0.0), "it made no difference");
        assert_eq!(decision(0.4, Some((0.1, 0.1))).judged(), Some(0.4), "that may be chance");
        assert_eq!(decision(0.4, Some((-0.5, 0.1))).judged(), Some(0.4));
        assert_eq!(DecisionReview { free: false, ..decision(0.0, None) }.judged(), None);
    }
}
