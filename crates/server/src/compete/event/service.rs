//! Carries out what organisers and players do in events, and opens the games.

use crate::{
    cache::Cache,
    compete::event::{
        log::{EventChange, Logged},
        settings::EventSettings,
        shown::Shown,
        state::{Crowd, EventGame, EventGameResult, EventState, game_id},
        view::{EventStage, EventView},
    },
    ids::{EventId, PlayerId, RegattaId, random_bytes},
    keyed::Keyed,
    people::{Names, Player, boat_title, is_boat_name},
    room::{
        action::{Refusal, RefusalReason},
        settings::{Occasion, OccasionKind},
    },
    rooms::{
        arranging::{Arranged, Arrangement, Sitter, Starter},
        registry::Registry,
    },
    store::{CorrectedGame, EventEntry, NewEventRow, Store, StoreError, game_is_open, now},
    stream::Leads,
};
use powerboats_rules::Color;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// The most events that one player may organise at a time.
const MOST_EVENTS: i64 = 20;

/// Views kept in memory.
const KEPT: usize = 200;

/// How long a view without changes is used. Names in it may have changed.
const FRESH: Duration = Duration::from_secs(5);

/// How often games that were not opened, because a server stopped in between, are looked for.
const CHECK: Duration = Duration::from_secs(1);

/// How often an action is tried if others act at the same time at other nodes.
const TRIES: usize = 20;

/// The longest wait between two tries, in milliseconds.
const LONGEST_WAIT: u64 = 100;

/// All events.
#[derive(Clone)]
pub struct Events {
    registry: Registry,
    inner: Arc<Inner>,
}

/// When a view was made: the time, and how many names had changed.
type Made = (Instant, u64);

struct Inner {
    /// What was last shown of each event, and when it was made.
    views: Cache<EventId, (Made, Arc<Shown>)>,
    /// Held while an event is read to be shown, so that it is read once after a change.
    reading: Keyed<EventId>,
    /// Held while somebody acts in an event. All would read the same state, and only one of them could store what follows.
    acting: Keyed<EventId>,
    /// Counts what happened here, so that those who watch look at once.
    news: watch::Sender<u64>,
}

impl Events {
    #[allow(missing_docs)]
    pub fn new(registry: Registry) -> Events {
        let (reading, acting) = (Keyed::default(), Keyed::default());
        let inner = Inner { views: Cache::new(KEPT), reading, acting, news: watch::Sender::new(0) };
        Events { registry, inner: Arc::new(inner) }
    }

    /// Changes when something happened in an event on this server. Other nodes do not tell: look now and then.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.inner.news.subscribe()
    }

    /// Opens an event.
    pub async fn open(&self, organiser: &Player, settings: EventSettings) -> Result<EventId, Refusal> {
        if !organiser.registered {
            return Err(Refusal::new(RefusalReason::Forbidden, "Please register to organise an event."));
        }
        let id = EventId::random();
        // A protected organiser writes no text.
        let title = if organiser.is_protected { boat_title(&id) } else { settings.title };
        let settings = EventSettings { title, ..settings };
        if let Some(fault) = settings.fault() {
            return Err(Refusal::new(RefusalReason::BadRequest, format!("{fault}.")));
        }
        let row = (organiser.id.clone(), settings.title.clone(), settings.listed);
        let seed = u64::from_le_bytes(random_bytes()[..8].try_into().unwrap_or_default());
        let what = EventChange::Opened { organiser: organiser.id.clone(), settings, seed };
        let entry = EventEntry {
            event: id.clone(),
            seq: 1,
            actor: Some(organiser.id.clone()),
            at: now(),
            what: serde_json::to_string(&what)?,
            stage: EventStage::CheckIn.as_str(),
            games: Vec::new(),
            corrected: None,
        };
        let (organiser, title, listed) = row;
        let new = NewEventRow { organiser, title, listed, most: MOST_EVENTS };
        match self.registry.store.append_event(Some(new), entry).await? {
            true => Ok(id),
            false => Err(Refusal::new(
                RefusalReason::TooMany,
                format!("You organise {MOST_EVENTS} events that are not closed. Close one first."),
            )),
        }
    }

    /// An event; `None` if there is none with this id.
    pub async fn load(&self, id: &EventId) -> Result<Option<EventState>, StoreError> {
        load(&self.registry.store, &self.registry.people.names, id).await
    }

    /// What everybody sees of an event; `None` if there is no such event. All who look at the same time share it.
    pub async fn shown(&self, id: &EventId) -> Result<Option<Arc<Shown>>, StoreError> {
        let version = self.registry.store.event_version(id).await?;
        if let Some(shown) = self.kept(id, version) {
            return Ok(Some(shown));
        }
        let _turn = self.inner.reading.turn(id.clone()).await;
        if let Some(shown) = self.kept(id, version) {
            return Ok(Some(shown));
        }
        let made = (Instant::now(), self.registry.people.names.changes());
        let Some(event) = self.load(id).await? else { return Ok(None) };
        let shown = Arc::new(Shown::new(version, EventView::new(&event, &self.registry.people.names)));
        self.inner.views.set(id.clone(), (made, shown.clone()));
        Ok(Some(shown))
    }

    /// What was shown before, if it is not older than this version and names have not changed.
    fn kept(&self, id: &EventId, version: i64) -> Option<Arc<Shown>> {
        let ((made, changes), shown) = self.inner.views.get(id)?;
        let is_fresh = made.elapsed() < FRESH && changes == self.registry.people.names.changes();
        (is_fresh && shown.version >= version).then_some(shown)
    }

    /// Carries out an action: `judge` says what happens, or refuses it. Those who act at the same time take turns. If somebody
    /// at another node is faster, it is asked again.
    pub async fn act(
        &self,
        id: &EventId,
        who: &PlayerId,
        judge: impl Fn(&EventState, &Crowd) -> Result<EventChange, Refusal> + Send + Sync + 'static,
    ) -> Result<(), Refusal> {
        let judge = Arc::new(judge);
        let turn = self.inner.acting.turn(id.clone()).await;
        for _ in 0..TRIES {
            let event = self.load(id).await?.ok_or_else(Refusal::not_found)?;
            let is_gone = |player: &&PlayerId| self.registry.people.names.get(player).is_empty();
            let gone: BTreeSet<PlayerId> = event.players.keys().filter(is_gone).cloned().collect();
            // A draw takes up to a second.
            let apart = self.registry.store.strangers_among(&event.players.keys().cloned().collect()).await?;
            let (judge, before, crowd) = (judge.clone(), event.clone(), Crowd { gone, apart });
            let judged = tokio::task::spawn_blocking(move || judge(&before, &crowd)).await;
            let what = judged.map_err(|_| Refusal::broken())??;
            let starts = matches!(what, EventChange::RoundStarted { .. });
            if let Some(after) = self.append(event, who, what).await? {
                drop(turn);
                self.inner.news.send_modify(|count| *count += 1);
                if starts && let Err(refusal) = self.open_games(&after, after.rounds.len()).await {
                    tracing::warn!(event = %id, message = refusal.message, "games of an event are opened later");
                }
                return Ok(());
            }
            let wait = 1 + u64::from(random_bytes()[0]) % LONGEST_WAIT;
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        Err(Refusal::unavailable())
    }

    /// Stores what happened, and returns the event after it; `None` if something else happened first.
    async fn append(
        &self,
        mut event: EventState,
        who: &PlayerId,
        what: EventChange,
    ) -> Result<Option<EventState>, Refusal> {
        let (at, json) = (now(), serde_json::to_string(&what)?);
        let starts = matches!(what, EventChange::RoundStarted { .. });
        let corrected = match what {
            EventChange::Corrected { round, table, .. } => Some((round, table)),
            _ => None,
        };
        event.happened(Logged { at, what });
        let corrected = corrected.and_then(|(round, table)| event.game(round, table));
        let round = event.rounds.len();
        let games = event.rounds.last().filter(|_| starts).map_or(0, |round| round.games.len());
        let entry = EventEntry {
            event: event.id.clone(),
            seq: event.seq,
            actor: Some(who.clone()),
            at,
            what: json,
            stage: EventStage::of(&event).as_str(),
            games: (1..=games).map(|table| (game_id(&event.id, round, table), round, table)).collect(),
            corrected: corrected.map(|game| CorrectedGame {
                regatta: game.regatta.clone(),
                rated_ranks: game.rated_ranks(&event.organiser).cloned(),
            }),
        };
        Ok(self.registry.store.append_event(None, entry).await?.then_some(event))
    }

    /// Opens the games of a round that are not open yet. Opening a game again changes nothing.
    async fn open_games(&self, event: &EventState, round: usize) -> Result<(), Refusal> {
        let Some(played) = round.checked_sub(1).and_then(|index| event.rounds.get(index)) else { return Ok(()) };
        for (table, game) in (1..).zip(&played.games) {
            if game.result.is_none() {
                self.open_game(event, (round, table), game).await?;
            }
        }
        Ok(())
    }

    async fn open_game(
        &self,
        event: &EventState,
        (round, table): (usize, usize),
        game: &EventGame,
    ) -> Result<(), Refusal> {
        let sitter = |seat: &Option<PlayerId>| match (seat, &event.settings.pilots) {
            (Some(player), _) => Some(Sitter::Player(player.clone())),
            (None, pilot) => pilot.clone().map(Sitter::Pilot),
        };
        let seats: BTreeMap<Color, Sitter> = Color::ALL.into_iter().zip(game.seats.iter().filter_map(sitter)).collect();
        let mut settings = event.settings.game(game.seats.len());
        let is_boat = is_boat_name(&event.settings.title);
        settings.title_by = (!is_boat).then(|| event.organiser.clone());
        settings.rated &= game.seats.iter().flatten().count() > 1;
        let reference = format!("{}/{round}/{table}", event.id);
        let occasion = Occasion { kind: OccasionKind::Event, reference };
        let Some(mut arrangement) = Arrangement::at_once(game.regatta.clone(), settings, seats, occasion) else {
            return Err(Refusal::broken());
        };
        arrangement.starter = Starter::FirstSeat;
        arrangement.also.0.push(game_is_open(&game.regatta));
        if self.registry.arrange(arrangement).await? == Arranged::Before {
            self.registry.store.note_open_game(&game.regatta).await?;
        }
        Ok(())
    }

    /// Opens games that were not opened because a server stopped in between, until the server stops.
    pub(crate) async fn run(self, leads: Leads) {
        let mut interval = tokio::time::interval(CHECK);
        loop {
            tokio::select! {
                _ = interval.tick() => {}
                () = self.registry.stopping.cancelled() => return,
            }
            if leads()
                && let Err(refusal) = self.open_missing().await
            {
                tracing::warn!(message = refusal.message, "games of events could not be opened; trying again");
            }
        }
    }

    async fn open_missing(&self) -> Result<(), Refusal> {
        let missing = self.registry.store.unopened_games().await?;
        let rounds: BTreeSet<(EventId, usize)> = missing.into_iter().map(|(event, round, _)| (event, round)).collect();
        for (id, round) in rounds {
            if let Some(event) = self.load(&id).await? {
                self.open_games(&event, round).await?;
            }
        }
        Ok(())
    }
}

/// An event with the names of its people; `None` if there is none with this id.
async fn load(store: &Store, names: &Names, id: &EventId) -> Result<Option<EventState>, StoreError> {
    let (log, results) = store.event(id).await?;
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(format!("event {id}: {error}"));
    let logged = |(at, what): (i64, String)| Ok(Logged { at, what: serde_json::from_str(&what).map_err(unreadable)? });
    let log: Vec<Logged> = log.into_iter().map(logged).collect::<Result<_, StoreError>>()?;
    let result = |(regatta, text): (RegattaId, String)| Ok((regatta, serde_json::from_str(&text).map_err(unreadable)?));
    let results: BTreeMap<RegattaId, EventGameResult> =
        results.into_iter().map(result).collect::<Result<_, StoreError>>()?;
    let Some(event) = EventState::replay(id.clone(), log, &results) else { return Ok(None) };
    let people: Vec<PlayerId> = event.players.keys().chain([&event.organiser]).cloned().collect();
    names.load(&people).await?;
    Ok(Some(event))
}

/// What everybody sees of an event, read from a store without a server.
pub async fn stored_view(store: &Store, id: &EventId) -> Result<Option<EventView>, StoreError> {
    let names = Names::new(store.clone());
    Ok(load(store, &names, id).await?.map(|event| EventView::new(&event, &names)))
}

/// The ranks that count for ratings instead of a game's own result, of all events, from their logs.
pub async fn rated_corrections(store: &Store) -> Result<BTreeMap<RegattaId, Vec<u8>>, StoreError> {
    let names = Names::new(store.clone());
    let mut all = BTreeMap::new();
    for row in store.all_events().await? {
        let Some(event) = load(store, &names, &row.id).await? else { continue };
        let games = event.rounds.iter().flat_map(|round| &round.games);
        let ranks = |game: &EventGame| Some((game.regatta.clone(), game.rated_ranks(&event.organiser)?.clone()));
        all.extend(games.filter_map(ranks));
    }
    Ok(all)
}
