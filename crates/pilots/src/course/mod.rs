//! What best play makes of a course: par, odds, the route, the reach of a choice, and distances; and a cache of it all.

pub mod cache;
pub mod distances;
pub mod odds;
pub mod par;
pub mod reach;
pub mod route;
