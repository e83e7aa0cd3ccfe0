//! Macros for types that are written as one of a few names, and for errors that list several faults.

/// Implements `Display` and `FromStr`, with its error type, for a type with `ALL` and `name()`.
/// `what` is the noun and `names` the list of names in the error's message.
macro_rules! named {
    ($type:ident, $error:ident, $what:literal, $names:literal) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        #[doc = concat!("The error of parsing a ", $what, ".")]
        #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
        #[error("unknown {what} {0:?}: expected {names}", what = $what, names = $names)]
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

/// Implements `Display` and `Error` for a list of faults. The message joins them with semicolons.
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
