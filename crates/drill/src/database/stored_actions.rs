//! Compares the actions that the database holds with those that the server acknowledged.

use crate::{DrillError, client::player::AcknowledgedAction};
use powerboats_server::ids::RegattaId;
use std::collections::{HashMap, HashSet};

/// What identifies a stored action: regatta, actor, and the id that the client gave it.
type Key = (String, String, String);

/// Compares the stored actions of these regattas with the acknowledged ones, and describes every difference.
///
/// Players repeat an action until it is answered. So at the end the stored actions must be exactly the acknowledged ones.
pub async fn faults(
    database: &str,
    regattas: &[RegattaId],
    acknowledged: &[AcknowledgedAction],
) -> Result<Vec<String>, DrillError> {
    let stored = stored(database).await.map_err(|error| DrillError::Setup(format!("{database}: {error}")))?;
    let ours: HashSet<&str> = regattas.iter().map(RegattaId::as_str).collect();
    let mut faults = Vec::new();
    let mut seqs: HashMap<Key, i64> = HashMap::new();
    for (regatta, seq, actor, action) in stored.into_iter().filter(|(regatta, ..)| ours.contains(regatta.as_str())) {
        if let Some(other) = seqs.insert((regatta.clone(), actor.clone(), action.clone()), seq) {
            faults.push(format!("action {action} of {actor} in {regatta} is stored twice, as {other} and {seq}"));
        }
    }
    for AcknowledgedAction { regatta, actor, action, seq, .. } in acknowledged {
        match seqs.remove(&(regatta.to_string(), actor.to_string(), action.clone())) {
            None => faults.push(format!("action {action} of {actor} in {regatta} was acknowledged but is not stored")),
            Some(stored) if stored != *seq as i64 => faults.push(format!(
                "action {action} of {actor} in {regatta} was acknowledged as {seq} but is stored as {stored}"
            )),
            Some(_) => {}
        }
    }
    faults.extend(seqs.keys().map(|(regatta, actor, action)| {
        format!("action {action} of {actor} in {regatta} is stored but was never acknowledged")
    }));
    Ok(faults)
}

async fn stored(database: &str) -> Result<Vec<(String, i64, String, String)>, sqlx::Error> {
    let pool = super::open(database).await?;
    let sql = "SELECT regatta, last, actor, action FROM entries WHERE actor IS NOT NULL AND action IS NOT NULL";
    let rows = sqlx::query_as(sql).fetch_all(&pool).await;
    pool.close().await;
    rows
}
