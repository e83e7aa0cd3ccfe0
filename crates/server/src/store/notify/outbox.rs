//! Messages on their way, in the store. Nobody but the holder of a lease sends a message.

use crate::ids::{PlayerId, RegattaId, random_text};
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// A message on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutboxRow {
    /// The same for all messages of which a later one replaces an earlier one.
    pub id: String,
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// `push` or `mail`.
    pub channel: String,
    /// The id of the subscription; empty for mail.
    pub target: String,
    #[allow(missing_docs)]
    pub kind: String,
    /// The regatta that it is about; empty for a digest.
    pub regatta: String,
    /// Number of the event that it is about.
    pub seq: i64,
    /// When that happened.
    pub at: i64,
    /// When it is to be sent.
    pub due: i64,
    /// How often sending it has failed.
    pub attempts: i64,
}

/// What became of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    #[allow(missing_docs)]
    pub row: OutboxRow,
    /// When to try again; `None` if it was sent, or has become pointless.
    pub again: Option<i64>,
    /// Whether it counts as a failed attempt.
    pub failed: bool,
}

/// Puts a message into the outbox. It replaces an earlier one that was not sent yet. Repeating it changes nothing.
pub(crate) fn post(row: &OutboxRow) -> Statement {
    let sql = "INSERT INTO outbox (id, player, channel, target, kind, regatta, seq, at, due, attempts, lease)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0)
               ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, seq = excluded.seq, at = excluded.at,
                   due = excluded.due, attempts = 0 WHERE outbox.seq < excluded.seq";
    let post = Statement::new(sql).bind(row.id.as_str()).bind(&row.player).bind(row.channel.as_str());
    let post = post.bind(row.target.as_str()).bind(row.kind.as_str()).bind(row.regatta.as_str());
    post.bind(row.seq).bind(row.at).bind(row.due)
}

macro_rules! rows_where {
    ($condition:literal) => {
        concat!(
            "SELECT id, player, channel, target, kind, regatta, seq, at, due, attempts FROM outbox WHERE ",
            $condition,
            " ORDER BY due, id"
        )
    };
}

type Columns = (String, PlayerId, String, String, String, String, i64, i64, i64, i64);

fn row((id, player, channel, target, kind, regatta, seq, at, due, attempts): Columns) -> OutboxRow {
    OutboxRow { id, player, channel, target, kind, regatta, seq, at, due, attempts }
}

impl Store {
    /// Claims messages that are due, at most 64, for `lease` milliseconds.
    pub async fn claim_messages(&self, lease: i64) -> Result<Vec<OutboxRow>, StoreError> {
        let now = now();
        let waiting = "SELECT 1 FROM outbox WHERE due <= $1 AND lease <= $1 LIMIT 1";
        let waiting: Option<(i32,)> = sqlx::query_as(waiting).bind(now).fetch_optional(&self.pool).await?;
        if waiting.is_none() {
            return Ok(Vec::new());
        }
        // The last condition is judged again after another node has claimed a row that this one waited for.
        let sql = "UPDATE outbox SET holder = $1, lease = $2 WHERE id IN
                   (SELECT id FROM outbox WHERE due <= $3 AND lease <= $3 ORDER BY due LIMIT 64) AND lease <= $3";
        let holder = random_text(16);
        let claim = Statement::new(sql).bind(holder.as_str()).bind(now + lease).bind(now);
        if self.write(vec![claim]).await? == [0] {
            return Ok(Vec::new());
        }
        let rows: Vec<Columns> = sqlx::query_as(rows_where!("holder = $1")).bind(holder).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// Notes what became of messages that were claimed. Those that a later one has replaced are free again.
    pub async fn finish_messages(&self, finished: &[Finished]) -> Result<(), StoreError> {
        let end = |Finished { row, again, failed }: &Finished| {
            let statement = match again {
                None => Statement::new("DELETE FROM outbox WHERE id = $1 AND seq = $2 AND kind = $3"),
                Some(again) => {
                    let sql = "UPDATE outbox SET due = $4, attempts = attempts + $5, holder = NULL, lease = 0
                               WHERE id = $1 AND seq = $2 AND kind = $3";
                    let statement = Statement::new(sql).bind(row.id.as_str()).bind(row.seq).bind(row.kind.as_str());
                    return statement.bind(*again).bind(i64::from(*failed));
                }
            };
            statement.bind(row.id.as_str()).bind(row.seq).bind(row.kind.as_str())
        };
        let changed = self.write(finished.iter().map(end).collect()).await?;
        let replaced = finished.iter().zip(changed).filter(|(_, changed)| *changed == 0);
        let free = "UPDATE outbox SET holder = NULL, lease = 0 WHERE id = $1";
        let free: Vec<Statement> =
            replaced.map(|(finished, _)| Statement::new(free).bind(finished.row.id.as_str())).collect();
        if free.is_empty() { Ok(()) } else { self.write(free).await.map(drop) }
    }

    /// Frees all messages: at the start of a server alone nobody sends any.
    pub async fn free_messages(&self) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET holder = NULL, lease = 0 WHERE holder IS NOT NULL";
        self.write(vec![Statement::new(sql)]).await.map(drop)
    }

    /// Notes that this mail about a regatta is being sent, unless there was another one since then.
    pub async fn may_mail(&self, row: &OutboxRow, message: &str, since: i64) -> Result<bool, StoreError> {
        let sql = "INSERT INTO mails_sent (player, regatta, message, sent) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (player, regatta) DO UPDATE SET message = excluded.message, sent = excluded.sent
                   WHERE mails_sent.sent <= $5 OR mails_sent.message = excluded.message";
        let note = Statement::new(sql).bind(&row.player).bind(row.regatta.as_str()).bind(message);
        Ok(self.write(vec![note.bind(now()).bind(since)]).await? == [1])
    }

    /// The messages on their way to a player.
    pub async fn messages_of(&self, player: &PlayerId) -> Result<Vec<OutboxRow>, StoreError> {
        let rows: Vec<Columns> = sqlx::query_as(rows_where!("player = $1")).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// When mail about each regatta was last sent to a player.
    pub async fn mails_of(&self, player: &PlayerId) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT regatta, sent FROM mails_sent WHERE player = $1 ORDER BY sent, regatta";
        Ok(sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?)
    }

    /// Forgets mail that was sent before then. Returns how many rows there were.
    pub async fn forget_mails(&self, before: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM mails_sent WHERE sent < $1";
        Ok(self.write(vec![Statement::new(sql).bind(before)]).await?.first().copied().unwrap_or_default())
    }

    /// When the last mail about a regatta was sent to a player.
    pub async fn last_mail(&self, row: &OutboxRow) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT sent FROM mails_sent WHERE player = $1 AND regatta = $2";
        let last: Option<(i64,)> =
            sqlx::query_as(sql).bind(&row.player).bind(row.regatta.clone()).fetch_optional(&self.pool).await?;
        Ok(last.map(|(sent,)| sent))
    }

    /// The number of messages on their way.
    pub async fn count_messages(&self) -> Result<i64, StoreError> {
        let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM outbox").fetch_one(&self.pool).await?;
        Ok(count)
    }
}

/// A committed entry after which somebody may have to be told something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotableEntry {
    /// Numbers of its first and last event.
    pub first: u64,
    #[allow(missing_docs)]
    pub last: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// JSON list of events.
    pub events: String,
}

impl Store {
    /// The entries after one position and up to another after which somebody may have to be told something, in order.
    pub async fn notable_entries(&self, after: i64, until: i64) -> Result<Vec<(RegattaId, NotableEntry)>, StoreError> {
        let sql = r#"SELECT regatta, first, last, at, events FROM entries WHERE position > $1 AND position <= $2
                     AND (events LIKE '%"type":"game"%' OR events LIKE '%"type":"offered"%'
                          OR events LIKE '%"type":"resumed"%' OR events LIKE '%"type":"ended"%') ORDER BY position"#;
        type Row = (RegattaId, i64, i64, i64, String);
        let rows: Vec<Row> = sqlx::query_as(sql).bind(after).bind(until).fetch_all(&self.pool).await?;
        let entry = |(regatta, first, last, at, events): Row| {
            let (first, last) = (first.cast_unsigned(), last.cast_unsigned());
            (regatta, NotableEntry { first, last, at, events })
        };
        Ok(rows.into_iter().map(entry).collect())
    }
}
