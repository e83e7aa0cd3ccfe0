//! Filters of the list of regattas.

use crate::{
    people::Names,
    room::{
        settings::{Clock, Settings},
        view::{StageName, Summary},
    },
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
pub struct LobbyFilter {
    #[allow(missing_docs)]
    pub clock: Option<ClockFilter>,
    /// Only those with this number of seats.
    pub seats: Option<u8>,
    /// Only those with a free seat.
    pub free: bool,
    #[allow(missing_docs)]
    pub title: Option<TitleFilter>,
}

/// Only regattas whose title, as the reader sees it, contains a text.
#[derive(Clone, Debug)]
pub struct TitleFilter {
    /// In small letters. Capital letters count as small ones.
    pub part: String,
    /// Who is known to be protected, so that nobody can guess a title that is hidden. The authors must be
    /// [loaded](Names::load). `None`: the reader sees no titles.
    pub names: Option<Names>,
}

impl TitleFilter {
    fn fits(&self, settings: &Settings) -> bool {
        let is_hidden = |names: &Names| settings.title_by.as_ref().is_some_and(|author| !names.shows_words_of(author));
        let title = match &self.names {
            Some(names) if !is_hidden(names) => settings.title.as_deref().unwrap_or_default(),
            Some(_) | None => "",
        };
        title.to_lowercase().contains(&self.part)
    }
}

impl LobbyFilter {
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
        self.clock.is_none_or(|wanted| wanted == clock)
            && self.seats.is_none_or(|wanted| wanted == settings.seats)
            && (!self.free || is_free)
            && self.title.as_ref().is_none_or(|title| title.fits(settings))
    }
}
