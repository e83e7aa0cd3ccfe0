//! What players want to be told and how to reach them, and messages on their way, in the store.

mod addresses;
mod outbox;
mod subscriptions;

pub use addresses::AddressRow;
pub(crate) use outbox::post;
pub use outbox::{Finished, NotableEntry, OutboxRow};
pub use subscriptions::SubscriptionRow;

use crate::ids::PlayerId;
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// How a player can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReachRow {
    /// JSON; `None` if the player has never chosen anything.
    pub choices: Option<String>,
    /// Ids of the subscriptions of their browsers.
    pub pushes: Vec<String>,
    /// Whether they have a confirmed mail address.
    pub mail: bool,
}

impl Store {
    /// What a player has chosen, as JSON.
    pub async fn notify_choices(&self, player: &PlayerId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT settings FROM notify_settings WHERE player = $1";
        let row: Option<(String,)> = sqlx::query_as(sql).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.map(|(settings,)| settings))
    }

    /// Stores what a player has chosen, and when the next digest is due.
    pub async fn set_notify_choices(
        &self,
        player: &PlayerId,
        choices: &str,
        digest: Option<i64>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO notify_settings (player, settings, digest) VALUES ($1, $2, $3)
                   ON CONFLICT (player) DO UPDATE SET settings = excluded.settings, digest = excluded.digest";
        let store = Statement::new(sql).bind(player).bind(choices).bind(digest);
        // What waits for the end of quiet hours is judged again.
        let again = "UPDATE outbox SET due = $1 WHERE player = $2 AND due > $1 AND attempts = 0
                     AND kind NOT IN ('reminder', 'digest')";
        self.write(vec![store, Statement::new(again).bind(now()).bind(player)]).await.map(drop)
    }

    /// How each of these players can be reached; those who can't be are left out.
    pub async fn reach(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, ReachRow)>, StoreError> {
        let mut found = Vec::new();
        let sql = "SELECT p.id, n.settings, s.id, m.address FROM players p
                   LEFT JOIN notify_settings n ON n.player = p.id
                   LEFT JOIN push_subscriptions s ON s.player = p.id
                   LEFT JOIN mail_addresses m ON m.player = p.id
                   WHERE p.gone IS NULL AND p.id IN ({players}) ORDER BY p.id, s.id";
        type Row = (PlayerId, Option<String>, Option<String>, Option<String>);
        let rows: Vec<Row> = self.rows_about(sql, players).await?;
        for (player, choices, push, address) in rows {
            if found.last().is_none_or(|(last, _): &(PlayerId, ReachRow)| *last != player) {
                found.push((player, ReachRow { choices, pushes: Vec::new(), mail: address.is_some() }));
            }
            if let (Some(push), Some((_, reach))) = (push, found.last_mut()) {
                reach.pushes.push(push);
            }
        }
        found.retain(|(_, reach)| reach.mail || !reach.pushes.is_empty());
        Ok(found)
    }

    /// Players whose digest is due, with what they have chosen.
    pub async fn due_digests(&self, now: i64) -> Result<Vec<(PlayerId, String, i64)>, StoreError> {
        let sql = "SELECT player, settings, digest FROM notify_settings WHERE digest <= $1 ORDER BY digest LIMIT 100";
        Ok(sqlx::query_as(sql).bind(now).fetch_all(&self.pool).await?)
    }

    /// Puts a digest into the outbox, if nobody else has, and sets when the next one is due.
    pub async fn post_digest(&self, digest: &OutboxRow, due: i64, next: Option<i64>) -> Result<(), StoreError> {
        let sql = "UPDATE notify_settings SET digest = $1 WHERE player = $2 AND digest = $3";
        let moved = Statement::new(sql).bind(next).bind(&digest.player).bind(due);
        self.write(vec![post(digest), moved]).await.map(drop)
    }

    /// Whether there is any way to reach a player.
    pub async fn is_reachable(&self, player: &PlayerId) -> Result<bool, StoreError> {
        Ok(!self.reach(std::slice::from_ref(player)).await?.is_empty())
    }

    /// Notes for the other nodes that a player looks at a page of this one.
    pub async fn note_looking(&self, player: &PlayerId, node: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO looking (player, node, seen) VALUES ($1, $2, $3)
                   ON CONFLICT (player, node) DO UPDATE SET seen = excluded.seen";
        self.write(vec![Statement::new(sql).bind(player).bind(node).bind(now())]).await.map(drop)
    }

    /// Notes that they do no longer.
    pub async fn note_gone(&self, player: &PlayerId, node: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM looking WHERE player = $1 AND node = $2";
        self.write(vec![Statement::new(sql).bind(player).bind(node)]).await.map(drop)
    }

    /// Whether a player has looked at a page of another node since then.
    pub async fn is_looking(&self, player: &PlayerId, since: i64) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM looking WHERE player = $1 AND seen > $2";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(player).bind(since).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }
}
