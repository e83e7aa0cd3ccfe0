//! Notation of dice and turns: `3+31 R` holds a 3, rolls a 3 and a 1, and turns right.

use super::{Misread, Piece};
use crate::{DiceChoice, Hand, NoHand, Steer};
use std::{fmt, str::FromStr};

/// The rolled dice: what they show, or only their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rolled {
    /// The dice are rolled and show this.
    Shows(Hand),
    /// This many dice are not rolled yet. Two of them are written `??`.
    Unknown(u8),
}

/// Dice held and dice rolled, written `3+31`, `32`, `+1`, `3+??`, or `-` for no dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DiceText {
    /// Dice that were not rolled again.
    pub hold: Hand,
    #[allow(missing_docs)]
    pub rolled: Rolled,
}

impl DiceText {
    /// A choice whose dice are not rolled yet.
    pub fn of_choice(choice: DiceChoice) -> DiceText {
        let rolled = match choice.rolls() {
            0 => Rolled::Shows(Hand::EMPTY),
            dice => Rolled::Unknown(dice),
        };
        DiceText { hold: choice.hold, rolled }
    }

    /// The choice of dice, without what they show.
    pub fn choice(self) -> DiceChoice {
        let rolled = match self.rolled {
            Rolled::Shows(rolled) => rolled.len(),
            Rolled::Unknown(dice) => dice,
        };
        DiceChoice { hold: self.hold, count: self.hold.len() + rolled }
    }
}

impl fmt::Display for DiceText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.rolled {
            Rolled::Shows(Hand::EMPTY) if self.hold.is_empty() => f.write_str("-"),
            Rolled::Shows(Hand::EMPTY) => write!(f, "{}", self.hold),
            Rolled::Shows(rolled) => write!(f, "{}+{rolled}", self.hold),
            Rolled::Unknown(dice) => write!(f, "{}+{:?<2$}", self.hold, "", dice.into()),
        }
    }
}

impl FromStr for DiceText {
    type Err = Misread;
    fn from_str(text: &str) -> Result<DiceText, Misread> {
        read_dice(Piece::new(text))
    }
}

pub(crate) fn read_dice(text: Piece) -> Result<DiceText, Misread> {
    let none = Rolled::Shows(Hand::EMPTY);
    if text.text == "-" {
        return Ok(DiceText { hold: Hand::EMPTY, rolled: none });
    }
    let Some((hold, rolled)) = text.cut('+') else {
        if text.text.is_empty() {
            return Err(text.expected("dice, such as 3+31, or - for none"));
        }
        return Ok(DiceText { hold: text.read()?, rolled: none });
    };
    if rolled.text.is_empty() || rolled.text.len() > Hand::MOST + 1 {
        return Err(rolled.misread(NoHand(rolled.text.to_owned())));
    }
    let rolled = match rolled.text.bytes().all(|byte| byte == b'?') {
        true => Rolled::Unknown(rolled.text.len() as u8), // at most 33
        false => Rolled::Shows(rolled.read()?),
    };
    Ok(DiceText { hold: hold.read()?, rolled })
}

/// A turn: the dice and the direction, written `3+31 R`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnText {
    #[allow(missing_docs)]
    pub dice: DiceText,
    #[allow(missing_docs)]
    pub steer: Steer,
}

impl fmt::Display for TurnText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.dice, steer_letter(self.steer))
    }
}

impl FromStr for TurnText {
    type Err = Misread;
    fn from_str(text: &str) -> Result<TurnText, Misread> {
        let [dice, steer] = Piece::new(text).pieces(' ', "dice and a direction, such as 3+31 R")?;
        Ok(TurnText { dice: read_dice(dice)?, steer: read_steer(steer)? })
    }
}

pub(crate) const fn steer_letter(steer: Steer) -> char {
    ['L', 'S', 'R'][steer as usize]
}

pub(crate) fn read_steer(text: Piece) -> Result<Steer, Misread> {
    let mut letter = [0; 4];
    let steer = Steer::ALL.into_iter().find(|&steer| steer_letter(steer).encode_utf8(&mut letter) == text.text);
    steer.ok_or_else(|| text.expected("L, S or R (left, straight or right)"))
}
