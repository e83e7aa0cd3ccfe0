//! Departures: deleted players whose seats still have to be vacated, and what is stored of them.

use crate::ids::{PlayerId, RegattaId};
use crate::store::{Store, StoreError, postgres::changes::AccountChange::Ended, writer::statement::Statement};
use sqlx::AssertSqlSafe;
use std::collections::BTreeSet;

/// The prefix of these notes in `meta`. Databases contain it: don't change it.
const PREFIX: &str = "farewell:";

/// The tables with rows of a player that go with the account.
const TABLES: [&str; 16] = [
    "sessions",
    "tokens",
    "follows",
    "hidden",
    "private_profiles",
    "waiting",
    "seen",
    "season_holidays",
    "browsers",
    "mail_addresses",
    "push_subscriptions",
    "notify_settings",
    "outbox",
    "mails_sent",
    "looking",
    "password_resets",
];

/// Statements that delete the rows of a player who deletes the account.
pub(super) fn rows_of(player: &PlayerId) -> Vec<Statement> {
    let rows = TABLES.map(|table| format!("DELETE FROM {table} WHERE player = $1"));
    let others = [
        "DELETE FROM follows WHERE followed = $1",
        "DELETE FROM carried WHERE sender = $1",
        "DELETE FROM blocks WHERE player = $1",
        "DELETE FROM blocks WHERE other = $1",
        "UPDATE reports SET reporter = NULL, text = '' WHERE reporter = $1",
        "DELETE FROM reports WHERE player = $1",
        "UPDATE reports SET log = '[]' WHERE regatta IN (SELECT regatta FROM crews WHERE player = $1)",
        // Analyses that version 0.1 stored have names in them. They are made again if somebody asks.
        "DELETE FROM analyses WHERE regatta IN (SELECT regatta FROM crews WHERE player = $1)",
    ];
    let rows = rows.into_iter().map(Statement::new).chain(others.map(Statement::new));
    rows.map(|statement| statement.bind(player)).collect()
}

/// Notes that a player's seats must be vacated.
pub(super) fn note_departure(player: &PlayerId) -> Statement {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, '') ON CONFLICT (name) DO NOTHING";
    Statement::new(sql).bind(format!("{PREFIX}{player}"))
}

impl Store {
    /// Deleted players, and when to look again for what their last requests have left; `None` for those whose seats are not all
    /// vacated.
    pub async fn departures(&self) -> Result<Vec<(PlayerId, Option<i64>)>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as("SELECT name, value FROM meta WHERE name LIKE $1")
            .bind(format!("{PREFIX}%"))
            .fetch_all(&self.pool)
            .await?;
        let read =
            |(name, time): &(String, String)| Some((PlayerId::read(name.strip_prefix(PREFIX)?)?, time.parse().ok()));
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Notes when to look again for what the last requests of a deleted player have left.
    pub async fn look_again(&self, player: &PlayerId, time: i64) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let note = Statement::new(sql).bind(format!("{PREFIX}{player}")).bind(time.to_string());
        self.write(vec![note]).await.map(drop)
    }

    /// Deletes the rows of a deleted player that were stored after the others were deleted.
    pub async fn delete_rows_of(&self, player: &PlayerId) -> Result<(), StoreError> {
        self.write_change(player, Ended, rows_of(player)).await.map(drop)
    }

    /// Some of the deleted players of whom something is left that should not be.
    pub async fn overlooked(&self, most: i64) -> Result<BTreeSet<PlayerId>, StoreError> {
        let of_table = |table: &str| {
            format!(
                "SELECT DISTINCT p.id FROM {table} t JOIN players p ON p.id = t.player WHERE p.gone IS NOT NULL LIMIT $1"
            )
        };
        let in_open = "SELECT DISTINCT p.id FROM regattas r JOIN players p ON p.id = r.host
                       WHERE r.stage = 'open' AND p.gone IS NOT NULL LIMIT $1";
        let mut found = BTreeSet::new();
        for sql in TABLES.map(of_table).into_iter().chain([in_open.to_owned()]) {
            let rows: Vec<(PlayerId,)> = sqlx::query_as(AssertSqlSafe(sql)).bind(most).fetch_all(&self.pool).await?;
            found.extend(rows.into_iter().map(|(id,)| id));
        }
        Ok(found)
    }

    /// Removes the note: all seats are vacated.
    pub async fn end_departure(&self, player: &PlayerId) -> Result<(), StoreError> {
        let end = Statement::new("DELETE FROM meta WHERE name = $1").bind(format!("{PREFIX}{player}"));
        self.write(vec![end]).await.map(drop)
    }

    /// Unfinished regattas in which a player has or had a seat.
    pub async fn unfinished_of(&self, player: &PlayerId) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT r.id FROM crews c JOIN regattas r ON r.id = c.regatta
                   WHERE c.player = $1 AND r.stage IN ('open', 'live')";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Regattas hosted by a player that have not started.
    pub async fn opened_by(&self, player: &PlayerId) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT id FROM regattas WHERE stage = 'open' AND host = $1";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Some of the sessions that began before this time: their stored form, and whose they are.
    pub async fn sessions_before(&self, time: i64, most: i64) -> Result<Vec<(String, PlayerId)>, StoreError> {
        let sql = "SELECT hash, player FROM sessions WHERE created < $1 LIMIT $2";
        Ok(sqlx::query_as(sql).bind(time).bind(most).fetch_all(&self.pool).await?)
    }

    /// Some of the guests who have neither a session nor a token, so that they can never come back.
    pub async fn lost_guests(&self, most: i64) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "SELECT p.id FROM players p WHERE p.login IS NULL AND p.gone IS NULL
                   AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id)
                   AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.player = p.id) LIMIT $1";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(most).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
