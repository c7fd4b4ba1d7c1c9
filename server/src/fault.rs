//! The one error of the server's edges: what a client is told, and how loudly
//! the server itself speaks of it.

use vzetek_protocol::{ErrorBody, ErrorCode};
use vzetek_store::StoreError;

use crate::recorder::NotRecorded;

/// An error on its way to a client.
///
/// `?` turns the errors of the inner rooms into it; the edges (HTTP, socket)
/// turn it into what travels and log it once, with [`Fault::log`].
#[derive(Debug, thiserror::Error)]
#[error("{}", body.message)]
pub struct Fault {
    /// What the client is told.
    pub body: Box<ErrorBody>,
    /// What only the log is told.
    #[source]
    pub cause: Option<StoreError>,
}

impl Fault {
    /// An error of the client's making.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { body: Box::new(ErrorBody::new(code, message)), cause: None }
    }

    /// The same, about one field of a form.
    pub fn field(code: ErrorCode, field: &str, message: impl Into<String>) -> Self {
        Self { body: Box::new(ErrorBody::new(code, message).about(field)), cause: None }
    }

    /// A fault of ours. Whoever makes it logs the cause, which the client is
    /// not told.
    pub fn internal() -> Self {
        Self::new(ErrorCode::Internal, "something went wrong on our side; it is logged")
    }

    /// Writes a log line if the fault is ours. Clients' mistakes are counted
    /// in the metrics and logged at debug level only.
    pub fn log(&self, what: &str) {
        let code = self.body.code;
        match self.body.code.status() {
            500 => tracing::error!(%code, cause = ?self.cause, "{what}: {}", self.body.message),
            503 => tracing::warn!(%code, cause = ?self.cause, "{what}: {}", self.body.message),
            _ => tracing::debug!(%code, "{what}: {}", self.body.message),
        }
        metrics::counter!("vzetek_errors_total", "code" => code.to_string()).increment(1);
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        let (code, message) = match &error {
            StoreError::NameTaken(name) => {
                return Self::field(
                    ErrorCode::NameTaken,
                    "name",
                    format!("the name {name} is taken; choose another"),
                );
            }
            StoreError::Unavailable(_) => {
                (ErrorCode::StorageUnavailable, "the store does not answer; try again in a moment")
            }
            StoreError::Refused(_) | StoreError::Database(_) | StoreError::Migrate(_) => {
                (ErrorCode::Internal, "something went wrong on our side; it is logged")
            }
        };
        Self { body: Box::new(ErrorBody::new(code, message)), cause: Some(error) }
    }
}

impl From<NotRecorded> for Fault {
    /// The recorder has logged what the store said.
    fn from(error: NotRecorded) -> Self {
        match error {
            NotRecorded::Refused => Self::internal(),
            NotRecorded::Stopped => {
                Self::new(ErrorCode::ShuttingDown, "the server is about to stop; come back soon")
            }
        }
    }
}

impl From<ErrorBody> for Fault {
    fn from(body: ErrorBody) -> Self {
        Self { body: Box::new(body), cause: None }
    }
}
