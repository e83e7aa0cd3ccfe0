//! What can go wrong in a drill.

/// Why a drill could not go on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The connection broke, or there was none: the server may be down, so try again.
    #[error("the connection is lost: {0}")]
    Lost(String),
    /// The server answered, but with something else than hoped for.
    #[error("{asked}: {status} {answer}")]
    Answer {
        /// What was asked.
        asked: String,
        /// How it was answered; 0 on a socket.
        status: u16,
        /// In its words.
        answer: String,
    },
    /// The server broke a promise.
    #[error("a promise was broken: {0}")]
    Broken(String),
    /// It took too long.
    #[error("this took too long: {0}")]
    Late(String),
    /// The drill itself could not be set up.
    #[error("{0}")]
    Setup(String),
}

impl Trouble {
    /// The server broke a promise.
    pub fn broken(what: impl std::fmt::Display) -> Trouble {
        Trouble::Broken(what.to_string())
    }

    /// May it work if tried again?
    pub fn is_lost(&self) -> bool {
        matches!(self, Trouble::Lost(_))
    }

    /// The code of the refusal, if the server refused something.
    pub fn code(&self) -> Option<String> {
        let Trouble::Answer { answer, .. } = self else { return None };
        let refusal: serde_json::Value = serde_json::from_str(answer).ok()?;
        Some(refusal["code"].as_str()?.to_owned())
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        Trouble::Lost(error.to_string())
    }
}

impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Trouble {
        Trouble::Lost(format!("{error:?}"))
    }
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Trouble {
        Trouble::Setup(format!("the database can't be read: {error}"))
    }
}

impl From<tokio::task::JoinError> for Trouble {
    fn from(error: tokio::task::JoinError) -> Trouble {
        Trouble::Setup(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_has_its_code() {
        let refused = |answer: &str| Trouble::Answer { asked: "it".into(), status: 507, answer: answer.into() };
        let body = r#"{"code":"disk-full","message":"The disk is full."}"#;
        assert_eq!(refused(body).code().as_deref(), Some("disk-full"));
        assert_eq!(refused("no").code(), None);
        assert_eq!(Trouble::Lost("gone".into()).code(), None);
    }
}
