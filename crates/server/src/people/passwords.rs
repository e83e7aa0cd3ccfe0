//! Password hashing with argon2id, on separate threads and a few at a time.

use crate::{
    http::limits::Counts,
    room::action::{Refusal, RefusalReason},
};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::{
    net::IpAddr,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};
use tokio::sync::Semaphore;

/// How many hashes may wait, and how many of them from one address.
const WAITING: usize = 512;
const OF_ADDRESS: u32 = 32;

/// A hash that belongs to nobody. It is checked when a login does not exist, so that the answer takes as long.
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

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Passwords {
    /// Limits how many run at once: each uses a core and 19 MiB for a moment.
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    of_address: Arc<Mutex<Counts>>,
}

/// A waiting request, counted by address until this is dropped.
struct Guest {
    of_address: Arc<Mutex<Counts>>,
    address: IpAddr,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.of_address.lock().unwrap_or_else(PoisonError::into_inner).remove(self.address);
    }
}

impl Passwords {
    pub fn new() -> Passwords {
        // Made in advance, so that not even the first check takes longer.
        tokio::task::spawn_blocking(|| LazyLock::force(&DECOY));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (turns, waiting) = (Semaphore::new(cores.clamp(1, 8)), Semaphore::new(WAITING));
        Passwords { turns: Arc::new(turns), waiting: Arc::new(waiting), of_address: Arc::default() }
    }

    /// Counts a waiting request, unless there are too many from its address.
    fn guest(&self, address: IpAddr) -> Option<Guest> {
        let fits = self.of_address.lock().unwrap_or_else(PoisonError::into_inner).add(address, OF_ADDRESS);
        fits.then(|| Guest { of_address: self.of_address.clone(), address })
    }

    async fn work<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy =
            || Refusal::new(RefusalReason::TooFast, "Too many people are signing in. Please try again in a moment.");
        let guest = self.guest(address).ok_or_else(busy)?;
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| Refusal::broken())?;
        // The permits move along: a hash that nobody waits for any more still uses a core.
        let work = move || {
            let done = work();
            drop((guest, place, turn));
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::broken())
    }

    /// The stored form of a password.
    pub async fn hash(&self, address: IpAddr, password: &str) -> Result<String, Refusal> {
        let password = password.to_owned();
        self.work(address, move || hash(&password)).await?
    }

    /// Whether the password is correct. Without a stored hash, the answer is no and takes as long.
    pub async fn matches(&self, address: IpAddr, password: &str, stored: Option<&str>) -> Result<bool, Refusal> {
        let (password, stored) = (password.to_owned(), stored.map(str::to_owned));
        self.work(address, move || match stored {
            Some(stored) => matches(&password, &stored),
            None => {
                matches(&password, &DECOY);
                false
            }
        })
        .await
    }
}
