//! Titles without luck: how well somebody decides, from the analyses of their last races.

use powerboats_pilots::analysis::{JudgedRace, SkillClass};
use serde::{Deserialize, Serialize};

/// A title is made of this many races at most, the newest.
///
/// Giving up turns for points is no error: the last race of a regatta is judged by points, too. See [`JudgedRace`].
pub const RACES: usize = 30;

/// With fewer races there is no title.
const FEWEST: usize = 3;

/// Two standard errors on each side: true in about 95 of 100 cases.
const SURE: f64 = 2.0;

/// How well somebody decides. Dice play no part in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = PlayerTitle)]
pub struct Title {
    /// The pilot who decides as well.
    pub title: SkillClass,
    /// The best title that is still likely.
    pub at_best: SkillClass,
    /// The worst title that is still likely.
    pub at_worst: SkillClass,
    /// Turns lost per decision.
    pub error_per_decision: f64,
    /// The standard error of that.
    pub standard_error: f64,
    /// The races that it is made of.
    pub races: usize,
    #[allow(missing_docs)]
    pub decisions: u32,
}

impl Title {
    /// The title for some races, the newest first; `None` if they are too few.
    pub fn of(races: &[JudgedRace]) -> Option<Title> {
        let races = &races[..races.len().min(RACES)];
        let decisions: u32 = races.iter().map(|race| race.decisions).sum();
        if races.len() < FEWEST || decisions == 0 {
            return None;
        }
        let all = f64::from(decisions);
        let rate = races.iter().map(|race| race.lost).sum::<f64>() / all;
        // Races differ from each other more than decisions do, so the error is that of a ratio over races.
        let squares: f64 = races.iter().map(|race| (race.lost - rate * f64::from(race.decisions)).powi(2)).sum();
        let count = races.len() as f64;
        let error = (squares * count / (count - 1.0)).sqrt() / all;
        Some(Title {
            title: SkillClass::of(rate),
            at_best: SkillClass::of((rate - SURE * error).max(0.0)),
            at_worst: SkillClass::of(rate + SURE * error),
            error_per_decision: rate,
            standard_error: error,
            races: races.len(),
            decisions,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(lost: f64) -> JudgedRace {
        JudgedRace { lost, decisions: 30 }
    }

    #[test]
    fn a_title_needs_three_races_and_looks_at_thirty() {
        assert_eq!(Title::of(&[race(1.0); 2]), None);
        let mut races = vec![race(0.0); RACES];
        races.extend([race(90.0); 20]);
        let title = Title::of(&races).unwrap();
        assert_eq!((title.title, title.races, title.decisions), (SkillClass::Admiral, 30, 900));
        assert_eq!(title.error_per_decision, 0.0);
    }

    #[test]
    fn few_and_unlike_races_are_less_sure_than_many_equal_ones() {
        let unlike = Title::of(&[race(0.0), race(3.0), race(1.5)]).unwrap();
        assert_eq!(unlike.title, Title::of(&[race(1.5); 30]).unwrap().title);
        assert!(unlike.standard_error > 0.02 && unlike.at_best < unlike.title && unlike.at_worst > unlike.title);
        let equal = Title::of(&[race(1.5); 30]).unwrap();
        assert_eq!((equal.standard_error, equal.at_best, equal.at_worst), (0.0, equal.title, equal.title));
    }
}
