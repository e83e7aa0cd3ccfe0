//! Reads the results of season games from the stream of committed events.

use super::{COLORS, group::SeasonGameResult};
use crate::{
    compete::{Outcomes, outcome::Outcome},
    ids::{PlayerId, RegattaId},
    room::event::{Absence, LoggedEvent, RoomEvent},
    store::{Statement, Store, StoreError, annul_season_game, decide, note_absence, now, touch_group_of},
    stream::Reader,
};
use futures_util::{StreamExt, TryStreamExt, stream};

/// Outcomes read at the same time.
const AT_ONCE: usize = 16;

/// The reader that stores the results of games.
pub(crate) struct SeasonReader {
    store: Store,
    outcomes: Outcomes,
    effect: Vec<Statement>,
}

impl SeasonReader {
    pub fn new(store: Store, outcomes: Outcomes) -> SeasonReader {
        SeasonReader { store, outcomes, effect: Vec::new() }
    }

    async fn result_of(
        &self,
        (regatta, first, second): (RegattaId, PlayerId, PlayerId),
    ) -> Result<Option<(RegattaId, SeasonGameResult)>, StoreError> {
        match self.outcomes.of(&regatta).await {
            Ok(outcome) => Ok(outcome.map(|outcome| (regatta, result(&outcome, &first, &second)))),
            // It must not stop the reader for ever. The game is decided when the season's time is up.
            Err(StoreError::Unreadable(reason)) => {
                tracing::error!(%regatta, reason, "a season game has no result, because its log can't be read");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// What a regatta's outcome means for its season. A game without a result counts as not played. Against a player who dropped
/// out, the other one wins, whatever the pilot does.
fn result(outcome: &Outcome, first: &PlayerId, second: &PlayerId) -> SeasonGameResult {
    let side = |player| outcome.seat_of(player).and_then(|seat| Some((seat.points, seat.rank?, seat.dropped)));
    match (side(first), side(second)) {
        (Some((points, .., true)), Some((others, .., false))) => SeasonGameResult::played((points, others), (2, 1)),
        (Some((points, .., false)), Some((others, .., true))) => SeasonGameResult::played((points, others), (1, 2)),
        (Some((points, rank, _)), Some((others, other_rank, _))) => {
            SeasonGameResult::played((points, others), (rank, other_rank))
        }
        _ => SeasonGameResult::UNPLAYED,
    }
}

/// For whom a stand-in plays from now on or no longer, because their time ran out: whether it is the first seat, and whether
/// they are absent.
fn absence(event: &RoomEvent) -> Option<(bool, bool)> {
    match event {
        RoomEvent::TakenOver { color, why: Absence::Timeouts } => Some((*color == COLORS[0], true)),
        RoomEvent::Back { color } => Some((*color == COLORS[0], false)),
        _ => None,
    }
}

impl Reader for SeasonReader {
    const NAME: &'static str = "seasons";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        for (regatta, events) in self.store.season_absences(after, until).await? {
            let events: Vec<LoggedEvent> = serde_json::from_str(&events).unwrap_or_default();
            for (is_first, absent) in events.iter().filter_map(|event| absence(&event.what)) {
                self.effect.extend(note_absence(&regatta, is_first, absent));
            }
        }
        let ended = self.store.season_games_ended(after, until).await?;
        let results = stream::iter(ended).map(|game| self.result_of(game)).buffer_unordered(AT_ONCE);
        let results: Vec<Option<(RegattaId, SeasonGameResult)>> = results.try_collect().await?;
        for (regatta, result) in results.into_iter().flatten() {
            self.effect.extend([decide(&regatta, result, now()), touch_group_of(&regatta)]);
        }
        let annulled = self.store.annulled(after, until).await?;
        self.effect.extend(annulled.iter().flat_map(annul_season_game));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.effect)
    }
}
