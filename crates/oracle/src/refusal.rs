//! A refusal: why a request is an error, and the codes that say so (REFEREE, error codes).

/// A request that must be refused. Several codes where the text leaves the choice open.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub codes: Vec<&'static str>,
    pub why: String,
}

impl Refusal {
    pub fn new(codes: &[&'static str], why: impl Into<String>) -> Refusal {
        Refusal { codes: codes.to_vec(), why: why.into() }
    }

    /// Two faults at once: either's codes will do.
    pub fn and(mut self, other: Refusal) -> Refusal {
        self.codes.extend(other.codes);
        self.why = format!("{}; {}", self.why, other.why);
        self
    }
}
