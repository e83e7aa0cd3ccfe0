//! What all rated matches of a player say: kept for a moment, because reading them takes longer the more there are.

use super::{
    FormView, MOST, PersonalRecord,
    achievements::{Achievement, Played, achievements},
};
use crate::{
    app::App,
    cache::Cache,
    compete::ratings::{
        RatedMatch, RatingStep,
        history::{Meetings, meetings},
    },
    ids::{PlayerId, RegattaId},
    room::action::Refusal,
};
use powerboats_ratings::{Ladder, Standing};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

/// Players whose past is kept.
const MOST_KEPT: usize = 500;

/// How long it is kept while the player's ratings stay the same. Those of others may change.
const FRESH: Duration = Duration::from_secs(60);

/// Matches that can be read for one unit of the allowance of an address.
const MATCHES_A_UNIT: u32 = 16;

/// What a player's rated matches say.
pub(crate) struct Past {
    /// Everybody whom the player has met.
    pub met: BTreeMap<PlayerId, Meetings>,
    pub form: Vec<FormView>,
    pub records: Vec<PersonalRecord>,
    pub achievements: Vec<Achievement>,
}

/// What a player's ratings are on all ladders: it changes with each match.
type Standings = [Option<Standing>; Ladder::ALL.len()];

/// A past, the ratings it belongs to, and when it was read.
type Kept = (Standings, Instant, Arc<Past>);

/// A cache of what players have done. Clones share it.
#[derive(Clone)]
pub(crate) struct Pasts(Arc<Cache<PlayerId, Kept>>);

impl Default for Pasts {
    fn default() -> Pasts {
        Pasts(Arc::new(Cache::new(MOST_KEPT)))
    }
}

impl Pasts {
    /// The past of a player. If it must be read, that counts as more requests of this address, the longer it is.
    pub async fn of(&self, app: &App, player: &PlayerId, address: IpAddr) -> Result<Arc<Past>, Refusal> {
        let mut standings: Standings = Default::default();
        for (ladder, standing) in Ladder::ALL.into_iter().zip(&mut standings) {
            *standing = app.store.standing(player, ladder).await?;
        }
        if let Some((known, made, past)) = self.0.get(player)
            && known == standings
            && made.elapsed() < FRESH
        {
            return Ok(past);
        }
        app.limits.spend(address, cost(&standings))?;
        let made = Instant::now();
        let past = Arc::new(Past::read(app, player).await?);
        self.0.set(player.clone(), (standings, made, past.clone()));
        Ok(past)
    }
}

/// What reading the matches of somebody with these ratings counts for, besides the request.
fn cost(standings: &Standings) -> u32 {
    standings.iter().flatten().map(|standing| standing.matches).sum::<u32>() / MATCHES_A_UNIT
}

impl Past {
    async fn read(app: &App, player: &PlayerId) -> Result<Past, Refusal> {
        // Records and achievements are of all time.
        let (mut steps, mut matches) = (Vec::new(), Vec::new());
        for ladder in Ladder::ALL {
            steps.extend(app.store.rating_history(player, ladder, i64::MAX).await?);
            matches.extend(app.store.matches_of(player, ladder, i64::MAX).await?);
        }
        steps.sort_by_key(|step| (Reverse(step.at), Reverse(step.regatta.clone())));
        Ok(Past {
            met: meetings(player, &matches),
            form: steps.iter().take(MOST).map(form).collect(),
            records: Ladder::ALL.into_iter().filter_map(|ladder| record(ladder, &steps)).collect(),
            achievements: earned(&steps, &matches, &app.store.steps_around(player).await?),
        })
    }
}

fn form(step: &RatingStep) -> FormView {
    let RatingStep { ladder, regatta, at, rank, boats, .. } = step;
    FormView { ladder: *ladder, regatta: regatta.clone(), at: *at, rank: *rank, boats: *boats }
}

/// The highest rating and the longest streak. `steps` has the newest first.
fn record(ladder: Ladder, steps: &[RatingStep]) -> Option<PersonalRecord> {
    let steps = || steps.iter().rev().filter(|step| step.ladder == ladder);
    let (mut streak, mut longest) = (0, 0);
    for step in steps() {
        streak = if step.rank == 1 { streak + 1 } else { 0 };
        longest = longest.max(streak);
    }
    let best = steps().max_by_key(|step| (step.after.mean, Reverse(step.at)))?;
    Some(PersonalRecord {
        ladder,
        highest: (best.after.points() * 10.0).round() / 10.0,
        regatta: best.regatta.clone(),
        at: best.at,
        longest_streak: longest,
    })
}

/// The achievements of the player whose steps and matches these are.
fn earned(steps: &[RatingStep], matches: &[RatedMatch], around: &[RatingStep]) -> Vec<Achievement> {
    let matches: HashMap<&RegattaId, &RatedMatch> = matches.iter().map(|rated| (&rated.regatta, rated)).collect();
    let mut together: HashMap<&RegattaId, Vec<&RatingStep>> = HashMap::new();
    around.iter().for_each(|step| together.entry(&step.regatta).or_default().push(step));
    let played = steps.iter().rev().filter_map(|step| {
        let rated = matches.get(&step.regatta)?;
        Some(Played { rated, step, all: together.get(&step.regatta).cloned().unwrap_or_default() })
    });
    achievements(&played.collect::<Vec<Played>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use powerboats_ratings::Rating;

    #[test]
    fn a_long_past_costs_more() {
        let standing = |matches| Some(Standing { rating: Rating { mean: 0, spread: 1 }, at: 0, matches });
        assert_eq!(cost(&[None, None]), 0);
        assert_eq!(cost(&[standing(150), standing(31)]), 11);
    }
}
