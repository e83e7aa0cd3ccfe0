//! Mistakes as people tell them.

use crate::words::spoken;
use powerboats_pilots::analysis::{Misdeed, Mistake};
use powerboats_rules::{DiceChoice, Hand, Heading, Hex, Steer};

/// `Race B, turn 7: held 3 2 and rolled one die; holding only 2 and rolling none was 0.8 turns better`.
pub fn mistake(mistake: &Mistake) -> String {
    let Mistake { letter, error, what } = mistake;
    let (when, made, best) = match *what {
        Misdeed::Placing(placing) => {
            ("the start".to_owned(), format!("placed on {}", berth(placing.made)), berth(placing.best))
        }
        Misdeed::Dice(turn, hand, choice) => {
            (format!("turn {turn}"), chosen(hand, choice.made), choosing(hand, choice.best))
        }
        Misdeed::Heading(turn, hand, steer) => {
            let made = match steer.made {
                Steer::Straight => "went straight on".to_owned(),
                turn => format!("turned {turn}"),
            };
            let best = match steer.best {
                Steer::Straight => "straight on".to_owned(),
                turn => turn.to_string(),
            };
            (format!("turn {turn}"), format!("{made} with {}", dice(hand)), best)
        }
    };
    format!("Race {letter}, {when}: {made}; {best} was {error:.1} turns better")
}

fn berth((at, heading): (Hex, Heading)) -> String {
    format!("{at} facing {heading}")
}

/// `3 2`, or `no dice`.
fn dice(hand: Hand) -> String {
    let shown: Vec<String> = hand.dice().map(|die| (die as u8).to_string()).collect();
    if shown.is_empty() { "no dice".to_owned() } else { shown.join(" ") }
}

/// `one die`, `two dice`.
fn number(dice: u8) -> String {
    if dice == 1 { "one die".to_owned() } else { format!("{} dice", spoken(dice.into())) }
}

fn chosen(hand: Hand, choice: DiceChoice) -> String {
    said(hand, choice, ["held", "rolled", "took"])
}

fn choosing(hand: Hand, choice: DiceChoice) -> String {
    said(hand, choice, ["holding", "rolling", "taking"])
}

fn said(hand: Hand, choice: DiceChoice, [hold, roll, take]: [&str; 3]) -> String {
    let rolled = match choice.rolls() {
        0 => format!("{roll} none"),
        rolls => format!("{roll} {}", number(rolls)),
    };
    // Of 3 2 one holds only the 2, but not only both.
    let held = match choice.hold {
        Hand::EMPTY if choice.count == 0 => return format!("{take} no dice"),
        Hand::EMPTY if hand.is_empty() => return rolled,
        Hand::EMPTY => "none".to_owned(),
        all if all == hand => dice(all),
        part => format!("only {}", dice(part)),
    };
    format!("{hold} {held} and {rolled}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use powerboats_pilots::analysis::Decision;
    use powerboats_rules::Letter;

    fn told(what: Misdeed) -> String {
        mistake(&Mistake { letter: Letter::B, error: 0.8, what })
    }

    fn choice(hold: &str, count: u8) -> DiceChoice {
        DiceChoice { hold: hold.parse().unwrap(), count }
    }

    #[test]
    fn mistakes_read_as_people_tell_them() {
        let dice = |hand: &str, made, best| {
            told(Misdeed::Dice(7, hand.parse().unwrap(), Decision { made, best, error: 0.8, free: true }))
        };
        assert_eq!(
            dice("32", choice("32", 3), choice("2", 1)),
            "Race B, turn 7: held 3 2 and rolled one die; holding only 2 and rolling none was 0.8 turns better"
        );
        assert_eq!(
            dice("32", choice("", 1), choice("32", 2)),
            "Race B, turn 7: held none and rolled one die; holding 3 2 and rolling none was 0.8 turns better"
        );
        assert_eq!(
            dice("", choice("", 0), choice("", 1)),
            "Race B, turn 7: took no dice; rolling one die was 0.8 turns better"
        );
        let steer = Decision { made: Steer::Left, best: Steer::Straight, error: 0.8, free: true };
        assert_eq!(
            told(Misdeed::Heading(2, "31".parse().unwrap(), steer)),
            "Race B, turn 2: turned left with 3 1; straight on was 0.8 turns better"
        );
        let placing = Decision {
            made: ("k12".parse().unwrap(), Heading::E),
            best: ("k13".parse().unwrap(), Heading::NE),
            error: 0.8,
            free: true,
        };
        assert_eq!(
            told(Misdeed::Placing(placing)),
            "Race B, the start: placed on k12 facing E; k13 facing NE was 0.8 turns better"
        );
    }
}
