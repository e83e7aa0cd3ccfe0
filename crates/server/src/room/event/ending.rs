//! How a regatta can end before its last race does.

use serde::{Deserialize, Serialize};

/// Why a regatta ended before its last race did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = EarlyEnding)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// All players agreed to end it as it stands.
    Agreed,
    /// The players who were there gave it up. There is no result.
    Abandoned,
    /// It was paused for too long. There is no result.
    Expired,
    /// All people, or all players but one, resigned.
    Resigned,
    /// The moderators closed it. There is no result.
    Closed,
    /// The moderators annulled its result afterwards.
    Annulled,
}

impl Ending {
    /// The name used in JSON and in records.
    pub const fn as_str(self) -> &'static str {
        ["agreed", "abandoned", "expired", "resigned", "closed", "annulled"][self as usize]
    }

    /// Whether the points so far count.
    pub const fn has_result(self) -> bool {
        match self {
            Ending::Agreed | Ending::Resigned => true,
            Ending::Abandoned | Ending::Expired | Ending::Closed | Ending::Annulled => false,
        }
    }
}
