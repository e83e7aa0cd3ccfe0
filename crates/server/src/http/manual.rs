//! The readable API page, made from the OpenAPI description. No scripts, nothing from other sites.

use crate::http::openapi::METHODS;
use serde_json::{Map, Value, json};
use std::fmt::Write;

const STYLE: &str = include_str!("manual.css");

/// The HTML page.
pub fn page(api: &Value) -> String {
    let text = |value: &Value| escaped(value.as_str().unwrap_or_default());
    let info = &api["info"];
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{0} API</title><style>{STYLE}</style></head>\
         <body><nav aria-label=\"Contents\"><a class=\"home\" href=\"/\">{0}</a>",
        text(&info["title"])
    );
    let tags: Vec<&Value> = api["tags"].as_array().into_iter().flatten().collect();
    for tag in &tags {
        let name = tag["name"].as_str().unwrap_or_default();
        let _ = write!(html, "<h2>{}</h2><ul>", escaped(name));
        for operation in operations(api, name) {
            let Operation { method, path, .. } = operation;
            let (id, path) = (operation.id(), escaped(path));
            let _ = write!(html, "<li><a href=\"#{id}\"><b class=\"{method}\">{method}</b> {path}</a>");
        }
        html.push_str("</ul>");
    }
    html.push_str("<h2>types</h2><ul>");
    for name in schemas(api).keys() {
        let _ = write!(html, "<li><a href=\"#type-{0}\">{0}</a>", escaped(name));
    }
    let _ = write!(
        html,
        "</ul></nav><main><h1>{} API</h1><p>{}</p><p>Version {} · <a href=\"/api/openapi.json\">OpenAPI \
         3.1 description</a> · <a href=\"/api/asyncapi.json\">AsyncAPI 3.0 description of the sockets</a></p>{INTRODUCTION}",
        text(&info["title"]),
        prose(info["description"].as_str().unwrap_or_default()),
        text(&info["version"])
    );
    for tag in &tags {
        let name = tag["name"].as_str().unwrap_or_default();
        let _ = write!(html, "<h2>{}</h2><p>{}</p>", escaped(name), text(&tag["description"]));
        operations(api, name).for_each(|operation| operation.write(api, &mut html));
    }
    html.push_str("<h2>types</h2>");
    for (name, schema) in schemas(api) {
        let _ = write!(html, "<section id=\"type-{0}\"><h3>{0}</h3>", escaped(name));
        shape(schema, &mut html);
        html.push_str("</section>");
    }
    html.push_str("</main></body></html>");
    html
}

const INTRODUCTION: &str =
    "<h2>In five lines</h2><pre>curl -c jar -b jar localhost:8080/api/me --json '{\"name\":\"Ann\"}'
curl -b jar localhost:8080/api/me/tokens --json '{\"label\":\"my bot\"}'     # a token for a program, shown once
curl -H 'Authorization: Bearer pb_…' localhost:8080/api/regattas        # list regattas
curl -H 'Authorization: Bearer pb_…' localhost:8080/api/regattas --json '{\"seats\":2}'
websocat -H 'Authorization: Bearer pb_…' ws://localhost:8080/api/regattas/ID/socket</pre>
<p>Times are milliseconds since 1970. A body is JSON of at most 64 KiB; unknown fields are refused. A client that sends
too many requests gets 429, and <code>Retry-After</code> says how many seconds to wait. Every response has an
<code>X-Request-Id</code>: include it when you report a problem.</p>";

struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    says: &'a Value,
}

fn operations<'a>(api: &'a Value, tag: &'a str) -> impl Iterator<Item = Operation<'a>> {
    let paths = ["paths", "x-sockets"].into_iter().filter_map(|part| api[part].as_object()).flatten();
    let all = paths.flat_map(|(path, item)| {
        METHODS.iter().filter_map(move |method| Some(Operation { method, path, says: item.get(*method)? }))
    });
    all.filter(move |operation| operation.says["tags"].as_array().is_some_and(|tags| tags.iter().any(|t| t == tag)))
}

impl Operation<'_> {
    fn id(&self) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        format!("{}{}", self.method, self.path.chars().map(plain).collect::<String>())
    }

    fn write(&self, api: &Value, html: &mut String) {
        let Operation { method, path, says } = self;
        let summary = escaped(says["summary"].as_str().unwrap_or_default());
        let path = escaped(path);
        let _ = write!(
            html,
            "<section id=\"{}\"><h3><b class=\"{method}\">{method}</b> <code>{path}</code></h3><p><strong>{summary}</strong>\
             {}</p><p>{}</p>",
            self.id(),
            if self.is_for_players() { " <small>sign-in required</small>" } else { "" },
            prose(says["description"].as_str().unwrap_or_default())
        );
        self.parameters(html);
        if let Some(schema) = says.pointer("/requestBody/content/application~1json/schema") {
            let _ = write!(html, "<h4>body: {}</h4>", kind(schema));
            shape(resolved(api, schema), html);
            let example = example(api, schema, 0);
            let _ = write!(html, "<pre>{}</pre>", escaped(&serde_json::to_string_pretty(&example).unwrap_or_default()));
        }
        html.push_str("<h4>responses</h4><table>");
        for (status, response) in says["responses"].as_object().into_iter().flatten() {
            let content = response["content"].as_object().into_iter().flatten().next();
            let what = content.map_or_else(String::new, |(media, content)| match media.as_str() {
                "application/json" => kind(&content["schema"]),
                media => escaped(media),
            });
            let description = prose(response["description"].as_str().unwrap_or_default());
            let _ = write!(html, "<tr><td>{status}<td>{what}<td>{description}");
        }
        html.push_str("</table></section>");
    }

    /// Whether it needs a cookie or a token.
    fn is_for_players(&self) -> bool {
        let ways = self.says["security"].as_array();
        ways.is_some_and(|ways| {
            !ways.is_empty() && ways.iter().all(|way| way.as_object().is_some_and(|w| !w.is_empty()))
        })
    }

    fn parameters(&self, html: &mut String) {
        let Some(parameters) = self.says["parameters"].as_array() else { return };
        html.push_str("<h4>parameters</h4><table>");
        for parameter in parameters {
            let need = if parameter["required"] == json!(true) { "" } else { " <small>optional</small>" };
            let _ = write!(
                html,
                "<tr><td><code>{}</code>{need}<td>{}, in the {}<td>{}",
                escaped(parameter["name"].as_str().unwrap_or_default()),
                kind(&parameter["schema"]),
                escaped(parameter["in"].as_str().unwrap_or_default()),
                prose(parameter["description"].as_str().unwrap_or_default())
            );
        }
        html.push_str("</table>");
    }
}

fn schemas(api: &Value) -> &Map<String, Value> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    api.pointer("/components/schemas").and_then(Value::as_object).unwrap_or(&NONE)
}

/// The schema itself, or the one it refers to by name.
fn resolved<'a>(api: &'a Value, schema: &'a Value) -> &'a Value {
    // An optional body is either null or the named schema.
    let parts = schema["oneOf"].as_array().into_iter().flatten();
    let named = parts.chain([schema]).find_map(|part| part["$ref"].as_str()?.rsplit('/').next());
    named.and_then(|name| schemas(api).get(name)).unwrap_or(schema)
}

/// A schema in a few words, with a link if it has a name.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#type-{0}\">{0}</a>", escaped(name));
    }
    if let Some(constant) = schema.get("const") {
        return format!("<code>{}</code>", escaped(&constant.to_string()));
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|v| format!("<code>{}</code>", escaped(&v.to_string()))).collect();
        return values.join(" ");
    }
    for (key, word) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " with ")] {
        if let Some(parts) = schema[key].as_array() {
            return parts.iter().map(kind).collect::<Vec<_>>().join(word);
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let word = |kind: &&str| match *kind {
        "array" => format!("list of {}", kind_of_items(schema)),
        other => other.to_owned(),
    };
    let mut text = types.iter().map(word).collect::<Vec<_>>().join(" or ");
    let bounds = [("minimum", "≥"), ("maximum", "≤"), ("minLength", "length ≥"), ("maxLength", "length ≤")];
    for (key, sign) in bounds {
        if let Some(bound) = schema.get(key) {
            let _ = write!(text, " {sign} {}", escaped(&bound.to_string()));
        }
    }
    if text.is_empty() { "anything".to_owned() } else { text }
}

fn kind_of_items(schema: &Value) -> String {
    schema.get("items").or_else(|| schema["prefixItems"].get(0)).map_or_else(|| "anything".to_owned(), kind)
}

/// A schema in full.
fn shape(schema: &Value, html: &mut String) {
    if let Some(description) = schema["description"].as_str() {
        let _ = write!(html, "<p>{}</p>", prose(description));
    }
    let fields = schema["properties"].as_object();
    if let Some(fields) = fields {
        html.push_str("<table>");
        let required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        for (name, field) in fields {
            let need = if required(name) { "" } else { " <small>optional</small>" };
            let description = prose(field["description"].as_str().unwrap_or_default());
            let _ = write!(html, "<tr><td><code>{}</code>{need}<td>{}<td>{description}", escaped(name), kind(field));
        }
        html.push_str("</table>");
    }
    let variants = ["oneOf", "anyOf", "allOf"].iter().find_map(|key| schema[*key].as_array());
    for variant in variants.into_iter().flatten() {
        html.push_str("<div class=\"variant\">");
        match variant.get("properties").or(variant.get("oneOf")).or(variant.get("allOf")) {
            Some(_) => shape(variant, html),
            None => {
                let description = prose(variant["description"].as_str().unwrap_or_default());
                let _ = write!(html, "<p>{} {description}</p>", kind(variant));
            }
        }
        html.push_str("</div>");
    }
    if fields.is_none() && variants.is_none() {
        let _ = write!(html, "<p>{}</p>", kind(schema));
    }
}

/// An example value that fits a schema.
fn example(api: &Value, schema: &Value, depth: u8) -> Value {
    let first = |key: &str| schema[key].as_array().and_then(|all| all.first());
    if depth > 6 {
        return Value::Null;
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return schemas(api).get(name).map_or(Value::Null, |schema| example(api, schema, depth + 1));
    }
    let given = schema.get("example").or(schema.get("const")).or(schema.get("default"));
    if let Some(given) = given.or(first("examples")).or(first("enum")) {
        return given.clone();
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in parts {
            if let Value::Object(fields) = example(api, part, depth + 1) {
                whole.extend(fields);
            }
        }
        return whole.into();
    }
    let real = |parts: &&Value| parts["type"] != "null";
    let variants = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
    if let Some(variant) = variants.and_then(|variants| variants.iter().find(real)) {
        return example(api, variant, depth + 1);
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or_default();
    match kind {
        "object" => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            fields.map(|(name, field)| (name.clone(), example(api, field, depth + 1))).collect()
        }
        "array" => schema.get("items").map_or(json!([]), |item| json!([example(api, item, depth + 1)])),
        "string" => json!("…"),
        "boolean" => json!(true),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        _ => Value::Null,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text in which parts between backticks are code.
fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let part = |(number, part)| if number % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) };
    parts.map(part).collect::<String>().replace("\n\n", "</p><p>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_escaped() {
        assert_eq!(prose("a `<b>` & <i>"), "a <code>&lt;b&gt;</code> &amp; &lt;i&gt;");
        assert_eq!(kind(&json!({"enum": ["<x>"]})), "<code>&quot;&lt;x&gt;&quot;</code>");
    }

    #[test]
    fn an_example_has_every_field_and_is_finite() {
        let api = json!({"components": {"schemas": {"A": {"type": "object", "properties": {
            "name": {"type": "string", "examples": ["Ann"]}, "next": {"$ref": "#/components/schemas/A"}}}}}});
        let made = example(&api, &json!({"$ref": "#/components/schemas/A"}), 0);
        assert_eq!(made["name"], "Ann");
        assert_eq!(made["next"]["name"], "Ann");
    }
}
