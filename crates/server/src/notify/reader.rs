//! Reads committed events and puts messages for those who wait for them into the outbox.

use crate::{
    ids::{PlayerId, RegattaId},
    notify::{
        choices::{MessageChannel, MessageKind},
        settings,
    },
    room::{
        event::{LoggedEvent, RoomEvent},
        settings::Clock,
        view::{SeatView, StageName, Summary},
    },
    rooms::registry::Registry,
    store::{NotableEntry, OutboxRow, ReachRow, Statement, StoreError, Touched, post},
    stream::Reader,
};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

/// Rooms asked for their summaries at the same time.
const AT_ONCE: usize = 64;

/// A player is reminded when a quarter of the time is left, but neither later nor earlier than this, in milliseconds.
const REMIND: (i64, i64) = (10 * 60_000, 12 * 3_600_000);

/// The reader that turns events into messages.
pub(super) struct NotifyReader {
    registry: Registry,
    effect: Vec<Statement>,
}

/// Something that a player should be told.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fact {
    player: PlayerId,
    kind: MessageKind,
    /// Number of the event, and when it happened.
    seq: u64,
    at: i64,
    /// When to tell it.
    due: i64,
    /// When it is useless, if it is a reminder.
    until: i64,
}

/// When to remind a player whose time is up at `deadline`; `None` if the turn is too short for that.
pub(super) fn remind_at(clock: Clock, deadline: i64) -> Option<i64> {
    match clock {
        Clock::None {} | Clock::Live { .. } => None,
        Clock::Correspondence { hours } => {
            Some(deadline - (i64::from(hours) * 3_600_000 / 4).clamp(REMIND.0, REMIND.1))
        }
    }
}

impl NotifyReader {
    pub fn new(registry: Registry) -> NotifyReader {
        NotifyReader { registry, effect: Vec::new() }
    }

    /// The messages that follow from these entries of a regatta.
    async fn facts_of(
        registry: &Registry,
        (regatta, entries): (RegattaId, Vec<NotableEntry>),
    ) -> Result<Vec<(RegattaId, Fact)>, StoreError> {
        let seq = entries.last().map_or(0, |entry| entry.last);
        let summary = match registry.summary(&Touched { regatta: regatta.clone(), seq }).await {
            Ok(Some((_, summary))) => summary,
            Ok(None) => return Ok(Vec::new()),
            // It must not stop the reader for ever.
            Err(StoreError::Unreadable(error)) => {
                tracing::error!(%regatta, error, "nobody is told about a regatta that can't be read");
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        };
        Ok(facts(&summary, &entries).into_iter().map(|fact| (regatta.clone(), fact)).collect())
    }
}

/// What follows from these entries, given the regatta as it is now.
fn facts(summary: &Summary, entries: &[NotableEntry]) -> Vec<Fact> {
    let mut facts = turn(summary, entries);
    let people = || summary.seats.iter().filter_map(|seat| seat.player.clone());
    for entry in entries {
        if entry.has("offered") {
            facts.extend(offers(summary, entry));
        }
        if entry.has("started") && summary.occasion.is_some() && summary.stage == StageName::Live {
            let told = |player: &PlayerId| !facts.iter().any(|fact| fact.player == *player);
            let tables: Vec<PlayerId> = people().filter(told).collect();
            facts.extend(tables.into_iter().map(|player| entry.fact(player, MessageKind::Table)));
        }
        if (entry.has("over") || entry.has("ended")) && summary.stage == StageName::Over {
            facts.extend(people().map(|player| entry.fact(player, MessageKind::Over)));
        }
    }
    facts
}

/// Whose turn it is, if it began in these entries, with the reminder.
fn turn(summary: &Summary, entries: &[NotableEntry]) -> Vec<Fact> {
    let began = summary.turn_began;
    let entry = entries.iter().find(|entry| entry.has("resumed") || began.is_some_and(|began| entry.includes(began)));
    let decides = |seat: &&SeatView| Some(seat.color) == summary.turn && !seat.away && !seat.stand_in && !seat.resigned;
    let seat = summary.seats.iter().find(decides);
    let (Some(entry), Some(began), Some(player)) = (entry, began, seat.and_then(|seat| seat.player.clone())) else {
        return Vec::new();
    };
    if summary.stage != StageName::Live || summary.paused {
        return Vec::new();
    }
    let fact = Fact { seq: began, ..entry.fact(player, MessageKind::Turn) };
    let reminder = summary.deadline.and_then(|until| {
        let due = remind_at(summary.settings.clock, until)?;
        Some(Fact { kind: MessageKind::Reminder, due, until, ..fact.clone() })
    });
    [fact].into_iter().chain(reminder).collect()
}

/// The players for whom this entry has reserved a seat that still waits for them.
fn offers(summary: &Summary, entry: &NotableEntry) -> Vec<Fact> {
    let events: Vec<LoggedEvent> = serde_json::from_str(&entry.events).unwrap_or_default();
    let kind = if summary.occasion.is_some() { MessageKind::Table } else { MessageKind::Challenge };
    let offered = events.into_iter().filter_map(|event| match event.what {
        RoomEvent::Offered { offer } => Some(offer.to.into_values()),
        _ => None,
    });
    let waits = |player: &PlayerId| summary.offered.contains(player);
    offered.flatten().filter(waits).map(|player| entry.fact(player, kind)).collect()
}

impl NotableEntry {
    /// Whether it has an event, or something that happened in the game, of this type.
    fn has(&self, of_type: &str) -> bool {
        // Text written by people can't match, because its quotation marks are escaped.
        self.events.contains(&format!("\"type\":\"{of_type}\""))
    }

    fn includes(&self, seq: u64) -> bool {
        (self.first..=self.last).contains(&seq)
    }

    fn fact(&self, player: PlayerId, kind: MessageKind) -> Fact {
        Fact { player, kind, seq: self.last, at: self.at, due: self.at, until: i64::MAX }
    }
}

/// The messages about a fact, one for each way to reach the player.
fn messages(regatta: &RegattaId, fact: &Fact, reach: &ReachRow) -> Vec<OutboxRow> {
    let choices = settings::read(reach.choices.as_deref()).unwrap_or_default();
    let slot = if fact.kind == MessageKind::Reminder { "reminder" } else { "now" };
    let row = |channel: MessageChannel, target: &str| OutboxRow {
        id: format!("{} {target} {} {regatta} {slot}", channel.as_str(), fact.player),
        player: fact.player.clone(),
        channel: channel.as_str().to_owned(),
        target: target.to_owned(),
        kind: fact.kind.as_str().to_owned(),
        regatta: regatta.to_string(),
        seq: fact.seq.cast_signed(),
        at: fact.at,
        due: if fact.kind == MessageKind::Reminder { choices.in_time(fact.due, fact.until) } else { fact.due },
        attempts: 0,
    };
    let mut rows = Vec::new();
    if choices.wants(fact.kind, MessageChannel::Push) {
        rows.extend(reach.pushes.iter().map(|target| row(MessageChannel::Push, target)));
    }
    if reach.mail && choices.wants(fact.kind, MessageChannel::Mail) {
        rows.push(row(MessageChannel::Mail, ""));
    }
    rows
}

impl Reader for NotifyReader {
    const NAME: &'static str = "notify";

    /// Players wait for these.
    const PAUSE: Duration = Duration::from_millis(50);

    const STORE_INTERVAL: Duration = Duration::from_millis(200);

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let mut regattas: BTreeMap<RegattaId, Vec<NotableEntry>> = BTreeMap::new();
        for (regatta, entry) in self.registry.store.notable_entries(after, until).await? {
            regattas.entry(regatta).or_default().push(entry);
        }
        let registry = &self.registry;
        let facts = stream::iter(regattas).map(|entries| NotifyReader::facts_of(registry, entries));
        let facts: Vec<Vec<(RegattaId, Fact)>> = facts.buffer_unordered(AT_ONCE).try_collect().await?;
        let facts: Vec<(RegattaId, Fact)> = facts.into_iter().flatten().collect();
        let mut players: Vec<PlayerId> = facts.iter().map(|(_, fact)| fact.player.clone()).collect();
        players.sort_unstable();
        players.dedup();
        let reach: HashMap<PlayerId, ReachRow> = registry.store.reach(&players).await?.into_iter().collect();
        for (regatta, fact) in &facts {
            let Some(reach) = reach.get(&fact.player) else { continue };
            self.effect.extend(messages(regatta, fact, reach).iter().map(post));
        }
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.effect)
    }
}
