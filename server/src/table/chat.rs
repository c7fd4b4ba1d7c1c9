//! Chat at a table.

use std::sync::Arc;
use std::time::Duration;

use vzetek_protocol::table::{ChatLine, Phrase};
use vzetek_protocol::{ErrorBody, ErrorCode, MAX_CHAT_CHARS};

use super::awaited::{Awaited, Outcome, Progress};
use super::effect::Question;
use super::event::written;
use super::mailbox::Visitor;
use super::state::Table;
use crate::chat::{self, visible};
use crate::fault::Fault;

/// The most lines of chat that new watchers see.
const KEPT_CHAT: usize = 30;

impl Table {
    /// Writes a client's line, within the limit on chat.
    pub(super) fn say(&self, visitor: Arc<Visitor>, text: &str) -> Outcome {
        let text = visible(text);
        if text.is_empty() || text.chars().count() > MAX_CHAT_CHARS {
            return Err(Fault::field(
                ErrorCode::BadMessage,
                "text",
                format!("a line of chat has 1 to {MAX_CHAT_CHARS} characters that can be seen"),
            ));
        }
        self.ask_to_write(visitor, text, None)
    }

    /// Writes a client's phrase, within the limit on chat.
    pub(super) fn say_phrase(&self, visitor: Arc<Visitor>, phrase: Phrase) -> Outcome {
        self.ask_to_write(visitor, phrase.english().to_owned(), Some(phrase))
    }

    fn ask_to_write(&self, visitor: Arc<Visitor>, text: String, phrase: Option<Phrase>) -> Outcome {
        // The table knows the present name of a player who was renamed since the connection was
        // opened.
        let Some(visitor) = self.watchers.get(&visitor.connection) else {
            let message = "watch the table before you write to it";
            return Err(Fault::new(ErrorCode::Forbidden, message));
        };
        let account = visitor.player.id.0.clone();
        let line = ChatLine { from: visitor.player.clone(), text, phrase, at: self.now.utc };
        Ok(Progress::Asks(Question::Line(account), Awaited::Line(Box::new(line))))
    }

    /// Publishes a line for which permission was asked.
    pub(super) fn write_line(&mut self, line: ChatLine, leave: Result<(), Duration>) -> Outcome {
        leave.map_err(|wait| {
            let message = format!(
                "at most {} line a second, {} at once, at all tables together; \
                 your line was not sent",
                chat::PER_SECOND,
                chat::BURST,
            );
            Fault::from(ErrorBody::later(ErrorCode::RateLimited, message, wait))
        })?;
        if self.chat.len() == KEPT_CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line.clone());
        self.publish(written(line));
        Ok(Progress::Done)
    }
}
