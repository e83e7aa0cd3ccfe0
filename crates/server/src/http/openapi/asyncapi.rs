//! The AsyncAPI 3.0 description of the WebSockets, made from the OpenAPI description: the types are the same.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// One WebSocket.
struct Socket {
    /// The name of its channel.
    name: &'static str,
    path: &'static str,
    /// The type of what the server sends.
    sends: &'static str,
    /// The type of what the server understands.
    receives: &'static str,
}

const SOCKETS: [Socket; 4] = [
    Socket { name: "regatta", path: "/api/regattas/{id}/socket", sends: "RegattaMessage", receives: "SocketRequest" },
    Socket { name: "lobby", path: "/api/lobby/socket", sends: "LobbyMessage", receives: "SocketRequestPing" },
    Socket { name: "event", path: "/api/events/{id}/socket", sends: "EventMessage", receives: "SocketRequestPing" },
    Socket {
        name: "seasonGroup",
        path: "/api/seasons/{number}/groups/{name}/socket",
        sends: "GroupMessage",
        receives: "SocketRequestPing",
    },
];

const PREFIX: &str = "#/components/schemas/";

/// The description of all sockets. `api` is the finished OpenAPI description.
pub fn described(api: &Value) -> Value {
    let schemas = &api["components"]["schemas"];
    let (mut channels, mut operations, mut messages) = (Map::new(), Map::new(), Map::new());
    for socket in &SOCKETS {
        let says = &api["x-sockets"][socket.path]["get"];
        let mut known = Map::new();
        for (action, union) in [("send", socket.sends), ("receive", socket.receives)] {
            let names = variants(schemas, union);
            for name in &names {
                known.insert(name.clone(), json!({ "$ref": format!("#/components/messages/{name}") }));
                messages.insert(name.clone(), message(&schemas[name.as_str()], name));
            }
            let channel = format!("#/channels/{}", socket.name);
            let sent: Vec<Value> =
                names.iter().map(|name| json!({ "$ref": format!("{channel}/messages/{name}") })).collect();
            let operation = json!({ "action": action, "channel": { "$ref": channel }, "messages": sent });
            operations.insert(format!("{action}{}{}", socket.name[..1].to_uppercase(), &socket.name[1..]), operation);
        }
        channels.insert(socket.name.to_owned(), channel(socket.path, says, known));
    }
    let roots: Vec<String> = messages.keys().cloned().collect();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": api["info"]["title"],
            "version": api["info"]["version"],
            "license": { "name": api["info"]["license"]["name"] },
            "description": "The WebSockets of the server. It sends what is described as `send`, and understands what is \
                described as `receive`. Everything else is in `/api/openapi.json`. Send the same cookie or token as with \
                other requests when you open a socket.",
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": { "messages": messages, "schemas": with_parts(schemas, roots) },
    })
}

/// The types of a union, or the type itself.
fn variants(schemas: &Value, name: &str) -> Vec<String> {
    match schemas[name]["oneOf"].as_array() {
        Some(members) => members.iter().filter_map(referred).map(str::to_owned).collect(),
        None => vec![name.to_owned()],
    }
}

fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(PREFIX)
}

fn message(schema: &Value, name: &str) -> Value {
    let mut message = json!({ "name": name, "payload": { "$ref": format!("{PREFIX}{name}") } });
    if let Some(text) = schema.get("description") {
        message["summary"] = text.clone();
    }
    message
}

fn channel(path: &str, says: &Value, messages: Map<String, Value>) -> Value {
    let (mut parameters, mut query) = (Map::new(), Map::new());
    for parameter in says["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default().to_owned();
        let description = parameter["description"].as_str().unwrap_or_default();
        if parameter["in"] == "path" {
            parameters
                .insert(name, if description.is_empty() { json!({}) } else { json!({ "description": description }) });
        } else {
            let mut schema = parameter["schema"].clone();
            schema["description"] = description.into();
            query.insert(name, schema);
        }
    }
    let mut channel = json!({
        "address": path,
        "summary": says["summary"],
        "description": says["description"],
        "messages": messages,
        "bindings": { "ws": { "method": "GET", "bindingVersion": "0.1.0" } },
    });
    if !parameters.is_empty() {
        channel["parameters"] = parameters.into();
    }
    if !query.is_empty() {
        channel["bindings"]["ws"]["query"] = json!({ "type": "object", "properties": query });
    }
    channel
}

/// These types, and all types that they refer to.
fn with_parts(schemas: &Value, mut open: Vec<String>) -> Map<String, Value> {
    let mut parts = Map::new();
    while let Some(name) = open.pop() {
        if parts.contains_key(&name) {
            continue;
        }
        let mut schema = schemas[name.as_str()].clone();
        // AsyncAPI has another kind of discriminator. The constants in the variants are enough to tell them apart.
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("discriminator");
        }
        let mut names = BTreeSet::new();
        collect(&schema, &mut names);
        open.extend(names);
        parts.insert(name, schema);
    }
    parts
}

/// Adds the names of all types that a schema refers to.
fn collect(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            names.extend(referred(schema).map(str::to_owned));
            fields.values().for_each(|field| collect(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_types_parts_are_found_once() {
        let schemas = json!({
            "A": { "items": { "$ref": "#/components/schemas/B" } },
            "B": { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }], "discriminator": {} },
            "C": {},
        });
        let parts = with_parts(&schemas, vec!["A".to_owned()]);
        assert_eq!(parts.keys().collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!(parts["B"].get("discriminator"), None);
    }
}
