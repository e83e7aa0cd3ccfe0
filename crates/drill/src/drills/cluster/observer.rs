//! Runs a service under load and measures everything that the model of its capacity needs.

use crate::{
    DrillError,
    client::api::ApiClient,
    cluster::{Cluster, Haproxy, NatsLink, Processes, Timed, Traffic, first_process},
    database,
    drills::load::{LoadRooms, Tempo},
    processor,
    scale::{
        costs::{Part, PerPart},
        measurements::{StoredEvents, Volume},
        observation::Observation,
    },
    server::Server,
};
use sqlx::AnyPool;
use std::time::Duration;
use tokio::time::Instant;

/// A service that runs on this machine.
pub(super) struct Service {
    running: Running,
    pub api: ApiClient,
    processes: Processes,
    pool: AnyPool,
}

enum Running {
    Alone(Box<Server>),
    Cluster(Box<(Cluster, Haproxy)>),
}

/// What has been counted so far.
struct Reading {
    at: Instant,
    processor: PerPart,
    transactions: Timed,
    traffic: Traffic,
    /// Bytes of PostgreSQL's write-ahead log.
    log: f64,
}

impl Service {
    /// Starts a server alone on a new database.
    pub async fn alone(postgres: &str) -> Result<Service, DrillError> {
        let database = database::create(postgres).await?;
        let server = Server::start(Some(&database), &[]).await?;
        let (nodes, api) = (vec![server.process()], server.api.clone());
        let processes = Processes { nodes, postgres: first_process(postgres).await?, ..Processes::default() };
        let pool = database::open(&database).await?;
        Ok(Service { running: Running::Alone(Box::new(server)), api, processes, pool })
    }

    /// Starts three nodes behind haproxy on a new database.
    pub async fn cluster(postgres: &str) -> Result<Service, DrillError> {
        let cluster = Cluster::start(postgres, NatsLink::Direct, &["--trust-proxy"]).await?;
        let haproxy = Haproxy::start(&cluster.addresses()).await?;
        let processes = Processes {
            nodes: cluster.nodes.iter().map(Server::process).collect(),
            haproxy: Some(haproxy.process()),
            nats: Some(cluster.nats.process()),
            postgres: first_process(postgres).await?,
        };
        let pool = database::open(&cluster.database).await?;
        let api = ApiClient::new(haproxy.address);
        Ok(Service { running: Running::Cluster(Box::new((cluster, haproxy))), api, processes, pool })
    }

    fn nodes(&self) -> &[Server] {
        match &self.running {
            Running::Alone(server) => std::slice::from_ref(server),
            Running::Cluster(running) => &running.0.nodes,
        }
    }

    async fn read(&self) -> Result<Reading, DrillError> {
        let transactions = Timed::of(self.nodes().iter().map(|node| &node.api), Timed::TRANSACTIONS).await?;
        let traffic = match &self.running {
            Running::Alone(_) => Traffic::default(),
            Running::Cluster(running) => running.0.nats.traffic().await?,
        };
        let sql = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::DOUBLE PRECISION";
        let (log,): (f64,) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
        let [nodes, proxy, nats, database] = self.processes.times().map(|time| time.as_secs_f64());
        let processor = PerPart::of(|part| match part {
            Part::Client => processor::own_time().as_secs_f64(),
            Part::Nodes => nodes,
            Part::Proxy => proxy,
            Part::Nats => nats,
            Part::Database => database,
        });
        Ok(Reading { at: Instant::now(), processor, transactions, traffic, log })
    }

    /// Measures these rooms for a while at a tempo.
    pub async fn observe(
        &self,
        rooms: (&LoadRooms, usize),
        tempo: Tempo,
        duration: Duration,
    ) -> Result<(Observation, Volume), DrillError> {
        let (measured, before, after) = rooms.0.measure(tempo, duration, async || self.read().await).await;
        let (before, after) = (before?, after?);
        let seconds = (after.at - before.at).as_secs_f64();
        let actions = measured.latency.count.max(1) as f64;
        let transactions = after.transactions.since(before.transactions);
        // Without actions there are no latencies. Files of measurements cannot hold NaN.
        let latency = |milliseconds: f64| if milliseconds.is_nan() { 0.0 } else { milliseconds / 1000.0 };
        let observation = Observation {
            nodes: self.nodes().len(),
            rooms: rooms.1,
            rate: measured.latency.count as f64 / seconds,
            processor: PerPart::of(|part| (after.processor[part] - before.processor[part]) / seconds),
            transactions: transactions.count / seconds,
            transaction_time: transactions.mean(),
            median: latency(measured.latency.p50),
            p99: latency(measured.latency.typical_p99),
        };
        let volume = Volume {
            received: (after.traffic.received - before.traffic.received) / actions,
            sent: (after.traffic.sent - before.traffic.sent) / actions,
            received_bytes: (after.traffic.received_bytes - before.traffic.received_bytes) / actions,
            sent_bytes: (after.traffic.sent_bytes - before.traffic.sent_bytes) / actions,
            log_bytes: (after.log - before.log) / actions,
        };
        Ok((observation, volume))
    }

    /// What the events stored so far need.
    pub async fn stored_events(&self) -> Result<StoredEvents, DrillError> {
        let sql = "SELECT COUNT(*)::DOUBLE PRECISION, SUM(last - first + 1)::DOUBLE PRECISION,
                   SUM(OCTET_LENGTH(events))::DOUBLE PRECISION, pg_total_relation_size('entries')::DOUBLE PRECISION
                   FROM entries";
        let (entries, events, text, disk): (f64, f64, f64, f64) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
        Ok(StoredEvents { text: text / events, disk: disk / events, per_entry: events / entries })
    }

    /// Stops the service.
    pub async fn stop(self) -> Result<(), DrillError> {
        self.pool.close().await;
        match self.running {
            Running::Alone(mut server) => server.kill().await,
            Running::Cluster(running) => {
                drop(running);
                Ok(())
            }
        }
    }
}
