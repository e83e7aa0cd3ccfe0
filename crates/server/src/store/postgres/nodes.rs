//! The nodes of a cluster in the store: who serves, since when nobody does, and PostgreSQL's clock.

use crate::ids::RegattaId;
use crate::store::{
    Store, StoreError, clock,
    writer::{Write, statement::Statement},
};
use std::time::{Duration, Instant};

/// PostgreSQL's time in milliseconds since 1970. All nodes use it.
macro_rules! now {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
    };
}

/// A node whose last stored beat is older than this is not serving, in milliseconds.
const SILENT: i64 = 2500;

/// Nodes that ended longer ago than this are forgotten, in milliseconds: longer than any clock of a game.
const FORGET: i64 = 90 * 86_400_000;

/// A clock reading that took longer than this is not used.
const SLOW: Duration = Duration::from_millis(250);

impl Store {
    /// Which database this is. A copy of it, restored elsewhere or under another name, is another one; a promoted standby is
    /// the same one.
    pub async fn identity(&self) -> Result<String, StoreError> {
        let sql = "SELECT current_database()::TEXT, (SELECT system_identifier FROM pg_control_system())::TEXT";
        let (name, system): (String, String) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
        Ok(format!("{system} {name}"))
    }

    /// Begins a life of a node. Returns false if a living node has the same name.
    pub async fn begin_node(&self, id: &str, name: &str) -> Result<bool, StoreError> {
        let sql = concat!(
            "INSERT INTO nodes (id, name, beat) SELECT $1, $2, ",
            now!(),
            " WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE name = $2 AND ended IS NULL AND beat > ",
            now!(),
            " - $3)"
        );
        let begin = Statement::new(sql).bind(id).bind(name).bind(SILENT);
        // Of two nodes with the same name that start at the same moment, the second must see the row of the first.
        let first = vec![Statement::new("SELECT pg_advisory_xact_lock(7011959)")];
        Ok(self.store(Write { first, then: vec![begin], ..Write::default() }).await? == [1])
    }

    /// Records that a node serves. Returns false if its life has ended: others serve its regattas.
    pub async fn beat_node(&self, id: &str) -> Result<bool, StoreError> {
        let node = concat!("UPDATE nodes SET beat = ", now!(), " WHERE id = $1 AND ended IS NULL");
        // For a server alone that uses the database later.
        let alive = concat!(
            "INSERT INTO meta (name, value) VALUES ('alive', ",
            now!(),
            "::TEXT) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        );
        let changed = self.write(vec![Statement::new(node).bind(id), Statement::new(alive)]).await?;
        Ok(changed.first() == Some(&1))
    }

    /// Ends a node's life: it has left, and others can serve its regattas at once.
    pub async fn end_node(&self, id: &str) -> Result<(), StoreError> {
        let sql = concat!("UPDATE nodes SET beat = ", now!(), ", ended = ", now!(), " WHERE id = $1 AND ended IS NULL");
        self.write(vec![Statement::new(sql).bind(id)]).await.map(drop)
    }

    /// Ends the lives of nodes that are silent, and forgets those that ended long ago.
    pub async fn end_silent_nodes(&self) -> Result<(), StoreError> {
        let end = concat!("UPDATE nodes SET ended = ", now!(), " WHERE ended IS NULL AND beat < ", now!(), " - $1");
        let forget = concat!("DELETE FROM nodes WHERE ended < ", now!(), " - $1");
        self.write(vec![Statement::new(end).bind(SILENT), Statement::new(forget).bind(FORGET)]).await.map(drop)
    }

    /// How long nobody served the regattas of a node that has gone, in milliseconds: from its last beat until others could
    /// serve them, or until now.
    pub async fn outage_of(&self, node: &str) -> Result<i64, StoreError> {
        let sql = concat!("SELECT COALESCE(ended, ", now!(), ") - beat FROM nodes WHERE id = $1");
        let row: Option<(i64,)> = sqlx::query_as(sql).bind(node.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map_or(0, |(gap,)| gap.max(0)))
    }

    /// Records that another node serves a regatta now.
    pub async fn set_holder(&self, regatta: &RegattaId, from: Option<&str>, to: &str) -> Result<(), StoreError> {
        let sql = "UPDATE regattas SET holder = $1 WHERE id = $2 AND holder IS NOT DISTINCT FROM $3";
        let from = from.map(str::to_owned);
        self.write(vec![Statement::new(sql).bind(to).bind(regatta).bind(from).on(regatta)]).await.map(drop)
    }

    /// Sets this server's clock by PostgreSQL's.
    pub async fn set_clock(&self) -> Result<(), StoreError> {
        let began = Instant::now();
        let (theirs,): (i64,) = sqlx::query_as(concat!("SELECT ", now!())).fetch_one(&self.pool).await?;
        let took = began.elapsed();
        if took < SLOW {
            clock::set(theirs + took.as_millis() as i64 / 2);
        }
        Ok(())
    }
}
