//! Fair dice: rolls that nobody can predict or pick, and that anybody can check afterwards.
//!
//! Before anyone joins, the table's keeper draws a [`Secret`] and shows its SHA-256, the commitment. Every player adds
//! a salt, and shows only its [`seal`] until nobody can join any more. The key of all chance is SHA-256 of the secret
//! and the salts; at the end the secret is told. So the keeper could not choose the secret to suit the salts, nor could
//! a player choose a salt to suit the secret, not even the last to join, and not even if the keeper told them.

use crate::SeededDice;
use powerboats_rules::{
    Color, Entry, Hand, Layout, Letter, OneLine, Record, Rolled, StartRoll, Tag, draw_course, draw_lake, draw_starter,
    roll,
};
use sha2::{Digest, Sha256};
use std::fmt;

/// What the keeper of the table knows, and nobody else until the end.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

// Nothing that is printed may tell it.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// From 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// What may be shown before: SHA-256 of the secret's bytes, in hexadecimal.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The secret itself, in hexadecimal.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Reads a secret that was told.
    pub fn read(text: &str) -> Option<Secret> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Secret(bytes))
    }
}

/// What each player brought.
pub type Salts = Vec<(Color, OneLine)>;

/// What a player shows of a salt before the start: SHA-256 of its bytes, in hexadecimal.
pub fn seal(salt: &str) -> String {
    hex::encode(Sha256::digest(salt))
}

/// All the chance of a regatta. Each thing that chance decides has a stream of its own, numbered from 0: the lake with
/// its first course, then the start, then every roll and every later course in the order they came.
#[derive(Clone, PartialEq, Eq)]
pub struct FairDice {
    key: [u8; 32],
    /// How many things chance has decided.
    decided: u64,
    /// Keys that replace this one when so many things are decided, in that order.
    later: Vec<(u64, [u8; 32])>,
}

impl fmt::Debug for FairDice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "FairDice({} decided)", self.decided)
    }
}

/// Pilots' own draws come from streams far beyond those of the dice.
const PILOTS: u64 = 1 << 63;

impl FairDice {
    /// The dice of this secret and these salts. The key is SHA-256 of the text `powerboats fair dice 1`, a line with
    /// the secret, and a line `COLOUR SALT` for each salt, clockwise from orange.
    pub fn new(secret: &Secret, salts: &Salts) -> FairDice {
        FairDice { key: key(secret, salts), decided: 0, later: Vec::new() }
    }

    /// From number `from` on, all that chance decides comes from another secret.
    pub fn redraw(&mut self, from: u64, secret: &Secret, salts: &Salts) {
        self.later.push((from, key(secret, salts)));
    }

    /// How many things chance has decided.
    pub fn decided(&self) -> u64 {
        self.decided
    }

    /// The stream for what chance decides next.
    pub fn draw(&mut self) -> SeededDice {
        let stream = self.decided;
        while self.later.first().is_some_and(|(from, _)| *from <= stream) {
            (_, self.key) = self.later.remove(0);
        }
        self.decided += 1;
        SeededDice::keyed(self.key, stream)
    }

    /// Passes over what was decided already.
    pub fn skip(&mut self) {
        self.decided += 1;
    }

    /// Randomness for a pilot who decides now; it says nothing of the dice to come.
    pub fn pilot(&self) -> SeededDice {
        SeededDice::keyed(self.key, PILOTS + self.decided)
    }
}

fn key(secret: &Secret, salts: &Salts) -> [u8; 32] {
    let mut salts: Vec<_> = salts.iter().collect();
    salts.sort_by_key(|(color, _)| *color);
    let mut text = format!("powerboats fair dice 1\n{}\n", secret.reveal());
    salts.iter().for_each(|(color, salt)| text += &format!("{color} {}\n", salt.as_str()));
    Sha256::digest(text).into()
}

const COMMITMENT: &str = "commitment";
const SECRET: &str = "secret";
const SALT: &str = "salt";
const SEALED: &str = "sealed";
const REDRAWN: &str = "redrawn";
const ABORTED: &str = "aborted";

/// A secret that replaced the one before it, because the server was restored from a backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redrawn {
    /// The number of the first thing that chance decided by it.
    pub from: u64,
    /// What was shown of it when it was drawn.
    pub commitment: String,
    /// The secret itself, once it may be told.
    pub secret: Option<Secret>,
}

/// Everything a record says of its dice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// What was shown of the secret before anybody joined.
    pub commitment: String,
    /// The secret itself, once it may be told.
    pub secret: Option<Secret>,
    /// What each player added.
    pub salts: Salts,
    /// What players showed of their salts while these were hidden.
    pub seals: Vec<(Color, String)>,
    /// Secrets that replaced the first.
    pub redrawn: Vec<Redrawn>,
    /// Seats that did not reveal their salt, so that a start was aborted.
    pub aborted: Vec<Color>,
}

impl Evidence {
    /// As the tags of a record.
    pub fn tags(&self) -> Vec<Tag> {
        let Evidence { commitment, secret, salts, seals, redrawn, aborted } = self;
        let mut tags = vec![Tag::new(COMMITMENT, commitment)];
        tags.extend(secret.iter().map(|secret| Tag::new(SECRET, &secret.reveal())));
        tags.extend(aborted.iter().map(|color| Tag::new(ABORTED, color.name())));
        tags.extend(seals.iter().map(|(color, seal)| Tag::new(SEALED, &format!("{color} {seal}"))));
        tags.extend(salts.iter().map(|(color, salt)| Tag::new(SALT, &format!("{color} {}", salt.as_str()))));
        tags.extend(redrawn.iter().map(|Redrawn { from, commitment, secret }| {
            let secret = secret.as_ref().map(Secret::reveal).unwrap_or_default();
            Tag::new(REDRAWN, format!("{from} {commitment} {secret}").trim_end())
        }));
        tags.into_iter().flatten().collect()
    }
}

/// Why the dice of a record are not shown to be fair.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // each says it itself
pub enum Unfair {
    #[error("the record has no line `{0}: …`, so its dice can't be checked")]
    Missing(&'static str),
    #[error("the line `{0}: …` is there twice")]
    Twice(&'static str),
    #[error("the secret is not 64 hexadecimal digits")]
    NoSecret,
    #[error("the secret is not the one that was promised: its SHA-256 is {found}, the commitment is {promised}")]
    OtherSecret { promised: String, found: String },
    #[error("a salt is a colour that plays and a text, not `{0}`")]
    BadSalt(String),
    #[error("a seal is a colour that has a salt and 64 hexadecimal digits, not `{0}`")]
    BadSeal(String),
    #[error("the salt of {0} is not the one that was sealed before the start")]
    OtherSalt(Color),
    #[error("`redrawn` is a number, a commitment and a secret, not `{0}`")]
    BadRedrawn(String),
    #[error("by the dice the lake is {0}, not {1}")]
    Lake(Box<Layout>, Box<Layout>),
    #[error("by the dice another course is dealt for race {0}")]
    Course(Letter),
    #[error("by the dice the rolls for the start are others")]
    Start,
    #[error("turn {number} of {color} in race {race}: the dice show [{fair}], not [{found}]")]
    Roll { race: Letter, number: u32, color: Color, fair: Hand, found: Hand },
}

/// Checks every roll of a record: how many there were.
///
/// Whether the moves follow the rules is [`powerboats_rules::replay`]'s to say.
pub fn verify(record: &Record) -> Result<u64, Unfair> {
    let one = |name: &'static str| {
        let mut tags = record.tags.iter().filter(|tag| tag.name() == name);
        let text = tags.next().ok_or(Unfair::Missing(name))?.text();
        if tags.next().is_some() { Err(Unfair::Twice(name)) } else { Ok(text) }
    };
    let promised = one(COMMITMENT)?;
    let secret = Secret::read(one(SECRET)?).ok_or(Unfair::NoSecret)?;
    check_promise(promised, &secret)?;
    let salts = salts(record)?;
    check_seals(record, &salts)?;
    let mut dice = FairDice::new(&secret, &salts);
    for (from, secret) in redrawn(record)? {
        dice.redraw(from, &secret, &salts);
    }
    let boats = record.players.len();
    let (layout, course) = draw_lake(record.sides, boats, &mut dice.draw());
    if layout != record.layout {
        return Err(Unfair::Lake(Box::new(layout), Box::new(record.layout)));
    }
    check_start(record, &mut dice)?;
    let mut plan = Some(*course.plan());
    let mut race = Letter::A;
    let mut rolls = 0;
    for entry in &record.log {
        match entry {
            Entry::Race(letter, found) => {
                race = *letter;
                let drawn = || Some(*draw_course(&layout, race, boats, &mut dice.draw())?.plan());
                // The first course came with the lake.
                if plan.take().or_else(drawn) != Some(*found) {
                    return Err(Unfair::Course(race));
                }
            }
            Entry::Turn(turn) => {
                let found = match turn.dice.rolled {
                    Rolled::Shows(hand) => hand,
                    Rolled::Unknown(_) => Hand::EMPTY,
                };
                let fair = roll(turn.dice.choice().rolls(), &mut dice.draw());
                if fair != found {
                    let (number, color) = (turn.number, turn.color);
                    return Err(Unfair::Roll { race, number, color, fair, found });
                }
                rolls += 1;
            }
            Entry::Place(..) | Entry::EndRace(..) | Entry::End(_) => {}
        }
    }
    Ok(rolls)
}

fn check_start(record: &Record, dice: &mut FairDice) -> Result<(), Unfair> {
    let seats = powerboats_rules::Seats::new(record.players.iter().map(|(color, _)| *color));
    let start: Vec<StartRoll> = draw_starter(seats.map_err(|_| Unfair::Start)?, &mut dice.draw());
    if start == record.start { Ok(()) } else { Err(Unfair::Start) }
}

fn check_promise(promised: &str, secret: &Secret) -> Result<(), Unfair> {
    let found = secret.commitment();
    if found == promised { Ok(()) } else { Err(Unfair::OtherSecret { promised: promised.to_owned(), found }) }
}

fn check_seals(record: &Record, salts: &Salts) -> Result<(), Unfair> {
    for tag in record.tags.iter().filter(|tag| tag.name() == SEALED) {
        let bad = || Unfair::BadSeal(tag.text().to_owned());
        let (color, sealed) = tag.text().split_once(' ').ok_or_else(bad)?;
        let color: Color = color.parse().map_err(|_| bad())?;
        let (_, salt) = salts.iter().find(|(other, _)| *other == color).ok_or_else(bad)?;
        if seal(salt.as_str()) != sealed {
            return Err(Unfair::OtherSalt(color));
        }
    }
    Ok(())
}

/// The secrets that replaced the first, each with the number from which it counts.
fn redrawn(record: &Record) -> Result<Vec<(u64, Secret)>, Unfair> {
    let mut redrawn: Vec<(u64, Secret)> = Vec::new();
    for tag in record.tags.iter().filter(|tag| tag.name() == REDRAWN) {
        let bad = || Unfair::BadRedrawn(tag.text().to_owned());
        let [from, promised, secret] = tag.text().split(' ').collect::<Vec<_>>()[..] else { return Err(bad()) };
        let (from, secret) = (from.parse().map_err(|_| bad())?, Secret::read(secret).ok_or_else(bad)?);
        if redrawn.last().is_some_and(|(before, _)| *before > from) {
            return Err(bad());
        }
        check_promise(promised, &secret)?;
        redrawn.push((from, secret));
    }
    Ok(redrawn)
}

fn salts(record: &Record) -> Result<Salts, Unfair> {
    let mut salts = Salts::new();
    for tag in record.tags.iter().filter(|tag| tag.name() == SALT) {
        let salt = tag.text().split_once(' ').and_then(|(color, salt)| {
            let color = color.parse().ok()?;
            let plays = record.players.iter().any(|(player, _)| *player == color);
            let twice = salts.iter().any(|(other, _)| *other == color);
            (plays && !twice).then_some((color, OneLine::new(salt)?))
        });
        salts.push(salt.ok_or_else(|| Unfair::BadSalt(tag.text().to_owned()))?);
    }
    Ok(salts)
}
