//! Fuzz target: the text of a lake.
#![no_main]
use libfuzzer_sys::fuzz_target;
use powerboats_rules::LakeText;

fuzz_target!(|text: &str| {
    match text.parse::<LakeText>() {
        Ok(lake) => {
            assert_eq!(lake.to_string().parse(), Ok(lake.clone()));
            lake.lake();
        }
        Err(misread) => assert!(misread.column <= text.chars().count() + 1, "{misread}"),
    }
});
