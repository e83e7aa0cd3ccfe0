//! The expected error for a request: the allowed error codes and the reason (REFEREE, error codes).

/// The error that a request must get. It has several codes where the protocol leaves the choice open.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProtocolError {
    pub codes: Vec<&'static str>,
    pub why: String,
}

impl ProtocolError {
    pub fn new(codes: &[&'static str], why: impl Into<String>) -> ProtocolError {
        ProtocolError { codes: codes.to_vec(), why: why.into() }
    }

    /// Two faults at once: the codes of either are allowed.
    pub fn and(mut self, other: ProtocolError) -> ProtocolError {
        self.codes.extend(other.codes);
        self.why = format!("{}; {}", self.why, other.why);
        self
    }
}
