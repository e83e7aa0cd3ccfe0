//! How a refusal is answered over HTTP: a status, and the reason as JSON.

use crate::{
    action::{Refusal, Why},
    store::StoreError,
};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

impl Why {
    /// The HTTP status that says the same.
    pub fn status(self) -> StatusCode {
        match self {
            Why::BadRequest => StatusCode::BAD_REQUEST,
            Why::NotSignedIn => StatusCode::UNAUTHORIZED,
            Why::WrongPassword | Why::Forbidden | Why::NotSeated | Why::NotHost | Why::Muted => StatusCode::FORBIDDEN,
            Why::NotFound => StatusCode::NOT_FOUND,
            Why::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Why::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Why::IllegalPlace | Why::IllegalDice | Why::IllegalSteer => StatusCode::UNPROCESSABLE_ENTITY,
            Why::Stopping | Why::Unknown => StatusCode::SERVICE_UNAVAILABLE,
            Why::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
            Why::Broken => StatusCode::INTERNAL_SERVER_ERROR,
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
            Why::TooFast | Why::Stopping | Why::DiskFull | Why::Unknown => {
                drop(headers.insert(header::RETRY_AFTER, WAIT))
            }
            Why::NotSignedIn => drop(headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
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
            StoreError::DiskFull => {
                Refusal::new(Why::DiskFull, "The server's disk is full. Nothing was stored; please try again later.")
            }
            StoreError::Unknown(_) => {
                let message = "The database did not answer, so this may or may not be stored. Send it again as it was.";
                Refusal::new(Why::Unknown, message)
            }
            StoreError::Unreachable(_) => {
                Refusal::new(Why::Broken, "The server can't reach its database. Nothing was stored; please try again.")
            }
            StoreError::Damaged(_) => Refusal::new(Why::Broken, "The server's database is damaged: restore a backup."),
            StoreError::Database(_)
            | StoreError::Migrate(_)
            | StoreError::InUse(_)
            | StoreError::File(..)
            | StoreError::Unreadable(_)
            | StoreError::Write(_) => Refusal::broken(),
        }
    }
}

impl Refusal {
    /// Our fault.
    pub fn broken() -> Refusal {
        Refusal::new(Why::Broken, "Something broke on the server; it has been noted.")
    }

    /// Not now.
    pub fn stopping() -> Refusal {
        Refusal::new(Why::Stopping, "The server is stopping: come back in a moment.")
    }

    /// Nothing is there, or nothing that the caller may see: nobody can tell which.
    pub fn not_found() -> Refusal {
        Refusal::new(Why::NotFound, "There is no such thing here.")
    }
}
