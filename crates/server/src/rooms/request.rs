//! What a room can be asked, and by whom.

use crate::{
    ids::PlayerId,
    room::{
        action::{Refusal, Submission},
        view::{Snapshot, Summary},
    },
    rooms::subscribers::Outlet,
};
use powerboats_rules::{Color, Record};
use tokio::sync::oneshot;

/// Who asks, and whether they showed the invitation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visitor {
    /// `None`: not signed in.
    pub player: Option<PlayerId>,
    /// What they hold as an invitation.
    pub invite: Option<String>,
}

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// Something asked of a room.
pub enum RoomRequest {
    /// Do this.
    Act(Visitor, Submission, Reply<u64>),
    /// May I see this room?
    Admit(Visitor, Reply<Admitted>),
    /// Tell me all that happens from now on; `Some`: I have seen everything up to this event.
    Read(Visitor, Option<u64>, Outlet, Reply<Subscribed>),
    /// No longer; the number is that of [`Subscribed`].
    Gone(u64),
    /// How does it look?
    Look(Visitor, Reply<Box<Snapshot>>),
    /// Its record.
    Record(Visitor, Reply<(Box<Record>, Summary)>),
    /// Do whatever is due. Answered when the room has looked.
    Wake(Reply<()>),
    /// Nobody has come for so long that an open room is closed.
    Forget,
}

/// Somebody who may see the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// Where they sit; `None` for a spectator.
    pub color: Option<Color>,
    /// The last event.
    pub seq: u64,
    /// The last event on the lake.
    pub last_game: u64,
}

/// Somebody who is told all that happens after [`Admitted::seq`].
pub struct Subscribed {
    /// For [`RoomRequest::Gone`].
    pub number: u64,
    /// As of when.
    pub admitted: Admitted,
    /// The room as it is; `None` if they have seen enough to be told only what they missed.
    pub snapshot: Option<Box<Snapshot>>,
}

impl RoomRequest {
    /// Answers it with a refusal.
    pub fn refuse(self, refusal: &Refusal) {
        match self {
            RoomRequest::Act(_, _, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Admit(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Read(_, _, _, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Look(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Record(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Wake(reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Gone(_) | RoomRequest::Forget => {}
        }
    }

    /// Does a person ask?
    pub fn is_a_visit(&self) -> bool {
        match self {
            RoomRequest::Act(..)
            | RoomRequest::Admit(..)
            | RoomRequest::Read(..)
            | RoomRequest::Look(..)
            | RoomRequest::Record(..) => true,
            RoomRequest::Gone(_) | RoomRequest::Wake(_) | RoomRequest::Forget => false,
        }
    }
}
