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
