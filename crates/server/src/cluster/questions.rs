//! Questions to the owner of a room, and how a node answers them.

use super::{
    Cluster,
    asking::{ActionKey, Waiter},
    bus::{ANSWER_TIMEOUT, NoAnswer, log_bad},
    message::{Answer, Question, decode},
    view::{NodeId, View},
};
use crate::{
    ids::{PlayerId, RegattaId},
    room::action::{Refusal, RefusalReason, Submission},
    store::now,
};
use futures_util::StreamExt;
use std::{future::Future, sync::Arc, time::Duration};
use tokio::{
    sync::{Semaphore, watch},
    task::JoinHandle,
    time::{Instant, timeout},
};

/// How long a question waits for a room to have an owner again.
const PATIENCE: Duration = Duration::from_secs(6);

/// How long to wait for the view to change before asking again.
const PAUSE: Duration = Duration::from_millis(250);

/// Questions answered at the same time.
const AT_ONCE: usize = 2048;

/// Who answers a question about a room.
pub enum Asked<T> {
    /// This node owns the room now.
    Here {
        /// Whether a node was asked before that died, so that it may have done what was asked.
        perhaps_done: bool,
    },
    /// Another node has answered.
    There(T),
    /// Another node has stored an entry, and those who are connected here have been sent its events.
    Heard(u64),
}

/// Somebody who waits for the entry of an action.
type Listener = Option<Waiter<ActionKey, u64>>;

async fn heard(listener: &mut Listener) -> u64 {
    match listener {
        Some(listener) => listener.next().await,
        None => std::future::pending().await,
    }
}

impl Cluster {
    /// Asks the owner of a room, unless it is this node. While the owner is being replaced, it waits a little. A slow owner
    /// means that the outcome is unknown; its rooms are never taken from it for that.
    async fn ask_owner(
        &self,
        id: &RegattaId,
        mut listener: Listener,
        question: impl Fn() -> Question,
    ) -> Result<Asked<Answer>, Refusal> {
        let until = Instant::now() + PATIENCE;
        let mut view = self.view();
        let mut perhaps_done = false;
        loop {
            let me = view.borrow_and_update().me.clone();
            if me.is_none() || Instant::now() > until {
                return Err(if perhaps_done { unknown() } else { Refusal::unavailable() });
            }
            let owner = self.owner_of(id);
            if owner == me {
                return Ok(Asked::Here { perhaps_done });
            }
            if let Some(owner) = &owner
                && view.borrow().strangers.contains(owner)
            {
                return Err(other_version());
            }
            if let Some(owner) = owner {
                metrics::counter!("powerboats_cluster_forwarded_total").increment(1);
                let began = Instant::now();
                let question = question();
                let record =
                    || metrics::histogram!("powerboats_cluster_question_seconds").record(began.elapsed().as_secs_f64());
                let answer = tokio::select! {
                    answer = self.0.bus.ask(&owner, &question) => answer,
                    seq = heard(&mut listener) => {
                        record();
                        return Ok(Asked::Heard(seq));
                    }
                    // The next owner gets the question with the same id, so nothing is done twice.
                    () = gone(self.view(), &owner) => {
                        perhaps_done = true;
                        Err(NoAnswer::Gone)
                    }
                };
                match answer {
                    Ok(Answer::Elsewhere) | Err(NoAnswer::Gone) => {}
                    Ok(answer) => {
                        record();
                        return Ok(Asked::There(answer));
                    }
                    Err(NoAnswer::Unknown) => return Err(unknown()),
                }
            }
            drop(timeout(PAUSE, view.changed()).await);
        }
    }

    /// Passes an action on to the node that this one has left the room to; `None` if this node must answer.
    pub async fn pass_on(&self, question: &Question) -> Option<Answer> {
        let Question::Act { regatta, passed_on: false, .. } = question else { return None };
        let node = self.yielded_to(regatta).filter(|node| !self.0.view.borrow().strangers.contains(node))?;
        let mut question = question.clone();
        if let Question::Act { passed_on, listens, .. } = &mut question {
            (*passed_on, *listens) = (true, false);
        }
        metrics::counter!("powerboats_cluster_forwarded_total").increment(1);
        match self.0.bus.ask(&node, &question).await {
            Ok(Answer::Elsewhere) | Err(NoAnswer::Gone) => None,
            Ok(answer) => Some(answer),
            Err(NoAnswer::Unknown) => Some(Answer::Refused(unknown())),
        }
    }

    /// Sends an action to the room's owner, unless this node is the owner. `listens` says whether this node hears what is
    /// stored in this room.
    pub async fn act(
        &self,
        id: &RegattaId,
        player: Option<PlayerId>,
        invited: bool,
        submission: Submission,
        listens: bool,
    ) -> Result<Asked<u64>, Refusal> {
        let key = player.clone().filter(|_| listens).map(|player| (id.clone(), player, submission.id.clone()));
        let listener = key.map(|key| self.0.actions.wait(key));
        let question = || Question::Act {
            regatta: id.clone(),
            player: player.clone(),
            invited,
            submission: submission.clone(),
            expires: now() + ANSWER_TIMEOUT.as_millis() as i64,
            listens,
            passed_on: false,
        };
        match self.ask_owner(id, listener, question).await? {
            Asked::Here { perhaps_done } => Ok(Asked::Here { perhaps_done }),
            Asked::Heard(seq) => Ok(Asked::Heard(seq)),
            Asked::There(Answer::Done(seq)) => Ok(Asked::There(seq)),
            Asked::There(Answer::Refused(refusal)) => Err(refusal),
            Asked::There(_) => Err(unknown()),
        }
    }

    /// Makes the room's owner analyse it, unless this node is the owner. Returns how far it is.
    pub async fn analyse(&self, id: &RegattaId, payer: Option<PlayerId>) -> Result<Asked<f64>, Refusal> {
        let question = || Question::Analyse { regatta: id.clone(), payer: payer.clone() };
        match self.ask_owner(id, None, question).await? {
            Asked::Here { perhaps_done } => Ok(Asked::Here { perhaps_done }),
            Asked::There(Answer::Progress(progress)) => Ok(Asked::There(progress)),
            Asked::There(Answer::Refused(refusal)) => Err(refusal),
            Asked::There(_) | Asked::Heard(_) => Err(unknown()),
        }
    }

    /// Answers questions to the node with this id, where `answer` gives an answer.
    pub fn answer<F: Future<Output = Option<Answer>> + Send + 'static>(
        &self,
        id: NodeId,
        answer: impl Fn(Question) -> F + Send + Sync + 'static,
    ) -> JoinHandle<()> {
        let cluster = self.clone();
        tokio::spawn(async move {
            let mut questions = cluster.0.bus.listen(&format!("ask.{id}")).await;
            let places = Arc::new(Semaphore::new(AT_ONCE));
            while let Some(message) = questions.next().await {
                let Some(reply) = message.reply else { continue };
                let question = match decode(&message.payload) {
                    Ok(question) => question,
                    Err(error) => {
                        log_bad("a question", &error);
                        let refusal = other_version();
                        cluster.0.bus.reply(reply, &Answer::Refused(refusal)).await;
                        continue;
                    }
                };
                let Ok(place) = places.clone().acquire_owned().await else { return };
                let (cluster, answer) = (cluster.clone(), answer(question));
                tokio::spawn(async move {
                    if let Some(answer) = answer.await {
                        cluster.0.bus.reply(reply, &answer).await;
                    }
                    drop(place);
                });
            }
        })
    }
}

/// Completes when a node has gone.
async fn gone(mut view: watch::Receiver<View>, node: &NodeId) {
    // The sender lives as long as the cluster.
    drop(view.wait_for(|view| !view.alive.contains(node)).await);
}

/// A node of a version that this one does not understand serves the room.
fn other_version() -> Refusal {
    let message =
        "The servers are being upgraded, and two of them do not understand each other. Please try again soon.";
    Refusal::new(RefusalReason::Unavailable, message)
}

/// Nobody knows whether another node has done what was asked.
pub fn unknown() -> Refusal {
    let message =
        "Another server did not answer, so it is unknown whether this was stored. Please send it again unchanged.";
    Refusal::new(RefusalReason::Unknown, message)
}
