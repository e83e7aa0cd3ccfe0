//! A game of two people who move only when they are told that it is their turn.

use super::push_service::PushService;
use crate::{
    DrillError,
    client::api::{ApiClient, Guest, join, ready, retry},
};
use powerboats_pilots::QuickRandom;
use powerboats_referee::{Decision, LegalView};
use powerboats_rules::{Draw, Heading};
use powerboats_server::{
    ids::RegattaId,
    room::{
        action::RoomAction,
        view::{Snapshot, StageName},
    },
};
use serde_json::{Value, json};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{sync::mpsc, time::sleep};

/// The shortest and the longest time before a player moves, in milliseconds.
pub(super) const THINK_TIME: (u64, u64) = (4_000, 12_000);

/// What all games share.
#[derive(Default)]
pub(super) struct Games {
    turns: AtomicUsize,
    /// Games in which a turn has begun that was not told yet.
    untold: AtomicUsize,
    stopped: AtomicBool,
    faults: Mutex<Vec<String>>,
}

impl Games {
    pub fn turns(&self) -> usize {
        self.turns.load(Ordering::Relaxed)
    }

    pub fn untold(&self) -> usize {
        self.untold.load(Ordering::Relaxed)
    }

    /// Nobody moves any more. Messages are still awaited.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn faults(&self) -> Vec<String> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One of the two players.
struct Player {
    guest: Guest,
    messages: mpsc::UnboundedReceiver<Value>,
}

pub(super) struct Game {
    api: ApiClient,
    regatta: RegattaId,
    players: [Player; 2],
}

impl Game {
    /// Opens a game. Both players' browsers show messages.
    pub async fn open(api: ApiClient, service: PushService, number: usize) -> Result<Game, DrillError> {
        let mut players = Vec::new();
        for seat in ["one", "two"] {
            let name = format!("{seat} {number}");
            let guest = retry(|| api.new_guest(&name)).await?;
            let (subscription, messages) = service.browser(&format!("{number}-{seat}"));
            api.send_only(&guest, "/api/me/push", &subscription).await?;
            players.push(Player { guest, messages });
        }
        let Ok([one, two]) = <[Player; 2]>::try_from(players) else { return Err(DrillError::Setup("two".to_owned())) };
        let clock = json!({ "type": "correspondence", "hours": 24 });
        let settings = json!({ "seats": 2, "races": 3, "clock": clock, "visibility": "link" });
        let regatta = api.open_regatta(&one.guest, &settings).await?;
        api.act(&two.guest, &regatta, "join", join()).await?;
        api.act(&one.guest, &regatta, "ready", ready()).await?;
        api.act(&two.guest, &regatta, "ready", ready()).await?;
        Ok(Game { api, regatta, players: [one, two] })
    }

    /// Plays until the drill stops.
    pub async fn play(mut self, games: std::sync::Arc<Games>, wait: Duration, seed: u64) {
        let mut draw = QuickRandom::new(seed);
        let mut told = false;
        games.untold.fetch_add(1, Ordering::Relaxed);
        sleep(wait).await;
        loop {
            let [one, two] = &mut self.players;
            let (mover, message) = tokio::select! {
                message = one.messages.recv() => (0, message),
                message = two.messages.recv() => (1, message),
            };
            let Some(message) = message else { return };
            if message["kind"] != "turn" {
                continue;
            }
            if !told {
                games.untold.fetch_sub(1, Ordering::Relaxed);
            }
            told = true;
            let think = THINK_TIME.0 + u64::from(draw.below((THINK_TIME.1 - THINK_TIME.0) as u32));
            sleep(Duration::from_millis(think)).await;
            if games.stopped.load(Ordering::Relaxed) {
                continue;
            }
            match self.move_boat(&self.players[mover].guest).await {
                Ok(true) => {
                    games.turns.fetch_add(1, Ordering::Relaxed);
                    games.untold.fetch_add(1, Ordering::Relaxed);
                    told = false;
                }
                // The message was about an earlier turn.
                Ok(false) => {}
                Err(error) => {
                    games.faults.lock().unwrap_or_else(PoisonError::into_inner).push(error.to_string());
                    return;
                }
            }
        }
    }

    /// Plays a whole turn. Returns false if it is not this player's, or the regatta is over.
    async fn move_boat(&self, guest: &Guest) -> Result<bool, DrillError> {
        let mut moved = false;
        loop {
            let snapshot = retry(|| self.api.snapshot(guest, &self.regatta)).await?;
            let Snapshot { seq, regatta, you, legal, .. } = snapshot;
            let mine = you.and_then(|you| you.color).is_some_and(|color| regatta.turn == Some(color));
            let (true, Some(legal)) = (mine && regatta.stage == StageName::Live, legal) else {
                return Ok(moved && regatta.stage == StageName::Live);
            };
            let decision = RoomAction::Decide(decide(&legal)?);
            let id = seq.to_string();
            retry(|| self.api.act(guest, &self.regatta, &id, decision.clone())).await?;
            moved = true;
        }
    }
}

/// Slow and safe: the fewest dice, and the first way.
fn decide(legal: &LegalView) -> Result<Decision, DrillError> {
    let decision = match legal {
        LegalView::Places { places } => places.first().map(|at| Decision::Place { at: *at, heading: Heading::E }),
        LegalView::Choices { dice } => {
            let fewest = dice.iter().filter(|choice| choice.count > 0).min_by_key(|choice| choice.count);
            fewest.map(|choice| Decision::Dice { hold: choice.hold, count: choice.count })
        }
        LegalView::Options { options } => options.first().map(|option| Decision::Steer { to: option.to }),
    };
    decision.ok_or_else(|| DrillError::broken(format_args!("there is nothing to decide: {legal:?}")))
}
