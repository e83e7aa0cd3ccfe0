//! What changes seasons. Everything can be repeated: a second time it changes nothing.

use crate::{
    compete::season::{
        SeasonStage,
        group::{Group, How, SeasonGameResult},
        pyramid::{GroupName, Movement},
    },
    ids::{PlayerId, RegattaId},
    store::{Statement, Store, StoreError},
};

/// A group that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    #[allow(missing_docs)]
    pub name: GroupName,
    /// How much had happened in it.
    pub changes: i64,
    /// When to look again in any case.
    pub due: Option<i64>,
}

/// Statements in one transaction, because other writers wait for it.
const AT_ONCE: usize = 64;

/// Decides a game, unless it is decided.
pub(crate) fn decide(regatta: &RegattaId, result: SeasonGameResult, at: i64) -> Statement {
    let sql = "UPDATE season_games SET decided = $1, how = $2, first_score = $3, second_score = $4, first_points = $5,
               second_points = $6 WHERE regatta = $7 AND decided IS NULL";
    let statement = Statement::new(sql).bind(at).bind(result.how.as_str()).bind(result.first.score);
    statement.bind(result.second.score).bind(result.first.points).bind(result.second.points).bind(regatta)
}

/// A game whose result was annulled counts as not played, unless its season is closed.
pub(crate) fn annul_season_game(regatta: &RegattaId) -> [Statement; 2] {
    let sql = "UPDATE season_games SET how = $1, first_score = 0, second_score = 0, first_points = 0, second_points = 0
               WHERE regatta = $2 AND decided IS NOT NULL
                 AND EXISTS (SELECT 1 FROM seasons s WHERE s.number = season_games.season AND s.stage <> 'closed')";
    [Statement::new(sql).bind(How::Unplayed.as_str()).bind(regatta), touch_group_of(regatta)]
}

/// Notes that something has happened in the group of a game.
pub(crate) fn touch_group_of(regatta: &RegattaId) -> Statement {
    let sql = "UPDATE season_groups SET changes = changes + 1
               WHERE season = (SELECT season FROM season_games WHERE regatta = $1)
                 AND name = (SELECT group_name FROM season_games WHERE regatta = $1)";
    Statement::new(sql).bind(regatta)
}

/// Notes that something has happened in the groups of a player that still play.
pub(crate) fn touch_groups_with(player: &PlayerId) -> Statement {
    let sql = "UPDATE season_groups SET changes = changes + 1
               WHERE season IN (SELECT number FROM seasons WHERE stage IN ('running', 'finishing'))
                 AND name = (SELECT m.group_name FROM season_members m
                             WHERE m.season = season_groups.season AND m.player = $1)";
    Statement::new(sql).bind(player)
}

/// Notes that a game is open.
pub(crate) fn mark_opened(regatta: &RegattaId, at: i64) -> Statement {
    let sql = "UPDATE season_games SET opened = $1 WHERE regatta = $2 AND opened IS NULL";
    Statement::new(sql).bind(at).bind(regatta)
}

/// Notes whether a stand-in plays for somebody whose time ran out again and again.
pub(crate) fn note_absence(regatta: &RegattaId, is_first: bool, absent: bool) -> [Statement; 2] {
    let sql = match is_first {
        true => "UPDATE season_games SET first_absent = $1 WHERE regatta = $2",
        false => "UPDATE season_games SET second_absent = $1 WHERE regatta = $2",
    };
    [Statement::new(sql).bind(i64::from(absent)).bind(regatta), touch_group_of(regatta)]
}

/// Makes changes of the entries wait for a change of the stage, and the other way round.
fn touch_entries(season: i64) -> Statement {
    Statement::new("UPDATE seasons SET entries = entries + 1 WHERE number = $1 AND stage = 'entering'").bind(season)
}

impl Store {
    /// Runs many statements, some at a time.
    async fn write_in_parts(&self, mut statements: Vec<Statement>) -> Result<(), StoreError> {
        while !statements.is_empty() {
            let rest = statements.split_off(statements.len().min(AT_ONCE));
            self.write(statements).await?;
            statements = rest;
        }
        Ok(())
    }

    /// Announces a season, unless it exists.
    pub async fn announce_season(&self, number: i64, starts: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO seasons (number, stage, starts, entries) VALUES ($1, 'entering', $2, 0)
                   ON CONFLICT (number) DO NOTHING";
        self.write(vec![Statement::new(sql).bind(number).bind(starts)]).await.map(drop)
    }

    /// Moves the start of a season that has not begun.
    pub async fn move_season(&self, number: i64, starts: i64) -> Result<(), StoreError> {
        let sql = "UPDATE seasons SET starts = $1 WHERE number = $2 AND stage = 'entering'";
        self.write(vec![Statement::new(sql).bind(starts).bind(number)]).await.map(drop)
    }

    /// Pauses a season, or goes on with it. Its end moves by the time of the pause.
    pub async fn pause_season(&self, number: i64, paused: bool, now: i64) -> Result<bool, StoreError> {
        let sql = match paused {
            true => "UPDATE seasons SET paused = $1 WHERE number = $2 AND paused IS NULL AND stage = 'running'",
            false => {
                "UPDATE seasons SET ends = ends + ($1 - paused), paused = NULL WHERE number = $2 AND paused IS NOT NULL"
            }
        };
        let changed = self.write(vec![Statement::new(sql).bind(now).bind(number)]).await?;
        Ok(changed == [1])
    }

    /// Enters a player; false if that season has begun, or if they have entered already.
    pub async fn enter_season(&self, season: i64, player: &PlayerId, at: i64) -> Result<bool, StoreError> {
        let sql = "INSERT INTO season_entries (season, player, entered) SELECT $1, $2, $3
                   WHERE EXISTS (SELECT 1 FROM seasons WHERE number = $1 AND stage = 'entering')
                   ON CONFLICT (season, player) DO NOTHING";
        let enter = Statement::new(sql).bind(season).bind(player).bind(at);
        Ok(self.write(vec![touch_entries(season), enter]).await?.last() == Some(&1))
    }

    /// Takes a player's entry back, and does not enter them again by itself.
    pub async fn withdraw_from_season(&self, season: i64, player: &PlayerId) -> Result<bool, StoreError> {
        let withdraw = "DELETE FROM season_entries WHERE season = $1 AND player = $2
                        AND EXISTS (SELECT 1 FROM seasons WHERE number = $1 AND stage = 'entering')";
        let stays = "UPDATE season_members SET stays = 0 WHERE season = $1 - 1 AND player = $2 AND stays = 1
                     AND EXISTS (SELECT 1 FROM seasons WHERE number = $1 AND stage = 'entering')";
        let on = |sql| Statement::new(sql).bind(season).bind(player);
        let changed = self.write(vec![touch_entries(season), on(withdraw), on(stays)]).await?;
        Ok(changed.iter().skip(1).any(|rows| *rows > 0))
    }

    /// Lets a player who takes part now take part in the next season, too.
    pub async fn stay_in_season(&self, season: i64, player: &PlayerId) -> Result<bool, StoreError> {
        let sql = "UPDATE season_members SET stays = 1
                   WHERE season = $1 AND player = $2 AND stays = 0 AND dropped IS NULL
                   AND EXISTS (SELECT 1 FROM seasons WHERE number = $1 AND stage <> 'closed')";
        Ok(self.write(vec![Statement::new(sql).bind(season).bind(player)]).await? == [1])
    }

    /// Begins to draw a season: from now on nobody can enter it. Players who have deleted themselves are left out.
    pub async fn begin_drawing(&self, season: i64, now: i64, ends: i64) -> Result<(), StoreError> {
        let stage =
            "UPDATE seasons SET stage = 'drawing', starts = $1, ends = $2 WHERE number = $3 AND stage = 'entering'";
        let stage = Statement::new(stage).bind(now).bind(ends).bind(season);
        // Only by the server that has begun: another one may draw from these entries already.
        let gone = "DELETE FROM season_entries WHERE season = $1 AND player IN
                    (SELECT id FROM players WHERE gone IS NOT NULL)
                    AND EXISTS (SELECT 1 FROM seasons WHERE number = $1 AND stage = 'drawing' AND starts = $2)
                    AND NOT EXISTS (SELECT 1 FROM season_groups WHERE season = $1)";
        self.write(vec![stage, Statement::new(gone).bind(season).bind(now)]).await.map(drop)
    }

    /// Makes the ladder of a season that is being drawn final, once: swaps these pairs of places, one after the other. A server
    /// that draws later finds it so, whatever has changed since.
    pub async fn settle_ladder(&self, season: i64, swaps: &[(usize, usize)]) -> Result<(), StoreError> {
        // The first statement makes another server wait that does the same.
        let begin = "UPDATE seasons SET entries = entries WHERE number = $1 AND stage = 'drawing'";
        let places = "UPDATE season_entries SET ladder = places.place FROM
                      (SELECT player, ROW_NUMBER() OVER (ORDER BY CASE WHEN ladder IS NULL THEN 1 ELSE 0 END, ladder, entered,
                       player) - 1 AS place FROM season_entries WHERE season = $1) AS places
                      WHERE season_entries.season = $1 AND season_entries.player = places.player";
        let swap = "UPDATE season_entries SET ladder = $2 + $3 - ladder WHERE season = $1 AND ladder IN ($2, $3)";
        let settled = "UPDATE seasons SET entries = -1 WHERE number = $1 AND stage = 'drawing'";
        let unsettled = " AND EXISTS (SELECT 1 FROM seasons WHERE number = $1 AND stage = 'drawing' AND entries >= 0)
                          AND NOT EXISTS (SELECT 1 FROM season_groups WHERE season = $1)";
        let on = |sql: String| Statement::new(sql).bind(season);
        let mut statements = vec![on(begin.to_owned())];
        if !swaps.is_empty() {
            statements.push(on(format!("{places}{unsettled}")));
        }
        let swap =
            |(one, other): &(usize, usize)| on(format!("{swap}{unsettled}")).bind(*one as i64).bind(*other as i64);
        statements.extend(swaps.iter().map(swap));
        statements.push(on(settled.to_owned()));
        self.write(statements).await.map(drop)
    }

    /// Stores a group that was drawn, with its players and games, unless it is stored.
    pub async fn add_season_group(&self, group: &Group) -> Result<(), StoreError> {
        let name = group.name.to_string();
        let sql = "INSERT INTO season_groups (season, name, level, number, changes, seen)
                   VALUES ($1, $2, $3, $4, 1, 0) ON CONFLICT (season, name) DO NOTHING";
        let (level, number) = (i64::from(group.name.level), i64::from(group.name.number));
        let mut statements = vec![Statement::new(sql).bind(group.season).bind(name.as_str()).bind(level).bind(number)];
        let sql = "INSERT INTO season_members (season, player, group_name, seed, stays) VALUES ($1, $2, $3, $4, 1)
                   ON CONFLICT (season, player) DO NOTHING";
        statements.extend((0_i64..).zip(&group.members).map(|(seed, member)| {
            Statement::new(sql).bind(group.season).bind(&member.player).bind(name.as_str()).bind(seed)
        }));
        let sql =
            "INSERT INTO season_games (regatta, season, group_name, round, first_player, second_player, first_absent,
                   second_absent) VALUES ($1, $2, $3, $4, $5, $6, 0, 0) ON CONFLICT (regatta) DO NOTHING";
        statements.extend(group.games.iter().map(|game| {
            let statement = Statement::new(sql).bind(&game.regatta).bind(group.season).bind(name.as_str());
            statement.bind(game.round as i64).bind(&game.first).bind(&game.second)
        }));
        self.write(statements).await.map(drop)
    }

    /// Moves a season to its next stage, unless it is there. All groups are looked at again.
    pub async fn advance_season(&self, season: i64, from: SeasonStage, to: SeasonStage) -> Result<(), StoreError> {
        let stage = "UPDATE seasons SET stage = $1 WHERE number = $2 AND stage = $3";
        let stage = Statement::new(stage).bind(to.as_str()).bind(season).bind(from.as_str());
        let look = Statement::new("UPDATE season_groups SET changes = changes + 1 WHERE season = $1").bind(season);
        self.write(vec![stage, look]).await.map(drop)
    }

    /// Notes how much of what happened in groups has been acted upon, and when to look again.
    pub async fn season_groups_seen(&self, season: i64, groups: &[Seen]) -> Result<(), StoreError> {
        let sql = "UPDATE season_groups SET seen = $1, due = $2 WHERE season = $3 AND name = $4";
        let seen = |Seen { name, changes, due }: &Seen| {
            Statement::new(sql).bind(*changes).bind(*due).bind(season).bind(name.to_string())
        };
        self.write_in_parts(groups.iter().map(seen).collect()).await
    }

    /// Decides games without playing them, unless they are decided.
    pub async fn decide_season_games(
        &self,
        games: &[(RegattaId, SeasonGameResult)],
        at: i64,
    ) -> Result<(), StoreError> {
        let decided =
            |(regatta, result): &(RegattaId, SeasonGameResult)| [decide(regatta, *result, at), touch_group_of(regatta)];
        self.write_in_parts(games.iter().flat_map(decided).collect()).await
    }

    /// Notes that a game is open, in case the note is missing.
    pub async fn season_game_opened(&self, regatta: &RegattaId, at: i64) -> Result<(), StoreError> {
        self.write(vec![mark_opened(regatta, at)]).await.map(drop)
    }

    /// A player drops out of a season; false if they do not take part.
    pub async fn drop_from_season(&self, season: i64, player: &PlayerId, at: i64) -> Result<bool, StoreError> {
        let sql =
            "UPDATE season_members SET dropped = $1, stays = 0 WHERE season = $2 AND player = $3 AND dropped IS NULL
                   AND EXISTS (SELECT 1 FROM seasons WHERE number = $2 AND stage IN ('running', 'finishing'))";
        let drop = Statement::new(sql).bind(at).bind(season).bind(player);
        Ok(self.write(vec![drop, touch_groups_with(player)]).await?.first() == Some(&1))
    }

    /// Stores final places and the entries for the next season, in parts: the whole is repeated if it is interrupted. A server
    /// that was stopped for a while and goes on after another one has closed the season changes nothing.
    pub async fn finish_season(
        &self,
        season: i64,
        places: &[(PlayerId, i64, Movement)],
        ladder: &[PlayerId],
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE season_members SET place = $1, moved = $2 WHERE season = $3 AND player = $4
                   AND EXISTS (SELECT 1 FROM seasons WHERE number = $3 AND stage <> 'closed')";
        let mut statements: Vec<Statement> = Vec::new();
        for (player, place, moved) in places {
            let moved: i64 = match moved {
                Movement::Up => 1,
                Movement::Stay => 0,
                Movement::Down => -1,
            };
            statements.push(Statement::new(sql).bind(*place).bind(moved).bind(season).bind(player));
        }
        let sql =
            "INSERT INTO season_entries (season, player, ladder, entered) SELECT number + 1, $2, $3, $4 FROM seasons
                   WHERE number = $1 AND stage <> 'closed'
                   ON CONFLICT (season, player) DO UPDATE SET ladder = excluded.ladder";
        statements.extend(
            (0_i64..)
                .zip(ladder)
                .map(|(place, player)| Statement::new(sql).bind(season).bind(player).bind(place).bind(now)),
        );
        self.write_in_parts(statements).await
    }

    /// Closes a season, and says when the next one starts.
    pub async fn close_season(&self, season: i64, now: i64, next: i64) -> Result<(), StoreError> {
        let start = "UPDATE seasons SET starts = $1 WHERE number = $2 + 1 AND stage = 'entering'
                     AND EXISTS (SELECT 1 FROM seasons WHERE number = $2 AND stage <> 'closed')";
        let close = "UPDATE seasons SET stage = 'closed', closed = $1 WHERE number = $2 AND stage <> 'closed'";
        let start = Statement::new(start).bind(next).bind(season);
        self.write(vec![start, Statement::new(close).bind(now).bind(season)]).await.map(drop)
    }
}
