//! How a refusal is answered over HTTP: a status, and the reason as JSON.

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
    /// The HTTP status that says the same.
    pub fn status(self) -> StatusCode {
        match self {
            RefusalReason::BadRequest => StatusCode::BAD_REQUEST,
            RefusalReason::NotSignedIn => StatusCode::UNAUTHORIZED,
            RefusalReason::WrongPassword
            | RefusalReason::Forbidden
            | RefusalReason::NotSeated
            | RefusalReason::NotHost
            | RefusalReason::Muted => StatusCode::FORBIDDEN,
            RefusalReason::NotFound => StatusCode::NOT_FOUND,
            RefusalReason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalReason::TooFast => StatusCode::TOO_MANY_REQUESTS,
            RefusalReason::IllegalPlace | RefusalReason::IllegalDice | RefusalReason::IllegalSteer => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            RefusalReason::Stopping | RefusalReason::Unknown => StatusCode::SERVICE_UNAVAILABLE,
            RefusalReason::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
            RefusalReason::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::CONFLICT,
        }
    }
}

/// Seconds to wait, where nobody has worked them out.
const WAIT: HeaderValue = HeaderValue::from_static("5");

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let code = self.code;
        let mut response = (code.status(), Json(self)).into_response();
        let headers = response.headers_mut();
        match code {
            RefusalReason::TooFast | RefusalReason::Stopping | RefusalReason::DiskFull | RefusalReason::Unknown => {
                drop(headers.insert(header::RETRY_AFTER, WAIT))
            }
            RefusalReason::NotSignedIn => {
                drop(headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")))
            }
            _ => {}
        }
        response
    }
}

impl From<StoreError> for Refusal {
    /// What failed is for the log, not for whoever asked.
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
                let message = "The database did not answer, so this may or may not be stored. Send it again as it was.";
                Refusal::new(RefusalReason::Unknown, message)
            }
            StoreError::Unreachable(_) => Refusal::new(
                RefusalReason::Broken,
                "The server can't reach its database. Nothing was stored; please try again.",
            ),
            StoreError::Damaged(_) => {
                Refusal::new(RefusalReason::Broken, "The server's database is damaged: restore a backup.")
            }
            StoreError::Database(_)
            | StoreError::Migrate(_)
            | StoreError::InUse(_)
            | StoreError::File(..)
            | StoreError::Unreadable(_)
            | StoreError::Write(_) => Refusal::broken(),
        }
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        tracing::error!(%error, "something could not be written as JSON");
        Refusal::broken()
    }
}

impl Refusal {
    /// Our fault.
    pub fn broken() -> Refusal {
        Refusal::new(RefusalReason::Broken, "Something broke on the server; it has been noted.")
    }

    /// Not now.
    pub fn stopping() -> Refusal {
        Refusal::new(RefusalReason::Stopping, "The server is stopping: come back in a moment.")
    }

    /// Nothing is there, or nothing that the caller may see: nobody can tell which.
    pub fn not_found() -> Refusal {
        Refusal::new(RefusalReason::NotFound, "There is no such thing here.")
    }
}
