//! Analysis jobs. When a regatta ends, a job is stored for it and done when the server has time. If someone asks for the
//! analysis before that, it starts at once and counts towards that person's share of the scheduler.

use crate::{
    ids::RegattaId,
    jobs::scheduler::{Lane, Payer},
    room::action::Refusal,
    rooms::registry::Registry,
    store::{ANALYSIS, Statement, Store, StoreError, new_job},
    stream::Reader,
};
use powerboats_pilots::{CourseCache, analysis::Analysis};
use powerboats_referee::AnalysisView;
use powerboats_rules::Logbook;
use serde_json::Value;
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::time::{Instant, timeout};

/// How often the store is checked for jobs.
const IDLE: Duration = Duration::from_secs(1);

/// After a job, the pause is this many times as long as the job took, but at most [`LONGEST_REST`].
const REST: u32 = 10;
const LONGEST_REST: Duration = Duration::from_secs(30);

/// Analyses in progress.
#[derive(Clone, Default)]
pub struct AnalysisJobs {
    under_way: Arc<Mutex<HashMap<RegattaId, Arc<AtomicU32>>>>,
}

/// An analysis, or its progress.
pub enum AnalysisProgress {
    /// From 0 to 1.
    Working(f64),
    Done(Value),
}

impl AnalysisJobs {
    fn under_way(&self) -> MutexGuard<'_, HashMap<RegattaId, Arc<AtomicU32>>> {
        self.under_way.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The analysis of a finished regatta. Starts one if there is none.
    pub async fn of(
        &self,
        registry: &Registry,
        payer: Payer,
        id: &RegattaId,
        book: Logbook,
    ) -> Result<AnalysisProgress, Refusal> {
        if let Some(text) = registry.store.analysis(id).await? {
            let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
            return Ok(AnalysisProgress::Done(serde_json::from_str(&text).map_err(unreadable)?));
        }
        let (progress, is_new) = self.begin(id);
        if is_new {
            let job = self.clone().work(registry.clone(), payer, id.clone(), book, progress.clone());
            tokio::spawn(job);
        }
        Ok(AnalysisProgress::Working(f64::from(progress.load(Ordering::Relaxed)) / 1000.0))
    }

    /// The progress of a job, and whether it still has to be started.
    fn begin(&self, id: &RegattaId) -> (Arc<AtomicU32>, bool) {
        match self.under_way().entry(id.clone()) {
            Entry::Occupied(progress) => (progress.get().clone(), false),
            Entry::Vacant(place) => (place.insert(Arc::default()).clone(), true),
        }
    }

    /// Analyses a regatta and stores the result.
    async fn work(self, registry: Registry, payer: Payer, id: RegattaId, book: Logbook, progress: Arc<AtomicU32>) {
        let work = move || {
            let lines = book.record().log.len().max(1);
            let watch = |done: usize| progress.store((done * 1000 / lines).min(1000) as u32, Ordering::Relaxed);
            // With a cache of its own: it must neither evict courses of live races nor use rounded values.
            let analysis = Analysis::of(&book, &CourseCache::new(), watch).map_err(|error| error.to_string())?;
            serde_json::to_string(&AnalysisView::new(&book, &analysis)).map_err(|error| error.to_string())
        };
        match registry.scheduler.run(payer, Lane::Slow, work).await {
            Some(Ok(result)) => {
                if let Err(error) = registry.store.save_analysis(&id, &result).await {
                    tracing::error!(regatta = %id, %error, "an analysis could not be stored");
                }
            }
            Some(Err(error)) => tracing::error!(regatta = %id, error, "a regatta can't be analysed"),
            None => tracing::error!(regatta = %id, "an analysis failed"),
        }
        self.under_way().remove(&id);
    }

    /// Works through the stored jobs, one at a time with long pauses, until the server stops. A person who asks for an
    /// analysis does not wait for these.
    pub async fn run(self, registry: Registry) {
        let mut pause = IDLE;
        while timeout(pause, registry.stopping.cancelled()).await.is_err() {
            let began = Instant::now();
            pause = match self.work_off_one(&registry).await {
                Ok(true) => (began.elapsed() * REST).clamp(IDLE, LONGEST_REST),
                Ok(false) => IDLE,
                Err(error) => {
                    tracing::warn!(%error, "a background analysis failed");
                    LONGEST_REST
                }
            };
        }
    }

    /// Does the oldest job. Returns false if there is none.
    async fn work_off_one(&self, registry: &Registry) -> Result<bool, StoreError> {
        let store = &registry.store;
        let Some(id) = store.next_job(ANALYSIS).await? else { return Ok(false) };
        store.begin_job(ANALYSIS, &id).await?;
        if store.analysis(&id).await?.is_some() {
            store.end_job(ANALYSIS, &id).await?;
            return Ok(true);
        }
        match registry.logbook_of(&id).await? {
            Some((book, host)) => {
                let (progress, is_new) = self.begin(&id);
                if is_new {
                    self.clone().work(registry.clone(), Some(host), id, book, progress).await;
                }
            }
            None => store.end_job(ANALYSIS, &id).await?,
        }
        Ok(true)
    }
}

/// Stores an analysis job for every regatta that ends: a reader of the stream of committed events.
pub struct AnalysisReader {
    store: Store,
    ended: Vec<(RegattaId, i64)>,
}

impl AnalysisReader {
    #[allow(missing_docs)]
    pub fn new(store: Store) -> AnalysisReader {
        AnalysisReader { store, ended: Vec::new() }
    }
}

impl Reader for AnalysisReader {
    const NAME: &'static str = "analysis";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let ended = self.store.committed("over", after, until).await?;
        self.ended.extend(ended.into_iter().map(|entry| (entry.regatta, entry.at)));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        self.ended.drain(..).map(|(regatta, at)| new_job(ANALYSIS, &regatta, at)).collect()
    }
}
