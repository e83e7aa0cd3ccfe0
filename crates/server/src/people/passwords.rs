//! Passwords: argon2id, away from the threads that answer requests, a few at a time.

use crate::action::{Refusal, Why};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;

/// How many may wait for their turn.
const WAITING: usize = 64;

/// The hash of no password: what is compared where there is nobody, so that it takes as long.
static DECOY: LazyLock<String> = LazyLock::new(|| hash(&crate::ids::random_text(32)).unwrap_or_default());

fn hash(password: &str) -> Result<String, Refusal> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        Refusal::broken()
    })
}

fn matches(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
}

/// Who hashes.
#[derive(Clone)]
pub struct Passwords {
    /// Each takes a core and 19 MiB for a moment.
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Passwords {
    pub fn new() -> Passwords {
        // Made beforehand, so that not even the first takes longer.
        tokio::task::spawn_blocking(|| LazyLock::force(&DECOY));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Passwords { turns: Arc::new(Semaphore::new(cores.clamp(1, 8))), waiting: Arc::new(Semaphore::new(WAITING)) }
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let busy = || Refusal::new(Why::TooFast, "Too many people are at the door: try again in a moment.");
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| Refusal::broken())?;
        // The permits go along: work that nobody waits for any more still takes its core.
        let work = move || {
            let done = work();
            drop((place, turn));
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::broken())
    }

    /// What is stored of a password.
    pub async fn hash(&self, password: &str) -> Result<String, Refusal> {
        let password = password.to_owned();
        self.work(move || hash(&password)).await?
    }

    /// Is it the one? Without a hash it takes as long to say no.
    pub async fn matches(&self, password: &str, stored: Option<&str>) -> Result<bool, Refusal> {
        let (password, stored) = (password.to_owned(), stored.map(str::to_owned));
        self.work(move || match stored {
            Some(stored) => matches(&password, &stored),
            None => {
                matches(&password, &DECOY);
                false
            }
        })
        .await
    }
}
