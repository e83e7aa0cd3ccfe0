//! Judges a server by its history: compares what it has stored and what it answers with what the players saw.

use super::record_fault;
use crate::{
    DrillError,
    client::{api::ApiClient, event_log, live_rooms::FinishedRegatta},
    database::{entry_order, stored_actions},
};
use powerboats_server::ids::RegattaId;

/// Compares what the database and the server hold now with what the players saw, and describes every difference.
pub async fn faults(api: &ApiClient, database: &str, finished: &[FinishedRegatta]) -> Result<Vec<String>, DrillError> {
    let acknowledged: Vec<_> = finished.iter().flat_map(|regatta| regatta.acknowledged.clone()).collect();
    let ids: Vec<RegattaId> = finished.iter().map(|regatta| regatta.id.clone()).collect();
    let mut faults = stored_actions::faults(database, &ids, &acknowledged).await?;
    faults.extend(entry_order::faults(database).await?);
    for regatta in finished {
        match check(api, regatta).await {
            Ok(found) => faults.extend(found),
            Err(error) => faults.push(format!("{}: {error}", regatta.id)),
        }
    }
    Ok(faults)
}

/// Compares the server's events of a regatta with those that its players saw, and checks its record and its dice.
async fn check(api: &ApiClient, regatta: &FinishedRegatta) -> Result<Vec<String>, DrillError> {
    let FinishedRegatta { id, host, events, digest, .. } = regatta;
    let mut faults = Vec::new();
    let stored = api.events(host, id).await?;
    if stored.len() != *events || event_log::digest(&stored) != *digest {
        faults.push(format!("{id}: the server's events differ from those that the players saw"));
    }
    faults.extend(record_fault(&api.record(id).await?).map(|fault| format!("{id}: {fault}")));
    Ok(faults)
}

/// How much was played, for the report.
pub fn totals(finished: &[FinishedRegatta]) -> String {
    let acknowledged: usize = finished.iter().map(|regatta| regatta.acknowledged.len()).sum();
    let connections: u32 = finished.iter().map(|regatta| regatta.connections).sum();
    let events: usize = finished.iter().map(|regatta| regatta.events).sum();
    let regattas = finished.len();
    format!(
        "{regattas} regattas finished, {acknowledged} actions acknowledged, {events} events, {connections} connections"
    )
}
