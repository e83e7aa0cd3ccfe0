//! Fuzz target: a record is parsed, printed, parsed again, and replayed.
#![no_main]
use libfuzzer_sys::fuzz_target;
use powerboats_rules::{Record, replay};

fuzz_target!(|text: &str| {
    match text.parse::<Record>() {
        Ok(record) => {
            assert_eq!(record.to_string().parse(), Ok(record.clone()));
            match replay(text) {
                Ok(book) => assert_eq!(*book.record(), record),
                Err(error) => assert!(error.line <= text.lines().count() + 1, "{error}"),
            }
        }
        Err(error) => assert!(error.line <= text.lines().count() + 1, "{error}"),
    }
});
