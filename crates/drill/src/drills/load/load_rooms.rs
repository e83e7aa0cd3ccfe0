//! Many rooms that all act at the same tempo.

use super::{
    control::{LoadControl, Measurement, Tempo},
    load_client::{Goal, LoadClient, Step},
};
use crate::{DrillError, client::api::ApiClient, concurrent};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::{sync::Arc, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until, timeout},
};

/// Time for all rooms to get going before a measurement.
const WARM_UP: Duration = Duration::from_secs(3);

/// All rooms have to end within this time.
const END_LIMIT: Duration = Duration::from_secs(300);

/// Live rooms, and the control over their tempo. Dropping it stops them.
pub struct LoadRooms {
    control: Arc<LoadControl>,
    playing: JoinSet<Result<(), DrillError>>,
}

impl LoadRooms {
    /// Opens rooms and lets them play.
    pub async fn open(api: &ApiClient, count: usize, tempo: Tempo, seed: u64) -> Result<LoadRooms, DrillError> {
        let client = api.clone();
        let number = move |room: usize| seed.wrapping_mul(10_000).wrapping_add(room as u64);
        let open = move |room| LoadClient::open(client.clone(), number(room));
        let rooms = concurrent::run_many(count, open).await?;
        let (control, mut playing) = (Arc::new(LoadControl::new(tempo)), JoinSet::new());
        for (room, client) in rooms.into_iter().enumerate() {
            playing.spawn(play(client, control.clone(), QuickRandom::new(number(room))));
        }
        Ok(LoadRooms { control, playing })
    }

    /// Measures for a while at this tempo. `read` is called at the beginning and at the end.
    pub async fn measure<T>(&self, tempo: Tempo, duration: Duration, read: impl AsyncFn() -> T) -> (Measurement, T, T) {
        self.control.change(tempo);
        sleep(WARM_UP.min(duration)).await;
        self.control.change(tempo);
        let before = read().await;
        sleep(duration).await;
        (self.control.measure(), before, read().await)
    }

    /// The errors of rooms that have stopped by themselves.
    pub fn failures(&mut self) -> Vec<String> {
        let mut failures = Vec::new();
        while let Some(room) = self.playing.try_join_next() {
            match room {
                Ok(Ok(())) => failures.push("a regatta ended too soon".to_owned()),
                Ok(Err(error)) => failures.push(error.to_string()),
                Err(error) => failures.push(error.to_string()),
            }
        }
        failures
    }

    /// Lets all regattas end. Returns what went wrong.
    pub async fn end(mut self) -> Vec<String> {
        self.control.change(Tempo::Ending);
        let mut faults = Vec::new();
        let ended = timeout(END_LIMIT, async {
            while let Some(room) = self.playing.join_next().await {
                match room {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => faults.push(error.to_string()),
                    Err(error) => faults.push(error.to_string()),
                }
            }
        });
        if ended.await.is_err() {
            faults.push(format!("some rooms did not end within {END_LIMIT:?}"));
        }
        faults
    }
}

/// Plays in a room until its regatta ends.
async fn play(mut room: LoadClient, control: Arc<LoadControl>, mut draw: QuickRandom) -> Result<(), DrillError> {
    let mut due = Instant::now();
    let mut previous = Tempo::FullSpeed;
    loop {
        let tempo = control.tempo();
        let (goal, wait) = match tempo {
            Tempo::FullSpeed => (Goal::KeepRacing, None),
            Tempo::Every(period) if tempo == previous => (Goal::KeepRacing, Some(due + period)),
            // Start at a random time, so that the rooms don't all act at the same moment.
            Tempo::Every(period) => (Goal::KeepRacing, Some(Instant::now() + period * draw.below(1000) / 1000)),
            Tempo::Ending => (Goal::Sink, None),
        };
        previous = tempo;
        due = wait.unwrap_or_else(Instant::now);
        if wait.is_some() {
            sleep_until(due).await;
        }
        let step = room.step(goal).await?;
        control.record(due);
        if step == Step::Over {
            return Ok(());
        }
    }
}
