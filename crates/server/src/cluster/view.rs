//! Which nodes live, and which of them owns a room. Pure: the time is passed in.

use super::message::Announcement;
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

/// How often a node announces itself.
pub const BEAT: Duration = Duration::from_millis(500);

/// A node that was not heard for this long, three beats, is dead.
pub const DEAD: Duration = Duration::from_millis(1500);

/// One life of a node: its random id. A node that lost PostgreSQL or NATS begins a new life.
pub type NodeId = String;

/// A span in which a node could not store anything, although its life went on; in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When it last stored something before.
    pub from: i64,
    #[allow(missing_docs)]
    pub until: i64,
}

/// The nodes heard of.
#[derive(Clone, Debug, Default)]
pub struct Members {
    heard: HashMap<NodeId, (Instant, Announcement)>,
}

impl Members {
    /// Notes an announcement.
    pub fn hear(&mut self, announcement: &Announcement, now: Instant) {
        match announcement.leaving {
            true => drop(self.heard.remove(&announcement.node)),
            false => drop(self.heard.insert(announcement.node.clone(), (now, announcement.clone()))),
        }
    }

    /// The living nodes, in order. Forgets the dead.
    pub fn alive(&mut self, now: Instant) -> Vec<NodeId> {
        self.heard.retain(|_, (heard, _)| now.duration_since(*heard) < DEAD);
        let mut alive: Vec<NodeId> = self.heard.keys().cloned().collect();
        alive.sort_unstable();
        alive
    }

    /// The living nodes that own rooms, in order.
    pub fn owners(&mut self, now: Instant) -> Vec<NodeId> {
        self.those(now, |announcement| announcement.owns)
    }

    /// The living nodes of versions that this one does not understand, in order.
    pub fn strangers(&mut self, now: Instant) -> Vec<NodeId> {
        self.those(now, |announcement| !announcement.is_understood())
    }

    fn those(&mut self, now: Instant, are: impl Fn(&Announcement) -> bool) -> Vec<NodeId> {
        let mut nodes = self.alive(now);
        nodes.retain(|node| self.heard.get(node).is_some_and(|(_, announcement)| are(announcement)));
        nodes
    }
}

/// What a node knows about its cluster.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// This node's id; `None` if it has lost PostgreSQL or NATS.
    pub me: Option<NodeId>,
    /// The living nodes.
    pub alive: Arc<[NodeId]>,
    /// Those of them that own rooms.
    pub owners: Arc<[NodeId]>,
    /// Those of them whose messages have a version that this node does not understand.
    pub strangers: Arc<[NodeId]>,
    /// Counts the times when messages may have been lost.
    pub losses: u64,
    /// The last outage of this node in this life.
    pub outage: Option<Outage>,
}

impl View {
    /// The node that owns a room or a task, by rendezvous hashing: the one with the highest hash of node and key. If a node
    /// comes or goes, only its own rooms change hands.
    pub fn owner_of(&self, key: &str) -> Option<&NodeId> {
        self.owners.iter().max_by_key(|node| {
            let hash = Sha256::new().chain_update(node.as_bytes()).chain_update(b" ").chain_update(key).finalize();
            <[u8; 32]>::from(hash)
        })
    }

    /// Whether this node owns a room or a task.
    pub fn owns(&self, key: &str) -> bool {
        self.me.is_some() && self.owner_of(key) == self.me.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announcement(node: &str, owns: bool, leaving: bool) -> Announcement {
        Announcement::new(node.to_owned(), node.to_owned(), 1, owns, leaving)
    }

    fn view(owners: &[&str]) -> View {
        let owners = owners.iter().map(|&node| node.to_owned()).collect();
        View { me: Some("a".to_owned()), owners, ..View::default() }
    }

    #[test]
    fn a_silent_node_is_dead_and_a_newcomer_owns_nothing() {
        let (mut members, start) = (Members::default(), Instant::now());
        members.hear(&announcement("a", true, false), start);
        members.hear(&announcement("b", true, false), start + BEAT);
        members.hear(&announcement("c", false, false), start + BEAT);
        assert_eq!(members.owners(start + BEAT), ["a", "b"]);
        assert_eq!(members.owners(start + DEAD), ["b"]);
        members.hear(&announcement("c", true, false), start + DEAD);
        members.hear(&announcement("b", true, true), start + DEAD);
        assert_eq!(members.owners(start + DEAD), ["c"], "b has left");
        members.hear(&Announcement { sends: 99, ..announcement("d", true, false) }, start + DEAD);
        assert_eq!(members.owners(start + DEAD), ["c", "d"], "a node of another version owns rooms, too");
        assert_eq!(members.strangers(start + DEAD), ["d"]);
    }

    #[test]
    fn only_the_rooms_of_a_node_that_leaves_change_hands() {
        let (three, two) = (view(&["a", "b", "c"]), view(&["a", "b"]));
        let mut owned = [0; 3];
        for room in (0..3000).map(|room| format!("room {room}")) {
            let owner = three.owner_of(&room).unwrap();
            owned[three.owners.iter().position(|node| node == owner).unwrap()] += 1;
            assert!(owner == "c" || two.owner_of(&room) == Some(owner));
        }
        assert!(owned.iter().all(|rooms| (900..1100).contains(rooms)), "{owned:?}");
        assert!(view(&[]).owner_of("room").is_none());
        assert!(!View { me: None, ..three }.owns("room"));
    }
}
