//! The lock on a PostgreSQL database: an advisory lock held by the writer's session.

use sqlx::AnyConnection;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// What we know about our last session.
#[derive(Default)]
pub(super) struct Postgres {
    /// Its process and when that started, because process ids are reused.
    session: Option<(i32, i64)>,
}

// 7011957 is our advisory lock.
const LOCK: &str = "SELECT pg_try_advisory_lock(7011957)";

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
    /// Takes the lock. Returns false if another server holds it.
    pub async fn lock(&mut self, connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
        let until = Instant::now() + if self.session.is_some() { AGAIN } else { FIRST };
        loop {
            let (locked,): (bool,) = sqlx::query_as(LOCK).fetch_one(&mut *connection).await?;
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
