//! Ready-made phrases: what everybody may say to everybody. Each reader sees them in their own language.

use serde::{Deserialize, Serialize};

/// A ready-made phrase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say it
pub enum Phrase {
    Hello,
    GoodLuck,
    HaveFun,
    OneMoment,
    ImBack,
    YourTurn,
    TakeYourTime,
    Ready,
    NiceMove,
    Wow,
    Ouch,
    Oops,
    Sorry,
    Thanks,
    Yes,
    No,
    CloseRace,
    GoodGame,
    Again,
    Bye,
}

impl Phrase {
    /// All phrases, in the order in which they are offered.
    pub const ALL: [Phrase; 20] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::HaveFun,
        Phrase::OneMoment,
        Phrase::ImBack,
        Phrase::YourTurn,
        Phrase::TakeYourTime,
        Phrase::Ready,
        Phrase::NiceMove,
        Phrase::Wow,
        Phrase::Ouch,
        Phrase::Oops,
        Phrase::Sorry,
        Phrase::Thanks,
        Phrase::Yes,
        Phrase::No,
        Phrase::CloseRace,
        Phrase::GoodGame,
        Phrase::Again,
        Phrase::Bye,
    ];
}
