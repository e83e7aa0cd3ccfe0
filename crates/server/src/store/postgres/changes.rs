//! Changes of accounts that every node of a cluster must learn of: new names, sessions or tokens that have ended, and
//! blocks.

use crate::ids::{PlayerId, random_text};
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// What has changed about an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountChange {
    /// Its name, or whether it is registered.
    Changed,
    /// Some of its sessions or tokens have ended.
    Ended,
    /// Whom it has blocked or muted, or who has blocked it.
    Blocks,
}

impl AccountChange {
    const fn as_str(self) -> &'static str {
        match self {
            AccountChange::Changed => "changed",
            AccountChange::Ended => "ended",
            AccountChange::Blocks => "blocks",
        }
    }
}

/// How far back each reading goes before the last one, in milliseconds. A change may become visible later than its time says.
const OVERLAP: i64 = 20_000;

/// Changes older than this are deleted, in milliseconds.
const KEEP: i64 = 3_600_000;

/// The recent changes: an id for each, the player and what has changed.
pub type AccountChanges = Vec<(String, PlayerId, AccountChange)>;

impl Store {
    /// A statement that tells all nodes about a change; `None` for a server alone.
    pub(in crate::store) fn note_change(&self, player: &PlayerId, change: AccountChange) -> Option<Statement> {
        let sql = "INSERT INTO account_changes (id, player, kind, at) VALUES ($1, $2, $3, $4)";
        let note = || Statement::new(sql).bind(random_text(20)).bind(player).bind(change.as_str()).bind(now());
        self.is_shared().then(note)
    }

    /// The changes since the last reading began, at `since`. Some of them were returned before. `None` if that was so long ago
    /// that some may be deleted.
    pub async fn account_changes(&self, since: i64) -> Result<Option<AccountChanges>, StoreError> {
        let rows: Vec<(String, PlayerId, String)> =
            sqlx::query_as("SELECT id, player, kind FROM account_changes WHERE at > $1 ORDER BY at")
                .bind(since - OVERLAP)
                .fetch_all(&self.pool)
                .await?;
        if now() - since > KEEP - OVERLAP {
            return Ok(None);
        }
        let kind = |kind: &str| match kind {
            "changed" => AccountChange::Changed,
            "blocks" => AccountChange::Blocks,
            _ => AccountChange::Ended,
        };
        Ok(Some(rows.into_iter().map(|(id, player, text)| (id, player, kind(&text))).collect()))
    }

    /// Deletes changes that every node has read.
    pub async fn forget_account_changes(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM account_changes WHERE at < $1";
        self.write(vec![Statement::new(sql).bind(now() - KEEP)]).await.map(drop)
    }
}
