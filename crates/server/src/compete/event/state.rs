//! An event as a pure state machine: what the log and the results of its games make of it, and which actions are legal.

use crate::{
    compete::event::{
        knockout,
        log::{EventChange, Logged},
        settings::{EventSettings, Format, MOST_ROUNDS},
    },
    ids::{EventId, PlayerId, RegattaId},
    room::action::{Refusal, RefusalReason},
    text::visible_line,
};
use powerboats_heats::{Apart, Draw, Round};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most players of an event.
pub const MOST_PLAYERS: usize = 200;

/// The most people who ever check in. Everybody who looks at the event gets all of them.
const MOST_EVER: usize = 1000;

/// How often one player can check in.
const MOST_CHECK_INS: u32 = 20;

/// The longest reason of a correction, in characters.
const LONGEST_REASON: usize = 200;

/// The stored result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventGameResult {
    /// The rank of each seat, from 1; seats that tie share it. `None`: the game ended without a result.
    pub ranks: Option<Vec<u8>>,
    /// The points of each seat in the game.
    pub points: Vec<i64>,
}

/// A result that the organiser set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    #[allow(missing_docs)]
    pub at: i64,
    #[allow(missing_docs)]
    pub ranks: Vec<u8>,
    #[allow(missing_docs)]
    pub reason: String,
}

/// One game of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventGame {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// Who sits where. `None` is a pilot.
    pub seats: Vec<Option<PlayerId>>,
    #[allow(missing_docs)]
    pub result: Option<EventGameResult>,
    /// All of them, in order. The last one counts.
    pub corrections: Vec<Correction>,
    /// Whether the event was closed before the game had a result.
    pub is_void: bool,
}

impl EventGame {
    /// The ranks that count. A game without a result counts as a tie of all.
    pub fn ranks(&self) -> Option<Vec<u8>> {
        if let Some(correction) = self.corrections.last() {
            return Some(correction.ranks.clone());
        }
        let result = self.result.as_ref().filter(|_| !self.is_void)?;
        Some(result.ranks.clone().unwrap_or_else(|| vec![1; self.seats.len()]))
    }

    /// The ranks that count for ratings instead of the game's own result. Organisers can't change the ratings of games in
    /// which they sit themselves.
    pub fn rated_ranks(&self, organiser: &PlayerId) -> Option<&Vec<u8>> {
        let is_own = self.seats.iter().flatten().any(|player| player == organiser);
        self.corrections.last().map(|correction| &correction.ranks).filter(|_| !is_own)
    }
}

/// A round that was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct PlayedRound {
    pub started: i64,
    pub games: Vec<EventGame>,
    pub sits_out: Option<PlayerId>,
}

/// What a draw must know of the people of an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Crowd {
    /// Players who have deleted themselves.
    pub gone: BTreeSet<PlayerId>,
    /// Players of whom one has blocked the other.
    pub apart: Apart<PlayerId>,
}

/// An event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventState {
    #[allow(missing_docs)]
    pub id: EventId,
    /// Number of happenings.
    pub seq: u64,
    #[allow(missing_docs)]
    pub opened: i64,
    #[allow(missing_docs)]
    pub organiser: PlayerId,
    #[allow(missing_docs)]
    pub settings: EventSettings,
    seed: u64,
    /// Everybody who ever checked in, and whether they are there.
    pub players: BTreeMap<PlayerId, bool>,
    /// How often each of them checked in.
    check_ins: BTreeMap<PlayerId, u32>,
    #[allow(missing_docs)]
    pub rounds: Vec<PlayedRound>,
    /// When it was closed.
    pub closed: Option<i64>,
}

/// The id of a game. The same game always has the same id, so it can't be opened twice.
pub fn game_id(event: &EventId, round: usize, table: usize) -> RegattaId {
    RegattaId::derived(&format!("event/{event}/{round}/{table}"))
}

fn refused(code: RefusalReason, message: impl Into<String>) -> Refusal {
    Refusal::new(code, message)
}

impl EventState {
    /// The event that a log tells, with the results of its games. `None` if the log does not begin with the opening.
    pub fn replay(id: EventId, log: Vec<Logged>, results: &BTreeMap<RegattaId, EventGameResult>) -> Option<EventState> {
        let mut log = log.into_iter();
        let Logged { at: opened, what: EventChange::Opened { organiser, settings, seed } } = log.next()? else {
            return None;
        };
        let (players, check_ins, rounds) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        let mut event =
            EventState { id, seq: 1, opened, organiser, settings, seed, players, check_ins, rounds, closed: None };
        for logged in log {
            event.apply(logged, results);
        }
        Some(event)
    }

    /// Adds what has just happened. Games that it starts have no results yet.
    pub fn happened(&mut self, logged: Logged) {
        self.apply(logged, &BTreeMap::new());
    }

    fn apply(&mut self, Logged { at, what }: Logged, results: &BTreeMap<RegattaId, EventGameResult>) {
        self.seq += 1;
        match what {
            EventChange::Opened { .. } => {}
            EventChange::CheckedIn { player } => {
                *self.check_ins.entry(player.clone()).or_default() += 1;
                self.players.insert(player, true);
            }
            EventChange::CheckedOut { player } => drop(self.players.insert(player, false)),
            EventChange::RoundStarted { tables, sits_out } => {
                let round = self.rounds.len() + 1;
                let game = |(table, seats)| {
                    let regatta = game_id(&self.id, round, table);
                    let result = results.get(&regatta).cloned();
                    EventGame { regatta, seats, result, corrections: Vec::new(), is_void: false }
                };
                let games = (1..).zip(tables).map(game).collect();
                self.rounds.push(PlayedRound { started: at, games, sits_out });
            }
            EventChange::Corrected { round, table, ranks, reason } => {
                if let Some(game) = self.game_mut(round, table) {
                    game.corrections.push(Correction { at, ranks, reason });
                }
            }
            EventChange::Closed { unfinished } => {
                self.closed = Some(at);
                for (round, table) in unfinished {
                    if let Some(game) = self.game_mut(round, table) {
                        game.is_void = true;
                    }
                }
            }
        }
    }

    fn game_mut(&mut self, round: usize, table: usize) -> Option<&mut EventGame> {
        self.rounds.get_mut(round.checked_sub(1)?)?.games.get_mut(table.checked_sub(1)?)
    }

    /// A game by round and table, both from 1.
    pub fn game(&self, round: usize, table: usize) -> Option<&EventGame> {
        self.rounds.get(round.checked_sub(1)?)?.games.get(table.checked_sub(1)?)
    }

    /// The players who are there.
    pub fn present(&self) -> impl Iterator<Item = &PlayerId> {
        self.players.iter().filter(|(_, present)| **present).map(|(player, _)| player)
    }

    /// The games without a result, by round and table from 1.
    pub fn unfinished(&self) -> Vec<(usize, usize)> {
        let games =
            (1..).zip(&self.rounds).flat_map(|(round, played)| (1..).zip(&played.games).map(move |g| (round, g)));
        games.filter(|(_, (_, game))| game.ranks().is_none()).map(|(round, (table, _))| (round, table)).collect()
    }

    /// Whether another round can follow: the final of a knockout is the last one.
    pub fn can_go_on(&self) -> bool {
        let has_final = || self.rounds.last().is_some_and(|round| round.games.len() == 1 && round.sits_out.is_none());
        match self.settings.format {
            Format::Rounds { .. } => self.rounds.len() < usize::from(MOST_ROUNDS),
            Format::Knockout { .. } => !has_final(),
        }
    }

    fn check_open(&self) -> Result<(), Refusal> {
        match self.closed {
            Some(_) => Err(refused(RefusalReason::Over, "This event is over. Nothing in it can be changed any more.")),
            None => Ok(()),
        }
    }

    fn check_organiser(&self, who: &PlayerId) -> Result<(), Refusal> {
        self.check_open()?;
        match *who == self.organiser {
            true => Ok(()),
            false => Err(refused(RefusalReason::Forbidden, "Only the organiser of this event can do that.")),
        }
    }

    /// A player checks in.
    pub fn check_in(&self, player: &PlayerId, is_registered: bool) -> Result<EventChange, Refusal> {
        self.check_open()?;
        if self.settings.rated && !is_registered {
            let message = "The games of this event are rated. Please register, then check in.";
            return Err(refused(RefusalReason::Forbidden, message));
        }
        if self.players.get(player) == Some(&true) {
            return Err(refused(RefusalReason::AlreadySeated, "You have checked in already."));
        }
        if matches!(self.settings.format, Format::Knockout { .. }) && !self.rounds.is_empty() {
            let message = "The first heats of this knockout have started. Nobody can join any more.";
            return Err(refused(RefusalReason::AlreadyStarted, message));
        }
        if self.present().count() >= MOST_PLAYERS {
            return Err(refused(RefusalReason::TooMany, format!("An event has at most {MOST_PLAYERS} players.")));
        }
        let is_new = !self.players.contains_key(player);
        if is_new && self.players.len() >= MOST_EVER {
            return Err(refused(
                RefusalReason::TooMany,
                "Too many people have checked in to this event and out again.",
            ));
        }
        if self.check_ins.get(player).is_some_and(|count| *count >= MOST_CHECK_INS) {
            return Err(refused(RefusalReason::TooMany, format!("A player can check in {MOST_CHECK_INS} times.")));
        }
        Ok(EventChange::CheckedIn { player: player.clone() })
    }

    /// A player checks out, or the organiser takes a player out.
    pub fn check_out(&self, who: &PlayerId, player: &PlayerId) -> Result<EventChange, Refusal> {
        self.check_open()?;
        if who != player {
            self.check_organiser(who)?;
        }
        match self.players.get(player) {
            Some(true) => Ok(EventChange::CheckedOut { player: player.clone() }),
            _ => Err(refused(RefusalReason::NotSeated, "This player has not checked in.")),
        }
    }

    /// Starts a round, numbered from 1.
    pub fn start_round(&self, who: &PlayerId, number: usize, crowd: &Crowd) -> Result<EventChange, Refusal> {
        self.check_organiser(who)?;
        if number <= self.rounds.len() {
            return Err(refused(RefusalReason::AlreadyStarted, format!("Round {number} has started already.")));
        }
        let next = self.rounds.len() + 1;
        if number != next || !self.can_go_on() {
            return Err(refused(RefusalReason::WrongPhase, format!("Round {number} is not the next one.")));
        }
        if let Some((round, table)) = self.unfinished().first() {
            let message = format!("Table {table} of round {round} has no result yet. Wait for it, or enter a result.");
            return Err(refused(RefusalReason::NotOver, message));
        }
        let drawn = self.draw(crowd);
        if drawn.people().count() < 2 || drawn.tables.is_empty() {
            return Err(refused(RefusalReason::NotReady, "A round needs at least two players who have checked in."));
        }
        self.check_games(drawn.tables.len())?;
        Ok(EventChange::RoundStarted { tables: drawn.tables, sits_out: drawn.sits_out })
    }

    /// The next round. The same event and the same people always give the same draw.
    fn draw(&self, crowd: &Crowd) -> Round<PlayerId> {
        let here = |player: &PlayerId| self.players.get(player) == Some(&true) && !crowd.gone.contains(player);
        let (rounds, people): (usize, Vec<PlayerId>) = match self.settings.format {
            Format::Rounds { rounds } => (usize::from(rounds), self.present().filter(|p| here(p)).cloned().collect()),
            Format::Knockout { advance } => {
                (self.rounds.len() + 1, knockout::qualified(self, usize::from(advance), here))
            }
        };
        let past: Vec<Round<PlayerId>> = self.rounds.iter().map(PlayedRound::drawn).collect();
        let draw = Draw { size: self.settings.size(), rounds, fill: self.settings.pilots.is_some(), seed: self.seed };
        let mut round = draw.next(&past, &people);
        round.keep_apart(&past, &crowd.apart);
        round
    }

    /// The organiser sets the result of a game.
    pub fn correct(&self, who: &PlayerId, wanted: NewResult) -> Result<EventChange, Refusal> {
        self.check_organiser(who)?;
        let NewResult { round, table, ranks, reason } = wanted;
        let game = self.game(round, table).ok_or_else(|| {
            refused(RefusalReason::NotFound, format!("There is no table {table} in round {round} of this event."))
        })?;
        if !are_ranks(&ranks, game.seats.len()) {
            let seats = game.seats.len();
            let found = if ranks.len() == seats { format!("{ranks:?}") } else { format!("{} of them", ranks.len()) };
            let message = format!("Expected a rank for each of {seats} seats, as in [1, 2, 2, 4], found {found}.");
            return Err(refused(RefusalReason::BadRequest, message));
        }
        if matches!(self.settings.format, Format::Knockout { .. }) && round < self.rounds.len() {
            let message = "The next round is drawn from this result. Only games of the last round can be corrected.";
            return Err(refused(RefusalReason::WrongPhase, message));
        }
        let reason = reason.trim().to_owned();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON || visible_line(&reason).is_err() {
            let message = format!("A correction needs a reason: one line of 1 to {LONGEST_REASON} characters.");
            return Err(refused(RefusalReason::BadRequest, message));
        }
        self.check_corrections(game, &reason)?;
        Ok(EventChange::Corrected { round, table, ranks, reason })
    }

    /// The organiser closes the event.
    pub fn close(&self, who: &PlayerId) -> Result<EventChange, Refusal> {
        self.check_organiser(who)?;
        self.end()
    }

    /// The event ends, because its organiser or a moderator closes it.
    pub fn end(&self) -> Result<EventChange, Refusal> {
        self.check_open()?;
        Ok(EventChange::Closed { unfinished: self.unfinished() })
    }

    /// A number that orders players who are equal in everything, the same each time.
    pub fn lot(&self, player: &PlayerId) -> u64 {
        player
            .as_str()
            .bytes()
            .fold(self.seed ^ 0xcbf2_9ce4_8422_2325, |lot, byte| (lot ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

/// The result that an organiser wants to set.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewResult {
    /// From 1.
    #[schema(minimum = 1, maximum = 60)]
    pub round: usize,
    /// From 1.
    #[schema(minimum = 1, maximum = 100)]
    pub table: usize,
    /// The rank of each seat in order, from 1; seats that tie share it: 1, 2, 2, 4.
    #[schema(min_items = 2, max_items = 6)]
    pub ranks: Vec<u8>,
    /// Why, for everybody to read: 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    pub reason: String,
}

impl PlayedRound {
    fn drawn(&self) -> Round<PlayerId> {
        Round { tables: self.games.iter().map(|game| game.seats.clone()).collect(), sits_out: self.sits_out.clone() }
    }
}

/// Whether these are valid ranks for this number of seats: each rank is one more than the number of better ones.
fn are_ranks(ranks: &[u8], seats: usize) -> bool {
    let better = |rank: &u8| ranks.iter().filter(|other| *other < rank).count();
    ranks.len() == seats && ranks.iter().all(|rank| usize::from(*rank) == better(rank) + 1)
}
