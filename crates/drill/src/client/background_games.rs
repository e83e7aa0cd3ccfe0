//! Games of well-behaved players that run while a drill puts the server under stress, to see what those players notice.

use super::{
    api::{ApiClient, retry},
    player::{Behavior, ScriptedPlayer, open_regatta},
};
use crate::{DrillError, latency::Latencies};
use powerboats_server::ids::RegattaId;
use std::time::Duration;
use tokio::{
    task::JoinSet,
    time::{Instant, timeout, timeout_at},
};

/// Rooms of scripted players that play one regatta after another in the background.
pub struct BackgroundGames {
    /// How long the players' actions took.
    pub latencies: Latencies,
    rooms: JoinSet<DrillError>,
    first_regattas: Vec<RegattaId>,
}

impl BackgroundGames {
    /// Starts the rooms. Every player connects from a different address.
    pub async fn start(
        api: &ApiClient,
        rooms: u8,
        players: u8,
        behavior: Behavior,
        seed: u64,
    ) -> Result<BackgroundGames, DrillError> {
        let (latencies, mut first_regattas, mut playing) = (Latencies::default(), Vec::new(), JoinSet::new());
        for room in 0..rooms {
            let (mut guests, mut clients) = (Vec::new(), Vec::new());
            for seat in 0..players {
                let api = api.with_source_address([127, 1, room, seat + 1]);
                let name = format!("Honest {room}-{seat}");
                guests.push(retry(|| api.new_guest(&name)).await?);
                clients.push(api);
            }
            let mut seed = seed.wrapping_add(u64::from(room) * 1000);
            let (regatta, mut players) = open_regatta(&clients[0], &guests, behavior, seed).await?;
            first_regattas.push(regatta.id.clone());
            let latencies = latencies.clone();
            playing.spawn(async move {
                loop {
                    players.iter_mut().zip(&clients).for_each(|(player, api)| player.connect_with(api));
                    if let Err(error) = play(players, &latencies).await {
                        return error;
                    }
                    seed += 1;
                    match open_regatta(&clients[0], &guests, behavior, seed).await {
                        Ok((_, next)) => players = next,
                        Err(error) => return error,
                    }
                }
            });
        }
        Ok(BackgroundGames { latencies, rooms: playing, first_regattas })
    }

    /// The first regatta of the first room.
    pub fn first_regatta(&self) -> &RegattaId {
        &self.first_regattas[0]
    }

    /// Stops the games. Returns why rooms stopped by themselves, if any did.
    pub fn stop(mut self) -> Vec<String> {
        let mut faults = Vec::new();
        while let Some(ended) = self.rooms.try_join_next() {
            faults.push(ended.map_or_else(|error| error.to_string(), |error| error.to_string()));
        }
        faults
    }
}

async fn play(players: Vec<ScriptedPlayer>, latencies: &Latencies) -> Result<(), DrillError> {
    let mut playing = JoinSet::new();
    for mut player in players {
        player.latencies = latencies.clone();
        playing.spawn(async move { player.play().await });
    }
    while let Some(player) = playing.join_next().await {
        player??;
    }
    Ok(())
}

/// What a player who races against a Captain measured.
#[derive(Clone, Debug, Default)]
pub struct CaptainTurns {
    /// How long the Captain's turns took.
    pub latencies: Latencies,
    /// How many decisions it made: places, dice and headings.
    pub decisions: u32,
}

/// Plays against a Captain until it has taken `count` turns, or until the deadline. A turn that is still running at the
/// deadline counts with the time it took so far.
pub async fn play_against_captain(
    api: &ApiClient,
    behavior: Behavior,
    count: usize,
    deadline: Instant,
    seed: u64,
) -> Result<CaptainTurns, DrillError> {
    let mut turns = CaptainTurns::default();
    let guest = retry(|| api.new_guest("Challenger")).await?;
    for number in 0.. {
        if turns.latencies.len() >= count || Instant::now() >= deadline {
            break;
        }
        let seed = seed.wrapping_add(number);
        let opening = open_regatta(api, std::slice::from_ref(&guest), behavior, seed);
        let Ok(opened) = timeout(Duration::from_secs(60), opening).await else {
            return Err(DrillError::Timeout("opening a room against a Captain took over a minute".to_owned()));
        };
        let (_, mut players) = opened?;
        let Some(mut player) = players.pop() else { break };
        let played = timeout_at(deadline, player.play()).await;
        player.opponent_turns.iter().for_each(|took| turns.latencies.record(*took));
        turns.decisions += player.opponent_decisions;
        match played {
            Ok(played) => played?,
            // A turn that has only just begun says nothing.
            Err(_) => player
                .waiting_since
                .map(|since| since.elapsed())
                .filter(|waited| *waited > Duration::from_millis(100))
                .into_iter()
                .for_each(|waited| turns.latencies.record(waited)),
        }
    }
    Ok(turns)
}
