//! The lobby's index of unfinished regattas, by stage and by player, so that a page of them is read quickly.

use crate::rooms::lobby::{Change, cursor::Cursor, filter::LobbyFilter, is_of, origins::Origins};
use crate::{
    cache::Cache,
    http::limits::factor,
    ids::{PlayerId, RegattaId},
    room::{
        settings::{Occasion, Visibility},
        view::{StageName, Summary},
    },
};
use serde::Deserialize;
use std::{
    collections::{BTreeSet, HashMap},
    net::IpAddr,
    ops::Bound,
    sync::Arc,
};

/// Regattas that are over and still remembered.
const ENDED: usize = 20_000;

/// Unfinished regattas of one stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageFilter {
    /// Not started.
    Open,
    /// Being played.
    Live,
}

impl StageFilter {
    const ALL: [StageFilter; 2] = [StageFilter::Open, StageFilter::Live];

    /// The stage of a regatta; `None` if it is over or closed.
    pub fn of(summary: &Summary) -> Option<StageFilter> {
        match summary.stage {
            StageName::Open => Some(StageFilter::Open),
            StageName::Live => Some(StageFilter::Live),
            StageName::Over | StageName::Closed => None,
        }
    }
}

/// Which regattas to list.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Only those of this stage.
    pub stage: Option<StageFilter>,
    /// Only those the visitor plays in or hosts.
    pub mine: bool,
    /// Only those that come after this position, that is, that were opened earlier.
    pub before: Option<Cursor>,
    /// The most regattas in the page.
    pub limit: usize,
    /// What else they must be like.
    pub filter: LobbyFilter,
}

impl Wanted {
    /// The first page of all regattas of a stage.
    pub fn first(stage: Option<StageFilter>, limit: usize) -> Wanted {
        Wanted { stage, mine: false, before: None, limit, filter: LobbyFilter::default() }
    }
}

/// A page of regattas.
#[derive(Clone, Debug)]
pub struct LobbyPage {
    /// Newest first.
    pub regattas: Vec<Arc<Summary>>,
    /// The position after which the next page begins, if there is one.
    pub next: Option<Cursor>,
}

/// The index of unfinished regattas.
#[derive(Default)]
pub(super) struct Board {
    unfinished: HashMap<RegattaId, Arc<Summary>>,
    /// The number of the last event that each summary includes.
    seqs: HashMap<RegattaId, u64>,
    /// Those of regattas that are over, so that a late message does not bring one back.
    ended: Option<Cache<RegattaId, u64>>,
    /// Number of regattas of each stage, private ones included.
    counts: [usize; 2],
    public: [BTreeSet<Cursor>; 2],
    /// The regattas each player plays in or hosts.
    of: HashMap<PlayerId, BTreeSet<Cursor>>,
    /// Number of regattas each player hosts, by stage.
    hosted: HashMap<PlayerId, [usize; 2]>,
    /// Number of regattas each player is about to open.
    reserved: HashMap<PlayerId, usize>,
    /// Where they come from.
    pub origins: Origins,
    changed: HashMap<RegattaId, Change>,
    /// Summaries that may not be stored yet: since the last save, and in the one before.
    unsaved: [HashMap<RegattaId, Arc<Summary>>; 2],
}

impl Board {
    /// The number of the last event that the summary of a regatta includes.
    pub fn seq_of(&self, id: &RegattaId) -> Option<u64> {
        self.seqs.get(id).copied().or_else(|| self.ended.as_ref()?.get(id))
    }

    /// Notes that the summary of a regatta includes the event `seq`. Returns false if a newer summary is known.
    pub fn advance(&mut self, summary: &Summary, seq: u64) -> bool {
        if self.seq_of(&summary.id).is_some_and(|known| known >= seq) {
            return false;
        }
        match StageFilter::of(summary) {
            Some(_) => drop(self.seqs.insert(summary.id.clone(), seq)),
            None => {
                self.seqs.remove(&summary.id);
                self.ended.get_or_insert_with(|| Cache::new(ENDED)).set(summary.id.clone(), seq);
            }
        }
        true
    }

    /// Updates a regatta, which may be over by now. Returns its previous stage, if it was listed.
    pub fn update(&mut self, summary: Arc<Summary>) -> Option<StageFilter> {
        self.unsaved[0].insert(summary.id.clone(), summary.clone());
        match StageFilter::of(&summary) {
            Some(_) => self.put(summary),
            None => self.remove(&summary.id),
        }
    }

    /// Called after each save: everything from before the previous call is stored.
    pub fn saved(&mut self) {
        self.unsaved.swap(0, 1);
        self.unsaved[0].clear();
    }

    /// A regatta's latest summary, if it is unfinished or was finished a moment ago.
    pub fn latest(&self, id: &RegattaId) -> Option<Arc<Summary>> {
        let maps = [&self.unfinished, &self.unsaved[0], &self.unsaved[1]];
        maps.into_iter().find_map(|map| map.get(id).cloned())
    }

    /// Inserts or updates an unfinished regatta. Returns its previous stage, if it was listed.
    pub fn put(&mut self, summary: Arc<Summary>) -> Option<StageFilter> {
        let before = self.unfinished.insert(summary.id.clone(), summary.clone());
        match before {
            Some(before) => {
                // Most changes are turns and move nothing in the index.
                if !is_alike(&before, &summary) {
                    self.unlist(&before);
                    self.list(&summary);
                }
                StageFilter::of(&before)
            }
            None => {
                self.list(&summary);
                None
            }
        }
    }

    /// Removes a regatta that is over or closed. Returns its previous stage, if it was listed.
    pub fn remove(&mut self, id: &RegattaId) -> Option<StageFilter> {
        let before = self.unfinished.remove(id)?;
        self.unlist(&before);
        StageFilter::of(&before)
    }

    fn list(&mut self, summary: &Summary) {
        let Some(stage) = StageFilter::of(summary) else { return };
        let cursor = Cursor::of(summary);
        self.counts[stage as usize] += 1;
        if summary.settings.visibility == Visibility::Public {
            self.public[stage as usize].insert(cursor.clone());
        }
        for player in players(summary) {
            self.of.entry(player.clone()).or_default().insert(cursor.clone());
        }
        if is_opened_by_host(summary) {
            self.hosted.entry(summary.host.clone()).or_default()[stage as usize] += 1;
        }
    }

    fn unlist(&mut self, summary: &Summary) {
        let Some(stage) = StageFilter::of(summary) else { return };
        let cursor = Cursor::of(summary);
        self.counts[stage as usize] -= 1;
        self.public[stage as usize].remove(&cursor);
        for player in players(summary) {
            if let Some(own) = self.of.get_mut(player) {
                own.remove(&cursor);
                if own.is_empty() {
                    self.of.remove(player);
                }
            }
        }
        if is_opened_by_host(summary)
            && let Some(hosted) = self.hosted.get_mut(&summary.host)
        {
            hosted[stage as usize] -= 1;
            if *hosted == [0, 0] {
                self.hosted.remove(&summary.host);
            }
        }
    }

    /// Remembers a change for the next broadcast.
    pub fn note_change(&mut self, summary: Arc<Summary>, was: Option<StageFilter>) {
        let change = self.changed.entry(summary.id.clone()).or_insert(Change { summary: summary.clone(), was });
        change.summary = summary;
    }

    /// Takes the changes since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        self.changed.drain().map(|(_, change)| change).collect()
    }

    /// A page of the regattas a visitor may see.
    pub fn page(&self, player: Option<&PlayerId>, wanted: &Wanted) -> LobbyPage {
        let end = wanted.before.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
        let range = (Bound::Unbounded, end);
        let staged = |summary: &Arc<Summary>| wanted.stage.is_none_or(|stage| StageFilter::of(summary) == Some(stage));
        let fits = |summary: &Arc<Summary>| staged(summary) && wanted.filter.fits(summary);
        let find = |cursor: &Cursor| self.unfinished.get(&cursor.1).filter(|summary| fits(summary)).cloned();
        let most = wanted.limit + 1;
        let own = player.and_then(|player| self.of.get(player)).into_iter();
        let own = own.flat_map(|own| own.range::<Cursor, _>(range).rev()).filter_map(find).take(most);
        let mut regattas: Vec<Arc<Summary>> = own.collect();
        if !wanted.mine {
            for stage in StageFilter::ALL.into_iter().filter(|stage| wanted.stage.is_none_or(|only| only == *stage)) {
                let public = self.public[stage as usize].range::<Cursor, _>(range).rev().filter_map(find);
                let others = public.filter(|summary| player.is_none_or(|player| !is_of(summary, player)));
                regattas.extend(others.take(most));
            }
        }
        regattas.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
        let more = regattas.len() > wanted.limit;
        regattas.truncate(wanted.limit);
        let next = regattas.last().filter(|_| more).map(|summary| Cursor::of(summary));
        LobbyPage { regattas, next }
    }

    /// Who has given titles to unfinished regattas.
    pub fn title_authors(&self) -> BTreeSet<PlayerId> {
        self.unfinished.values().filter_map(|summary| summary.settings.title_by.clone()).collect()
    }

    /// How many regattas are open, and how many are being played.
    pub fn count(&self) -> (usize, usize) {
        (self.counts[0], self.counts[1])
    }

    /// How many public regattas are open, and how many are being played.
    pub fn public(&self) -> (usize, usize) {
        (self.public[0].len(), self.public[1].len())
    }

    /// How many regattas a player hosts: not started (with those about to be opened), and being played.
    pub fn hosted(&self, player: &PlayerId) -> (usize, usize) {
        let [open, live] = self.hosted.get(player).copied().unwrap_or_default();
        (open + self.reserved.get(player).copied().unwrap_or_default(), live)
    }

    /// How many regattas all players of an address host, if one of its networks is above its allowance: `most` for a single
    /// address, 0 for no limit. `player` counts even if nobody knew where they are.
    pub fn crowd(&self, player: &PlayerId, address: IpAddr, most: usize) -> Option<usize> {
        let count = |player: &PlayerId| {
            let (open, live) = self.hosted(player);
            open + live
        };
        self.origins.around(address).find_map(|(level, others)| {
            let others: usize = others.filter(|other| *other != player).map(count).sum();
            let all = others + count(player);
            (most > 0 && all >= most.saturating_mul(factor(level) as usize)).then_some(all)
        })
    }

    /// Forgets where players came from who are in no regatta.
    pub fn forget_origins(&mut self) {
        let Board { origins, of, reserved, .. } = self;
        origins.retain(|player| of.contains_key(player) || reserved.contains_key(player));
    }

    /// Counts a regatta that a player is about to open.
    pub fn reserve(&mut self, player: &PlayerId) {
        *self.reserved.entry(player.clone()).or_default() += 1;
    }

    /// Ends a reservation.
    pub fn release(&mut self, player: &PlayerId) {
        if let Some(count) = self.reserved.get_mut(player) {
            *count -= 1;
            if *count == 0 {
                self.reserved.remove(player);
            }
        }
    }
}

/// The players of a regatta, those with reserved seats, and its host, each once.
fn players(summary: &Summary) -> BTreeSet<&PlayerId> {
    let seated = summary.seats.iter().filter_map(|seat| seat.player.as_ref());
    seated.chain(&summary.offered).chain([&summary.host]).collect()
}

/// Whether it counts among the regattas of its host: those of seasons and events do not.
fn is_opened_by_host(summary: &Summary) -> bool {
    !summary.occasion.as_ref().is_some_and(Occasion::is_competition)
}

/// Whether both summaries have the same place in the index.
fn is_alike(one: &Summary, other: &Summary) -> bool {
    one.stage == other.stage
        && one.host == other.host
        && one.created == other.created
        && one.settings.visibility == other.settings.visibility
        && one.offered == other.offered
        && one.seats.len() == other.seats.len()
        && one.seats.iter().zip(&other.seats).all(|(one, other)| one.player == other.player)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(created: i64, host: &PlayerId, stage: &str, visibility: &str) -> Arc<Summary> {
        let json = serde_json::json!({
            "id": RegattaId::random(), "stage": stage, "host": host, "created": created, "turn": null, "race": null,
            "deadline": null, "result": null, "settings": {"seats": 2, "races": 1, "visibility": visibility},
            "seats": [{"color": "red", "name": "Ann", "player": host, "pilot": null, "ready": true, "away": false}],
        });
        Arc::new(serde_json::from_value(json).unwrap())
    }

    fn all(board: &Board, player: Option<&PlayerId>, stage: Option<StageFilter>, mine: bool, limit: usize) -> Vec<i64> {
        let (mut before, mut seen) = (None, vec![]);
        loop {
            let page = board.page(player, &Wanted { mine, before, ..Wanted::first(stage, limit) });
            assert!(page.regattas.len() <= limit);
            seen.extend(page.regattas.iter().map(|summary| summary.created));
            before = page.next.map(|cursor| cursor.to_string().parse().unwrap());
            if before.is_none() {
                return seen;
            }
        }
    }

    #[test]
    fn pages_follow_each_other_without_a_gap() {
        let mut board = Board::default();
        let (ann, ben) = (PlayerId::random(), PlayerId::random());
        let mut hidden = vec![];
        for created in 0..20 {
            let host = if created % 3 == 0 { &ann } else { &ben };
            let visibility = if created % 4 == 0 { "private" } else { "public" };
            let summary = summary(created / 2, host, if created % 2 == 0 { "open" } else { "live" }, visibility);
            hidden.extend((visibility == "private").then(|| summary.clone()));
            board.put(summary);
        }
        for limit in [1, 2, 3, 100] {
            assert_eq!(all(&board, None, None, false, limit).len(), 15);
            assert_eq!(all(&board, Some(&ann), None, false, limit).len(), 17, "including her two private ones");
            assert_eq!(all(&board, Some(&ann), None, true, limit), [9, 7, 6, 4, 3, 1, 0]);
            assert_eq!(all(&board, None, Some(StageFilter::Live), false, limit), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
            assert!(all(&board, None, None, true, limit).is_empty());
        }
        assert_eq!((board.count(), board.public(), board.hosted(&ann)), ((10, 10), (5, 10), (4, 3)));
        for summary in &hidden {
            board.remove(&summary.id);
        }
        assert_eq!(board.count(), (5, 10));
        // Ben's regatta starts.
        let open_before = all(&board, Some(&ben), Some(StageFilter::Open), true, 9);
        let mut page = board.page(Some(&ben), &Wanted { mine: true, ..Wanted::first(Some(StageFilter::Open), 1) });
        let mut live = Summary::clone(&page.regattas.remove(0));
        live.stage = StageName::Live;
        assert_eq!(board.put(Arc::new(live)), Some(StageFilter::Open));
        assert_eq!(all(&board, Some(&ben), Some(StageFilter::Open), true, 9).len(), open_before.len() - 1);
        assert_eq!(board.count(), (4, 11));
    }
}
