//! A group of a season: its players, their games, and what is to be done next. Pure: it has no clock and no store.

use super::{
    pyramid::GroupName,
    standings::{DRAW, WIN},
};
use crate::{
    ids::{PlayerId, RegattaId},
    room::event::Absence,
};
use std::collections::HashMap;

/// A player in a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// When they dropped out.
    pub dropped: Option<i64>,
    /// They have deleted their account.
    pub gone: bool,
    /// Until when they are on holiday.
    pub holiday: Option<i64>,
}

/// What one player got in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Match points.
    pub score: i64,
    /// Points of all races.
    pub points: i64,
}

/// How a game was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[schema(as = DuelDecision)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// On the lake.
    Played,
    /// One of the players dropped out before it began. The other one wins it.
    Walkover,
    /// It was not played, or the players gave it up. Neither gets a point, and it is not among their games.
    Unplayed,
}

impl How {
    /// The name in the store.
    pub const fn as_str(self) -> &'static str {
        ["played", "walkover", "unplayed"][self as usize]
    }

    /// Reads a name in the store.
    pub fn read(text: &str) -> Option<How> {
        [How::Played, How::Walkover, How::Unplayed].into_iter().find(|how| how.as_str() == text)
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeasonGameResult {
    #[allow(missing_docs)]
    pub how: How,
    #[allow(missing_docs)]
    pub first: Score,
    #[allow(missing_docs)]
    pub second: Score,
}

impl SeasonGameResult {
    /// A game that was played: points of all races, and whether the first player won, lost or neither.
    pub fn played(points: (i64, i64), ranks: (usize, usize)) -> SeasonGameResult {
        let (one, other) = match ranks.0.cmp(&ranks.1) {
            std::cmp::Ordering::Less => (WIN, 0),
            std::cmp::Ordering::Equal => (DRAW, DRAW),
            std::cmp::Ordering::Greater => (0, WIN),
        };
        let side = |score, points| Score { score, points };
        SeasonGameResult { how: How::Played, first: side(one, points.0), second: side(other, points.1) }
    }

    /// A game that nobody played.
    pub const UNPLAYED: SeasonGameResult = SeasonGameResult {
        how: How::Unplayed,
        first: Score { score: 0, points: 0 },
        second: Score { score: 0, points: 0 },
    };

    fn walkover(first_dropped: bool) -> SeasonGameResult {
        let (win, none) = (Score { score: WIN, points: 0 }, Score::default());
        let (first, second) = if first_dropped { (none, win) } else { (win, none) };
        SeasonGameResult { how: How::Walkover, first, second }
    }
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameState {
    /// It has not been opened.
    Waiting,
    /// The players race.
    Running {
        /// Whether a stand-in plays for the first player, because their time ran out again and again.
        first_absent: bool,
        /// The same for the second player.
        second_absent: bool,
    },
    #[allow(missing_docs)]
    Decided(SeasonGameResult),
}

/// A game of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeasonGame {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// From 0.
    pub round: usize,
    /// The player in the first seat.
    pub first: PlayerId,
    #[allow(missing_docs)]
    pub second: PlayerId,
    #[allow(missing_docs)]
    pub state: GameState,
    /// Whether one has blocked the other. Then it is not opened.
    pub apart: bool,
}

impl SeasonGame {
    /// The result, once it is decided.
    pub fn result(&self) -> Option<SeasonGameResult> {
        match self.state {
            GameState::Decided(result) => Some(result),
            GameState::Waiting | GameState::Running { .. } => None,
        }
    }

    /// Whether this player has a seat in it.
    pub fn has(&self, player: &PlayerId) -> bool {
        self.first == *player || self.second == *player
    }
}

/// A group with its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    #[allow(missing_docs)]
    pub season: i64,
    #[allow(missing_docs)]
    pub name: GroupName,
    /// In the order of the ladder.
    pub members: Vec<Member>,
    /// In the order of their rounds.
    pub games: Vec<SeasonGame>,
}

/// What a season is doing with its groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Games are opened and played.
    Playing {
        /// The most games of a player at once.
        at_once: usize,
    },
    /// The time is over. Pilots finish what is not finished.
    Finishing {
        /// Whether even they had enough time.
        time_is_up: bool,
    },
}

/// Something to do in a group. Doing it twice changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Open this game.
    Open(usize),
    /// Decide this game without playing it.
    Decide(usize, SeasonGameResult),
    /// A pilot plays on for this player, for this reason.
    HandOver(usize, PlayerId, Absence),
    /// This player has dropped out.
    Drop(PlayerId),
}

/// A player whose time ran out again and again in this many running games has dropped out.
const ABSENT_GAMES: usize = 2;

impl Group {
    /// What to do now. When it is done, there may be more to do: ask again after each result.
    pub fn steps(&self, phase: Phase, now: i64) -> Vec<Step> {
        match phase {
            Phase::Playing { at_once } => self.steps_playing(at_once, now),
            Phase::Finishing { time_is_up } => self.steps_finishing(time_is_up),
        }
    }

    /// When to look again even if nothing happens: when somebody returns from a holiday.
    pub fn look_again_at(&self, now: i64) -> Option<i64> {
        self.members.iter().filter_map(|member| member.holiday).filter(|until| *until > now).min()
    }

    /// Whether all games are decided.
    pub fn is_decided(&self) -> bool {
        self.games.iter().all(|game| game.result().is_some())
    }

    fn steps_playing(&self, at_once: usize, now: i64) -> Vec<Step> {
        let dropping: Vec<Step> = self.dropping(now).map(|player| Step::Drop(player.clone())).collect();
        if !dropping.is_empty() {
            return dropping;
        }
        let dropped = |player: &PlayerId| self.member(player).is_none_or(|member| member.dropped.is_some());
        let away = |player: &PlayerId| {
            self.member(player).is_some_and(|member| member.holiday.is_some_and(|until| until > now))
        };
        let mut running: HashMap<&PlayerId, usize> = HashMap::new();
        for game in self.games.iter().filter(|game| matches!(game.state, GameState::Running { .. })) {
            *running.entry(&game.first).or_default() += 1;
            *running.entry(&game.second).or_default() += 1;
        }
        let mut steps = Vec::new();
        for (index, game) in self.games.iter().enumerate() {
            let (first_out, second_out) = (dropped(&game.first), dropped(&game.second));
            match game.state {
                GameState::Decided(_) => {}
                GameState::Waiting if first_out && second_out || game.apart && (first_out || second_out) => {
                    steps.push(Step::Decide(index, SeasonGameResult::UNPLAYED));
                }
                GameState::Waiting if first_out || second_out => {
                    steps.push(Step::Decide(index, SeasonGameResult::walkover(first_out)));
                }
                GameState::Running { .. } => {
                    let out = [(first_out, &game.first), (second_out, &game.second)];
                    let hand_over = |player: &PlayerId| Step::HandOver(index, player.clone(), Absence::Dropout);
                    steps.extend(out.into_iter().filter(|(out, _)| *out).map(|(_, player)| hand_over(player)));
                }
                GameState::Waiting => {
                    let has_time = |player| running.get(player).copied().unwrap_or(0) < at_once && !away(player);
                    let is_due = has_time(&game.first) && has_time(&game.second);
                    if is_due && game.apart {
                        steps.push(Step::Decide(index, SeasonGameResult::UNPLAYED));
                    } else if is_due {
                        *running.entry(&game.first).or_default() += 1;
                        *running.entry(&game.second).or_default() += 1;
                        steps.push(Step::Open(index));
                    }
                }
            }
        }
        steps
    }

    fn steps_finishing(&self, time_is_up: bool) -> Vec<Step> {
        let step = |(index, game): (usize, &SeasonGame)| match game.state {
            GameState::Decided(_) => Vec::new(),
            GameState::Running { .. } if !time_is_up => {
                let dropped = |player| self.member(player).is_none_or(|member| member.dropped.is_some());
                let why = |player| if dropped(player) { Absence::Dropout } else { Absence::Deadline };
                [&game.first, &game.second].map(|player| Step::HandOver(index, player.clone(), why(player))).to_vec()
            }
            GameState::Waiting | GameState::Running { .. } => vec![Step::Decide(index, SeasonGameResult::UNPLAYED)],
        };
        self.games.iter().enumerate().flat_map(step).collect()
    }

    /// Players who have dropped out without saying so.
    fn dropping(&self, now: i64) -> impl Iterator<Item = &PlayerId> {
        let absent = |player: &PlayerId| {
            let absent_in = |game: &&SeasonGame| match game.state {
                GameState::Running { first_absent, second_absent } => {
                    first_absent && game.first == *player || second_absent && game.second == *player
                }
                GameState::Waiting | GameState::Decided(_) => false,
            };
            self.games.iter().filter(absent_in).count() >= ABSENT_GAMES
        };
        let on_holiday = move |member: &Member| member.holiday.is_some_and(|until| until > now);
        self.members
            .iter()
            .filter(move |member| member.dropped.is_none())
            .filter(move |member| member.gone || !on_holiday(member) && absent(&member.player))
            .map(|member| &member.player)
    }

    /// A member.
    pub fn member(&self, player: &PlayerId) -> Option<&Member> {
        self.members.iter().find(|member| member.player == *player)
    }
}
