//! Studies: analyses that are being worked out in the background, one at a time.

use crate::{
    action::Refusal,
    ids::RegattaId,
    store::{Store, StoreError},
};
use powerboats_pilots::{Library, analysis::Analysis};
use powerboats_referee::AnalysisView;
use powerboats_rules::{Record, replay};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU32, Ordering},
    },
};
use tokio::sync::Semaphore;

/// Analyses under way.
#[derive(Clone)]
pub struct Studies {
    under_way: Arc<Mutex<HashMap<RegattaId, Arc<AtomicU32>>>>,
    one_at_a_time: Arc<Semaphore>,
}

/// An analysis, or how far it is.
pub enum Study {
    /// From 0 to 1.
    Working(f64),
    /// Here it is.
    Done(Box<AnalysisView>),
}

impl Default for Studies {
    fn default() -> Studies {
        Studies { under_way: Arc::default(), one_at_a_time: Arc::new(Semaphore::new(1)) }
    }
}

impl Studies {
    fn under_way(&self) -> MutexGuard<'_, HashMap<RegattaId, Arc<AtomicU32>>> {
        self.under_way.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The analysis of a regatta that is over; begun if nobody has asked before.
    pub async fn of(&self, store: &Store, id: &RegattaId, record: Record) -> Result<Study, Refusal> {
        if let Some(text) = store.analysis(id).await? {
            let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
            return Ok(Study::Done(serde_json::from_str(&text).map_err(unreadable)?));
        }
        let progress = {
            let mut under_way = self.under_way();
            match under_way.get(id) {
                Some(progress) => progress.clone(),
                None => {
                    let progress = Arc::new(AtomicU32::new(0));
                    under_way.insert(id.clone(), progress.clone());
                    tokio::spawn(self.clone().study(store.clone(), id.clone(), record, progress.clone()));
                    progress
                }
            }
        };
        Ok(Study::Working(f64::from(progress.load(Ordering::Relaxed)) / 1000.0))
    }

    async fn study(self, store: Store, id: RegattaId, record: Record, progress: Arc<AtomicU32>) {
        let turn = self.one_at_a_time.acquire().await;
        let work = move || {
            let book = replay(&record.to_string()).map_err(|error| error.to_string())?;
            let lines = book.record().log.len().max(1);
            let watch = |done: usize| progress.store((done * 1000 / lines).min(1000) as u32, Ordering::Relaxed);
            let analysis = Analysis::of(&book, &Library::new(), watch).map_err(|error| error.to_string())?;
            serde_json::to_string(&AnalysisView::new(&analysis)).map_err(|error| error.to_string())
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(Ok(result)) => {
                if let Err(error) = store.save_analysis(&id, &result).await {
                    tracing::error!(regatta = %id, %error, "its analysis was not stored");
                }
            }
            Ok(Err(error)) => tracing::error!(regatta = %id, error, "it can't be analysed"),
            Err(error) => tracing::error!(regatta = %id, %error, "its analysis failed"),
        }
        drop(turn);
        self.under_way().remove(&id);
    }
}
