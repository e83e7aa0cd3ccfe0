//! Keeps the lobby up to date by reading the stream of committed events.

use crate::{
    ids::RegattaId,
    room::view::Summary,
    rooms::{lobby::stored_text, registry::Registry},
    store::{Statement, StoreError, Touched, save_summaries},
    stream::Reader,
};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::{collections::HashMap, sync::Arc, time::Duration};

/// Rooms asked for their summaries at the same time.
const AT_ONCE: usize = 64;

/// The reader that follows all regattas for the lobby.
pub struct LobbyReader {
    registry: Registry,
    /// Summaries that are not stored yet.
    unsaved: HashMap<RegattaId, (u64, Arc<Summary>)>,
}

impl LobbyReader {
    #[allow(missing_docs)]
    pub fn new(registry: Registry) -> LobbyReader {
        LobbyReader { registry, unsaved: HashMap::new() }
    }

    /// The summary of a regatta; `None` if it can't be read. Then it is logged, and the other regattas do not wait.
    async fn summary(registry: &Registry, touched: Touched) -> Result<Option<(u64, Arc<Summary>)>, StoreError> {
        match registry.summary(&touched).await {
            Err(StoreError::Unreadable(error)) => {
                tracing::error!(regatta = %touched.regatta, error, "a regatta can't be shown in the lobby");
                Ok(None)
            }
            summary => summary,
        }
    }
}

impl Reader for LobbyReader {
    const NAME: &'static str = "lobby";

    /// People look at it.
    const PAUSE: Duration = Duration::from_millis(20);

    /// Every node has a lobby. One of them stores the summaries.
    const EVERYWHERE: bool = true;

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let touched = self.registry.store.touched(after, until).await?;
        let registry = &self.registry;
        let summaries = stream::iter(touched).map(|touched| LobbyReader::summary(registry, touched));
        let mut summaries = summaries.buffer_unordered(AT_ONCE);
        while let Some(summary) = summaries.try_next().await? {
            let Some((seq, summary)) = summary else { continue };
            registry.lobby.put(seq, summary.clone());
            self.unsaved.insert(summary.id.clone(), (seq, summary));
        }
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        self.registry.lobby.saved();
        let text = |(id, (seq, summary)): (RegattaId, (u64, Arc<Summary>))| (id, seq, stored_text(&summary));
        save_summaries(&self.unsaved.drain().map(text).collect::<Vec<_>>())
    }

    fn caught_up(&mut self, position: i64) {
        self.registry.lobby.caught_up(position);
    }
}
