//! The shield of protected readers: takes every text that other people have written out of what is sent to them.
//!
//! Names become the names of boats. A test compares [`FREE`] with the description of the API, so that the
//! author of a new text must decide whether people write it.

use crate::{
    app::App,
    ids::PlayerId,
    moderate::operator,
    people::{Player, boat_name, is_boat_name, is_plain_salt},
};
use axum::{
    body::{Body, to_bytes},
    extract::{Request, State, ws::Utf8Bytes},
    http::{HeaderMap, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde_json::{Map, Value};

/// Fields with text that people write.
pub const FREE: [&str; 10] =
    ["name", "names", "title", "text", "reason", "watching", "salt", "salts", "label", "login"];

/// The most bytes of an answer that is rewritten. Longer ones do not exist.
const LONGEST: usize = 64 << 20;

/// Rewrites what is sent to a protected reader.
#[derive(Clone, Debug)]
pub struct Shield {
    reader: Option<PlayerId>,
}

impl Shield {
    /// The shield of a caller; `None` if they need none.
    pub fn of(app: &App, caller: Option<&Player>) -> Option<Shield> {
        app.people.protects(caller).then(|| Shield { reader: caller.map(|player| player.id.clone()) })
    }

    /// The shield of a protected player.
    #[cfg(test)]
    pub fn for_reader(reader: PlayerId) -> Shield {
        Shield { reader: Some(reader) }
    }

    /// A message in JSON without the texts of other people.
    pub fn text(&self, message: Utf8Bytes) -> Utf8Bytes {
        // Most messages of a game have none.
        if !FREE.iter().any(|key| message.contains(&format!("\"{key}\":"))) {
            return message;
        }
        match serde_json::from_str::<Value>(&message) {
            Ok(mut value) => {
                self.clean(&mut value);
                value.to_string().into()
            }
            Err(_) => Utf8Bytes::default(),
        }
    }

    fn clean(&self, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                self.clean_fields(fields);
                fields.values_mut().for_each(|value| self.clean(value));
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.clean(item)),
            _ => {}
        }
    }

    fn clean_fields(&self, fields: &mut Map<String, Value>) {
        let is_own = |field: &str| {
            let id = fields.get(field).and_then(Value::as_str);
            id.is_some() && id == self.reader.as_ref().map(PlayerId::as_str)
        };
        // One's own account, and what one has written oneself.
        let (own_account, own_event) = (is_own("id"), fields.get("organised") == Some(&Value::Bool(true)));
        let own_report = fields.contains_key("reason") && fields.contains_key("text") && fields.contains_key("at");
        let own_chat = fields.contains_key("regatta") && fields.contains_key("side") && !fields.contains_key("player");
        let boat = |fields: &Map<String, Value>| {
            let player = fields.get("player").and_then(Value::as_str).and_then(PlayerId::read);
            player.map_or_else(String::new, |player| boat_name(&player))
        };
        if let Some(Value::String(name)) = fields.get("name").cloned() {
            let is_pilot = fields.get("pilot").is_some_and(Value::is_string);
            // Groups of a season have names like `2b`.
            let is_group = fields.contains_key("standings") || fields.contains_key("level");
            // An analysis has the names of the record that was made for this reader.
            let is_analysis = fields.contains_key("luck_per_race");
            // A player without a name has deleted their account.
            if !own_account && !is_pilot && !is_group && !is_analysis && !name.is_empty() {
                fields.insert("name".to_owned(), boat(fields).into());
            }
        }
        if let Some(Value::Object(names)) = fields.get("names").cloned() {
            let to = fields.get("to").cloned().unwrap_or_default();
            let named = names.into_iter().map(|(color, _)| {
                let player = to[&color].as_str().and_then(PlayerId::read);
                (color, player.map_or_else(String::new, |player| boat_name(&player)).into())
            });
            fields.insert("names".to_owned(), Value::Object(named.collect()));
        }
        let says_something = |title: &Value| title.as_str().is_some_and(|title| !is_boat_name(title));
        if fields.get("title").is_some_and(says_something) && !own_event {
            match fields.contains_key("visibility") {
                true => drop(fields.remove("title")), // a regatta need not have one
                false => drop(fields.insert("title".to_owned(), "".into())),
            }
        }
        if fields.get("text").is_some_and(Value::is_string) && !own_chat && !own_report {
            fields.insert("text".to_owned(), "".into());
        }
        // Reasons of organisers and of moderators.
        if (fields.contains_key("ranks") || fields.contains_key("detail")) && fields.contains_key("reason") {
            fields.insert("reason".to_owned(), "".into());
        }
        if let Some(watching @ Value::Array(_)) = fields.get_mut("watching") {
            *watching = Value::Array(Vec::new());
        }
        clean_salts(fields);
    }
}

/// Takes out salts that say something.
fn clean_salts(fields: &mut Map<String, Value>) {
    let is_plain = |salt: &Value| salt.as_str().is_none_or(is_plain_salt);
    if let Some(salt) = fields.get_mut("salt").filter(|salt| !is_plain(salt)) {
        *salt = "".into();
    }
    if let Some(Value::Object(salts)) = fields.get_mut("salts") {
        salts.values_mut().filter(|salt| !is_plain(salt)).for_each(|salt| *salt = "".into());
    }
}

/// What the server says about itself: nothing in it is written by players.
const DESCRIPTIONS: [&str; 2] = ["/api/openapi.json", "/api/asyncapi.json"];

/// The operator is no player, and must be able to read everything, also on a server that protects everybody.
fn is_operator(app: &App, headers: &HeaderMap) -> bool {
    operator::claimed(headers).is_some_and(|key| operator::same(key, &app.operator_key))
}

/// Middleware that rewrites the answers to protected readers.
pub async fn shield(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !path.starts_with("/api/") || DESCRIPTIONS.contains(&path) || is_operator(&app, request.headers()) {
        return next.run(request).await;
    }
    let headers = request.headers().clone();
    let response = next.run(request).await;
    let is_json = |value: &header::HeaderValue| value.as_bytes().starts_with(b"application/json");
    if !response.headers().get(header::CONTENT_TYPE).is_some_and(is_json) {
        return response;
    }
    // Who can't be recognised has got no answer that is meant for somebody.
    let caller = app.people.caller(&headers).await.ok().flatten();
    let Some(shield) = Shield::of(&app, caller.as_ref()) else { return response };
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, LONGEST).await else {
        return crate::room::action::Refusal::broken().into_response();
    };
    let text = String::from_utf8(bytes.to_vec()).unwrap_or_default();
    let text = shield.text(text.into());
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(text.as_str().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;

    /// Text fields that the server writes, or that only their owner gets.
    const OWN_WORDS: &[&str] = &[
        "act",
        "actor_name",
        "address",
        "auth",
        "best",
        "boat",
        "calendar",
        "channel",
        "code",
        "commitment",
        "detail",
        "endpoint",
        "game",
        "group",
        "hand",
        "id",
        "invitation",
        "invite",
        "kind",
        "lake",
        "later",
        "letter",
        "made",
        "message",
        "next",
        "reference",
        "regatta",
        "report",
        "roll",
        "seal",
        "seals",
        "secret",
        "signs",
        "token",
        "words",
        "p256dh",
        "pending",
        "player_name",
        "push_key",
        "zone",
    ];

    /// The names of all properties in the description of the API that hold text.
    fn texts(schema: &Value, found: &mut BTreeSet<String>) {
        let is_text = |value: &Value| {
            let kind = &value["type"];
            let is = *kind == "string" || kind.as_array().is_some_and(|kinds| kinds.contains(&"string".into()));
            is && value["enum"].is_null() && value["const"].is_null() && value["pattern"].is_null()
        };
        match schema {
            Value::Object(fields) => {
                for (name, value) in fields.get("properties").and_then(Value::as_object).into_iter().flatten() {
                    if is_text(value) || is_text(&value["items"]) || is_text(&value["additionalProperties"]) {
                        found.insert(name.clone());
                    }
                }
                fields.values().for_each(|value| texts(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_text_of_the_api_is_known_to_be_free_or_not() {
        let api: Value = serde_json::from_str(include_str!("../../../../web/openapi.json")).unwrap();
        let mut found = BTreeSet::new();
        texts(&api["components"]["schemas"], &mut found);
        assert!(found.len() > 20, "{found:?}");
        let unknown: Vec<&String> =
            found.iter().filter(|name| !FREE.contains(&name.as_str()) && !OWN_WORDS.contains(&name.as_str())).collect();
        assert!(unknown.is_empty(), "say whether people write {unknown:?}: add them to FREE, or to OWN_WORDS");
    }

    #[test]
    fn texts_of_others_are_taken_out_and_ones_own_stay() {
        let [me, ann] = [(); 2].map(|()| PlayerId::random());
        let shield = Shield { reader: Some(me.clone()) };
        let clean = |value: Value| -> Value { serde_json::from_str(&shield.text(value.to_string().into())).unwrap() };
        let boat = boat_name(&ann);
        assert_eq!(clean(json!({"player": ann, "name": "Ann"})), json!({"player": ann, "name": boat}));
        assert_eq!(clean(json!({"id": me, "name": "Zoë"})), json!({"id": me, "name": "Zoë"}));
        assert_eq!(clean(json!({"id": ann, "name": "Ann"})), json!({"id": ann, "name": ""}));
        let pilot = json!([{"player": null, "pilot": "captain", "name": "Captain"}]);
        assert_eq!(clean(pilot.clone()), pilot);
        assert_eq!(
            clean(json!({"settings": {"visibility": "link", "title": "Hey"}, "title": "Cup"})),
            json!({"settings": {"visibility": "link"}, "title": ""})
        );
        let event = json!({"settings": {"visibility": "link", "title": "Calypso 417"}, "title": "Calypso 417"});
        assert_eq!(clean(event.clone()), event, "the name of a boat says nothing");
        assert_eq!(
            clean(json!({"to": {"red": ann}, "names": {"red": "Ann"}, "watching": ["Ben"]})),
            json!({"to": {"red": ann}, "names": {"red": boat}, "watching": []})
        );
        assert_eq!(
            clean(json!({"salts": {"red": "call me", "white": "0123456789abcdef"}, "salt": "now"})),
            json!({"salts": {"red": "", "white": "0123456789abcdef"}, "salt": ""})
        );
        assert_eq!(clean(json!({"ranks": [1], "reason": "Ann said so"})), json!({"ranks": [1], "reason": ""}));
        assert_eq!(clean(json!({"player": ann, "text": "hi"})), json!({"player": ann, "text": ""}));
        let game = r#"{"type":"ack","seq":1}"#;
        assert_eq!(shield.text(game.to_owned().into()).as_str(), game);
    }
}
