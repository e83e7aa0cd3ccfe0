//! The complete router, and the endpoints for operators: health, readiness and metrics.

use crate::{
    app::App,
    compete::{self, fairplay},
    http::{assets, assets::Page, carry, manual, openapi, regattas, seasons},
    moderate, notify, people,
    room::action::Refusal,
};
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::{Arc, LazyLock};
use utoipa_axum::routes;

/// The router with all routes, still without middleware.
pub fn router(app: &App) -> Router {
    LazyLock::force(&RECORDER);
    let probes = openapi::router().routes(routes!(healthz));
    let described = match app.config.ops_listen {
        None => probes.routes(routes!(readyz)).routes(routes!(metrics)),
        // A client that still asks here must not take the web app's page for a positive answer.
        Some(_) => probes.route("/readyz", get(moved)).route("/metrics", get(moved)),
    };
    let described = described.merge(people::routes()).merge(regattas::routes()).merge(carry::routes());
    let described =
        described.merge(compete::routes()).merge(seasons::routes()).merge(notify::routes()).merge(moderate::routes());
    let (router, api) = described.split_for_parts();
    let api = openapi::finished(&api);
    let fixed = |kind, text| {
        let page = Arc::new(Page::new(kind, text));
        get(move |headers: HeaderMap| async move { page.answer(&headers) })
    };
    router
        .route("/api/asyncapi.json", fixed("application/json", openapi::asyncapi::described(&api).to_string()))
        .route("/api/openapi.json", fixed("application/json", api.to_string()))
        .route("/api", fixed("text/html; charset=utf-8", manual::page(&api)))
        .fallback(assets::serve)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app.clone())
}

/// The router for operators, on a listener of its own.
pub fn ops_router(app: &App) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .route("/fairplay", get(fair_play))
        .with_state(app.clone())
}

/// Aggregates new measurements. Must be called regularly, or they pile up until somebody asks for them.
pub fn aggregate_metrics() {
    if let Some(recorder) = RECORDER.as_ref() {
        recorder.run_upkeep();
    }
}

async fn moved() -> Refusal {
    Refusal::not_found()
}

async fn wrong_method() -> Response {
    let refusal = Refusal::new(
        crate::room::action::RefusalReason::BadRequest,
        "This address does not support that method. The header `Allow` lists those it does.",
    );
    (StatusCode::METHOD_NOT_ALLOWED, Json(refusal)).into_response()
}

/// Records all measurements of this process; `None` if another recorder is installed.
static RECORDER: LazyLock<Option<PrometheusHandle>> = LazyLock::new(|| {
    let times = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
    let counts = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
    let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &times);
    let builder = builder.and_then(|b| b.set_buckets_for_metric(Matcher::Suffix("_entries".to_owned()), &counts));
    let installed = builder.and_then(PrometheusBuilder::install_recorder);
    installed.inspect_err(|error| tracing::warn!(%error, "metrics are not available")).ok()
});

/// Health check
#[utoipa::path(get, operation_id = "get_health", path = "/healthz", tag = "server", security(()), responses(
    (status = 200, description = "The server is running", body = String, content_type = "text/plain", example = "ok\n"),
))]
async fn healthz() -> &'static str {
    "ok\n"
}

/// Readiness check
///
/// The server is not ready if it can't store anything (it tries at most once per second), if its database is damaged, if
/// it has lost the other servers of its cluster, or if it is shutting down. The answer says which.
#[utoipa::path(get, operation_id = "get_readiness", path = "/readyz", tag = "server", security(()), responses(
    (status = 200, description = "The server is ready", body = String, content_type = "text/plain", example = "ready\n"),
    (status = 503, description = "The server is not ready", body = Refusal),
))]
async fn readyz(State(app): State<App>) -> Result<&'static str, Response> {
    let not_ready = |refusal: Refusal| (StatusCode::SERVICE_UNAVAILABLE, Json(refusal)).into_response();
    if app.stopping.is_cancelled() {
        return Err(not_ready(Refusal::stopping()));
    }
    if app.registry.cluster.as_ref().is_some_and(|cluster| !cluster.is_serving()) {
        return Err(not_ready(Refusal::unavailable()));
    }
    app.store.ready().await.map_err(|error| not_ready(Refusal::from(&*error)))?;
    Ok("ready\n")
}

/// The pairs of players whose rated Duels look arranged, for moderators. Only on the operators' listener.
async fn fair_play(State(app): State<App>) -> Result<Json<Vec<fairplay::Flag>>, Refusal> {
    Ok(Json(fairplay::Flag::latest(&app.store).await?))
}

/// Metrics
///
/// In the text format of Prometheus.
#[utoipa::path(get, operation_id = "get_metrics", path = "/metrics", tag = "server", security(()), responses(
    (status = 200, description = "All metrics", body = String, content_type = "text/plain"),
))]
async fn metrics() -> Response {
    let text = RECORDER.as_ref().map(PrometheusHandle::render).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
