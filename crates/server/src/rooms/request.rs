//! Requests to a room's actor, and who sends them.

use crate::{
    ids::PlayerId,
    people::Ears,
    room::{
        Room,
        action::{Refusal, Submission},
        view::{Snapshot, Summary},
    },
    rooms::subscribers::Outlet,
};
use powerboats_rules::{Color, Logbook};
use std::sync::Arc;
use tokio::sync::oneshot;

/// The client behind a request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visitor {
    /// `None` if not signed in.
    pub player: Option<PlayerId>,
    /// The invitation they hold, valid or not.
    pub invite: Option<String>,
    /// Whether another node has found that their invitation is valid.
    pub vouched: bool,
    /// When another node that asks for them stops waiting, in milliseconds since 1970.
    pub expires: Option<i64>,
    /// What the client may hear of others.
    pub ears: Arc<Ears>,
}

impl Visitor {
    #[allow(missing_docs)]
    pub fn new(player: Option<PlayerId>, invite: Option<String>) -> Visitor {
        Visitor { player, invite, vouched: false, expires: None, ears: Arc::default() }
    }

    /// The same visitor, limited to this audience.
    pub fn hearing(self, ears: Arc<Ears>) -> Visitor {
        Visitor { ears, ..self }
    }
}

/// What a subscriber wants to be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Subscription {
    /// The last event that the client has seen.
    pub since: Option<u64>,
    /// Whether it wants to be told whose turn it is, and what is legal then.
    pub turns: bool,
}

/// Where to send the answer.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// A request to a room's actor.
pub enum RoomRequest {
    /// Carry out an action.
    Act(Visitor, Submission, Reply<Acted>),
    /// Check whether the visitor may see this room.
    Admit(Visitor, Reply<Admitted>),
    /// Send all events from now on to the outlet.
    Subscribe(Visitor, Subscription, Outlet, Reply<Subscribed>),
    /// Stop sending events; the number is that of [`Subscribed`].
    Unsubscribe(u64),
    /// From now on the subscriber with this number may hear only this.
    Hear(u64, Arc<Ears>),
    /// The room as the visitor sees it.
    Snapshot(Visitor, Reply<Box<Snapshot>>),
    /// The logbook so far, and the summary that belongs to it.
    Logbook(Visitor, Reply<(Box<Logbook>, Summary)>),
    /// The whole room, for the server itself.
    Peek(Reply<Box<Room>>),
    /// Do whatever is due. Answered once the actor runs.
    Wake(Reply<()>),
    /// Answered once all subscribers have been sent the events up to this one.
    Reach(u64, Reply<()>),
    /// Close the regatta if it has not started: it was forgotten.
    CloseForgotten,
}

/// An action that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acted {
    /// The number of its last event.
    pub seq: u64,
    /// Whether it was stored just now, and not before.
    pub is_new: bool,
}

/// Proof that a visitor may see the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// The visitor's seat; `None` for a spectator.
    pub color: Option<Color>,
    /// Number of the last event.
    pub seq: u64,
    /// Number of the last event of the game itself.
    pub last_game: u64,
}

/// The answer to a subscription. The outlet receives all events after [`Admitted::seq`].
pub struct Subscribed {
    /// For [`RoomRequest::Unsubscribe`].
    pub number: u64,
    #[allow(missing_docs)]
    pub admitted: Admitted,
    /// The room as it is; `None` if the client only needs the events it missed.
    pub snapshot: Option<Box<Snapshot>>,
}

impl RoomRequest {
    /// Answers the request with a refusal.
    pub fn refuse(self, refusal: &Refusal) {
        match self {
            RoomRequest::Act(_, _, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Admit(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Subscribe(_, _, _, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Snapshot(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Logbook(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Peek(reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Wake(reply) | RoomRequest::Reach(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Unsubscribe(_) | RoomRequest::Hear(..) | RoomRequest::CloseForgotten => {}
        }
    }

    /// Whether the request comes from a visitor rather than from the server itself.
    pub fn is_from_visitor(&self) -> bool {
        match self {
            RoomRequest::Act(..)
            | RoomRequest::Admit(..)
            | RoomRequest::Subscribe(..)
            | RoomRequest::Snapshot(..)
            | RoomRequest::Logbook(..) => true,
            RoomRequest::Unsubscribe(_)
            | RoomRequest::Hear(..)
            | RoomRequest::Peek(_)
            | RoomRequest::Wake(_)
            | RoomRequest::Reach(..)
            | RoomRequest::CloseForgotten => false,
        }
    }
}
