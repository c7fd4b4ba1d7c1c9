//! The one error of the server's edges: the answer to the client, and the level of its log line.

use vzetek_protocol::{ErrorBody, ErrorCode, TableId};
use vzetek_store::StoreError;

use crate::recorder::NotRecorded;

/// An error on its way to a client.
///
/// `?` converts the errors of inner modules; the edges (HTTP, socket) send it to the client and log
/// it once, with [`Fault::log`].
#[derive(Debug, thiserror::Error)]
#[error("{}", body.message)]
pub struct Fault {
    /// The error that the client receives.
    pub body: Box<ErrorBody>,
    /// The cause, which is only logged.
    #[source]
    pub cause: Option<StoreError>,
}

impl Fault {
    /// An error of the client's making.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { body: Box::new(ErrorBody::new(code, message)), cause: None }
    }

    /// An error of the client's making, about one field of a form.
    pub fn field(code: ErrorCode, field: &str, message: impl Into<String>) -> Self {
        Self { body: Box::new(ErrorBody::new(code, message).about(field)), cause: None }
    }

    /// The table does not exist (any longer).
    pub fn no_such_table(table: &TableId) -> Self {
        Self::new(ErrorCode::NoSuchTable, format!("there is no open table {table}"))
    }

    /// The table broke down, and is not run.
    pub fn table_broken() -> Self {
        let message = "this table broke down and cannot go on; it is kept as it is stored";
        Self::new(ErrorCode::TableBroken, message)
    }

    /// An internal fault, logged here because its cause is no store's.
    pub fn unexpected(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a table is in an unexpected state");
        Self::internal()
    }

    /// A bug or failure of the server. The caller logs the cause, which the client does not
    /// receive.
    pub fn internal() -> Self {
        Self::new(ErrorCode::Internal, "something went wrong on our side; it is logged")
    }

    /// Writes a log line, and counts it, if the server is at fault. Clients' mistakes are logged at
    /// debug level only.
    pub fn log(&self, what: &str) {
        let code = self.body.code;
        match self.body.code.status() {
            500 => tracing::error!(%code, cause = ?self.cause, "{what}: {}", self.body.message),
            503 => tracing::warn!(%code, cause = ?self.cause, "{what}: {}", self.body.message),
            // The message to a player about an action may name cards in a hand.
            _ if matches!(code, ErrorCode::IllegalAction | ErrorCode::BadAction) => {
                tracing::debug!(%code, rule = self.body.rule, "{what}");
                tracing::trace!("{what}: {}", self.body.message);
            }
            _ => tracing::debug!(%code, "{what}: {}", self.body.message),
        }
        if code.status() >= 500 {
            metrics::counter!("vzetek_faults_total", "code" => code.to_string()).increment(1);
        }
    }
}

/// Counts an error in the metrics. To be called for every error that is sent to a client, and
/// nowhere else.
pub fn told(error: &ErrorBody) {
    metrics::counter!("vzetek_errors_total", "code" => error.code.to_string()).increment(1);
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
            StoreError::Fenced => return Self::from(NotRecorded::Stopped),
            StoreError::Refused(_)
            | StoreError::RatingsMoved(_)
            | StoreError::Database(_)
            | StoreError::Migrate(_) => {
                (ErrorCode::Internal, "something went wrong on our side; it is logged")
            }
        };
        Self { body: Box::new(ErrorBody::new(code, message)), cause: Some(error) }
    }
}

impl From<NotRecorded> for Fault {
    /// The recorder has logged the store's error.
    fn from(error: NotRecorded) -> Self {
        match error {
            // A table rates a match again, so that none leaves here as overtaken.
            NotRecorded::Refused | NotRecorded::Overtaken => Self::internal(),
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

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;
    use std::io::Write;
    use std::sync::Arc;

    use tracing::Level;
    use vzetek_game::fair::{Nonces, Secret};
    use vzetek_game::{Observer, Seat};
    use vzetek_protocol::{GameOptions, GameView};

    use super::*;
    use crate::deal::Match;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Returns the log of this level after a table has refused a discard.
    fn logged(level: Level, body: ErrorBody) -> String {
        let lines = Lines::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(level)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            Fault::from(body).log("a table refused a message");
        });
        let bytes = lines.0.lock().clone();
        String::from_utf8(bytes).unwrap()
    }

    /// The player receives the cards that may be discarded; the log does not.
    #[test]
    fn cards_of_a_hand_are_logged_at_trace_level_only() {
        let options = GameOptions::Tarok(Default::default());
        let secret = Secret::new([3; 32]);
        let mut deal = Match::new(&options).deal(Seat::new(0), &secret, &Nonces::none(3)).unwrap();
        for action in ["pass", "pass", "contract:three", "take:0"] {
            deal.apply(action).unwrap();
        }
        let declarer = deal.current_player().unwrap();
        let GameView::Tarok(view) = deal.view(Observer::Seat(declarer)) else { unreachable!() };
        let king = vzetek_tarok::KINGS.first().unwrap();
        let body = deal.apply(&format!("discard:{king}")).unwrap_err();
        let named = |text: &str| {
            let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            view.hand.unwrap().iter().any(|card| words.contains(&card.notation()))
        };
        assert!(named(&body.message), "{body:?}");
        let line = logged(Level::DEBUG, body.clone());
        assert!(line.contains("illegal_action") && line.contains("not_"), "{line}");
        assert!(!named(&line), "{line}");
        assert!(named(&logged(Level::TRACE, body)));
    }
}
