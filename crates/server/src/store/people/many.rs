//! Reads rows about many players, with as few statements as possible.

use crate::{
    ids::PlayerId,
    store::{Store, StoreError},
};
use sqlx::{AssertSqlSafe, FromRow, any::AnyRow};

/// Players per statement. There are few sizes, so that few prepared statements are kept.
fn at_once(left: usize) -> usize {
    match left {
        0 | 1 => 1,
        2..=8 => 8,
        _ => 256,
    }
}

impl Store {
    /// The rows that a SELECT finds about some players. It has `{players}` where their ids are to stand.
    pub(in crate::store) async fn rows_about<R>(&self, sql: &str, players: &[PlayerId]) -> Result<Vec<R>, StoreError>
    where
        R: for<'r> FromRow<'r, AnyRow> + Send + Unpin,
    {
        let (mut rows, mut rest) = (Vec::with_capacity(players.len()), players);
        while let [.., last] = rest {
            let count = at_once(rest.len());
            let (some, others) = rest.split_at(count.min(rest.len()));
            rest = others;
            let places: Vec<String> = (1..=count).map(|place| format!("${place}")).collect();
            let mut select = sqlx::query_as(AssertSqlSafe(sql.replace("{players}", &places.join(", "))));
            for player in some.iter().chain(std::iter::repeat(last)).take(count) {
                select = select.bind(player);
            }
            rows.append(&mut select.fetch_all(&self.pool).await?);
        }
        Ok(rows)
    }
}
