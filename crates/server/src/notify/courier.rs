//! The courier: sends the messages in the outbox, and tries again what fails.
//!
//! A message is claimed for a while before it is sent, so that of several nodes only one sends it. If the server dies between
//! the channel's acceptance and the mark, the message is sent again, with the same id.

use super::{
    Notify,
    choices::{MessageChannel, MessageChoices, MessageKind},
    compose::{Notice, compose},
    digest, leave,
    letter::Letter,
    mail::{Attachment, MailAddress, MailError, Message},
    picture,
    push::{PushError, PushMessage},
    relevance::Relevance,
    settings,
};
use crate::{
    ids::RegattaId,
    room::{Room, seat::Seat},
    rooms::registry::Registry,
    store::{Finished, OutboxRow, StoreError, now},
    stream::Leads,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::time::Duration;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};

/// How often the outbox is looked at.
const PAUSE: Duration = Duration::from_millis(100);
/// How often it is looked whether a digest is due.
const DIGEST_PAUSE: Duration = Duration::from_secs(5);
/// Messages that are being sent at the same time.
const MOST: usize = 256;
/// How long a message is claimed, in milliseconds, and how long sending it may take.
const LEASE: i64 = 60_000;
const LONGEST: Duration = Duration::from_secs(50);
/// At shutdown: how long messages that are being sent may take.
const GRACE: Duration = Duration::from_millis(1200);
/// The pause after the first failure, in milliseconds. Each further one is four times as long, up to an hour.
const FIRST_PAUSE: i64 = 5_000;
const LONGEST_PAUSE: i64 = 3_600_000;
/// A message that has failed this often is given up, about a day after the first attempt.
const MOST_ATTEMPTS: i64 = 30;
/// At most one mail about a regatta in this time, in milliseconds.
const MAIL_PAUSE: i64 = 3_600_000;
/// What mails about challenges are counted under. No regatta has this id.
const CHALLENGES: &str = "challenges";
/// The longest text in a banner, in characters. A push service takes at most 4 KB.
const LONGEST_BODY: usize = 500;

/// What became of a message.
enum Outcome {
    Sent,
    /// It no longer makes sense.
    Dropped(&'static str),
    /// It is sent at another time.
    Later(i64),
    /// The channel did not take it; after this many milliseconds, if it said so.
    Failed(Option<i64>, String),
}

#[derive(Clone)]
struct Courier {
    notify: Notify,
    registry: Registry,
}

/// Sends messages until the server stops.
pub(super) async fn run(notify: Notify, registry: Registry, leads: Leads) {
    let courier = Courier { notify, registry };
    let (store, stopping) = (courier.registry.store.clone(), courier.registry.stopping.clone());
    let (done, mut results) = mpsc::unbounded_channel::<Finished>();
    let (mut in_flight, mut unmarked) = (0, Vec::new());
    let mut digests = Instant::now();
    if !store.is_shared() && store.free_messages().await.is_err() {
        tracing::warn!("messages of the last run are sent a minute later");
    }
    let mut ending: Option<Instant> = None;
    loop {
        drop(timeout(PAUSE, stopping.cancelled()).await);
        while let Ok(finished) = results.try_recv() {
            in_flight -= 1;
            unmarked.push(finished);
        }
        if !unmarked.is_empty() && store.finish_messages(&unmarked).await.is_ok() {
            unmarked.clear();
        }
        if stopping.is_cancelled() {
            let began = *ending.get_or_insert_with(Instant::now);
            if in_flight == 0 || began.elapsed() > GRACE {
                return;
            }
            tokio::time::sleep(PAUSE / 4).await;
            continue;
        }
        if !leads() || in_flight + 64 > MOST {
            continue;
        }
        if digests.elapsed() > DIGEST_PAUSE {
            digests = Instant::now();
            if let Err(error) = digest::post_due(&courier.registry).await {
                tracing::warn!(%error, "digests have to wait");
            }
        }
        match store.claim_messages(LEASE).await {
            Ok(rows) => {
                in_flight += rows.len();
                for row in rows {
                    tokio::spawn(courier.clone().work(row, done.clone()));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "messages have to wait");
                drop(timeout(Duration::from_secs(1), stopping.cancelled()).await);
            }
        }
    }
}

/// When to try again after this many failures.
fn pause_after(attempts: i64) -> i64 {
    let factor = 4_i64.saturating_pow(u32::try_from(attempts.max(0)).unwrap_or(u32::MAX));
    FIRST_PAUSE.saturating_mul(factor).min(LONGEST_PAUSE)
}

/// What a message is about: the same if it is sent again.
fn message_id(row: &OutboxRow) -> String {
    format!("{} {} {}", row.id, row.kind, row.seq)
}

/// The topic of all messages about a regatta: 32 letters that push services accept.
fn topic(regatta: &RegattaId) -> String {
    BASE64.encode(&Sha256::digest(regatta.as_str())[..24])
}

impl Courier {
    /// Sends one message, and says what became of it.
    async fn work(self, row: OutboxRow, done: mpsc::UnboundedSender<Finished>) {
        let slow = || Ok(Outcome::Failed(None, "it took too long".to_owned()));
        let outcome = timeout(LONGEST, self.deliver(&row)).await.unwrap_or_else(|_| slow());
        let outcome = outcome.unwrap_or_else(|error| Outcome::Failed(None, error.to_string()));
        let (again, label) = match outcome {
            Outcome::Sent => {
                let took = (now() - row.due.max(row.at)).max(0) as f64 / 1e3;
                metrics::histogram!("powerboats_message_seconds", "channel" => row.channel.clone()).record(took);
                (None, "sent")
            }
            Outcome::Dropped(why) => {
                tracing::debug!(id = row.id, why, "a message is not sent");
                (None, "dropped")
            }
            Outcome::Later(due) => (Some((due, false)), "postponed"),
            Outcome::Failed(_, why) if row.attempts >= MOST_ATTEMPTS => {
                tracing::warn!(channel = row.channel, why, "a message is given up");
                (None, "given up")
            }
            Outcome::Failed(wait, why) => {
                tracing::info!(channel = row.channel, attempts = row.attempts, why, "a message has to wait");
                (Some((now() + wait.unwrap_or(0).max(pause_after(row.attempts)), true)), "failed")
            }
        };
        let labels = [("channel", row.channel.clone()), ("outcome", label.to_owned())];
        metrics::counter!("powerboats_messages_total", &labels).increment(1);
        let (again, failed) = again.map_or((None, false), |(due, failed)| (Some(due), failed));
        drop(done.send(Finished { row, again, failed })); // the server stops
    }

    async fn deliver(&self, row: &OutboxRow) -> Result<Outcome, StoreError> {
        let channel =
            if row.channel == MessageChannel::Push.as_str() { MessageChannel::Push } else { MessageChannel::Mail };
        let Some(kind) = MessageKind::read(&row.kind) else { return Ok(Outcome::Dropped("unknown")) };
        let store = &self.registry.store;
        let choices = settings::read(store.notify_choices(&row.player).await?.as_deref()).unwrap_or_default();
        if !choices.wants(kind, channel) || kind == MessageKind::Digest && choices.digest.is_none() {
            return Ok(Outcome::Dropped("switched off"));
        }
        if kind == MessageKind::Digest {
            return self.send_digest(row, &choices).await;
        }
        if self.registry.people.looking.has(&row.player, store).await? {
            return Ok(Outcome::Dropped("the player looks at a page"));
        }
        if let Some(end) = choices.quiet_until(now()) {
            return Ok(Outcome::Later(end));
        }
        let Some(regatta) = RegattaId::read(&row.regatta) else { return Ok(Outcome::Dropped("unknown")) };
        let Some(room) = self.registry.peek(&regatta).await? else { return Ok(Outcome::Dropped("no regatta")) };
        match Relevance::of(&room, row, kind, channel, &choices, now()) {
            Relevance::Send => {}
            Relevance::Wait(due) => return Ok(Outcome::Later(due)),
            Relevance::Drop(why) => return Ok(Outcome::Dropped(why)),
        }
        // One of them may have blocked the other while the message waited.
        if kind == MessageKind::Challenge {
            let strangers = store.strangers_of(&row.player).await?;
            let seated = room.seats.values().filter_map(Seat::person).map(|person| &person.player);
            if seated.chain([&room.host]).any(|other| strangers.contains(other)) {
                return Ok(Outcome::Dropped("the players must not meet"));
            }
        }
        let people = &self.registry.people;
        let author = room.settings.title_by.clone();
        people.names.load(&Vec::from_iter([room.host.clone(), row.player.clone()].into_iter().chain(author))).await?;
        let notice = compose(&room, people, &row.player, kind, &choices, now());
        match channel {
            MessageChannel::Push => self.push(row, &regatta, &notice).await,
            MessageChannel::Mail => self.mail_about(row, &regatta, &room, notice, &choices).await,
        }
    }

    /// Hands a message to the push service of a browser.
    async fn push(&self, row: &OutboxRow, regatta: &RegattaId, notice: &Notice) -> Result<Outcome, StoreError> {
        let store = &self.registry.store;
        let Some(push) = self.notify.push() else { return Ok(Outcome::Dropped("no push")) };
        let Some(stored) = store.subscription(&row.player, &row.target).await? else {
            store.delete_subscription(&row.player, &row.target).await?;
            return Ok(Outcome::Dropped("signed out"));
        };
        let Some(to) = push.stored(stored) else { return Ok(Outcome::Dropped("the push service is not allowed")) };
        let body: String = notice.lines.join("\n").chars().take(LONGEST_BODY).collect();
        let body = json!({
            "id": message_id(row), "kind": row.kind, "title": notice.title, "body": body, "at": row.at,
            "url": format!("/r/{regatta}"), "tag": regatta,
            "image": picture::path(&self.notify, regatta, &row.player),
        });
        let keep = Duration::from_secs(24 * 3600);
        let message = PushMessage { body: body.to_string(), topic: topic(regatta), keep };
        Ok(match push.send(&to, &message).await {
            Ok(()) => Outcome::Sent,
            Err(PushError::Gone) => {
                store.delete_subscription(&row.player, &row.target).await?;
                Outcome::Dropped("the browser no longer wants messages")
            }
            Err(PushError::Later(wait, why)) => Outcome::Failed(wait.map(|wait| wait.as_millis() as i64), why),
            Err(PushError::Refused(why)) => {
                tracing::warn!(why, "a push service refuses a message");
                Outcome::Dropped("refused")
            }
        })
    }

    async fn mail_about(
        &self,
        row: &OutboxRow,
        regatta: &RegattaId,
        room: &Room,
        notice: Notice,
        choices: &MessageChoices,
    ) -> Result<Outcome, StoreError> {
        let store = &self.registry.store;
        // Anybody can challenge anybody as often as they like, so all challenges together count as one regatta.
        let is_challenge = room.occasion.is_none() && room.offer.as_ref().is_some_and(|offer| offer.of.is_none());
        let about = match row.kind == MessageKind::Challenge.as_str() && is_challenge {
            true => OutboxRow { regatta: CHALLENGES.to_owned(), ..row.clone() },
            false => row.clone(),
        };
        if !store.may_mail(&about, &message_id(row), now() - MAIL_PAUSE).await? {
            let last = store.last_mail(&about).await?.unwrap_or_else(now);
            return Ok(Outcome::Later(last + MAIL_PAUSE));
        }
        let link = self.notify.room_url(regatta);
        let picture = picture::draw(room, &row.player).await;
        let files = picture.map(|bytes| Attachment { name: "lake.png", kind: "image/png", bytes });
        self.mail(row, notice, choices, Some(link), files.into_iter().collect()).await
    }

    async fn send_digest(&self, row: &OutboxRow, choices: &MessageChoices) -> Result<Outcome, StoreError> {
        let Some((notice, calendar)) = digest::compose(&self.notify, &self.registry, &row.player, choices).await?
        else {
            return Ok(Outcome::Dropped("nothing waits"));
        };
        let file = |text: String| Attachment { name: "deadlines.ics", kind: "text/calendar", bytes: text.into_bytes() };
        self.mail(row, notice, choices, None, calendar.map(file).into_iter().collect()).await
    }

    /// Hands a mail to the mail server.
    async fn mail(
        &self,
        row: &OutboxRow,
        notice: Notice,
        choices: &MessageChoices,
        link: Option<String>,
        attachments: Vec<Attachment>,
    ) -> Result<Outcome, StoreError> {
        let Some(mailer) = self.notify.mailer() else { return Ok(Outcome::Dropped("no mail")) };
        let address = self.registry.store.mail_address(&row.player).await?.address;
        let Some(to) = address.and_then(|address| address.parse::<MailAddress>().ok()) else {
            return Ok(Outcome::Dropped("no address"));
        };
        let letter = Letter::new(&self.notify, &row.player, &notice, choices, link.as_deref(), !attachments.is_empty());
        let message = Message {
            to,
            subject: notice.title,
            text: letter.text,
            html: Some(letter.html),
            about: message_id(row),
            unsubscribe: Some(leave::url(&self.notify, &row.player)),
            attachments,
        };
        Ok(match mailer.send(message).await {
            Ok(()) => Outcome::Sent,
            Err(MailError::Later(why)) => Outcome::Failed(None, why),
            Err(MailError::Refused(why)) => {
                tracing::warn!(why, "the mail server refuses a message");
                Outcome::Dropped("refused")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_a_message_is_tried_for_about_a_day() {
        assert_eq!([0, 1, 2, 3].map(pause_after), [5_000, 20_000, 80_000, 320_000]);
        assert_eq!(pause_after(i64::MAX), LONGEST_PAUSE);
        let total: i64 = (0..MOST_ATTEMPTS).map(pause_after).sum();
        assert!((20..=30).contains(&(total / 3_600_000)), "{total}");
    }

    #[test]
    fn a_topic_fits_its_header() {
        let topic = topic(&RegattaId::random());
        assert!(topic.len() == 32 && topic.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
    }
}
