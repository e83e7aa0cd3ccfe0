//! The web app's types of what the bindings say are made from `web/bindings.json`: it has to be what the types are.

use powerboats_chart::{Look, Plane, Water};
use powerboats_pilots::{Advice, Later, PilotKind, Reach};
use powerboats_referee::{
    ActionView, AnalysisView, BoatView, CourseView, Decision, GameSetup, GameView, Happening, HintView, LessonView,
    Marked, ParView, RaceResultView, RecordStory, RivalRace, Thrown, fair::Fairness, unions::name_variants,
};
use serde_json::{Value, json, to_value};
use utoipa::OpenApi;

/// `make types` runs this with the variable set.
const WRITE: &str = "POWERBOATS_WRITE_OPENAPI";

/// Whatever goes to a binding or comes from it; what these are made of is found by itself.
#[derive(OpenApi)]
#[openapi(components(schemas(
    ActionView,
    Advice,
    AnalysisView,
    BoatView,
    CourseView,
    Decision,
    Fairness,
    GameSetup,
    GameView,
    Happening,
    HintView,
    Later,
    LessonView,
    Look,
    Marked,
    ParView,
    PilotKind,
    Plane,
    Reach,
    RaceResultView,
    RecordStory,
    RivalRace,
    Thrown,
    Water
)))]
struct Bindings;

#[test]
fn the_web_apps_copy_of_the_bindings_is_up_to_date() {
    let mut components = to_value(Bindings::openapi().components).unwrap();
    name_variants(components["schemas"].as_object_mut().unwrap());
    let bindings = json!({ "components": { "schemas": components["schemas"] } });
    let copy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/bindings.json");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(copy, format!("{bindings:#}\n")).unwrap();
    }
    let stored: Value = serde_json::from_str(&std::fs::read_to_string(copy).unwrap()).unwrap();
    assert!(stored == bindings, "web/bindings.json is not what the bindings say: run `make types`");
}
