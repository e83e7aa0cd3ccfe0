//! Who follows whom, and games on their way to another device, in the store.

use crate::ids::PlayerId;
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// A player whom another one follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowedRow {
    #[allow(missing_docs)]
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub name: String,
    /// Whether they do not show that they are online.
    pub hidden: bool,
    /// When another node of the cluster last saw them.
    pub seen: i64,
}

/// A game on its way to another device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarriedRow {
    #[allow(missing_docs)]
    pub game: String,
    /// When it is forgotten, in milliseconds since 1970.
    pub expires: i64,
    /// Who has sent it; `None` for somebody who was not signed in.
    pub sender: Option<PlayerId>,
}

impl Store {
    /// Follows a player, unless one follows `most` already. Following twice changes nothing.
    pub async fn follow(&self, player: &PlayerId, followed: &PlayerId, most: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO follows (player, followed, since)
                   SELECT $1, $2, $3 WHERE (SELECT COUNT(*) FROM follows WHERE player = $1) < $4
                   ON CONFLICT (player, followed) DO NOTHING";
        let follow = Statement::new(sql).bind(player).bind(followed).bind(now()).bind(most);
        self.write(vec![follow]).await.map(drop)
    }

    /// Follows a player no longer.
    pub async fn unfollow(&self, player: &PlayerId, followed: &PlayerId) -> Result<(), StoreError> {
        let sql = "DELETE FROM follows WHERE player = $1 AND followed = $2";
        self.write(vec![Statement::new(sql).bind(player).bind(followed)]).await.map(drop)
    }

    /// The players whom this one follows, the longest followed first.
    pub async fn following(&self, player: &PlayerId) -> Result<Vec<FollowedRow>, StoreError> {
        let sql =
            "SELECT p.id, p.name, CAST(CASE WHEN h.player IS NULL AND p.protected = 0 THEN 0 ELSE 1 END AS BIGINT),
                          CAST(COALESCE(s.at, 0) AS BIGINT)
                   FROM follows f JOIN players p ON p.id = f.followed
                   LEFT JOIN hidden h ON h.player = p.id LEFT JOIN seen s ON s.player = p.id
                   WHERE f.player = $1 AND p.gone IS NULL ORDER BY f.since, p.id";
        let rows: Vec<(PlayerId, String, i64, i64)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        let row = |(player, name, hidden, seen)| FollowedRow { player, name, hidden: hidden != 0, seen };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Whether anybody follows this player.
    pub async fn is_followed(&self, player: &PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM follows WHERE followed = $1 LIMIT 1";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// Notes for the other nodes that a player is connected.
    pub async fn note_seen(&self, player: &PlayerId) -> Result<(), StoreError> {
        let sql = "INSERT INTO seen (player, at) VALUES ($1, $2)
                   ON CONFLICT (player) DO UPDATE SET at = excluded.at";
        self.write(vec![Statement::new(sql).bind(player).bind(now())]).await.map(drop)
    }

    /// Whether a player does not show others that they are online. Protected players never do.
    pub async fn is_hidden(&self, player: &PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM hidden WHERE player = $1
                   UNION ALL SELECT 1 FROM players WHERE id = $1 AND protected <> 0 LIMIT 1";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// Sets whether a player shows others that they are online.
    pub async fn set_hidden(&self, player: &PlayerId, hidden: bool) -> Result<(), StoreError> {
        let sql = match hidden {
            true => "INSERT INTO hidden (player) VALUES ($1) ON CONFLICT (player) DO NOTHING",
            false => "DELETE FROM hidden WHERE player = $1",
        };
        self.write(vec![Statement::new(sql).bind(player)]).await.map(drop)
    }

    /// Keeps a game until it is fetched or expires. Returns false if `most` are kept already.
    pub async fn keep_carried(&self, code: &str, game: &CarriedRow, most: i64) -> Result<bool, StoreError> {
        let tidy = Statement::new("DELETE FROM carried WHERE expires <= $1").bind(now());
        let sql = "INSERT INTO carried (code, game, expires, sender)
                   SELECT $1, $2, $3, $4 WHERE (SELECT COUNT(*) FROM carried) < $5";
        let keep = Statement::new(sql).bind(code).bind(game.game.as_str()).bind(game.expires);
        let keep = keep.bind(game.sender.as_ref().map(ToString::to_string)).bind(most);
        Ok(self.write(vec![tidy, keep]).await?.last() == Some(&1))
    }

    /// A game that is kept; `None` if there is none.
    pub async fn carried(&self, code: &str) -> Result<Option<CarriedRow>, StoreError> {
        let sql = "SELECT game, expires, sender FROM carried WHERE code = $1 AND expires > $2";
        let row: Option<(String, i64, Option<PlayerId>)> =
            sqlx::query_as(sql).bind(code.to_owned()).bind(now()).fetch_optional(&self.pool).await?;
        Ok(row.map(|(game, expires, sender)| CarriedRow { game, expires, sender }))
    }

    /// The games that a player has sent and that are kept.
    pub async fn carried_by(&self, sender: &PlayerId) -> Result<Vec<CarriedRow>, StoreError> {
        let sql = "SELECT game, expires, sender FROM carried WHERE sender = $1 AND expires > $2 ORDER BY expires";
        let rows: Vec<(String, i64, Option<PlayerId>)> =
            sqlx::query_as(sql).bind(sender).bind(now()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(game, expires, sender)| CarriedRow { game, expires, sender }).collect())
    }

    /// Forgets a game that was kept. Returns false if somebody else was faster.
    pub async fn take_carried(&self, code: &str) -> Result<bool, StoreError> {
        let taken = self.write(vec![Statement::new("DELETE FROM carried WHERE code = $1").bind(code)]).await?;
        Ok(taken == [1])
    }
}
