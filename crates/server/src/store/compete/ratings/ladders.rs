//! The ladders in the store: who is where.

use crate::{
    ids::PlayerId,
    store::{Store, StoreError, now, writer::statement::Statement},
};
use powerboats_ratings::{Ladder, Rating, Standing};
use std::collections::HashSet;

/// A player on a ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderRow {
    #[allow(missing_docs)]
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub name: String,
    #[allow(missing_docs)]
    pub standing: Standing,
}

/// The players whose rating is settled, who still exist, and whose profiles are public. Those of protected players never are.
macro_rules! settled {
    ($columns:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM ratings r JOIN players p ON p.id = r.player WHERE r.ladder = $1 AND r.settled_until > $2
              AND p.gone IS NULL AND p.protected = 0 AND NOT EXISTS (SELECT 1 FROM private_profiles h WHERE h.player = r.player) ",
            $rest
        )
    };
}

impl Store {
    /// A page of a ladder, best first: players after this mean and id.
    pub async fn ladder(
        &self,
        ladder: Ladder,
        after: Option<(i64, PlayerId)>,
        most: i64,
    ) -> Result<Vec<LadderRow>, StoreError> {
        let (mean, player) = after.map_or((i64::MAX, String::new()), |(mean, player)| (mean, player.to_string()));
        let sql = settled!(
            "r.player, p.name, r.mean, r.spread, r.at, r.matches",
            "AND (r.mean, r.player) < ($3, $4) ORDER BY r.mean DESC, r.player DESC LIMIT $5"
        );
        let select = sqlx::query_as(sql).bind(ladder.name()).bind(now()).bind(mean).bind(player).bind(most);
        let rows: Vec<(PlayerId, String, i64, i64, i64, i64)> = select.fetch_all(&self.pool).await?;
        let row = |(player, name, mean, spread, at, matches)| LadderRow {
            player,
            name,
            standing: Standing { rating: Rating { mean, spread }, at, matches: i64::min(matches, 1 << 31) as u32 },
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// The means of everybody on a ladder, the lowest first.
    pub async fn ladder_means(&self, ladder: Ladder) -> Result<Vec<i64>, StoreError> {
        let sql = settled!("r.mean", "ORDER BY r.mean");
        let rows: Vec<(i64,)> = sqlx::query_as(sql).bind(ladder.name()).bind(now()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(mean,)| mean).collect())
    }

    /// What a ladder knows about a player now.
    pub async fn standing(&self, player: &PlayerId, ladder: Ladder) -> Result<Option<Standing>, StoreError> {
        let sql = "SELECT mean, spread, at, matches FROM ratings WHERE player = $1 AND ladder = $2";
        let row: Option<(i64, i64, i64, i64)> =
            sqlx::query_as(sql).bind(player).bind(ladder.name()).fetch_optional(&self.pool).await?;
        let standing =
            |(mean, spread, at, matches)| Standing { rating: Rating { mean, spread }, at, matches: matches as u32 };
        Ok(row.map(standing))
    }

    /// Whether only the player themselves can see their profile. Those of protected players are always private.
    pub async fn has_private_profile(&self, player: &PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM private_profiles WHERE player = $1
                   UNION ALL SELECT 1 FROM players WHERE id = $1 AND protected <> 0 LIMIT 1";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// The opponents of a player who keep their profiles private.
    pub async fn private_opponents(&self, player: &PlayerId) -> Result<HashSet<PlayerId>, StoreError> {
        let sql = "SELECT p.id FROM players p
              WHERE p.id IN (SELECT o.player FROM rating_steps s
                             JOIN rating_steps o ON o.regatta = s.regatta WHERE s.player = $1 AND o.player <> $1)
              AND (p.protected <> 0 OR EXISTS (SELECT 1 FROM private_profiles h WHERE h.player = p.id))";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(player,)| player).collect())
    }

    /// Sets whether only the player themselves can see their profile.
    pub async fn set_private_profile(&self, player: &PlayerId, private: bool) -> Result<(), StoreError> {
        let sql = match private {
            true => "INSERT INTO private_profiles (player) VALUES ($1) ON CONFLICT (player) DO NOTHING",
            false => "DELETE FROM private_profiles WHERE player = $1",
        };
        self.write(vec![Statement::new(sql).bind(player)]).await.map(drop)
    }
}
