//! The OpenAPI 3.1 description of the API.

pub mod asyncapi;

use crate::{
    app::App,
    compete::event::EventMessage,
    http::{
        message::{LobbyMessage, RegattaMessage, SocketRequest},
        seasons::GroupMessage,
    },
    room::action::Refusal,
};
use powerboats_referee::unions::name_variants;
use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The parts that belong to no single operation.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Powerboats",
        description = "Speedboats race on a lake of hexes. A program can do everything the web app does: sign in as a guest \
            (`POST /api/me`), open or join a regatta, follow it over its WebSocket, and act. A refused request is answered \
            with a `Refusal`: a code for programs and a sentence for people.",
        license(name = "MIT", identifier = "MIT")
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "people", description = "Guests, registered players, and tokens for their programs"),
        (name = "regattas", description = "Opening, finding, playing and analysing regattas"),
        (name = "seasons", description = "A pyramid of groups in which everybody meets everybody"),
        (name = "events", description = "Club evenings and cups of organisers, and games with others who are waiting"),
        (name = "daily", description = "The daily lake: one course a day, and one attempt that counts"),
        (name = "ratings", description = "Ladders, ratings and profiles"),
        (name = "notifications", description = "What players are told by their browsers and by mail"),
        (name = "moderation", description = "For moderators and operators"),
        (name = "carry", description = "A game on one device continues on another"),
        (name = "server", description = "For operators")
    ),
    components(schemas(Refusal, SocketRequest, RegattaMessage, LobbyMessage, EventMessage, GroupMessage))
)]
struct Base;

/// A router to which all routes are added.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Base::openapi())
}

/// The finished description, with everything that is the same for all operations.
pub fn finished(api: &utoipa::openapi::OpenApi) -> Value {
    let mut api = serde_json::to_value(api).unwrap_or_default();
    api["info"]["version"] = env!("CARGO_PKG_VERSION").into();
    api["components"]["securitySchemes"] = json!({
        "cookie": {"type": "apiKey", "in": "cookie", "name": "powerboats",
            "description": "Set by `POST /api/me` and `POST /api/sessions`."},
        "token": {"type": "http", "scheme": "bearer", "description": "A token from `POST /api/me/tokens`: `pb_…`."},
    });
    // A rule between two fields: a regatta for two is never scored classic.
    let classic_for_two = json!({"seats": {"const": 2}, "scoring": {"const": "classic"}});
    api["components"]["schemas"]["NewRegatta"]["not"] =
        json!({"properties": classic_for_two, "required": ["seats", "scoring"]});
    // Unknown fields are refused, which the generated schema of an enum does not say.
    for name in ["RoomAction", "Clock", "Decision"] {
        for variant in api["components"]["schemas"][name]["oneOf"].as_array_mut().into_iter().flatten() {
            variant["additionalProperties"] = false.into();
        }
    }
    // A decision is an action, too. Its JSON is the same.
    if let Some(actions) = api["components"]["schemas"]["RoomAction"]["oneOf"].as_array_mut() {
        actions.push(json!({"$ref": "#/components/schemas/Decision"}));
    }
    if let Some(schemas) = api["components"]["schemas"].as_object_mut() {
        name_variants(schemas);
    }
    // By default, an operation can be used without signing in.
    api["security"] = json!([{}, {"cookie": []}, {"token": []}]);
    for operation in operations(&mut api) {
        if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
            refusals(responses);
        }
    }
    // OpenAPI can't describe WebSockets, and tools would treat them as plain requests, so they have a section of their own.
    let paths = api["paths"].as_object_mut().map(std::mem::take).unwrap_or_default();
    let (sockets, paths): (Map<_, _>, Map<_, _>) = paths.into_iter().partition(|(path, _)| path.ends_with("/socket"));
    (api["paths"], api["x-sockets"]) = (paths.into(), sockets.into());
    api
}

/// Adds the refusals, which every operation can answer with, and missing descriptions.
fn refusals(responses: &mut Map<String, Value>) {
    let refused = |description: &str| {
        json!({"description": description,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}})
    };
    let described = |response: &Value| response["description"].as_str().is_some_and(|text| !text.is_empty());
    for (status, description) in [("4XX", "Refused"), ("5XX", "The server failed or is shutting down")] {
        let response = responses.entry(status).or_insert_with(|| refused(description));
        if !described(response) {
            response["description"] = description.into();
        }
    }
    for (_, response) in responses.iter_mut() {
        if !described(response) {
            response["description"] = "Done".into();
        }
    }
}

fn operations(api: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = api["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    let fields = paths.filter_map(Value::as_object_mut).flat_map(|path| path.iter_mut());
    fields.filter(|(name, _)| METHODS.contains(&name.as_str())).map(|(_, operation)| operation)
}

/// The HTTP methods of operations, in display order.
pub const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];
