//! Fair play: pairs of players whose rated Duels look arranged. Nobody is punished by this. It gives moderators a list, with
//! the figures, and they judge.
//!
//! | flag | what is looked at | when |
//! |---|---|---|
//! | same browser | both accounts were used in one browser | they meet in a rated Duel |
//! | too often | how often a pair meets, compared with how often both race | at least 8 meetings, and the chance of that many is below 1 in a million |
//! | traded wins | how often the winner changes from one Duel to the next | the chance of that many changes is below 1 in 1000 |
//! | gives up | how often one gives up against the other, compared with all others | at least 3 times, and the chance of that is below 1 in 1000 |
//!
//! The chance of *too often* is that of a Poisson distribution. Its mean is the number of meetings if both chose their
//! rivals at random among everybody who races rated Duels. So in a club of three everybody may meet everybody often.

mod reader;
pub mod routes;

pub(crate) use reader::FairPlayReader;

use super::{
    outcome::Outcome,
    statistics::{at_least, at_least_events},
};
use crate::ids::{PlayerId, RegattaId};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The least number of meetings that can be too many.
const MOST_MEETINGS: u32 = 8;
/// How rare so many meetings must be.
const RARE_MEETINGS: f64 = 1e-6;
/// How rare anything else must be.
const RARE: f64 = 1e-3;
/// The least number of times one gives up against the same rival.
const MOST_GIVEN_UP: u32 = 3;

/// A rated Duel between two people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// When it ended.
    pub at: i64,
    /// In the order of their ids.
    pub players: [PlayerId; 2],
    /// The index of the winner; `None` for a tie.
    pub winner: Option<usize>,
    /// Who resigned, left or ran out of time.
    pub gave_up: [bool; 2],
}

impl Duel {
    /// The Duel of an outcome; `None` if it was not rated, or not between two people, or has no result.
    pub fn of(outcome: &Outcome) -> Option<Duel> {
        let [one, other] = &outcome.seats[..] else { return None };
        let (first, second) = (one.occupant.player()?, other.occupant.player()?);
        let seats = if first < second { [one, other] } else { [other, one] };
        let ranks = [seats[0].rated_rank?, seats[1].rated_rank?];
        outcome.settings.rated.then(|| Duel {
            regatta: outcome.regatta.clone(),
            at: outcome.at,
            players: if first < second { [first.clone(), second.clone()] } else { [second.clone(), first.clone()] },
            winner: if ranks[0] == ranks[1] { None } else { Some(usize::from(ranks[1] < ranks[0])) },
            gave_up: seats.map(|seat| seat.forfeit.is_some()),
        })
    }
}

/// Why a pair is on the list.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Suspicion {
    /// Both accounts were used in one browser.
    SameBrowser,
    /// They meet far more often than chance would have it.
    TooOften {
        /// The meetings if rivals were chosen at random.
        expected: f64,
        #[allow(missing_docs)]
        chance: f64,
    },
    /// The winner changes too regularly.
    TradedWins {
        /// How often the winner of a Duel was not the winner of the one before.
        changes: u32,
        /// Duels with a winner.
        decided: u32,
        #[allow(missing_docs)]
        chance: f64,
    },
    /// One of them gives up against the other far more often than against anybody else.
    GivesUp {
        /// Who gives up.
        player: PlayerId,
        /// How often, against this rival.
        times: u32,
        /// The share of Duels against all others in which this player gives up.
        usual: f64,
        #[allow(missing_docs)]
        chance: f64,
    },
}

impl fmt::Display for Suspicion {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Suspicion::SameBrowser => write!(f, "both accounts were used in one browser"),
            Suspicion::TooOften { expected, chance } => {
                write!(f, "they meet too often: {expected:.1} meetings are expected (chance {chance:.0e})")
            }
            Suspicion::TradedWins { changes, decided, chance } => {
                write!(f, "the winner changed {changes} times in {decided} duels (chance {chance:.0e})")
            }
            Suspicion::GivesUp { player, times, usual, chance } => {
                let usual = 100.0 * usual;
                write!(
                    f,
                    "{player} gave up {times} times, and {usual:.0} % of the duels against others (chance {chance:.0e})"
                )
            }
        }
    }
}

/// A pair that a moderator should look at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Flag {
    #[allow(missing_docs)]
    pub players: [PlayerId; 2],
    /// Rated Duels against each other.
    pub meetings: u32,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub why: Suspicion,
}

/// What one player did in all rated Duels.
#[derive(Clone, Copy, Default)]
struct Tally {
    duels: u32,
    given_up: u32,
}

/// All flags, from all rated Duels of some time and the pairs of accounts that share a browser. The order of the Duels does
/// not matter.
pub fn flags(duels: &[Duel], same_browser: &BTreeSet<[PlayerId; 2]>) -> Vec<Flag> {
    let mut tallies: BTreeMap<&PlayerId, Tally> = BTreeMap::new();
    let mut pairs: BTreeMap<&[PlayerId; 2], Vec<&Duel>> = BTreeMap::new();
    for duel in duels {
        pairs.entry(&duel.players).or_default().push(duel);
        for (player, gave_up) in duel.players.iter().zip(duel.gave_up) {
            let tally = tallies.entry(player).or_default();
            tally.duels += 1;
            tally.given_up += u32::from(gave_up);
        }
    }
    let mut found = Vec::new();
    for (players, mut met) in pairs {
        met.sort_by(|a, b| (a.at, &a.regatta).cmp(&(b.at, &b.regatta)));
        let own = players.each_ref().map(|player| tallies[player]);
        let mut why: Vec<Suspicion> =
            same_browser.contains(players).then_some(Suspicion::SameBrowser).into_iter().collect();
        why.extend(too_often(met.len() as u32, own, duels.len() as u32));
        why.extend(traded_wins(&met));
        why.extend((0..2).filter_map(|side| gives_up(&met, side, own[side])));
        let flag = |why| Flag { players: players.clone(), meetings: met.len() as u32, why };
        found.extend(why.into_iter().map(flag));
    }
    found
}

fn too_often(meetings: u32, own: [Tally; 2], all: u32) -> Option<Suspicion> {
    // What this pair does is left out of what is usual, or a pair that meets often would make meeting often usual. One more
    // Duel is added, so that two who are alone in a club may meet as often as they race.
    let share = |rival: Tally| f64::from(rival.duels - meetings + 1);
    let expected =
        |tally: Tally, rival: Tally| f64::from(tally.duels) * share(rival) / f64::from(2 * (all - tally.duels) + 1);
    let expected = expected(own[0], own[1]).max(expected(own[1], own[0]));
    let chance = at_least_events(meetings, expected);
    (meetings >= MOST_MEETINGS && chance < RARE_MEETINGS).then_some(Suspicion::TooOften { expected, chance })
}

fn traded_wins(met: &[&Duel]) -> Option<Suspicion> {
    let winners: Vec<usize> = met.iter().filter_map(|duel| duel.winner).collect();
    let changes = winners.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32;
    let decided = winners.len() as u32;
    // Between equals the winner changes half of the time, and else less often.
    let chance = at_least(changes, decided.saturating_sub(1), 0.5);
    (chance < RARE).then_some(Suspicion::TradedWins { changes, decided, chance })
}

fn gives_up(met: &[&Duel], side: usize, own: Tally) -> Option<Suspicion> {
    let times = met.iter().filter(|duel| duel.gave_up[side]).count() as u32;
    let (others, elsewhere) = (own.duels - met.len() as u32, own.given_up - times);
    // As if two more Duels were known, one of them given up: of somebody unknown nothing is assumed.
    let usual = f64::from(elsewhere + 1) / f64::from(others + 2);
    let chance = at_least(times, met.len() as u32, usual);
    let player = met.first()?.players[side].clone();
    (times >= MOST_GIVEN_UP && chance < RARE).then_some(Suspicion::GivesUp { player, times, usual, chance })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(number: u8) -> PlayerId {
        PlayerId::read(&format!("aaaaaaaaaaaaaaa{}", (b'a' + number) as char)).unwrap()
    }

    fn duel(at: i64, a: u8, b: u8, winner: Option<usize>, gave_up: [bool; 2]) -> Duel {
        Duel { regatta: RegattaId::random(), at, players: [player(a), player(b)], winner, gave_up }
    }

    /// Everybody of a club meets everybody, `rounds` times, and the results look random.
    fn club(people: u8, rounds: i64) -> Vec<Duel> {
        let pairs = (0..people).flat_map(|a| (a + 1..people).map(move |b| (a, b)));
        let mut state = 7_u32;
        let mut coin = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 31) as usize
        };
        pairs
            .flat_map(|pair| (0..rounds).map(move |at| (at, pair)))
            .map(|(at, (a, b))| duel(at, a, b, Some(coin()), [false; 2]))
            .collect()
    }

    fn kinds(duels: &[Duel]) -> Vec<Suspicion> {
        flags(duels, &BTreeSet::new()).into_iter().map(|flag| flag.why).collect()
    }

    #[test]
    fn a_club_where_everybody_meets_everybody_is_not_flagged() {
        for people in 2..8 {
            assert_eq!(kinds(&club(people, 30)), [], "{people} people");
        }
    }

    #[test]
    fn two_accounts_of_one_browser_are_flagged_when_they_meet() {
        let shared = BTreeSet::from([[player(0), player(1)], [player(3), player(4)]]);
        let found = flags(&[duel(1, 0, 1, Some(0), [false; 2]), duel(2, 1, 2, None, [false; 2])], &shared);
        assert_eq!(found, [Flag { players: [player(0), player(1)], meetings: 1, why: Suspicion::SameBrowser }]);
    }

    #[test]
    fn a_pair_that_meets_far_too_often_is_flagged() {
        let mut duels = club(8, 3);
        duels.extend((0..30).map(|at| duel(at, 0, 1, Some(0), [false; 2])));
        let found = kinds(&duels);
        assert!(matches!(found[..], [Suspicion::TooOften { .. }]), "{found:?}");
    }

    #[test]
    fn pairs_who_trade_wins_are_flagged() {
        let traded = |count: i64| (0..count).map(|at| duel(at, 0, 1, Some((at % 2) as usize), [false; 2]));
        assert_eq!(kinds(&traded(8).collect::<Vec<_>>()), [], "eight can be chance");
        let found = kinds(&traded(14).collect::<Vec<_>>());
        assert!(matches!(found[..], [Suspicion::TradedWins { changes: 13, decided: 14, .. }]), "{found:?}");
        assert_eq!(found[0].to_string(), "the winner changed 13 times in 14 duels (chance 1e-4)");
        // The order in which they are read does not matter.
        let mut backwards: Vec<Duel> = traded(14).collect();
        backwards.reverse();
        assert_eq!(kinds(&backwards), found);
    }

    #[test]
    fn giving_up_against_one_rival_only_is_flagged() {
        let mut duels: Vec<Duel> = (0..20).map(|at| duel(at, 0, 2, Some((at % 3 == 0).into()), [false; 2])).collect();
        duels.extend((0..5).map(|at| duel(at, 0, 1, Some(1), [true, false])));
        let found = kinds(&duels);
        let [Suspicion::GivesUp { player: who, times: 5, .. }] = &found[..] else { panic!("{found:?}") };
        assert_eq!(*who, player(0));
        // Somebody who gives up against everybody is a nuisance, but manipulates nothing.
        let quitter: Vec<Duel> = (0..30).map(|at| duel(at, 0, 1 + (at % 5) as u8, Some(1), [true, false])).collect();
        assert_eq!(kinds(&quitter), []);
    }
}
