//! The server's life: open the store, listen, serve, and shut down without losing anything.

use crate::{
    app::App,
    cluster::{Answer, Cluster, JoinError, Question},
    compete::{
        self, Outcomes, daily,
        event::{EventReader, Events},
        fairplay::FairPlayReader,
        play_now::PlayNow,
        profile::Pasts,
        ratings::means::LadderMeans,
        season,
    },
    config::Config,
    http::{
        limits::Limits,
        listener::{self, Connections},
        middleware, ops,
    },
    jobs::analysis::{AnalysisJobs, AnalysisReader},
    moderate::{State, operator},
    notify::{self, Notify, NotifyError},
    people::{People, deletion},
    room::action::{Refusal, RefusalReason},
    rooms::{
        charts::Charts,
        lobby::{Lobby, reader::LobbyReader},
        registry::Registry,
        request::Visitor,
    },
    store::{Store, StoreError, Tenancy, now},
    stream,
};
use futures_util::future::BoxFuture;
use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, time::timeout};
use tokio_util::sync::CancellationToken;

/// Why the server can't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store can't be opened, or was lost.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address is in use or not permitted.
    #[error("can't listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The listening socket failed.
    #[error("the listening socket failed: {0}")]
    Network(std::io::Error),
    /// The node can't join its cluster.
    #[error(transparent)]
    Join(#[from] JoinError),
    /// Nobody can be told anything.
    #[error(transparent)]
    Notify(#[from] NotifyError),
}

/// At shutdown: how long clients have to close their connections, and rooms to finish storing.
const CLIENT_GRACE: Duration = Duration::from_millis(1800);

/// How long the store may take to close. Both timeouts together stay well below five seconds.
const STORE_GRACE: Duration = Duration::from_millis(2200);

/// Serves until `shutdown` completes. Calls `ready` with the address once the server accepts requests.
///
/// At shutdown the server refuses new requests, finishes what is being stored, and tells clients to reconnect later.
/// If another server takes over the database, it stops at once with an error.
pub async fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let stopping = CancellationToken::new();
    let stop = stopping.clone();
    tokio::spawn(async move {
        shutdown.await;
        stop.cancel();
    });
    let listener = bind(config.listen).await?;
    let address = listener.local_addr().map_err(ServeError::Network)?;
    let ops_listener = match config.ops_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    // Behind a proxy every connection comes from the proxy's address, so a limit per address makes no sense.
    let per_address = if config.trust_proxy { 0 } else { config.rates.connections };
    // Opening may take long, for example while waiting for PostgreSQL; a shutdown must be able to interrupt it.
    let opening: BoxFuture<'static, _> = Box::pin(open(config, stopping.clone()));
    let Some(opened) = stopping.run_until_cancelled(opening).await else { return Ok(()) };
    let app = opened?;
    let connections = Connections::new("public", listener::max_connections(), per_address);
    let maintenance = tokio::spawn(maintain(app.limits.clone(), app.registry.lobby.clone()));
    tokio::spawn(retain(app.clone(), app.registry.leads("retention")));
    if let Some(backups) = app.config.backups.clone() {
        tokio::spawn(backups.run(stopping.clone()));
    }
    let router = middleware::wrap(ops::router(&app), &app);
    app.store.check_for_damage();
    app.registry.tasks.spawn(deletion::run(app.clone(), app.registry.leads("departures")));
    ready(address);
    if let Some(listener) = ops_listener {
        let (router, connections) = (middleware::wrap_ops(ops::ops_router(&app), &app), Connections::new("ops", 16, 0));
        tokio::spawn(listener::serve(listener, router, connections, stopping.clone()));
    }
    let serving = listener::serve(listener, router, connections, stopping.clone());
    let outcome = run_until_stopped(&app, serving).await;
    maintenance.abort();
    stopping.cancel();
    if outcome.is_ok() && timeout(STORE_GRACE, app.store.close()).await.is_err() {
        tracing::warn!("the database took too long to close; nothing acknowledged is lost");
    }
    outcome
}

/// Runs until the shutdown is complete, or until the store is lost.
async fn run_until_stopped(app: &App, serving: impl Future<Output = ()>) -> Result<(), ServeError> {
    let grace = async {
        app.stopping.cancelled().await;
        tokio::time::sleep(CLIENT_GRACE).await;
    };
    let rooms = async {
        app.stopping.cancelled().await;
        app.registry.close().await;
    };
    tokio::select! {
        ((), ()) = async { tokio::join!(serving, rooms) } => Ok(()),
        // A client keeps its connection open, or a pilot is still thinking. Everything is stored, so don't wait.
        () = grace => Ok(()),
        reason = app.store.lost() => Err(StoreError::Lost(reason).into()),
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen(address, error))
}

async fn open(config: Config, stopping: CancellationToken) -> Result<App, ServeError> {
    let tenancy = if config.nats.is_some() { Tenancy::Shared } else { Tenancy::Alone };
    let store = Store::open_as(&config.database, tenancy).await?;
    let joined = match &config.nats {
        Some(nats) => Some(Cluster::join(nats, &config.node, store.clone()).await?),
        None => None,
    };
    let cluster = joined.as_ref().map(|(cluster, _)| cluster.clone());
    let people = People::open(store.clone(), &config, cluster.clone()).await?;
    let registry = Registry::open(
        store.clone(),
        people.clone(),
        stopping.clone(),
        config.idle_after,
        config.rates.thinking,
        cluster.clone(),
    )
    .await?;
    let moderation = State::open(&store, &config).await?;
    let analyses = AnalysisJobs::default();
    let leads = |task: &'static str| registry.leads(task);
    let tasks = &registry.tasks;
    tasks.spawn(stream::run(LobbyReader::new(registry.clone()), store.clone(), stopping.clone(), leads("lobby")));
    tasks.spawn(stream::run(AnalysisReader::new(store.clone()), store.clone(), stopping.clone(), leads("analyses")));
    compete::start(&Outcomes::new(registry.clone()), &store, tasks, &stopping, leads);
    tasks.spawn(analyses.clone().run(registry.clone()));
    season::start(&registry, Outcomes::new(registry.clone()), config.season.clone(), &moderation);
    let (events, play_now) = (Events::new(registry.clone()), PlayNow::new(registry.clone()));
    let results = EventReader::new(store.clone(), Outcomes::new(registry.clone()));
    tasks.spawn(stream::run(results, store.clone(), stopping.clone(), leads("events")));
    tasks.spawn(events.clone().run(leads("event-games")));
    tasks.spawn(play_now.clone().run(moderation.unless_maintained(leads("play-now"))));
    let duels = FairPlayReader::new(store.clone(), Outcomes::new(registry.clone()));
    tasks.spawn(stream::run(duels, store.clone(), stopping.clone(), leads("fair play")));
    tasks.spawn(daily::run(registry.clone(), leads("daily")));
    let notify = Notify::open(&store, &config).await?;
    notify::start(&notify, &registry, leads);
    let limits = Limits::in_cluster(config.rates, cluster);
    let operator_key = operator::key(&store).await?.into();
    if let Some((cluster, life)) = joined {
        tokio::spawn(people.clone().follow_changes(moderation.clone()));
        tokio::spawn(limits.clone().follow_sign_ins());
        tokio::spawn(registry.clone().follow_origins());
        tokio::spawn(cluster.clone().send_summaries());
        tokio::spawn(cluster.clone().receive_summaries(registry.lobby.clone()));
        let (registry, analyses) = (registry.clone(), analyses.clone());
        let answer = move |node| {
            let (registry, analyses) = (registry.clone(), analyses.clone());
            cluster.answer(node, move |question| answer(registry.clone(), analyses.clone(), question))
        };
        tasks.spawn(life.run(stopping.clone(), answer));
    }
    let (charts, config) = (Charts::default(), Arc::new(config));
    let ladders = LadderMeans::new(store.clone());
    Ok(App {
        store,
        ladders,
        pasts: Pasts::default(),
        people,
        limits,
        moderation,
        operator_key,
        registry,
        analyses,
        events,
        play_now,
        notify,
        charts,
        config,
        stopping,
    })
}

/// Answers a question of another node; `None` if that node hears of it in another way.
async fn answer(registry: Registry, analyses: AnalysisJobs, question: Question) -> Option<Answer> {
    if let Some(cluster) = &registry.cluster
        && let Some(answer) = cluster.pass_on(&question).await
    {
        return Some(answer);
    }
    Some(match question {
        _ if registry.stopping.is_cancelled() => Answer::Elsewhere,
        Question::Act { regatta, player, invited, submission, expires, listens, passed_on: _ } => {
            // This node may not know the player's name yet. Without it nothing is done.
            if let Some(player) = &player
                && let Err(error) = registry.people.names.load(std::slice::from_ref(player)).await
            {
                return Some(Answer::Refused(Refusal::from(error)));
            }
            let visitor = Visitor { vouched: invited, expires: Some(expires), ..Visitor::new(player, None) };
            match registry.act_here(&regatta, &visitor, &submission).await {
                Ok(acted) if acted.is_new && listens => return None,
                Ok(acted) => Answer::Done(acted.seq),
                Err(refusal) if refusal.code == RefusalReason::Stopping => Answer::Elsewhere,
                Err(refusal) => Answer::Refused(refusal),
            }
        }
        Question::Analyse { regatta, payer } => match analyses.for_another_node(&registry, payer, &regatta).await {
            Ok(progress) => Answer::Progress(progress),
            Err(refusal) => Answer::Refused(refusal),
        },
    })
}

/// How often what is too old is looked for.
const RETENTION: Duration = Duration::from_secs(3600);

/// How long the time of a mail is kept, in milliseconds. It counts for an hour.
const MAIL_TIMES_KEPT: i64 = 86_400_000;

/// Deletes what is kept for a limited time, until the server stops: the times of mails, sessions, guests who can't come back, and
/// games and chats older than the configured numbers of days. One node of a cluster does it.
async fn retain(app: App, leads: impl Fn() -> bool) {
    let store = &app.store;
    let mut interval = tokio::time::interval(RETENTION);
    while app.stopping.run_until_cancelled(interval.tick()).await.is_some() {
        if !leads() {
            continue;
        }
        if let Err(error) = store.forget_mails(now() - MAIL_TIMES_KEPT).await {
            tracing::warn!(%error, "the times of old mails could not be deleted; trying again in an hour");
        }
        if let Err(error) = deletion::forget_lost(&app).await {
            tracing::warn!(%error, "old sessions and guests could not be deleted; trying again in an hour");
        }
        if let Some(days) = app.config.keep_games {
            match store.remove_games(days).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, days, "old regattas are removed"),
                Err(error) => tracing::warn!(%error, "old regattas could not be removed; trying again in an hour"),
            }
        }
        if let Some(days) = app.config.keep_chats {
            match store.forget_chats(days).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, days, "old chat messages are deleted"),
                Err(error) => tracing::warn!(%error, "old chat messages could not be deleted; trying again in an hour"),
            }
        }
    }
}

/// Housekeeping at regular intervals.
async fn maintain(limits: Limits, lobby: Lobby) {
    let mut interval = tokio::time::interval(Duration::from_secs(5));
    for tick in 0_u64.. {
        interval.tick().await;
        ops::aggregate_metrics();
        if tick.is_multiple_of(12) {
            limits.tidy();
            lobby.tidy();
        }
    }
}
