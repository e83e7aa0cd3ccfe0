//! What remains of a regatta: its record, its chart, its analysis, and the list of a player's regattas.

use super::{InviteQuery, visitor};
use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Json, Path, Query},
    },
    ids::RegattaId,
    jobs::analysis::AnalysisProgress,
    people::{Caller, Player},
    room::{
        action::{Refusal, RefusalReason},
        view::{StageName, Summary},
    },
    rooms::{
        charts,
        lobby::{self, Viewer},
        request::RoomRequest,
    },
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
};
use powerboats_referee::AnalysisView;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};

/// Get the record
///
/// As text. After the end it contains everything needed to verify the dice (`powerboats verify`).
#[utoipa::path(get, operation_id = "get_record", path = "/api/regattas/{id}/record",
    tag = "regattas", params(("id" = RegattaId, Path), InviteQuery),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(InviteQuery { invite }): Query<InviteQuery>,
    caller: Caller,
) -> Result<Response, Refusal> {
    let visitor = visitor(&app, caller.0, invite).await?;
    let (book, _) = app.registry.ask(&id, |reply| RoomRequest::Logbook(visitor.clone(), reply)).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"powerboats-{id}.txt\"")),
    ];
    Ok((headers, book.record().to_string()).into_response())
}

/// Get the chart
///
/// A picture of the current or last race, with the wakes of the boats. It has an `ETag`: a picture that has not changed
/// is not sent again.
#[utoipa::path(get, operation_id = "get_chart", path = "/api/regattas/{id}/chart.svg",
    tag = "regattas", params(("id" = RegattaId, Path), InviteQuery),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = 304, description = "The chart has not changed"),
        (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
pub(super) async fn chart(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(InviteQuery { invite }): Query<InviteQuery>,
    Address(address): Address,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let chart = charts::of(&app, &id, &visitor(&app, caller.0, invite).await?, address).await?;
    let tag = format!("W/\"{}\"", chart.tag);
    let has = |name: HeaderName, part: &str| {
        headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).any(|value| value.contains(part))
    };
    let about = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
        (header::VARY, "accept-encoding, cookie, authorization".to_owned()),
    ];
    if has(header::IF_NONE_MATCH, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok(match has(header::ACCEPT_ENCODING, "gzip") {
        true => (about, kind, [(header::CONTENT_ENCODING, "gzip")], chart.gzip).into_response(),
        false => (about, kind, chart.plain).into_response(),
    })
}

/// An analysis, or its progress.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "state", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum AnalysisState {
    /// The analysis is not finished. Ask again in a moment.
    Working {
        /// From 0 to 1.
        progress: f64,
    },
    Done {
        /// Luck and errors of each player, boat and turn. An analysis made by version 0.1 has fewer fields.
        #[schema(value_type = AnalysisView)]
        analysis: Value,
    },
}

/// Get the analysis
///
/// Who was lucky and who played well. Available after the end. It is computed in the background; ask again while the state
/// is `working`.
#[utoipa::path(get, operation_id = "get_analysis", path = "/api/regattas/{id}/analysis",
    tag = "regattas", params(("id" = RegattaId, Path), InviteQuery),
    responses(
        (status = 200, body = AnalysisState, description = "The analysis is finished"),
        (status = 202, body = AnalysisState, description = "The analysis is being computed"),
        (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
pub(super) async fn analysis(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(InviteQuery { invite }): Query<InviteQuery>,
    caller: Caller,
) -> Result<(StatusCode, Json<AnalysisState>), Refusal> {
    let visitor = visitor(&app, caller.0, invite).await?;
    let (book, summary) = app.registry.ask(&id, |reply| RoomRequest::Logbook(visitor.clone(), reply)).await?;
    if summary.stage != StageName::Over {
        return Err(Refusal::new(
            RefusalReason::NotOver,
            "The regatta is not over yet. It can be analysed after the end.",
        ));
    }
    Ok(match app.analyses.of(&app.registry, visitor.player, &id, *book).await? {
        AnalysisProgress::Working(progress) => (StatusCode::ACCEPTED, Json(AnalysisState::Working { progress })),
        AnalysisProgress::Done(analysis) => (StatusCode::OK, Json(AnalysisState::Done { analysis })),
    })
}

/// Where a page of history begins.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct HistoryQuery {
    /// Only regattas last changed before this time, in milliseconds since 1970.
    pub before: Option<i64>,
}

/// A regatta you played in.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = PastRegatta)]
pub struct Past {
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    #[allow(missing_docs)]
    pub regatta: Summary,
}

/// List your regattas
///
/// All regattas you play or have played in, newest first, fifty at a time.
#[utoipa::path(get, operation_id = "list_my_regattas", path = "/api/me/regattas",
    tag = "people", params(HistoryQuery),
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, body = [Past]), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
pub(super) async fn mine(
    State(app): State<App>,
    player: Player,
    Query(HistoryQuery { before }): Query<HistoryQuery>,
) -> Result<Json<Vec<Past>>, Refusal> {
    app.registry.lobby.catch_up(&app.store).await;
    let found = app.store.history(&player.id, before.unwrap_or(i64::MAX), 50).await?;
    let stored = lobby::read_all(found.iter().map(|(_, _, text)| (0, text.as_str())), &app.people).await?;
    let shown = |(_, mut summary): (u64, Summary)| {
        summary.settings.hide_title(&app.people.names);
        (summary.id.clone(), summary)
    };
    let mut stored: HashMap<RegattaId, Summary> = stored.into_iter().map(shown).collect();
    let viewer = Viewer::new(&app.people.names, app.people.ears(Some(&player)).await?, Some(player));
    let latest: Vec<Arc<Summary>> = found.iter().filter_map(|(id, ..)| app.registry.lobby.latest(id)).collect();
    viewer.meet(&latest).await;
    let past = |(id, updated, _): (RegattaId, i64, String)| {
        // The latest changes may not be stored yet.
        let latest = latest.iter().find(|summary| summary.id == id).and_then(|summary| viewer.sees(summary));
        Some(Past { updated, regatta: latest.or_else(|| stored.remove(&id))? })
    };
    Ok(Json(found.into_iter().filter_map(past).collect()))
}
