//! How people treat each other in a room: who may talk freely, and who does not sit down with whom.

use super::RoomActor;
use crate::{
    ids::PlayerId,
    people::check_salt,
    room::{
        action::{Refusal, RefusalReason, RoomAction},
        seat::Seat,
    },
    store::now,
};

impl RoomActor {
    /// Whether everybody at the table wants free text.
    pub(super) fn table_talks(&self) -> bool {
        let mut people = self.people_at_table();
        people.next().is_some_and(|first| self.registry.people.may_talk(first, people))
    }

    fn people_at_table(&self) -> impl Iterator<Item = &PlayerId> {
        self.room.seats.values().filter_map(Seat::person).map(|person| &person.player)
    }

    /// Refuses free text where somebody does not want it, and seats beside people who have blocked each other.
    pub(super) async fn check_manners(&self, player: &PlayerId, action: &RoomAction) -> Result<(), Refusal> {
        match action {
            RoomAction::Chat { .. } | RoomAction::Phrase { .. } if self.is_silenced(player) => {
                Err(Refusal::new(RefusalReason::Muted, "The moderators have muted you."))
            }
            RoomAction::Chat { .. } => {
                let everybody: Vec<PlayerId> = self.people_at_table().chain([player]).cloned().collect();
                self.registry.people.names.load(&everybody).await?;
                match self.registry.people.may_talk(player, self.people_at_table()) {
                    true => Ok(()),
                    false => Err(Refusal::new(
                        RefusalReason::PhrasesOnly,
                        "Only ready-made phrases are allowed here, because not everybody at the table wants free text.",
                    )),
                }
            }
            RoomAction::Join { salt, .. } => {
                check_salt(salt.as_ref())?;
                self.check_strangers(player).await
            }
            // A guest could have sat down for somebody who may not.
            RoomAction::Transfer(account) => self.check_strangers(account).await,
            RoomAction::Reveal { salt } => check_salt(Some(salt)),
            _ => Ok(()),
        }
    }

    /// Nobody sits down with people whom they have blocked, or who have blocked them.
    async fn check_strangers(&self, player: &PlayerId) -> Result<(), Refusal> {
        let strangers = self.registry.store.strangers_of(player).await?;
        match self.people_at_table().chain([&self.room.host]).any(|other| strangers.contains(other)) {
            // The refusal does not reveal who has blocked whom.
            true => Err(Refusal::new(RefusalReason::Forbidden, "You can't take a seat in this regatta.")),
            false => Ok(()),
        }
    }

    fn is_silenced(&self, player: &PlayerId) -> bool {
        self.registry.people.names.face(player).silenced > now()
    }
}
