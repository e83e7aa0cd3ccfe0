//! A model of two servers that both believe they run the same room. Clients send their actions again, servers stop, answers
//! and messages are lost. Everything that can happen in between is a step; [`search`] takes them in every order.
//!
//! The owners work as `rooms/actor` does: a step is what happens between two points where others can come in between. To
//! stop for ever is to take no more steps, so that needs no step of its own; [`Step::Stop`] also forgets.

pub mod logs;
pub mod scenarios;
pub mod search;
pub mod steps;

use logs::{BASE, Log, Time};

/// A rule of the protocol, left out to show that the search notices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// An entry may have the same first number as another.
    FirstNotUnique,
    /// A room is loaded without checking that row and log belong together.
    TornLoad,
    /// Answers that store nothing are given without looking at the end of the log.
    NoHeadCheck,
    /// An action is judged again as if the client had seen everything.
    JudgedAgainUnseen,
    /// Whether the action is in the log already is not looked up again after the room has gone on by itself.
    KnownOnlyOnce,
    /// The room goes on by one clock reading and judges by a later one.
    TwoClockReadings,
    /// The reader follows an entry although it misses the ones before.
    NoGapFill,
    /// An owner that takes over, or that reads what others have written, does not tell where the room is.
    SilentTakeover,
    /// A reminder does not look at the log first.
    BlindReminder,
    /// There are no reminders.
    NoReminder,
}

/// What an owner is busy with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Task {
    /// A client's action.
    Act {
        client: u8,
        /// The last event that counts as seen.
        seen: Option<u64>,
        /// The log when this attempt began.
        start: Option<Log>,
    },
    /// What plans, clocks and pilots do.
    Itself,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Answer {
    /// The number of the action's last event.
    Done(u64),
    Refused,
}

/// What an owner does next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Phase {
    /// It has no room in memory: it was not needed, the server has stopped, or it is unknown what was stored.
    Down,
    /// Load the room: it has read these entries. `None`: read them again.
    Loading(Option<Log>),
    Idle,
    /// Read the row and the end of the log, because another server wrote the last entry.
    Arming(Task),
    /// Read the entries that the room does not have.
    Filling(Task),
    /// Give this answer if the room is at the end of the log.
    Checking(Task, Answer),
    /// The last entry of this log is on its way to the store.
    Appending(Task, Log),
    /// The store has stored it, but the owner does not know yet.
    Stored(Task, Log),
    /// The store has not stored it, because another server was faster. The owner does not know yet.
    Conflict(Task, Log),
}

/// A server that believes it runs the room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Owner {
    phase: Phase,
    /// The log that its room is made from.
    room: Log,
    /// The log when the row was read; `None` if it must be read again.
    row: Option<Log>,
    /// The clients whose actions wait, as bits.
    queue: u8,
    reminder: Reminder,
}

/// Whether an owner has to tell where the room is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Reminder {
    No,
    /// As far as it knows.
    Blind,
    /// After it has looked at the log.
    Sure,
}

impl Owner {
    const DOWN: Owner = Owner { phase: Phase::Down, room: BASE, row: None, queue: 0, reminder: Reminder::No };
    const LOADED: Owner = Owner { phase: Phase::Idle, row: Some(BASE), ..Owner::DOWN };

    fn is_up(&self) -> bool {
        !matches!(self.phase, Phase::Down | Phase::Loading(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Client {
    /// How many more times it may send the action.
    Waiting(u8),
    Answered(Answer),
}

/// A message to the reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Message {
    /// The last entry of a log.
    Entry(Log),
    /// The number of a log's last event.
    At(Log),
}

/// Everything at one moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What is stored.
    log: Log,
    time: Time,
    /// In order: it does not matter which is which.
    owners: [Owner; 2],
    clients: [Client; 2],
    /// Entries on their way to the store whose sender has stopped, or does not wait any more.
    orphans: Vec<Log>,
    /// Messages on their way, which may overtake each other.
    bus: Vec<Message>,
    /// What the reader, a client of a third server, has been sent.
    reader: Log,
    /// How many stops and losses may still happen.
    stops: u8,
    losses: u8,
    /// A law that was broken in the last step.
    broken: Option<&'static str>,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code)] // the fields are for the trace
pub enum Step {
    Send {
        client: u8,
        to: usize,
    },
    TimeIsUp,
    /// An owner goes on with what it does.
    Go(usize),
    /// The same, but the answer to the client is lost.
    GoUnheard(usize),
    /// The same, and time passes meanwhile.
    GoSlowly(usize),
    Take {
        owner: usize,
        client: u8,
    },
    ActByItself(usize),
    /// An owner hears of an entry of the other one.
    Follow(usize),
    Remind(usize),
    /// A server loads the room.
    Start(usize),
    /// A server stops, or does not learn what became of its entry.
    Stop(usize),
    /// An entry arrives at the store whose sender has stopped.
    LandOrphan(Log),
    Deliver(Message),
    Lose(Message),
}
