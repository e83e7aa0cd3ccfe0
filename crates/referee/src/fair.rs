//! Fair dice: rolls that nobody can predict or pick, and that anybody can check afterwards.
//!
//! Before anyone joins, the table's keeper draws a [`Secret`] and shows its SHA-256, the commitment. Every player adds
//! a salt. The key of all chance is SHA-256 of the secret and the salts; at the end the secret is told. So the keeper
//! could not choose it to suit the players, and the players could not know it.

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

/// All the chance of a regatta. Each thing that chance decides has a stream of its own, numbered from 0: the lake with
/// its first course, then the start, then every roll and every later course in the order they came.
#[derive(Clone, PartialEq, Eq)]
pub struct FairDice {
    key: [u8; 32],
    /// How many things chance has decided.
    decided: u64,
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
        let mut salts: Vec<_> = salts.iter().collect();
        salts.sort_by_key(|(color, _)| *color);
        let mut text = format!("powerboats fair dice 1\n{}\n", secret.reveal());
        salts.iter().for_each(|(color, salt)| text += &format!("{color} {}\n", salt.as_str()));
        FairDice { key: Sha256::digest(text).into(), decided: 0 }
    }

    /// The stream for what chance decides next.
    pub fn draw(&mut self) -> SeededDice {
        let stream = self.decided;
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

const COMMITMENT: &str = "commitment";
const SECRET: &str = "secret";
const SALT: &str = "salt";

/// The tags of a record by which its dice can be checked; without the secret as long as that is one.
pub fn tags(commitment: &str, secret: Option<&Secret>, salts: &Salts) -> Vec<Tag> {
    let mut tags = vec![Tag::new(COMMITMENT, commitment)];
    tags.extend(secret.map(|secret| Tag::new(SECRET, &secret.reveal())));
    tags.extend(salts.iter().map(|(color, salt)| Tag::new(SALT, &format!("{color} {}", salt.as_str()))));
    tags.into_iter().flatten().collect()
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
    let found = secret.commitment();
    if found != promised {
        return Err(Unfair::OtherSecret { promised: promised.to_owned(), found });
    }
    let mut dice = FairDice::new(&secret, &salts(record)?);
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
