//! How a refusal is sent over HTTP: a status, and the reason as JSON.

use crate::{
    room::action::{Refusal, RefusalReason},
    store::StoreError,
};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

impl RefusalReason {
    /// The HTTP status for this reason.
    pub fn status(self) -> StatusCode {
        match self {
            RefusalReason::BadRequest => StatusCode::BAD_REQUEST,
            RefusalReason::NotSignedIn => StatusCode::UNAUTHORIZED,
            RefusalReason::WrongPassword
            | RefusalReason::Forbidden
            | RefusalReason::NotSeated
            | RefusalReason::NotHost
            | RefusalReason::NotRegistered
            | RefusalReason::Muted
            | RefusalReason::PhrasesOnly
            | RefusalReason::Suspended
            | RefusalReason::InvitationNeeded => StatusCode::FORBIDDEN,
            RefusalReason::NotFound => StatusCode::NOT_FOUND,
            RefusalReason::NotKept => StatusCode::GONE,
            RefusalReason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalReason::TooFast => StatusCode::TOO_MANY_REQUESTS,
            RefusalReason::IllegalPlace | RefusalReason::IllegalDice | RefusalReason::IllegalSteer => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            RefusalReason::Stopping
            | RefusalReason::Unavailable
            | RefusalReason::Unknown
            | RefusalReason::Maintenance => StatusCode::SERVICE_UNAVAILABLE,
            RefusalReason::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
            RefusalReason::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::CONFLICT,
        }
    }

    /// Whether this server did not even try.
    pub fn is_untried(self) -> bool {
        matches!(self, RefusalReason::Stopping | RefusalReason::Unavailable)
    }
}

/// Seconds to wait before trying again, where no exact time is known.
const WAIT: HeaderValue = HeaderValue::from_static("5");

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let code = self.code;
        let mut response = (code.status(), Json(self)).into_response();
        let headers = response.headers_mut();
        match code {
            RefusalReason::TooFast
            | RefusalReason::Stopping
            | RefusalReason::Unavailable
            | RefusalReason::DiskFull
            | RefusalReason::Unknown => drop(headers.insert(header::RETRY_AFTER, WAIT)),
            RefusalReason::NotSignedIn => {
                drop(headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")))
            }
            _ => {}
        }
        response
    }
}

impl From<StoreError> for Refusal {
    /// The details go to the log, not to the client.
    fn from(error: StoreError) -> Refusal {
        tracing::error!(%error, "the store failed");
        Refusal::from(&error)
    }
}

impl From<&StoreError> for Refusal {
    fn from(error: &StoreError) -> Refusal {
        match error {
            StoreError::Closed | StoreError::Lost(_) => Refusal::stopping(),
            StoreError::DiskFull => Refusal::new(
                RefusalReason::DiskFull,
                "The server's disk is full. Nothing was stored; please try again later.",
            ),
            StoreError::Unknown(_) => {
                let message = "The database did not answer, so it is unknown whether this was stored. Please send it again unchanged.";
                Refusal::new(RefusalReason::Unknown, message)
            }
            StoreError::Unreachable(_) => Refusal::new(
                RefusalReason::Unavailable,
                "The server can't reach its database. Nothing was stored; please try again.",
            ),
            StoreError::Conflict => Refusal::unavailable(),
            StoreError::Damaged(_) => Refusal::new(
                RefusalReason::Broken,
                "The server's database is damaged. The operator must restore a backup.",
            ),
            StoreError::Database(_)
            | StoreError::Migrate(_)
            | StoreError::InUse(_)
            | StoreError::Newer(_)
            | StoreError::File(..)
            | StoreError::Unreadable(_)
            | StoreError::Removed
            | StoreError::Unwritable(_)
            | StoreError::Write(_) => Refusal::broken(),
        }
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        tracing::error!(%error, "a value could not be written as JSON");
        Refusal::broken()
    }
}

impl Refusal {
    /// The server failed.
    pub fn broken() -> Refusal {
        Refusal::new(
            RefusalReason::Broken,
            "Something went wrong on the server. The error has been logged; please try again later.",
        )
    }

    /// This server can't serve at the moment, because it has lost the others or its database.
    pub fn unavailable() -> Refusal {
        Refusal::new(
            RefusalReason::Unavailable,
            "This server can't reach the others at the moment. Nothing was stored; please try again.",
        )
    }

    /// Nothing new begins while the server is being maintained.
    pub fn maintenance() -> Refusal {
        let message = "The server is being maintained. Games that are being played go on, but nothing new begins.";
        Refusal::new(RefusalReason::Maintenance, message)
    }

    /// The server is shutting down.
    pub fn stopping() -> Refusal {
        Refusal::new(RefusalReason::Stopping, "The server is shutting down. Please try again in a moment.")
    }

    /// There is nothing here, or nothing that the caller may see. The answer is the same, so that nobody can tell which.
    pub fn not_found() -> Refusal {
        Refusal::new(RefusalReason::NotFound, "There is nothing at this address.")
    }
}
