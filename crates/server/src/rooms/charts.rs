//! Charts: pictures of regattas, drawn again only when something has happened in the game.

use crate::{
    app::App,
    ids::RegattaId,
    room::action::Refusal,
    rooms::request::{RoomRequest, Visitor},
};
use axum::body::Bytes;
use flate2::{Compression, write::GzEncoder};
use powerboats_rules::Record;
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    io::Write,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Mutex as AsyncMutex, Semaphore};

/// Memory for cached charts, in bytes.
const MOST: usize = 32 << 20;

/// What drawing a chart counts for among an address's requests.
const COST: u32 = 20;

/// A picture of a regatta.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Changes when the picture changes.
    pub tag: String,
    /// SVG.
    pub plain: Bytes,
    /// The same, compressed.
    pub gzip: Bytes,
}

/// A cache of charts.
#[derive(Clone)]
pub struct Charts(Arc<Inner>);

struct Inner {
    kept: Mutex<Kept>,
    /// Charts being drawn. Other requests for the same chart wait here.
    drawing: Mutex<HashMap<RegattaId, Arc<AsyncMutex<()>>>>,
    turns: Semaphore,
}

#[derive(Default)]
struct Kept {
    charts: HashMap<RegattaId, CachedChart>,
    bytes: usize,
    clock: u64,
}

struct CachedChart {
    chart: Chart,
    /// Number of the last event of the game for which this chart is known to be current.
    seq: u64,
    used: u64,
}

impl CachedChart {
    fn bytes(&self) -> usize {
        self.chart.plain.len() + self.chart.gzip.len()
    }
}

impl Default for Charts {
    fn default() -> Charts {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let turns = Semaphore::new(cores.div_ceil(2));
        Charts(Arc::new(Inner { kept: Mutex::default(), drawing: Mutex::default(), turns }))
    }
}

impl Kept {
    /// The cached chart, if it is current for this event or has this tag.
    fn get(&mut self, id: &RegattaId, seq: u64, tag: Option<&str>) -> Option<Chart> {
        self.clock += 1;
        let entry = self.charts.get_mut(id)?;
        if entry.seq != seq && tag != Some(entry.chart.tag.as_str()) {
            return None;
        }
        (entry.used, entry.seq) = (self.clock, seq);
        Some(entry.chart.clone())
    }

    /// Caches a chart, and drops those that were used least recently.
    fn put(&mut self, id: RegattaId, seq: u64, chart: Chart) {
        self.clock += 1;
        let entry = CachedChart { chart, seq, used: self.clock };
        self.bytes += entry.bytes();
        let before = self.charts.insert(id, entry);
        self.bytes -= before.map_or(0, |entry| entry.bytes());
        while self.bytes > MOST {
            let Some(oldest) = self.charts.iter().min_by_key(|(_, entry)| entry.used).map(|(id, _)| id.clone()) else {
                break;
            };
            let dropped = self.charts.remove(&oldest);
            self.bytes -= dropped.map_or(0, |entry| entry.bytes());
        }
    }
}

impl Charts {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn drawing(&self) -> MutexGuard<'_, HashMap<RegattaId, Arc<AsyncMutex<()>>>> {
        self.0.drawing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The chart of a regatta, for a visitor who may see it.
pub async fn of(app: &App, id: &RegattaId, visitor: &Visitor, address: IpAddr) -> Result<Chart, Refusal> {
    let charts = &app.charts;
    let seq = app.registry.admit(id, visitor).await?.last_game;
    if let Some(chart) = charts.kept().get(id, seq, None) {
        return Ok(chart);
    }
    let request = Drawing::join(charts, id);
    let _drawing = request.gate.lock().await;
    draw(app, id, visitor, address, seq).await
}

/// A request that draws a chart or waits until it is drawn.
struct Drawing {
    charts: Charts,
    id: RegattaId,
    gate: Arc<AsyncMutex<()>>,
}

impl Drawing {
    fn join(charts: &Charts, id: &RegattaId) -> Drawing {
        let gate = charts.drawing().entry(id.clone()).or_default().clone();
        Drawing { charts: charts.clone(), id: id.clone(), gate }
    }
}

impl Drop for Drawing {
    fn drop(&mut self) {
        let mut drawing = self.charts.drawing();
        // Only the map and this request hold the lock: nobody else waits.
        if Arc::strong_count(&self.gate) <= 2 {
            drawing.remove(&self.id);
        }
    }
}

async fn draw(app: &App, id: &RegattaId, visitor: &Visitor, address: IpAddr, seq: u64) -> Result<Chart, Refusal> {
    let charts = &app.charts;
    if let Some(chart) = charts.kept().get(id, seq, None) {
        return Ok(chart); // another request has drawn it in the meantime
    }
    let (book, _) = app.registry.ask(id, |reply| RoomRequest::Logbook(visitor.clone(), reply)).await?;
    let tag = tag(book.record());
    // The room has changed, but the picture has not.
    if let Some(chart) = charts.kept().get(id, seq, Some(&tag)) {
        return Ok(chart);
    }
    app.limits.spend(address, COST)?;
    let _turn = charts.0.turns.acquire().await.map_err(|_| Refusal::broken())?;
    let work = move || {
        let picture = powerboats_chart::picture(&book)?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::new(5));
        gzip.write_all(picture.as_bytes()).ok()?;
        Some((picture, gzip.finish().ok()?))
    };
    let (plain, gzip) = tokio::task::spawn_blocking(work).await.ok().flatten().ok_or_else(Refusal::broken)?;
    metrics::counter!("powerboats_charts_drawn_total").increment(1);
    let chart = Chart { tag, plain: plain.into(), gzip: gzip.into() };
    charts.kept().put(id.clone(), seq, chart.clone());
    Ok(chart)
}

/// Differs for records whose pictures differ: names and dice are not in the picture.
fn tag(record: &Record) -> String {
    let mut digest = Sha256::new();
    digest.update(record.layout.to_string());
    record.log.iter().for_each(|entry| digest.update(format!("\n{entry}")));
    hex::encode(&digest.finalize()[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(tag: &str, bytes: usize) -> Chart {
        Chart { tag: tag.to_owned(), plain: vec![0; bytes].into(), gzip: Bytes::new() }
    }

    #[test]
    fn charts_used_least_recently_are_dropped() {
        let mut kept = Kept::default();
        let [first, second, third] = [(); 3].map(|()| RegattaId::random());
        kept.put(first.clone(), 1, chart("a", MOST / 2));
        kept.put(second.clone(), 1, chart("b", MOST / 2));
        assert!(kept.get(&first, 1, None).is_some());
        kept.put(third.clone(), 1, chart("c", MOST / 4));
        assert!(kept.get(&second, 1, None).is_none() && kept.get(&first, 1, None).is_some());
        assert_eq!(kept.bytes, MOST / 2 + MOST / 4);
        kept.put(first.clone(), 2, chart("d", 1));
        assert_eq!(kept.bytes, 1 + MOST / 4);
        assert!(kept.get(&first, 3, Some("a")).is_none() && kept.get(&first, 3, Some("d")).is_some());
        assert!(kept.get(&first, 3, None).is_some(), "right for this event too");
    }
}
