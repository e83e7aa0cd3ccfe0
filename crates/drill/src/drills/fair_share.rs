//! The fair-share drill: some guests use as much of the server as its default limits allow. Measures what the other
//! players notice.

use crate::{
    DrillError,
    client::{
        api::{ApiClient, Guest, RATE_LIMIT_CODES, action, join, ready, retry, seat_pilot},
        background_games::{BackgroundGames, play_against_captain},
        flood,
        player::{Behavior, Spectators},
    },
    concurrent,
    report::{Bar, Figure, Report},
    server::{Limits, Server, Setup},
};
use powerboats_server::ids::RegattaId;
use serde_json::json;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

/// The size of the drill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Rooms of Admirals that one guest tries to open.
    pub rooms: usize,
    /// Turns of a Captain to measure, without and with those rooms.
    pub answers: usize,
    /// People who play against a Captain at the same time.
    pub honest: u8,
    /// Chat messages that spectators try to send.
    pub chats: usize,
    /// Rooms that one guest tries to leave open.
    pub tables: usize,
    /// How long each part is measured at most.
    pub limit: Duration,
    /// The seed of all randomness.
    pub seed: u64,
}

/// How one person plays against a Captain.
const AGAINST_CAPTAIN: Behavior = Behavior {
    races: 3,
    drop_every: None,
    chat_every: None,
    think_time: Duration::from_millis(10),
    spectators: Spectators::Silent,
    pilots: &["captain"],
};

/// Starts a server with the default limits.
async fn server_with_limits(extra: &[&str]) -> Result<Server, DrillError> {
    let extra = extra.iter().map(|&flag| flag.to_owned()).collect();
    let mut server = Server::with_setup(Setup { limits: Limits::Default, extra, ..Setup::default() }).await?;
    server.api = server.api.clone().retrying(RATE_LIMIT_CODES);
    Ok(server)
}

/// Runs all parts, each with a new server.
pub async fn run(plan: Plan) -> Result<Report, DrillError> {
    let mut report = Report::default();
    for part in
        [many_admirals(plan).await?, many_players(plan).await?, chat_flood(plan).await?, many_rooms(plan).await?]
    {
        report.append(part);
    }
    report.figures.push(Figure::none("fair-share", report.faults.len(), "faults"));
    Ok(report)
}

/// Counts answers by outcome: `done`, or the code of the refusal.
#[derive(Clone, Default)]
struct Tally(Arc<Mutex<BTreeMap<String, usize>>>);

impl Tally {
    fn count<T>(&self, answer: &Result<T, DrillError>) {
        let outcome = match answer {
            Ok(_) => "done".to_owned(),
            Err(error) => error.code().unwrap_or_else(|| error.to_string()),
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(outcome).or_default() += 1;
    }

    fn summary(&self) -> String {
        let tally = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counts: Vec<String> = tally.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
        counts.join(", ")
    }
}

/// Measures a Captain's turns and other players' actions, alone and while a guest runs as many Admirals as the limits allow
/// and floods the chat.
async fn many_admirals(plan: Plan) -> Result<Report, DrillError> {
    let server = server_with_limits(&[]).await?;
    let api = server.api.with_source_address([127, 0, 0, 3]);
    let deadline = || Instant::now() + plan.limit;
    let behavior = Behavior { races: 3, think_time: Duration::from_millis(120), ..Behavior::default() };
    let games = BackgroundGames::start(&server.api, 2, 2, behavior, plan.seed).await?;
    sleep(Duration::from_secs(1)).await;
    games.latencies.take();
    let alone =
        play_against_captain(&api, AGAINST_CAPTAIN, plan.answers, deadline(), plan.seed).await?.latencies.take();
    let quiet = games.latencies.take();
    // The greedy guest does not wait after a refusal.
    let greedy = server.api.with_source_address([127, 0, 0, 2]).retrying(&[]);
    let guest = greedy.new_guest("Glutton").await?;
    let (tally, mut live) = (Tally::default(), 0);
    for room in 0..plan.rooms {
        live += usize::from(open_admiral_room(&greedy, &guest, room, &tally).await);
    }
    sleep(Duration::from_secs(1).min(plan.limit)).await;
    let seed = plan.seed.wrapping_add(100);
    let flood = tokio::spawn(flood_chat(greedy, guest, Instant::now() + plan.limit));
    games.latencies.take();
    let loaded = play_against_captain(&api, AGAINST_CAPTAIN, plan.answers, deadline(), seed).await?.latencies.take();
    let others = games.latencies.take();
    flood.abort();
    let mut faults = games.stop();
    if others.count == 0 {
        faults.push("no other player could act".to_owned());
    }
    let notes = vec![
        format!(
            "one guest tried to open {} rooms of five or six Admirals: {live} are live ({})",
            plan.rooms,
            tally.summary()
        ),
        format!("turns of a Captain, alone: {alone}"),
        format!(
            "turns of a Captain, with those rooms and a flood of chat: {loaded}; honest players: {}",
            api.retry_summary()
        ),
        format!("other players' actions, undisturbed: {quiet}; with those rooms and a flood of chat: {others}"),
    ];
    let value = (loaded.p99 / 10.0).ceil() / 100.0;
    let figure = Figure { name: "fair-share-captain", value, unit: "s, p99", bar: Bar::AtMost(1.0) };
    let bar = Bar::AtMost((2.0 * quiet.p99).max(50.0).round());
    let actions = Figure { name: "fair-share-actions", value: others.p99, unit: "ms, p99", bar };
    Ok(Report { figures: vec![figure, actions], notes, faults })
}

/// Says as much as the limits allow in a room of one's own, until then.
async fn flood_chat(api: ApiClient, guest: Guest, until: Instant) {
    let room = match api.open_regatta(&guest, &json!({ "seats": 2 })).await {
        Ok(room) => room,
        // All rooms that the guest may open are open: say it in one of them.
        Err(_) => match api.get(Some(&guest), "/api/regattas?mine=true&limit=1").await {
            Ok(listed) => match first_id(&listed) {
                Some(room) => room,
                None => return,
            },
            Err(_) => return,
        },
    };
    for number in 0_u64.. {
        if Instant::now() > until {
            return;
        }
        drop(
            api.act(&guest, &room, &format!("flood {number}"), action(json!({ "type": "phrase", "phrase": "wow" })))
                .await,
        );
    }
}

/// The id of the first regatta in a list.
fn first_id(listed: &[u8]) -> Option<RegattaId> {
    let listed: serde_json::Value = serde_json::from_slice(listed).ok()?;
    RegattaId::read(listed[0]["id"].as_str()?)
}

/// Opens a room of six Admirals, or of five and a host who leaves at once. Returns whether its race began.
async fn open_admiral_room(api: &ApiClient, guest: &Guest, number: usize, tally: &Tally) -> bool {
    let admirals_only = number.is_multiple_of(2);
    // With another clock the game would pause when the host leaves.
    let clock = json!({ "type": "correspondence", "hours": 24 });
    let opened = api.open_regatta(guest, &json!({ "seats": 6, "races": 3, "join": false, "clock": clock })).await;
    tally.count(&opened);
    let Ok(id) = opened else { return false };
    let admirals = if admirals_only { 6 } else { 5 };
    let mut actions = vec![seat_pilot("admiral"); admirals];
    match admirals_only {
        true => actions.push(action(json!({ "type": "start" }))),
        false => actions.extend([join(), ready(), action(json!({ "type": "leave" }))]),
    }
    for (number, action) in actions.into_iter().enumerate() {
        let done = api.act(guest, &id, &number.to_string(), action).await;
        if done.is_err() {
            tally.count(&done);
            return false;
        }
    }
    true
}

/// Measures the processor time per decision of a Captain while many people play against one each.
async fn many_players(plan: Plan) -> Result<Report, DrillError> {
    let server = server_with_limits(&[]).await?;
    let behavior = Behavior { think_time: Duration::from_millis(50), ..AGAINST_CAPTAIN };
    let (before, until) = (server.processor_time(), Instant::now() + plan.limit);
    let mut rooms = JoinSet::new();
    for number in 0..plan.honest {
        let api = server.api.with_source_address([127, 2, 0, number + 1]);
        let seed = plan.seed.wrapping_add(u64::from(number) * 1000);
        rooms.spawn(async move { play_against_captain(&api, behavior, usize::MAX, until, seed).await });
    }
    let (mut decisions, mut faults) = (0, Vec::new());
    while let Some(room) = rooms.join_next().await {
        match room? {
            Ok(turns) => decisions += turns.decisions,
            Err(error) => faults.push(error.to_string()),
        }
    }
    let each = (server.processor_time() - before).as_secs_f64() * 1000.0 / f64::from(decisions.max(1));
    let notes = vec![format!(
        "{} people against a Captain each: {decisions} decisions of Captains in {:.0} s; {each:.1} ms of processor time per \
         decision, including everything else that the server did; {:.0} MiB",
        plan.honest,
        plan.limit.as_secs_f64(),
        server.memory(),
    )];
    let figure = Figure { name: "fair-share-thought", value: each, unit: "ms a decision", bar: Bar::AtMost(5.0) };
    Ok(Report { figures: vec![figure], notes, faults })
}

/// Measures players' actions while spectators flood the chat and while strangers read the room over and over.
async fn chat_flood(plan: Plan) -> Result<Report, DrillError> {
    let server = server_with_limits(&[]).await?;
    let (think_time, spectators) = (Duration::from_millis(120), Spectators::Chatting);
    let behavior = Behavior { races: 3, think_time, spectators, ..Behavior::default() };
    let games = BackgroundGames::start(&server.api, 4, 4, behavior, plan.seed).await?;
    let duration = plan.limit.min(Duration::from_secs(15));
    sleep(Duration::from_secs(1)).await;
    games.latencies.take();
    sleep(duration).await;
    let quiet = games.latencies.take();
    let (address, room) = (server.api.address(), games.first_regatta().clone());
    let chatted = flood::spawn(move || flood::chat(address, room, plan.chats)).finish().await?;
    let chatting = games.latencies.take();
    let room = games.first_regatta().clone();
    let until = std::time::Instant::now() + duration;
    let read = flood::spawn(move || flood::read(address, room, until)).finish().await?;
    let reading = games.latencies.take();
    let notes = vec![
        format!("players' actions, undisturbed: {quiet}"),
        format!("{} chat messages tried: {chatted}; players' actions meanwhile: {chatting}", plan.chats),
        format!("strangers read {read}; players' actions meanwhile: {reading}"),
    ];
    let bar = Bar::AtMost((2.0 * quiet.p99).max(50.0).round());
    let p99 = |name, value| Figure { name, value, unit: "ms, p99", bar };
    let mut faults = games.stop();
    if reading.count == 0 || chatting.count == 0 {
        faults.push("no player could act".to_owned());
    }
    let figures = vec![p99("fair-share-chat", chatting.p99), p99("fair-share-read", reading.p99)];
    Ok(Report { figures, notes, faults })
}

/// Measures the lobby after one guest has opened as many rooms as the limits allow.
async fn many_rooms(plan: Plan) -> Result<Report, DrillError> {
    // Without these limits, because with them it would take ten minutes.
    let server = server_with_limits(&["--requests", "0", "--actions", "0"]).await?;
    let api = server.api.clone().retrying(&[]);
    let guest = api.new_guest("Opener").await?;
    let tally = Tally::default();
    let (opener, counted) = (api.clone(), tally.clone());
    concurrent::run_many(plan.tables, move |_| {
        let (api, guest, tally) = (opener.clone(), guest.clone(), counted.clone());
        async move {
            let opened = api.open_regatta(&guest, &json!({ "seats": 4 })).await;
            tally.count(&opened);
            match opened {
                Err(error) if error.code().is_none() => Err(error),
                _ => Ok(()),
            }
        }
    })
    .await?;
    let stranger = retry(|| api.new_guest("Stranger")).await?;
    let (reads, mut bytes) = (50, 0);
    let (before, began) = (server.processor_time(), Instant::now());
    for _ in 0..reads {
        bytes = api.get(Some(&stranger), "/api/regattas").await?.len();
    }
    let (wall, spent) = (began.elapsed(), server.processor_time() - before);
    let each = |time: Duration| time.as_secs_f64() * 1000.0 / f64::from(reads);
    let notes = vec![format!(
        "one guest tried to open {} rooms: {}; reading the lobby takes {:.1} ms, {:.1} ms of it processor time",
        plan.tables,
        tally.summary(),
        each(wall),
        each(spent)
    )];
    let size = (bytes as f64 / 102.4).ceil() / 10.0;
    let figures = vec![
        Figure { name: "fair-share-lobby", value: size, unit: "KiB", bar: Bar::AtMost(128.0) },
        Figure {
            name: "fair-share-lobby-read",
            value: each(spent),
            unit: "ms of processor time",
            bar: Bar::AtMost(10.0),
        },
    ];
    Ok(Report { figures, notes, faults: Vec::new() })
}
