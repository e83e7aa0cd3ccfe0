//! The reconnect drill: who drops the connection again and again sees exactly what a steady one sees.

use crate::{
    Trouble,
    report::{Figure, Report},
    sailor::{Manner, Venue, assemble},
    site::{Guest, Site, insist},
};
use powerboats_server::{
    http::message::Outgoing,
    room::event::{RoomEvent, Told},
};
use std::{sync::Arc, time::Duration};
use tokio::{task::JoinSet, time::timeout};

/// How hard it is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Rooms at a time.
    pub rooms: usize,
    /// The connection is dropped at every so-manieth message.
    pub drops: u32,
    /// Races of each regatta.
    pub races: u8,
}

/// No regatta takes longer.
const LONGEST: Duration = Duration::from_secs(600);

/// What a spectator was told, and over how many connections.
struct Seen {
    told: Vec<Told>,
    connections: u32,
}

/// Sails all rooms to the end, with players and spectators of both kinds.
pub async fn run(site: &Site, plan: Plan) -> Result<Report, Trouble> {
    let mut rooms = JoinSet::new();
    for number in 0..plan.rooms {
        let site = site.clone();
        rooms.spawn(async move {
            let late = || Err(Trouble::Late("a regatta did not end".to_owned()));
            timeout(LONGEST, sail(&site, number, plan)).await.unwrap_or_else(|_| late())
        });
    }
    let (mut events, mut connections, mut faults) = (0, 0, Vec::new());
    while let Some(room) = rooms.join_next().await {
        match room.map_err(|error| Trouble::Setup(error.to_string()))? {
            Ok((steady, dropping)) => {
                events += steady.told.len();
                connections += dropping.connections;
                if steady.told != dropping.told {
                    faults.push(format!("{} events are not these {}", steady.told.len(), dropping.told.len()));
                }
                if dropping.connections < 2 {
                    faults.push("nobody dropped a connection".to_owned());
                }
            }
            Err(trouble) => faults.push(trouble.to_string()),
        }
    }
    let notes = vec![format!(
        "{} regattas; players and one spectator drop the connection at every message number {}, another spectator never: \
         {events} events, {connections} connections of the dropping spectators",
        plan.rooms, plan.drops
    )];
    let figures = vec![Figure::none("reconnect", faults.len(), "faults")];
    Ok(Report { figures, notes, faults })
}

async fn sail(site: &Site, number: usize, plan: Plan) -> Result<(Seen, Seen), Trouble> {
    let mut guests = Vec::new();
    for seat in 0..4 {
        guests.push(site.guest(&format!("Sailor {number}-{seat}")).await?);
    }
    let watcher = site.guest("Watcher").await?;
    let manner = Manner { races: plan.races, drops: Some(plan.drops), chats: Some(7), ..Manner::default() };
    let (venue, sailors) = assemble(site, &guests, manner, number as u64).await?;
    let mut crew = JoinSet::new();
    for mut sailor in sailors {
        crew.spawn(async move { sailor.sail().await });
    }
    let steady = tokio::spawn(watch(site.clone(), watcher.clone(), venue.clone(), None));
    let dropping = watch(site.clone(), watcher, venue.clone(), Some(plan.drops)).await?;
    let steady = steady.await.map_err(|error| Trouble::Setup(error.to_string()))??;
    while let Some(sailor) = crew.join_next().await {
        sailor.map_err(|error| Trouble::Setup(error.to_string()))??;
    }
    let told = site.story(&guests[0], &venue.id).await?;
    let digest = crate::story::digest(&told);
    if digest != venue.story().digest() {
        return Err(Trouble::broken("the players saw another story than the server tells"));
    }
    Ok((steady, dropping))
}

/// Watches to the end.
async fn watch(site: Site, who: Guest, venue: Arc<Venue>, drops: Option<u32>) -> Result<Seen, Trouble> {
    let mut seen = Seen { told: Vec::new(), connections: 0 };
    let mut messages = 0;
    loop {
        let since = seen.told.last().map_or(0, |told| told.event.seq);
        let mut wire = insist(|| site.socket(Some(&who), &venue.id, since)).await?;
        seen.connections += 1;
        loop {
            let heard = match wire.next().await {
                Ok(text) => serde_json::from_slice(text).map_err(Trouble::broken)?,
                Err(trouble) if trouble.is_lost() => break,
                Err(trouble) => return Err(trouble),
            };
            if let Outgoing::Events { events } = heard {
                seen.told.extend(events);
            }
            if seen.told.last().is_some_and(|told| matches!(told.event.what, RoomEvent::Secret { .. })) {
                return Ok(seen);
            }
            messages += 1;
            if drops.is_some_and(|every| messages % every == 0) {
                break;
            }
        }
    }
}
