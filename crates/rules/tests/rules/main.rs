//! Tests of the rules. A test's name begins with the number of its rule in RULES.md.

mod chance;
mod course;
mod drawn;
mod examples;
mod finish;
mod gates;
mod lake;
mod lakes;
mod play;
mod points;
mod reading;
mod regatta;
mod shadow;
mod shortest_paths;
mod start;
mod tiles;
mod turn;
mod walk;
