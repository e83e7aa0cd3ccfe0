//! `/api/notify/picture`: the lake around a player's boat as PNG, because neither mail programs nor banners show SVG.

use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Path, Query},
    },
    ids::{PlayerId, RegattaId},
    notify::Notify,
    room::{Room, action::Refusal},
};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use powerboats_chart::{HEX_WIDTH, Hull, ViewBox, center};
use powerboats_rules::{Color, Logbook};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(picture))
}

/// Width and height in pixels.
const SIZE: (u32, u32) = (640, 400);

/// How many hexes are visible side by side.
const HEXES: f64 = 15.0;

/// What drawing a picture counts for among an address's requests.
const COST: u32 = 20;

/// The lake around a player's boat, or around its middle; `None` before the first race.
pub(super) async fn draw(room: &Room, player: &PlayerId) -> Option<Vec<u8>> {
    let (book, color) = (room.table()?.book().clone(), room.seat_of(player));
    tokio::task::spawn_blocking(move || png(&book, color)).await.ok()?
}

fn png(book: &Logbook, color: Option<Color>) -> Option<Vec<u8>> {
    let race = book.regatta().race()?;
    let view = ViewBox::of(race.course().lake());
    let svg = powerboats_chart::picture(book)?;
    // The chart fills the page that shows it. Here it gets its own size.
    let size = format!("width=\"{}\" height=\"{}\"", view.width, view.height);
    let svg = svg.replacen("width=\"100%\" height=\"100%\"", &size, 1);
    let tree = Tree::from_str(&svg, &Options::default()).ok()?;
    let boat = race.boats().iter().find(|boat| Some(boat.color) == color).and_then(Hull::of);
    let middle = (view.left + view.width / 2.0, view.top + view.height / 2.0);
    let (x, y) = boat.map_or(middle, |hull| center(hull.at));
    let (wide, high) = (f64::from(SIZE.0), f64::from(SIZE.1));
    let scale = (wide / (HEXES * HEX_WIDTH)).max(wide / view.width).max(high / view.height);
    // As near to the boat as the shore allows.
    let left = (x - view.left - wide / scale / 2.0).clamp(0.0, view.width - wide / scale);
    let top = (y - view.top - high / scale / 2.0).clamp(0.0, view.height - high / scale);
    let mut pixels = Pixmap::new(SIZE.0, SIZE.1)?;
    let shown = Transform::from_translate(-left as f32, -top as f32).post_scale(scale as f32, scale as f32);
    resvg::render(&tree, shown, &mut pixels.as_mut());
    pixels.encode_png().ok()
}

fn purpose(regatta: &RegattaId) -> String {
    format!("picture {regatta}")
}

/// The path of a picture. Whoever knows it can see it.
pub(super) fn path(notify: &Notify, regatta: &RegattaId, player: &PlayerId) -> String {
    format!("/api/notify/picture/{regatta}/{player}?key={}", notify.sign(&purpose(regatta), player))
}

/// The signature of a picture's address.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The signature of this server.
    pub(super) key: String,
}

/// Get the picture of a message
///
/// The lake around a player's boat, as it is now. Messages contain the address.
#[utoipa::path(get, operation_id = "get_picture", path = "/api/notify/picture/{regatta}/{player}", tag = "notifications",
    params(("regatta" = RegattaId, Path), ("player" = PlayerId, Path), Signature), security(()), responses(
    (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
    (status = 404, description = "The link is not valid, or the first race has not begun", body = Refusal),
))]
async fn picture(
    State(app): State<App>,
    Address(address): Address,
    Path((regatta, player)): Path<(RegattaId, PlayerId)>,
    Query(Signature { key }): Query<Signature>,
) -> Result<Response, Refusal> {
    if !app.notify.is_signed(&purpose(&regatta), &player, &key) {
        return Err(Refusal::not_found());
    }
    app.limits.spend(address, COST)?;
    let room = app.registry.peek(&regatta).await?.ok_or_else(Refusal::not_found)?;
    let bytes = draw(&room, &player).await.ok_or_else(Refusal::not_found)?;
    Ok(([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "private, max-age=60")], bytes).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every moment of a match can be drawn: before a boat is placed, after it has sunk, between two races.
    #[test]
    fn every_moment_has_a_picture() {
        let record = include_str!("../../../../docs/evening.txt");
        let ends: Vec<usize> = record.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut drawn = 0;
        for end in [15, 17, 19, 60, 130, 200, 298].map(|line| &ends[line]) {
            let Ok(book) = powerboats_rules::replay(&record[..*end]) else { continue };
            if book.regatta().race().is_none() {
                continue;
            }
            let color = [None, Some(Color::Red), Some(Color::Purple)][drawn % 3];
            let bytes = png(&book, color);
            assert!(bytes.is_some_and(|bytes| bytes.starts_with(b"\x89PNG")), "{color:?}: {}", &record[..*end]);
            drawn += 1;
        }
        assert!(drawn >= 5, "{drawn}");
    }
}
