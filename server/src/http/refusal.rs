//! Errors as answers: status, JSON body, and when to come back.

use std::time::Duration;

use axum::Json;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use vzetek_protocol::ErrorCode;

use crate::accounts::people::NotLetIn;
use crate::fault::Fault;

/// An error with what HTTP wants to know besides.
#[derive(Debug)]
pub struct Refusal {
    fault: Fault,
    retry_after: Option<Duration>,
}

impl Refusal {
    /// A fault that is over after this time.
    pub fn until(fault: Fault, retry_after: Duration) -> Self {
        Self { fault, retry_after: Some(retry_after) }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let retry_after = match fault.body.code {
            ErrorCode::Busy | ErrorCode::StorageUnavailable => Some(Duration::from_secs(1)),
            ErrorCode::ShuttingDown => Some(Duration::from_secs(5)),
            _ => None,
        };
        Self { fault, retry_after }
    }
}

impl From<vzetek_store::StoreError> for Refusal {
    fn from(error: vzetek_store::StoreError) -> Self {
        Fault::from(error).into()
    }
}

impl From<NotLetIn> for Refusal {
    fn from(error: NotLetIn) -> Self {
        match error {
            NotLetIn::Fault(fault) => fault.into(),
            NotLetIn::TooMany { code, of_what, retry_after } => {
                let minutes = retry_after.as_secs().div_ceil(60);
                let message = format!("too many {of_what}; try again in {minutes} minutes");
                Self::until(Fault::new(code, message), retry_after)
            }
        }
    }
}

impl IntoResponse for Refusal {
    /// The edge at which the interface's errors are logged.
    fn into_response(mut self) -> Response {
        self.fault.log("a request is refused");
        if let Some(wait) = self.retry_after {
            self.fault.body.retry_ms = Some(wait.as_millis() as u64);
        }
        let status = StatusCode::from_u16(self.fault.body.code.status())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.fault.body)).into_response();
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs()));
        }
        response
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        Refusal::from(self).into_response()
    }
}

/// The address is there, but not for this method. The one answer whose status
/// is not its code's: HTTP has a word of its own for it.
pub async fn wrong_method(request: Request) -> Response {
    let message = format!("{} cannot be asked for {}", request.uri().path(), request.method());
    let mut response = Fault::new(ErrorCode::NotFound, message).into_response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}
