//! Par as JSON.

use crate::{
    analysis::BerthView,
    hint::{Turns, turns},
};
use powerboats_pilots::Par;
use serde::Serialize;

/// The best start of a course, and the turns that best play needs from there.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParView {
    /// Expected turns of a boat that is alone. A sinking counts as 100 turns.
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    par: Turns,
    start: BerthView,
}

impl ParView {
    #[allow(missing_docs)]
    pub fn new(par: &Par) -> ParView {
        ParView { par: turns(par.turns), start: BerthView { at: par.start.at, heading: par.start.heading } }
    }
}
