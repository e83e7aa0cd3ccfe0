//! Studies: analyses that are being worked out in the background, each as dear work of whoever asked for it first.

use crate::{
    ids::RegattaId,
    jobs::scheduler::{Lane, Payer},
    room::action::Refusal,
    rooms::registry::Registry,
    store::StoreError,
};
use powerboats_pilots::{CourseCache, analysis::Analysis};
use powerboats_referee::AnalysisView;
use powerboats_rules::{Record, replay};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU32, Ordering},
    },
};

/// Analyses under way.
#[derive(Clone, Default)]
pub struct AnalysisJobs {
    under_way: Arc<Mutex<HashMap<RegattaId, Arc<AtomicU32>>>>,
}

/// An analysis, or how far it is.
pub enum AnalysisProgress {
    /// From 0 to 1.
    Working(f64),
    /// Here it is.
    Done(Box<AnalysisView>),
}

impl AnalysisJobs {
    fn under_way(&self) -> MutexGuard<'_, HashMap<RegattaId, Arc<AtomicU32>>> {
        self.under_way.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The analysis of a regatta that is over; begun if nobody has asked before.
    pub async fn of(
        &self,
        registry: &Registry,
        payer: Payer,
        id: &RegattaId,
        record: Record,
    ) -> Result<AnalysisProgress, Refusal> {
        if let Some(text) = registry.store.analysis(id).await? {
            let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
            return Ok(AnalysisProgress::Done(serde_json::from_str(&text).map_err(unreadable)?));
        }
        let progress = {
            let mut under_way = self.under_way();
            match under_way.get(id) {
                Some(progress) => progress.clone(),
                None => {
                    let progress = Arc::new(AtomicU32::new(0));
                    under_way.insert(id.clone(), progress.clone());
                    let study = self.clone().study(registry.clone(), payer, id.clone(), record, progress.clone());
                    tokio::spawn(study);
                    progress
                }
            }
        };
        Ok(AnalysisProgress::Working(f64::from(progress.load(Ordering::Relaxed)) / 1000.0))
    }

    async fn study(self, registry: Registry, payer: Payer, id: RegattaId, record: Record, progress: Arc<AtomicU32>) {
        let work = move || {
            let book = replay(&record.to_string()).map_err(|error| error.to_string())?;
            let lines = book.record().log.len().max(1);
            let watch = |done: usize| progress.store((done * 1000 / lines).min(1000) as u32, Ordering::Relaxed);
            // With courses of its own: it must not drive out those that are being sailed, and its values are not rounded.
            let analysis = Analysis::of(&book, &CourseCache::new(), watch).map_err(|error| error.to_string())?;
            serde_json::to_string(&AnalysisView::new(&analysis)).map_err(|error| error.to_string())
        };
        match registry.scheduler.run(payer, Lane::Dear, work).await {
            Some(Ok(result)) => {
                if let Err(error) = registry.store.save_analysis(&id, &result).await {
                    tracing::error!(regatta = %id, %error, "its analysis was not stored");
                }
            }
            Some(Err(error)) => tracing::error!(regatta = %id, error, "it can't be analysed"),
            None => tracing::error!(regatta = %id, "its analysis failed"),
        }
        self.under_way().remove(&id);
    }
}
