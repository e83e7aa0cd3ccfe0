//! How a room's actor commits events: it stores them, then publishes them.

use super::{Failure, RoomActor};
use crate::{
    cluster::NodeId,
    ids::{PlayerId, random_text},
    room::{
        Next, Room,
        action::Refusal,
        event::{LoggedEvent, RoomEvent},
        view::is_private,
    },
    store::{Commit, LogEntry, RowUpdate, StoreError, now},
};
use powerboats_referee::Happening;
use std::collections::BTreeSet;

impl RoomActor {
    /// Commits events, if there are any.
    pub(super) async fn commit_any(&mut self, events: Vec<RoomEvent>) -> Result<(), Failure> {
        if events.is_empty() { Ok(()) } else { self.commit(events, None, Vec::new()).await.map(drop) }
    }

    /// Stores events and then publishes them. `by` is the action that caused them, by player and client-made id. `commits`
    /// are stored in the same transaction. Returns the number of the last event.
    pub(super) async fn commit(
        &mut self,
        events: Vec<RoomEvent>,
        by: Option<(PlayerId, String)>,
        mut commits: Vec<Commit>,
    ) -> Result<u64, Failure> {
        let kicked = events.iter().find_map(|event| self.kicked_from_private(event));
        let new_people = events.iter().any(changes_people);
        let at = now();
        let before = self.room.seq;
        let (commit, pending) =
            self.prepare(events, by.clone(), at).map_err(|error| Failure::Store(Refusal::from(error)))?;
        // A player who was removed knows the old invitation.
        let invite = kicked.is_some().then(|| random_text(20));
        commits.push(Commit { invite: invite.clone(), ..commit });
        match self.registry.store.append(commits).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.reload(before).await?;
                self.yield_to_winner();
                return Err(Failure::Overtaken);
            }
            Err(error) => {
                tracing::error!(regatta = %self.room.id, %error, "events could not be stored");
                return Err(Failure::Store(Refusal::from(error)));
            }
        }
        metrics::counter!("powerboats_entries").increment(1);
        (self.seated, self.wakes, self.holder) = (pending.seated, pending.wakes, pending.holder);
        self.tell_entry(by, &pending.events, &pending.json).await;
        if let Some(invite) = invite {
            self.invite = invite;
        }
        self.subscribers.publish(&self.room, &pending.events, &pending.json, &self.registry.people.names);
        if let Some(player) = kicked {
            self.subscribers.disconnect(&player);
        }
        if new_people {
            self.people_changed();
        }
        self.publish_summary();
        Ok(self.room.seq)
    }

    fn kicked_from_private(&self, event: &RoomEvent) -> Option<PlayerId> {
        match event {
            RoomEvent::Kicked { player, .. } if is_private(&self.room) => Some(player.clone()),
            _ => None,
        }
    }

    /// Numbers events and describes what to store of them.
    fn prepare(
        &mut self,
        events: Vec<RoomEvent>,
        by: Option<(PlayerId, String)>,
        at: i64,
    ) -> serde_json::Result<(Commit, Pending)> {
        let drawn = events.iter().any(|event| matches!(event, RoomEvent::Redrawn { .. } | RoomEvent::Unsealed { .. }));
        let seated = if events.iter().any(changes_seats) { seated(&self.room) } else { self.seated.clone() };
        let first = self.room.seq + 1;
        let events = self.room.number(events, by.clone(), at);
        // After the events are numbered: an open regatta closes some time after its last one.
        let (row, wakes) = self.row_changes(&events, at);
        let holder = row.as_ref().map_or(self.holder.clone(), |row| row.holder.clone());
        let (actor, action) = by.unzip();
        let json = serde_json::to_string(&events)?;
        let entry = LogEntry { first, last: self.room.seq, actor, action, at: self.room.last_at, events: json.clone() };
        let commit = Commit {
            row,
            joined: seated.difference(&self.seated).cloned().collect(),
            left: self.seated.difference(&seated).cloned().collect(),
            secret: drawn.then(|| self.room.secrets()),
            ..Commit::new(self.room.id.clone(), entry)
        };
        Ok((commit, Pending { events, json, seated, wakes, holder }))
    }

    /// The changes to the regatta's row, and when the room next acts by itself. The row changes with seats and stage, and
    /// when that time changes.
    fn row_changes(&self, events: &[LoggedEvent], at: i64) -> (Option<RowUpdate>, Option<i64>) {
        let wakes = match self.room.next(i64::MIN) {
            // While pilots play, the time when they began is good enough.
            Next::AskPilot(..) | Next::GoOn => Some(self.wakes.filter(|wakes| *wakes <= at).unwrap_or(at)),
            Next::Wait(until) => until,
        };
        // A node that does not run the room can write to it, too.
        let holder = if self.position.runs() { self.registry.node() } else { self.holder.clone() };
        if events.iter().all(|event| leaves_row_unchanged(&event.what)) && wakes == self.wakes && holder == self.holder
        {
            return (None, wakes);
        }
        let (stage, host) = (self.room.stage.name().as_str(), self.room.host.clone());
        let row = RowUpdate { stage, deadline: wakes, host, holder };
        (Some(row), wakes)
    }
}

/// What the actor takes over once a commit is stored.
struct Pending {
    events: Vec<LoggedEvent>,
    /// The events in stored form.
    json: String,
    seated: BTreeSet<PlayerId>,
    wakes: Option<i64>,
    holder: Option<NodeId>,
}

fn leaves_row_unchanged(event: &RoomEvent) -> bool {
    match event {
        RoomEvent::Game { happening, .. } => !matches!(happening, Happening::Race { .. } | Happening::Over { .. }),
        RoomEvent::Chat { .. }
        | RoomEvent::Phrase { .. }
        | RoomEvent::Planned { .. }
        | RoomEvent::PlanDropped { .. }
        | RoomEvent::AutoSteer { .. }
        | RoomEvent::Noted {} => true,
        _ => false,
    }
}

fn changes_seats(event: &RoomEvent) -> bool {
    matches!(
        event,
        RoomEvent::Joined { .. }
            | RoomEvent::Reseated { .. }
            | RoomEvent::Unseated { .. }
            | RoomEvent::Kicked { .. }
            | RoomEvent::Unsealed { .. }
    )
}

/// Whether the host or a seated player has changed.
pub(super) fn changes_people(event: &RoomEvent) -> bool {
    changes_seats(event) || matches!(event, RoomEvent::Hosted { .. })
}

/// All players who have a seat in a room.
pub(super) fn seated(room: &Room) -> BTreeSet<PlayerId> {
    room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone())).collect()
}
