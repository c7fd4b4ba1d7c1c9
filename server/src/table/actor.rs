//! The task of a table: reads its mailbox and the clock, hands both in, and
//! carries out what the table wants done.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use tokio::sync::mpsc;
use vzetek_store::StoreError;

use super::effect::{Answer, BotWanted, Effect, Question};
use super::machine::{Input, Table};
use super::rated::{self, RatingQuestion};
use super::weights::Known;
use super::{MAILBOX, Mail, Seated, TableHandle};
use crate::app::{Now, Shared};
use crate::cluster::drain;
use crate::cluster::standin::Mailbox;
use crate::house::Request;
use crate::rating_lock::RatingLock;
use crate::ws::outbox::{ConnectionId, Outbox, text};
use crate::ws::words::send_error;

/// Between two tries to read ratings while the store does not answer.
const RETRY: Duration = Duration::from_millis(250);

/// A table, and its ways to the outside.
struct Actor {
    app: Shared,
    table: Table,
    /// The ways to those who watch, and to whoever is being heard.
    outboxes: HashMap<ConnectionId, Outbox>,
    seated: Arc<RwLock<Seated>>,
    /// Held from the question for ratings until the new ones are stored, or were
    /// overtaken by another server's.
    lock: Option<RatingLock>,
}

/// Starts a table's task.
pub fn spawn(app: &Shared, table: Table) -> TableHandle {
    let (mailbox, mail) = mpsc::channel(MAILBOX);
    let seated = Arc::<RwLock<Seated>>::default();
    let (of_table, id) = (app.clone(), table.setup.id.clone());
    let config = Arc::new(table.setup.config.clone());
    let (creator, demo, term) = (table.setup.creator.clone(), table.setup.demo, table.setup.term);
    let invite = table.setup.invite.as_deref().map(Arc::from);
    let actor = Actor {
        app: app.clone(),
        table,
        outboxes: HashMap::new(),
        seated: seated.clone(),
        lock: None,
    };
    let run = tokio::spawn(actor.run(mail));
    app.tasks.spawn(async move {
        if let Err(broken) = run.await {
            // The stored state is whole: a restart rebuilds the table.
            tracing::error!(table = %id, error = %broken, "a table broke down");
            of_table.tables.remove(&of_table, &id);
            of_table.house.forget(&id);
        }
    });
    TableHandle { mailbox: Mailbox::Here(mailbox), creator, config, invite, demo, term, seated }
}

impl Actor {
    async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        // A token of its own: all tables at once would wait for each other's
        // look at a shared one.
        let shutdown = self.app.shutdown.child_token();
        let mut stopping = pin!(shutdown.cancelled());
        self.handle(Input::Alarm).await;
        let mut alarm = pin!(tokio::time::sleep_until(self.table.next_wake()));
        while !self.table.is_closed() {
            tokio::select! {
                biased;
                () = &mut stopping => return,
                next = mail.recv() => match next {
                    Some(Mail::HandOver) => {
                        if self.hand_over(&mut mail).await {
                            return;
                        }
                    }
                    Some(mail) => self.open(mail).await,
                    None => return,
                },
                () = &mut alarm => self.handle(Input::Alarm).await,
            }
            // Set earlier at once, but put off only when it goes off: most
            // turns end long before their time.
            let wake = self.table.next_wake();
            if wake < alarm.deadline() || alarm.is_elapsed() {
                alarm.as_mut().reset(wake);
            }
        }
        self.app.tables.remove(&self.app, &self.table.setup.id);
    }

    /// Gives the table to whichever other server takes it. Says whether it is given up.
    async fn hand_over(&mut self, mail: &mut mpsc::Receiver<Mail>) -> bool {
        let Some(cluster) = self.app.cluster.clone() else { return false };
        let id = self.table.setup.id.clone();
        // Before it is given up: whoever takes it may say so at once. Those who watch from
        // elsewhere are known there.
        for visitor in self.table.watchers.values() {
            let invite = self.table.setup.invite.clone();
            cluster.roll().watch(visitor.connection, &id, invite);
        }
        if let Err(fault) = drain::release(&self.app, &id).await {
            fault.log("a table was not handed over");
            for visitor in self.table.watchers.values() {
                cluster.roll().unwatch(visitor.connection, &id);
            }
            return false;
        }
        mail.close();
        while let Some(mail) = mail.recv().await {
            drain::pass_on(&cluster, &id, mail);
        }
        self.app.tables.hand_over(&self.app, &cluster, &id);
        self.app.house.forget(&id);
        true
    }

    async fn open(&mut self, mail: Mail) {
        let (outbox, command, _receipt) = match mail {
            Mail::Command { outbox, command, receipt } => (outbox, command, receipt),
            Mail::CallAway { account } => return self.handle(Input::CallAway { account }).await,
            Mail::HandOver => return,
        };
        let from = command.connection();
        self.outboxes.entry(from).or_insert(outbox);
        self.handle(Input::Command(command)).await;
        if !self.table.is_watched_by(from) {
            self.outboxes.remove(&from);
        }
    }

    /// Hands an input in and does what follows, until nothing is asked any more.
    async fn handle(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            for effect in self.table.handle(input, Now::read()) {
                if let Effect::Ask(question) = effect {
                    next = Some(Input::Answer(self.answer(question).await));
                } else {
                    self.carry_out(effect);
                }
            }
        }
        self.lock = None;
    }

    fn carry_out(&self, effect: Effect) {
        let id = &self.table.setup.id;
        match effect {
            Effect::Tell { to, message } => {
                let text = text(&message);
                for outbox in to.iter().filter_map(|to| self.outboxes.get(to)) {
                    outbox.send_text(text.clone());
                }
            }
            Effect::Refuse { to, error, of } => {
                if let Some(outbox) = self.outboxes.get(&to) {
                    send_error(outbox, *error, Some(of), Some(id.clone()));
                }
            }
            Effect::Report { seated, summary } => {
                // Whoever plays for something here does not look for others elsewhere.
                for account in &seated.bound {
                    self.app.pairing.withdraw(account);
                }
                *self.seated.write().expect("never poisoned: no panic while held") = seated;
                if let Some(summary) = summary {
                    self.app.lobby.report(summary);
                }
                if let Some(cluster) = &self.app.cluster {
                    cluster.report(id);
                }
            }
            Effect::Occupy(bot) => self.app.house.occupy(bot, id),
            Effect::Release(bot) => self.app.house.release(bot, id),
            Effect::GiveUp(seat) => self.app.house.give_up(id, seat),
            Effect::Forget => self.app.house.forget(id),
            Effect::Ask(_) => unreachable!("answered before"),
        }
    }

    async fn answer(&mut self, question: Question) -> Answer {
        match question {
            Question::Record(writes) => {
                let recorded = self.app.recorder.write(writes).await;
                self.lock = None;
                Answer::Recorded(recorded)
            }
            Question::Player(account) => {
                let kind = self.table.setup.config.game.kind();
                let players = self.app.accounts.players(&[account], Some(&kind)).await;
                Answer::Player(players.map(|players| players.into_iter().next()))
            }
            Question::Ratings(question) => Answer::Ratings(self.known(&question).await),
            Question::Bot(wanted) => Answer::Bot(self.ask_house(&wanted)),
            Question::Line(account) => Answer::Line(self.app.chat.take(account)),
        }
    }

    /// Waits until nobody else here rates these players, and reads what their new
    /// ratings depend on.
    async fn known(&mut self, question: &RatingQuestion) -> Result<Option<Known>, StoreError> {
        self.lock = Some(self.app.rating_locks.lock(&question.ids).await);
        loop {
            match rated::known(&*self.app.store, question).await {
                Err(StoreError::Unavailable(_)) if !self.app.shutdown.is_cancelled() => {
                    tokio::time::sleep(RETRY).await;
                }
                known => return known,
            }
        }
    }

    fn ask_house(&self, wanted: &BotWanted) -> Option<ConnectionId> {
        let except: Vec<&str> = wanted.except.iter().map(String::as_str).collect();
        self.app.house.request(&Request {
            table: &self.table.setup.id,
            seat: wanted.seat,
            level: &wanted.level,
            invite: &self.table.house_invite,
            game: &self.table.setup.config.game,
            except: &except,
            urgent: wanted.urgent,
        })
    }
}
            Effect::Unfollowed(account) => self.app.pairing.note_unfollowed(&account),
