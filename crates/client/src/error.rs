//! Errors between a client and the server.

use vzetek_protocol::ErrorBody;

/// The reason why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server refuses, and says why.
    #[error("{} ({})", .0.message, .0.code)]
    Refused(ErrorBody),
    /// The server closed the connection, for this reason if it gave one.
    #[error("the server closed the connection{}", reason(.0))]
    Closed(String),
    /// Nothing happened for too long.
    #[error("{0}")]
    Silent(&'static str),
    /// There is no connection (any more).
    #[error("not connected")]
    NotConnected,
    /// The connection broke, or no server listens.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The socket broke, or there is none at the address.
    #[error(transparent)]
    Socket(Box<tokio_tungstenite::tungstenite::Error>),
    /// A request had no answer.
    #[error(transparent)]
    Http(#[from] hyper::Error),
    /// A request that cannot be made.
    #[error(transparent)]
    Request(#[from] hyper::http::Error),
    /// An answer of this status, without the body of an error.
    #[error("the answer has the status {0}: {1}")]
    Status(u16, String),
    /// The message is not what the protocol says.
    #[error("the server says something unknown: {0}")]
    Unknown(#[from] serde_json::Error),
}

impl Error {
    /// True if it may be over after a while: everything but a refusal of the client as it is. A
    /// server that is overloaded or is about to stop refuses no client permanently.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Refused(body) => may_pass(body),
            _ => true,
        }
    }
}

/// True if trying again later may help.
pub(crate) fn may_pass(error: &ErrorBody) -> bool {
    error.code.status() >= 429
}

impl From<tokio_tungstenite::tungstenite::Error> for Error {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}

fn reason(word: &str) -> String {
    if word.is_empty() { String::new() } else { format!(": {word}") }
}
