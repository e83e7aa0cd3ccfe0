//! The error type of the drills.

use powerboats_server::ids::RegattaId;

/// Why a drill could not go on.
#[derive(Debug, thiserror::Error)]
pub enum DrillError {
    /// The connection broke or could not be opened. The server may be down, so trying again can help.
    #[error("lost the connection to the server: {0}")]
    ConnectionLost(String),
    /// The server answered with something other than success.
    #[error("{request}: {status} {body}")]
    UnexpectedAnswer {
        /// The request, for the error message.
        request: String,
        /// The HTTP status; 0 if the answer came over a socket.
        status: u16,
        /// The body of the answer.
        body: String,
    },
    /// The server broke one of the promises that the drills check.
    #[error("the server broke a promise: {0}")]
    BrokenPromise(String),
    /// Something took too long.
    #[error("timed out: {0}")]
    Timeout(String),
    /// The drill itself could not be set up or run.
    #[error("{0}")]
    Setup(String),
}

impl DrillError {
    /// Shorthand for [`DrillError::BrokenPromise`].
    pub fn broken(what: impl std::fmt::Display) -> DrillError {
        DrillError::BrokenPromise(what.to_string())
    }

    /// The same error, with the regatta in which it happened.
    pub(crate) fn in_regatta(self, id: &RegattaId) -> DrillError {
        match self {
            DrillError::BrokenPromise(what) => DrillError::BrokenPromise(format!("{id}: {what}")),
            DrillError::UnexpectedAnswer { request, status, body } => {
                DrillError::UnexpectedAnswer { request: format!("{id}: {request}"), status, body }
            }
            other => other,
        }
    }

    /// Whether trying again can help.
    pub fn is_connection_lost(&self) -> bool {
        matches!(self, DrillError::ConnectionLost(_))
    }

    /// The `code` field of the answer, if the server refused the request.
    pub fn code(&self) -> Option<String> {
        let DrillError::UnexpectedAnswer { body, .. } = self else { return None };
        let refusal: serde_json::Value = serde_json::from_str(body).ok()?;
        Some(refusal["code"].as_str()?.to_owned())
    }
}

impl From<std::io::Error> for DrillError {
    fn from(error: std::io::Error) -> DrillError {
        DrillError::ConnectionLost(error.to_string())
    }
}

impl From<reqwest::Error> for DrillError {
    fn from(error: reqwest::Error) -> DrillError {
        DrillError::ConnectionLost(format!("{error:?}"))
    }
}

impl From<sqlx::Error> for DrillError {
    fn from(error: sqlx::Error) -> DrillError {
        DrillError::Setup(format!("cannot read or write the server's database: {error}"))
    }
}

impl From<tokio::task::JoinError> for DrillError {
    fn from(error: tokio::task::JoinError) -> DrillError {
        DrillError::Setup(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_in_json_has_a_code() {
        let refused =
            |body: &str| DrillError::UnexpectedAnswer { request: "GET /".into(), status: 507, body: body.into() };
        let body = r#"{"code":"disk-full","message":"The disk is full."}"#;
        assert_eq!(refused(body).code().as_deref(), Some("disk-full"));
        assert_eq!(refused("no").code(), None);
        assert_eq!(DrillError::ConnectionLost("gone".into()).code(), None);
    }
}
