//! Reads the results of events from the stream of committed events.

use crate::{
    compete::{Outcomes, event::state::EventGameResult, outcome::Outcome},
    store::{Statement, Store, StoreError, replace_game_result, save_game_result},
    stream::Reader,
};

/// The reader that stores the results of the games of all events. An annulled game has no result.
pub(crate) struct EventReader {
    store: Store,
    outcomes: Outcomes,
    unsaved: Vec<Statement>,
}

impl EventReader {
    pub fn new(store: Store, outcomes: Outcomes) -> EventReader {
        EventReader { store, outcomes, unsaved: Vec::new() }
    }
}

impl Reader for EventReader {
    const NAME: &'static str = "events";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        for outcome in self.outcomes.ended(after, until).await? {
            if self.store.is_event_game(&outcome.regatta).await? {
                let result = StoreError::json(&result(&outcome))?;
                self.unsaved.push(save_game_result(&outcome.regatta, &result, outcome.at));
            }
        }
        for regatta in self.store.annulled(after, until).await? {
            if self.store.is_event_game(&regatta).await?
                && let Some(outcome) = self.outcomes.readable(&regatta).await?
            {
                let annulled = EventGameResult { ranks: None, ..result(&outcome) };
                let annulled = serde_json::to_string(&annulled);
                let annulled = annulled.map_err(|error| StoreError::Unreadable(error.to_string()))?;
                self.unsaved.push(replace_game_result(&regatta, &annulled));
            }
        }
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.unsaved)
    }
}

/// The result that counts in an event. As in ratings, a stand-in never pays: who gave up a seat ranks behind those who were
/// still racing.
fn result(outcome: &Outcome) -> EventGameResult {
    let ranks = outcome.seats.iter().map(|seat| seat.rated_rank.and_then(|rank| u8::try_from(rank).ok())).collect();
    EventGameResult { ranks, points: outcome.seats.iter().map(|seat| seat.points).collect() }
}
