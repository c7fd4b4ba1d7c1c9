//! Doing what there is to do at a table.

use tokio::time::{Instant, sleep_until};
use tracing::{Instrument, info};
use vzetek_protocol::{ClientMessage, TableId};

use super::connection::Flow;
use super::{End, Note, Player};
use crate::play::account::Account;
use crate::play::table::{Duty, Table, TurnKey};
use crate::play::thinker::{Answered, Question, Tempo};

impl Player {
    /// Does what has to be done at a table now.
    pub(super) async fn attend(&mut self, id: &TableId) -> anyhow::Result<Flow> {
        while let Some(duty) = self.tables.get_mut(id).and_then(Table::next_duty) {
            let table = id.clone();
            match duty {
                // The answer to a new turn would not be waited for.
                Duty::Decide(..) if self.stop.is_asked() => return Ok(Flow::Continue(())),
                Duty::Decide(key, question) => self.think(table, key, *question),
                Duty::Act { seq, action } => {
                    self.client.send(&ClientMessage::Act { table, seq, action }).await?;
                }
                Duty::ChooseNonce => {
                    if let Some(table) = self.tables.get_mut(id) {
                        table.choose_nonce(format!("{:032x}", rand::random::<u128>()));
                    }
                }
                Duty::NonceHash(hash) => {
                    self.client.send(&ClientMessage::NonceHash { table, hash }).await?;
                }
                Duty::Nonce(nonce) => {
                    self.client.send(&ClientMessage::Nonce { table, nonce }).await?;
                }
                Duty::Ready => self.note_later(self.args.ready_pause(), Note::Ready(table)),
                Duty::Return => {
                    info!(%table, "taking the seat back");
                    self.client.send(&ClientMessage::Return { table }).await?;
                }
                Duty::Refresh => self.client.watch(table).await?,
                Duty::Forget => {
                    // Between the snapshot and the event that seats us.
                    if self.sitting.contains_key(id) {
                        return Ok(Flow::Continue(()));
                    }
                    self.forget(id);
                    self.client.send(&ClientMessage::Unwatch { table }).await?;
                    if matches!(self.account, Account::Own { .. }) && self.tables.is_empty() {
                        return Ok(Flow::Break(End::Done));
                    }
                }
            }
        }
        Ok(Flow::Continue(()))
    }

    /// Has a question answered, not faster than people can follow.
    fn think(&self, table: TableId, key: TurnKey, question: Question) {
        let level = self.account.level();
        let tempo = Tempo::of(self.args.min_think(), question.deal.hides_sides());
        let (asked, patience) = (Instant::now(), question.patience());
        let (thinker, notes) = (self.thinker.clone(), self.notes.0.clone());
        let thinking = async move {
            let Answered { action, begun } = thinker.answer(level, question, tempo.most).await;
            sleep_until(tempo.answers_at(asked, begun, patience)).await;
            // Without a receiver to read it the account is done.
            let _ = notes.send(Note::Decided(table, key, action)).await;
        };
        tokio::spawn(thinking.in_current_span());
    }

    pub(super) async fn take_note(&mut self, note: Note) -> anyhow::Result<Flow> {
        match note {
            Note::Decided(id, key, action) => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.decided(&key, action);
                }
                self.attend(&id).await
            }
            Note::SendAgain(id) => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.send_again();
                }
                self.attend(&id).await
            }
            Note::SitAgain(id) => {
                self.sit(&id).await?;
                Ok(Flow::Continue(()))
            }
            Note::SayAgain => {
                self.too_fast = false;
                self.tables.values_mut().for_each(Table::unheard);
                let tables: Vec<_> =
                    self.tables.keys().chain(self.sitting.keys()).cloned().collect();
                for id in tables {
                    self.sit(&id).await?;
                    if let end @ Flow::Break(_) = self.attend(&id).await? {
                        return Ok(end);
                    }
                }
                Ok(Flow::Continue(()))
            }
            Note::Ready(id) => {
                if self.tables.get(&id).is_some_and(Table::awaits_ready) {
                    self.client.send(&ClientMessage::Ready { table: id }).await?;
                }
                Ok(Flow::Continue(()))
            }
        }
    }
}
