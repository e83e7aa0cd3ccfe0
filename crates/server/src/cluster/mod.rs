//! A cluster: several servers on one PostgreSQL, with NATS between them.
//!
//! Safety comes from the log (see `store/writer/append.rs`): two nodes that both believe they run a room can't both store
//! an entry. Everything here is for speed: which node normally runs a room, how questions reach it, and how the others learn
//! what happened. A message may be lost; whatever it says is also in the store.

mod asking;
mod bus;
mod feed;
mod life;
mod message;
mod outbox;
mod questions;
mod view;
mod yielding;

pub use bus::{NatsError, log_bad};
pub use feed::{Feed, Heard, Hints, Told};
pub use life::Life;
pub use message::{Answer, BadMessage, NodeMessage, Origin, Presence, Question, RoomMessage, SignInAttempt};
pub use questions::{Asked, unknown};
pub use view::{NodeId, Outage, View};
pub use yielding::YIELD_TIME;

use crate::{
    config::Nats,
    ids::{PlayerId, RegattaId, random_text},
    room::view::Summary,
    store::{Store, StoreError},
};
use asking::Actions;
use bus::Bus;
use sha2::{Digest, Sha256};
use std::{
    marker::PhantomData,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::watch;
use yielding::Yielded;

/// This node's part in the cluster.
#[derive(Clone)]
pub struct Cluster(Arc<Inner>);

struct Inner {
    bus: Bus,
    store: Store,
    /// The node's name, for people.
    name: String,
    /// How long a newcomer waits before it owns rooms, so that all nodes know it.
    newcomer_wait: Duration,
    view: watch::Sender<View>,
    /// When the last stored heartbeat was begun that the view knows of.
    beaten: watch::Sender<Instant>,
    outbox: outbox::Outbox,
    yielded: Yielded,
    /// Actions that other nodes were asked to carry out.
    actions: Actions,
}

/// Why a node can't join.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    #[allow(missing_docs)]
    #[error(transparent)]
    Store(#[from] StoreError),
    #[allow(missing_docs)]
    #[error(transparent)]
    Nats(#[from] NatsError),
}

/// The name under which the store keeps the cluster's id.
const CLUSTER_ID: &str = "cluster";

/// What all subjects of a cluster begin with. Several clusters can share one NATS, even if the database of one is a copy of
/// another's: nodes of a copy must not answer for the original.
pub async fn subjects(store: &Store) -> Result<String, StoreError> {
    let id = store.shared_value(CLUSTER_ID, &random_text(20)).await?;
    let hash = Sha256::digest(format!("{id} {}", store.identity().await?));
    Ok(format!("powerboats.{}", &hex::encode(hash)[..20]))
}

impl Cluster {
    /// Connects to NATS and begins the node's first life.
    pub async fn join(nats: &Nats, name: &str, store: Store) -> Result<(Cluster, Life), JoinError> {
        store.set_clock().await?;
        let (subjects, losses) = (subjects(&store).await?, watch::Sender::new(0));
        let bus = Bus::connect(nats, subjects, name, losses.clone()).await?;
        let cluster = Cluster(Arc::new(Inner {
            bus,
            store,
            name: name.to_owned(),
            newcomer_wait: nats.newcomer_wait,
            view: watch::Sender::default(),
            beaten: watch::Sender::new(Instant::now()),
            outbox: outbox::Outbox::default(),
            yielded: Yielded::default(),
            actions: Actions::default(),
        }));
        let life = Life::begin(&cluster, losses.subscribe()).await?;
        Ok((cluster, life))
    }

    /// What this node knows about the cluster, now and when it changes.
    pub fn view(&self) -> watch::Receiver<View> {
        self.0.view.subscribe()
    }

    /// This node's id; `None` if it has lost PostgreSQL or NATS.
    pub fn me(&self) -> Option<NodeId> {
        self.0.view.borrow().me.clone()
    }

    /// Whether this node does a task of the whole cluster.
    pub fn leads(&self, task: &str) -> bool {
        self.0.view.borrow().owns(task)
    }

    /// The node that runs a room: its owner, or for a while the one that it was left to.
    pub fn owner_of(&self, id: &RegattaId) -> Option<NodeId> {
        self.yielded_to(id).or_else(|| self.0.view.borrow().owner_of(id.as_str()).cloned())
    }

    /// Whether this node runs a room.
    pub fn owns(&self, id: &RegattaId) -> bool {
        let me = self.me();
        me.is_some() && self.owner_of(id) == me
    }

    /// The node that this one has left a room to.
    fn yielded_to(&self, id: &RegattaId) -> Option<NodeId> {
        let alive = self.0.view.borrow().alive.clone();
        self.0.yielded.node(id, &alive, Instant::now())
    }

    /// Leaves a room for a while to a node that stored an entry first.
    pub fn leave_room(&self, id: &RegattaId, to: NodeId) {
        self.0.yielded.leave(id, to, Instant::now());
    }

    /// Whether the node's heartbeat is late: perhaps nobody can store what players do.
    pub fn is_late(&self) -> bool {
        self.0.beaten.borrow().elapsed() > life::OUTAGE
    }

    /// Whether the node can serve: it has PostgreSQL and NATS, and some node owns rooms.
    pub fn is_serving(&self) -> bool {
        let view = self.0.view.borrow();
        view.me.is_some() && !view.owners.is_empty() && self.0.bus.is_connected()
    }

    /// Subscribes to what other nodes tell about a room; `None` if NATS does not accept that now.
    pub async fn feed(&self, id: &RegattaId) -> Option<Feed> {
        let losses = self.0.view.borrow().losses;
        let subscriber = self.0.bus.subscribe(self.0.bus.room(id)).await?;
        Some(Feed::new(subscriber, losses))
    }

    /// Tells the request that waits for this action that it is stored, and that everybody who is connected here was sent its
    /// events.
    pub fn confirm(&self, id: &RegattaId, by: Option<&(PlayerId, String)>, last: u64) {
        if let Some((player, action)) = by
            && !self.0.actions.is_empty()
        {
            self.0.actions.tell(&(id.clone(), player.clone(), action.clone()), &last);
        }
    }

    /// Tells the other nodes something about a room.
    pub async fn tell(&self, id: &RegattaId, message: &RoomMessage) {
        self.0.bus.publish(self.0.bus.room(id), message).await;
    }

    /// Tells the other nodes' lobbies soon.
    pub fn tell_lobbies(&self, seq: u64, summary: Arc<Summary>) {
        self.0.outbox.put(seq, summary, Instant::now());
    }

    /// Hears when another node has changed an account.
    pub async fn account_changes(&self) -> Hints {
        Hints(self.0.bus.listen("accounts").await)
    }

    /// Hears what the other nodes tell about visitors.
    pub async fn told<T: NodeMessage>(&self) -> Told<T> {
        Told { cluster: self.clone(), subscriber: self.0.bus.listen(T::SUBJECT).await, kind: PhantomData }
    }

    /// Makes the other nodes read the changes of accounts at once.
    pub fn tell_account_change(&self) {
        let cluster = self.clone();
        tokio::spawn(async move { cluster.0.bus.tell_all("accounts", &()).await });
    }

    /// Tells the other nodes something about a visitor.
    pub fn tell_all<T: NodeMessage>(&self, message: T) {
        let cluster = self.clone();
        tokio::spawn(async move { cluster.0.bus.tell_all(T::SUBJECT, &message).await });
    }
}
