//! The fair-share drill: guests who take all they can get, within the limits that a server has by itself, and what
//! others notice of it.

use crate::{
    Trouble, batch, flood,
    party::{Party, duel},
    report::{Bar, Figure, Report},
    sailor::{Company, Manner},
    server::{Limits, Server, Setup},
    site::{Guest, LIMITED, Site, action, insist, join, ready, seat_pilot},
};
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

/// How much it is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Rooms of Admirals that one guest tries to open.
    pub rooms: usize,
    /// Turns of a Captain to measure, quiet and beside these.
    pub answers: usize,
    /// People who play against a Captain at the same time.
    pub honest: u8,
    /// Chats that spectators try.
    pub chats: usize,
    /// Rooms that one guest tries to leave open.
    pub tables: usize,
    /// The longest that each part is measured.
    pub long: Duration,
    /// Of everything random.
    pub seed: u64,
}

/// One person and a Captain.
const DUEL: Manner = Manner {
    races: 3,
    drops: None,
    chats: None,
    thinks: Duration::from_millis(10),
    company: Company::Alone,
    pilots: &["captain"],
};

async fn usual(extra: &[&str]) -> Result<Server, Trouble> {
    let extra = extra.iter().map(|&flag| flag.to_owned()).collect();
    let mut server = Server::with(Setup { limits: Limits::Usual, extra, ..Setup::default() }).await?;
    server.site = server.site.clone().forgiving(LIMITED);
    Ok(server)
}

/// All parts, each with a server of its own.
pub async fn run(plan: Plan) -> Result<Report, Trouble> {
    let mut report = Report::default();
    for part in [greedy(plan).await?, honest(plan).await?, flooded(plan).await?, crowded(plan).await?] {
        report.figures.extend(part.figures);
        report.notes.extend(part.notes);
        report.faults.extend(part.faults);
    }
    report.figures.push(Figure::none("fair-share", report.faults.len(), "faults"));
    Ok(report)
}

/// How often what was answered how: `201`, or the code of the refusal.
#[derive(Clone, Default)]
struct Tally(Arc<Mutex<BTreeMap<String, usize>>>);

impl Tally {
    fn note<T>(&self, answer: &Result<T, Trouble>) -> bool {
        let how = match answer {
            Ok(_) => "done".to_owned(),
            Err(trouble) => trouble.code().unwrap_or_else(|| trouble.to_string()),
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(how).or_default() += 1;
        answer.is_ok()
    }

    fn words(&self) -> String {
        let tally = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<String> = tally.iter().map(|(how, times)| format!("{times} {how}")).collect();
        words.join(", ")
    }
}

/// A Captain's answers, alone and beside a guest with as many Admirals as they can get.
async fn greedy(plan: Plan) -> Result<Report, Trouble> {
    let server = usual(&[]).await?;
    let site = server.site.from([127, 0, 0, 3]);
    let quiet = duel(&site, DUEL, plan.answers, Instant::now() + plan.long, plan.seed).await?.answers.take();
    // Nobody here waits politely.
    let greedy = server.site.from([127, 0, 0, 2]).forgiving(&[]);
    let glutton = greedy.guest("Glutton").await?;
    let (tally, mut live) = (Tally::default(), 0);
    for room in 0..plan.rooms {
        live += usize::from(gorge(&greedy, &glutton, room, &tally).await);
    }
    sleep(Duration::from_secs(1).min(plan.long)).await;
    let seed = plan.seed.wrapping_add(100);
    let beside = duel(&site, DUEL, plan.answers, Instant::now() + plan.long, seed).await?.answers.take();
    let notes = vec![
        format!("one guest tried {} rooms of five or six Admirals: {live} live ({})", plan.rooms, tally.words()),
        format!("turns of a Captain, alone: {quiet}"),
        format!("turns of a Captain, beside them: {beside}; honest players: {}", site.forgiven()),
    ];
    let value = (beside.p99 / 10.0).ceil() / 100.0;
    let figure = Figure { name: "fair-share-captain", value, unit: "s, p99", bar: Bar::AtMost(1.0) };
    Ok(Report { figures: vec![figure], notes, faults: Vec::new() })
}

/// One more room: six Admirals who play alone, or five and a host who leaves at once. Is it live?
async fn gorge(site: &Site, who: &Guest, number: usize, tally: &Tally) -> bool {
    let alone = number.is_multiple_of(2);
    let opened = site.open(who, &json!({ "seats": 6, "races": 3, "join": false })).await;
    tally.note(&opened);
    let Ok(id) = opened else { return false };
    let admirals = if alone { 6 } else { 5 };
    let mut actions = vec![seat_pilot("admiral"); admirals];
    match alone {
        true => actions.push(action(json!({ "type": "start" }))),
        false => actions.extend([join(), ready(), action(json!({ "type": "leave" }))]),
    }
    for (number, action) in actions.into_iter().enumerate() {
        let done = site.act(who, &id, &number.to_string(), action).await;
        if done.is_err() {
            tally.note(&done);
            return false;
        }
    }
    true
}

/// The processor time of a Captain's decision, while many people play against one each.
async fn honest(plan: Plan) -> Result<Report, Trouble> {
    let server = usual(&[]).await?;
    let manner = Manner { thinks: Duration::from_millis(50), ..DUEL };
    let (before, until) = (server.processor_time(), Instant::now() + plan.long);
    let mut rooms = JoinSet::new();
    for number in 0..plan.honest {
        let site = server.site.from([127, 2, 0, number + 1]);
        let seed = plan.seed.wrapping_add(u64::from(number) * 1000);
        rooms.spawn(async move { duel(&site, manner, usize::MAX, until, seed).await });
    }
    let (mut decisions, mut faults) = (0, Vec::new());
    while let Some(room) = rooms.join_next().await {
        match room? {
            Ok(duel) => decisions += duel.decisions,
            Err(trouble) => faults.push(trouble.to_string()),
        }
    }
    let each = (server.processor_time() - before).as_secs_f64() * 1000.0 / f64::from(decisions.max(1));
    let notes = vec![format!(
        "{} people against a Captain each: {decisions} of its decisions in {:.0} s, {each:.1} ms of processor time each, all \
         else that the server did included; {:.0} MiB",
        plan.honest,
        plan.long.as_secs_f64(),
        server.memory(),
    )];
    let figure = Figure { name: "fair-share-thought", value: each, unit: "ms a decision", bar: Bar::AtMost(5.0) };
    Ok(Report { figures: vec![figure], notes, faults })
}

/// What players notice of spectators who chat without end, and of strangers who read it all again and again.
async fn flooded(plan: Plan) -> Result<Report, Trouble> {
    let server = usual(&[]).await?;
    let company = Company::Watched;
    let manner = Manner { races: 3, thinks: Duration::from_millis(120), company, ..Manner::default() };
    let party = Party::begin(&server.site, 4, 4, manner, plan.seed).await?;
    let long = plan.long.min(Duration::from_secs(15));
    sleep(Duration::from_secs(1)).await;
    party.took.take();
    sleep(long).await;
    let quiet = party.took.take();
    let (address, room) = (server.site.address, party.room().clone());
    let chats = flood::in_background(move || flood::chat(address, room, plan.chats));
    while !chats.is_over() {
        sleep(Duration::from_millis(50)).await;
    }
    let chatted = chats.end()?;
    let chatting = party.took.take();
    let room = party.room().clone();
    let until = std::time::Instant::now() + long;
    let reads = flood::in_background(move || flood::read(address, room, until));
    while !reads.is_over() {
        sleep(Duration::from_millis(50)).await;
    }
    let read = reads.end()?;
    let reading = party.took.take();
    let notes = vec![
        format!("players' actions, quiet: {quiet}"),
        format!("{} chats tried: {chatted}; players' actions meanwhile: {chatting}", plan.chats),
        format!("strangers read {read}; players' actions meanwhile: {reading}"),
    ];
    let bar = Bar::AtMost((2.0 * quiet.p99).max(50.0).round());
    let p99 = |name, value| Figure { name, value, unit: "ms, p99", bar };
    let mut faults = party.end().await;
    if reading.many == 0 || chatting.many == 0 {
        faults.push("nobody could play".to_owned());
    }
    let figures = vec![p99("fair-share-chat", chatting.p99), p99("fair-share-read", reading.p99)];
    Ok(Report { figures, notes, faults })
}

/// What the lobby is like after one guest opened rooms without end.
async fn crowded(plan: Plan) -> Result<Report, Trouble> {
    // Or this would take ten minutes.
    let server = usual(&["--requests", "0", "--actions", "0"]).await?;
    let site = server.site.clone().forgiving(&[]);
    let guest = site.guest("Opener").await?;
    let tally = Tally::default();
    let (opener, counted) = (site.clone(), tally.clone());
    batch::each(plan.tables, move |_| {
        let (site, guest, tally) = (opener.clone(), guest.clone(), counted.clone());
        async move {
            let opened = site.open(&guest, &json!({ "seats": 4 })).await;
            tally.note(&opened);
            match opened {
                Err(trouble) if trouble.code().is_none() => Err(trouble),
                _ => Ok(()),
            }
        }
    })
    .await?;
    let stranger = insist(|| site.guest("Stranger")).await?;
    let (reads, mut bytes) = (50, 0);
    let (before, began) = (server.processor_time(), Instant::now());
    for _ in 0..reads {
        bytes = site.get(Some(&stranger), "/api/regattas").await?.len();
    }
    let (wall, spent) = (began.elapsed(), server.processor_time() - before);
    let each = |time: Duration| time.as_secs_f64() * 1000.0 / f64::from(reads);
    let notes = vec![format!(
        "{} rooms tried by one guest: {}; the lobby takes {:.1} ms a read, {:.1} ms of processor time",
        plan.tables,
        tally.words(),
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
