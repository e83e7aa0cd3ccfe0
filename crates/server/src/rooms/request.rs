//! Requests to a room's actor, and who sends them.

use crate::{
    ids::PlayerId,
    room::{
        action::{Refusal, Submission},
        view::{Snapshot, Summary},
    },
    rooms::subscribers::Outlet,
};
use powerboats_rules::{Color, Logbook};
use tokio::sync::oneshot;

/// The client behind a request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visitor {
    /// `None` if not signed in.
    pub player: Option<PlayerId>,
    /// The invitation they hold, valid or not.
    pub invite: Option<String>,
}

/// Where to send the answer.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// A request to a room's actor.
pub enum RoomRequest {
    /// Carry out an action. Answered with the number of its last event.
    Act(Visitor, Submission, Reply<u64>),
    /// Check whether the visitor may see this room.
    Admit(Visitor, Reply<Admitted>),
    /// Send all events from now on to the outlet. The number is the last event that the client has seen.
    Subscribe(Visitor, Option<u64>, Outlet, Reply<Subscribed>),
    /// Stop sending events; the number is that of [`Subscribed`].
    Unsubscribe(u64),
    /// The room as the visitor sees it.
    Snapshot(Visitor, Reply<Box<Snapshot>>),
    /// The logbook so far, and the summary that belongs to it.
    Logbook(Visitor, Reply<(Box<Logbook>, Summary)>),
    /// Do whatever is due. Answered once the actor runs.
    Wake(Reply<()>),
    /// Close the regatta if it has not started: it was forgotten.
    CloseForgotten,
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
            RoomRequest::Wake(reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Unsubscribe(_) | RoomRequest::CloseForgotten => {}
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
            RoomRequest::Unsubscribe(_) | RoomRequest::Wake(_) | RoomRequest::CloseForgotten => false,
        }
    }
}
