//! What players may do on a server, apart from playing.

use serde::{Deserialize, Serialize};

/// A player's role. Each may do what those before it may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    #[default]
    #[allow(missing_docs)]
    Player,
    /// May open events where not everybody may.
    Organiser,
    /// Deals with reports.
    Moderator,
    /// Runs the server.
    Operator,
}

impl Role {
    const ALL: [Role; 4] = [Role::Player, Role::Organiser, Role::Moderator, Role::Operator];

    /// The name used in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["player", "organiser", "moderator", "operator"][self as usize]
    }

    /// Reads a stored role. An unknown one is a player's.
    pub fn read(text: &str) -> Role {
        Role::ALL.into_iter().find(|role| role.as_str() == text).unwrap_or_default()
    }
}
