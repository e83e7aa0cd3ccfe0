//! Players who wait for "Play now", in the store.

use crate::compete::play_now::Waiter;
use crate::ids::{PlayerId, RegattaId};
use crate::store::{Store, StoreError, writer::statement::Statement};
use powerboats_ratings::Ladder;

/// A player who waits, and the game that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingRow {
    #[allow(missing_docs)]
    pub waiter: Waiter,
    /// The game, once there is one.
    pub regatta: Option<RegattaId>,
    /// How many people play in it.
    pub people: usize,
    /// When it was found.
    pub matched: i64,
    /// Whether the regatta exists.
    pub opened: bool,
}

type Columns = (PlayerId, i64, i64, i64, i64, i64, Option<String>, i64, i64, i64);

const COLUMNS: &str = "SELECT player, seats, registered, rating, since, pilots, regatta,
    CAST(COALESCE(people, 0) AS BIGINT), CAST(COALESCE(matched, 0) AS BIGINT), opened FROM waiting";

fn row((player, seats, registered, rating, since, pilots, regatta, people, matched, opened): Columns) -> WaitingRow {
    let waiter = Waiter {
        player,
        seats: seats as usize,
        is_registered: registered != 0,
        rating,
        since,
        takes_pilots: pilots != 0,
    };
    let regatta = regatta.and_then(|id| RegattaId::read(&id));
    WaitingRow { waiter, regatta, people: people as usize, matched, opened: opened != 0 }
}

/// The rating of a newcomer, in points, and how many units of the store make a point.
const NEWCOMER: i64 = 1500;
const POINT: i64 = 1_000_000;

impl Store {
    /// A player's rating for tables of this size, in points. Guests and newcomers have that of a newcomer.
    pub async fn rating_to_match(&self, player: &PlayerId, seats: usize) -> Result<i64, StoreError> {
        let sql = "SELECT mean FROM ratings WHERE player = $1 AND ladder = $2";
        let row: Option<(i64,)> =
            sqlx::query_as(sql).bind(player).bind(Ladder::of(seats).name()).fetch_optional(&self.pool).await?;
        Ok(row.map_or(NEWCOMER, |(mean,)| mean / POINT))
    }

    /// What is stored about a player who waits, or has waited a moment ago.
    pub async fn waiting_of(&self, player: &PlayerId) -> Result<Option<WaitingRow>, StoreError> {
        let sql = format!("{COLUMNS} WHERE player = $1");
        let columns: Option<Columns> =
            sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(player).fetch_optional(&self.pool).await?;
        Ok(columns.map(row))
    }

    /// Notes that a player waits. A player who already has a game keeps it. One who was last seen before `lost`, or wants another table, starts waiting again.
    pub async fn wait_for_game(&self, wish: &WaitingRow, now: i64, lost: i64) -> Result<(), StoreError> {
        let Waiter { player, seats, is_registered, rating, takes_pilots, .. } = &wish.waiter;
        let sql = "INSERT INTO waiting (player, seats, registered, rating, since, seen, pilots, opened)
                   VALUES ($1, $2, $3, $4, $5, $5, $6, 0) ON CONFLICT (player) DO UPDATE SET
                   since = CASE WHEN waiting.regatta IS NULL AND (waiting.seen < $7 OR waiting.seats <> excluded.seats)
                                THEN excluded.since ELSE waiting.since END,
                   seats = CASE WHEN waiting.regatta IS NULL THEN excluded.seats ELSE waiting.seats END,
                   registered = excluded.registered, rating = excluded.rating, pilots = excluded.pilots,
                   seen = excluded.seen";
        let wait = Statement::new(sql).bind(player).bind(*seats as i64).bind(i64::from(*is_registered));
        let wait = wait.bind(*rating).bind(now).bind(i64::from(*takes_pilots)).bind(lost);
        self.write(vec![wait]).await.map(drop)
    }

    /// The players who were seen since then.
    pub async fn waiting(&self, seen: i64) -> Result<Vec<WaitingRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE seen >= $1"));
        let rows: Vec<Columns> = sqlx::query_as(sql).bind(seen).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// The players of games that were found and not opened yet.
    pub async fn unopened_matches(&self) -> Result<Vec<WaitingRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE regatta IS NOT NULL AND opened = 0 ORDER BY player"));
        let rows: Vec<Columns> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// Gives a game to players who have none. If another node has just given one of them a game, the match is not whole.
    pub async fn match_waiting(&self, id: &RegattaId, players: &[PlayerId], now: i64) -> Result<(), StoreError> {
        let sql = "UPDATE waiting SET regatta = $1, people = $2, matched = $3 WHERE player = $4 AND regatta IS NULL";
        let give = |player| Statement::new(sql).bind(id).bind(players.len() as i64).bind(now).bind(player);
        let mut players: Vec<&PlayerId> = players.iter().collect();
        players.sort(); // so that two nodes never wait for each other
        self.write(players.into_iter().map(give).collect()).await.map(drop)
    }

    /// Gives up a match that is not whole.
    pub async fn undo_match(&self, id: &RegattaId) -> Result<(), StoreError> {
        let sql = "UPDATE waiting SET regatta = NULL, people = NULL, matched = NULL WHERE regatta = $1 AND opened = 0";
        self.write(vec![Statement::new(sql).bind(id)]).await.map(drop)
    }

    /// Notes that the regatta of a match exists.
    pub async fn note_open_match(&self, id: &RegattaId) -> Result<(), StoreError> {
        self.write(vec![Statement::new("UPDATE waiting SET opened = 1 WHERE regatta = $1").bind(id)]).await.map(drop)
    }

    /// A player does not wait any more. A game that was found stays.
    pub async fn stop_waiting(&self, player: &PlayerId) -> Result<(), StoreError> {
        let sql = "DELETE FROM waiting WHERE player = $1 AND regatta IS NULL";
        self.write(vec![Statement::new(sql).bind(player)]).await.map(drop)
    }

    /// Forgets players who were last seen before this, unless their game is not open yet.
    pub async fn forget_waiting(&self, seen: i64) -> Result<(), StoreError> {
        let sql = "SELECT COUNT(*) FROM waiting WHERE seen < $1 AND (regatta IS NULL OR opened = 1)";
        let (old,): (i64,) = sqlx::query_as(sql).bind(seen).fetch_one(&self.pool).await?;
        if old > 0 {
            let sql = "DELETE FROM waiting WHERE seen < $1 AND (regatta IS NULL OR opened = 1)";
            self.write(vec![Statement::new(sql).bind(seen)]).await?;
        }
        Ok(())
    }
}
