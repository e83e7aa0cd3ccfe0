//! What many small types share: names people can type, and errors that list every fault.

/// `Display`, `FromStr` and the error of a text that is none, for a type with `ALL` and `name()`.
macro_rules! named {
    ($type:ident, $error:ident, $is:literal) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        #[doc = concat!("A text that is no ", $is, ".")]
        #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
        #[error("{0:?} is no {what}", what = $is)]
        pub struct $error(pub String);

        impl std::str::FromStr for $type {
            type Err = $error;
            fn from_str(text: &str) -> Result<$type, $error> {
                let found = $type::ALL.into_iter().find(|one| one.name() == text);
                found.ok_or_else(|| $error(text.to_owned()))
            }
        }
    };
}

/// `Display` and `Error` for a list of faults: all of them, one after the other.
macro_rules! fault_list {
    ($type:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                for (i, fault) in self.0.iter().enumerate() {
                    write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
        }

        impl std::error::Error for $type {}
    };
}

pub(crate) use {fault_list, named};
