//! `/api/reports`: telling the moderators about a player.

use crate::people::Player;
use crate::{
    app::App,
    http::{address::Address, extract::Json},
    ids::{PlayerId, RegattaId},
    room::action::{Refusal, RefusalReason},
    rooms::{history, request::Visitor},
    store::{NewReport, ReportRow, now},
    text::visible_text,
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(report))
}

/// The most characters of a report's text.
const LONGEST: usize = 1000;

/// The most reports that a player can make in a day.
const A_DAY: i64 = 20;

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// The most events that are attached, and the most bytes that they may have.
const EVENTS: usize = 500;
const BYTES: usize = 256 << 10;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// The player's name, or a title they gave.
    Name,
    /// What the player says.
    Chat,
    /// The player does not play fair.
    Unfair,
    #[allow(missing_docs)]
    Other,
}

impl ReportReason {
    const ALL: [ReportReason; 4] = [ReportReason::Name, ReportReason::Chat, ReportReason::Unfair, ReportReason::Other];

    /// The name used in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["name", "chat", "unfair", "other"][self as usize]
    }

    /// Reads a stored reason. An unknown one is another one.
    pub fn read(text: &str) -> ReportReason {
        ReportReason::ALL.into_iter().find(|reason| reason.as_str() == text).unwrap_or(ReportReason::Other)
    }
}

/// A report to the moderators.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Who is reported.
    pub player: PlayerId,
    /// Where it happened. Its last events are attached.
    #[serde(default)]
    pub regatta: Option<RegattaId>,
    /// The invitation to a private regatta.
    #[serde(default)]
    pub invite: Option<String>,
    #[allow(missing_docs)]
    pub reason: ReportReason,
    /// What happened, in up to 1000 characters.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub text: String,
}

/// A report that was stored.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = StoredReport)]
pub struct Reported {
    #[allow(missing_docs)]
    pub id: String,
}

/// A report that the player has made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct MyReport {
    /// In milliseconds since 1970.
    pub at: i64,
    /// Who was reported.
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub regatta: Option<RegattaId>,
    #[allow(missing_docs)]
    pub reason: ReportReason,
    #[allow(missing_docs)]
    pub text: String,
}

impl From<ReportRow> for MyReport {
    fn from(row: ReportRow) -> MyReport {
        MyReport { at: row.at, player: row.player, regatta: row.regatta, reason: row.reason, text: row.text }
    }
}

/// Report a player
///
/// The moderators see your report, with the last events of the regatta. You can make 20 reports a day.
#[utoipa::path(post, operation_id = "report_player", path = "/api/reports", tag = "people", request_body = Report,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 201, description = "The moderators will see it", body = Reported),
    (status = 404, description = "There is no such player or regatta", body = Refusal),
    (status = 409, description = "You have made too many reports today", body = Refusal)))]
async fn report(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    Json(report): Json<Report>,
) -> Result<(StatusCode, Json<Reported>), Refusal> {
    app.limits.action(&player.id)?;
    let bad = |message: String| Refusal::new(RefusalReason::BadRequest, message);
    let text = report.text.trim();
    if text.chars().count() > LONGEST {
        return Err(bad(format!("A report may have up to {LONGEST} characters.")));
    }
    visible_text(text).map_err(|hidden| bad(format!("{hidden}.")))?;
    app.people.names.load(std::slice::from_ref(&report.player)).await?;
    if app.people.names.get(&report.player).is_empty() || report.player == player.id {
        return Err(Refusal::not_found());
    }
    app.limits.report(address)?;
    let log = match &report.regatta {
        Some(regatta) => log_of(&app, &player, regatta, report.invite).await?,
        None => "[]".to_owned(),
    };
    let new = NewReport {
        reporter: player.id,
        player: report.player,
        regatta: report.regatta,
        reason: report.reason,
        text: text.to_owned(),
        log,
    };
    match app.store.add_report(&new, now() - DAY, A_DAY).await? {
        Some(id) => Ok((StatusCode::CREATED, Json(Reported { id }))),
        None => Err(Refusal::new(RefusalReason::TooMany, format!("You can make {A_DAY} reports a day."))),
    }
}

/// The last events of a regatta, as JSON, if the player may see it.
async fn log_of(app: &App, player: &Player, regatta: &RegattaId, invite: Option<String>) -> Result<String, Refusal> {
    let admitted = app.registry.admit(regatta, &Visitor::new(Some(player.id.clone()), invite)).await?;
    let since = admitted.seq.saturating_sub(EVENTS as u64);
    let mut events = history::everything(&app.store, regatta, since).await?;
    let mut json = serde_json::to_string(&events)?;
    while json.len() > BYTES && !events.is_empty() {
        events.drain(..events.len().div_ceil(2));
        json = serde_json::to_string(&events)?;
    }
    Ok(json)
}
