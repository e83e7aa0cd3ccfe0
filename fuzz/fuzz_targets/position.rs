//! Fuzz target: the text of a position, and play from it if it is legal.
#![no_main]
use libfuzzer_sys::fuzz_target;
use powerboats_rules::{Draw, PositionText, random_action};

/// A random generator that always returns 0, so that the first legal action is played.
struct First;

impl Draw for First {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

fuzz_target!(|text: &str| {
    match text.parse::<PositionText>() {
        Ok(position) => {
            assert_eq!(position.to_string().parse(), Ok(position.clone()));
            match position.race() {
                Ok(mut race) => {
                    for _ in 0..30 {
                        let Some(action) = random_action(&race, &mut First) else { break };
                        race.apply(action).unwrap();
                    }
                }
                Err(illegal) => assert!(!illegal.to_string().is_empty()),
            }
        }
        Err(misread) => assert!(misread.column <= text.chars().count() + 1, "{misread}"),
    }
});
