//! Seasons in the store: what is read. What is written is in `changes.rs`.

mod changes;
mod people;

pub use changes::Seen;
pub(crate) use changes::{annul_season_game, decide, mark_opened, note_absence, touch_group_of, touch_groups_with};
pub use people::{HolidayRow, MembershipRow, SeasonGameRow};

use crate::{
    compete::season::{
        SeasonStage,
        group::{GameState, Group, How, Member, Score, SeasonGame, SeasonGameResult},
        pyramid::GroupName,
    },
    ids::{PlayerId, RegattaId},
    store::{Store, StoreError},
};
use std::collections::BTreeMap;

/// A season's row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeasonRow {
    #[allow(missing_docs)]
    pub number: i64,
    #[allow(missing_docs)]
    pub stage: SeasonStage,
    #[allow(missing_docs)]
    pub starts: i64,
    /// When the time to play is over; `None` before the start.
    pub ends: Option<i64>,
    #[allow(missing_docs)]
    pub closed: Option<i64>,
    /// Since when an operator has paused it.
    pub paused: Option<i64>,
    /// How many have entered; before the start without those who have deleted themselves.
    pub players: i64,
}

/// A group that needs attention, and how much has happened in it.
pub type Changed = (GroupName, i64);

/// A group, and how many of its games are decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupRow {
    #[allow(missing_docs)]
    pub name: GroupName,
    #[allow(missing_docs)]
    pub players: i64,
    #[allow(missing_docs)]
    pub games: i64,
    #[allow(missing_docs)]
    pub decided: i64,
}

type SeasonColumns = (i64, String, i64, Option<i64>, Option<i64>, Option<i64>, i64);

const SEASONS: &str = "SELECT s.number, s.stage, s.starts, s.ends, s.closed, s.paused,
    (SELECT COUNT(*) FROM season_entries e WHERE e.season = s.number AND (s.stage <> 'entering'
     OR NOT EXISTS (SELECT 1 FROM players p WHERE p.id = e.player AND p.gone IS NOT NULL))) FROM seasons s
    ORDER BY s.number DESC";

type MemberColumns = (String, PlayerId, Option<i64>, i64, i64);

// Two conditions for two statements. With `$3 = '' OR …` SQLite would read the whole season for one group.
macro_rules! members_where {
    ($condition:literal) => {
        concat!(
            "SELECT m.group_name, m.player, m.dropped, CAST(CASE WHEN p.gone IS NULL THEN 0 ELSE 1 END AS BIGINT),
             CAST(COALESCE((SELECT MAX(h.ends) FROM season_holidays h WHERE h.player = m.player AND h.begins <= $2), 0)
             AS BIGINT) FROM season_members m JOIN players p ON p.id = m.player WHERE ",
            $condition,
            " ORDER BY m.group_name, m.seed"
        )
    };
}

type GameColumns = (
    String,
    RegattaId,
    i64,
    PlayerId,
    PlayerId,
    Option<i64>,
    i64,
    i64,
    Option<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
);

macro_rules! games_where {
    ($condition:literal) => {
        concat!(
            "SELECT group_name, regatta, round, first_player, second_player, opened, first_absent, second_absent, how,
             first_score, second_score, first_points, second_points FROM season_games WHERE ",
            $condition,
            " ORDER BY group_name, round, regatta"
        )
    };
}

fn game(row: GameColumns) -> Result<(String, SeasonGame), StoreError> {
    let (group, regatta, round, first, second, opened, first_absent, second_absent, how, a, b, c, d) = row;
    let state = match (how, opened) {
        (Some(how), _) => {
            let how =
                How::read(&how).ok_or_else(|| StoreError::Unreadable(format!("season game {regatta}: {how:?}")))?;
            let side = |score: Option<i64>, points: Option<i64>| Score {
                score: score.unwrap_or(0),
                points: points.unwrap_or(0),
            };
            GameState::Decided(SeasonGameResult { how, first: side(a, c), second: side(b, d) })
        }
        (None, Some(_)) => GameState::Running { first_absent: first_absent != 0, second_absent: second_absent != 0 },
        (None, None) => GameState::Waiting,
    };
    let round = usize::try_from(round).unwrap_or(0);
    Ok((group, SeasonGame { regatta, round, first, second, state, apart: false }))
}

/// Reads the stage of a season.
fn season_stage(season: i64, stage: &str) -> Result<SeasonStage, StoreError> {
    SeasonStage::read(stage).ok_or_else(|| StoreError::Unreadable(format!("season {season}: stage {stage:?}")))
}

/// Reads the name of a group.
fn group_name(name: &str) -> Result<GroupName, StoreError> {
    GroupName::read(name).ok_or_else(|| StoreError::Unreadable(format!("season group {name:?}")))
}

/// Groups with their members and games.
fn groups_of(
    season: i64,
    members: Vec<MemberColumns>,
    games: Vec<GameColumns>,
    now: i64,
) -> Result<Vec<Group>, StoreError> {
    let mut groups: BTreeMap<GroupName, Group> = BTreeMap::new();
    for (group, player, dropped, gone, holiday) in members {
        let name = group_name(&group)?;
        let empty = || Group { season, name, members: Vec::new(), games: Vec::new() };
        let holiday = Some(holiday).filter(|until| *until > now);
        let member = Member { player, dropped, gone: gone != 0, holiday };
        groups.entry(name).or_insert_with(empty).members.push(member);
    }
    for row in games {
        let (group, game) = game(row)?;
        if let Some(group) = groups.get_mut(&group_name(&group)?) {
            group.games.push(game);
        }
    }
    Ok(groups.into_values().collect())
}

impl Store {
    /// All seasons, newest first.
    pub async fn seasons(&self) -> Result<Vec<SeasonRow>, StoreError> {
        let rows: Vec<SeasonColumns> = sqlx::query_as(SEASONS).fetch_all(&self.pool).await?;
        let row = |(number, stage, starts, ends, closed, paused, players): SeasonColumns| {
            let stage = season_stage(number, &stage)?;
            Ok(SeasonRow { number, stage, starts, ends, closed, paused, players })
        };
        rows.into_iter().map(row).collect()
    }

    /// The stage of a season; `None` if there is no such season.
    pub async fn season_stage(&self, season: i64) -> Result<Option<SeasonStage>, StoreError> {
        let sql = "SELECT stage FROM seasons WHERE number = $1";
        let row: Option<(String,)> = sqlx::query_as(sql).bind(season).fetch_optional(&self.pool).await?;
        row.map(|(stage,)| season_stage(season, &stage)).transpose()
    }

    /// All players of a season, in the order of the ladder; newcomers at its end.
    pub async fn season_ladder(&self, season: i64) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "SELECT player FROM season_entries WHERE season = $1
                   ORDER BY CASE WHEN ladder IS NULL THEN 1 ELSE 0 END, ladder, entered, player";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(season).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(player,)| player).collect())
    }

    /// The players of a season who take part in the next one, too.
    pub async fn season_stayers(&self, season: i64) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "SELECT m.player FROM season_members m JOIN players p ON p.id = m.player
                   WHERE m.season = $1 AND m.stays = 1 AND m.dropped IS NULL AND p.gone IS NULL";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(season).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(player,)| player).collect())
    }

    /// The groups that have been drawn.
    pub async fn season_groups(&self, season: i64) -> Result<Vec<GroupRow>, StoreError> {
        let sql = "SELECT g.name,
                   (SELECT COUNT(*) FROM season_members m WHERE m.season = g.season AND m.group_name = g.name),
                   (SELECT COUNT(*) FROM season_games x WHERE x.season = g.season AND x.group_name = g.name),
                   (SELECT COUNT(x.decided) FROM season_games x WHERE x.season = g.season AND x.group_name = g.name)
                   FROM season_groups g WHERE g.season = $1 ORDER BY g.level, g.number";
        let rows: Vec<(String, i64, i64, i64)> = sqlx::query_as(sql).bind(season).fetch_all(&self.pool).await?;
        let row = |(name, players, games, decided): (String, i64, i64, i64)| {
            Ok(GroupRow { name: group_name(&name)?, players, games, decided })
        };
        rows.into_iter().map(row).collect()
    }

    /// The lowest level of a season.
    pub async fn lowest_season_level(&self, season: i64) -> Result<u8, StoreError> {
        let sql = "SELECT CAST(COALESCE(MAX(level), 1) AS BIGINT) FROM season_groups WHERE season = $1";
        let (level,): (i64,) = sqlx::query_as(sql).bind(season).fetch_one(&self.pool).await?;
        Ok(u8::try_from(level).unwrap_or(u8::MAX))
    }

    /// Groups in which something has happened, or where something is due.
    pub async fn season_groups_to_look_at(&self, season: i64, now: i64) -> Result<Vec<Changed>, StoreError> {
        let sql = "SELECT name, changes FROM season_groups WHERE season = $1 AND (changes > seen OR due <= $2)
                   ORDER BY level, number";
        let rows: Vec<(String, i64)> = sqlx::query_as(sql).bind(season).bind(now).fetch_all(&self.pool).await?;
        rows.into_iter().map(|(name, changes)| Ok((group_name(&name)?, changes))).collect()
    }

    /// Counts what has happened in a group; `None` if there is no such group.
    pub async fn season_group_changes(&self, season: i64, name: GroupName) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT changes FROM season_groups WHERE season = $1 AND name = $2";
        let row: Option<(i64,)> =
            sqlx::query_as(sql).bind(season).bind(name.to_string()).fetch_optional(&self.pool).await?;
        Ok(row.map(|(changes,)| changes))
    }

    /// A group with its players and games, and who must not meet whom; `None` if there is no such group.
    pub async fn season_group(&self, season: i64, name: GroupName, now: i64) -> Result<Option<Group>, StoreError> {
        let (members, games) =
            (members_where!("m.season = $1 AND m.group_name = $3"), games_where!("season = $1 AND group_name = $2"));
        let (members, games) = (sqlx::query_as(members), sqlx::query_as(games));
        let members = members.bind(season).bind(now).bind(name.to_string()).fetch_all(&self.pool).await?;
        let games = games.bind(season).bind(name.to_string()).fetch_all(&self.pool).await?;
        let Some(mut group) = groups_of(season, members, games, now)?.pop() else { return Ok(None) };
        let players = group.members.iter().map(|member| member.player.clone()).collect();
        for pair in self.strangers_among(&players).await? {
            group.games.iter_mut().filter(|game| pair.iter().all(|player| game.has(player))).for_each(|game| {
                game.apart = true;
            });
        }
        Ok(Some(group))
    }

    /// All groups of a season.
    pub async fn all_season_groups(&self, season: i64, now: i64) -> Result<Vec<Group>, StoreError> {
        let (members, games) =
            (sqlx::query_as(members_where!("m.season = $1")), sqlx::query_as(games_where!("season = $1")));
        let members = members.bind(season).bind(now).fetch_all(&self.pool).await?;
        groups_of(season, members, games.bind(season).fetch_all(&self.pool).await?, now)
    }

    /// Whether any game of a season is not decided.
    pub async fn has_undecided_season_games(&self, season: i64) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM season_games WHERE season = $1 AND decided IS NULL LIMIT 1";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(season).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// Undecided games whose regattas are over and have entries after one position and up to another, with their players.
    pub async fn season_games_ended(
        &self,
        after: i64,
        until: i64,
    ) -> Result<Vec<(RegattaId, PlayerId, PlayerId)>, StoreError> {
        // CROSS JOIN: SQLite would begin with all regattas that were ever over.
        let sql = "SELECT DISTINCT g.regatta, g.first_player, g.second_player
                   FROM entries e CROSS JOIN season_games g CROSS JOIN regattas r
                   WHERE e.position > $1 AND e.position <= $2 AND g.regatta = e.regatta AND r.id = g.regatta
                     AND g.decided IS NULL AND r.stage = 'over'";
        Ok(sqlx::query_as(sql).bind(after).bind(until).fetch_all(&self.pool).await?)
    }

    /// The entries of season games, after one position and up to another, in which a pilot took over or somebody came back.
    pub async fn season_absences(&self, after: i64, until: i64) -> Result<Vec<(RegattaId, String)>, StoreError> {
        let sql = "SELECT e.regatta, e.events FROM entries e JOIN season_games g ON g.regatta = e.regatta
                   WHERE e.position > $1 AND e.position <= $2 AND g.decided IS NULL
                     AND (e.events LIKE '%\"type\":\"taken-over\"%' OR e.events LIKE '%\"type\":\"back\"%')
                   ORDER BY e.position, e.last";
        Ok(sqlx::query_as(sql).bind(after).bind(until).fetch_all(&self.pool).await?)
    }
}
