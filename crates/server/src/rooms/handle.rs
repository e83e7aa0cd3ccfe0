//! The handle of a room's actor, used to send requests, and the port at the actor's end.

use crate::{
    room::{action::Refusal, view::Summary},
    rooms::request::RoomRequest,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{mpsc, watch},
    time::timeout,
};

/// Requests that may wait in a room's queue.
const QUEUE: usize = 256;

/// How long to wait for a room to publish the summary of what it has just stored.
const SUMMARY_TIMEOUT: Duration = Duration::from_secs(1);

/// A room's summary, and the number of the last event it includes.
type Latest = Option<(u64, Arc<Summary>)>;

/// Sends requests to a room's actor, and holds the room's latest summary.
#[derive(Clone)]
pub struct RoomHandle {
    requests: mpsc::Sender<RoomRequest>,
    summary: watch::Receiver<Latest>,
    listens: Arc<AtomicBool>,
}

/// The actor's end of a [`RoomHandle`].
pub struct RoomPort {
    requests: mpsc::Receiver<RoomRequest>,
    summary: watch::Sender<Latest>,
    listens: Arc<AtomicBool>,
}

impl RoomHandle {
    #[allow(missing_docs)]
    pub fn new() -> (RoomHandle, RoomPort) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let (latest, summary) = watch::channel(None);
        let listens: Arc<AtomicBool> = Arc::default();
        let port = RoomPort { requests: receiver, summary: latest, listens: listens.clone() };
        (RoomHandle { requests: sender, summary, listens }, port)
    }

    /// Whether the actor hears of every entry that other nodes store.
    pub fn is_listening(&self) -> bool {
        self.listens.load(Ordering::Relaxed)
    }

    /// Whether the actor has stopped.
    pub fn is_closed(&self) -> bool {
        self.requests.is_closed()
    }

    /// Sends a request as soon as there is space in the queue. Returns false if the actor has stopped.
    pub async fn send(&self, request: RoomRequest) -> bool {
        self.requests.send(request).await.is_ok()
    }

    /// Sends a request unless the queue is full or the actor has stopped.
    pub fn try_send(&self, request: RoomRequest) {
        drop(self.requests.try_send(request));
    }

    /// The room's summary once it includes the event `seq`; `None` if the actor stops or takes too long.
    pub async fn summary(mut self, seq: u64) -> Latest {
        let reached = |latest: &Latest| latest.as_ref().is_some_and(|(at, _)| *at >= seq);
        timeout(SUMMARY_TIMEOUT, self.summary.wait_for(reached)).await.ok()?.ok()?.clone()
    }
}

impl RoomPort {
    /// Takes up to `most` waiting requests; 0 if no handle is left.
    pub async fn receive(&mut self, requests: &mut Vec<RoomRequest>, most: usize) -> usize {
        self.requests.recv_many(requests, most).await
    }

    /// From now on the actor hears of every entry, or of none.
    pub fn set_listening(&self, listens: bool) {
        self.listens.store(listens, Ordering::Relaxed);
    }

    /// Whether no request is waiting.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Publishes the room's summary as of event `seq`.
    pub fn publish_summary(&self, seq: u64, summary: Arc<Summary>) {
        self.summary.send_replace(Some((seq, summary)));
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
