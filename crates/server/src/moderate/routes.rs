//! `/api/moderation`: reports, acts and the audit log, for moderators and operators; `/api/server`: what everybody may know.

use crate::{
    app::App,
    http::extract::{Json, Path, Query},
    ids::{PlayerId, RegattaId},
    moderate::{
        Moderation, Role, ServerNotice,
        act::{Act, AuditEntry},
        desk::Actor,
    },
    people::{Player, ReportReason},
    room::action::{Refusal, RefusalReason},
    store::{ReportRow, now},
};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The most reports, lines of the audit log and players in an answer.
const MOST: i64 = 100;

#[allow(missing_docs)]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(notice))
        .routes(routes!(act))
        .routes(routes!(reports))
        .routes(routes!(report_log))
        .routes(routes!(audit))
        .routes(routes!(players))
        .routes(routes!(warning, read_warning))
}

/// An act and why.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewModerationAct)]
#[serde(deny_unknown_fields)]
pub struct NewAct {
    #[allow(missing_docs)]
    pub act: Act,
    /// For the audit log, 1 to 500 characters. A player who is warned sees it.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// What came of an act.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ModerationActDone)]
pub struct ActDone {
    /// The invitation, or the code to set a new password. It is shown only now.
    pub code: Option<String>,
}

/// A report as moderators see it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ReportView {
    #[allow(missing_docs)]
    pub id: String,
    /// In milliseconds since 1970.
    pub at: i64,
    /// Null once the reporter is deleted.
    pub reporter: Option<PlayerId>,
    /// Who is reported.
    pub player: PlayerId,
    /// What others call them.
    pub name: String,
    #[allow(missing_docs)]
    pub regatta: Option<RegattaId>,
    #[allow(missing_docs)]
    pub reason: ReportReason,
    #[allow(missing_docs)]
    pub text: String,
}

/// A player as moderators see them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ModeratedPlayer {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// What others call them.
    pub name: String,
    #[allow(missing_docs)]
    pub registered: bool,
    #[allow(missing_docs)]
    pub protected: bool,
    #[allow(missing_docs)]
    pub role: Role,
    /// Until when they may say nothing, in milliseconds since 1970; null if they may.
    pub muted_until: Option<i64>,
    /// Until when they may do nothing, in milliseconds since 1970; null if they may.
    pub suspended_until: Option<i64>,
}

/// Get what operators have announced
#[utoipa::path(get, operation_id = "get_server_notice", path = "/api/server", tag = "server", security(()),
    responses((status = 200, body = ServerNotice)))]
async fn notice(State(app): State<App>) -> Json<ServerNotice> {
    Json(app.moderation.notice())
}

/// Act as a moderator or operator
///
/// Every act is in the audit log, with its reason. It takes effect on every node within two seconds.
#[utoipa::path(post, operation_id = "moderate", path = "/api/moderation/acts", tag = "moderation", request_body = NewAct,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, body = ActDone),
    (status = 403, description = "You are not a moderator, or only operators may do this", body = Refusal)))]
async fn act(
    State(app): State<App>,
    actor: Actor,
    Json(NewAct { act, reason }): Json<NewAct>,
) -> Result<Json<ActDone>, Refusal> {
    if let Some(player) = &actor.player {
        app.limits.action(player)?;
    }
    let code = Moderation::new(&app, &actor).carry_out(&act, &reason).await?;
    Ok(Json(ActDone { code }))
}

/// Which reports.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ReportsQuery {
    /// The next page: the id of the last report of the page before.
    pub after: Option<String>,
}

/// The id of a line or a report; an error if it can't be one.
fn known_id(id: Option<String>) -> Result<Option<String>, Refusal> {
    match id {
        Some(id) if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            let message = "Expected the id of the last one of the page before.";
            Err(Refusal::new(RefusalReason::BadRequest, message))
        }
        id => Ok(id),
    }
}

/// List open reports
///
/// Without those about yourself, which are for the other moderators. In pages of 100.
#[utoipa::path(get, operation_id = "list_reports", path = "/api/moderation/reports", tag = "moderation",
    params(ReportsQuery), security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "Oldest first", body = Vec<ReportView>)))]
async fn reports(
    State(app): State<App>,
    Query(ReportsQuery { after }): Query<ReportsQuery>,
    actor: Actor,
) -> Result<Json<Vec<ReportView>>, Refusal> {
    let rows = app.store.open_reports(actor.player.as_ref(), known_id(after)?.as_deref(), MOST).await?;
    let players: Vec<PlayerId> = rows.iter().map(|row| row.player.clone()).collect();
    app.people.names.load(&players).await?;
    let view = |row: ReportRow| ReportView {
        name: app.people.names.get(&row.player).to_string(),
        id: row.id,
        at: row.at,
        reporter: row.reporter,
        player: row.player,
        regatta: row.regatta,
        reason: row.reason,
        text: row.text,
    };
    Ok(Json(rows.into_iter().map(view).collect()))
}

/// Get the events attached to a report
#[utoipa::path(get, operation_id = "get_report_log", path = "/api/moderation/reports/{id}/log", tag = "moderation",
    params(("id" = String, Path)), security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "The last events of the regatta when it was reported", body = Vec<Object>),
    (status = 404, body = Refusal)))]
async fn report_log(State(app): State<App>, Path(id): Path<String>, actor: Actor) -> Result<Response, Refusal> {
    Moderation::new(&app, &actor).check_report(&id).await?;
    let log = app.store.report_log(&id).await?.ok_or_else(Refusal::not_found)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], log).into_response())
}

/// Which lines of the audit log.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct AuditQuery {
    /// Only what was done to this player.
    pub player: Option<PlayerId>,
    /// The next page: the id of the last line of the page before.
    pub before: Option<String>,
}

/// A line of the audit log, with the names of today.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AuditLine {
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub entry: AuditEntry,
    /// What others call the moderator; null for the operator at the command line, empty if the account was deleted.
    pub actor_name: Option<String>,
    /// What others call the player; null if it was about nobody, empty if the account was deleted.
    pub player_name: Option<String>,
}

/// List what moderators did
///
/// In pages of 100.
#[utoipa::path(get, operation_id = "list_audit", path = "/api/moderation/audit", tag = "moderation", params(AuditQuery),
    security(("cookie" = []), ("token" = [])), responses((status = 200, description = "Newest first", body = Vec<AuditLine>)))]
async fn audit(
    State(app): State<App>,
    Query(AuditQuery { player, before }): Query<AuditQuery>,
    _: Actor,
) -> Result<Json<Vec<AuditLine>>, Refusal> {
    let entries = app.store.audit(player.as_ref(), known_id(before)?.as_deref(), MOST).await?;
    let people: BTreeSet<&PlayerId> =
        entries.iter().flat_map(|entry| entry.actor.iter().chain(&entry.player)).collect();
    app.people.names.load(&people.into_iter().cloned().collect::<Vec<_>>()).await?;
    let name = |player: &Option<PlayerId>| Some(app.people.names.get(player.as_ref()?).to_string());
    let line =
        |entry: AuditEntry| AuditLine { actor_name: name(&entry.actor), player_name: name(&entry.player), entry };
    Ok(Json(entries.into_iter().map(line).collect()))
}

/// Whom to find.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FindQuery {
    /// An id, a login, or a part of a name that others see.
    pub find: String,
}

/// Find players
#[utoipa::path(get, operation_id = "find_players", path = "/api/moderation/players", tag = "moderation", params(FindQuery),
    security(("cookie" = []), ("token" = [])), responses((status = 200, description = "Newest first", body = Vec<ModeratedPlayer>)))]
async fn players(
    State(app): State<App>,
    Query(FindQuery { find }): Query<FindQuery>,
    _: Actor,
) -> Result<Json<Vec<ModeratedPlayer>>, Refusal> {
    let mut found = Vec::new();
    // PostgreSQL takes no such text.
    if find.contains('\0') {
        return Ok(Json(found));
    }
    for id in app.store.find_players(&find, MOST).await? {
        let Some(account) = app.store.account(&id).await? else { continue };
        let coming = |until: i64| (until > now()).then_some(until);
        found.push(ModeratedPlayer {
            registered: account.login.is_some(),
            protected: account.is_protected(),
            role: account.role,
            muted_until: coming(account.silenced),
            suspended_until: coming(account.suspended),
            player: account.id,
            name: account.name,
        });
    }
    Ok(Json(found))
}

/// A warning of the moderators.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ModeratorWarning)]
pub struct Warning {
    /// What they say; null if there is none, empty if you are protected.
    pub text: Option<String>,
}

/// Get a warning of the moderators
#[utoipa::path(get, operation_id = "get_warning", path = "/api/me/warning", tag = "people",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = Warning)))]
async fn warning(State(app): State<App>, player: Player) -> Result<Json<Warning>, Refusal> {
    Ok(Json(Warning { text: app.store.warning(&player.id).await? }))
}

/// Say that you have read the warning
#[utoipa::path(delete, operation_id = "forget_warning", path = "/api/me/warning", tag = "people",
    security(("cookie" = []), ("token" = [])), responses((status = 204, description = "It is not shown again")))]
async fn read_warning(State(app): State<App>, player: Player) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    app.store.forget_warning(&player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
