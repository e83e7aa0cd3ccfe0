//! PostgreSQL: the lock on the database, which is an advisory lock held by the writer's session, and the nodes of a cluster.

pub mod changes;
pub mod nodes;

use sqlx::AnyConnection;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Whether a server has its database for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tenancy {
    /// No other server may use it.
    #[default]
    Alone,
    /// The nodes of a cluster use it together.
    Shared,
}

/// Our lock, and what we know about our last session.
pub(super) struct Postgres {
    pub tenancy: Tenancy,
    /// Its process and when that started, because process ids are reused.
    session: Option<(i32, i64)>,
}

// 7011957 is our advisory lock. A server alone holds it exclusively, and nodes share it.
const LOCK: &str = "SELECT pg_try_advisory_lock(7011957)";
const SHARED_LOCK: &str = "SELECT pg_try_advisory_lock_shared(7011957)";

// 7011958 is held while the migrations run.
pub(super) const BEGIN_MIGRATION: &str = "SET lock_timeout = '10min'; SELECT pg_advisory_lock(7011958)";
pub(super) const END_MIGRATION: &str = "SELECT pg_advisory_unlock(7011958); SET lock_timeout = '1s'";

/// A database that was restored on another PostgreSQL may have positions that are higher than the numbers of transactions
/// there. See migration 5.
pub(super) const RAISE_OFFSET: &str = "UPDATE meta SET value = (SELECT MAX(position) FROM entries)::TEXT
    WHERE name = 'position-offset' AND (SELECT COALESCE(MAX(position), 0) FROM entries)
        >= value::BIGINT + pg_current_xact_id()::TEXT::BIGINT";

/// Settings of the writer's connection. A node that is stopped in the middle of a transaction must not block the others.
/// Plans are made while the tables are still empty, and PostgreSQL must not plan to read them from end to end. Where it has
/// to, such a plan looks so expensive that PostgreSQL would compile it first, which takes longer than the query.
pub(super) const SETTINGS: &str = "SET lock_timeout = '1s'; SET idle_in_transaction_session_timeout = '1s';
    SET enable_seqscan = off; SET jit = off";

const HOLDS: &str = "SELECT COUNT(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'
    AND classid = 0 AND objid = 7011957 AND objsubid = 1 AND granted";

const SESSION: &str = "SELECT pid, (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT FROM pg_stat_activity
    WHERE pid = pg_backend_pid()";

const HOLDER: &str = "SELECT l.pid, (EXTRACT(EPOCH FROM a.backend_start) * 1000000)::BIGINT
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = 7011957 AND l.objsubid = 1 AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())";

const END: &str = "SELECT pg_terminate_backend($1)";

/// How long to wait for the lock at the start and later, because the session that holds it may be about to end.
const FIRST: Duration = Duration::from_secs(1);
const AGAIN: Duration = Duration::from_secs(4);

impl Postgres {
    #[allow(missing_docs)]
    pub fn new(tenancy: Tenancy) -> Postgres {
        Postgres { tenancy, session: None }
    }

    /// Takes the lock. Returns false if another server holds it.
    pub async fn lock(&mut self, connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
        let until = Instant::now() + if self.session.is_some() { AGAIN } else { FIRST };
        let lock = if self.tenancy == Tenancy::Alone { LOCK } else { SHARED_LOCK };
        loop {
            let (locked,): (bool,) = sqlx::query_as(lock).fetch_one(&mut *connection).await?;
            if locked {
                self.session = sqlx::query_as(SESSION).fetch_optional(&mut *connection).await?;
                return Ok(true);
            }
            let holder: Option<(i32, Option<i64>)> = sqlx::query_as(HOLDER).fetch_optional(&mut *connection).await?;
            match (self.session, holder) {
                _ if Instant::now() >= until => return Ok(false),
                // Our own last session may still exist after the network failed.
                (Some((process, began)), Some(holder)) if holder == (process, Some(began)) => {
                    sqlx::query(END).bind(process).fetch_optional(&mut *connection).await?;
                }
                // Another server took the lock first.
                (Some(_), Some(_)) => return Ok(false),
                (None, _) | (_, None) => {}
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Whether this session holds the lock.
    pub async fn holds_lock(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
        let (locks,): (i64,) = sqlx::query_as(HOLDS).fetch_one(connection).await?;
        Ok(locks > 0)
    }
}
