//! Fair dice: rolls that nobody can predict or choose, and that anybody can check afterwards.
//!
//! Before anyone joins, the server draws a [`Secret`] and publishes its SHA-256, the commitment. Every player adds a salt,
//! but shows only its [`seal`] until nobody can join any more. All random numbers come from a key: the SHA-256 of the
//! secret and the salts. At the end the server reveals the secret. So the server cannot choose a secret to suit the salts.
//! And no player can choose a salt to suit the secret: not even the last to join, and not even with the server's help.

use crate::SeededDice;
use powerboats_rules::{
    Color, CoursePlan, Entry, Hand, Layout, Letter, OneLine, Record, Rolled, StartRoll, Tag, draw_course, draw_lake,
    draw_starter, roll, sort_short,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret behind all dice. Only the server knows it until the end.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

// Debug output must not reveal the secret.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// Makes a secret of 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The commitment, which may be published before the game: the SHA-256 of the secret's bytes in hexadecimal.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The secret itself, in hexadecimal.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Reads a revealed secret.
    pub fn read(text: &str) -> Option<Secret> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Secret(bytes))
    }
}

/// The players' salts.
pub type Salts = Vec<(Color, OneLine)>;

/// The seal of a salt, which a player shows before the start: the SHA-256 of the salt's bytes in hexadecimal.
pub fn seal(salt: &str) -> String {
    hex::encode(Sha256::digest(salt))
}

/// The source of all random numbers of a regatta. Each draw has its own stream, numbered from 0: first the lake with its
/// first course, then the start, then every roll and every later course in order.
#[derive(Clone, PartialEq, Eq)]
pub struct FairDice {
    key: [u8; 32],
    /// The number of draws so far.
    decided: u64,
    /// Later keys, each with the number of the draw from which it is used.
    later: Vec<(u64, [u8; 32])>,
}

impl fmt::Debug for FairDice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "FairDice({} decided)", self.decided)
    }
}

/// The first stream for pilots' random numbers, far beyond the streams of the dice.
const PILOTS: u64 = 1 << 63;

impl FairDice {
    /// The dice for this secret and these salts. The key is the SHA-256 of a text: the line `powerboats fair dice 1`, a line
    /// with the secret, and a line `COLOUR SALT` for each salt, clockwise from orange.
    pub fn new(secret: &Secret, salts: &Salts) -> FairDice {
        FairDice { key: key(secret, salts), decided: 0, later: Vec::new() }
    }

    /// Uses another secret from draw number `from` on.
    pub fn redraw(&mut self, from: u64, secret: &Secret, salts: &Salts) {
        self.later.push((from, key(secret, salts)));
    }

    /// The number of draws so far.
    pub fn decided(&self) -> u64 {
        self.decided
    }

    /// The stream for the next draw.
    pub fn draw(&mut self) -> SeededDice {
        let stream = self.decided;
        while self.later.first().is_some_and(|(from, _)| *from <= stream) {
            (_, self.key) = self.later.remove(0);
        }
        self.decided += 1;
        SeededDice::keyed(self.key, stream)
    }

    /// Skips a draw that was already made.
    pub fn skip(&mut self) {
        self.decided += 1;
    }

    /// Random numbers for a pilot's current decision. They are independent of the dice.
    pub fn pilot(&self) -> SeededDice {
        SeededDice::keyed(self.key, PILOTS + self.decided)
    }
}

fn key(secret: &Secret, salts: &Salts) -> [u8; 32] {
    let mut salts: Vec<_> = salts.iter().collect();
    sort_short(&mut salts, |a, b| a.0.cmp(&b.0));
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
const GIVEN: &str = "given";

/// A secret that replaced an earlier one because the server was restored from a backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redrawn {
    /// The number of the first draw that uses it.
    pub from: u64,
    /// Published when the secret was drawn.
    pub commitment: String,
    /// Set once it may be revealed.
    pub secret: Option<Secret>,
}

/// Everything in a record that is needed to check its dice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// Published before anybody joined.
    pub commitment: String,
    /// Set once it may be revealed.
    pub secret: Option<Secret>,
    #[allow(missing_docs)]
    pub salts: Salts,
    /// The seals that players showed while their salts were hidden.
    pub seals: Vec<(Color, String)>,
    /// Secrets that replaced the first one.
    pub redrawn: Vec<Redrawn>,
    /// Players who did not reveal their salt, which aborted a start.
    pub aborted: Vec<Color>,
    /// Was the lake given, and not drawn by these dice?
    pub given: bool,
}

impl Evidence {
    /// The evidence as tags of a record.
    pub fn tags(&self) -> Vec<Tag> {
        let Evidence { commitment, secret, salts, seals, redrawn, aborted, given } = self;
        let mut tags = vec![Tag::new(COMMITMENT, commitment)];
        tags.extend(secret.iter().map(|secret| Tag::new(SECRET, &secret.reveal())));
        tags.extend(aborted.iter().map(|color| Tag::new(ABORTED, color.name())));
        tags.extend(seals.iter().map(|(color, seal)| Tag::new(SEALED, &format!("{color} {seal}"))));
        tags.extend(salts.iter().map(|(color, salt)| Tag::new(SALT, &format!("{color} {}", salt.as_str()))));
        tags.extend(redrawn.iter().map(|Redrawn { from, commitment, secret }| {
            let secret = secret.as_ref().map(Secret::reveal).unwrap_or_default();
            Tag::new(REDRAWN, format!("{from} {commitment} {secret}").trim_end())
        }));
        tags.extend(given.then(|| Tag::new(GIVEN, "lake and first course")));
        tags.into_iter().flatten().collect()
    }
}

/// Why a record does not prove that its dice were fair.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages explain them
#[non_exhaustive]
pub enum Unfair {
    #[error("the record has no line `{0}: …`, so its dice cannot be checked")]
    Missing(&'static str),
    #[error("the record has the line `{0}: …` twice")]
    Twice(&'static str),
    #[error("invalid secret: expected 64 hexadecimal digits")]
    NoSecret,
    #[error("the secret does not match the commitment: its SHA-256 is {found}, but the commitment is {promised}")]
    OtherSecret { promised: String, found: String },
    #[error("invalid salt `{0}`: expected the colour of a player and a text, once for each player")]
    BadSalt(String),
    #[error("invalid seal `{0}`: expected a colour that has a salt, and 64 hexadecimal digits")]
    BadSeal(String),
    #[error("the salt of {0} does not match its seal from before the start")]
    OtherSalt(Color),
    #[error("invalid line `redrawn: {0}`: expected a number, a commitment and a secret, in order of the numbers")]
    BadRedrawn(String),
    #[error("the lake does not match the dice: expected {0}, found {1}")]
    Lake(Box<Layout>, Box<Layout>),
    #[error("the course of race {0} does not match the dice")]
    Course(Letter),
    #[error("the rolls for the start do not match the dice")]
    Start,
    #[error(
        "race {race}, turn {number} of {color}: the roll does not match the dice: expected [{fair}], found [{found}]"
    )]
    Roll { race: Letter, number: u32, color: Color, fair: Hand, found: Hand },
}

/// Checks every roll of a record and returns the number of rolls.
///
/// It does not check the moves: [`powerboats_rules::replay`] does.
pub fn verify(record: &Record) -> Result<u64, Unfair> {
    let one = |name: &'static str| {
        let mut tags = record.tags.iter().filter(|tag| tag.name() == name);
        let text = tags.next().ok_or(Unfair::Missing(name))?.text();
        if tags.next().is_some() { Err(Unfair::Twice(name)) } else { Ok(text) }
    };
    let promised = one(COMMITMENT)?;
    let secret = Secret::read(one(SECRET)?).ok_or(Unfair::NoSecret)?;
    check_commitment(promised, &secret)?;
    let salts = salts(record)?;
    check_seals(record, &salts)?;
    let mut dice = FairDice::new(&secret, &salts);
    for (from, secret) in redrawn(record)? {
        dice.redraw(from, &secret, &salts);
    }
    let boats = record.players.len();
    let layout = record.layout;
    let mut plan = first_course(record, &mut dice)?;
    check_start(record, &mut dice)?;
    let mut race = Letter::A;
    let mut rolls = 0;
    for entry in &record.log {
        match entry {
            Entry::Race(letter, found) => {
                race = *letter;
                let drawn = || Some(*draw_course(&layout, race, boats, &mut dice.draw())?.plan());
                // The first course was drawn with the lake.
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
            Entry::Place(..) | Entry::Resign(_) | Entry::Retire(_) | Entry::EndRace(..) | Entry::End(_) => {}
        }
    }
    Ok(rolls)
}

/// The first course: drawn with the lake, which must be the record's, or given with the lake.
fn first_course(record: &Record, dice: &mut FairDice) -> Result<Option<CoursePlan>, Unfair> {
    if is_given(record) {
        dice.skip();
        let first = |entry: &Entry| if let Entry::Race(_, plan) = entry { Some(*plan) } else { None };
        return Ok(record.log.iter().find_map(first));
    }
    let (layout, course) = draw_lake(record.sides, record.players.len(), &mut dice.draw());
    if layout != record.layout {
        return Err(Unfair::Lake(Box::new(layout), Box::new(record.layout)));
    }
    Ok(Some(*course.plan()))
}

/// Do the dice of this secret and these salts draw the record's lake? If not, it was given.
pub fn draws_lake(record: &Record, secret: &Secret, salts: &Salts) -> bool {
    draw_lake(record.sides, record.players.len(), &mut FairDice::new(secret, salts).draw()).0 == record.layout
}

/// Was the lake given, and not drawn by these dice?
fn is_given(record: &Record) -> bool {
    record.tags.iter().any(|tag| tag.name() == GIVEN)
}

/// What a check of the dice has shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fairness {
    /// The number of rolls.
    pub rolls: u64,
    /// What was shown of the secret before anybody joined.
    pub commitment: String,
    /// The salts that were hidden until the start.
    pub sealed: Vec<SealedSalt>,
    /// Was the secret replaced on the way, because the server was restored from a backup?
    pub redrawn: bool,
    /// Was the lake given with its first course, and not drawn by these dice? So it is with a daily lake.
    pub given: bool,
}

/// A salt, and the seal that was shown while the salt was hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct SealedSalt {
    pub color: Color,
    pub salt: String,
    pub seal: String,
}

/// Checks every roll of a record as [`verify`] does, and reports what the players were shown.
pub fn check(record: &Record) -> Result<Fairness, Unfair> {
    let rolls = verify(record)?;
    let tags = |name: &'static str| record.tags.iter().filter(move |tag| tag.name() == name);
    let is_sealed = |seal: &str| tags(SEALED).any(|tag| tag.text() == seal);
    let sealed = salts(record)?.into_iter().filter_map(|(color, salt)| {
        let seal = seal(salt.as_str());
        is_sealed(&format!("{color} {seal}")).then(|| SealedSalt { color, salt: salt.as_str().to_owned(), seal })
    });
    Ok(Fairness {
        rolls,
        commitment: tags(COMMITMENT).map(|tag| tag.text().to_owned()).collect(),
        sealed: sealed.collect(),
        redrawn: tags(REDRAWN).next().is_some(),
        given: is_given(record),
    })
}

fn check_start(record: &Record, dice: &mut FairDice) -> Result<(), Unfair> {
    let colors = record.players.iter().map(|(color, _)| *color);
    let seats = powerboats_rules::Seats::of_regatta(colors, record.scoring, record.races);
    let start: Vec<StartRoll> = draw_starter(seats.map_err(|_| Unfair::Start)?, &mut dice.draw());
    if start == record.start { Ok(()) } else { Err(Unfair::Start) }
}

fn check_commitment(promised: &str, secret: &Secret) -> Result<(), Unfair> {
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

/// The secrets that replaced the first one, each with the number of the first draw that uses it.
fn redrawn(record: &Record) -> Result<Vec<(u64, Secret)>, Unfair> {
    let mut redrawn: Vec<(u64, Secret)> = Vec::new();
    for tag in record.tags.iter().filter(|tag| tag.name() == REDRAWN) {
        let bad = || Unfair::BadRedrawn(tag.text().to_owned());
        let [from, promised, secret] = tag.text().split(' ').collect::<Vec<_>>()[..] else { return Err(bad()) };
        let (from, secret) = (from.parse().map_err(|_| bad())?, Secret::read(secret).ok_or_else(bad)?);
        if redrawn.last().is_some_and(|(before, _)| *before > from) {
            return Err(bad());
        }
        check_commitment(promised, &secret)?;
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
