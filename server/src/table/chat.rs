//! Chat at a table.

use vzetek_protocol::table::ChatLine;
use vzetek_protocol::{ErrorBody, ErrorCode, MAX_CHAT_CHARS};

use super::Visitor;
use super::actor::Actor;
use super::happening::written;
use crate::chat::{self, visible};
use crate::fault::Fault;

/// The most lines of chat that newcomers see.
const KEPT_CHAT: usize = 30;

impl Actor {
    pub(super) fn say(&mut self, visitor: &Visitor, text: &str) -> Result<(), Fault> {
        let text = visible(text);
        if text.is_empty() || text.chars().count() > MAX_CHAT_CHARS {
            return Err(Fault::field(
                ErrorCode::BadMessage,
                "text",
                format!("a line of chat has 1 to {MAX_CHAT_CHARS} characters that can be seen"),
            ));
        }
        if !self.watchers.contains_key(&visitor.connection) {
            let message = "watch the table before you write to it";
            return Err(Fault::new(ErrorCode::Forbidden, message));
        }
        self.app.chat.take(visitor.player.id.as_str()).map_err(|wait| {
            let message = format!(
                "at most {} line a second, {} at once, at all tables together; \
                 your line was not sent",
                chat::PER_SECOND,
                chat::BURST,
            );
            Fault::from(ErrorBody::later(ErrorCode::RateLimited, message, wait))
        })?;
        let line = ChatLine { from: visitor.player.clone(), text, at: self.now.utc };
        if self.chat.len() == KEPT_CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line.clone());
        self.publish(written(line));
        Ok(())
    }
}
