//! What seasons know about one player: where they take part, their games, and their holidays.

use super::changes::touch_groups_with;
use crate::{
    ids::{PlayerId, RegattaId},
    store::{Statement, Store, StoreError},
};

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// A player's part in a season.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MembershipRow {
    #[allow(missing_docs)]
    pub season: i64,
    /// The name of their group.
    pub group: String,
    /// When they dropped out.
    pub dropped: Option<i64>,
    /// Whether they take part in the next season, too.
    pub stays: bool,
    /// Their final place, from 1.
    pub place: Option<i64>,
}

/// A running game of a player who is on holiday.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeasonGameRow {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Until when the player is on holiday.
    pub until: i64,
}

/// A holiday.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct HolidayRow {
    pub begins: i64,
    pub ends: i64,
}

impl HolidayRow {
    /// How much of a player's holidays it takes, in milliseconds: a day counts as soon as it has begun.
    pub fn counts(&self) -> i64 {
        (self.ends - self.begins + DAY - 1) / DAY * DAY
    }
}

impl Store {
    /// Where a player takes part or took part, newest first.
    pub async fn season_memberships(&self, player: &PlayerId) -> Result<Vec<MembershipRow>, StoreError> {
        let sql = "SELECT season, group_name, dropped, stays, place FROM season_members WHERE player = $1
                   ORDER BY season DESC";
        type Columns = (i64, String, Option<i64>, i64, Option<i64>);
        let rows: Vec<Columns> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        let row = |(season, group, dropped, stays, place): Columns| MembershipRow {
            season,
            group,
            dropped,
            stays: stays != 0,
            place,
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Whether a player has entered a season.
    pub async fn has_entered_season(&self, season: i64, player: &PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM season_entries WHERE season = $1 AND player = $2";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(season).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// The winners of all closed seasons.
    pub async fn season_winners(&self) -> Result<Vec<(i64, PlayerId)>, StoreError> {
        // CROSS JOIN: SQLite would read the members of all seasons.
        let sql = "SELECT m.season, m.player FROM seasons s CROSS JOIN season_members m
                   WHERE m.season = s.number AND m.group_name = '1' AND m.place = 1";
        Ok(sqlx::query_as(sql).fetch_all(&self.pool).await?)
    }

    /// A player's holidays that end after a time.
    pub async fn holidays(&self, player: &PlayerId, after: i64) -> Result<Vec<HolidayRow>, StoreError> {
        let sql = "SELECT begins, ends FROM season_holidays WHERE player = $1 AND ends > $2 ORDER BY begins";
        let rows: Vec<(i64, i64)> = sqlx::query_as(sql).bind(player).bind(after).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(begins, ends)| HolidayRow { begins, ends }).collect())
    }

    /// Begins a holiday now, unless the player is on holiday, or would have more than `most` milliseconds of holidays that end
    /// after `since`. A day of a holiday counts as soon as it has begun.
    pub async fn begin_holiday(
        &self,
        player: &PlayerId,
        now: i64,
        ends: i64,
        since: i64,
        most: i64,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO season_holidays (player, begins, ends) SELECT $1, $2, $3
                   WHERE NOT EXISTS (SELECT 1 FROM season_holidays WHERE player = $1 AND ends > $2)
                     AND (SELECT COALESCE(SUM((ends - begins + $6 - 1) / $6 * $6), 0) FROM season_holidays
                          WHERE player = $1 AND ends > $4) + $3 - $2 <= $5
                   ON CONFLICT (player, begins) DO NOTHING";
        let begin = Statement::new(sql).bind(player).bind(now).bind(ends).bind(since).bind(most).bind(DAY);
        Ok(self.write(vec![begin, touch_groups_with(player)]).await?.first() == Some(&1))
    }

    /// Ends a player's holiday now.
    pub async fn end_holiday(&self, player: &PlayerId, now: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE season_holidays SET ends = $1 WHERE player = $2 AND begins <= $1 AND ends > $1";
        let end = Statement::new(sql).bind(now).bind(player);
        Ok(self.write(vec![end, touch_groups_with(player)]).await?.first() == Some(&1))
    }

    /// Running games of players on holiday in which somebody's time is up less than a `turn` after the end of the holiday, or
    /// after a `margin` from now.
    pub async fn season_games_on_holiday(
        &self,
        now: i64,
        margin: i64,
        turn: i64,
    ) -> Result<Vec<SeasonGameRow>, StoreError> {
        // CROSS JOIN: SQLite would begin with all games of all seasons.
        let sql = "SELECT g.regatta, h.player, h.ends FROM season_holidays h CROSS JOIN season_games g
                   CROSS JOIN regattas r
                   WHERE (g.first_player = h.player OR g.second_player = h.player) AND r.id = g.regatta
                     AND h.begins <= $1 AND h.ends > $1 AND g.opened IS NOT NULL AND g.decided IS NULL
                     AND r.deadline < (CASE WHEN h.ends < $2 THEN h.ends ELSE $2 END) + $3";
        let select = sqlx::query_as(sql).bind(now).bind(now + margin).bind(turn);
        let rows: Vec<(RegattaId, PlayerId, i64)> = select.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(regatta, player, until)| SeasonGameRow { regatta, player, until }).collect())
    }
}
