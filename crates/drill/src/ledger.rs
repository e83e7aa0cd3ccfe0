//! What the database holds, beside what the server said it stored.

use crate::{Trouble, sailor::Acknowledged};
use powerboats_server::ids::RegattaId;
use sqlx::{AnyPool, any::install_default_drivers};
use std::collections::{HashMap, HashSet};

/// A stored action: regatta, actor, the client's id.
type Key = (String, String, String);

/// Compares the log of these regattas with what was acknowledged in them: every fault in words.
///
/// Players send again whatever was not answered, until it is: so in the end what is stored is what was acknowledged.
pub async fn faults(database: &str, regattas: &[RegattaId], done: &[Acknowledged]) -> Result<Vec<String>, Trouble> {
    let stored = stored(database).await.map_err(|error| Trouble::Setup(format!("{database}: {error}")))?;
    let ours: HashSet<&str> = regattas.iter().map(RegattaId::as_str).collect();
    let mut faults = Vec::new();
    let mut seqs: HashMap<Key, i64> = HashMap::new();
    for (regatta, seq, actor, action) in stored.into_iter().filter(|(regatta, ..)| ours.contains(regatta.as_str())) {
        if let Some(other) = seqs.insert((regatta.clone(), actor.clone(), action.clone()), seq) {
            faults.push(format!("action {action} of {actor} in {regatta} is there twice: {other} and {seq}"));
        }
    }
    for Acknowledged { regatta, actor, action, seq } in done {
        match seqs.remove(&(regatta.to_string(), actor.to_string(), action.clone())) {
            None => faults.push(format!("action {action} of {actor} in {regatta} was acknowledged and is gone")),
            Some(stored) if stored != *seq as i64 => {
                faults.push(format!("action {action} of {actor} in {regatta} was acknowledged as {seq}, is {stored}"));
            }
            Some(_) => {}
        }
    }
    faults.extend(seqs.keys().map(|key| format!("{key:?} is there and was never acknowledged")));
    Ok(faults)
}

/// A way into the database of a server, while it runs or not.
pub async fn open(database: &str) -> Result<AnyPool, sqlx::Error> {
    install_default_drivers();
    let url = if database.contains("://") { database.to_owned() } else { format!("sqlite://{database}?mode=ro") };
    AnyPool::connect(&url).await
}

async fn stored(database: &str) -> Result<Vec<(String, i64, String, String)>, sqlx::Error> {
    let pool = open(database).await?;
    let sql = "SELECT regatta, seq, actor, action FROM entries WHERE actor IS NOT NULL AND action IS NOT NULL";
    let rows = sqlx::query_as(sql).fetch_all(&pool).await;
    pool.close().await;
    rows
}
