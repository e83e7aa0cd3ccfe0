//! The table of all connections: what each is doing, and which one is closed to make room for another.

use crate::http::limits::{Counts, smallest, widest};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::Notify;

/// How long a request head may take; for the first one, from the moment the connection is accepted.
const HEAD: Duration = Duration::from_secs(10);

/// How long a connection may be idle between two requests.
const IDLE: Duration = Duration::from_secs(60);

/// How long a request body may take.
const BODY: Duration = Duration::from_secs(35);

/// How long a client may go without reading any of a response.
const STALLED: Duration = Duration::from_secs(30);

/// How many connections are closed together when the server is full, so that the search is not repeated for each.
const AT_ONCE: usize = 16;

/// What a connection is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Nothing has arrived yet.
    New,
    /// Part of a request head has arrived.
    Head,
    /// The head has arrived, but not the whole body.
    Body,
    /// A request is being answered.
    Answering,
    /// A request was answered, and no other has begun.
    Idle,
    /// It is a WebSocket now, and limited elsewhere.
    Upgraded,
}

impl Phase {
    const ALL: [Phase; 6] = [Phase::New, Phase::Head, Phase::Body, Phase::Answering, Phase::Idle, Phase::Upgraded];

    /// Whether the connection waits for a complete request.
    pub fn is_waiting(self) -> bool {
        matches!(self, Phase::New | Phase::Head | Phase::Body | Phase::Idle)
    }

    fn longest(self) -> Option<Duration> {
        match self {
            Phase::New | Phase::Head => Some(HEAD),
            Phase::Body => Some(BODY),
            Phase::Idle => Some(IDLE),
            Phase::Answering | Phase::Upgraded => None,
        }
    }
}

/// Milliseconds since the first connection, starting at 1.
fn clock() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed().as_millis() as u64 + 1
}

/// One connection.
#[derive(Debug)]
pub struct OpenConnection {
    number: u64,
    address: IpAddr,
    phase: AtomicU8,
    since: AtomicU64,
    /// When the client stopped reading; 0 while it reads.
    stalled: AtomicU64,
    close: Notify,
    /// Whether it counts as open.
    counted: AtomicBool,
    connections: Connections,
}

impl OpenConnection {
    #[allow(missing_docs)]
    pub fn phase(&self) -> Phase {
        Phase::ALL[usize::from(self.phase.load(Ordering::Acquire))]
    }

    /// Changes the phase.
    pub fn enter(&self, phase: Phase) {
        self.since.store(clock(), Ordering::Release);
        self.phase.store(phase as u8, Ordering::Release);
        if phase == Phase::Upgraded {
            self.connections.table().leave_address(self);
        }
    }

    /// Called when bytes have arrived.
    pub fn heard(&self) {
        match self.phase() {
            // The time for the head began when the connection was accepted.
            Phase::New => self.phase.store(Phase::Head as u8, Ordering::Release),
            Phase::Idle => self.enter(Phase::Head),
            Phase::Head | Phase::Body | Phase::Answering | Phase::Upgraded => {}
        }
    }

    /// Called when the client has read something, or could not be written to.
    pub fn note_write(&self, accepted: bool) {
        if accepted {
            self.stalled.store(0, Ordering::Relaxed);
        } else if self.stalled.load(Ordering::Relaxed) == 0 {
            self.stalled.store(clock(), Ordering::Relaxed);
        }
    }

    fn is_overdue(&self, now: u64) -> bool {
        let over = |since: u64, most: Duration| now.saturating_sub(since) > most.as_millis() as u64;
        let stalled = self.stalled.load(Ordering::Relaxed);
        let phase = self.phase();
        phase.longest().is_some_and(|most| over(self.since.load(Ordering::Acquire), most))
            || (phase != Phase::Upgraded && stalled > 0 && over(stalled, STALLED))
    }

    /// Whether it may be closed to make room. Not while the end of a response is still on its way.
    pub fn is_waiting(&self) -> bool {
        self.phase().is_waiting() && self.stalled.load(Ordering::Relaxed) == 0
    }

    /// The order in which connections make room: those without a complete head first, then those that have waited longest.
    fn order(&self) -> (bool, u64, u64) {
        (self.phase() == Phase::Body, self.since.load(Ordering::Acquire), self.number)
    }

    /// Completes when the connection must be closed.
    pub async fn closed(&self) {
        self.close.notified().await;
    }
}

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// The address has too many connections, all in use.
    Address,
    /// The server has too many connections, all in use.
    Server,
}

/// All connections of a listener.
#[derive(Clone, Debug)]
pub struct Connections(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    name: &'static str,
    most: usize,
    most_of_address: u32,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    next: u64,
    /// Number of open connections, WebSockets included, without those that were told to close.
    open: usize,
    /// Connections that are not WebSockets.
    lines: HashMap<u64, Arc<OpenConnection>>,
    /// The same, by address or, in IPv6, by smallest network.
    of_address: HashMap<IpAddr, Vec<Arc<OpenConnection>>>,
    counts: Counts,
}

/// Whose connections may be closed to make room.
enum Whose {
    Address(IpAddr),
    Network(IpAddr),
    Anybody,
}

impl Table {
    /// Removes a connection from its address. Returns whether it was there.
    fn leave_address(&mut self, line: &OpenConnection) -> bool {
        let found = self.lines.remove(&line.number).is_some();
        if found {
            self.counts.remove(line.address);
            let address = smallest(line.address);
            if let Some(lines) = self.of_address.get_mut(&address) {
                lines.retain(|other| other.number != line.number);
                if lines.is_empty() {
                    self.of_address.remove(&address);
                }
            }
        }
        found
    }

    /// Removes a connection that is closed, or will be in a moment.
    fn leave(&mut self, line: &OpenConnection) {
        self.leave_address(line);
        if line.counted.swap(false, Ordering::AcqRel) {
            self.open = self.open.saturating_sub(1);
        }
    }

    fn close(&mut self, line: &OpenConnection, reason: &'static str) {
        self.leave(line);
        line.close.notify_one();
        metrics::counter!("powerboats_connections_closed_total", "reason" => reason).increment(1);
    }

    /// Closes up to `count` of the connections that have waited longest. Returns whether any was closed.
    fn make_room(&mut self, whose: &Whose, count: usize) -> bool {
        let waiting = |line: &&Arc<OpenConnection>| line.is_waiting();
        let mut lines: Vec<Arc<OpenConnection>> = match whose {
            Whose::Address(address) => {
                let lines = self.of_address.get(&smallest(*address)).into_iter().flatten();
                lines.filter(waiting).cloned().collect()
            }
            Whose::Network(address) => {
                let network = widest(*address);
                let near = |line: &&Arc<OpenConnection>| widest(line.address) == network;
                self.lines.values().filter(near).filter(waiting).cloned().collect()
            }
            Whose::Anybody => self.lines.values().filter(waiting).cloned().collect(),
        };
        if lines.len() > count {
            lines.select_nth_unstable_by_key(count, |line| line.order());
            lines.truncate(count);
        }
        lines.iter().for_each(|line| self.close(line, "room"));
        !lines.is_empty()
    }
}

impl Connections {
    /// Limits all connections to `most`, and those of one address that are not WebSockets to `most_of_address`; 0 means no
    /// limit per address. The name is used in metrics.
    pub fn new(name: &'static str, most: usize, most_of_address: u32) -> Connections {
        Connections(Arc::new(Shared { name, most, most_of_address, table: Mutex::default() }))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection. If there are too many, it replaces a waiting one, preferably of the same address.
    pub fn admit(&self, address: IpAddr) -> Result<Place, Full> {
        let address = address.to_canonical();
        let mut table = self.table();
        let counted = table.counts.add(address, self.0.most_of_address)
            || [Whose::Address(address), Whose::Network(address)]
                .iter()
                .any(|whose| table.make_room(whose, 1) && table.counts.add(address, self.0.most_of_address));
        if !counted {
            return Err(Full::Address);
        }
        if table.open >= self.0.most
            && !table.make_room(&Whose::Address(address), 1)
            && !table.make_room(&Whose::Anybody, AT_ONCE)
        {
            table.counts.remove(address);
            return Err(Full::Server);
        }
        table.next += 1;
        table.open += 1;
        let line = Arc::new(OpenConnection {
            number: table.next,
            address,
            phase: AtomicU8::new(Phase::New as u8),
            since: AtomicU64::new(clock()),
            stalled: AtomicU64::new(0),
            close: Notify::new(),
            counted: AtomicBool::new(true),
            connections: self.clone(),
        });
        table.lines.insert(line.number, line.clone());
        table.of_address.entry(smallest(address)).or_default().push(line.clone());
        Ok(Place(line))
    }

    /// Closes one waiting connection.
    pub fn make_room(&self) {
        self.table().make_room(&Whose::Anybody, 1);
    }

    /// Closes connections that have kept the server waiting too long.
    pub fn sweep(&self) {
        let now = clock();
        let mut table = self.table();
        let overdue: Vec<Arc<OpenConnection>> =
            table.lines.values().filter(|line| line.is_overdue(now)).cloned().collect();
        overdue.iter().for_each(|line| table.close(line, "timeout"));
        metrics::gauge!("powerboats_connections", "listener" => self.0.name).set(table.open as f64);
    }
}

/// An admitted connection, counted until this is dropped.
#[derive(Debug)]
pub struct Place(Arc<OpenConnection>);

impl Place {
    #[allow(missing_docs)]
    pub fn line(&self) -> &Arc<OpenConnection> {
        &self.0
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.table().leave(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));

    fn is_closed(place: &Place) -> bool {
        !place.0.connections.table().lines.contains_key(&place.0.number)
    }

    #[test]
    fn the_connection_that_has_waited_longest_makes_room() {
        let connections = Connections::new("test", 100, 3);
        let places: Vec<Place> = (0..3).map(|_| connections.admit(HERE).unwrap()).collect();
        places[0].line().enter(Phase::Answering);
        let fourth = connections.admit(HERE).unwrap();
        assert_eq!(places.iter().map(is_closed).collect::<Vec<_>>(), [false, true, false]);
        for place in [&places[2], &fourth] {
            place.line().enter(Phase::Answering);
        }
        assert_eq!(connections.admit(HERE).unwrap_err(), Full::Address, "all are in use");
        connections.admit(THERE).unwrap();
        places[2].line().enter(Phase::Upgraded);
        let _fifth = connections.admit(HERE).expect("a WebSocket is not counted here");
        drop((places, fourth));
        assert_eq!(connections.table().open, 1);
    }

    #[test]
    fn a_full_server_first_closes_waiting_connections_of_the_same_address() {
        let connections = Connections::new("test", 3, 0);
        let [old, mine, busy] = [THERE, HERE, THERE].map(|address| connections.admit(address).unwrap());
        busy.line().enter(Phase::Answering);
        let again = connections.admit(HERE).unwrap();
        assert!(is_closed(&mine) && !is_closed(&old));
        again.line().enter(Phase::Upgraded);
        let third = connections.admit([10, 0, 0, 2].into()).unwrap();
        assert!(is_closed(&old), "no other connection waits");
        third.line().enter(Phase::Answering);
        assert_eq!(connections.admit(HERE).unwrap_err(), Full::Server);
        drop(again);
        connections.admit(HERE).unwrap();
    }

    #[test]
    fn connections_of_one_network_replace_each_other() {
        let connections = Connections::new("test", 1000, 1);
        let home = |network: u16| IpAddr::from([0x2001, 0xdb8, 0, network, 0, 0, 0, 1]);
        let places: Vec<Place> = (0..100).map(|network| connections.admit(home(network)).unwrap()).collect();
        assert_eq!(places.iter().filter(|place| !is_closed(place)).count(), 4, "the limit of a /56");
        assert_eq!(connections.table().open, 4);
    }

    #[test]
    fn a_closed_connection_is_subtracted_once() {
        let connections = Connections::new("test", 2, 1);
        let first = connections.admit(HERE).unwrap();
        let second = connections.admit(HERE).unwrap();
        first.line().enter(Phase::Upgraded); // too late
        drop(first);
        assert_eq!(connections.table().open, 1);
        drop(second);
        assert_eq!(connections.table().open, 0);
    }

    #[test]
    fn every_phase_survives_its_conversion_to_a_number() {
        assert!(Phase::ALL.iter().enumerate().all(|(number, phase)| *phase as usize == number));
    }
}
