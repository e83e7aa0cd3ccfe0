//! The connection to NATS, and the subjects on it.

use super::{
    asking::Answers,
    message::{Announcement, Answer, BadMessage, Question, decode, encode},
};
use crate::{
    config::Nats,
    ids::{RegattaId, random_text},
    store::now,
};
use async_nats::{
    Client, ConnectErrorKind, ConnectOptions, Event, Message, ServerAddr, StatusCode, Subject, Subscriber,
    connection::State,
};
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

/// How long an owner may take to answer.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// How long a message may wait for space in the queue to NATS. While there is no connection, nothing leaves the queue.
const QUEUE_TIMEOUT: Duration = Duration::from_millis(500);

/// Pause before NATS is asked again for a subscription.
const RETRY: Duration = Duration::from_millis(500);

/// Why NATS can't be used.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// No connection.
    #[error("can't connect to NATS at {0}: {1}")]
    Connect(String, String),
    /// A file can't be read.
    #[error("can't read the NATS credentials in {0}: {1}")]
    Credentials(String, std::io::Error),
    /// Another node has this name.
    #[error("a node named {0:?} is already running in this cluster: choose another name with --node")]
    NameTaken(String),
}

/// Why a question was not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// The node is not there. Nothing was done.
    Gone,
    /// It is unknown whether anything was done.
    Unknown,
}

/// A connection to NATS.
#[derive(Clone)]
pub struct Bus {
    /// On this connection a node does not hear itself. Messages and answers of one node arrive in the order they were sent.
    client: Client,
    /// On this connection a node hears its own announcements, which proves that it still reaches NATS.
    echoing: Client,
    prefix: String,
    /// Where answers to this node arrive: this and the number of the question.
    inbox: Arc<str>,
    /// The number of the next question.
    next: Arc<AtomicU64>,
    answers: Answers,
}

impl Bus {
    /// Connects. All subjects begin with `prefix`. `losses` counts the times when messages may have been lost.
    pub async fn connect(
        nats: &Nats,
        prefix: String,
        name: &str,
        losses: watch::Sender<u64>,
    ) -> Result<Bus, NatsError> {
        let options = |purpose: &str| ConnectOptions::new().name(format!("powerboats {name}{purpose}"));
        let client = connect(nats, options("").no_echo(), losses.clone()).await?;
        let echoing = connect(nats, options(", announcements"), losses).await?;
        let inbox: Arc<str> = format!("{prefix}.answers.{}", random_text(20)).into();
        let bus = Bus { client, echoing, prefix, inbox, next: Arc::default(), answers: Answers::default() };
        let arriving = bus.listen_at(format!("{}.*", bus.inbox)).await;
        tokio::spawn(take_answers(arriving, bus.answers.clone()));
        Ok(bus)
    }

    /// Whether NATS is connected.
    pub fn is_connected(&self) -> bool {
        [&self.client, &self.echoing].iter().all(|client| client.connection_state() == State::Connected)
    }

    /// The subject of a room.
    pub fn room(&self, id: &RegattaId) -> String {
        format!("{}.room.{id}", self.prefix)
    }

    /// Publishes a message. It may be lost.
    pub async fn publish(&self, subject: String, message: &impl Serialize) {
        send(&self.client, subject.into(), message).await;
    }

    /// Publishes on one of the subjects of the whole cluster.
    pub async fn tell_all(&self, what: &str, message: &impl Serialize) {
        self.publish(format!("{}.{what}", self.prefix), message).await;
    }

    /// Announces this node to all nodes, itself included.
    pub async fn announce(&self, announcement: &Announcement) {
        send(&self.echoing, format!("{}.nodes", self.prefix).into(), announcement).await;
    }

    /// Subscribes to a subject.
    pub async fn subscribe(&self, subject: String) -> Option<Subscriber> {
        subscribe(&self.client, subject).await
    }

    /// Subscribes to one of the subjects of the whole cluster. Waits until NATS takes the subscription.
    pub async fn listen(&self, what: &str) -> Subscriber {
        self.listen_at(format!("{}.{what}", self.prefix)).await
    }

    async fn listen_at(&self, subject: String) -> Subscriber {
        loop {
            if let Some(subscriber) = self.subscribe(subject.clone()).await {
                return subscriber;
            }
            sleep(RETRY).await;
        }
    }

    /// Subscribes to the announcements of all nodes, this one included.
    pub async fn announcements(&self) -> Option<Subscriber> {
        subscribe(&self.echoing, format!("{}.nodes", self.prefix)).await
    }

    /// Answers a question.
    pub async fn reply(&self, subject: Subject, answer: &Answer) {
        send(&self.client, subject, answer).await;
    }

    /// Asks a node. It need not answer if this node will hear of it in another way: then somebody drops this future.
    pub async fn ask(&self, node: &str, question: &Question) -> Result<Answer, NoAnswer> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut answer = self.answers.wait(number);
        let (subject, reply) = (format!("{}.ask.{node}", self.prefix), format!("{}.{number}", self.inbox));
        let asking = self.client.publish_with_reply(subject, reply, encode(question).into());
        match timeout(QUEUE_TIMEOUT, asking).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, node, "a node can't be asked"),
            Err(_) => tracing::debug!(node, "a question was dropped, because NATS does not take any"),
        }
        timeout(ANSWER_TIMEOUT, answer.next()).await.unwrap_or_else(|_| {
            tracing::warn!(node, "a node does not answer");
            Err(NoAnswer::Unknown)
        })
    }

    /// Waits until everything published so far has left.
    pub async fn flush(&self) {
        drop(timeout(Duration::from_millis(300), self.echoing.flush()).await);
    }
}

async fn connect(nats: &Nats, options: ConnectOptions, losses: watch::Sender<u64>) -> Result<Client, NatsError> {
    let mut options = options
        .ping_interval(Duration::from_secs(2))
        .connection_timeout(Duration::from_secs(3))
        .max_reconnects(None)
        .reconnect_delay_callback(|attempt| Duration::from_millis((attempt as u64 * 100).min(1000)))
        .event_callback(move |event| {
            match &event {
                Event::Connected | Event::SlowConsumer(_) => losses.send_modify(|losses| *losses += 1),
                _ => {}
            }
            match event {
                Event::Connected => tracing::info!("connected to NATS"),
                event => tracing::warn!(%event, "NATS"),
            }
            async {}
        });
    if let Some(path) = &nats.credentials {
        let unreadable = |error| NatsError::Credentials(path.display().to_string(), error);
        options = options.credentials_file(path).await.map_err(unreadable)?;
    }
    if let Some(path) = &nats.ca {
        std::fs::metadata(path).map_err(|error| NatsError::Credentials(path.display().to_string(), error))?;
        options = options.add_root_certificates(path.clone());
    }
    let bad_address = |_| NatsError::Connect(nats.shown(), "the address is not like nats://host:4222".to_owned());
    let servers: Vec<ServerAddr> =
        nats.servers.iter().map(|server| server.parse()).collect::<Result<_, _>>().map_err(bad_address)?;
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    if let Some(user) = servers.iter().find_map(|server| server.username()) {
        options = match servers.iter().find_map(|server| server.password()) {
            Some(password) => options.user_and_password(decoded(user), decoded(password)),
            None => options.token(decoded(user)),
        };
    }
    let client = options.connect(servers).await.map_err(|error| {
        let reason = match error.kind() {
            ConnectErrorKind::AuthorizationViolation => "it refuses our credentials".to_owned(),
            ConnectErrorKind::ServerParse => "the address is not like nats://host:4222".to_owned(),
            _ => error.to_string(),
        };
        NatsError::Connect(nats.shown(), reason)
    })?;
    Ok(client)
}

/// Takes answers to this node's questions until the program ends.
async fn take_answers(mut arriving: Subscriber, answers: Answers) {
    while let Some(message) = arriving.next().await {
        let number = message.subject.rsplit('.').next().and_then(|number| number.parse().ok());
        if let Some(number) = number {
            answers.tell(&number, &read_answer(&message));
        }
    }
}

fn read_answer(message: &Message) -> Result<Answer, NoAnswer> {
    if message.status == Some(StatusCode::NO_RESPONDERS) {
        return Err(NoAnswer::Gone);
    }
    decode(&message.payload).map_err(|error| {
        log_bad("an answer", &error);
        NoAnswer::Unknown
    })
}

/// Publishes a message, unless the queue stays full because NATS does not take anything: rooms must not wait for that.
async fn send(client: &Client, subject: Subject, message: &impl Serialize) {
    match timeout(QUEUE_TIMEOUT, client.publish(subject, encode(message).into())).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "a message could not be published"),
        Err(_) => tracing::debug!("a message was dropped, because NATS does not take any"),
    }
}

async fn subscribe(client: &Client, subject: String) -> Option<Subscriber> {
    let subscribed = timeout(QUEUE_TIMEOUT, client.subscribe(subject)).await.ok()?;
    subscribed.inspect_err(|error| tracing::warn!(%error, "NATS refused a subscription")).ok()
}

/// When a bad message was last logged, in milliseconds.
static LOGGED: AtomicI64 = AtomicI64::new(0);

/// Logs a message that can't be read, at most once per second.
pub fn log_bad(what: &str, error: &BadMessage) {
    metrics::counter!("powerboats_cluster_bad_messages_total").increment(1);
    let (now, last) = (now(), LOGGED.load(Ordering::Relaxed));
    if now - last >= 1000 && LOGGED.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
        tracing::warn!(%error, "{what} from NATS can't be read; it is ignored");
    }
}
