//! Seasons: laws of the pure parts, a whole season with a simulated clock, and seasons on a real server.

mod blocked;
mod laws;
mod life;
mod simulation;
