//! Fuzz target: the text maps of tiles and of the frame.
#![no_main]
use libfuzzer_sys::fuzz_target;
use powerboats_rules::{Tile, parse_frame};

fuzz_target!(|text: &str| {
    if let Err(fault) = Tile::parse(text) {
        let _ = fault.to_string();
    }
    if let Err(fault) = parse_frame(text) {
        let _ = fault.to_string();
    }
});
