//! Fuzz target: the texts of dice, of turns and of actions.
#![no_main]
use libfuzzer_sys::fuzz_target;
use powerboats_rules::{Action, DiceText, TurnText};

fuzz_target!(|text: &str| {
    if let Ok(dice) = text.parse::<DiceText>() {
        assert_eq!(dice.to_string().parse(), Ok(dice));
    }
    if let Ok(action) = text.parse::<Action>() {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    match text.parse::<TurnText>() {
        Ok(turn) => assert_eq!(turn.to_string().parse(), Ok(turn)),
        Err(misread) => assert!(misread.column <= text.chars().count() + 1, "{misread}"),
    }
});
