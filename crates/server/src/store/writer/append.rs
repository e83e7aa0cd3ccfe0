//! Compare-and-append: an entry is stored only if it directly follows the last entry of its log.
//!
//! An entry holds the events from `first` to `last`. Both numbers are unique in a regatta's log, and an entry is inserted
//! only if there is one whose `last` is its `first` − 1, or if its `first` is 1. So a log never has an overlap or a hole,
//! whoever writes it. Of two servers that append to the same log, the second to commit stores nothing.

use super::Write;
use crate::ids::RegattaId;
use crate::store::commit::LogEntry;
use sqlx::{AnyConnection, AssertSqlSafe};
use std::collections::{BTreeSet, HashSet};

/// What became of some writes, once they are stored.
pub(super) struct Stored {
    /// For each write, how many rows each of its statements changed; `None` if another server was first. Nothing of such a
    /// write was stored.
    pub outcomes: Vec<Option<Vec<u64>>>,
    /// The position of the newest entry.
    pub position: Option<i64>,
}

/// What became of some writes.
pub(super) enum Executed {
    /// All statements ran.
    All(Stored),
    /// Part of a write that must not be divided was refused: the transaction must be rolled back.
    Divided,
}

/// Rows per statement: as many as possible, because every statement is a round trip to the database. There are not many sizes,
/// so that not many prepared statements are kept.
fn rows_at_once(most: usize) -> usize {
    match most {
        64.. => 64,
        32.. => 32,
        16.. => 16,
        _ => most,
    }
}

/// How many of these rows, sorted by regatta, to insert together: many, but never two entries of the same log, because the
/// second could not see the first.
fn next_rows(entries: &[(usize, &(RegattaId, LogEntry))]) -> usize {
    let different = entries.windows(2).take_while(|pair| pair[0].1.0 != pair[1].1.0).count() + 1;
    rows_at_once(entries.len().min(different))
}

/// Whether one statement stores these writes: all of them are entries of different logs, and nothing else.
pub(super) fn is_one_statement(writes: &[&Write]) -> bool {
    let is_plain = |write: &&Write| write.entries.len() == 1 && write.first.is_empty() && write.then.is_empty();
    let logs: HashSet<&RegattaId> = writes.iter().flat_map(|write| &write.entries).map(|(log, _)| log).collect();
    writes.iter().all(is_plain) && logs.len() == writes.len() && rows_at_once(writes.len()) == writes.len()
}

/// Columns bound for each row.
const COLUMNS: usize = 7;

fn insert(rows: usize, shared_positions: bool) -> String {
    let mut sql = String::from("WITH new (regatta, first, last, actor, action, at, events) AS (VALUES ");
    for row in 0..rows {
        let comma = if row > 0 { ", " } else { "" };
        let places: Vec<String> = (1..=COLUMNS).map(|column| format!("${}", row * COLUMNS + column)).collect();
        sql += &format!("{comma}({})", places.join(", "));
    }
    // PostgreSQL's position: see migration 5. Not EXISTS below: PostgreSQL might read the whole log into a hash table for it.
    let (column, position) = match shared_positions {
        true => (
            ", position",
            ", (SELECT value::BIGINT FROM meta WHERE name = 'position-offset') + pg_current_xact_id()::TEXT::BIGINT",
        ),
        false => ("", ""),
    };
    sql + &format!(
        ") INSERT INTO entries (regatta, first, last, actor, action, at, events{column})
           SELECT regatta, first, last, actor, action, at, events{position} FROM new
           WHERE new.first = 1
              OR (SELECT b.last FROM entries b WHERE b.regatta = new.regatta AND b.last = new.first - 1) IS NOT NULL
           ON CONFLICT DO NOTHING RETURNING regatta, position"
    )
}

/// Runs all statements of these writes. Rows are locked in the order of their regattas, so that two servers never wait for
/// each other in a circle.
pub(super) async fn execute(
    connection: &mut AnyConnection,
    writes: &[&Write],
    is_postgres: bool,
) -> Result<Executed, sqlx::Error> {
    for statement in writes.iter().flat_map(|write| &write.first) {
        statement.query().execute(&mut *connection).await?;
    }
    let entries = writes.iter().enumerate().flat_map(|(write, of)| of.entries.iter().map(move |entry| (write, entry)));
    let mut entries: Vec<(usize, &(RegattaId, LogEntry))> = entries.collect();
    entries.sort_by(|(_, a), (_, b)| a.0.cmp(&b.0)); // stable: a log's entries stay in order
    let (mut is_refused, mut position) = (vec![false; writes.len()], None);
    let mut rest = entries.as_slice();
    while !rest.is_empty() {
        let (rows, others) = rest.split_at(next_rows(rest));
        rest = others;
        let mut query = sqlx::query_as(AssertSqlSafe(insert(rows.len(), is_postgres)));
        for (_, (regatta, entry)) in rows {
            query = query
                .bind(regatta)
                .bind(entry.first as i64)
                .bind(entry.last as i64)
                .bind(entry.actor.as_ref())
                .bind(entry.action.clone())
                .bind(entry.at)
                .bind(entry.events.clone());
        }
        let returned: Vec<(RegattaId, i64)> = query.fetch_all(&mut *connection).await?;
        position = position.max(returned.iter().map(|(_, position)| *position).max());
        let stored: HashSet<RegattaId> = returned.into_iter().map(|(regatta, _)| regatta).collect();
        for (write, (regatta, _)) in rows {
            is_refused[*write] |= !stored.contains(regatta);
        }
    }
    let mut outcomes: Vec<Option<Vec<u64>>> = Vec::with_capacity(writes.len());
    for (write, refused) in writes.iter().zip(is_refused) {
        if refused && (write.entries.len() > 1 || !write.first.is_empty()) {
            return Ok(Executed::Divided);
        }
        outcomes.push((!refused).then(|| vec![0; write.then.len()]));
    }
    let mut statements: Vec<_> = (0..writes.len())
        .filter(|write| outcomes[*write].is_some())
        .flat_map(|write| {
            writes[write].then.iter().enumerate().map(move |(place, statement)| (write, place, statement))
        })
        .collect();
    statements.sort_by(|(_, _, a), (_, _, b)| a.rows.cmp(&b.rows));
    if is_postgres && statements.iter().any(|(_, _, statement)| statement.rows.len() > 1) {
        lock_rows(connection, statements.iter().flat_map(|(_, _, statement)| &statement.rows)).await?;
    }
    for (write, place, statement) in statements {
        let changed = statement.query().execute(&mut *connection).await?.rows_affected();
        if let Some(rows) = &mut outcomes[write] {
            rows[place] = changed;
        }
    }
    Ok(Executed::All(Stored { outcomes, position }))
}

/// Locks the rows of these regattas in their order. A statement that changes many rows locks them in any order, so all locks that
/// the transaction needs are taken before.
async fn lock_rows(connection: &mut AnyConnection, rows: impl Iterator<Item = &String>) -> Result<(), sqlx::Error> {
    let rows: BTreeSet<&String> = rows.collect();
    let sql = r#"SELECT COUNT(*) FROM (SELECT 1 FROM regattas WHERE id = ANY(string_to_array($1, ' '))
                 ORDER BY id COLLATE "C" FOR NO KEY UPDATE) locked"#;
    let ids: Vec<&str> = rows.into_iter().map(String::as_str).collect();
    sqlx::query(sql).bind(ids.join(" ")).execute(connection).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::super::statement::Statement;
    use super::*;

    fn entry(log: &RegattaId) -> Write {
        let entry = LogEntry { first: 1, last: 1, actor: None, action: None, at: 1, events: String::new() };
        Write { entries: vec![(log.clone(), entry)], ..Write::default() }
    }

    #[test]
    fn every_number_of_rows_is_stored_with_few_statements() {
        for count in 1..=128_usize {
            let (mut rest, mut statements) = (count, 0);
            while rest > 0 {
                rest -= rows_at_once(rest);
                statements += 1;
            }
            assert!(statements <= 4, "{count} rows need {statements} statements");
        }
    }

    #[test]
    fn only_plain_entries_of_different_logs_are_one_statement() {
        let logs: Vec<RegattaId> = (0..17).map(|_| RegattaId::random()).collect();
        let writes: Vec<Write> = logs.iter().map(entry).collect();
        let writes: Vec<&Write> = writes.iter().collect();
        assert!(is_one_statement(&writes[..1]) && is_one_statement(&writes[..16]));
        assert!(!is_one_statement(&writes), "17 rows need two statements");
        assert!(!is_one_statement(&[writes[0], writes[0]]), "the second could not see the first");
        let with_row = Write { then: vec![Statement::new("SELECT 1")], ..entry(&logs[0]) };
        assert!(!is_one_statement(&[&with_row]));
        let new = Write { first: vec![Statement::new("SELECT 1")], ..entry(&logs[0]) };
        assert!(!is_one_statement(&[&new]));
    }
}
