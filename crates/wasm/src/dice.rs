//! Dice on the page: marks on them, choices of dice, and where a choice can lead.

use crate::refused::{Answer, bad, read, write};
use powerboats_pilots::{Reach, outlook};
use powerboats_referee::{ChoiceView, DiceRow, Marked};
use powerboats_rules::{DiceChoice, Hand, Race};
use wasm_bindgen::prelude::wasm_bindgen;

/// The marks on dice at the beginning of a turn.
#[wasm_bindgen(js_name = freshMarks)]
pub fn fresh_marks(dice: &str) -> Answer {
    write(&Marked::fresh(&read::<DiceRow>(dice)?))
}

/// The choice that marks on dice form.
#[wasm_bindgen(js_name = choiceOf)]
pub fn choice_of(dice: &str, marked: &str) -> Answer {
    write(&ChoiceView::from(read::<Marked>(marked)?.choice(&read::<DiceRow>(dice)?)))
}

/// The marks on dice after a tap on the die at index `die`.
#[wasm_bindgen(js_name = turnDie)]
pub fn turn_die(dice: &str, marked: &str, die: usize) -> Answer {
    write(&read::<Marked>(marked)?.turned(&read::<DiceRow>(dice)?, die))
}

/// The marks on dice after a tap on `+`.
#[wasm_bindgen(js_name = addDie)]
pub fn add_die(dice: &str, marked: &str) -> Answer {
    write(&read::<Marked>(marked)?.added(&read::<DiceRow>(dice)?))
}

/// The marks on dice that form a choice.
#[wasm_bindgen(js_name = marksFor)]
pub fn marks_for(dice: &str, hold: &str, count: u8) -> Answer {
    write(&Marked::of(&read::<DiceRow>(dice)?, DiceChoice { hold: read(hold)?, count }))
}

/// Do the rules allow this choice of dice with the hand `dice`?
#[wasm_bindgen(js_name = mayChoose)]
pub fn may_choose(dice: &str, hold: &str, count: u8) -> Result<bool, String> {
    Ok(DiceChoice { hold: read(hold)?, count }.is_legal(read(dice)?))
}

/// The speed of a boat with these dice: their total.
#[wasm_bindgen]
pub fn speed(dice: &str) -> Result<u8, String> {
    Ok(read::<Hand>(dice)?.total())
}

/// Where a choice of dice can lead.
pub fn reach(race: &Race, hold: &str, count: u8) -> Answer {
    let reach = Reach::of(race, DiceChoice { hold: read(hold)?, count });
    write(&reach.ok_or_else(|| bad("these dice cannot be chosen now"))?)
}

/// Where the boat can be after its next turn.
pub fn later(race: &Race, hold: &str, count: u8) -> Answer {
    let later = outlook(race, DiceChoice { hold: read(hold)?, count });
    write(&later.ok_or_else(|| bad("these dice cannot be chosen now"))?)
}
