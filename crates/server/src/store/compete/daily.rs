//! Daily lakes and the attempts at them, in the store.

use crate::compete::daily::AttemptEnding;
use crate::ids::{AttemptId, PlayerId};
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// An attempt at a daily lake, without its log.
#[derive(Clone, Debug)]
pub struct AttemptRow {
    #[allow(missing_docs)]
    pub id: AttemptId,
    /// Days since 1970.
    pub day: i64,
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// The secret of the dice in hexadecimal.
    pub secret: String,
    /// `None` while it goes on.
    pub ending: Option<AttemptEnding>,
    /// JSON; `None` until the attempt is reviewed.
    pub review: Option<String>,
    /// Whether it was played like a machine.
    pub flagged: bool,
}

type AttemptColumns = (AttemptId, i64, PlayerId, String, Option<String>, Option<String>, i64);

fn attempt((id, day, player, secret, ending, review, flagged): AttemptColumns) -> AttemptRow {
    let ending = ending.as_deref().and_then(AttemptEnding::read);
    AttemptRow { id, day, player, secret, ending, review, flagged: flagged == 1 }
}

/// What came of one decision.
#[derive(Clone, Debug)]
pub struct ActionRow {
    /// JSON.
    pub decision: String,
    /// JSON list.
    pub events: String,
}

/// A decision to be stored.
#[derive(Clone, Debug)]
pub struct NewAction {
    #[allow(missing_docs)]
    pub attempt: AttemptId,
    /// One more than the attempt has.
    pub number: i64,
    #[allow(missing_docs)]
    pub row: ActionRow,
    /// How the attempt ends with it, and after how many turns.
    pub ending: Option<(AttemptEnding, i64)>,
}

/// A line of a day's results.
#[derive(Clone, Debug)]
pub struct ResultRow {
    #[allow(missing_docs)]
    pub id: AttemptId,
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Empty if the account was deleted.
    pub name: String,
    #[allow(missing_docs)]
    pub ending: Option<AttemptEnding>,
    #[allow(missing_docs)]
    pub turns: i64,
    /// JSON; `None` until the attempt is reviewed.
    pub review: Option<String>,
}

/// Which attempts of a day are listed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ResultList {
    Registered,
    Guests,
    MachineLike,
}

/// How the results of a day are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResultOrder {
    /// By turns.
    #[default]
    Turns,
    /// By errors.
    Skill,
}

impl Store {
    /// The lake of a day and its par in thousandths of a turn, if it was stored.
    pub async fn daily_lake(&self, day: i64) -> Result<Option<(String, i64)>, StoreError> {
        let sql = "SELECT lake, par FROM daily_lakes WHERE day = $1";
        Ok(sqlx::query_as(sql).bind(day).fetch_optional(&self.pool).await?)
    }

    /// Stores the lake of a day, unless there is one.
    pub async fn add_daily_lake(&self, day: i64, lake: &str, par: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO daily_lakes (day, lake, par) VALUES ($1, $2, $3) ON CONFLICT (day) DO NOTHING";
        self.write(vec![Statement::new(sql).bind(day).bind(lake).bind(par)]).await.map(drop)
    }

    /// Days with the number of attempts that are over and the fewest turns of a finisher, newest first.
    pub async fn daily_days(&self, before: i64, most: i64) -> Result<Vec<(i64, i64, Option<i64>, i64)>, StoreError> {
        let sql =
            "SELECT l.day, COUNT(a.id), MIN(CASE WHEN a.ending = 'finished' AND a.flagged = 0 THEN a.turns END), l.par
                   FROM daily_lakes l LEFT JOIN daily_attempts a ON a.day = l.day AND a.ended IS NOT NULL
                   WHERE l.day < $1 GROUP BY l.day, l.par ORDER BY l.day DESC LIMIT $2";
        Ok(sqlx::query_as(sql).bind(before).bind(most).fetch_all(&self.pool).await?)
    }

    /// Begins an attempt. If the player has one for this day already, nothing is stored.
    pub async fn begin_attempt(
        &self,
        id: &AttemptId,
        day: i64,
        player: &PlayerId,
        registered: bool,
        secret: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO daily_attempts (id, day, player, registered, secret, begun, flagged)
                   VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT (day, player) DO NOTHING";
        let begin = Statement::new(sql).bind(id).bind(day).bind(player).bind(i64::from(registered));
        self.write(vec![begin.bind(secret).bind(now())]).await.map(drop)
    }

    /// A player's attempt on a day.
    pub async fn attempt_of(&self, day: i64, player: &PlayerId) -> Result<Option<AttemptRow>, StoreError> {
        let sql = "SELECT id, day, player, secret, ending, review, flagged FROM daily_attempts
                   WHERE day = $1 AND player = $2";
        let row: Option<AttemptColumns> = sqlx::query_as(sql).bind(day).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.map(attempt))
    }

    /// The attempt with this id.
    pub async fn attempt(&self, id: &AttemptId) -> Result<Option<AttemptRow>, StoreError> {
        let sql = "SELECT id, day, player, secret, ending, review, flagged FROM daily_attempts WHERE id = $1";
        let row: Option<AttemptColumns> = sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.map(attempt))
    }

    /// All attempts of a player, the oldest first.
    pub async fn attempts_of(&self, player: &PlayerId) -> Result<Vec<AttemptRow>, StoreError> {
        let sql = "SELECT id, day, player, secret, ending, review, flagged FROM daily_attempts
                   WHERE player = $1 ORDER BY day";
        let rows: Vec<AttemptColumns> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(attempt).collect())
    }

    /// The log of an attempt.
    pub async fn attempt_actions(&self, attempt: &AttemptId) -> Result<Vec<ActionRow>, StoreError> {
        let sql = "SELECT decision, events FROM daily_actions WHERE attempt = $1 ORDER BY number";
        let rows: Vec<(String, String)> = sqlx::query_as(sql).bind(attempt).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(decision, events)| ActionRow { decision, events }).collect())
    }

    /// Appends a decision to the log of an attempt that goes on. Returns false, and stores nothing, if another one has its
    /// number.
    pub async fn append_action(&self, action: &NewAction) -> Result<bool, StoreError> {
        let NewAction { attempt, number, row, ending } = action;
        let writer = crate::ids::random_text(16);
        // No hole in the numbers, and nothing after the end.
        let sql = "INSERT INTO daily_actions (attempt, number, at, decision, events, writer)
                   SELECT $1, $2, $3, $4, $5, $6
                   WHERE EXISTS (SELECT 1 FROM daily_attempts WHERE id = $1 AND ended IS NULL)
                   AND (SELECT COUNT(*) FROM daily_actions WHERE attempt = $1) = $2 - 1
                   ON CONFLICT (attempt, number) DO NOTHING";
        let append = Statement::new(sql).bind(attempt).bind(*number).bind(now());
        let append = append.bind(row.decision.as_str()).bind(row.events.as_str()).bind(writer.as_str());
        let mut writes = vec![append];
        if let Some((ending, turns)) = ending {
            // Only if the row above is ours.
            let sql = "UPDATE daily_attempts SET ended = $1, ending = $2, turns = $3 WHERE id = $4 AND EXISTS
                       (SELECT 1 FROM daily_actions WHERE attempt = $4 AND number = $5 AND writer = $6)";
            let end = Statement::new(sql).bind(now()).bind(ending.name()).bind(*turns);
            writes.push(end.bind(attempt).bind(*number).bind(writer));
        }
        Ok(self.write(writes).await?.first() == Some(&1))
    }

    /// Attempts that are over and not reviewed yet.
    pub async fn unreviewed_attempts(&self) -> Result<Vec<AttemptRow>, StoreError> {
        let sql = "SELECT id, day, player, secret, ending, review, flagged FROM daily_attempts
                   WHERE ended IS NOT NULL AND review IS NULL ORDER BY ended LIMIT 20";
        let rows: Vec<AttemptColumns> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(attempt).collect())
    }

    /// Stores the review of an attempt.
    pub async fn save_review(
        &self,
        id: &AttemptId,
        review: &str,
        error: Option<i64>,
        flagged: bool,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE daily_attempts SET review = $1, error = $2, flagged = $3 WHERE id = $4";
        let save = Statement::new(sql).bind(review).bind(error).bind(i64::from(flagged)).bind(id);
        self.write(vec![save]).await.map(drop)
    }

    /// The reviews of a player's latest attempts up to a day, the newest first.
    pub async fn latest_reviews(&self, player: &PlayerId, until: i64, most: i64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT review FROM daily_attempts WHERE player = $1 AND day < $2 AND review IS NOT NULL
                   ORDER BY day DESC LIMIT $3";
        let rows: Vec<(String,)> =
            sqlx::query_as(sql).bind(player).bind(until).bind(most).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(review,)| review).collect())
    }

    /// The days on which a player raced to the end or gave up, the oldest first.
    pub async fn daily_days_of(&self, player: &PlayerId) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT day FROM daily_attempts WHERE player = $1 AND ended IS NOT NULL AND ending <> 'gave-up' ORDER BY day";
        let rows: Vec<(i64,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(day,)| day).collect())
    }

    /// The best attempts of a day in a group. Boats that did not finish come last.
    pub async fn daily_results(
        &self,
        day: i64,
        group: ResultList,
        order: ResultOrder,
        most: i64,
    ) -> Result<Vec<ResultRow>, StoreError> {
        let by_turns = "SELECT a.id, a.player, p.name, a.ending, a.turns, a.review FROM daily_attempts a
            JOIN players p ON p.id = a.player
            WHERE a.day = $1 AND a.ended IS NOT NULL AND a.flagged = $2 AND a.registered IN ($3, $4)
            ORDER BY CASE WHEN a.ending = 'finished' THEN 0 ELSE 1 END, a.turns, COALESCE(a.error, 1000000), a.ended LIMIT $5";
        let by_skill = "SELECT a.id, a.player, p.name, a.ending, a.turns, a.review FROM daily_attempts a
            JOIN players p ON p.id = a.player
            WHERE a.day = $1 AND a.ended IS NOT NULL AND a.flagged = $2 AND a.registered IN ($3, $4)
            ORDER BY CASE WHEN a.ending = 'finished' THEN 0 ELSE 1 END, COALESCE(a.error, 1000000), a.turns, a.ended LIMIT $5";
        let sql = if order == ResultOrder::Turns { by_turns } else { by_skill };
        let (flagged, registered): (i64, [i64; 2]) = match group {
            ResultList::Registered => (0, [1, 1]),
            ResultList::Guests => (0, [0, 0]),
            ResultList::MachineLike => (1, [0, 1]),
        };
        type Columns = (AttemptId, PlayerId, String, Option<String>, Option<i64>, Option<String>);
        let query = sqlx::query_as(sql).bind(day).bind(flagged).bind(registered[0]).bind(registered[1]).bind(most);
        let rows: Vec<Columns> = query.fetch_all(&self.pool).await?;
        let row = |(id, player, name, ending, turns, review): Columns| {
            let ending = ending.as_deref().and_then(AttemptEnding::read);
            ResultRow { id, player, name, ending, turns: turns.unwrap_or_default(), review }
        };
        Ok(rows.into_iter().map(row).collect())
    }
}
