//! Rooms that this node leaves to another one for a while, because that one stored an entry first: while two nodes disagree
//! about who owns a room, one of them should run it. Pure: the time is passed in.

use super::view::NodeId;
use crate::ids::RegattaId;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a room is left to the other node.
pub const YIELD_TIME: Duration = Duration::from_secs(5);

/// The rooms that were left to other nodes.
#[derive(Default)]
pub struct Yielded(Mutex<HashMap<RegattaId, (NodeId, Instant)>>);

impl Yielded {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RegattaId, (NodeId, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves a room to a node.
    pub fn leave(&self, id: &RegattaId, to: NodeId, now: Instant) {
        let mut rooms = self.rooms();
        rooms.retain(|_, (_, since)| now.duration_since(*since) < YIELD_TIME);
        rooms.insert(id.clone(), (to, now));
    }

    /// The living node that a room is left to.
    pub fn node(&self, id: &RegattaId, alive: &[NodeId], now: Instant) -> Option<NodeId> {
        let rooms = self.rooms();
        let (node, since) = rooms.get(id)?;
        (now.duration_since(*since) < YIELD_TIME && alive.contains(node)).then(|| node.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_left_to_a_living_node_for_five_seconds() {
        let (yielded, room, start) = (Yielded::default(), RegattaId::random(), Instant::now());
        let alive = ["a".to_owned(), "b".to_owned()];
        let node = |alive: &[NodeId], after: Duration| yielded.node(&room, alive, start + after);
        assert_eq!(node(&alive, Duration::ZERO), None);
        yielded.leave(&room, "b".to_owned(), start);
        assert_eq!(node(&alive, Duration::from_millis(4900)), Some("b".to_owned()));
        assert_eq!(node(&alive[..1], Duration::ZERO), None, "b has gone");
        assert_eq!(node(&alive, YIELD_TIME), None);
    }
}
