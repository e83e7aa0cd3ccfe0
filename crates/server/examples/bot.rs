//! A bot that plays a whole regatta. It does not know the rules: it is told what is legal and chooses from that.
//!
//! `cargo run -p powerboats-server --example bot -- --server http://127.0.0.1:8080` opens a regatta against two pilots;
//! `--regatta ID` joins one; `--token pb_…` plays as the player who made the token. See docs/bots.md.

use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use reqwest::{Client, Method, header};
use serde_json::{Value, json};
use tokio_tungstenite::{connect_async, tungstenite::Message, tungstenite::client::IntoClientRequest};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A program that plays.
#[derive(Parser)]
pub struct Bot {
    /// Address of the server
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    pub server: String,
    /// A token from `/api/me/tokens`; without one the bot plays as a guest
    #[arg(long)]
    pub token: Option<String>,
    /// The guest's name
    #[arg(long, default_value = "Bot")]
    pub name: String,
    /// The regatta to join; without one the bot opens its own, against two pilots
    #[arg(long)]
    pub regatta: Option<String>,
    /// Number of races in a regatta that the bot opens
    #[arg(long, default_value_t = 3)]
    pub races: u8,
    /// The header that identifies us in each request: name and value.
    #[arg(skip)]
    identity: Option<(header::HeaderName, String)>,
}

impl Bot {
    /// Sends a request. A status other than 2xx is an error.
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

    /// With a token we play as its owner. Without one we sign in as a guest, and the cookie identifies us from then on.
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

    /// Takes a seat. When all seats are taken and ready, the regatta starts.
    async fn enter(&self) -> Result<String, Failure> {
        if let Some(regatta) = &self.regatta {
            // Each action has an id that we choose; if it is sent twice, it takes effect once.
            let join = json!({ "id": "join", "action": { "type": "join" } });
            self.ask(Method::POST, &format!("/api/regattas/{regatta}/actions"), Some(join)).await?;
            return Ok(regatta.clone());
        }
        let pilots = json!([{ "pilot": "skipper" }, { "pilot": "rookie" }]);
        let settings = json!({ "seats": 3, "races": self.races, "pilots": pilots });
        let opened: Value = self.ask(Method::POST, "/api/regattas", Some(settings)).await?.json().await?;
        Ok(opened["id"].as_str().ok_or("no id")?.to_owned())
    }

    /// Plays to the end and returns the result.
    pub async fn play(mut self) -> Result<Value, Failure> {
        self.sign_in().await?;
        let regatta = self.enter().await?;
        println!("playing in {}/regattas/{regatta}", self.server);
        // The socket tells us when it is our turn. Actions can be sent over it too.
        let url = format!("{}/api/regattas/{regatta}/socket?turns=true", self.server.replacen("http", "ws", 1));
        let mut request = url.into_client_request()?;
        if let Some((name, value)) = &self.identity {
            request.headers_mut().insert(name, value.parse()?);
        }
        let (mut socket, _) = connect_async(request).await?;
        let mut course = Value::Null;
        while let Some(message) = socket.next().await {
            let Message::Text(text) = message? else { continue };
            let turn: Value = serde_json::from_str(&text)?;
            match turn["type"].as_str() {
                Some("turn") => {}
                // The game moved on before our action arrived: the next `turn` says what to do.
                Some("refused") if turn["code"] == "stale" => continue,
                Some("refused") => return Err(text.as_str().into()),
                _ => continue,
            }
            if turn["stage"] == "over" || turn["stage"] == "closed" {
                return Ok(turn["result"].clone());
            }
            if !turn["course"].is_null() {
                course = turn["course"].clone();
            }
            if let Some(action) = decide(&turn, &course) {
                // Each action needs an id of its own. With `seen`, the server refuses it if the game has moved on.
                let id = format!("{} {}", turn["seq"], turn["task"]);
                let act = json!({ "type": "act", "id": id, "action": action, "seen": turn["seq"] });
                socket.send(Message::text(act.to_string())).await?;
            }
        }
        Err("the server closed the connection".into())
    }
}

/// What we do, if the game waits for us: always something that is listed as legal.
fn decide(turn: &Value, course: &Value) -> Option<Value> {
    let legal = &turn["legal"];
    let task = turn["task"].as_str()?;
    if task == "ready" {
        return Some(json!({ "type": "ready", "ready": true }));
    }
    let me = turn["state"]["boats"].as_array()?.iter().find(|boat| boat["color"] == turn["you"])?;
    // Aim at the next mark, or at a hex of its gate that is not right beside the buoy.
    let aim = match me["leg"].as_str()? {
        "start" => &course["start_side"][0],
        "finish" => &course["line"][1],
        gate => {
            let hexes = course["gates"][gate.parse::<usize>().ok()? - 1]["hexes"].as_array()?;
            hexes.get(1).or(hexes.first())?
        }
    };
    let far = |hex: &Value| distance(hex, aim).unwrap_or(99);
    if task == "place" {
        let at = legal["places"].as_array()?.iter().min_by_key(|place| far(place))?;
        return Some(json!({ "type": "place", "at": at, "heading": "NE" }));
    }
    if task == "steer" {
        let options = legal["options"].as_array()?.iter();
        let best = options.min_by_key(|option| (option["damage"].as_u64(), far(&option["end"])))?;
        return Some(json!({ "type": "steer", "to": best["to"] }));
    }
    // Two dice are slow and safe. Every twenty turns the bot dares one more, so that it arrives at last.
    let most = 2 + me["turns"].as_u64()? / 20;
    let choices = legal["dice"].as_array()?.iter().filter(|choice| choice["count"].as_u64() <= Some(most));
    let choice = choices.max_by_key(|choice| (choice["count"].as_u64(), choice["hold"].as_array().map(Vec::len)));
    let choice = choice.or(legal["dice"].as_array()?.last())?;
    Some(json!({ "type": "dice", "hold": choice["hold"], "count": choice["count"] }))
}

/// The distance between two hexes, in steps. A hex is a column letter and a row; even rows lie half a hex to the right.
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
