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
        request::{Acted, Admitted, RoomRequest, Subscribed, Subscription, Visitor},
        subscribers::{Outlet, Subscriber},
    },
    store::now,
};
use powerboats_rules::Logbook;
use std::collections::BTreeSet;

/// A client that missed more events than this gets a snapshot instead.
const MAX_REPLAY: u64 = 1000;

/// How often an action is judged again because another server was faster.
const MAX_ATTEMPTS: usize = 8;

impl RoomActor {
    pub(super) async fn answer(&mut self, request: RoomRequest) -> Result<(), Failure> {
        match request {
            RoomRequest::Act(visitor, submission, reply) => {
                let (answer, failure) = match self.act(&visitor, submission).await {
                    Ok(answer) => (answer, Ok(())),
                    Err(Failure::Store(refusal)) => (Err(refusal.clone()), Err(Failure::Store(refusal))),
                    // Again and again another server was faster.
                    Err(Failure::Overtaken) => (Err(Refusal::unavailable()), Ok(())),
                };
                drop(reply.send(answer));
                return failure;
            }
            RoomRequest::Admit(visitor, reply) => drop(reply.send(self.admit(&visitor))),
            RoomRequest::Subscribe(visitor, wanted, outlet, reply) => {
                let answer = match self.admit(&visitor) {
                    Ok(admitted) => Ok(self.subscribe(visitor, wanted, outlet, admitted).await),
                    Err(refusal) => Err(refusal),
                };
                drop(reply.send(answer));
            }
            RoomRequest::Unsubscribe(number) => {
                self.subscribers.remove(number);
                self.publish_presence().await;
            }
            RoomRequest::Hear(number, ears) => {
                let (gone, names) = (self.attendance.gone(), &self.registry.people.names);
                self.subscribers.hear(number, ears, &self.room, gone, names, self.talks);
            }
            RoomRequest::Snapshot(visitor, reply) => {
                if let Some(player) = &visitor.player {
                    self.attendance.heard_of(player, now());
                }
                let snapshot = self.admit(&visitor).map(|_| Box::new(self.snapshot(&visitor)));
                drop(reply.send(snapshot));
            }
            RoomRequest::Logbook(visitor, reply) => {
                drop(reply.send(self.admit(&visitor).and_then(|_| self.logbook(&visitor))));
            }
            RoomRequest::Peek(reply) => drop(reply.send(Ok(Box::new(self.room.clone())))),
            RoomRequest::Wake(reply) => drop(reply.send(Ok(()))),
            RoomRequest::Reach(seq, reply) => {
                self.reach(seq).await?;
                drop(reply.send(Ok(())));
            }
            RoomRequest::CloseForgotten => {
                self.arm().await?;
                let events = self.room.close_forgotten(now());
                if let Err(Failure::Store(refusal)) = self.commit_any(events).await {
                    return Err(Failure::Store(refusal));
                }
            }
        }
        Ok(())
    }

    /// Adds a subscriber. One that has missed only a few events needs no snapshot.
    async fn subscribe(
        &mut self,
        visitor: Visitor,
        wanted: Subscription,
        outlet: Outlet,
        admitted: Admitted,
    ) -> Subscribed {
        let replayable = self.room.seq.saturating_sub(MAX_REPLAY)..=self.room.seq;
        let snapshot = match wanted.since.filter(|since| replayable.contains(since)) {
            Some(_) => None,
            None => Some(Box::new(self.snapshot(&visitor))),
        };
        if let Some(player) = &visitor.player {
            self.attendance.came(player, now());
        }
        let number = self.subscribers.add(Subscriber::new(visitor.player, outlet, visitor.ears, wanted));
        self.publish_presence().await;
        self.subscribers.tell_turns(&self.room);
        Subscribed { number, admitted, snapshot }
    }

    /// Checks whether a visitor may see the room.
    fn admit(&self, visitor: &Visitor) -> Result<Admitted, Refusal> {
        let color = visitor.player.as_ref().and_then(|player| self.room.seat_of(player));
        let is_in = |set: &BTreeSet<PlayerId>| visitor.player.as_ref().is_some_and(|player| set.contains(player));
        let known = color.is_some() || visitor.player.as_ref() == Some(&self.room.host) || is_in(&self.room.invited);
        let invited = visitor.vouched || visitor.invite.as_deref() == Some(self.invite.as_str());
        if is_private(&self.room) && (is_in(&self.room.kicked) || !known && !invited) {
            return Err(not_found());
        }
        Ok(Admitted { color, seq: self.room.seq, last_game: self.room.last_game })
    }

    fn snapshot(&self, visitor: &Visitor) -> Snapshot {
        let mut snapshot = Snapshot::new(&self.room, visitor.player.as_ref(), &self.registry.people.names, now());
        let names = &self.registry.people.names;
        let presence = self.subscribers.presence(&self.room, self.attendance.gone(), names, &visitor.ears);
        (snapshot.present, snapshot.absent) = (presence.present, presence.absent);
        (snapshot.spectators, snapshot.watching) = (presence.spectators, presence.watching);
        snapshot.free_chat = self.table_talks();
        let takes_part = snapshot.you.as_ref().is_some_and(|you| you.host || you.color.is_some());
        snapshot.invite = takes_part.then(|| self.invite.clone());
        snapshot
    }

    fn logbook(&self, visitor: &Visitor) -> Result<(Box<Logbook>, Summary), Refusal> {
        let names = &self.registry.people.names;
        let book = logbook(&self.room, names, &visitor.ears)
            .ok_or_else(|| Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet."))?;
        Ok((Box::new(book), Summary::shown(&self.room, names)))
    }

    /// Carries out an action. If another server was faster, the action is
    /// judged again: it may be in the log already. A decision made before the game moved on is refused as stale.
    async fn act(&mut self, visitor: &Visitor, mut submission: Submission) -> Result<Result<Acted, Refusal>, Failure> {
        for _ in 0..MAX_ATTEMPTS {
            // The client may have seen more than this room, for example at another node. Its decision is about that.
            if self.view.is_some() && submission.seen.is_some_and(|seen| seen > self.room.seq) {
                self.catch_up_with_store().await?;
            }
            self.arm().await?;
            let (seq, last_game) = (self.room.seq, self.room.last_game);
            match self.try_act(visitor, &submission).await {
                Err(Failure::Overtaken) => {
                    let seen = submission.seen.unwrap_or(last_game);
                    submission.seen = Some(seen.min(last_game));
                }
                // An answer that stores nothing is given only if this is the end of the log.
                Ok(answer) if self.view.is_some() && self.room.seq == seq => {
                    self.catch_up_with_store().await?;
                    if self.room.seq == seq {
                        return Ok(answer);
                    }
                }
                done => return done,
            }
        }
        Err(Failure::Overtaken)
    }

    async fn try_act(&mut self, visitor: &Visitor, submission: &Submission) -> Result<Result<Acted, Refusal>, Failure> {
        let Submission { id, action, seen } = submission;
        let player = match self.check_author(visitor, id) {
            Ok(player) => player,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let Some(seq) = self.room.done(&player, id) {
            return Ok(Ok(Acted { seq, is_new: false }));
        }
        let now = now();
        if visitor.expires.is_some_and(|expires| expires < now) {
            return Ok(Err(Refusal::unavailable())); // the client has stopped waiting
        }
        // The player's time may run out at this very moment.
        self.catch_up(now).await?;
        if self.registry.stopping.is_cancelled() {
            return Ok(Err(Refusal::stopping()));
        }
        self.attendance.heard_of(&player, now);
        let returned = self.room.returned(&player, now);
        self.commit_any(returned).await?;
        // Another server may have stored this action while the room caught up.
        if let Some(seq) = self.room.done(&player, id) {
            return Ok(Ok(Acted { seq, is_new: false }));
        }
        if matches!(action, RoomAction::Join { .. })
            && let Err(refusal) =
                self.registry.check_registered(&self.room.settings, std::slice::from_ref(&player)).await
        {
            return Ok(Err(refusal));
        }
        if let Err(refusal) = self.check_manners(&player, action).await {
            return Ok(Err(refusal));
        }
        let gone = self.attendance.gone();
        let mut events = match self.room.act(&player, action, *seen, now, gone, &mut random_bytes) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut rematch = None;
        if matches!(action, RoomAction::Rematch {}) && self.room.rematch.is_none() {
            match self.registry.rematch(&self.room, &player).await {
                Ok(opening) => {
                    events = self.room.record_rematch(opening.room.id.clone());
                    rematch = Some(opening.commit);
                }
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        if events.is_empty() && !self.room.takes_part(&player) {
            // Sent again it would change nothing either. So nobody can fill the logs of regattas that are not theirs.
            return Ok(Ok(Acted { seq: self.room.seq, is_new: false }));
        }
        if events.is_empty() {
            // Nothing changed, but the action's id must be remembered.
            events.push(RoomEvent::Noted {});
        }
        let seq = self.commit(events, Some((player, id.clone())), rematch.into_iter().collect()).await?;
        Ok(Ok(Acted { seq, is_new: true }))
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
