//! How a room's actor works together with those of the same room on other nodes: it follows what they store, fills gaps
//! from the store, and tells them what it has stored itself.

use super::{Failure, RoomActor};
use crate::{
    cluster::{Heard, Presence, RoomMessage},
    ids::PlayerId,
    room::{
        Room,
        action::Refusal,
        event::{LoggedEvent, RoomEvent},
        view::is_private,
    },
    rooms::{
        reading::{read_entry, read_secrets},
        request::RoomRequest,
        subscribers::MOST_WATCHING,
    },
    store::{StoreError, now},
};
use powerboats_referee::Happening;
use serde_json::value::RawValue;
use std::time::Duration;
use tokio::time::Instant;

/// When the other nodes are told again where the room is, after its last event.
const REMINDERS: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(30)];

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Store(Refusal::from(error))
    }
}

/// Whether secrets or the invitation, which are not in the log, have changed with this event.
fn changes_secrets(event: &LoggedEvent) -> bool {
    matches!(event.what, RoomEvent::Redrawn { .. } | RoomEvent::Unsealed { .. } | RoomEvent::Kicked { .. })
}

/// Whether everybody may see an event, and it changes nothing but the game and its clock.
fn is_plain(event: &LoggedEvent) -> bool {
    match &event.what {
        RoomEvent::Game { happening, .. } => !matches!(happening, Happening::Race { .. } | Happening::Over { .. }),
        what => matches!(what, RoomEvent::Clock { .. }),
    }
}

impl RoomActor {
    /// Makes sure that this server can write to the room: reads what is not in the log.
    pub(super) async fn arm(&mut self) -> Result<(), Failure> {
        while self.position.unarmed {
            let Some((row, last)) = self.registry.store.regatta(&self.room.id).await? else {
                return Err(Failure::Store(super::not_found()));
            };
            if last != self.room.seq {
                self.catch_up_with_store().await?;
                continue;
            }
            let secrets = read_secrets(&self.room.id, &row)?;
            let broken = |reason| Failure::from(StoreError::Unreadable(reason));
            self.room.set_secrets(secrets).map_err(broken)?;
            (self.invite, self.wakes, self.holder) = (row.invite, row.deadline, row.holder);
            self.seated = super::commit::seated(&self.room);
            self.position.unarmed = false;
        }
        Ok(())
    }

    /// Brings the room up to date before requests are answered, so that no answer is older than its question.
    pub(super) async fn freshen(&mut self, requests: &[RoomRequest]) -> Result<(), Failure> {
        // An action is checked against the log when it is stored, or when it is refused.
        let needs = |request: &RoomRequest| request.is_from_visitor() && !matches!(request, RoomRequest::Act(..));
        if self.view.is_some() && requests.iter().any(needs) {
            self.catch_up_with_store().await?;
        }
        Ok(())
    }

    /// Reads what the log has more than this room.
    pub(super) async fn catch_up_with_store(&mut self) -> Result<(), Failure> {
        let last = self.registry.store.last_of(&self.room.id).await?;
        if last > self.told() {
            metrics::counter!("powerboats_cluster_gap_fills_total").increment(1);
        }
        if last < self.told() {
            // The database has lost the end of the log, for example after a failover.
            tracing::error!(regatta = %self.room.id, last, seq = self.told(), "the log is shorter than this room");
            return Err(Failure::Store(Refusal::unavailable()));
        }
        if last > self.room.seq { self.fill().await } else { Ok(()) }
    }

    /// The number of the last event that subscribers were sent. The room may know less: see [`RoomMessage::Entry`].
    fn told(&self) -> u64 {
        self.room.seq.max(self.position.told)
    }

    /// Follows the entries after the room's last event.
    async fn fill(&mut self) -> Result<(), Failure> {
        for entry in self.registry.store.entries(&self.room.id, self.room.seq).await? {
            let (events, by) = read_entry(&self.room.id, &entry)?;
            self.follow(&events, by, &entry.3).await?;
        }
        self.remind_soon();
        Ok(())
    }

    /// Follows an entry that another server has stored, and sends it to the subscribers.
    async fn follow(
        &mut self,
        events: &[LoggedEvent],
        by: Option<(PlayerId, String)>,
        json: &str,
    ) -> Result<(), Failure> {
        let id = self.room.id.clone();
        let unreadable = |reason: String| Failure::from(StoreError::Unreadable(format!("regatta {id}: {reason}")));
        self.room.follow(events, by.clone()).map_err(unreadable)?;
        self.position.unarmed = true;
        let speakers: Vec<PlayerId> = events.iter().filter_map(|event| event.what.author().cloned()).collect();
        self.registry.people.names.load(&speakers).await?;
        if self.room.seq > self.position.told {
            self.subscribers.publish(&self.room, events, json, &self.registry.people.names);
        }
        for event in events {
            if let RoomEvent::Kicked { player, .. } = &event.what
                && is_private(&self.room)
            {
                self.subscribers.disconnect(player);
            }
        }
        if events.iter().any(|event| super::commit::changes_people(&event.what)) {
            self.people_changed();
        }
        self.confirm(by.as_ref(), self.room.seq);
        // A snapshot shows the commitment to the secret, the invitation, and after the end the secret itself.
        if events.iter().any(changes_secrets) {
            Box::pin(self.arm()).await?;
        }
        Ok(())
    }

    /// Tells the request on this node that waits for an action that it is stored.
    fn confirm(&self, by: Option<&(PlayerId, String)>, last: u64) {
        if let Some(cluster) = &self.registry.cluster {
            cluster.confirm(&self.room.id, by, last);
        }
    }

    /// After another server was faster: goes back to the log. Subscribers have seen the events up to `seen`.
    pub(super) async fn reload(&mut self, seen: u64) -> Result<(), Failure> {
        let missing = || Failure::Store(super::not_found());
        let (row, log) = self.registry.store.load(&self.room.id).await?.ok_or_else(missing)?;
        let secrets = read_secrets(&self.room.id, &row)?;
        let mut room: Option<Room> = None;
        let unreadable = |reason| Failure::from(StoreError::Unreadable(reason));
        let known = log.iter().take_while(|entry| entry.0 <= seen).count();
        for entry in &log[..known] {
            let (events, by) = read_entry(&self.room.id, entry)?;
            match &mut room {
                Some(room) => room.follow(&events, by).map_err(unreadable)?,
                None => {
                    let first = Room::replay_first(self.room.id.clone(), &secrets, &events, by).map_err(unreadable)?;
                    room = Some(first);
                }
            }
        }
        self.room = room.ok_or_else(missing)?;
        self.position.unarmed = true;
        for entry in &log[known..] {
            let (events, by) = read_entry(&self.room.id, entry)?;
            self.follow(&events, by, &entry.3).await?;
        }
        self.remind_soon();
        self.arm().await
    }

    /// Makes sure that subscribers have been sent the events up to this one.
    pub(super) async fn reach(&mut self, seq: u64) -> Result<(), Failure> {
        while self.told() < seq {
            match self.feed.try_next() {
                Some(heard) => self.hear(heard).await?,
                None => return self.catch_up_with_store().await,
            }
        }
        Ok(())
    }

    /// Hears what another node tells about the room, or this one itself.
    pub(super) async fn hear(&mut self, heard: Heard) -> Result<(), Failure> {
        match heard {
            Heard::Message(RoomMessage::Entry { first, last, by, at, plain, events }) => {
                if last <= self.told() {
                    return Ok(()); // it is known
                }
                if first != self.told() + 1 {
                    return self.catch_up_with_store().await;
                }
                let lag = (now() - at).max(0);
                metrics::histogram!("powerboats_cluster_lag_seconds").record(lag as f64 / 1000.0);
                if plain && !self.position.runs() && !self.subscribers.want_turns() {
                    // The room catches up when somebody asks for it.
                    self.subscribers.publish_plain(events.get());
                    (self.position.told, self.position.unarmed) = (last, true);
                    self.confirm(by.as_ref(), last);
                    return Ok(());
                }
                if self.room.seq + 1 != first {
                    return self.catch_up_with_store().await;
                }
                let read: Vec<LoggedEvent> = match serde_json::from_str(events.get()) {
                    Ok(events) => events,
                    Err(error) => {
                        tracing::warn!(regatta = %self.room.id, %error, "an entry from NATS can't be read");
                        return self.catch_up_with_store().await;
                    }
                };
                if read.last().is_none_or(|event| event.seq != last) {
                    return self.catch_up_with_store().await;
                }
                self.follow(&read, by, events.get()).await
            }
            Heard::Message(RoomMessage::At { last }) if last > self.told() => self.catch_up_with_store().await,
            Heard::Message(RoomMessage::At { .. }) => Ok(()),
            Heard::Message(RoomMessage::Presence(presence)) => {
                if Some(&presence.node) != self.registry.node().as_ref() {
                    let asks = presence.asks;
                    let names: Vec<PlayerId> = presence.players.iter().take(MOST_WATCHING).cloned().collect();
                    if self.subscribers.set_elsewhere(presence) {
                        self.registry.people.names.load(&names).await?;
                        self.show_presence();
                    }
                    if asks && !self.subscribers.is_empty() {
                        self.tell_presence(false).await;
                    }
                }
                Ok(())
            }
            Heard::Unreadable => self.catch_up_with_store().await,
        }
    }

    /// Tells the other nodes what was stored.
    pub(super) async fn tell_entry(&mut self, by: Option<(PlayerId, String)>, events: &[LoggedEvent], json: &str) {
        let Some(cluster) = &self.registry.cluster else { return };
        let (Some(first), Ok(json)) = (events.first(), RawValue::from_string(json.to_owned())) else { return };
        let (first, last, at, plain) = (first.seq, self.room.seq, self.room.last_at, events.iter().all(is_plain));
        cluster.tell(&self.room.id, &RoomMessage::Entry { first, last, by, at, plain, events: json }).await;
        self.remind_soon();
    }

    /// The other nodes may have missed something: they are told soon where the room is.
    pub(super) fn remind_soon(&mut self) {
        if self.registry.cluster.is_some() {
            self.position.reminders = 0;
            self.remind_at = Some(Instant::now() + REMINDERS[0]);
        }
    }

    /// Tells the other nodes where the room is. What a node that has gone stored last may be known only to the store.
    pub(super) async fn remind(&mut self) -> Result<(), Failure> {
        self.position.reminders += 1;
        self.remind_at = REMINDERS.get(self.position.reminders).map(|after| Instant::now() + *after);
        match self.registry.store.last_of(&self.room.id).await {
            Ok(last) if last != self.room.seq => self.catch_up_with_store().await?,
            Ok(_) => {}
            Err(error) => tracing::warn!(regatta = %self.room.id, %error, "a reminder can't be checked"),
        }
        if let Some(cluster) = &self.registry.cluster {
            cluster.tell(&self.room.id, &RoomMessage::At { last: self.room.seq }).await;
        }
        Ok(())
    }

    /// Tells subscribers and other nodes who is connected.
    pub(super) async fn publish_presence(&mut self) {
        self.show_presence();
        self.tell_presence(false).await;
    }

    /// Called when the host or a seated player has changed.
    pub(super) fn people_changed(&mut self) {
        match self.talks == self.table_talks() {
            true => self.take_attendance(),
            false => self.show_presence(),
        }
    }

    /// Tells subscribers who is connected.
    fn show_presence(&mut self) {
        self.take_attendance();
        self.talks = self.table_talks();
        let (gone, names) = (self.attendance.gone(), &self.registry.people.names);
        self.subscribers.publish_presence(&self.room, gone, names, self.talks);
    }

    /// Asks the other nodes who is connected there.
    pub(super) async fn ask_for_presence(&mut self) {
        self.tell_presence(true).await;
    }

    /// Tells the other nodes who is connected here.
    pub(super) async fn tell_presence(&self, asks: bool) {
        if let Some(cluster) = &self.registry.cluster
            && let Some(node) = cluster.me()
        {
            let (players, anonymous) = self.subscribers.here();
            let presence = Presence { node, players, anonymous, asks };
            cluster.tell(&self.room.id, &RoomMessage::Presence(presence)).await;
        }
    }
}
