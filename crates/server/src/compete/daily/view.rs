//! What the API shows of daily lakes and attempts.

use super::{Attempt, AttemptEnding, DailyLake, Day, Review, Streak};
use crate::{
    ids::{AttemptId, PlayerId},
    store::{AttemptRow, ResultRow},
};
use powerboats_referee::Happening;
use serde::{Deserialize, Serialize};

/// A daily lake, with your own attempt.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct DailyView {
    #[allow(missing_docs)]
    pub day: Day,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub lake: DailyLake,
    /// The turns that best play needs on average.
    pub par: f64,
    /// Can an attempt begin now?
    pub open: bool,
    /// When attempts that have begun must be over, and when all runs of the day are shown to everyone. In milliseconds since
    /// 1970.
    pub closes: i64,
    /// Your attempt, if you have begun one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub attempt: Option<AttemptView>,
    /// Your days in a row, if you are signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub streak: Option<Streak>,
}

/// Your attempt.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DailyAttempt)]
pub struct AttemptView {
    #[allow(missing_docs)]
    pub id: AttemptId,
    /// The number of decisions so far.
    pub number: i64,
    /// The SHA-256 of the secret behind your dice. The record contains the secret once the attempt is over.
    pub commitment: String,
    /// Everything that happened, from the lake on.
    pub story: Vec<Happening>,
    #[allow(missing_docs)]
    pub turns: u32,
    /// Missing while the attempt goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ending: Option<AttemptEnding>,
    /// Luck and errors; missing until they are computed, a moment after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub review: Option<Review>,
    /// Was it played like a machine? Then it is listed apart.
    pub machine_like: bool,
}

/// A stored review, if it can be read.
fn review(text: Option<&str>) -> Option<Review> {
    serde_json::from_str::<Option<Review>>(text?).ok().flatten()
}

impl AttemptView {
    /// The attempt as its player sees it.
    pub fn new(attempt: &Attempt, now: i64) -> AttemptView {
        AttemptView {
            id: attempt.row.id.clone(),
            number: attempt.number(),
            commitment: attempt.commitment(),
            story: attempt.story.clone(),
            turns: attempt.turns(),
            ending: attempt.ending(now),
            review: review(attempt.row.review.as_deref()),
            machine_like: attempt.row.flagged,
        }
    }
}

/// What came of a decision.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct DailyStep {
    /// The number of decisions, this one included.
    pub number: i64,
    /// What happened.
    pub happenings: Vec<Happening>,
    /// How the attempt ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ending: Option<AttemptEnding>,
}

/// A run on a daily lake, in the results of its day.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct DailyResult {
    /// From 1; equal runs share a place.
    pub place: u32,
    /// The id of the attempt, for its record.
    pub attempt: AttemptId,
    /// Missing if the account was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<PlayerId>,
    /// Empty if the account was deleted.
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[allow(missing_docs)]
    pub ending: Option<AttemptEnding>,
    #[allow(missing_docs)]
    pub turns: i64,
    /// Luck and errors; missing until they are computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub review: Option<Review>,
}

/// The results of a day: the best hundred runs of each list.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct DailyResults {
    /// Players who were registered when they began.
    pub registered: Vec<DailyResult>,
    #[allow(missing_docs)]
    pub guests: Vec<DailyResult>,
    /// Runs with more perfect decisions than a person makes. Each says how many of how many decisions were
    /// perfect.
    pub machine_like: Vec<DailyResult>,
}

/// What makes two runs equal: runs with equal keys share a place.
type Key = (bool, i64);

/// The lines of a list, which is sorted by the key.
pub fn places(rows: Vec<ResultRow>, key: impl Fn(&DailyResult) -> i64) -> Vec<DailyResult> {
    let mut last: Option<(Key, u32)> = None;
    let line = |(row, number): (ResultRow, u32)| {
        let ResultRow { id, player, name, ending, turns, review: text } = row;
        let player = (!name.is_empty()).then_some(player);
        let review = review(text.as_deref());
        let mut result = DailyResult { place: number, attempt: id, player, name, ending, turns, review };
        let own: Key = (ending == Some(AttemptEnding::Finished), key(&result));
        if let Some((before, place)) = last
            && before == own
        {
            result.place = place;
        }
        last = Some((own, result.place));
        result
    };
    rows.into_iter().zip(1..).map(line).collect()
}

/// A day in the archive.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct DailySummary {
    #[allow(missing_docs)]
    pub day: Day,
    /// Attempts that are over.
    pub players: i64,
    /// The fewest turns of a boat that finished, machine-like runs left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub best: Option<i64>,
    #[allow(missing_docs)]
    pub par: f64,
}

/// One of your attempts, in the export of your data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct DailyRun {
    #[allow(missing_docs)]
    pub day: Day,
    /// For its record: `GET /api/daily/{day}/attempts/{attempt}/record`.
    pub attempt: AttemptId,
    /// Missing if it was not raced to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ending: Option<AttemptEnding>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[allow(missing_docs)]
    pub review: Option<Review>,
    #[allow(missing_docs)]
    pub machine_like: bool,
}

impl From<AttemptRow> for DailyRun {
    fn from(row: AttemptRow) -> DailyRun {
        let (day, review) = (Day::numbered(row.day), review(row.review.as_deref()));
        DailyRun { day, attempt: row.id, ending: row.ending, review, machine_like: row.flagged }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(turns: i64, ending: AttemptEnding, name: &str) -> ResultRow {
        let (id, player) = (AttemptId::random(), PlayerId::random());
        ResultRow { id, player, name: name.to_owned(), ending: Some(ending), turns, review: None }
    }

    #[test]
    fn equal_runs_share_a_place_and_deleted_players_have_no_id() {
        use AttemptEnding::{Finished, Sunk};
        let rows =
            vec![row(12, Finished, "Ann"), row(14, Finished, ""), row(14, Finished, "Cem"), row(14, Sunk, "Dora")];
        let lines = places(rows, |result| result.turns);
        let found: Vec<_> = lines.iter().map(|line| (line.place, line.player.is_some())).collect();
        assert_eq!(found, [(1, true), (2, false), (2, true), (4, true)]);
    }
}
