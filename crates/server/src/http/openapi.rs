//! The description of the interface: OpenAPI 3.1.

use crate::{
    app::App,
    http::message::{Incoming, LobbyMessage, Outgoing},
    room::action::Refusal,
};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// What concerns all of it.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Powerboats",
        description = "Speedboats race on a lake of hexes. Everything the web app does, a program can do: come as a guest \
            (`POST /api/me`), open or join a regatta, follow it over its socket and act. Whatever is refused is answered \
            with a `Refusal`: a code for programs, a sentence for people.",
        license(name = "MIT", identifier = "MIT")
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "people", description = "Guests, registered players, and tokens for their programs"),
        (name = "regattas", description = "Opening, finding, playing and studying regattas"),
        (name = "server", description = "For those who look after the server")
    ),
    components(schemas(Refusal, Incoming, Outgoing, LobbyMessage))
)]
struct Base;

/// A router to which all routes are added.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Base::openapi())
}

/// The description, with what is the same for all operations.
pub fn finished(api: &utoipa::openapi::OpenApi) -> Value {
    let mut api = serde_json::to_value(api).unwrap_or_default();
    api["info"]["version"] = env!("CARGO_PKG_VERSION").into();
    api["components"]["securitySchemes"] = json!({
        "cookie": {"type": "apiKey", "in": "cookie", "name": "powerboats",
            "description": "Set by `POST /api/me` and `POST /api/sessions`."},
        "token": {"type": "http", "scheme": "bearer", "description": "A token of `POST /api/me/tokens`: `pb_…`."},
    });
    // Two players never score classic: a rule between two fields.
    let classic_for_two = json!({"seats": {"const": 2}, "scoring": {"const": "classic"}});
    api["components"]["schemas"]["NewRegatta"]["not"] =
        json!({"properties": classic_for_two, "required": ["seats", "scoring"]});
    // They are read strictly, which the description of an enum would not say.
    for name in ["RoomAction", "Clock", "Decision"] {
        for variant in api["components"]["schemas"][name]["oneOf"].as_array_mut().into_iter().flatten() {
            variant["additionalProperties"] = false.into();
        }
    }
    // A decision is an action too, written as it is.
    if let Some(actions) = api["components"]["schemas"]["RoomAction"]["oneOf"].as_array_mut() {
        actions.push(json!({"$ref": "#/components/schemas/Decision"}));
    }
    // Where an operation says nothing, whoever asks may be nobody.
    api["security"] = json!([{}, {"cookie": []}, {"token": []}]);
    for operation in operations(&mut api) {
        if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
            refusals(responses);
        }
    }
    // OpenAPI has no words for sockets: a tool that takes one for a request could only fail.
    let paths = api["paths"].as_object_mut().map(std::mem::take).unwrap_or_default();
    let (sockets, paths): (Map<_, _>, Map<_, _>) = paths.into_iter().partition(|(path, _)| path.ends_with("/socket"));
    (api["paths"], api["x-sockets"]) = (paths.into(), sockets.into());
    api
}

/// Any operation may be refused.
fn refusals(responses: &mut Map<String, Value>) {
    let refused = |description: &str| {
        json!({"description": description,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}})
    };
    let described = |response: &Value| response["description"].as_str().is_some_and(|text| !text.is_empty());
    for (status, description) in [("4XX", "Refused"), ("5XX", "Not now")] {
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

/// The methods an operation may have, in the order they are shown.
pub const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];
