//! How many games of one event may be played at the same time: they count for no player's own quota.

use crate::{
    compete::event::state::EventState,
    room::action::{Refusal, RefusalReason},
};

/// The most games of an event at once. Two full rounds: the organiser may set results and go on while games are still played.
pub const MOST_GAMES: usize = 200;

impl EventState {
    /// Refuses a round with so many tables while too many games of earlier rounds go on.
    pub(super) fn check_games(&self, tables: usize) -> Result<(), Refusal> {
        let games = self.rounds.iter().flat_map(|round| &round.games);
        let going = games.filter(|game| game.result.is_none()).count();
        match going + tables > MOST_GAMES {
            true => Err(Refusal::new(
                RefusalReason::TooMany,
                format!("{going} regattas of this event are still being raced. Wait until some of them are over."),
            )),
            false => Ok(()),
        }
    }
}
