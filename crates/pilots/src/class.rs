//! Classes of skill, by turns lost a decision.

/// Like whom somebody sails.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    Admiral,
    Captain,
    Mate,
    Skipper,
    Deckhand,
    Rookie,
}

impl Class {
    pub const ALL: [Class; 6] =
        [Class::Admiral, Class::Captain, Class::Mate, Class::Skipper, Class::Deckhand, Class::Rookie];

    pub const fn most(self) -> f64 {
        [0.005, 0.02, 0.05, 0.1, 0.2, f64::INFINITY][self as usize]
    }

    pub fn of(error_rate: f64) -> Class {
        Class::ALL.into_iter().find(|class| error_rate <= class.most()).unwrap_or(Class::Rookie)
    }
}
