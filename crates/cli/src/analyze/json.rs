//! An analysis as one JSON object.

use super::{Analyzed, words};
use powerboats_pilots::analysis::Mistake;
use powerboats_referee::{AnalysisView, Unit};
use serde_json::{Value, json};

/// The JSON object, and a newline.
pub fn print(analyzed: &Analyzed) -> serde_json::Result<String> {
    let words = |mistake: &Mistake, unit| match unit {
        Unit::Turns => words::mistake(mistake),
        Unit::Points => words::mistake_in_points(mistake),
    };
    let view = AnalysisView::in_words(analyzed.book, analyzed.analysis, analyzed.worst, &words);
    let mut json = serde_json::to_value(view)?;
    for player in list(&mut json["players"]) {
        keep_player(player);
    }
    for race in list(&mut json["races"]) {
        keep_race(race);
    }
    Ok(format!("{json}\n"))
}

fn list(value: &mut Value) -> &mut [Value] {
    value.as_array_mut().map_or(&mut [], Vec::as_mut_slice)
}

/// Programs have read some fields of this command in another form than the server's since version 0.1. Here and in
/// [`keep_race`] they get that form.
fn keep_player(player: &mut Value) {
    if let Some(class) = player["class"].as_str() {
        player["class"] = crate::format::capitalize(class).into();
    }
    player["worst"] = list(&mut player["mistakes"]).iter().map(worst).collect();
    if player["in_points"].is_object() {
        player["in_points"]["worst"] = list(&mut player["in_points"]["mistakes"]).iter().map(worst).collect();
    }
}

fn keep_race(race: &mut Value) {
    race["race"] = race["letter"].clone();
    for boat in list(&mut race["boats"]) {
        boat["log"] = boat["turns"].take();
        boat["turns"] = boat["turns_taken"].clone();
        boat["to_go"] = boat["turns_to_go"].clone();
    }
}

/// A mistake as it stands in `worst`.
fn worst(mistake: &Value) -> Value {
    let race = mistake["race"].as_u64().and_then(|race| ["A", "B", "C"].get(race as usize - 1).copied());
    let turn = mistake["turn"].as_u64().filter(|turn| *turn > 0);
    let kind = mistake["kind"].as_str().map(|kind| if kind == "steer" { "heading" } else { kind });
    let mut worst =
        json!({ "race": race, "turn": turn, "kind": kind, "error": mistake["error"], "words": mistake["words"] });
    if mistake["points"].is_object() {
        worst["points"] = mistake["points"].clone();
    }
    worst
}
