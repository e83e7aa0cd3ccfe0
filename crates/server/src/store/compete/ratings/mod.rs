//! Rated matches and ratings in the store.

mod fairplay;
mod judged;
mod ladders;

pub(crate) use fairplay::{forget_duel, remember_duel};
pub use judged::JudgedRow;
pub(crate) use judged::forget_judged_races;
pub(in crate::store) use judged::judged_race;
pub use ladders::LadderRow;

use crate::{
    compete::ratings::{RatedMatch, RatingStep},
    ids::{PlayerId, RegattaId, random_text},
    store::{Store, StoreError, writer::statement::Statement},
};
use powerboats_ratings::{Ladder, Rating, Standing};

/// A match to store, unless it is stored already. It waits to be rated.
pub(crate) fn new_rated_match(rated: &RatedMatch) -> Statement {
    let sql = "INSERT INTO rated_matches (regatta, ladder, at, seats, waiting) VALUES ($1, $2, $3, $4, 1)
               ON CONFLICT (regatta) DO NOTHING";
    let seats = serde_json::to_string(&rated.seats).unwrap_or_default();
    Statement::new(sql).bind(&rated.regatta).bind(rated.ladder.name()).bind(rated.at).bind(seats)
}

/// Lets a match be taken out of the ratings, because its result was annulled: see [`RatedMatch::is_annulled`].
pub(crate) fn annul_rated_match(regatta: &RegattaId) -> Statement {
    Statement::new("UPDATE rated_matches SET seats = '[]', waiting = 1 WHERE regatta = $1").bind(regatta)
}

/// The right to store ratings once. Of two servers that rate at the same time, one stores nothing.
pub(crate) struct RatingTurn {
    before: String,
    mine: String,
}

impl RatingTurn {
    pub fn new(before: String) -> RatingTurn {
        RatingTurn { before, mine: random_text(20) }
    }

    fn take(&self) -> Statement {
        let sql = "UPDATE meta SET value = $1 WHERE name = 'rating-turn' AND value = $2";
        Statement::new(sql).bind(self.mine.as_str()).bind(self.before.as_str())
    }

    /// A step of a player, if this turn was taken. A step of the same match is replaced.
    fn step(&self, step: &RatingStep) -> Statement {
        let sql =
            "INSERT INTO rating_steps (player, regatta, ladder, at, rank, boats, number, mean_before, spread_before,
                       mean, spread, settled_until)
                   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM meta
                   WHERE name = 'rating-turn' AND value = $13
                   ON CONFLICT (player, regatta) DO UPDATE SET number = excluded.number, rank = excluded.rank,
                       mean_before = excluded.mean_before, spread_before = excluded.spread_before,
                       mean = excluded.mean, spread = excluded.spread, settled_until = excluded.settled_until";
        Statement::new(sql)
            .bind(&step.player)
            .bind(&step.regatta)
            .bind(step.ladder.name())
            .bind(step.at)
            .bind(step.rank as i64)
            .bind(step.boats as i64)
            .bind(i64::from(step.number))
            .bind(step.before.mean)
            .bind(step.before.spread)
            .bind(step.after.mean)
            .bind(step.after.spread)
            .bind(step.settled_until())
            .bind(self.mine.as_str())
    }

    /// The player's rating becomes that of their last step.
    fn rating(&self, step: &RatingStep) -> Statement {
        let sql = "INSERT INTO ratings (player, ladder, at, matches, mean, spread, settled_until)
                   SELECT player, ladder, at, number, mean, spread, settled_until FROM rating_steps
                   WHERE player = $1 AND ladder = $2
                       AND EXISTS (SELECT 1 FROM meta WHERE name = 'rating-turn' AND value = $3)
                   ORDER BY at DESC, regatta DESC LIMIT 1
                   ON CONFLICT (player, ladder) DO UPDATE SET at = excluded.at, matches = excluded.matches,
                       mean = excluded.mean, spread = excluded.spread, settled_until = excluded.settled_until";
        Statement::new(sql).bind(&step.player).bind(step.ladder.name()).bind(self.mine.as_str())
    }

    /// The player's next match must be rated again.
    fn next(&self, step: &RatingStep) -> Statement {
        let sql = "UPDATE rated_matches SET waiting = 1 WHERE regatta = (
                       SELECT regatta FROM rating_steps
                       WHERE player = $1 AND ladder = $2 AND (at > $3 OR at = $3 AND regatta > $4)
                       ORDER BY at, regatta LIMIT 1)
                   AND EXISTS (SELECT 1 FROM meta WHERE name = 'rating-turn' AND value = $5)";
        let next = Statement::new(sql).bind(&step.player).bind(step.ladder.name()).bind(step.at).bind(&step.regatta);
        next.bind(self.mine.as_str())
    }

    fn done(&self, regatta: &RegattaId) -> Statement {
        // Not if it was annulled in the meantime: then it waits to be taken out.
        let sql = "UPDATE rated_matches SET waiting = 0 WHERE regatta = $1 AND seats <> '[]'
                   AND EXISTS (SELECT 1 FROM meta WHERE name = 'rating-turn' AND value = $2)";
        Statement::new(sql).bind(regatta).bind(self.mine.as_str())
    }
}

type MatchColumns = (RegattaId, String, i64, String, Option<String>);

/// The columns of a match, in the order of [`MatchColumns`], with the ranks that the organiser of an event has set.
macro_rules! matches_where {
    ($rest:literal) => {
        concat!(
            "SELECT m.regatta, m.ladder, m.at, m.seats, g.rated_ranks FROM rated_matches m
             LEFT JOIN event_games g ON g.regatta = m.regatta ",
            $rest
        )
    };
}

fn rated_match((regatta, ladder, at, seats, corrected): MatchColumns) -> Result<RatedMatch, StoreError> {
    let unreadable = |reason: String| StoreError::Unreadable(format!("rated match {regatta}: {reason}"));
    let ladder: Ladder =
        ladder.parse().map_err(|error: powerboats_ratings::ladder::NoLadder| unreadable(error.to_string()))?;
    let seats = serde_json::from_str(&seats).map_err(|error| unreadable(error.to_string()))?;
    let ranks = corrected.map(|ranks| serde_json::from_str::<Vec<u8>>(&ranks)).transpose();
    let ranks = ranks.map_err(|error| unreadable(error.to_string()))?;
    let rated = RatedMatch { regatta: regatta.clone(), ladder, at, seats };
    Ok(match ranks {
        Some(ranks) => rated.corrected(&ranks),
        None => rated,
    })
}

type StepColumns = (PlayerId, RegattaId, String, i64, i64, i64, i64, i64, i64, i64, i64);

/// The columns of a step, in the order of [`StepColumns`].
macro_rules! steps_where {
    ($rest:literal) => {
        concat!(
            "SELECT player, regatta, ladder, at, rank, boats, number, mean_before, spread_before, mean, spread
             FROM rating_steps WHERE ",
            $rest
        )
    };
}

fn step(columns: StepColumns) -> Result<RatingStep, StoreError> {
    let (player, regatta, ladder, at, rank, boats, number, mean_before, spread_before, mean, spread) = columns;
    let ladder = ladder.parse().map_err(|_| StoreError::Unreadable(format!("ladder {ladder:?}")))?;
    Ok(RatingStep {
        player,
        regatta,
        ladder,
        at,
        rank: rank as usize,
        boats: boats as usize,
        number: number as u32,
        before: Rating { mean: mean_before, spread: spread_before },
        after: Rating { mean, spread },
    })
}

impl Store {
    /// Takes a match out of the ratings, unless another server has rated since the turn was read. The next match of each of its
    /// players is rated again, and so on.
    pub(crate) async fn drop_rated_match(&self, turn: &RatingTurn, regatta: &RegattaId) -> Result<(), StoreError> {
        let steps = self.steps_in(regatta).await?;
        let mut writes = vec![turn.take()];
        writes.extend(steps.iter().map(|step| turn.next(step)));
        for sql in [
            "DELETE FROM rating_steps WHERE regatta = $1
             AND EXISTS (SELECT 1 FROM meta WHERE name = 'rating-turn' AND value = $2)",
            "DELETE FROM rated_matches WHERE regatta = $1
             AND EXISTS (SELECT 1 FROM meta WHERE name = 'rating-turn' AND value = $2)",
        ] {
            writes.push(Statement::new(sql).bind(regatta).bind(turn.mine.as_str()));
        }
        for step in &steps {
            let sql = "DELETE FROM ratings WHERE player = $1 AND ladder = $2
                       AND EXISTS (SELECT 1 FROM meta WHERE name = 'rating-turn' AND value = $3)";
            let forget = Statement::new(sql).bind(&step.player).bind(step.ladder.name());
            writes.push(forget.bind(turn.mine.as_str()));
            writes.push(turn.rating(step));
        }
        self.write(writes).await.map(drop)
    }

    /// What the next server that rates must know.
    pub(crate) async fn rating_turn(&self) -> Result<String, StoreError> {
        Ok(self.meta("rating-turn").await?.unwrap_or_default())
    }

    /// The first matches that wait to be rated, in order.
    pub(crate) async fn waiting_matches(&self, most: i64) -> Result<Vec<RatedMatch>, StoreError> {
        let sql = matches_where!("WHERE m.waiting = 1 ORDER BY m.at, m.regatta LIMIT $1");
        let rows: Vec<MatchColumns> = sqlx::query_as(sql).bind(most).fetch_all(&self.pool).await?;
        rows.into_iter().map(rated_match).collect()
    }

    /// All rated matches, in order.
    pub async fn rated_matches(&self) -> Result<Vec<RatedMatch>, StoreError> {
        let sql = matches_where!("ORDER BY m.at, m.regatta");
        let rows: Vec<MatchColumns> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        rows.into_iter().map(rated_match).collect()
    }

    /// Stores matches that wait to be rated. Those that are stored already stay as they are.
    pub async fn add_rated_matches(&self, matches: &[RatedMatch]) -> Result<(), StoreError> {
        for some in matches.chunks(64) {
            self.write(some.iter().map(new_rated_match).collect()).await?;
        }
        Ok(())
    }

    /// What a ladder knew about a player before a match.
    pub(crate) async fn standing_before(
        &self,
        player: &PlayerId,
        rated: &RatedMatch,
    ) -> Result<Option<Standing>, StoreError> {
        let sql = "SELECT mean, spread, at, number FROM rating_steps
                   WHERE player = $1 AND ladder = $2 AND (at < $3 OR at = $3 AND regatta < $4)
                   ORDER BY at DESC, regatta DESC LIMIT 1";
        let select = sqlx::query_as(sql).bind(player).bind(rated.ladder.name()).bind(rated.at).bind(&rated.regatta);
        let row: Option<(i64, i64, i64, i64)> = select.fetch_optional(&self.pool).await?;
        let standing =
            |(mean, spread, at, number)| Standing { rating: Rating { mean, spread }, at, matches: number as u32 };
        Ok(row.map(standing))
    }

    /// Stores what matches did to ratings, unless another server has rated since the turn was read.
    pub(crate) async fn store_ratings(
        &self,
        turn: &RatingTurn,
        rated: &[(RatedMatch, Vec<RatingStep>)],
    ) -> Result<(), StoreError> {
        let mut writes = vec![turn.take()];
        for (rated, steps) in rated {
            writes.push(turn.done(&rated.regatta));
            for step in steps {
                writes.extend([turn.step(step), turn.rating(step), turn.next(step)]);
            }
        }
        self.write(writes).await.map(drop)
    }

    /// Forgets all ratings and lets everything be rated again.
    pub async fn forget_ratings(&self) -> Result<(), StoreError> {
        let statements = [
            "DELETE FROM ratings",
            "DELETE FROM rating_steps",
            "DELETE FROM rated_matches",
            "UPDATE cursors SET position = 0 WHERE reader = 'ratings'",
            "UPDATE meta SET value = '' WHERE name = 'rating-turn'",
        ];
        self.write(statements.map(Statement::new).into()).await.map(drop)
    }

    /// All steps of all players, in the order of the matches.
    pub async fn rating_steps(&self) -> Result<Vec<RatingStep>, StoreError> {
        let rows: Vec<StepColumns> =
            sqlx::query_as(steps_where!("1 = 1 ORDER BY at, regatta, player")).fetch_all(&self.pool).await?;
        rows.into_iter().map(step).collect()
    }

    /// A player's last steps on a ladder, newest first.
    pub async fn rating_history(
        &self,
        player: &PlayerId,
        ladder: Ladder,
        most: i64,
    ) -> Result<Vec<RatingStep>, StoreError> {
        let sql = steps_where!("player = $1 AND ladder = $2 ORDER BY at DESC, regatta DESC LIMIT $3");
        let select = sqlx::query_as(sql).bind(player).bind(ladder.name()).bind(most);
        let rows: Vec<StepColumns> = select.fetch_all(&self.pool).await?;
        rows.into_iter().map(step).collect()
    }

    /// The steps of all players in a regatta.
    pub async fn steps_in(&self, regatta: &RegattaId) -> Result<Vec<RatingStep>, StoreError> {
        let rows: Vec<StepColumns> =
            sqlx::query_as(steps_where!("regatta = $1 ORDER BY player")).bind(regatta).fetch_all(&self.pool).await?;
        rows.into_iter().map(step).collect()
    }

    /// The steps of all players in the rated regattas of one player.
    pub async fn steps_around(&self, player: &PlayerId) -> Result<Vec<RatingStep>, StoreError> {
        let sql = steps_where!("regatta IN (SELECT regatta FROM rating_steps WHERE player = $1) ORDER BY at, regatta");
        let rows: Vec<StepColumns> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        rows.into_iter().map(step).collect()
    }

    /// The matches of a player on a ladder, newest first.
    pub async fn matches_of(
        &self,
        player: &PlayerId,
        ladder: Ladder,
        most: i64,
    ) -> Result<Vec<RatedMatch>, StoreError> {
        let sql = matches_where!(
            "JOIN rating_steps s ON s.regatta = m.regatta
             WHERE s.player = $1 AND s.ladder = $2 ORDER BY s.at DESC, s.regatta DESC LIMIT $3"
        );
        let select = sqlx::query_as(sql).bind(player).bind(ladder.name()).bind(most);
        let rows: Vec<MatchColumns> = select.fetch_all(&self.pool).await?;
        rows.into_iter().map(rated_match).collect()
    }
}
