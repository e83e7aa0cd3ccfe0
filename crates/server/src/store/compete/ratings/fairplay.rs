//! What the statistics of fair play need, in the store: rated Duels, and which accounts were used in one browser.

use crate::compete::fairplay::Duel;
use crate::ids::{PlayerId, RegattaId};
use crate::store::{Store, StoreError, now, writer::statement::Statement};
use std::collections::BTreeSet;

/// A tie, in the column `winner`.
const TIE: i64 = 2;

/// Stores a rated Duel, unless it is stored.
pub(crate) fn remember_duel(duel: &Duel) -> Statement {
    let sql = "INSERT INTO fairplay_duels (regatta, at, one, other, winner, one_gave_up, other_gave_up)
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (regatta) DO NOTHING";
    let [one, other] = &duel.players;
    let winner = duel.winner.map_or(TIE, |index| index as i64);
    let [given, given_by_other] = duel.gave_up.map(i64::from);
    let statement = Statement::new(sql).bind(&duel.regatta).bind(duel.at).bind(one).bind(other);
    statement.bind(winner).bind(given).bind(given_by_other)
}

/// Forgets a Duel.
pub(crate) fn forget_duel(regatta: &RegattaId) -> Statement {
    Statement::new("DELETE FROM fairplay_duels WHERE regatta = $1").bind(regatta)
}

type Columns = (RegattaId, i64, PlayerId, PlayerId, i64, i64, i64);

fn duel((regatta, at, one, other, winner, given, given_by_other): Columns) -> Duel {
    Duel {
        regatta,
        at,
        players: [one, other],
        winner: usize::try_from(winner).ok().filter(|index| *index < 2),
        gave_up: [given == 1, given_by_other == 1],
    }
}

impl Store {
    /// The rated Duels that ended since a time.
    pub async fn rated_duels(&self, since: i64) -> Result<Vec<Duel>, StoreError> {
        let sql =
            "SELECT regatta, at, one, other, winner, one_gave_up, other_gave_up FROM fairplay_duels WHERE at >= $1";
        let rows: Vec<Columns> = sqlx::query_as(sql).bind(since).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(duel).collect())
    }

    /// The rated Duels of a player, the oldest first.
    pub async fn duels_of(&self, player: &PlayerId) -> Result<Vec<Duel>, StoreError> {
        let sql = "SELECT regatta, at, one, other, winner, one_gave_up, other_gave_up FROM fairplay_duels
                   WHERE one = $1 OR other = $1 ORDER BY at, regatta";
        let rows: Vec<Columns> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(duel).collect())
    }

    /// Remembers that an account was used in a browser.
    pub async fn note_browser(&self, browser: &str, player: &PlayerId) -> Result<(), StoreError> {
        let sql = "INSERT INTO browsers (browser, player, seen) VALUES ($1, $2, $3)
                   ON CONFLICT (browser, player) DO UPDATE SET seen = excluded.seen";
        self.write(vec![Statement::new(sql).bind(browser).bind(player).bind(now())]).await.map(drop)
    }

    /// When each browser in which an account was used was last used with it, the latest first.
    pub async fn browsers_of(&self, player: &PlayerId) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT seen FROM browsers WHERE player = $1 ORDER BY seen DESC";
        let rows: Vec<(i64,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(seen,)| seen).collect())
    }

    /// The pairs of accounts that were used in one browser, each in the order of their ids.
    pub async fn players_of_one_browser(&self) -> Result<BTreeSet<[PlayerId; 2]>, StoreError> {
        let sql = "SELECT DISTINCT a.player, b.player FROM browsers a
                   JOIN browsers b ON a.browser = b.browser AND a.player < b.player";
        let rows: Vec<(PlayerId, PlayerId)> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(one, other)| [one, other]).collect())
    }
}
