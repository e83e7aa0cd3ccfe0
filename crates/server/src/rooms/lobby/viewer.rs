//! What one visitor sees of the lobby: current names, nothing of protected players, and nobody who must not meet them.

use super::is_of;
use crate::{
    ids::PlayerId,
    people::{Ears, Names, People, Player},
    room::view::Summary,
    store::StoreError,
};
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

/// Stands for a protected player in public lists.
static SOMEBODY: LazyLock<PlayerId> = LazyLock::new(|| PlayerId::derived("somebody"));

/// Somebody who looks at the lobby.
pub struct Viewer {
    names: Names,
    ears: Arc<Ears>,
    player: Option<PlayerId>,
}

impl Viewer {
    #[allow(missing_docs)]
    pub fn new(names: &Names, ears: Arc<Ears>, player: Option<Player>) -> Viewer {
        Viewer { names: names.clone(), ears, player: player.map(|player| player.id) }
    }

    /// Finds out again whom they may see.
    pub async fn hear_again(&mut self, people: &People) -> Result<(), StoreError> {
        if let Some(player) = &self.player {
            self.ears = people.ears_of(player, self.ears.is_protected).await?;
        }
        Ok(())
    }

    /// Who looks; `None` if not signed in.
    pub fn player(&self) -> Option<&PlayerId> {
        self.player.as_ref()
    }

    /// Loads what [`Viewer::sees`] needs to know of the people in these regattas.
    pub async fn meet(&self, regattas: impl IntoIterator<Item = &Arc<Summary>>) {
        let people = regattas.into_iter().flat_map(|summary| {
            let seated = summary.seats.iter().filter_map(|seat| seat.player.as_ref());
            seated.chain(&summary.offered).chain([&summary.host]).chain(&summary.settings.title_by)
        });
        let people: BTreeSet<PlayerId> = people.cloned().collect();
        if let Err(error) = self.names.load(&Vec::from_iter(people)).await {
            tracing::warn!(%error, "names for the lobby can't be loaded");
        }
    }

    /// What they see of a regatta; `None` if they may not see it.
    pub fn sees(&self, summary: &Arc<Summary>) -> Option<Summary> {
        let mut summary = Summary::clone(summary);
        let takes_part = self.player.as_ref().is_some_and(|player| is_of(&summary, player));
        let is_stranger = |player: &PlayerId| self.ears.strangers.contains(player);
        let seated = || summary.seats.iter().filter_map(|seat| seat.player.as_ref());
        if !takes_part && seated().chain([&summary.host]).any(is_stranger) {
            return None;
        }
        // An unknown player may be protected.
        let is_hidden =
            |player: &PlayerId| !takes_part && self.names.known(player).is_none_or(|face| face.is_protected);
        for seat in &mut summary.seats {
            let Some(player) = &seat.player else { continue };
            // The name may have changed since the last event of the regatta.
            seat.name = self.names.get(player).to_string();
            if is_hidden(player) {
                (seat.player, seat.name) = (None, String::new());
            }
        }
        summary.offered.retain(|player| !is_hidden(player));
        if is_hidden(&summary.host) {
            summary.host = SOMEBODY.clone();
        }
        summary.settings.hide_title(&self.names);
        Some(summary)
    }
}
