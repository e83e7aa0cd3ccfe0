//! How a room's actor answers requests.

use super::{Failure, RoomActor, not_found};
use crate::{
    ids::{PlayerId, random_bytes},
    room::{
        action::{Refusal, RefusalReason, RoomAction, Submission},
        event::RoomEvent,
        view::{Snapshot, Summary, is_private, logbook},
    },
    rooms::{
        request::{Admitted, RoomRequest, Subscribed, Visitor},
        subscribers::{Outlet, Subscriber},
    },
    store::now,
};
use powerboats_rules::Logbook;
use std::collections::BTreeSet;

/// A client that missed more events than this gets a snapshot instead.
const MAX_REPLAY: u64 = 1000;

impl RoomActor {
    pub(super) async fn answer(&mut self, request: RoomRequest) -> Result<(), Failure> {
        match request {
            RoomRequest::Act(visitor, submission, reply) => {
                let (answer, failure) = match self.act(&visitor, submission).await {
                    Ok(answer) => (answer, Ok(())),
                    Err(Failure(refusal)) => (Err(refusal.clone()), Err(Failure(refusal))),
                };
                drop(reply.send(answer));
                return failure;
            }
            RoomRequest::Admit(visitor, reply) => drop(reply.send(self.admit(&visitor))),
            RoomRequest::Subscribe(visitor, since, outlet, reply) => {
                let answer = self.admit(&visitor).map(|admitted| self.subscribe(visitor, since, outlet, admitted));
                drop(reply.send(answer));
            }
            RoomRequest::Unsubscribe(number) => {
                self.subscribers.remove(number);
                self.subscribers.publish_presence(&self.room);
            }
            RoomRequest::Snapshot(visitor, reply) => {
                let snapshot = self.admit(&visitor).map(|_| Box::new(self.snapshot(&visitor)));
                drop(reply.send(snapshot));
            }
            RoomRequest::Logbook(visitor, reply) => {
                drop(reply.send(self.admit(&visitor).and_then(|_| self.logbook())));
            }
            RoomRequest::Wake(reply) => drop(reply.send(Ok(()))),
            RoomRequest::CloseForgotten => {
                let events = self.room.close_forgotten();
                self.commit_any(events).await?;
            }
        }
        Ok(())
    }

    /// Adds a subscriber. One that has missed only a few events needs no snapshot.
    fn subscribe(&mut self, visitor: Visitor, since: Option<u64>, outlet: Outlet, admitted: Admitted) -> Subscribed {
        let replayable = self.room.seq.saturating_sub(MAX_REPLAY)..=self.room.seq;
        let snapshot = match since.filter(|since| replayable.contains(since)) {
            Some(_) => None,
            None => Some(Box::new(self.snapshot(&visitor))),
        };
        let number = self.subscribers.add(Subscriber { player: visitor.player, outlet });
        self.subscribers.publish_presence(&self.room);
        Subscribed { number, admitted, snapshot }
    }

    /// Checks whether a visitor may see the room.
    fn admit(&self, visitor: &Visitor) -> Result<Admitted, Refusal> {
        let color = visitor.player.as_ref().and_then(|player| self.room.seat_of(player));
        let is_in = |set: &BTreeSet<PlayerId>| visitor.player.as_ref().is_some_and(|player| set.contains(player));
        let known = color.is_some() || visitor.player.as_ref() == Some(&self.room.host) || is_in(&self.room.invited);
        let invited = visitor.invite.as_deref() == Some(self.invite.as_str());
        if is_private(&self.room) && (is_in(&self.room.kicked) || !known && !invited) {
            return Err(not_found());
        }
        Ok(Admitted { color, seq: self.room.seq, last_game: self.room.last_game })
    }

    fn snapshot(&self, visitor: &Visitor) -> Snapshot {
        let mut snapshot = Snapshot::new(&self.room, visitor.player.as_ref(), &self.registry.people.names, now());
        (snapshot.present, snapshot.spectators) = self.subscribers.present(&self.room);
        let takes_part = snapshot.you.as_ref().is_some_and(|you| you.host || you.color.is_some());
        snapshot.invite = takes_part.then(|| self.invite.clone());
        snapshot
    }

    fn logbook(&self) -> Result<(Box<Logbook>, Summary), Refusal> {
        let names = &self.registry.people.names;
        let book = logbook(&self.room, names)
            .ok_or_else(|| Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet."))?;
        Ok((Box::new(book), Summary::new(&self.room, names)))
    }

    /// Carries out an action and answers with the number of its last event.
    async fn act(&mut self, visitor: &Visitor, submission: Submission) -> Result<Result<u64, Refusal>, Failure> {
        let Submission { id, action, seen } = submission;
        let player = match self.check_author(visitor, &id) {
            Ok(player) => player,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let Some(seq) = self.room.done(&player, &id) {
            return Ok(Ok(seq));
        }
        if self.registry.stopping.is_cancelled() {
            return Ok(Err(Refusal::stopping()));
        }
        // The player's time may run out at this very moment.
        self.catch_up().await?;
        let mut events = match self.room.act(&player, &action, seen, now(), &mut random_bytes) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut rematch = None;
        if matches!(action, RoomAction::Rematch {}) && self.room.rematch.is_none() {
            match self.registry.rematch(&self.room, &player) {
                Ok(opening) => {
                    events = self.room.record_rematch(opening.room.id.clone());
                    rematch = Some(opening.commit);
                }
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        if events.is_empty() {
            // Nothing changed, but the action's id must be remembered.
            events.push(RoomEvent::Noted {});
        }
        self.commit(events, Some((player, id)), rematch.into_iter().collect()).await.map(Ok)
    }

    /// Checks that an action comes from a player who may see the room and has a valid id.
    fn check_author(&self, visitor: &Visitor, id: &str) -> Result<PlayerId, Refusal> {
        let Some(player) = &visitor.player else {
            return Err(Refusal::new(RefusalReason::NotSignedIn, "Enter your name or sign in first."));
        };
        self.admit(visitor)?;
        if id.is_empty() || id.chars().count() > 64 || id.contains(char::is_control) {
            let message = "An action's id must have 1 to 64 characters and no control characters.";
            return Err(Refusal::new(RefusalReason::BadRequest, message));
        }
        Ok(player.clone())
    }
}
