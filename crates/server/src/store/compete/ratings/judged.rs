//! How well people decided in their races, in the store: what titles are made of.

use crate::{
    ids::{PlayerId, RegattaId},
    store::{Store, StoreError, writer::statement::Statement},
};
use powerboats_pilots::analysis::JudgedRace;

/// Turns are stored in millionths.
const MILLION: f64 = 1e6;

/// A race of one person.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedRow {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// From 1.
    pub race: i64,
    /// When the regatta ended, in milliseconds since 1970.
    pub at: i64,
    #[allow(missing_docs)]
    pub judged: JudgedRace,
}

/// Stores a race, once.
pub(in crate::store) fn judged_race(regatta: &RegattaId, row: &JudgedRow) -> Statement {
    let sql = "INSERT INTO judged_races (player, regatta, race, at, lost, decisions) VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (player, regatta, race) DO NOTHING";
    let lost = (row.judged.lost * MILLION).round() as i64;
    let insert = Statement::new(sql).bind(&row.player).bind(regatta).bind(row.race).bind(row.at);
    insert.bind(lost).bind(i64::from(row.judged.decisions))
}

/// Forgets the races of a regatta.
pub(crate) fn forget_judged_races(regatta: &RegattaId) -> Statement {
    Statement::new("DELETE FROM judged_races WHERE regatta = $1").bind(regatta)
}

impl Store {
    /// A player's last races, the newest first.
    pub async fn judged_races(&self, player: &PlayerId, most: i64) -> Result<Vec<JudgedRace>, StoreError> {
        let sql = "SELECT lost, decisions FROM judged_races WHERE player = $1 ORDER BY at DESC, race DESC LIMIT $2";
        let rows: Vec<(i64, i64)> = sqlx::query_as(sql).bind(player).bind(most).fetch_all(&self.pool).await?;
        let race = |(lost, decisions)| JudgedRace {
            lost: lost as f64 / MILLION,
            decisions: i64::clamp(decisions, 0, 1 << 20) as u32,
        };
        Ok(rows.into_iter().map(race).collect())
    }
}
