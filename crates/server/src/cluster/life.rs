//! The lives of a node. It announces itself over NATS twice per second and stores a heartbeat in PostgreSQL once per second.
//! If it loses either, its life ends: it owns nothing, drops its rooms, and begins a new life as soon as it can. Time that
//! passed between two lives is given back to the players.

use super::{
    Cluster, NatsError, View,
    bus::log_bad,
    message::{Announcement, decode_announcement},
    view::{BEAT, DEAD, Members, NodeId, Outage},
};
use crate::{
    ids::random_text,
    store::{StoreError, now},
};
use async_nats::Subscriber;
use futures_util::StreamExt;
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{interval, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

/// How often a heartbeat is stored.
const STORED_BEAT: Duration = Duration::from_secs(1);

/// A node whose heartbeat could not be stored for this long owns nothing. Shorter than the time after which others count it
/// as silent, plus the time they need to take over.
const UNSTORED: Duration = Duration::from_millis(3000);

/// If a beat is stored this long after the last one, the node could not serve in between. It lives on, but the players get that
/// time back, and no time runs out before.
pub(super) const OUTAGE: Duration = Duration::from_millis(1500);

/// How long a node with an explicit name waits for its previous life to be counted as ended.
const NAME_WAIT: Duration = Duration::from_secs(6);

/// How often the clock is compared with PostgreSQL's, in stored beats.
const CLOCK_BEATS: u64 = 15;

/// A life that has begun.
pub struct Life {
    cluster: Cluster,
    id: NodeId,
    losses: watch::Receiver<u64>,
}

/// Why a life ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The server stops.
    Stopping,
    /// No announcement came back.
    NoNats,
    /// No heartbeat could be stored, or other nodes have ended this life.
    NoPostgres,
}

/// What the task that stores heartbeats reports.
#[derive(Clone, Copy, Debug)]
struct Stored {
    /// When the last stored heartbeat was begun.
    at: Instant,
    /// Whether other nodes have ended this life.
    ended: bool,
    /// The last outage that this life has survived.
    outage: Option<Outage>,
}

impl Life {
    /// Begins the first life. Fails if a living node has the same name.
    pub(super) async fn begin(cluster: &Cluster, losses: watch::Receiver<u64>) -> Result<Life, super::JoinError> {
        let until = Instant::now() + NAME_WAIT;
        let id = random_text(20);
        while !cluster.0.store.begin_node(&id, &cluster.0.name).await? {
            if Instant::now() > until {
                return Err(NatsError::NameTaken(cluster.0.name.clone()).into());
            }
            sleep(BEAT).await;
        }
        Ok(Life { cluster: cluster.clone(), id, losses })
    }

    /// Lives until the server stops, with a new id after each loss of PostgreSQL or NATS. Calls `answer` to answer
    /// questions for an id.
    pub async fn run(
        mut self,
        stopping: CancellationToken,
        answer: impl Fn(NodeId) -> JoinHandle<()> + Send + Sync + 'static,
    ) {
        loop {
            let answering = answer(self.id.clone());
            let end = self.live(&stopping).await;
            self.cluster.0.view.send_modify(|view| *view = View { losses: view.losses + 1, ..View::default() });
            answering.abort();
            if end == End::Stopping {
                return self.leave().await;
            }
            tracing::warn!(
                node = self.cluster.0.name,
                ?end,
                "this node serves no rooms until it has PostgreSQL and NATS again"
            );
            metrics::counter!("powerboats_cluster_lives_ended_total").increment(1);
            if self.begin_again(&stopping).await.is_err() {
                return;
            }
            tracing::info!(node = self.cluster.0.name, "this node joins the cluster again");
        }
    }

    /// Waits for PostgreSQL and NATS, and begins a new life.
    async fn begin_again(&mut self, stopping: &CancellationToken) -> Result<(), End> {
        let mut warn_at = Instant::now() + NAME_WAIT;
        loop {
            self.id = random_text(20);
            let Cluster(inner) = &self.cluster;
            if inner.bus.is_connected() {
                match inner.store.begin_node(&self.id, &inner.name).await {
                    Ok(true) => return Ok(()),
                    // The name is still taken until our last life counts as ended.
                    Ok(false) if Instant::now() > warn_at => {
                        warn_at = Instant::now() + NAME_WAIT;
                        tracing::error!(error = %NatsError::NameTaken(inner.name.clone()), "this node can't join again");
                    }
                    Ok(false) | Err(_) => {}
                }
            }
            if timeout(BEAT, stopping.cancelled()).await.is_ok() {
                return Err(End::Stopping);
            }
        }
    }

    /// One life.
    async fn live(&mut self, stopping: &CancellationToken) -> End {
        let Some(mut heard) = self.cluster.0.bus.announcements().await else {
            sleep(BEAT).await;
            return End::NoNats;
        };
        let began = Instant::now();
        let (stored, mut storing) = watch::channel(Stored { at: began, ended: false, outage: None });
        let heart = tokio::spawn(store_beats(self.cluster.clone(), self.id.clone(), stored));
        let mut members = Members::default();
        let mut ticks = interval(BEAT);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // The announcements that did not come back yet, and when the last one that did was sent.
        let (mut sent, mut count, mut echoed): (VecDeque<(u64, Instant)>, u64, Instant) = (VecDeque::new(), 0, began);
        let mut connected = began;
        let end = loop {
            tokio::select! {
                () = stopping.cancelled() => break End::Stopping,
                _ = ticks.tick() => {
                    if self.cluster.0.bus.is_connected() {
                        connected = Instant::now();
                    }
                    if echoed.elapsed() > DEAD || connected.elapsed() > DEAD {
                        break End::NoNats;
                    }
                    let state = *storing.borrow_and_update();
                    if state.ended || state.at.elapsed() > UNSTORED {
                        break End::NoPostgres;
                    }
                    count += 1;
                    sent.push_back((count, Instant::now()));
                    let owns = began.elapsed() >= self.cluster.0.newcomer_wait;
                    self.announce(count, owns, false).await;
                }
                announcement = next(&mut heard) => {
                    let Some(announcement) = announcement else { break End::NoNats };
                    if announcement.node == self.id {
                        while let Some((number, at)) = sent.front().copied().filter(|(number, _)| *number <= announcement.count) {
                            sent.pop_front();
                            echoed = if number == announcement.count { at } else { echoed };
                        }
                    }
                    members.hear(&announcement, Instant::now());
                }
            }
            let state = *storing.borrow();
            let view = View {
                me: Some(self.id.clone()),
                alive: members.alive(Instant::now()).into(),
                owners: members.owners(Instant::now()).into(),
                strangers: members.strangers(Instant::now()).into(),
                losses: *self.losses.borrow(),
                outage: state.outage,
            };
            metrics::gauge!("powerboats_cluster_nodes").set(view.owners.len() as f64);
            self.cluster.0.view.send_if_modified(|known| {
                let changed = *known != view;
                *known = view;
                changed
            });
            // After the view, so that rooms give the time of an outage back before they let a time run out.
            self.cluster.0.beaten.send_replace(state.at);
        };
        heart.abort();
        end
    }

    async fn announce(&self, count: u64, owns: bool, leaving: bool) {
        let (node, name) = (self.id.clone(), self.cluster.0.name.clone());
        self.cluster.0.bus.announce(&Announcement::new(node, name, count, owns, leaving)).await;
    }

    /// Leaves: the others take over at once.
    async fn leave(&self) {
        self.announce(0, false, true).await;
        self.cluster.0.bus.flush().await;
        // If this fails, the others notice that we are silent.
        drop(timeout(Duration::from_secs(1), self.cluster.0.store.end_node(&self.id)).await);
    }
}

/// The next announcement; `None` if the subscription has ended.
async fn next(heard: &mut Subscriber) -> Option<Announcement> {
    loop {
        match decode_announcement(&heard.next().await?.payload) {
            Ok(announcement) => return Some(announcement),
            Err(error) => log_bad("an announcement of a node", &error),
        }
    }
}

/// Stores heartbeats, and ends the lives of nodes that have fallen silent.
async fn store_beats(cluster: Cluster, id: NodeId, stored: watch::Sender<Stored>) {
    let store = &cluster.0.store;
    let mut ticks = interval(STORED_BEAT);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut last, mut outage) = (now(), None);
    for beats in 0_u64.. {
        ticks.tick().await;
        let at = Instant::now();
        match store.beat_node(&id).await {
            Ok(lives) => {
                let (from, until) = (last, now());
                if until - from > OUTAGE.as_millis() as i64 {
                    // One that goes on is one outage, so that no room misses a part of it.
                    let from = outage.filter(|before: &Outage| before.until == from).map_or(from, |before| before.from);
                    outage = Some(Outage { from, until });
                }
                last = until;
                stored.send_modify(|state| *state = Stored { at, ended: !lives, outage });
            }
            Err(error) => tracing::warn!(%error, "the node's heartbeat could not be stored"),
        }
        if let Err(error) = keep_house(&cluster, &id, beats).await {
            tracing::warn!(%error, "the node's housekeeping failed");
        }
    }
}

async fn keep_house(cluster: &Cluster, id: &NodeId, beats: u64) -> Result<(), StoreError> {
    let store = &cluster.0.store;
    // A newcomer does not serve yet, so it can't say that others' regattas are served again.
    if cluster.0.view.borrow().owners.contains(id) {
        store.end_silent_nodes().await?;
    }
    if beats % CLOCK_BEATS == CLOCK_BEATS - 1 {
        store.set_clock().await?;
    }
    if beats % 600 == 599 {
        store.forget_account_changes().await?;
    }
    Ok(())
}
