//! The handle of a room's actor, for those who send requests, and the port at the actor's end.

use crate::{
    room::{action::Refusal, view::Summary},
    rooms::request::RoomRequest,
};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{mpsc, watch},
    time::timeout,
};

/// Requests that may wait for one room.
const QUEUE: usize = 256;

/// How long a reader of the stream waits until a room that has just stored something says so.
const PATIENCE: Duration = Duration::from_secs(1);

/// A room's summary, and its last event at that time.
type Latest = Option<(u64, Arc<Summary>)>;

/// Sends requests to a room's actor, and knows the room's latest summary.
#[derive(Clone)]
pub struct RoomHandle {
    requests: mpsc::Sender<RoomRequest>,
    summary: watch::Receiver<Latest>,
}

/// The actor's end of a [`RoomHandle`].
pub struct RoomPort {
    requests: mpsc::Receiver<RoomRequest>,
    summary: watch::Sender<Latest>,
}

impl RoomHandle {
    /// A handle and its port.
    pub fn new() -> (RoomHandle, RoomPort) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let (latest, summary) = watch::channel(None);
        (RoomHandle { requests: sender, summary }, RoomPort { requests: receiver, summary: latest })
    }

    /// Has the actor stopped?
    pub fn is_closed(&self) -> bool {
        self.requests.is_closed()
    }

    /// Sends a request, when there is room for it in the queue; false if the actor has stopped.
    pub async fn send(&self, request: RoomRequest) -> bool {
        self.requests.send(request).await.is_ok()
    }

    /// Sends a request, unless the queue is full or the actor has stopped.
    pub fn try_send(&self, request: RoomRequest) {
        drop(self.requests.try_send(request));
    }

    /// The room's summary once it has reached the event `seq`; `None` if the actor stops or fails before that.
    pub async fn summary(mut self, seq: u64) -> Latest {
        let reached = |latest: &Latest| latest.as_ref().is_some_and(|(at, _)| *at >= seq);
        timeout(PATIENCE, self.summary.wait_for(reached)).await.ok()?.ok()?.clone()
    }
}

impl RoomPort {
    /// Takes requests that wait, up to `most`; 0 if nobody has a handle any more.
    pub async fn receive(&mut self, requests: &mut Vec<RoomRequest>, most: usize) -> usize {
        self.requests.recv_many(requests, most).await
    }

    /// Is no request waiting?
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Says how the room looks after its event `seq`.
    pub fn tell(&self, seq: u64, summary: Summary) {
        self.summary.send_replace(Some((seq, Arc::new(summary))));
    }

    /// Takes no more requests.
    pub fn close(&mut self) {
        self.requests.close();
    }

    /// Takes no more requests and refuses those that wait.
    pub fn refuse_all(&mut self, refusal: &Refusal) {
        self.requests.close();
        while let Ok(request) = self.requests.try_recv() {
            request.refuse(refusal);
        }
    }
}
