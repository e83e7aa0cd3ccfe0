//! The HTTP interface at its edges: invalid requests, other sites, rate limits, operators' endpoints, and its description.

use crate::test_server::{TestDatabase, TestServer, send, unlimited};
use powerboats_server::config::{Config, Rates};
use serde_json::{Value, json};
use std::collections::HashSet;

async fn open(config: Config) -> TestServer {
    TestServer::open(TestDatabase::sqlite(), config).await
}

#[tokio::test]
async fn invalid_requests_are_refused_as_json() {
    let server = open(unlimited()).await;
    let ann = server.visitor();
    let post = |kind: &str, body: &str| {
        let request = ann.ask("POST", "/api/me").body(body.to_owned());
        send(if kind.is_empty() { request } else { request.header("content-type", kind) })
    };
    post("text/plain", "{\"name\":\"Ann\"}").await.refused(415, "bad-request");
    post("", "{\"name\":\"Ann\"}").await.refused(415, "bad-request");
    let names = [
        "",
        "{}",
        "[]",
        "null",
        "{\"name\":7}",
        "{\"name\":null}",
        "{\"name\":\"Ann\",\"more\":1}",
        "{\"name\":\"Ann\"",
        "{\"name\":\"\"}",
        "{\"name\":\" \"}",
        "{\"name\":\"a\\u0000\"}",
        "{\"name\":\"\\ud800\"}",
        "{\"name\":\"a\\u202eb\"}",
    ];
    for bad in names {
        post("application/json", bad).await.refused(400, "bad-request");
    }
    post("application/json", &format!("{{\"name\":\"{}\"}}", "x".repeat(25))).await.refused(400, "bad-request");
    post("application/json", &format!("{{\"name\":\"{}\"}}", "x".repeat(100_000))).await.refused(413, "too-large");
    post("application/json; charset=utf-8", "{\"name\":\"Ann\"}").await.is(201);
    let wrong = send(ann.ask("PUT", "/api/me")).await;
    assert!(wrong.header("allow").contains("GET"), "{wrong:?}");
    wrong.refused(405, "bad-request");
    for nowhere in ["/api/", "/api/nothing", "/api/me/tokens/%ff", "/api/me/tokens/x", "/nothing.js", "/assets/no.wasm"]
    {
        let answer = send(ann.ask(if nowhere.contains("tokens") { "DELETE" } else { "GET" }, nowhere)).await;
        answer.refused(404, "not-found");
    }
    server.close().await;
}

#[tokio::test]
async fn pages_of_other_sites_may_not_write() {
    let server = open(unlimited()).await;
    let ann = server.guest("Ann").await;
    let rename = || ann.ask("PATCH", "/api/me").json(&json!({"name": "Eve"}));
    send(rename().header("origin", "https://evil.example")).await.refused(403, "forbidden");
    send(rename().header("origin", "null")).await.refused(403, "forbidden");
    send(rename().header("sec-fetch-site", "cross-site")).await.refused(403, "forbidden");
    let socket = ann.ask("GET", "/api/me").header("upgrade", "websocket").header("connection", "upgrade");
    send(socket.header("origin", "https://evil.example")).await.refused(403, "forbidden");
    assert_eq!(ann.get("/api/me").await.is(200)["name"], "Ann");
    send(rename().header("origin", &server.url)).await.is(200);
    server.close().await;
}

#[tokio::test]
async fn a_client_that_is_too_fast_has_to_wait() {
    let rates = Rates { guests: 2, sign_ins: 3, ..Rates::OFF };
    let server = open(Config { rates, ..unlimited() }).await;
    server.guest("Ann").await;
    server.guest("Ben").await;
    let third = server.visitor().post("/api/me", json!({"name": "Cid"})).await;
    assert!(third.header("retry-after").parse::<u32>().unwrap() > 0);
    third.refused(429, "too-fast");
    for _ in 0..3 {
        server
            .visitor()
            .post("/api/sessions", json!({"login": "x", "password": "y"}))
            .await
            .refused(403, "wrong-password");
    }
    server.visitor().post("/api/sessions", json!({"login": "x", "password": "y"})).await.refused(429, "too-fast");
    server.close().await;
    let server = open(Config { rates: Rates { requests: 5, ..Rates::OFF }, ..unlimited() }).await;
    for _ in 0..5 {
        server.visitor().get("/api/me").await.is(401);
    }
    let answer = server.visitor().get("/api/me").await;
    assert!((10..=12).contains(&answer.header("retry-after").parse::<u32>().unwrap()), "{answer:?}");
    answer.refused(429, "too-fast");
    server.visitor().get("/healthz").await.is(200);
    server.close().await;
}

#[tokio::test]
async fn a_trusted_proxy_sets_the_clients_address() {
    let rates = Rates { guests: 1, ..Rates::OFF };
    let public_url = Some("https://boats.example".to_owned());
    let server = open(Config { rates, trust_proxy: true, public_url, ..unlimited() }).await;
    let sign_in = |address: &str| {
        let request = server.visitor().ask("POST", "/api/me").json(&json!({"name": "Ann"}));
        send(request.header("x-forwarded-for", address).header("origin", "https://boats.example"))
    };
    let first = sign_in("1.2.3.4").await;
    assert!(first.header("set-cookie").contains("; Secure"));
    assert!(first.header("strict-transport-security").contains("max-age"));
    first.is(201);
    sign_in("1.2.3.4").await.refused(429, "too-fast");
    sign_in("9.9.9.9, 1.2.3.4").await.refused(429, "too-fast");
    sign_in("1.2.3.4, 5.6.7.8").await.is(201);
    server.close().await;
}

#[tokio::test]
async fn operators_can_check_health_readiness_and_metrics() {
    let server = open(unlimited()).await;
    let visitor = server.visitor();
    assert_eq!(visitor.get("/healthz").await.is(200), "ok\n");
    assert_eq!(visitor.get("/readyz").await.is(200), "ready\n");
    visitor.get("/api/me").await.is(401);
    let measured = visitor.get("/metrics").await.is(200);
    let text = measured.as_str().unwrap();
    assert!(text.contains("powerboats_http_requests_total{method=\"GET\",route=\"/api/me\",status=\"401\"}"), "{text}");
    assert!(text.contains("powerboats_http_request_seconds_bucket{"), "{text}");
    server.close().await;
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = open(unlimited()).await;
    for path in ["/", "/api", "/api/me", "/api/nothing", "/healthz"] {
        let answer = server.visitor().get(path).await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!answer.header("x-request-id").is_empty());
        assert!(!answer.header("referrer-policy").is_empty() && !answer.header("permissions-policy").is_empty());
        if path.starts_with("/api") {
            // The description of the API stays the same, and has a tag.
            let cache = if path == "/api" { "no-cache" } else { "no-store" };
            assert_eq!(answer.header("cache-control"), cache);
        }
    }
    server.close().await;
}

#[tokio::test]
async fn the_api_is_described() {
    let server = open(unlimited()).await;
    let api = server.visitor().get("/api/openapi.json").await.is(200);
    assert_eq!(api["openapi"], "3.1.0");
    let page = server.visitor().get("/api").await.is(200);
    let page = page.as_str().unwrap();
    assert!(!page.contains("<script") && !page.contains("https://"), "nothing from other sites");
    let mut operations = 0;
    let mut ids = HashSet::new();
    for (path, item) in api["paths"].as_object().unwrap() {
        assert!(page.contains(path), "{path}");
        for (method, operation) in item.as_object().unwrap() {
            operations += 1;
            // Client generators name functions after it.
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "two operations are called {id}");
            assert!(operation["summary"].is_string(), "{method} {path}");
            for status in ["4XX", "5XX"] {
                let schema = operation["responses"][status].pointer("/content/application~1json/schema/$ref");
                assert_eq!(schema, Some(&json!("#/components/schemas/Refusal")), "{method} {path}");
            }
        }
    }
    assert!(operations >= 20);
    let sockets: Vec<&String> = api["x-sockets"].as_object().unwrap().keys().collect();
    let expected = [
        "/api/events/{id}/socket",
        "/api/lobby/socket",
        "/api/regattas/{id}/socket",
        "/api/seasons/{number}/groups/{name}/socket",
    ];
    assert_eq!(sockets, expected);
    assert!(sockets.iter().all(|path| page.contains(path.as_str())));
    // Every reference resolves.
    let mut pointers = Vec::new();
    collect(&api, &mut pointers);
    for pointer in pointers {
        assert!(api.pointer(pointer.trim_start_matches('#')).is_some(), "{pointer}");
        assert!(page.contains(&format!("id=\"type-{}\"", pointer.rsplit('/').next().unwrap())), "{pointer}");
    }
    server.close().await;
}

#[tokio::test]
async fn every_variant_of_a_union_has_a_name() {
    let server = open(unlimited()).await;
    let api = server.visitor().get("/api/openapi.json").await.is(200);
    let schemas = api["components"]["schemas"].as_object().unwrap();
    let mut unions = 0;
    for (name, schema) in schemas {
        for variant in schema["oneOf"].as_array().into_iter().flatten() {
            assert!(variant["$ref"].is_string(), "{name} has a variant without a name: {variant}");
            unions += 1;
        }
        let flattened = schema["allOf"].as_array().into_iter().flatten().filter_map(|part| part["$ref"].as_str());
        for part in flattened {
            assert_eq!(api.pointer(&part[1..]).unwrap().get("oneOf"), None, "{name} includes a union");
        }
        let tag = &schema["discriminator"];
        for (value, variant) in tag["mapping"].as_object().into_iter().flatten() {
            let variant = api.pointer(&variant.as_str().unwrap()[1..]).unwrap();
            let own = variant["allOf"].as_array().and_then(|parts| parts.last()).unwrap_or(variant);
            let field = tag["propertyName"].as_str().unwrap();
            assert_eq!(own["properties"][field]["const"], *value, "{name}");
            assert!(own["required"].as_array().unwrap().iter().any(|required| required == field), "{name}");
        }
    }
    assert!(unions > 100, "{unions}");
    let variants = [
        "RegattaMessageTurn",
        "ClientEventJoined",
        "HappeningMoved",
        "RoomActionJoin",
        "DecisionSteer",
        "LegalViewDice",
    ];
    assert_eq!(variants.iter().find(|name| !schemas.contains_key(**name)), None);
    assert!(!schemas.contains_key("LoggedEvent"), "it is part of ClientEvent, and never sent alone");
    server.close().await;
}

#[tokio::test]
async fn the_sockets_are_described() {
    let server = open(unlimited()).await;
    let api = server.visitor().get("/api/openapi.json").await.is(200);
    let sockets = server.visitor().get("/api/asyncapi.json").await.is(200);
    assert_eq!(sockets["asyncapi"], "3.0.0");
    let channels: HashSet<&str> =
        sockets["channels"].as_object().unwrap().values().map(|channel| channel["address"].as_str().unwrap()).collect();
    let paths: HashSet<&str> = api["x-sockets"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(channels, paths, "add a new socket to SOCKETS in http/openapi/asyncapi.rs");
    let mut pointers = Vec::new();
    collect(&sockets, &mut pointers);
    assert!(pointers.len() > 100);
    for pointer in pointers {
        assert!(sockets.pointer(pointer.trim_start_matches('#')).is_some(), "{pointer}");
    }
    let sent = sockets["operations"]["sendRegatta"]["messages"].as_array().unwrap();
    assert!(sent.contains(&json!({"$ref": "#/channels/regatta/messages/RegattaMessageTurn"})), "{sent:?}");
    server.close().await;
}

#[tokio::test]
async fn with_tls_only_the_public_url_may_write() {
    let public_url = Some("https://boats.example".to_owned());
    let server = open(Config { public_url, ..unlimited() }).await;
    let sign_in = |origin: &str| {
        let request = server.visitor().ask("POST", "/api/me").json(&json!({"name": "Ann"}));
        send(request.header("host", "boats.example").header("origin", origin))
    };
    sign_in("http://boats.example").await.refused(403, "forbidden");
    sign_in("https://boats.example").await.is(201);
    server.close().await;
}

fn collect(value: &Value, pointers: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            pointers.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| collect(field, pointers));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, pointers)),
        _ => {}
    }
}
