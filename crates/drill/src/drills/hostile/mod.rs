//! The hostile drill: some clients send invalid and forbidden messages while others play.

mod messages;

use super::record_fault;
use crate::{
    DrillError,
    client::{
        api::{ApiClient, Guest},
        event_log,
        player::{Behavior, Spectators, open_regatta},
        websocket::WebSocket,
    },
    report::{Bar, Figure, Report},
};
use memchr::memmem;
use messages::{HostileMessage, random_message};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use powerboats_server::ids::RegattaId;
use serde_json::json;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    task::JoinSet,
    time::{Instant, timeout},
};

/// The size of the drill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Rooms of well-behaved players.
    pub rooms: usize,
    /// Hostile clients.
    pub attackers: usize,
    /// How long the attack lasts.
    pub duration: Duration,
    /// The seed of all randomness.
    pub seed: u64,
}

/// A regatta has to end within this time.
const REGATTA_LIMIT: Duration = Duration::from_secs(600);

/// What the attackers know: the rooms of the others, and the session of one player in each.
#[derive(Default)]
struct Targets {
    rooms: Vec<RegattaId>,
    insiders: Vec<Guest>,
}

type Shared = Arc<Mutex<Targets>>;

/// Lets well-behaved players play and attackers attack, and reports which games were harmed.
pub async fn run(api: &ApiClient, plan: Plan) -> Result<Report, DrillError> {
    let targets = Shared::default();
    let until = Instant::now() + plan.duration;
    let mut good = JoinSet::new();
    for number in 0..plan.rooms {
        good.spawn(play(api.clone(), number as u64, targets.clone(), until));
    }
    let mut bad = JoinSet::new();
    for number in 0..plan.attackers {
        let draw = QuickRandom::of_task(plan.seed, number as u64);
        bad.spawn(attack(api.clone(), draw, targets.clone(), until));
    }
    let (mut finished, mut sent, mut faults) = (0, 0, Vec::new());
    while let Some(attacker) = bad.join_next().await {
        let (messages, found) = attacker??;
        sent += messages;
        faults.extend(found);
    }
    while let Some(room) = good.join_next().await {
        match room? {
            Ok(regattas) => finished += regattas,
            Err(error) => faults.push(error.to_string()),
        }
    }
    if !api.is_ready().await {
        faults.push("the server is no longer ready".to_owned());
    }
    let notes = vec![format!(
        "{} attackers sent {sent} messages in {:.0} s while {} rooms played; {finished} regattas finished and verified",
        plan.attackers,
        plan.duration.as_secs_f64(),
        plan.rooms
    )];
    let figures = vec![
        Figure {
            name: "hostile-finished",
            value: finished as f64,
            unit: "regattas",
            bar: Bar::AtLeast(plan.rooms as f64),
        },
        Figure::none("hostile", faults.len(), "faults"),
    ];
    Ok(Report { figures, notes, faults })
}

/// Plays one regatta after another. Returns how many.
async fn play(api: ApiClient, number: u64, targets: Shared, until: Instant) -> Result<usize, DrillError> {
    let mut guests = Vec::new();
    for seat in 0..3 {
        guests.push(api.new_guest(&format!("Good {number}-{seat}")).await?);
    }
    let mut finished = 0;
    while finished == 0 || Instant::now() < until {
        let (think_time, spectators) = (Duration::from_millis(5), Spectators::Chatting);
        let behavior = Behavior { races: 1, think_time, spectators, ..Behavior::default() };
        let (regatta, players) = open_regatta(&api, &guests, behavior, number * 1000 + finished as u64).await?;
        {
            let mut targets = targets.lock().unwrap_or_else(PoisonError::into_inner);
            targets.rooms.push(regatta.id.clone());
            targets.insiders.push(guests[0].clone());
        }
        let mut playing = JoinSet::new();
        for mut player in players {
            playing.spawn(async move { player.play().await });
        }
        let all = async {
            while let Some(player) = playing.join_next().await {
                player??;
            }
            Ok::<(), DrillError>(())
        };
        timeout(REGATTA_LIMIT, all)
            .await
            .map_err(|_| DrillError::Timeout(format!("a regatta did not end within {REGATTA_LIMIT:?}")))??;
        if event_log::digest(&api.events(&guests[0], &regatta.id).await?) != regatta.events().digest() {
            return Err(DrillError::broken("the server's events differ from those that the players saw"));
        }
        if let Some(fault) = record_fault(&api.record(&regatta.id).await?) {
            return Err(DrillError::broken(fault));
        }
        finished += 1;
    }
    Ok(finished)
}

/// Attacks until the time is up. Returns how many messages were sent, and the faults found.
async fn attack(
    api: ApiClient,
    mut draw: QuickRandom,
    targets: Shared,
    until: Instant,
) -> Result<(u64, Vec<String>), DrillError> {
    let me = api.new_guest("Mallory").await?;
    let (mut sent, mut faults) = (0, Vec::new());
    while Instant::now() < until {
        if draw.below(20) == 0 {
            send_noise(&api, &mut draw).await;
            continue;
        }
        let (id, guest) = match draw.below(4) {
            // A room of its own, in which some of its actions are allowed.
            0 => (api.open_regatta(&me, &json!({ "seats": 2, "races": 1 })).await?, Some(me.clone())),
            _ => match pick_target(&targets, &me, &mut draw) {
                Some(target) => target,
                None => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        let since = if draw.below(2) == 0 { 0 } else { u64::from(draw.below(2000)) };
        match api.socket(guest.as_ref(), &id, since).await {
            Ok(socket) => sent += harass(socket, &mut draw, &mut faults).await,
            Err(error) => faults.push(error.to_string()),
        }
    }
    Ok((sent, faults))
}

/// A room of the others, and the identity to use there: a player of another room, the attacker itself, or nobody.
fn pick_target(targets: &Shared, me: &Guest, draw: &mut QuickRandom) -> Option<(RegattaId, Option<Guest>)> {
    let Targets { rooms, insiders } = &*targets.lock().unwrap_or_else(PoisonError::into_inner);
    let (room, insider) = match rooms.len() as u32 {
        0 => return None,
        count => (draw.below(count) as usize, draw.below(count) as usize),
    };
    let guest = match draw.below(3) {
        0 if insiders[insider].id != insiders[room].id => Some(insiders[insider].clone()),
        1 => None,
        _ => Some(me.clone()),
    };
    Some((rooms[room].clone(), guest))
}

/// Sends random bytes instead of an HTTP request.
async fn send_noise(api: &ApiClient, draw: &mut QuickRandom) {
    if let Ok(mut stream) = TcpStream::connect(api.address()).await {
        let bytes: Vec<u8> = (0..draw.below(2000)).map(|_| draw.bits() as u8).collect();
        let _ = stream.write_all(&bytes).await; // the server may close the connection
    }
}

/// Sends up to 60 hostile messages over one connection. Returns how many were sent before it broke.
async fn harass(mut socket: WebSocket, draw: &mut QuickRandom, faults: &mut Vec<String>) -> u64 {
    let (count, reads) = (draw.below(60), draw.below(4) > 0);
    for sent in 0..u64::from(count) {
        let done = match random_message(draw) {
            HostileMessage::Frame(kind, payload) => socket.send_frame(kind, &payload).await,
            HostileMessage::Bytes(bytes) => socket.send_bytes(&bytes).await,
        };
        if done.is_err() {
            return sent;
        }
        if !reads {
            continue; // some clients never read
        }
        loop {
            match timeout(Duration::from_millis(2), socket.next()).await {
                Ok(Ok(text)) if memmem::find(text, br#""code":"broken""#).is_some() => {
                    faults.push(String::from_utf8_lossy(text).into_owned());
                }
                Ok(Ok(_)) => {}
                Ok(Err(_)) => return sent + 1,
                Err(_) => break,
            }
        }
    }
    u64::from(count)
}
