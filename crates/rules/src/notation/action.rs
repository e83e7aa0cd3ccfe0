//! Notation of one action: `k12NE` places a boat, `3+??` chooses dice, `+31` is a roll, `L`, `S` and `R` steer.

use super::{Berth, DiceText, Misread, Piece, Rolled, course, turn};
use crate::{Action, DiceChoice, Hand};
use std::{fmt, str::FromStr};

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Action::Place(at, heading) => Berth(at, heading).fmt(f),
            Action::Choose(choice) => DiceText::of_choice(choice).fmt(f),
            Action::Roll(rolled) => write!(f, "+{rolled}"),
            Action::Steer(steer) => write!(f, "{}", turn::steer_letter(steer)),
        }
    }
}

/// ```
/// use powerboats_rules::{Action, DiceChoice, Steer};
/// assert_eq!("L".parse(), Ok(Action::Steer(Steer::Left)));
/// assert_eq!("3+?".parse(), Ok(Action::Choose(DiceChoice { hold: "3".parse().unwrap(), count: 2 })));
/// assert_eq!("+12".parse(), Ok(Action::Roll("21".parse().unwrap())));
/// let error = "3+1".parse::<Action>().unwrap_err();
/// assert_eq!(error.to_string(), "column 1: expected dice to hold and ? for each die to roll, such as 3+??, or a roll, such as +31");
/// ```
impl FromStr for Action {
    type Err = Misread;
    fn from_str(text: &str) -> Result<Action, Misread> {
        let piece = Piece::new(text);
        match text.bytes().next() {
            Some(b'a'..=b'z') => course::read_berth(piece).map(|Berth(at, heading)| Action::Place(at, heading)),
            Some(b'1'..=b'3' | b'+' | b'-') => read_dice(piece),
            Some(b'L' | b'S' | b'R') => turn::read_steer(piece).map(Action::Steer),
            _ => {
                Err(piece.expected("a start place such as k12NE, dice such as 3+??, a roll such as +31, or L, S or R"))
            }
        }
    }
}

fn read_dice(text: Piece) -> Result<Action, Misread> {
    if text.text == "+" {
        return Ok(Action::Roll(Hand::EMPTY));
    }
    let DiceText { hold, rolled } = turn::read_dice(text)?;
    match rolled {
        Rolled::Unknown(dice) => Ok(Action::Choose(DiceChoice { hold, count: hold.len() + dice })),
        Rolled::Shows(Hand::EMPTY) => Ok(Action::Choose(DiceChoice { hold, count: hold.len() })),
        Rolled::Shows(rolled) if hold.is_empty() => Ok(Action::Roll(rolled)),
        Rolled::Shows(_) => {
            Err(text.expected("dice to hold and ? for each die to roll, such as 3+??, or a roll, such as +31"))
        }
    }
}
