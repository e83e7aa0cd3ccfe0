//! A race against a pilot and its result, as JSON.

use serde::{Deserialize, Serialize};

/// A race or match of a person against a pilot, for choosing the next rival.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RivalRace {
    /// The strongest pilot in the race, by name.
    pub pilot: String,
    /// Did the person come in before it?
    pub won: bool,
}
