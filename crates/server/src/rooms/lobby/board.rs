//! The lobby's index of unfinished regattas, by stage and by player, so that a page of them is read quickly.

use crate::rooms::lobby::{Change, is_of};
use crate::{
    ids::{PlayerId, RegattaId},
    room::{
        settings::Visibility,
        view::{StageName, Summary},
    },
};
use serde::{Deserialize, Deserializer, de};
use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    ops::Bound,
    str::FromStr,
    sync::Arc,
};

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

/// A position in the lobby's order: when a regatta was opened, and its id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cursor(i64, RegattaId);

impl Cursor {
    fn of(summary: &Summary) -> Cursor {
        Cursor(summary.created, summary.id.clone())
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl FromStr for Cursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Cursor, &'static str> {
        let read = || {
            let (created, id) = text.rsplit_once('-')?;
            Some(Cursor(created.parse().ok()?, RegattaId::read(id)?))
        };
        read().ok_or("not a cursor: send the value of the header `x-next-before`")
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cursor, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
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
}

/// A page of regattas.
#[derive(Clone, Debug)]
pub struct Page {
    /// Newest first.
    pub regattas: Vec<Arc<Summary>>,
    /// The position after which the next page begins, if there is one.
    pub next: Option<Cursor>,
}

/// The index of unfinished regattas.
#[derive(Default)]
pub(super) struct Board {
    unfinished: HashMap<RegattaId, Arc<Summary>>,
    /// Number of regattas of each stage, private ones included.
    counts: [usize; 2],
    public: [BTreeSet<Cursor>; 2],
    /// The regattas each player plays in or hosts.
    of: HashMap<PlayerId, BTreeSet<Cursor>>,
    /// Number of regattas each player hosts, by stage.
    hosted: HashMap<PlayerId, [usize; 2]>,
    /// Number of regattas each player is about to open.
    reserved: HashMap<PlayerId, usize>,
    changed: HashMap<RegattaId, Change>,
    /// Summaries that may not be stored yet: since the last save, and in the one before.
    unsaved: [HashMap<RegattaId, Arc<Summary>>; 2],
}

impl Board {
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
        self.hosted.entry(summary.host.clone()).or_default()[stage as usize] += 1;
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
        if let Some(hosted) = self.hosted.get_mut(&summary.host) {
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
    pub fn page(&self, player: Option<&PlayerId>, wanted: &Wanted) -> Page {
        let end = wanted.before.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
        let range = (Bound::Unbounded, end);
        let fits = |summary: &Arc<Summary>| wanted.stage.is_none_or(|stage| StageFilter::of(summary) == Some(stage));
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
        Page { regattas, next }
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

/// The players of a regatta and its host, each once.
fn players(summary: &Summary) -> BTreeSet<&PlayerId> {
    summary.seats.iter().filter_map(|seat| seat.player.as_ref()).chain([&summary.host]).collect()
}

/// Whether both summaries have the same place in the index.
fn is_alike(one: &Summary, other: &Summary) -> bool {
    one.stage == other.stage
        && one.host == other.host
        && one.created == other.created
        && one.settings.visibility == other.settings.visibility
        && one.seats.len() == other.seats.len()
        && one.seats.iter().zip(&other.seats).all(|(one, other)| one.player == other.player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

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
            let page = board.page(player, &Wanted { stage, mine, before, limit });
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
        let mut page =
            board.page(Some(&ben), &Wanted { stage: Some(StageFilter::Open), mine: true, before: None, limit: 1 });
        let mut live = Summary::clone(&page.regattas.remove(0));
        live.stage = StageName::Live;
        assert_eq!(board.put(Arc::new(live)), Some(StageFilter::Open));
        assert_eq!(all(&board, Some(&ben), Some(StageFilter::Open), true, 9).len(), open_before.len() - 1);
        assert_eq!(board.count(), (4, 11));
    }

    #[test]
    fn a_page_of_ten_thousand_regattas_takes_less_than_a_millisecond() {
        let mut board = Board::default();
        let host = PlayerId::random();
        for created in 0..10_000 {
            let visibility = if created % 2 == 0 { "public" } else { "private" };
            board.put(summary(created, &PlayerId::random(), "open", visibility));
        }
        let wanted = Wanted { stage: None, mine: false, before: None, limit: 100 };
        let took = |_| {
            let began = Instant::now();
            assert_eq!(board.page(Some(&host), &wanted).regattas.len(), 100);
            began.elapsed()
        };
        let best = (0..50).map(took).min().unwrap();
        assert!(best < Duration::from_millis(1), "{best:?}");
    }
}
