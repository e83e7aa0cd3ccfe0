//! How many games of one event may be played at the same time, which count for no player's own quota, and how much may be
//! written into it.

use crate::{
    compete::event::state::{EventGame, EventState},
    room::action::{Refusal, RefusalReason},
};

/// The most games of an event at once. Two full rounds: the organiser may set results and go on while games are still played.
pub const MOST_GAMES: usize = 200;

/// How often the result of one game can be corrected.
const MOST_CORRECTIONS: usize = 5;

/// The space for all corrections of an event, in bytes. Everybody who looks at the event gets them after each change.
const MOST_BYTES: usize = 128 << 10;

/// The space that a correction needs besides its reason, in bytes of JSON.
const CORRECTION: usize = 80;

impl EventState {
    /// Refuses one more correction of this game if there are too many.
    pub(super) fn check_corrections(&self, game: &EventGame, reason: &str) -> Result<(), Refusal> {
        if game.corrections.len() >= MOST_CORRECTIONS {
            let message = format!("A result can be corrected {MOST_CORRECTIONS} times.");
            return Err(Refusal::new(RefusalReason::TooMany, message));
        }
        let games = self.rounds.iter().flat_map(|round| &round.games);
        let reasons = games.flat_map(|game| &game.corrections).map(|correction| correction.reason.len());
        let bytes: usize = reasons.chain([reason.len()]).map(|length| CORRECTION + length).sum();
        match bytes > MOST_BYTES {
            true => Err(Refusal::new(RefusalReason::TooMany, "There is no space for more corrections in this event.")),
            false => Ok(()),
        }
    }

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
