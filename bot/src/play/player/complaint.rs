//! The answers to errors of the server.

use std::time::Duration;

use anyhow::anyhow;
use tracing::{debug, error, trace, warn};
use vzetek_client::jitter;
use vzetek_protocol::{ClientMessage, ErrorBody, ErrorCode, TableId};

use super::connection::Flow;
use super::{End, Note, Player};
use crate::play::account::Account;

/// The wait, about, before asking a busy server again.
const BUSY: Duration = Duration::from_millis(300);

/// The pause, about, after the server reported too many messages.
const SLOWER: Duration = Duration::from_secs(1);

/// The number of times a seat is asked for before it is given up.
const SIT_TRIES: u32 = 5;

impl Player {
    /// Handles an error that one of our messages led to.
    pub(super) async fn complaint(
        &mut self,
        error: ErrorBody,
        of: Option<&str>,
        table: Option<TableId>,
    ) -> anyhow::Result<Flow> {
        let ErrorBody { code, message, rule, .. } = error;
        if code == ErrorCode::Unauthorized {
            return Ok(Flow::Break(End::Refused(message)));
        }
        let Some(id) = table else {
            if code == ErrorCode::RateLimited && !std::mem::replace(&mut self.too_fast, true) {
                warn!("too fast for the server; saying it again in a moment");
                self.note_later(jitter(SLOWER), Note::SayAgain);
                return Ok(Flow::Continue(()));
            }
            warn!(%code, of, "the server complains: {message}");
            return Ok(Flow::Continue(()));
        };
        let passing = matches!(
            code,
            ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::RateLimited
        );
        match (of, code) {
            (Some("act"), _) if passing => {
                debug!(%code, table = %id, "trying again soon");
                self.note_later(jitter(BUSY), Note::SendAgain(id));
            }
            (Some("act"), ErrorCode::StaleSeq | ErrorCode::NotYourTurn | ErrorCode::NoDeal) => {
                debug!(%code, table = %id, "looking again");
                self.client.watch(id).await?;
            }
            (Some("act"), ErrorCode::IllegalAction | ErrorCode::BadAction) => {
                // The server's message about the rules may name cards in the
                // hand.
                error!(%code, rule, table = %id, "playing the first legal action instead");
                trace!("the server complains: {message}");
                if let Some(table) = self.tables.get_mut(&id) {
                    table.give_in();
                }
                return self.attend(&id).await;
            }
            (Some("sit"), _) => return self.not_seated(id, code, message, passing).await,
            (_, ErrorCode::NoSuchTable | ErrorCode::NotSeated | ErrorCode::InviteRequired) => {
                debug!(%code, table = %id, of, "the table is gone: {message}");
                self.forget(&id);
                if matches!(self.account, Account::Own { .. }) && self.tables.is_empty() {
                    return Ok(Flow::Break(End::Refused(message)));
                }
            }
            (Some("watch"), _) if passing => {
                return Ok(Flow::Break(End::Lost(anyhow!("cannot watch a table: {message}"))));
            }
            _ => debug!(%code, table = %id, of, "the server complains: {message}"),
        }
        Ok(Flow::Continue(()))
    }

    /// Tries again for a seat that could not be taken, or gives it up.
    async fn not_seated(
        &mut self,
        id: TableId,
        code: ErrorCode,
        message: String,
        passing: bool,
    ) -> anyhow::Result<Flow> {
        let Some(wanted) = self.sitting.get(&id).cloned() else { return Ok(Flow::Continue(())) };
        if passing && wanted.tries < SIT_TRIES {
            self.note_later(jitter(BUSY), Note::SitAgain(id));
            return Ok(Flow::Continue(()));
        }
        self.sitting.remove(&id);
        if code == ErrorCode::AlreadySeated {
            self.client.watch(id).await?;
            return Ok(Flow::Continue(()));
        }
        match (&self.account, wanted.seat) {
            (Account::Own { .. }, _) => return Ok(Flow::Break(End::Refused(message))),
            (Account::House { .. }, Some(seat)) if passing => {
                self.client.send(&ClientMessage::Decline { table: id, seat }).await?;
            }
            (Account::House { .. }, _) => {
                debug!(%code, table = %id, "no seat: {message}");
                self.forget(&id);
            }
        }
        Ok(Flow::Continue(()))
    }
}
