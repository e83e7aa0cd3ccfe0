//! The tests of the pilots, as one program: it compiles and links much faster than one for each file.

mod analysis;
mod anywhere;
mod cache;
mod compact;
mod hints;
mod ladder;
mod odds;
mod pilot_kinds;
mod plain;
mod points;
mod reach;
mod reference;
mod table;
mod training;
mod turns;
