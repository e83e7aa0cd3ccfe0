//! Classes of skill, by turns lost per decision.

/// The step of the pilots' ladder that somebody plays like, the best first. The bounds come from matches of the pilots: see docs/analysis.md.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum SkillClass {
    /// As good as the two best pilots. The Captain loses no turns.
    Admiral,
    /// As good as the two best pilots on a bad day. The Admiral gives up a few turns for points.
    Captain,
    #[allow(missing_docs)]
    Commander,
    #[allow(missing_docs)]
    Skipper,
    #[allow(missing_docs)]
    Mate,
    #[allow(missing_docs)]
    Bosun,
    #[allow(missing_docs)]
    Deckhand,
    /// As good as a Rookie, or worse.
    Rookie,
}

impl SkillClass {
    /// All classes, the best first.
    pub const ALL: [SkillClass; 8] = [
        SkillClass::Admiral,
        SkillClass::Captain,
        SkillClass::Commander,
        SkillClass::Skipper,
        SkillClass::Mate,
        SkillClass::Bosun,
        SkillClass::Deckhand,
        SkillClass::Rookie,
    ];

    /// The most turns lost per decision.
    pub const fn most(self) -> f64 {
        [0.008, 0.018, 0.035, 0.06, 0.08, 0.105, 0.127, f64::INFINITY][self as usize]
    }

    /// The class of a player who loses this many turns per decision.
    pub fn of(error_rate: f64) -> SkillClass {
        SkillClass::ALL.into_iter().find(|class| error_rate <= class.most()).unwrap_or(SkillClass::Rookie)
    }

    /// `Admiral`, `Captain` and so on.
    pub const fn name(self) -> &'static str {
        ["Admiral", "Captain", "Commander", "Skipper", "Mate", "Bosun", "Deckhand", "Rookie"][self as usize]
    }

    /// `an Admiral`, `a Captain` and so on.
    pub fn with_article(self) -> String {
        format!("{} {}", if self == SkillClass::Admiral { "an" } else { "a" }, self.name())
    }
}
