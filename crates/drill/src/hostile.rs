//! The hostile drill: clients that send whatever they like, while others play.

use crate::{
    Trouble,
    kill::record_fault,
    malice::{self, Malice},
    report::{Bar, Figure, Report},
    sailor::{Company, Manner, assemble},
    site::{Guest, Site},
    wire::Wire,
};
use memchr::memmem;
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

/// How hard it is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Rooms in which people play as they should.
    pub rooms: usize,
    /// Clients that don't.
    pub attackers: usize,
    /// How long.
    pub long: Duration,
    /// Of everything random.
    pub seed: u64,
}

/// No regatta takes longer.
const LONGEST: Duration = Duration::from_secs(600);

/// What attackers know: the rooms in which others play, and players who sit in some of them.
#[derive(Default)]
struct Targets {
    rooms: Vec<RegattaId>,
    insiders: Vec<Guest>,
}

type Shared = Arc<Mutex<Targets>>;

/// Lets good players sail and attackers attack, and sees whom it hurts.
pub async fn run(site: &Site, plan: Plan) -> Result<Report, Trouble> {
    let targets = Shared::default();
    let until = Instant::now() + plan.long;
    let mut good = JoinSet::new();
    for number in 0..plan.rooms {
        good.spawn(play(site.clone(), number as u64, targets.clone(), until));
    }
    let mut bad = JoinSet::new();
    for number in 0..plan.attackers {
        let draw = QuickRandom::of_task(plan.seed, number as u64);
        bad.spawn(attack(site.clone(), draw, targets.clone(), until));
    }
    let (mut sailed, mut sent, mut faults) = (0, 0, Vec::new());
    while let Some(attacker) = bad.join_next().await {
        let (messages, found) = attacker.map_err(|error| Trouble::Setup(error.to_string()))??;
        sent += messages;
        faults.extend(found);
    }
    while let Some(room) = good.join_next().await {
        match room.map_err(|error| Trouble::Setup(error.to_string()))? {
            Ok(regattas) => sailed += regattas,
            Err(trouble) => faults.push(trouble.to_string()),
        }
    }
    if !site.is_ready().await {
        faults.push("the server is no longer ready".to_owned());
    }
    let notes = vec![format!(
        "{} attackers sent {sent} messages in {:.0} s beside {} rooms; {sailed} regattas sailed to the end and verified",
        plan.attackers,
        plan.long.as_secs_f64(),
        plan.rooms
    )];
    let figures = vec![
        Figure { name: "hostile-sailed", value: sailed as f64, unit: "regattas", bar: Bar::AtLeast(plan.rooms as f64) },
        Figure::none("hostile", faults.len(), "faults"),
    ];
    Ok(Report { figures, notes, faults })
}

/// Regatta after regatta, as it should be: how many.
async fn play(site: Site, number: u64, targets: Shared, until: Instant) -> Result<usize, Trouble> {
    let mut guests = Vec::new();
    for seat in 0..3 {
        guests.push(site.guest(&format!("Good {number}-{seat}")).await?);
    }
    let mut sailed = 0;
    while sailed == 0 || Instant::now() < until {
        let thinks = Duration::from_millis(5);
        let manner = Manner { races: 1, thinks, company: Company::Watched, ..Manner::default() };
        let (venue, sailors) = assemble(&site, &guests, manner, number * 1000 + sailed as u64).await?;
        {
            let mut targets = targets.lock().unwrap_or_else(PoisonError::into_inner);
            targets.rooms.push(venue.id.clone());
            targets.insiders.push(guests[0].clone());
        }
        let mut crew = JoinSet::new();
        for mut sailor in sailors {
            crew.spawn(async move { sailor.sail().await });
        }
        let all = async {
            while let Some(sailor) = crew.join_next().await {
                sailor.map_err(|error| Trouble::Setup(error.to_string()))??;
            }
            Ok::<(), Trouble>(())
        };
        timeout(LONGEST, all).await.map_err(|_| Trouble::Late("a regatta did not end".to_owned()))??;
        if crate::story::digest(&site.story(&guests[0], &venue.id).await?) != venue.story().digest() {
            return Err(Trouble::broken("the players saw another story than the server tells"));
        }
        if let Some(fault) = record_fault(&site.record(&venue.id).await?) {
            return Err(Trouble::broken(fault));
        }
        sailed += 1;
    }
    Ok(sailed)
}

/// Attacks until the time is up: messages sent, and faults found.
async fn attack(
    site: Site,
    mut draw: QuickRandom,
    targets: Shared,
    until: Instant,
) -> Result<(u64, Vec<String>), Trouble> {
    let me = site.guest("Mallory").await?;
    let (mut sent, mut faults) = (0, Vec::new());
    while Instant::now() < until {
        if draw.below(20) == 0 {
            knock(&site, &mut draw).await;
            continue;
        }
        let (id, who) = match draw.below(4) {
            // A room of one's own, where some of it is even allowed.
            0 => (site.open(&me, &json!({ "seats": 2, "races": 1 })).await?, Some(me.clone())),
            _ => match aim(&targets, &me, &mut draw) {
                Some(target) => target,
                None => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        let since = if draw.below(2) == 0 { 0 } else { u64::from(draw.below(2000)) };
        match site.socket(who.as_ref(), &id, since).await {
            Ok(wire) => sent += harass(wire, &mut draw, &mut faults).await,
            Err(trouble) => faults.push(trouble.to_string()),
        }
    }
    Ok((sent, faults))
}

/// A room in which others play, and whom to be there: somebody who sits elsewhere, a stranger, or nobody at all.
fn aim(targets: &Shared, me: &Guest, draw: &mut QuickRandom) -> Option<(RegattaId, Option<Guest>)> {
    let Targets { rooms, insiders } = &*targets.lock().unwrap_or_else(PoisonError::into_inner);
    let (room, insider) = match rooms.len() as u32 {
        0 => return None,
        many => (draw.below(many) as usize, draw.below(many) as usize),
    };
    let who = match draw.below(3) {
        0 if insiders[insider].id != insiders[room].id => Some(insiders[insider].clone()),
        1 => None,
        _ => Some(me.clone()),
    };
    Some((rooms[room].clone(), who))
}

/// Bytes where a request should be.
async fn knock(site: &Site, draw: &mut QuickRandom) {
    if let Ok(mut stream) = TcpStream::connect(site.address).await {
        let bytes: Vec<u8> = (0..draw.below(2000)).map(|_| draw.bits() as u8).collect();
        let _ = stream.write_all(&bytes).await; // it may hang up on us
    }
}

/// Sends things over one connection until it breaks or one tires of it: how many.
async fn harass(mut wire: Wire, draw: &mut QuickRandom, faults: &mut Vec<String>) -> u64 {
    let (most, reads) = (draw.below(60), draw.below(4) > 0);
    for sent in 0..u64::from(most) {
        let done = match malice::next(draw) {
            Malice::Frame(kind, payload) => wire.send_frame(kind, &payload).await,
            Malice::Bytes(bytes) => wire.send_bytes(&bytes).await,
        };
        if done.is_err() {
            return sent;
        }
        if !reads {
            continue; // some never listen
        }
        loop {
            match timeout(Duration::from_millis(2), wire.next()).await {
                Ok(Ok(text)) if memmem::find(text, br#""code":"broken""#).is_some() => {
                    faults.push(String::from_utf8_lossy(text).into_owned());
                }
                Ok(Ok(_)) => {}
                Ok(Err(_)) => return sent + 1,
                Err(_) => break,
            }
        }
    }
    u64::from(most)
}
