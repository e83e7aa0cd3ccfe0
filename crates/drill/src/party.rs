//! People who play as they should while others don't: what they notice of it.

use crate::{
    Trouble,
    report::percentile,
    sailor::{Manner, Sailor, assemble},
    site::{Site, insist},
};
use powerboats_server::ids::RegattaId;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, timeout, timeout_at},
};

/// Times, in microseconds, that many take together.
#[derive(Clone, Debug, Default)]
pub struct Times(Arc<Mutex<Vec<u32>>>);

impl Times {
    /// One more.
    pub fn note(&self, took: Duration) {
        let took = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(took);
    }

    /// All so far; from now on it begins anew.
    pub fn take(&self) -> Taken {
        let mut times = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        times.sort_unstable();
        let milliseconds = |hundredths| percentile(&times, hundredths) / 1000.0;
        Taken { many: times.len(), p50: milliseconds(50.0), p99: milliseconds(99.0), longest: milliseconds(100.0) }
    }

    /// How many so far.
    pub fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// None yet?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Times in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taken {
    /// How many.
    pub many: usize,
    /// Half took at most so long.
    pub p50: f64,
    /// 99 of a hundred took at most so long.
    pub p99: f64,
    /// The longest.
    pub longest: f64,
}

impl std::fmt::Display for Taken {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Taken { many, p50, p99, longest } = self;
        write!(f, "{many}: p50 {p50:.1} ms, p99 {p99:.1} ms, longest {longest:.1} ms")
    }
}

/// Rooms of people that are played in the background, one regatta after the other.
pub struct Party {
    /// How long actions took.
    pub took: Times,
    rooms: JoinSet<Trouble>,
    first: Vec<RegattaId>,
}

impl Party {
    /// So many rooms of so many people, each with an address of its own.
    pub async fn begin(site: &Site, rooms: u8, people: u8, manner: Manner, seed: u64) -> Result<Party, Trouble> {
        let mut party = Party { took: Times::default(), rooms: JoinSet::new(), first: Vec::new() };
        for room in 0..rooms {
            let (mut guests, mut sites) = (Vec::new(), Vec::new());
            for seat in 0..people {
                let site = site.from([127, 1, room, seat + 1]);
                let name = format!("Honest {room}-{seat}");
                guests.push(insist(|| site.guest(&name)).await?);
                sites.push(site);
            }
            let mut seed = seed.wrapping_add(u64::from(room) * 1000);
            let (venue, mut sailors) = assemble(&sites[0], &guests, manner, seed).await?;
            party.first.push(venue.id.clone());
            let took = party.took.clone();
            party.rooms.spawn(async move {
                loop {
                    sailors.iter_mut().zip(&sites).for_each(|(sailor, site)| sailor.comes_from(site));
                    if let Err(trouble) = sail(sailors, &took).await {
                        return trouble;
                    }
                    seed += 1;
                    match assemble(&sites[0], &guests, manner, seed).await {
                        Ok((_, again)) => sailors = again,
                        Err(trouble) => return trouble,
                    }
                }
            });
        }
        Ok(party)
    }

    /// The room that was opened first.
    pub fn room(&self) -> &RegattaId {
        &self.first[0]
    }

    /// RefusalReason rooms were given up, if any were.
    pub async fn end(mut self) -> Vec<String> {
        let mut faults = Vec::new();
        while let Some(ended) = self.rooms.try_join_next() {
            faults.push(ended.map_or_else(|error| error.to_string(), |trouble| trouble.to_string()));
        }
        faults
    }
}

async fn sail(sailors: Vec<Sailor>, took: &Times) -> Result<(), Trouble> {
    let mut crew = JoinSet::new();
    for mut sailor in sailors {
        sailor.took = took.clone();
        crew.spawn(async move { sailor.sail().await });
    }
    while let Some(sailor) = crew.join_next().await {
        sailor??;
    }
    Ok(())
}

/// What somebody who plays against a Captain notices.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// How long the Captain's turns took.
    pub answers: Times,
    /// Its decisions: places, dice and headings.
    pub decisions: u32,
}

/// Plays against a Captain until so many turns were answered, or until it is too late: then the answer that is still to
/// come counts as long as it took so far.
pub async fn duel(site: &Site, manner: Manner, most: usize, until: Instant, seed: u64) -> Result<Duel, Trouble> {
    let mut duel = Duel::default();
    let guest = insist(|| site.guest("Challenger")).await?;
    for regatta in 0.. {
        if duel.answers.len() >= most || Instant::now() >= until {
            break;
        }
        let seed = seed.wrapping_add(regatta);
        let opening = assemble(site, std::slice::from_ref(&guest), manner, seed);
        let Ok(opened) = timeout(Duration::from_secs(60), opening).await else {
            return Err(Trouble::Late("a room against a Captain does not open".to_owned()));
        };
        let (_, mut sailors) = opened?;
        let Some(mut sailor) = sailors.pop() else { break };
        let sailed = timeout_at(until, sailor.sail()).await;
        sailor.answers.iter().for_each(|took| duel.answers.note(*took));
        duel.decisions += sailor.decisions;
        match sailed {
            Ok(sailed) => sailed?,
            // A turn that was only just begun says nothing.
            Err(_) => sailor
                .waits
                .map(|since| since.elapsed())
                .filter(|waited| *waited > Duration::from_millis(100))
                .into_iter()
                .for_each(|waited| duel.answers.note(waited)),
        }
    }
    Ok(duel)
}
