//! The referee's errors.

use serde::{Serialize, Serializer};

/// The error code, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(rename_all = "kebab-case"))]
#[allow(missing_docs)] // the protocol defines them
#[non_exhaustive]
pub enum Code {
    BadJson,
    TooLong,
    UnknownOp,
    UnknownField,
    MissingField,
    BadValue,
    BadCourse,
    BadBoats,
    NoRace,
    WrongPhase,
    IllegalPlace,
    IllegalDice,
    IllegalSteer,
}

impl Code {
    /// The code in an answer.
    pub const fn name(self) -> &'static str {
        match self {
            Code::BadJson => "bad-json",
            Code::TooLong => "too-long",
            Code::UnknownOp => "unknown-op",
            Code::UnknownField => "unknown-field",
            Code::MissingField => "missing-field",
            Code::BadValue => "bad-value",
            Code::BadCourse => "bad-course",
            Code::BadBoats => "bad-boats",
            Code::NoRace => "no-race",
            Code::WrongPhase => "wrong-phase",
            Code::IllegalPlace => "illegal-place",
            Code::IllegalDice => "illegal-dice",
            Code::IllegalSteer => "illegal-steer",
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// An error: a code for programs, and one sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fault {
    #[allow(missing_docs)]
    pub code: Code,
    #[allow(missing_docs)]
    pub message: String,
}

impl Fault {
    /// Makes a sentence of `reason`: adds a full stop, and capitalises the first letter unless it is part of a hex.
    pub fn new(code: Code, reason: impl std::fmt::Display) -> Fault {
        Fault::sentence(code, reason.to_string())
    }

    // Not generic, so that it is compiled only once.
    fn sentence(code: Code, mut message: String) -> Fault {
        let word = message.chars().nth(1).is_some_and(|second| second.is_ascii_lowercase());
        if let Some(first) = message.get_mut(..1).filter(|_| word) {
            first.make_ascii_uppercase();
        }
        message.push('.');
        Fault { code, message }
    }
}
