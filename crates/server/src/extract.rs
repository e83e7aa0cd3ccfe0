//! What a request brings, read strictly: whatever does not fit is refused with a [`Refusal`], never with plain text.

use crate::action::{Refusal, Why};
use axum::{
    Json as AxumJson,
    body::Bytes,
    extract::{FromRequest, FromRequestParts, OptionalFromRequest, Request, rejection::BytesRejection},
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{Serialize, de::DeserializeOwned};

/// A JSON body, in and out.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        AxumJson(self.0).into_response()
    }
}

/// A body that can't be taken. Only the media type has a status that no [`Why`] stands for.
#[derive(Debug)]
pub enum BadBody {
    /// It is no JSON, or does not fit.
    Refused(Refusal),
    /// It does not say that it is JSON.
    MediaType,
}

impl IntoResponse for BadBody {
    fn into_response(self) -> Response {
        match self {
            BadBody::Refused(refusal) => refusal.into_response(),
            BadBody::MediaType => {
                let refusal = Refusal::new(Why::BadRequest, "Send JSON, and say so: `Content-Type: application/json`.");
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, AxumJson(refusal)).into_response()
            }
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = BadBody;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, BadBody> {
        if !is_json(request.headers()) {
            return Err(BadBody::MediaType);
        }
        let body =
            Bytes::from_request(request, state).await.map_err(|rejection| BadBody::Refused(too_much(&rejection)))?;
        let read = serde_json::from_slice(&body);
        let bad = |error| BadBody::Refused(Refusal::new(Why::BadRequest, format!("The body does not fit: {error}.")));
        read.map(Json).map_err(bad)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Json<T> {
    type Rejection = BadBody;

    /// `None` if there is no body and nothing says that there should be.
    async fn from_request(request: Request, state: &S) -> Result<Option<Json<T>>, BadBody> {
        if request.headers().contains_key(header::CONTENT_TYPE) {
            return <Json<T> as FromRequest<S>>::from_request(request, state).await.map(Some);
        }
        let body =
            Bytes::from_request(request, state).await.map_err(|rejection| BadBody::Refused(too_much(&rejection)))?;
        if body.is_empty() { Ok(None) } else { Err(BadBody::MediaType) }
    }
}

fn too_much(rejection: &BytesRejection) -> Refusal {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Why::TooLarge, "The body is too large."),
        _ => Refusal::new(Why::BadRequest, "The body broke off."),
    }
}

/// What is in the path. Whatever does not fit leads nowhere.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refusal> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(value)| Path(value)).map_err(|_| Refusal::not_found())
    }
}

/// What follows the question mark.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Refusal> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        let bad = |error: axum::extract::rejection::QueryRejection| {
            Refusal::new(Why::BadRequest, format!("{}.", error.body_text()))
        };
        read.map(|axum::extract::Query(value)| Query(value)).map_err(bad)
    }
}
