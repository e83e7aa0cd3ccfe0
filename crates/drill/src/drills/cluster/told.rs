//! The drill of what all nodes of a cluster must know: how soon the others obey after something was decided at one of them.

use super::{judge, keep_logs, seatings};
use crate::{
    DrillError,
    client::{
        api::{Guest, action},
        live_rooms::LiveRooms,
    },
    cluster::{Cluster, NODES, NatsLink},
    latency::Latencies,
    report::{Bar, Figure, Report},
};
use powerboats_server::{
    ids::random_text,
    moderate::operator,
    store::{Database, Store},
};
use reqwest::{Client, Method, header};
use serde_json::{Value, json};
use std::{collections::BTreeMap, net::SocketAddr, time::Duration};
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms that are played meanwhile.
    pub rooms: usize,
    /// How often each kind of thing is decided.
    pub rounds: usize,
    /// `postgres://…`; the drill creates a database of its own there.
    pub postgres: String,
    /// The seed of all randomness.
    pub seed: u64,
}

/// How long the players of those rooms wait before each action.
const THINK_TIME: Duration = Duration::from_millis(400);

/// How often a node is asked.
const POLL: Duration = Duration::from_millis(10);

/// When a node is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Something that is decided at one node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum SafetyDecision {
    SignOut,
    RevokedToken,
    Mute,
    Suspension,
    Maintenance,
}

impl SafetyDecision {
    const ALL: [SafetyDecision; 5] = [
        SafetyDecision::SignOut,
        SafetyDecision::RevokedToken,
        SafetyDecision::Mute,
        SafetyDecision::Suspension,
        SafetyDecision::Maintenance,
    ];

    const fn name(self) -> &'static str {
        ["sign-out", "revoked token", "mute", "suspension", "maintenance"][self as usize]
    }
}

/// Sends requests to single nodes, as players and as the operator.
struct Visitor {
    http: Client,
    nodes: Vec<SocketAddr>,
    /// The value of the operator's header.
    operator: String,
}

/// Somebody at a node.
#[derive(Clone)]
enum Who {
    Operator,
    Cookie(String),
    Token(String),
}

impl Visitor {
    async fn ask(
        &self,
        node: usize,
        who: &Who,
        (method, path): (Method, &str),
        body: Option<&Value>,
    ) -> Result<(u16, Value), DrillError> {
        let request = self.http.request(method, format!("http://{}{path}", self.nodes[node]));
        let request = match who {
            Who::Operator => request.header(header::AUTHORIZATION, &self.operator),
            Who::Cookie(cookie) => request.header(header::COOKIE, cookie),
            Who::Token(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        };
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        Ok((status, answer.json().await.unwrap_or(Value::Null)))
    }

    /// The same, if the answer must be a success.
    async fn must(
        &self,
        node: usize,
        who: &Who,
        (method, path): (Method, &str),
        body: Option<&Value>,
    ) -> Result<Value, DrillError> {
        match self.ask(node, who, (method.clone(), path), body).await? {
            (200..=299, answer) => Ok(answer),
            (status, answer) => {
                let request = format!("{method} {path}");
                Err(DrillError::UnexpectedAnswer { request, status, body: answer.to_string() })
            }
        }
    }

    async fn moderate(&self, node: usize, act: Value) -> Result<(), DrillError> {
        let body = json!({ "act": act, "reason": "drill" });
        self.must(node, &Who::Operator, (Method::POST, "/api/moderation/acts"), Some(&body)).await.map(drop)
    }
}

/// Decides things at one node after the other, and measures how long it takes until the others obey.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let mut cluster = Cluster::start(&plan.postgres, NatsLink::Direct, &[]).await?;
    let store = Store::open_to_read(&Database::Postgres(cluster.database.clone())).await;
    let store = store.map_err(|error| DrillError::Setup(error.to_string()))?;
    let key = operator::stored_key(&store).await.map_err(|error| DrillError::Setup(error.to_string()))?;
    let key = key.ok_or_else(|| DrillError::Setup("the servers have made no operator's key".to_owned()))?;
    let http = Client::builder().timeout(PATIENCE).build()?;
    let visitor = Visitor { http, nodes: cluster.addresses(), operator: format!("Bearer {key}") };
    let rooms = LiveRooms::start(&cluster.api, seatings(plan.rooms, THINK_TIME), plan.seed).await?;
    let (all, mut each) = (Latencies::default(), BTreeMap::new());
    for round in 0..plan.rounds {
        let here = round % NODES;
        for decision in SafetyDecision::ALL {
            let own = each.entry(decision).or_insert_with(Latencies::default);
            for took in decide(&cluster, &visitor, here, decision).await? {
                all.record(took);
                own.record(took);
            }
        }
    }
    let (finished, faults) = judge(&mut cluster, rooms).await?;
    let summary = all.take();
    let mut notes =
        vec![format!("{} regattas were played meanwhile; until another node obeys: {summary}", finished.len())];
    notes.extend(each.iter().map(|(decision, latencies)| format!("{}: {}", decision.name(), latencies.take())));
    notes.extend(keep_logs(&cluster, &faults)?);
    let figures = vec![
        Figure { name: "cluster-told", value: summary.p99 / 1000.0, unit: "s (p99)", bar: Bar::AtMost(2.0) },
        Figure::none("cluster-told-faults", faults.len(), "violations"),
    ];
    Ok(Report { figures, notes, faults })
}

/// Decides something at one node. Returns how long it took until each of the others obeyed, from the answer on.
async fn decide(
    cluster: &Cluster,
    visitor: &Visitor,
    here: usize,
    decision: SafetyDecision,
) -> Result<Vec<Duration>, DrillError> {
    let Guest { id, cookie } = cluster.nodes[here].api.new_guest("Ann").await?;
    let cookie = Who::Cookie(cookie);
    let me = (Method::GET, "/api/me");
    let made =
        visitor.must(here, &cookie, (Method::POST, "/api/me/tokens"), Some(&json!({ "label": "drill" }))).await?;
    let token = Who::Token(made["token"].as_str().unwrap_or_default().to_owned());
    let settings = json!({ "seats": 2 });
    let opened = visitor.must(here, &cookie, (Method::POST, "/api/regattas"), Some(&settings)).await?;
    let actions = format!("/api/regattas/{}/actions", opened["id"].as_str().unwrap_or_default());
    // All nodes know the player, the session and the token before.
    for node in 0..NODES {
        for who in [&cookie, &token] {
            visitor.must(node, who, me.clone(), None).await?;
        }
    }
    match decision {
        SafetyDecision::SignOut => drop(visitor.must(here, &cookie, (Method::DELETE, "/api/sessions"), None).await?),
        SafetyDecision::RevokedToken => {
            let path = format!("/api/me/tokens/{}", made["id"].as_str().unwrap_or_default());
            visitor.must(here, &cookie, (Method::DELETE, &path), None).await?;
        }
        SafetyDecision::Mute => visitor.moderate(here, json!({ "type": "mute", "player": id, "hours": 1 })).await?,
        SafetyDecision::Suspension => {
            visitor.moderate(here, json!({ "type": "suspend", "player": id, "hours": 1 })).await?
        }
        SafetyDecision::Maintenance => visitor.moderate(here, json!({ "type": "maintenance", "on": true })).await?,
    }
    let decided = Instant::now();
    let obeys = async |node: usize| -> Result<bool, DrillError> {
        Ok(match decision {
            SafetyDecision::SignOut => visitor.ask(node, &cookie, me.clone(), None).await?.0 == 401,
            SafetyDecision::RevokedToken => visitor.ask(node, &token, me.clone(), None).await?.0 == 401,
            SafetyDecision::Suspension => visitor.ask(node, &cookie, me.clone(), None).await?.0 == 403,
            SafetyDecision::Mute => {
                let said = action(json!({ "type": "phrase", "phrase": "hello" }));
                let body = json!({ "id": random_text(8), "action": said });
                let (_, answer) = visitor.ask(node, &cookie, (Method::POST, &actions), Some(&body)).await?;
                answer["code"] == "muted"
            }
            SafetyDecision::Maintenance => {
                let (_, answer) =
                    visitor.ask(node, &cookie, (Method::POST, "/api/regattas"), Some(&json!({ "seats": 7 }))).await?;
                answer["code"] == "maintenance"
            }
        })
    };
    let (mut waiting, mut took): (Vec<usize>, Vec<Duration>) =
        ((0..NODES).filter(|node| *node != here).collect(), Vec::new());
    while let Some(node) = waiting.pop() {
        match obeys(node).await? {
            true => took.push(decided.elapsed()),
            false if decided.elapsed() > PATIENCE => {
                let what = decision.name();
                return Err(DrillError::broken(format_args!("node {node} ignores a {what} for {PATIENCE:?}")));
            }
            false => {
                waiting.insert(0, node);
                sleep(POLL).await;
            }
        }
    }
    if decision == SafetyDecision::Maintenance {
        visitor.moderate(here, json!({ "type": "maintenance", "on": false })).await?;
        for node in 0..NODES {
            let notice = async || visitor.ask(node, &Who::Operator, (Method::GET, "/api/server"), None).await;
            while decided.elapsed() < 2 * PATIENCE && notice().await?.1["maintenance"] == true {
                sleep(POLL).await;
            }
        }
    }
    Ok(took)
}
