//! Whether this node runs a room: it takes over from a node that has gone, and leaves the room to one that was faster.

use super::{Failure, RoomActor};
use crate::{
    cluster::{NodeId, Outage, View, YIELD_TIME},
    room::Next,
};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

/// Whether this server runs the room, and what it still has to know for that.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomDuty {
    /// Whether this server runs the room.
    runs: bool,
    /// Whether this node has lost the others or its database.
    lost: bool,
    /// Whether another server wrote the last entry, so that the dice and the row must be read before this one writes.
    pub unarmed: bool,
    /// The losses of messages that were made up for.
    losses: u64,
    /// The number of the last event that subscribers were sent, if that is more than the room knows.
    pub told: u64,
    /// Reminders sent since the last event.
    pub reminders: usize,
    /// When this node takes back a room that it has left to another one.
    back_at: Option<Instant>,
    /// The last outage of this node whose time players of this room have got back, or did not lose.
    settled: Option<Outage>,
}

impl RoomDuty {
    /// The position of a room that was loaded just now. `losses` were counted before.
    pub fn new(losses: u64) -> RoomDuty {
        RoomDuty { losses, ..RoomDuty::default() }
    }

    pub fn runs(&self) -> bool {
        self.runs
    }

    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Completes when the time is over for which the room was left to another node.
    pub async fn is_back(&self) {
        match self.back_at {
            Some(at) => sleep_until(at).await,
            None => std::future::pending().await,
        }
    }
}

/// Completes when what is known about the cluster has changed; never for a server alone.
pub(super) async fn view_changed(view: &mut Option<watch::Receiver<View>>) {
    if let Some(view) = view
        && view.changed().await.is_ok()
    {
        return;
    }
    std::future::pending().await
}

impl RoomActor {
    /// Looks at the cluster: whether this server runs the room now, and whether messages were lost.
    pub(super) async fn look_around(&mut self) -> Result<(), Failure> {
        let Some(view) = &mut self.view else {
            self.position.runs = true;
            return self.resume().await;
        };
        let view = view.borrow_and_update().clone();
        self.position.lost = view.me.is_none();
        if self.position.lost {
            return Ok(());
        }
        self.subscribers.forget_dead(&view);
        self.take_attendance();
        self.position.back_at = self.position.back_at.filter(|at| *at > Instant::now());
        let ran = std::mem::replace(&mut self.position.runs, self.registry.owns(&self.room.id));
        if view.losses != self.position.losses {
            self.position.losses = view.losses;
            self.catch_up_with_store().await?;
            self.ask_for_presence().await;
        }
        let outcome = match (ran, self.position.runs) {
            (false, true) => self.take_over(view.outage).await,
            (true, true) => self.give_back(view.outage).await,
            (true, false) => {
                self.stop_running();
                Ok(())
            }
            (false, false) => Ok(()),
        };
        match outcome {
            Err(Failure::Overtaken) => Ok(()),
            outcome => outcome,
        }
    }

    /// Whether the database may be out of reach just now, or was until a moment ago. Then no time runs out: players could not act,
    /// and get that time back.
    pub(super) fn is_unsteady(&self) -> bool {
        let late = self.registry.cluster.as_ref().is_some_and(|cluster| cluster.is_late());
        late || self.view.as_ref().is_some_and(|view| view.has_changed().unwrap_or(false))
    }

    /// Gives players the time back in which this node could not store what they did.
    async fn give_back(&mut self, outage: Option<Outage>) -> Result<(), Failure> {
        let Some(Outage { from, until }) = outage.filter(|_| outage != self.position.settled) else { return Ok(()) };
        self.position.settled = outage;
        self.arm().await?;
        if self.holder != self.registry.node() {
            return Ok(()); // another node served it in the meantime
        }
        let events = self.room.give_back(from, until);
        self.commit_any(events).await
    }

    /// Lets another node run the room.
    fn stop_running(&mut self) {
        self.position.runs = false;
        if let Some(pilot) = self.pilot.take() {
            pilot.abort();
        }
        self.remind_at = None;
    }

    /// After another node was faster: if it lives, it runs the room for a while, although this node owns it. Otherwise the
    /// pilots of both would play on against each other.
    pub(super) fn yield_to_winner(&mut self) {
        let (Some(cluster), Some(view)) = (&self.registry.cluster, &self.view) else { return };
        let is_other = |winner: &NodeId| Some(winner) != cluster.me().as_ref() && view.borrow().alive.contains(winner);
        if let Some(winner) = self.holder.clone().filter(is_other)
            && self.position.runs
        {
            cluster.leave_room(&self.room.id, winner);
            self.position.back_at = Some(Instant::now() + YIELD_TIME);
            self.stop_running();
        }
    }

    /// Takes the room over. Time in which no node served it is given back to the player whose clock runs.
    async fn take_over(&mut self, outage: Option<Outage>) -> Result<(), Failure> {
        self.catch_up_with_store().await?;
        self.position.unarmed = true;
        self.arm().await?;
        // The last node may have died before it told anybody what it stored.
        self.remind_soon();
        if self.holder.is_some() && self.holder != self.registry.node() {
            metrics::counter!("powerboats_cluster_takeovers_total").increment(1);
        }
        self.resume().await?;
        let node = self.registry.node();
        let Some(node) = node else { return Ok(()) };
        if self.holder.as_ref() == Some(&node) {
            return self.give_back(outage).await;
        }
        self.position.settled = outage; // another node served it
        if !matches!(self.room.next(i64::MIN), Next::Wait(Some(_))) {
            return Ok(()); // no clock runs
        }
        let alive = self.view.as_ref().map(|view| view.borrow().alive.clone()).unwrap_or_default();
        let gap = match &self.holder {
            Some(holder) if !alive.contains(holder) => self.registry.store.outage_of(holder).await?,
            _ => 0, // it hands the room over
        };
        let events = self.room.set_deadline(self.wakes.map(|deadline| deadline + gap));
        if events.is_empty() {
            self.registry.store.set_holder(&self.room.id, self.holder.as_deref(), &node).await?;
            self.holder = Some(node);
            return Ok(());
        }
        // The same entry says that this node serves the room now, so the time is given back only once.
        self.commit_any(events).await
    }
}
