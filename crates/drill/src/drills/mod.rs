//! The drills, one module each.

pub mod cluster;
pub mod compete;
pub mod fair_share;
mod history;
pub mod hostile;
pub mod idle;
pub mod kill;
pub mod load;
pub mod notify;
pub mod reconnect;
pub mod slow_clients;
pub mod start;

use powerboats_referee::fair;
use powerboats_rules::replay;

/// What is wrong with the record of a finished regatta, if anything is: it breaks the rules, its dice are not fair, or
/// nobody rolled any.
fn record_fault(text: &str) -> Option<String> {
    match replay(text) {
        Err(error) => Some(error.to_string()),
        Ok(book) => match fair::verify(book.record()) {
            Err(unfair) => Some(unfair.to_string()),
            Ok(0) => Some("the record has no rolls".to_owned()),
            Ok(_) => None,
        },
    }
}
