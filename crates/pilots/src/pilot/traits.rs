//! Traits: how each rank differs from perfect play. Every weakness is one that people have.

/// How a [`Human`](crate::pilot::human::Human) plays. With [`Traits::PERFECT`] it plays like the Captain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Traits {
    /// It never takes more dice than this, unless it has them already.
    pub most_dice: u8,
    /// The total up to which it feels safe. Each hex beyond it feels like `DREAD` turns lost.
    pub calm_speed: u8,
    /// Caution: the turns that one damage feels like, in addition to what it really costs.
    pub fear: f32,
    /// Optimism: how much of its judgement of a roll comes from the best result alone. Negative: from the worst result.
    pub hope: f32,
    /// Short sight: how much of its judgement of a position comes from the distance to the finish alone, without its speed and
    /// without the shore ahead.
    pub short_sight: f32,
    /// Slyness: how much it values a turn that a rival loses because this boat is in the way.
    pub slyness: f32,
    /// The largest loss, in turns, that it does not notice. It never takes a choice that costs more.
    pub blind_spot: f32,
    /// Inattention: in this many decisions of a hundred it takes any choice within its blind spot.
    pub inattention: u32,
}

impl Traits {
    /// No weakness at all.
    pub const PERFECT: Traits = Traits {
        most_dice: u8::MAX,
        calm_speed: u8::MAX,
        fear: 0.0,
        hope: 0.0,
        short_sight: 0.0,
        slyness: 0.0,
        blind_spot: 0.0,
        inattention: 0,
    };

    /// A child's first rival: dreamy, slow, and afraid of rocks.
    pub const ROOKIE: Traits = Traits {
        most_dice: 2,
        calm_speed: 4,
        fear: 1.0,
        short_sight: 0.7,
        blind_spot: 1.2,
        inattention: 17,
        ..Traits::PERFECT
    };
    /// Cheerful: rushes to the next mark, and hardly sees what lies before it.
    pub const DECKHAND: Traits = Traits {
        most_dice: 3,
        calm_speed: 7,
        hope: 0.4,
        short_sight: 0.75,
        blind_spot: 1.2,
        inattention: 28,
        ..Traits::PERFECT
    };
    /// Tidy: prefers a sure way to a quick one.
    pub const BOSUN: Traits = Traits {
        most_dice: 3,
        calm_speed: 5,
        fear: 2.0,
        hope: -0.4,
        short_sight: 0.6,
        blind_spot: 1.1,
        inattention: 15,
        ..Traits::PERFECT
    };
    /// Easy-going: hopes for good dice, and is not always careful.
    pub const MATE: Traits =
        Traits { hope: 0.5, short_sight: 0.6, blind_spot: 1.05, inattention: 16, ..Traits::PERFECT };
    /// Quick: likes speed, and thinks a little too short.
    pub const SKIPPER: Traits =
        Traits { hope: 0.3, short_sight: 0.55, blind_spot: 0.9, inattention: 15, ..Traits::PERFECT };
    /// Calm: nearly exact, a little too careful.
    pub const COMMANDER: Traits =
        Traits { calm_speed: 7, fear: 1.5, hope: -0.3, blind_spot: 0.8, inattention: 4, ..Traits::PERFECT };

    /// Very cautious: slow, but it hardly ever crashes.
    pub const TURTLE: Traits =
        Traits { most_dice: 2, calm_speed: 4, fear: 4.0, hope: -0.5, blind_spot: 1.2, ..Traits::PERFECT };
    /// Bold: counts on lucky dice.
    pub const GAMBLER: Traits = Traits { hope: 0.9, blind_spot: 1.0, inattention: 10, ..Traits::PERFECT };
    /// Sly: gets in the way of its rivals.
    pub const FOX: Traits =
        Traits { slyness: 1.5, short_sight: 0.6, blind_spot: 0.9, inattention: 14, ..Traits::PERFECT };
}
