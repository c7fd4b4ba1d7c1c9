//! Errors as answers: status, JSON body, and the time of the next try.

use std::time::Duration;

use axum::Json;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{ALLOW, CONTENT_LENGTH, HeaderValue, RETRY_AFTER};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::ErrorCode;

use crate::accounts::credentials::NotLetIn;
use crate::fault::{Fault, told};

/// An error with the fields that HTTP adds.
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
                let wait = match retry_after.as_secs() {
                    1 => "a second".to_owned(),
                    seconds @ ..60 => format!("{seconds} seconds"),
                    60 => "a minute".to_owned(),
                    seconds => format!("{} minutes", seconds.div_ceil(60)),
                };
                let message = format!("too many {of_what}; try again in {wait}");
                Self::until(Fault::new(code, message), retry_after)
            }
        }
    }
}

impl IntoResponse for Refusal {
    /// The edge at which the interface's errors are logged.
    fn into_response(mut self) -> Response {
        self.fault.log("a request is refused");
        let wait_ms = self.retry_after.map(|wait| wait.as_micros().div_ceil(1000) as u64);
        self.fault.body.retry_ms = wait_ms.or(self.fault.body.retry_ms);
        told(&self.fault.body);
        let status = StatusCode::from_u16(self.fault.body.code.status())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.fault.body)).into_response();
        if let Some(wait) = wait_ms {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.div_ceil(1000)));
        }
        response
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        Refusal::from(self).into_response()
    }
}

/// The address exists, but not for this method. [`name_methods`] adds the valid methods to the
/// answer.
pub async fn wrong_method() -> StatusCode {
    StatusCode::METHOD_NOT_ALLOWED
}

/// Names the methods of an address in an answer to a wrong one.
pub async fn name_methods(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    if response.status() != StatusCode::METHOD_NOT_ALLOWED {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    let allowed = parts.headers.get(ALLOW).and_then(|value| value.to_str().ok());
    let allowed = allowed.unwrap_or_default().replace(',', ", ");
    let message = format!("{path} cannot be asked for {method}, only for {allowed}");
    let fault = Fault::new(ErrorCode::MethodNotAllowed, message);
    let (told, body) = fault.into_response().into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.extend(told.headers);
    Response::from_parts(parts, body)
}
