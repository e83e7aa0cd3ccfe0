//! Who does not want to hear of whom, in the store.

use crate::ids::PlayerId;
use crate::store::{Store, StoreError, now, postgres::changes::AccountChange::Blocks, writer::statement::Statement};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How far a player keeps away from another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// One does not hear what they say.
    Mute,
    /// Neither meets, sees or hears the other.
    Block,
}

impl BlockKind {
    const fn as_str(self) -> &'static str {
        ["mute", "block"][self as usize]
    }

    fn read(text: &str) -> BlockKind {
        if text == "mute" { BlockKind::Mute } else { BlockKind::Block }
    }
}

/// A player whom another one has blocked or muted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockRow {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// What others call them.
    pub name: String,
    #[allow(missing_docs)]
    pub kind: BlockKind,
    #[allow(missing_docs)]
    pub since: i64,
}

impl Store {
    /// Blocks or mutes a player, unless there are `most` already. Who blocks somebody follows them no longer, and the other
    /// way round. Returns false if there are too many.
    pub async fn block(
        &self,
        player: &PlayerId,
        other: &PlayerId,
        kind: BlockKind,
        most: i64,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO blocks (player, other, kind, since)
                   SELECT $1, $2, $3, $4 WHERE (SELECT COUNT(*) FROM blocks WHERE player = $1 AND other <> $2) < $5
                   ON CONFLICT (player, other) DO UPDATE SET kind = excluded.kind";
        let block = Statement::new(sql).bind(player).bind(other).bind(kind.as_str()).bind(now()).bind(most);
        let mut statements = vec![block];
        if kind == BlockKind::Block {
            let sql = "DELETE FROM follows WHERE (player = $1 AND followed = $2) OR (player = $2 AND followed = $1)";
            statements.push(Statement::new(sql).bind(player).bind(other));
        }
        // From now on neither hears the other.
        statements.extend(self.note_change(other, Blocks));
        Ok(self.write_change(player, Blocks, statements).await?.first() == Some(&1))
    }

    /// Lifts a block or a mute.
    pub async fn unblock(&self, player: &PlayerId, other: &PlayerId) -> Result<(), StoreError> {
        let lift = Statement::new("DELETE FROM blocks WHERE player = $1 AND other = $2").bind(player).bind(other);
        let statements = [lift].into_iter().chain(self.note_change(other, Blocks)).collect();
        self.write_change(player, Blocks, statements).await.map(drop)
    }

    /// The players whom this one has blocked or muted, the first of them first.
    pub async fn blocks(&self, player: &PlayerId) -> Result<Vec<BlockRow>, StoreError> {
        let sql = "SELECT b.other, p.name, b.kind, b.since FROM blocks b JOIN players p ON p.id = b.other
                   WHERE b.player = $1 ORDER BY b.since, b.other";
        let rows: Vec<(PlayerId, String, String, i64)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        let row = |(player, name, kind, since): (PlayerId, String, String, i64)| BlockRow {
            player,
            name,
            kind: BlockKind::read(&kind),
            since,
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// The players who must not meet this one, whoever of the two has blocked the other.
    pub async fn strangers_of(&self, player: &PlayerId) -> Result<BTreeSet<PlayerId>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE player = $1 AND kind = 'block'
                   UNION SELECT player FROM blocks WHERE other = $1 AND kind = 'block'";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(other,)| other).collect())
    }

    /// The players whom this one has muted.
    pub async fn muted_by(&self, player: &PlayerId) -> Result<BTreeSet<PlayerId>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE player = $1 AND kind = 'mute'";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(other,)| other).collect())
    }

    /// The pairs of players who wait for a game and must not meet.
    pub async fn strangers_waiting(&self) -> Result<BTreeSet<[PlayerId; 2]>, StoreError> {
        let sql = "SELECT b.player, b.other FROM blocks b JOIN waiting w ON w.player = b.player
                   JOIN waiting v ON v.player = b.other WHERE b.kind = 'block'";
        let rows: Vec<(PlayerId, PlayerId)> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(one, other)| [one, other]).collect())
    }

    /// Pairs of these players of whom the first has blocked the second.
    pub async fn strangers_among(&self, players: &BTreeSet<PlayerId>) -> Result<BTreeSet<[PlayerId; 2]>, StoreError> {
        let sql = "SELECT player, other FROM blocks WHERE kind = 'block' AND player IN ({players})";
        let ids: Vec<PlayerId> = players.iter().cloned().collect();
        let rows: Vec<(PlayerId, PlayerId)> = self.rows_about(sql, &ids).await?;
        let both = rows.into_iter().filter(|(_, other)| players.contains(other));
        Ok(both.map(|(one, other)| [one, other]).collect())
    }
}
