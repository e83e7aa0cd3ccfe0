//! The connections for reading. They can't write, because a transaction left open there could be mistaken for a commit.

use super::Database;
use futures_util::{
    StreamExt, TryStreamExt,
    future::BoxFuture,
    stream::{self, BoxStream},
};
use sqlx::{
    Any, AnyPool, Either, Error, Execute, Executor, SqlStr,
    any::{AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo},
    pool::PoolConnection,
};
use std::time::Duration;
use tokio::time::{error::Elapsed, timeout};

/// The most connections for reading.
const READERS: u32 = 8;

/// How long a read may take, and how long it may wait for a connection. SQLite answers sooner or later, but PostgreSQL's
/// machine may have died without closing its connections.
const SQLITE: Duration = Duration::from_secs(30);
const POSTGRES: Duration = Duration::from_secs(8);

/// A pool of connections for reading. A connection on which no answer comes is closed.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    pool: AnyPool,
    limit: Duration,
}

type Rows = Vec<Either<AnyQueryResult, AnyRow>>;

impl Readers {
    pub async fn connect(database: &Database, options: AnyConnectOptions) -> Result<Readers, Error> {
        let (limit, settings): (Duration, &[&str]) = match database {
            Database::Sqlite(_) => (
                SQLITE,
                &[
                    "PRAGMA busy_timeout = 30000",
                    "PRAGMA foreign_keys = ON",
                    "PRAGMA cache_size = -1000",
                    "PRAGMA query_only = ON",
                ],
            ),
            Database::Postgres(_) => (POSTGRES, &["SET default_transaction_read_only = on"]),
        };
        let pool = AnyPoolOptions::new().max_connections(READERS).acquire_timeout(limit);
        let pool = pool.after_connect(move |connection, _| {
            Box::pin(async move {
                for setting in settings {
                    sqlx::query(*setting).execute(&mut *connection).await?;
                }
                Ok(())
            })
        });
        pool.connect_with(options).await.map(|pool| Readers { pool, limit })
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }
}

impl<'p> Executor<'p> for &'p Readers {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<AnyQueryResult, AnyRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let rows = async move {
            let mut connection = self.pool.acquire().await?;
            let rows = timeout(self.limit, connection.fetch_many(query).try_collect::<Rows>()).await;
            answered(connection, rows)
        };
        stream::once(rows).map_ok(|rows| stream::iter(rows).map(Ok)).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<AnyRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        Box::pin(async move {
            let mut connection = self.pool.acquire().await?;
            let row = timeout(self.limit, connection.fetch_optional(query)).await;
            answered(connection, row)
        })
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [AnyTypeInfo]) -> BoxFuture<'e, Result<AnyStatement, Error>>
    where
        'p: 'e,
    {
        (&self.pool).prepare_with(sql, parameters)
    }
}

/// The answer, if it came in time. Otherwise closes the connection: the pool would wait for it.
fn answered<T>(connection: PoolConnection<Any>, answer: Result<Result<T, Error>, Elapsed>) -> Result<T, Error> {
    answer.unwrap_or_else(|_| {
        drop(connection.detach());
        Err(Error::Io(std::io::ErrorKind::TimedOut.into()))
    })
}
