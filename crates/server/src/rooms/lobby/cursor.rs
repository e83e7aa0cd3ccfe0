//! Where a page of the lobby begins.

use crate::{ids::RegattaId, room::view::Summary};
use serde::{Deserialize, Deserializer, de};
use std::{fmt, str::FromStr};

/// A position in the lobby's order: when a regatta was opened, and its id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cursor(i64, pub(super) RegattaId);

impl Cursor {
    pub(super) fn of(summary: &Summary) -> Cursor {
        Cursor(summary.created, summary.id.clone())
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl FromStr for Cursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Cursor, &'static str> {
        let read = || {
            let (created, id) = text.rsplit_once('-')?;
            Some(Cursor(created.parse().ok()?, RegattaId::read(id)?))
        };
        read().ok_or("not a cursor: send the value of the header `x-next-before`")
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cursor, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
