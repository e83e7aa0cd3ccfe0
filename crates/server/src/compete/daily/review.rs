//! The review of an attempt that is over: par, luck and errors, from the analysis of its record.

use super::suspicion::Accuracy;
use powerboats_pilots::{
    CourseCache,
    analysis::{Analysis, BoatAnalysis, TurnAnalysis},
};
use powerboats_rules::Logbook;
use serde::{Deserialize, Serialize};

/// How lucky and how good an attempt was, in turns: turns = par + errors − luck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = DailyReview)]
pub struct Review {
    /// What best play needs on average.
    pub par: f64,
    /// Turns gained by the dice.
    pub luck: f64,
    /// Turns lost by decisions.
    pub error: f64,
    /// Turns lost by decisions and how many of them lost nothing.
    #[serde(flatten)]
    pub accuracy: Accuracy,
    /// One sign for each turn: ● both decisions were the best, ◐ they cost up to a third of a turn, ○ they cost more. It does
    /// not show the course, so it can be shared.
    pub signs: String,
}

/// The most that a turn with the sign ◐ may cost.
const SLIP: f64 = 1.0 / 3.0;

/// Rounded to a thousandth of a turn.
fn rounded(turns: f64) -> f64 {
    (turns * 1000.0).round() / 1000.0 + 0.0 // + 0.0 turns -0 into 0
}

impl Review {
    /// Analyses the record of an attempt. It takes a while. `None` if there is nothing to analyse.
    pub fn of(book: &Logbook) -> Option<Review> {
        // With a cache of its own: it must neither evict courses of live races nor use rounded values.
        let analysis = Analysis::of(book, &CourseCache::new(), |_| ()).ok()?;
        let boat = analysis.races.first()?.boats.first()?;
        Some(Review {
            par: rounded(boat.par),
            luck: rounded(boat.luck()),
            error: rounded(boat.error()),
            accuracy: Accuracy::of(boat.errors()),
            signs: signs(boat),
        })
    }
}

fn signs(boat: &BoatAnalysis) -> String {
    let sign = |turn: &TurnAnalysis| match turn.dice.error + turn.heading.error {
        lost if lost < super::suspicion::PERFECT => '●',
        lost if lost <= SLIP => '◐',
        _ => '○',
    };
    boat.turns.iter().map(sign).collect()
}
