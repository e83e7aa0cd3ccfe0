//! One player's attempt at a daily lake, rebuilt from its log: a pure state machine without clock or random numbers.

use super::{Day, lake::BOAT, lake::DailyLake};
use crate::{
    people::{Ears, Salt, is_plain_salt},
    room::action::{Refusal, RefusalReason},
    store::{ActionRow, AttemptRow, StoreError},
};
use powerboats_referee::{ByColor, Decision, FairDice, Happening, Secret, Table, fair};
use powerboats_rules::{Logbook, OneLine, Tag};
use serde::{Deserialize, Serialize};

/// How an attempt ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = DailyEnding)]
pub enum AttemptEnding {
    #[allow(missing_docs)]
    Finished,
    #[allow(missing_docs)]
    Sunk,
    /// The player gave up.
    GaveUp,
    /// The boat took more turns than anybody needs.
    TooLong,
    /// The day closed before the boat had finished.
    Late,
}

impl AttemptEnding {
    /// Those that are stored.
    const STORED: [AttemptEnding; 4] =
        [AttemptEnding::Finished, AttemptEnding::Sunk, AttemptEnding::GaveUp, AttemptEnding::TooLong];

    /// `finished`, `sunk`, `gave-up`, `too-long` or `late`.
    pub const fn name(self) -> &'static str {
        ["finished", "sunk", "gave-up", "too-long", "late"][self as usize]
    }

    pub(crate) fn read(name: &str) -> Option<AttemptEnding> {
        AttemptEnding::STORED.into_iter().find(|ending| ending.name() == name)
    }
}

/// The most turns of an attempt. The rules set no end to turning on the spot.
const MOST_TURNS: u32 = 150;

/// What the player did, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    #[allow(missing_docs)]
    Decide {
        decision: Decision,
        #[serde(skip_serializing_if = "Option::is_none")]
        salt: Option<Salt>,
    },
    #[allow(missing_docs)]
    GiveUp,
}

/// An attempt.
pub struct Attempt {
    #[allow(missing_docs)]
    pub row: AttemptRow,
    #[allow(missing_docs)]
    pub day: Day,
    /// What happened so far, from the lake on.
    pub story: Vec<Happening>,
    /// What the player did, each with the length of the story after it.
    deeds: Vec<(Deed, usize)>,
    secret: Secret,
    salt: Option<Salt>,
    table: Table,
}

fn unreadable(reason: impl ToString) -> StoreError {
    StoreError::Unreadable(reason.to_string())
}

impl Attempt {
    /// Rebuilds an attempt from its log.
    pub fn load(lake: &DailyLake, row: AttemptRow, actions: Vec<ActionRow>) -> Result<Attempt, StoreError> {
        let secret = Secret::read(&row.secret).ok_or_else(|| unreadable("the secret of an attempt"))?;
        let unsalted = FairDice::new(&secret, &Vec::new());
        let (table, story) = lake.open(unsalted).map_err(|fault| unreadable(fault.message))?;
        let (day, deeds) = (Day::numbered(row.day), Vec::new());
        let mut attempt = Attempt { row, day, story, deeds, secret, salt: None, table };
        for action in actions {
            let deed: Deed = serde_json::from_str(&action.decision).map_err(unreadable)?;
            let events: Vec<Happening> = serde_json::from_str(&action.events).map_err(unreadable)?;
            for event in &events {
                attempt.table.follow(event).map_err(|fault| unreadable(fault.message))?;
            }
            attempt.note(deed, events);
        }
        let salts = attempt.salts();
        attempt.table.take_dice(FairDice::new(&attempt.secret, &salts));
        Ok(attempt)
    }

    fn note(&mut self, deed: Deed, events: Vec<Happening>) {
        if let Deed::Decide { salt: Some(salt), .. } = &deed {
            self.salt = Some(salt.clone());
        }
        self.story.extend(events);
        self.deeds.push((deed, self.story.len()));
    }

    fn salts(&self) -> fair::Salts {
        let line = self.salt.as_ref().and_then(|salt| OneLine::new(salt.as_str()));
        line.map(|line| (BOAT, line)).into_iter().collect()
    }

    /// How it ended, as far as it has by this time.
    pub fn ending(&self, now: i64) -> Option<AttemptEnding> {
        let late = || (now >= self.day.closes()).then_some(AttemptEnding::Late);
        self.row.ending.or_else(late)
    }

    /// The number of deeds so far.
    pub fn number(&self) -> i64 {
        self.deeds.len() as i64
    }

    /// The events of this deed, if it was stored before with this number: the client repeats it, because it got no answer.
    pub fn repeated(&self, number: i64, deed: &Deed) -> Option<&[Happening]> {
        /// The lake and the course.
        const OPENING: usize = 2;
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let (_, end) = self.deeds.get(index).filter(|(stored, _)| stored == deed)?;
        let begin = index.checked_sub(1).map_or(OPENING, |before| self.deeds[before].1);
        self.story.get(begin..*end)
    }

    /// Carries out a deed. Returns the events, and how the attempt ended, if it did. A salt is taken with the placing, which
    /// comes after the commitment was shown and before the first roll.
    pub fn act(&mut self, deed: &Deed) -> Result<(Vec<Happening>, Option<AttemptEnding>), Refusal> {
        let Deed::Decide { decision, salt } = deed else { return Ok((Vec::new(), Some(AttemptEnding::GaveUp))) };
        if salt.is_some() && !matches!(decision, Decision::Place { .. }) {
            let message = "A salt is sent together with the placing of the boat, and only then.";
            return Err(Refusal::new(RefusalReason::BadRequest, message));
        }
        let events = self.table.decide(BOAT, *decision)?;
        Ok((events, self.ended()))
    }

    /// How the race ended, if it is over.
    fn ended(&self) -> Option<AttemptEnding> {
        match self.table.book().regatta().results().first() {
            Some(result) if result.order.is_empty() => Some(AttemptEnding::Sunk),
            Some(_) => Some(AttemptEnding::Finished),
            None => (self.turns() >= MOST_TURNS).then_some(AttemptEnding::TooLong),
        }
    }

    /// The turns taken.
    pub fn turns(&self) -> u32 {
        self.table.race().and_then(|race| race.boat(BOAT)).map_or(0, |boat| boat.turns)
    }

    /// What was shown of the secret before the first roll.
    pub fn commitment(&self) -> String {
        self.secret.commitment()
    }

    /// The record with everything that is needed to check the dice. Only for an attempt that is over. A protected reader gets
    /// no text that the player has written.
    pub fn book(&self, name: &str, reader: &Ears) -> Logbook {
        let mut salts = self.salts();
        salts.retain(|(_, salt)| !reader.is_protected || is_plain_salt(salt.as_str()));
        let evidence = fair::Evidence {
            commitment: self.secret.commitment(),
            secret: Some(self.secret.clone()),
            salts,
            given: true,
            ..fair::Evidence::default()
        };
        let mut tags = evidence.tags();
        tags.extend(Tag::new("daily", &self.day.to_string()));
        self.table.titled(tags, &ByColor::from_iter([(BOAT, name.to_owned())]))
    }
}
