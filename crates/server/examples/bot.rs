//! A bot that plays a whole regatta. It knows nothing of the rules: it asks what is legal and picks from that.
//!
//! `cargo run -p powerboats-server --example bot -- --server http://127.0.0.1:8080` opens a regatta against two pilots;
//! `--regatta ID` joins one; `--token pb_…` plays as the player who made the token. See docs/bots.md.

use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use reqwest::{Client, Method, header};
use serde_json::{Value, json};
use tokio_tungstenite::{connect_async, tungstenite::Message, tungstenite::client::IntoClientRequest};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A player that is a program.
#[derive(Parser)]
pub struct Bot {
    /// Where to play.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    pub server: String,
    /// Made under `/api/me/tokens`; without one the bot comes as a guest.
    #[arg(long)]
    pub token: Option<String>,
    /// What a guest is called.
    #[arg(long, default_value = "Bot")]
    pub name: String,
    /// Which regatta to join; without one the bot opens its own, against two pilots.
    #[arg(long)]
    pub regatta: Option<String>,
    /// How many races, if it opens its own.
    #[arg(long, default_value_t = 3)]
    pub races: u8,
    /// What proves who we are, in each request: a header's name and value.
    #[arg(skip)]
    identity: Option<(header::HeaderName, String)>,
}

impl Bot {
    /// Asks the server; an answer that is not of the 200s is an error.
    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Result<reqwest::Response, Failure> {
        let mut request = Client::new().request(method, format!("{}{path}", self.server));
        if let Some((name, value)) = &self.identity {
            request = request.header(name, value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await?;
        if answer.status().is_success() { Ok(answer) } else { Err(answer.text().await?.into()) }
    }

    /// With a token we are its owner. Without one a name is enough, and the cookie is what we show from then on.
    async fn sign_in(&mut self) -> Result<(), Failure> {
        if let Some(token) = &self.token {
            self.identity = Some((header::AUTHORIZATION, format!("Bearer {token}")));
            return Ok(());
        }
        let answer = self.ask(Method::POST, "/api/me", Some(json!({ "name": self.name }))).await?;
        let cookie = answer.headers()[header::SET_COOKIE].to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        self.identity = Some((header::COOKIE, cookie));
        Ok(())
    }

    /// Does something over HTTP. Each action has an id of our own making: sent twice, it acts once.
    async fn act(&self, regatta: &str, id: &str, action: Value) -> Result<(), Failure> {
        let path = format!("/api/regattas/{regatta}/actions");
        self.ask(Method::POST, &path, Some(json!({ "id": id, "action": action }))).await?;
        Ok(())
    }

    /// Takes a seat and is ready: when all seats are taken and everybody is ready, it starts.
    async fn enter(&self) -> Result<String, Failure> {
        let regatta = match &self.regatta {
            Some(regatta) => {
                self.act(regatta, "join", json!({ "type": "join" })).await?;
                regatta.clone()
            }
            None => {
                let settings = json!({ "seats": 3, "races": self.races });
                let opened: Value = self.ask(Method::POST, "/api/regattas", Some(settings)).await?.json().await?;
                let regatta = opened["id"].as_str().ok_or("no id")?.to_owned();
                for pilot in ["skipper", "rookie"] {
                    self.act(&regatta, pilot, json!({ "type": "seat-pilot", "pilot": pilot })).await?;
                }
                regatta
            }
        };
        self.act(&regatta, "ready", json!({ "type": "ready", "ready": true })).await?;
        Ok(regatta)
    }

    /// Plays to the end: how it ended.
    pub async fn play(mut self) -> Result<Value, Failure> {
        self.sign_in().await?;
        let regatta = self.enter().await?;
        println!("playing in {}/regattas/{regatta}", self.server);
        // The socket says when something happened; an action can go the same way.
        let url = format!("{}/api/regattas/{regatta}/socket", self.server.replacen("http", "ws", 1));
        let mut request = url.into_client_request()?;
        if let Some((name, value)) = &self.identity {
            request.headers_mut().insert(name, value.parse()?);
        }
        let (mut socket, _) = connect_async(request).await?;
        let (mut actions, mut waiting) = (0, false);
        while let Some(message) = socket.next().await {
            let Message::Text(text) = message? else { continue };
            let message: Value = serde_json::from_str(&text)?;
            match message["type"].as_str() {
                Some("ack") => waiting = false,
                // The game went on before our action came: look again.
                Some("refused") if message["code"] == "stale" => waiting = false,
                Some("refused") => return Err(text.as_str().into()),
                Some("snapshot" | "events") => {}
                _ => continue,
            }
            if waiting {
                continue;
            }
            let path = format!("/api/regattas/{regatta}");
            let room: Value = self.ask(Method::GET, &path, None).await?.json().await?;
            if room["regatta"]["stage"] == "over" {
                return Ok(room["regatta"]["result"].clone());
            }
            if let Some(action) = decide(&room) {
                actions += 1;
                // `seen`: if anything happened on the lake since then, we would rather decide again.
                let act = json!({ "type": "act", "id": actions.to_string(), "action": action, "seen": room["seq"] });
                socket.send(Message::text(act.to_string())).await?;
                waiting = true;
            }
        }
        Err("the server closed the connection".into())
    }
}

/// What to do, if it is our turn: always one of the things listed as legal.
fn decide(room: &Value) -> Option<Value> {
    let (state, course, legal) = (&room["state"], &room["course"], &room["legal"]);
    let me = state["boats"].as_array()?.iter().find(|boat| boat["color"] == room["you"]["color"])?;
    if state["turn"] != me["color"] {
        return None;
    }
    // Where to: the next mark, or a hex of its gate a little off the buoy.
    let aim = match me["leg"].as_str()? {
        "start" => &course["start_side"][0],
        "finish" => &course["line"][1],
        gate => {
            let hexes = course["gates"][gate.parse::<usize>().ok()? - 1]["hexes"].as_array()?;
            hexes.get(1).or(hexes.first())?
        }
    };
    let far = |hex: &Value| distance(hex, aim).unwrap_or(99);
    if let Some(places) = legal["places"].as_array() {
        let at = places.iter().min_by_key(|place| far(place))?;
        return Some(json!({ "type": "place", "at": at, "heading": "NE" }));
    }
    if let Some(options) = legal["options"].as_array() {
        let best = options.iter().min_by_key(|option| (option["damage"].as_u64(), far(&option["end"])))?;
        return Some(json!({ "type": "steer", "to": best["to"] }));
    }
    // Two dice are slow and safe. But time does not stand still: every twenty turns it dares one more.
    let most = 2 + me["turns"].as_u64()? / 20;
    let choices = legal["dice"].as_array()?.iter().filter(|choice| choice["count"].as_u64() <= Some(most));
    let choice = choices.max_by_key(|choice| (choice["count"].as_u64(), choice["hold"].as_array().map(Vec::len)));
    let choice = choice.or(legal["dice"].as_array()?.last())?;
    Some(json!({ "type": "dice", "hold": choice["hold"], "count": choice["count"] }))
}

/// Steps from hex to hex as the crow flies. A hex is a column letter and a row; even rows lie half a hex to the right.
fn distance(a: &Value, b: &Value) -> Option<i64> {
    let axial = |hex: &Value| {
        let (column, row) = hex.as_str()?.split_at_checked(1)?;
        let row = row.parse::<i64>().ok()? - 1;
        Some((i64::from(column.as_bytes()[0]) - row.div_euclid(2), row))
    };
    let ((q, r), (p, s)) = (axial(a)?, axial(b)?);
    Some((q - p).abs().max((r - s).abs()).max((q + r - p - s).abs()))
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    println!("{}", Bot::parse().play().await?);
    Ok(())
}
