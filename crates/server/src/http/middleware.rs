//! Middleware around every request: rate limits, same-origin checks, timeouts, logging and response headers.

use crate::{
    app::App,
    config::{Config, is_host},
    http::{
        address::Address,
        assets::AsItIs,
        limits::{seconds, too_fast},
        shield::shield,
    },
    ids::random_text,
    moderate::operator,
    room::action::{Refusal, RefusalReason},
    store::now,
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, MatchedPath, Request, State},
    http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use std::{
    any::Any,
    time::{Duration, Instant, UNIX_EPOCH},
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer,
        predicate::{DefaultPredicate, Predicate},
    },
    timeout::RequestBodyTimeoutLayer,
};
use tracing::Instrument;

/// The longest body that is read, unless a route says otherwise.
pub const LONGEST_BODY: usize = 64 << 10;
/// How long a request may take until its response begins.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// The longest pause in a request body.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps the public router.
pub fn wrap(router: Router, app: &App) -> Router {
    router
        .layer(from_fn_with_state(app.clone(), shield))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(RequestBodyTimeoutLayer::new(LONGEST_PAUSE))
        .layer(from_fn(limit_time))
        .layer(from_fn_with_state(app.clone(), admit))
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(may_be_compressed)))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), observe))
}

/// Wraps the operators' router, which has no rate limits.
pub fn wrap_ops(router: Router, app: &App) -> Router {
    router
        .layer(from_fn(limit_time))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), observe))
}

/// Whether a response may be compressed for its client alone.
fn may_be_compressed(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<AsItIs>().is_none()
}

/// What a request counts for among the requests of its address. One unit is one or two milliseconds of the server's time.
fn cost(method: &Method, route: &str) -> u32 {
    match (method, route) {
        (
            &Method::GET | &Method::HEAD,
            "/api/regattas" | "/api/lobby/socket" | "/api/players/{player}/ratings/{ladder}",
        ) => 3,
        (_, "/api/players/{player}") => 5,
        (_, "/readyz" | "/api/regattas/{id}/record" | "/api/regattas/{id}/analysis" | "/api/regattas/{id}/socket") => 5,
        (_, "/api/daily/{day}/results" | "/api/daily/{day}/attempts/{id}/record") => 5,
        (_, "/api/regattas/{id}/events" | "/metrics") => 10,
        (
            &Method::POST,
            "/api/sessions" | "/api/sessions/forgot" | "/api/sessions/reset" | "/api/me/register" | "/api/me/password",
        )
        | (&Method::DELETE, "/api/me") => 20,
        (_, "/api/me/export") => 50,
        // Nobody should try all codes.
        (_, "/api/carry/{code}") => 100,
        _ => 1,
    }
}

fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = text.unwrap_or("?"), "a request panicked");
    Refusal::broken().into_response()
}

async fn limit_time(request: Request, next: Next) -> Response {
    let reads = is_read(&request);
    tokio::time::timeout(LONGEST_WAIT, next.run(request)).await.unwrap_or_else(|_| {
        let refusal = match reads {
            true => Refusal::new(RefusalReason::Unavailable, "The server took too long to answer. Please try again."),
            false => Refusal::new(
                RefusalReason::Unknown,
                "The server took too long to answer, so it is unknown whether this was stored. Please send it again unchanged.",
            ),
        };
        refusal.into_response()
    })
}

fn is_read(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

fn is_upgrade(headers: &HeaderMap) -> bool {
    headers.contains_key(header::UPGRADE)
}

/// Refuses clients that are too fast, requests from other sites' pages, and writes while the server shuts down or has lost its
/// cluster.
async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let address = Address::of(&request, &app.config);
    request.extensions_mut().insert(address);
    let reads = is_read(&request);
    let cost = request.extensions().get::<MatchedPath>().map_or(1, |path| cost(request.method(), path.as_str()));
    // A health check is as cheap as a refusal.
    if request.uri().path() != "/healthz"
        && let Some(wait) = app.limits.request(address.0, cost)
    {
        let mut response = too_fast(wait).into_response();
        response.headers_mut().insert(header::RETRY_AFTER, seconds(wait).into());
        return response;
    }
    // The operator must be able to lift a ban that was too wide.
    if app.moderation.bans(address.0)
        && !operator::claimed(request.headers()).is_some_and(|key| operator::same(key, &app.operator_key))
        && request.uri().path() != "/healthz"
    {
        return Refusal::new(RefusalReason::Suspended, "Nobody may come from your address.").into_response();
    }
    let begins = request.method() == Method::POST && begins_something(request.uri().path());
    if begins && app.moderation.notice().maintenance {
        return Refusal::maintenance().into_response();
    }
    if !reads || is_upgrade(request.headers()) {
        if app.stopping.is_cancelled() {
            return Refusal::stopping().into_response();
        }
        // Without the others this node can neither count wrong passwords nor tell of anything.
        if app.registry.cluster.as_ref().is_some_and(|cluster| cluster.me().is_none()) {
            return Refusal::unavailable().into_response();
        }
        if !is_same_origin(request.headers(), request.uri(), &app.config) {
            return Refusal::new(
                RefusalReason::Forbidden,
                "This request came from another site's page, which is not allowed.",
            )
            .into_response();
        }
    }
    next.run(request).await
}

/// Whether something new begins with a POST to this path: a player, a regatta, an event, a round of one,
/// an attempt at a daily lake.
fn begins_something(path: &str) -> bool {
    let begins = ["/api/me", "/api/me/register", "/api/regattas", "/api/events", "/api/play-now", "/api/me/season"];
    begins.contains(&path)
        || path.starts_with("/api/daily/") && path.ends_with("/attempt")
        || path.starts_with("/api/events/") && path.ends_with("/rounds")
}

/// Whether a request does not come from another site's page. Browsers send the origin of the page. Programs do not, and
/// have no cookies that others could abuse.
fn is_same_origin(headers: &HeaderMap, uri: &Uri, config: &Config) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|header| header.as_bytes() == value.as_bytes());
    let Some(origin) = headers.get(header::ORIGIN) else { return !is("sec-fetch-site", "cross-site") };
    let Ok(origin) = origin.to_str() else { return false };
    let origin = origin.to_ascii_lowercase();
    match &config.public_url {
        Some(url) if *url == origin => return true,
        // Without TLS, anyone on the network path may have forged the request.
        Some(_) if config.is_secure() => return false,
        _ => {}
    }
    let from = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    from.is_some_and(|from| host(headers, uri).is_some_and(|host| host.eq_ignore_ascii_case(from)))
        && !is("sec-fetch-site", "cross-site")
}

fn host<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    let said = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    said.or_else(|| uri.authority().map(|authority| authority.as_str())).filter(|host| is_host(host))
}

/// Gives the request an id, measures and logs it, and adds the headers of every response. A regatta's address works like an
/// invitation, so the log has the route instead of the path, and no query, headers or bodies.
async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request_id(request.headers(), &app.config);
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let method = method_label(request.method());
    let policy = policy(host(request.headers(), request.uri()), &app.config);
    let is_api = request.uri().path().starts_with("/api");
    let span = tracing::info_span!("request", id, method, route = route.as_str());
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status(), began.elapsed());
    span.in_scope(|| match route.as_str() {
        // Balancers ask several times per second.
        "/healthz" | "/readyz" | "/metrics" => tracing::debug!(status = status.as_u16(), "answered"),
        _ => tracing::info!(status = status.as_u16(), ms = took.as_secs_f64() * 1e3, "answered"),
    });
    let labels = [("method", method.to_owned()), ("route", route), ("status", status.as_str().to_owned())];
    metrics::counter!("powerboats_http_requests_total", &labels).increment(1);
    metrics::histogram!("powerboats_http_request_seconds", &labels[..2]).record(took.as_secs_f64());
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Clients synchronise their countdowns with this header.
    let now = UNIX_EPOCH + Duration::from_millis(now().max(0) as u64);
    if let Ok(date) = HeaderValue::from_str(&httpdate::fmt_http_date(now)) {
        headers.insert(header::DATE, date);
    }
    if app.config.is_secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// A trusted proxy may choose the request's id. Nobody else may write into the log.
fn request_id(headers: &HeaderMap, config: &Config) -> String {
    let given = headers.get(REQUEST_ID).filter(|_| config.trust_proxy).and_then(|id| id.to_str().ok());
    let plain =
        |id: &&str| !id.is_empty() && id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    given.filter(plain).map_or_else(|| random_text(12), str::to_owned)
}

/// The method as a metrics label. Clients can make up methods, and those must not create labels.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// The content security policy of a page. Not every browser applies `'self'` to WebSockets.
fn policy(host: Option<&str>, config: &Config) -> String {
    let host = match &config.public_url {
        Some(url) => url.split_once("://").map(|(_, host)| host),
        None => host,
    };
    let sockets = host.map_or_else(String::new, |host| format!(" ws://{host} wss://{host}"));
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self'{sockets}; worker-src 'self' blob:; object-src 'none'; \
         frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )
}

const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        lines.iter().map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v))).collect()
    }

    #[test]
    fn only_pages_of_this_site_may_write() {
        let uri = Uri::from_static("/api/me");
        let open = Config::default();
        let public = Config { public_url: Some("https://boats.example".to_owned()), ..Config::default() };
        let from = |lines: &[_], config: &Config| is_same_origin(&headers(lines), &uri, config);
        assert!(from(&[("host", "a:1")], &open), "a program");
        assert!(from(&[("host", "a:1"), ("origin", "http://A:1")], &open));
        assert!(from(&[("host", "a:1"), ("origin", "https://a:1"), ("sec-fetch-site", "same-origin")], &open));
        assert!(from(&[("host", "10.0.0.1"), ("origin", "https://boats.example")], &public));
        for bad in ["http://b:1", "http://a", "null", "", "a:1", "http://a:1.evil", "http://boats.example"] {
            assert!(!from(&[("host", "a:1"), ("origin", bad)], &public), "{bad}");
        }
        let with_host = |origin| from(&[("host", "boats.example"), ("origin", origin)], &public);
        assert!(with_host("https://boats.example"));
        for bad in ["http://boats.example", "https://boats.example:8443", "https://boats.example.evil", "null"] {
            assert!(!with_host(bad), "{bad}");
        }
        assert!(!from(&[("host", "a:1"), ("sec-fetch-site", "cross-site")], &open));
        assert!(!from(&[("host", "a:1"), ("origin", "http://a:1"), ("sec-fetch-site", "cross-site")], &open));
        assert!(!from(&[("origin", "http://")], &open));
    }

    #[test]
    fn expensive_requests_cost_more() {
        let events = cost(&Method::GET, "/api/regattas/{id}/events");
        assert!(events > cost(&Method::GET, "/api/regattas/{id}"));
        assert!(cost(&Method::GET, "/api/me/export") > events);
        assert!(
            cost(&Method::GET, "/api/players/{player}") > cost(&Method::GET, "/api/players/{player}/ratings/{ladder}")
        );
        assert_eq!(cost(&Method::POST, "/api/regattas"), 1);
    }

    #[test]
    fn the_policy_allows_sockets_to_this_host_only() {
        let policy = policy(Some("a:1"), &Config::default());
        assert!(policy.contains("connect-src 'self' ws://a:1 wss://a:1;"), "{policy}");
        assert_eq!(host(&headers(&[("host", "a; script-src *")]), &Uri::from_static("/")), None);
    }
}
