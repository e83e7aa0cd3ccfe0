//! Marks on the dice of a hand, as the player taps dice or `+`. The marks always form a legal choice.

use powerboats_rules::{DiceChoice, Die, Hand};
use serde::{Deserialize, Serialize};

/// What happens to a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Mark {
    /// It is not rolled again.
    Hold,
    /// It is rolled again.
    Roll,
    /// It is removed.
    Remove,
}

impl Mark {
    const fn next(self) -> Mark {
        match self {
            Mark::Hold => Mark::Roll,
            Mark::Roll => Mark::Remove,
            Mark::Remove => Mark::Hold,
        }
    }
}

/// A mark on each die, and whether a die is added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Marked {
    /// In the order of the dice.
    pub marks: Vec<Mark>,
    /// Is a die added?
    pub add: bool,
}

/// Dice in their order on the page, no more than a boat can have.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Vec<Die>")]
pub struct DiceRow(Vec<Die>);

impl TryFrom<Vec<Die>> for DiceRow {
    type Error = String;

    fn try_from(dice: Vec<Die>) -> Result<DiceRow, String> {
        if dice.len() > Hand::MOST {
            Err(format!("too many dice: expected at most {}", Hand::MOST))
        } else {
            Ok(DiceRow(dice))
        }
    }
}

impl std::ops::Deref for DiceRow {
    type Target = [Die];

    fn deref(&self) -> &[Die] {
        &self.0
    }
}

impl Marked {
    /// The marks at the beginning of a turn: all dice are held. A boat without dice would not move, so a die is added.
    pub fn fresh(dice: &[Die]) -> Marked {
        Marked { marks: vec![Mark::Hold; dice.len()], add: dice.is_empty() }
    }

    /// The marks that form a choice.
    pub fn of(dice: &[Die], choice: DiceChoice) -> Marked {
        let mut left = choice.hold;
        let mark = |die: &Die| match left.without_die(*die) {
            Some(rest) => {
                left = rest;
                Mark::Hold
            }
            None => Mark::Roll,
        };
        let mut marks: Vec<Mark> = dice.iter().map(mark).collect();
        if usize::from(choice.count) < marks.len()
            && let Some(last) = marks.iter().rposition(|mark| *mark == Mark::Roll)
        {
            marks[last] = Mark::Remove;
        }
        Marked { add: usize::from(choice.count) > marks.len(), marks }
    }

    /// The choice that the marks form.
    pub fn choice(&self, dice: &[Die]) -> DiceChoice {
        let held = dice.iter().zip(&self.marks).filter(|(_, mark)| **mark == Mark::Hold);
        let kept = self.marks.iter().filter(|mark| **mark != Mark::Remove).count();
        DiceChoice { hold: held.map(|(die, _)| *die).collect(), count: kept as u8 + u8::from(self.add) }
    }

    /// Do the marks form a legal choice (rule 4.2)? Removing one die and adding another is not allowed: that is rolling
    /// a die again.
    fn is_legal(&self, dice: &[Die]) -> bool {
        let hand: Hand = dice.iter().copied().collect();
        let adds_and_removes = self.add && self.marks.contains(&Mark::Remove);
        !adds_and_removes && hand.choices().iter().any(|choice| choice == self.choice(dice))
    }

    /// Gives a die its next mark: hold, roll, remove, hold … A removal takes back an added die or another removal.
    pub fn turned(&self, dice: &[Die], die: usize) -> Marked {
        let Some(&(mut mark)) = self.marks.get(die) else { return self.clone() };
        for _ in 0..3 {
            mark = mark.next();
            let mut marks = self.marks.clone();
            marks[die] = mark;
            let kept = |(i, &old)| if i != die && old == Mark::Remove { Mark::Hold } else { old };
            let others = marks.iter().enumerate().map(kept).collect();
            let tries = [
                Marked { marks: marks.clone(), add: self.add },
                Marked { marks, add: false },
                Marked { marks: others, add: false },
            ];
            if let Some(fit) = tries.into_iter().find(|one| one.is_legal(dice)) {
                return fit;
            }
        }
        self.clone()
    }

    /// Adds a die, or takes the added die back. Adding takes back a removal.
    pub fn added(&self, dice: &[Die]) -> Marked {
        let back = self.marks.iter().map(|&mark| if mark == Mark::Remove { Mark::Hold } else { mark });
        let tries =
            [Marked { marks: self.marks.clone(), add: !self.add }, Marked { marks: back.collect(), add: !self.add }];
        tries.into_iter().find(|one| one.is_legal(dice)).unwrap_or_else(|| self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DICE: [Die; 2] = [Die::Three, Die::Two];

    fn marked<const N: usize>(marks: [Mark; N], add: bool) -> Marked {
        Marked { marks: marks.into(), add }
    }

    #[test]
    fn a_tap_goes_from_hold_to_roll_to_remove_and_back() {
        let held = marked([Mark::Hold, Mark::Hold], false);
        let rolled = held.turned(&DICE, 0);
        assert_eq!(rolled, marked([Mark::Roll, Mark::Hold], false));
        let removed = rolled.turned(&DICE, 0);
        assert_eq!(removed, marked([Mark::Remove, Mark::Hold], false));
        assert_eq!(removed.choice(&DICE), DiceChoice { hold: "2".parse().unwrap(), count: 1 });
        assert_eq!(removed.turned(&DICE, 0), held);
    }

    #[test]
    fn a_removal_takes_back_an_added_die_or_another_removal() {
        let adding = marked([Mark::Roll, Mark::Hold], true);
        assert_eq!(adding.turned(&DICE, 0), marked([Mark::Remove, Mark::Hold], false));
        let removed = marked([Mark::Remove, Mark::Roll], false);
        assert_eq!(removed.turned(&DICE, 1), marked([Mark::Hold, Mark::Remove], false));
        assert_eq!(marked([Mark::Remove, Mark::Hold], false).added(&DICE), marked([Mark::Hold, Mark::Hold], true));
    }

    #[test]
    fn r4_2_tapping_always_gives_a_legal_choice() {
        let mut marked = marked([Mark::Hold, Mark::Hold], false);
        for i in 0..60 {
            marked = if i % 5 == 2 { marked.added(&DICE) } else { marked.turned(&DICE, i % 2) };
            assert!(marked.is_legal(&DICE), "{marked:?}");
        }
    }

    #[test]
    fn the_marks_of_a_choice_form_that_choice() {
        for hand in ["", "1", "32", "3321", "222111"] {
            let hand: Hand = hand.parse().unwrap();
            let dice: Vec<Die> = hand.dice().collect();
            for choice in hand.choices().iter() {
                let marked = Marked::of(&dice, choice);
                assert_eq!(marked.choice(&dice), choice);
                assert!(marked.is_legal(&dice), "{marked:?}");
            }
        }
    }
}
