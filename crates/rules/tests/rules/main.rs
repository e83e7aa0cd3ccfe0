//! The rules of Powerboats as tests: a test's name begins with the number of the rule it is about (RULES.md).

mod chance;
mod course;
mod drawn;
mod examples;
mod finish;
mod gates;
mod lake;
mod lakes;
mod pilot;
mod play;
mod points;
mod reading;
mod regatta;
mod shadow;
mod start;
mod tiles;
mod turn;
