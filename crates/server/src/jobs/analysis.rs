//! Analysis jobs. When a regatta ends, a job is stored for it and done when the server has time. If someone asks for the
//! analysis before that, it starts at once and counts towards that person's share of the scheduler.

use crate::{
    cluster::Asked,
    compete::outcome::{Occupant, Outcome, SeatOutcome},
    ids::{PlayerId, RegattaId},
    jobs::scheduler::Lane,
    room::action::Refusal,
    rooms::registry::Registry,
    store::{ANALYSIS, JudgedRow, Statement, Store, StoreError, forget_judged_races, new_job},
    stream::Reader,
};
use powerboats_pilots::{
    CourseCache,
    analysis::{Analysis, BoatAnalysis},
};
use powerboats_referee::{AnalysisView, FORMAT};
use powerboats_rules::{Color, Logbook, OneLine};
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

/// How often the rest of the last race is simulated to judge its decisions in points.
const SIMULATIONS: u32 = 100;

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
        payer: Option<PlayerId>,
        id: &RegattaId,
        book: Logbook,
    ) -> Result<AnalysisProgress, Refusal> {
        if let Some(text) = registry.store.analysis(id).await? {
            let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
            let mut analysis = serde_json::from_str(&text).map_err(unreadable)?;
            name_players(&mut analysis, &book);
            add_format(&mut analysis);
            return Ok(AnalysisProgress::Done(analysis));
        }
        if let Some(cluster) = &registry.cluster
            && let Asked::There(progress) = cluster.analyse(id, payer.clone()).await?
        {
            return Ok(AnalysisProgress::Working(progress));
        }
        Ok(AnalysisProgress::Working(self.begin_here(registry, payer, id, book)))
    }

    /// Begins an analysis on this server, unless it has begun. Returns how far it is.
    fn begin_here(&self, registry: &Registry, payer: Option<PlayerId>, id: &RegattaId, book: Logbook) -> f64 {
        let (progress, is_new) = self.begin(id);
        if is_new {
            let job = self.clone().work(registry.clone(), payer, id.clone(), book, progress.clone());
            tokio::spawn(job);
        }
        f64::from(progress.load(Ordering::Relaxed)) / 1000.0
    }

    /// Analyses a regatta that is over for another node. Returns how far it is.
    pub async fn for_another_node(
        &self,
        registry: &Registry,
        payer: Option<PlayerId>,
        id: &RegattaId,
    ) -> Result<f64, Refusal> {
        if registry.store.analysis(id).await?.is_some() {
            return Ok(1.0);
        }
        match registry.logbook_of(id).await? {
            Some((book, _)) => Ok(self.begin_here(registry, payer, id, book)),
            None => Err(Refusal::not_found()),
        }
    }

    /// The progress of a job, and whether it still has to be started.
    fn begin(&self, id: &RegattaId) -> (Arc<AtomicU32>, bool) {
        match self.under_way().entry(id.clone()) {
            Entry::Occupied(progress) => (progress.get().clone(), false),
            Entry::Vacant(place) => (place.insert(Arc::default()).clone(), true),
        }
    }

    /// Analyses a regatta and stores the result.
    async fn work(
        self,
        registry: Registry,
        payer: Option<PlayerId>,
        id: RegattaId,
        book: Logbook,
        progress: Arc<AtomicU32>,
    ) {
        let work = move || {
            let lines = book.record().log.len().max(1);
            let watch = |done: usize| progress.store((done * 1000 / lines).min(1000) as u32, Ordering::Relaxed);
            // With a cache of its own: it must neither evict courses of live races nor use rounded values.
            let courses = CourseCache::new();
            let mut analysis = Analysis::of(&book, &courses, watch).map_err(|error| error.to_string())?;
            let mut view = AnalysisView::new(&book, &analysis);
            // Names are not stored, because they can change or be deleted.
            view.players.iter_mut().for_each(|player| player.name.clear());
            let view = serde_json::to_string(&view).map_err(|error| error.to_string())?;
            analysis.weigh_last_race(&book, &courses, SIMULATIONS);
            Ok::<_, String>((view, analysis))
        };
        match registry.scheduler.run(payer.into(), Lane::Slow, work).await {
            Some(Ok((view, analysis))) => {
                let saved = async {
                    let outcome = registry.outcome_of(&id).await?;
                    let judged = outcome.map(|outcome| judged_races(&outcome, &analysis)).unwrap_or_default();
                    registry.store.save_analysis(&id, &view, &judged).await
                };
                if let Err(error) = saved.await {
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

    /// Does the oldest job. In a cluster, the owner of a regatta also analyses it. Returns false if there is none.
    async fn work_off_one(&self, registry: &Registry) -> Result<bool, StoreError> {
        let store = &registry.store;
        // What somebody has asked for may be under way. It is not an attempt of this job.
        let is_ours = |id: &RegattaId| registry.owns(id) && !self.under_way().contains_key(id);
        let Some(job) = store.next_job(ANALYSIS, is_ours).await? else { return Ok(false) };
        let id = job.regatta.clone();
        store.begin_job(ANALYSIS, &id).await?;
        if store.analysis(&id).await?.is_some() {
            store.end_job(ANALYSIS, &id).await?;
            return Ok(true);
        }
        match registry.logbook_of(&id).await? {
            Some((book, host)) => {
                let (progress, is_new) = self.begin(&id);
                if !is_new {
                    return Ok(true);
                }
                let work = self.clone().work(registry.clone(), Some(host), id.clone(), book, progress);
                if registry.stopping.run_until_cancelled(work).await.is_none() {
                    store.put_back_job(ANALYSIS, &id).await?;
                } else if job.is_last_attempt() && store.analysis(&id).await?.is_none() {
                    tracing::error!(regatta = %id, "the analysis of a regatta is given up, until somebody asks for it");
                }
            }
            None => store.end_job(ANALYSIS, &id).await?,
        }
        Ok(true)
    }
}

/// How well each person decided in each race that is over, if the regatta counts for titles.
fn judged_races(outcome: &Outcome, analysis: &Analysis) -> Vec<JudgedRow> {
    if !outcome.counts_for_titles() {
        return Vec::new();
    }
    let of_seat = |seat: &SeatOutcome| {
        let Occupant::Person(player) = &seat.occupant else { return Vec::new() };
        let boats = (1..).zip(&analysis.races).filter(|(_, race)| race.over);
        let boats =
            boats.filter_map(|(number, race)| Some((number, race.boats.iter().find(|boat| boat.color == seat.color)?)));
        let row = |(race, boat): (i64, &BoatAnalysis)| {
            Some(JudgedRow { player: player.clone(), race, at: outcome.at, judged: boat.judged()? })
        };
        boats.filter_map(row).collect()
    };
    outcome.seats.iter().flat_map(of_seat).collect()
}

/// Names the players of a stored analysis as the logbook does.
fn name_players(analysis: &mut Value, book: &Logbook) {
    for player in analysis["players"].as_array_mut().into_iter().flatten() {
        let is_theirs = |(color, _): &&(Color, OneLine)| player["color"] == color.to_string().as_str();
        let name = book.record().players.iter().find(is_theirs).map(|(_, name)| name.as_str().to_owned());
        player["name"] = name.unwrap_or_default().into();
    }
}

/// Analyses that older versions stored do not say their format.
fn add_format(analysis: &mut Value) {
    if let Some(fields) = analysis.as_object_mut() {
        fields.entry("format").or_insert(FORMAT.into());
    }
}

/// Stores an analysis job for every regatta that ends: a reader of the stream of committed events.
///
/// If the result of a regatta is annulled, its races no longer count for titles.
pub struct AnalysisReader {
    store: Store,
    effect: Vec<Statement>,
}

impl AnalysisReader {
    #[allow(missing_docs)]
    pub fn new(store: Store) -> AnalysisReader {
        AnalysisReader { store, effect: Vec::new() }
    }
}

impl Reader for AnalysisReader {
    const NAME: &'static str = "analysis";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        // Also those that ended before their last race did: nobody can choose which of their races count.
        for of_type in ["over", "ended"] {
            let ended = self.store.committed(of_type, after, until).await?;
            self.effect.extend(ended.iter().map(|entry| new_job(ANALYSIS, &entry.regatta, entry.at)));
        }
        let annulled = self.store.annulled(after, until).await?;
        self.effect.extend(annulled.iter().map(forget_judged_races));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.effect)
    }
}
