//! The keeper of the seasons: it does what is due. It remembers nothing, so another server can take over at any moment.

use super::{
    COLORS, SeasonFormat, SeasonStage,
    group::{Group, Phase, Step},
    new_group,
    pyramid::{self, Drawn, FEWEST, Finished, GroupName, Movement},
    standings::standings,
};
use crate::{
    ids::PlayerId,
    room::{
        action::Refusal,
        settings::{Occasion, OccasionKind},
    },
    rooms::{
        arranging::{Arranged, Arrangement, Sitter, Starter},
        registry::Registry,
    },
    store::{Changed, Effects, SeasonRow, Seen, Store, StoreError, mark_opened, now},
    stream::Leads,
};
use futures_util::{StreamExt, future::BoxFuture, stream};
use std::{collections::HashSet, time::Duration};

/// How often it looks.
const TICK: Duration = Duration::from_secs(1);

/// How many ticks pass between two looks at the clocks of players on holiday.
const HOLIDAY_TICKS: u64 = 60;

/// How long before a player on holiday has less than a turn left their clock is moved.
const HOLIDAY_MARGIN: i64 = 5 * 60_000;

/// Groups looked at, and games opened in each of them, at the same time.
const GROUPS_AT_ONCE: usize = 8;
const GAMES_AT_ONCE: usize = 16;

/// Keeps the seasons going.
#[derive(Clone)]
pub struct Keeper {
    registry: Registry,
    store: Store,
    format: SeasonFormat,
}

/// Why something could not be done now. It is tried again.
#[derive(Debug, thiserror::Error)]
pub enum KeeperError {
    #[allow(missing_docs)]
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A room refused.
    #[error("{0}")]
    Refused(String),
}

impl From<Refusal> for KeeperError {
    fn from(refusal: Refusal) -> KeeperError {
        KeeperError::Refused(refusal.message)
    }
}

/// Something to do.
type Work<'a> = BoxFuture<'a, Result<(), KeeperError>>;

/// Does everything, some of it at the same time. What fails does not hold up the rest.
async fn all(work: Vec<Work<'_>>, at_once: usize) -> Result<(), KeeperError> {
    let done: Vec<Result<(), KeeperError>> = stream::iter(work).buffer_unordered(at_once).collect().await;
    done.into_iter().collect()
}

impl Keeper {
    #[allow(missing_docs)]
    pub fn new(registry: Registry, format: SeasonFormat) -> Keeper {
        Keeper { store: registry.store.clone(), registry, format }
    }

    /// Runs until the server stops, as long as this server leads.
    pub(crate) async fn run(self, leads: Leads) {
        let mut interval = tokio::time::interval(TICK);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let stopping = self.registry.stopping.clone();
        for tick in 0_u64.. {
            tokio::select! {
                _ = interval.tick() => {}
                () = stopping.cancelled() => return,
            }
            if !leads() {
                continue;
            }
            let keeper = self.clone();
            let work: Work<'static> = Box::pin(async move {
                keeper.step(now()).await?;
                if tick.is_multiple_of(HOLIDAY_TICKS) { keeper.extend_holidays(now()).await } else { Ok(()) }
            });
            match stopping.run_until_cancelled(work).await {
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::warn!(%error, "a season could not go on; trying again"),
                None => return,
            }
        }
    }

    /// Does everything that is due at this time.
    pub async fn step(&self, now: i64) -> Result<(), KeeperError> {
        let seasons = self.store.seasons().await?;
        let is_busy = seasons
            .iter()
            .any(|season| matches!(season.stage, SeasonStage::Drawing | SeasonStage::Running | SeasonStage::Finishing));
        if !seasons.iter().any(|season| season.stage == SeasonStage::Entering) {
            let number = seasons.first().map_or(0, |season| season.number) + 1;
            let ends = seasons.first().filter(|season| season.stage != SeasonStage::Closed).and_then(|last| last.ends);
            self.store.announce_season(number, ends.unwrap_or(now) + self.format.wait).await?;
        }
        for season in &seasons {
            match season.stage {
                SeasonStage::Entering if !is_busy && season.starts <= now => self.begin(season, now).await?,
                SeasonStage::Drawing => self.draw(season.number).await?,
                SeasonStage::Running if season.paused.is_some() => {}
                SeasonStage::Running if season.ends.is_none_or(|ends| ends <= now) => {
                    self.store.advance_season(season.number, SeasonStage::Running, SeasonStage::Finishing).await?;
                }
                SeasonStage::Running | SeasonStage::Finishing => self.play(season, now).await?,
                SeasonStage::Entering | SeasonStage::Closed => {}
            }
        }
        Ok(())
    }

    /// Begins a season if enough players have entered, and puts it off otherwise.
    async fn begin(&self, season: &SeasonRow, now: i64) -> Result<(), KeeperError> {
        if season.players < FEWEST as i64 {
            return Ok(self.store.move_season(season.number, now + self.format.put_off()).await?);
        }
        let ends = now + self.format.length;
        self.store.begin_drawing(season.number, now, ends).await?;
        // Players who come a moment too late can enter the next one.
        Ok(self.store.announce_season(season.number + 1, ends + self.format.wait).await?)
    }

    /// Draws the groups. Nobody can enter any more, so drawing again gives the same groups.
    async fn draw(&self, season: i64) -> Result<(), KeeperError> {
        let stored: HashSet<GroupName> =
            self.store.season_groups(season).await?.into_iter().map(|group| group.name).collect();
        self.keep_strangers_apart(season).await?;
        let drawn = pyramid::draw(&self.store.season_ladder(season).await?);
        let add = |group: &Drawn<PlayerId>| -> Work {
            let group = new_group(season, group);
            Box::pin(async move { Ok(self.store.add_season_group(&group).await?) })
        };
        let missing = drawn.iter().filter(|group| !stored.contains(&group.name));
        all(missing.map(add).collect(), GROUPS_AT_ONCE).await?;
        self.store.advance_season(season, SeasonStage::Drawing, SeasonStage::Running).await?;
        Ok(())
    }

    /// Lets players change places on the ladder, so that those who have blocked each other come into different groups. It is
    /// done once: a block that comes between two attempts to draw changes nothing.
    async fn keep_strangers_apart(&self, season: i64) -> Result<(), KeeperError> {
        let ladder = self.store.season_ladder(season).await?;
        let strangers = self.store.strangers_among(&ladder.iter().cloned().collect()).await?;
        let pairs: HashSet<(&PlayerId, &PlayerId)> =
            strangers.iter().flat_map(|[one, other]| [(one, other), (other, one)]).collect();
        let swaps = pyramid::separate(&ladder, |one, other| pairs.contains(&(one, other)));
        Ok(self.store.settle_ladder(season, &swaps).await?)
    }

    /// Looks at all groups in which something has happened, and closes the season when all games are decided.
    async fn play(&self, season: &SeasonRow, now: i64) -> Result<(), KeeperError> {
        let time_is_up_at = season.ends.unwrap_or(now) + self.format.grace;
        let phase = match season.stage {
            SeasonStage::Finishing => Phase::Finishing { time_is_up: time_is_up_at <= now },
            _ => Phase::Playing { at_once: self.format.games },
        };
        let groups = self.store.season_groups_to_look_at(season.number, now).await?;
        let number = season.number;
        let look = |(name, changes): Changed| -> BoxFuture<Result<Seen, KeeperError>> {
            Box::pin(async move {
                let seen = |due| Seen { name, changes, due };
                let Some(group) = self.store.season_group(number, name, now).await? else { return Ok(seen(None)) };
                self.carry_out(&group, phase, now).await?;
                Ok(seen(match phase {
                    Phase::Playing { .. } => group.look_again_at(now),
                    Phase::Finishing { time_is_up } => (!time_is_up).then_some(time_is_up_at),
                }))
            })
        };
        let looked: Vec<Result<Seen, KeeperError>> =
            stream::iter(groups).map(look).buffer_unordered(GROUPS_AT_ONCE).collect().await;
        let seen: Vec<Seen> = looked.iter().flatten().cloned().collect();
        self.store.season_groups_seen(number, &seen).await?;
        looked.into_iter().collect::<Result<Vec<Seen>, KeeperError>>()?;
        // Asked even if nothing has happened: a server may have stopped, or failed, while it closed the season.
        if !self.store.has_undecided_season_games(season.number).await? {
            self.close(season.number, now).await?;
        }
        Ok(())
    }

    async fn carry_out(&self, group: &Group, phase: Phase, now: i64) -> Result<(), KeeperError> {
        let (mut decided, mut others) = (Vec::new(), Vec::new());
        for step in group.steps(phase, now) {
            match step {
                Step::Decide(index, result) => decided.push((group.games[index].regatta.clone(), result)),
                step => others.push(step),
            }
        }
        self.store.decide_season_games(&decided, now).await?;
        let do_step = |step| -> Work { Box::pin(self.do_step(group, step, now)) };
        all(others.into_iter().map(do_step).collect(), GAMES_AT_ONCE).await
    }

    async fn do_step(&self, group: &Group, step: Step, now: i64) -> Result<(), KeeperError> {
        match step {
            Step::Open(index) => self.open(group, index, now).await,
            Step::Decide(index, result) => {
                let decided = [(group.games[index].regatta.clone(), result)];
                Ok(self.store.decide_season_games(&decided, now).await?)
            }
            Step::HandOver(index, player, why) => {
                Ok(self.registry.hand_over(&group.games[index].regatta, &player, why).await?)
            }
            Step::Drop(player) => {
                self.store.drop_from_season(group.season, &player, now).await?;
                Ok(())
            }
        }
    }

    /// Opens a game. The regatta and the note that it is open are stored together.
    async fn open(&self, group: &Group, index: usize, now: i64) -> Result<(), KeeperError> {
        let game = &group.games[index];
        let players = [&game.first, &game.second].map(|player| Sitter::Player(player.clone()));
        let seats = COLORS.into_iter().zip(players).collect();
        let reference = format!("{}/{}", group.season, group.name);
        let occasion = Occasion { kind: OccasionKind::Season, reference };
        let Some(arrangement) = Arrangement::at_once(game.regatta.clone(), self.format.settings(), seats, occasion)
        else {
            return Ok(());
        };
        let also = Effects(vec![mark_opened(&game.regatta, now)]);
        match self.registry.arrange(Arrangement { also, starter: Starter::FirstSeat, ..arrangement }).await? {
            Arranged::Now => Ok(()),
            Arranged::Before => Ok(self.store.season_game_opened(&game.regatta, now).await?),
        }
    }

    /// Closes a season: everybody gets a place, and those who go on are entered in the next season.
    async fn close(&self, season: i64, now: i64) -> Result<(), KeeperError> {
        let groups = self.store.all_season_groups(season, now).await?;
        let stays: HashSet<PlayerId> = self.store.season_stayers(season).await?.into_iter().collect();
        let lowest = groups.iter().map(|group| group.name.level).max().unwrap_or(1);
        let mut places: Vec<(PlayerId, i64, Movement)> = Vec::new();
        let mut finished = Vec::new();
        for group in &groups {
            let order: Vec<PlayerId> = standings(group).into_iter().map(|line| line.player).collect();
            places.extend((0..).zip(&order).map(|(place, player): (usize, _)| {
                let moved = pyramid::movement(group.name, place, order.len(), lowest);
                (player.clone(), place as i64 + 1, moved)
            }));
            finished.push(Finished { name: group.name, order });
        }
        let ladder = pyramid::next_ladder(&finished, |player| stays.contains(player));
        self.store.announce_season(season + 1, now + self.format.wait).await?;
        self.store.finish_season(season, &places, &ladder, now).await?;
        self.store.close_season(season, now, now + self.format.wait).await?;
        Ok(())
    }

    /// Gives players on holiday time until they are back, and then a turn. Clocks are moved by a day at a time, because a
    /// player can come back early: then only days that have begun count as holidays.
    pub async fn extend_holidays(&self, now: i64) -> Result<(), KeeperError> {
        let turn = i64::from(self.format.hours) * super::HOUR;
        for game in self.store.season_games_on_holiday(now, HOLIDAY_MARGIN, turn).await? {
            let back = game.until.min(now + super::DAY);
            self.registry.extend(&game.regatta, &game.player, back + turn).await?;
        }
        Ok(())
    }
}
