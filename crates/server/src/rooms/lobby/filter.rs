//! Filters of the list of regattas.

use crate::room::{
    settings::Clock,
    view::{StageName, Summary},
};
use serde::Deserialize;

/// Regattas with one kind of clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ClockFilter {
    None,
    Live,
    Correspondence,
}

/// Which regattas to list, apart from stage and player. Everything is optional.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    #[allow(missing_docs)]
    pub clock: Option<ClockFilter>,
    /// Only those with this number of seats.
    pub seats: Option<u8>,
    /// Only those with a free seat.
    pub free: bool,
    /// Only those whose title contains this, in capital or small letters. It is in small letters here.
    pub title: Option<String>,
}

impl Filter {
    /// Whether a regatta is wanted.
    pub fn fits(&self, summary: &Summary) -> bool {
        let settings = &summary.settings;
        let clock = match settings.clock {
            Clock::None {} => ClockFilter::None,
            Clock::Live { .. } => ClockFilter::Live,
            Clock::Correspondence { .. } => ClockFilter::Correspondence,
        };
        let taken = summary.seats.len() + summary.offered.len();
        let is_free = summary.stage == StageName::Open && taken < usize::from(settings.seats);
        let title = || settings.title.as_deref().unwrap_or_default().to_lowercase();
        self.clock.is_none_or(|wanted| wanted == clock)
            && self.seats.is_none_or(|wanted| wanted == settings.seats)
            && (!self.free || is_free)
            && self.title.as_deref().is_none_or(|part| title().contains(part))
    }
}
