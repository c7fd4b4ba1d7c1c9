//! The task of a table: reads its mailbox and the clock, hands both to the table, and executes the
//! table's effects.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;

use futures_util::FutureExt as _;
use parking_lot::RwLock;
use tokio::sync::mpsc;
use vzetek_store::{StoreError, StoredTable, Write};

use super::effect::{Answer, BotWanted, Effect, Question, RatingQuestion};
use super::machine::Input;
use super::mailbox::{Command, MAILBOX, Mail, Mailbox, Seated, TableHandle};
use super::rated;
use super::restore::restore;
use super::setup::Setup;
use super::state::Table;
use super::surroundings::{Directory, Surroundings};
use super::weights::Known;
use crate::connection::{ConnectionId, Outbox, text};
use crate::fault::Fault;
use crate::house::Request;
use crate::rating_lock::RatingLock;
use crate::retry::store_backoff;

/// A table, and its handles to the rest of the server.
struct Actor {
    around: Arc<Surroundings>,
    directory: Arc<dyn Directory>,
    table: Table,
    /// The outboxes of the watchers, and of the connection whose command is processed.
    outboxes: HashMap<ConnectionId, Outbox>,
    seated: Arc<RwLock<Seated>>,
    /// Held from the question for ratings until the new ones are stored, or were overtaken by those
    /// of another server.
    lock: Option<RatingLock>,
    /// The number of times that the table broke down, and the stored state at which it did
    /// last.
    breaks: u32,
    broken_at: Option<StoredTable>,
    /// True once this task no longer runs the table.
    ended: bool,
}

/// Starts a table's task.
pub fn spawn(
    around: &Arc<Surroundings>,
    directory: Arc<dyn Directory>,
    table: Table,
) -> TableHandle {
    let (mailbox, mail) = mpsc::channel(MAILBOX);
    let seated = Arc::<RwLock<Seated>>::default();
    let (of_table, listed, id) = (around.clone(), directory.clone(), table.setup.id.clone());
    let config = Arc::new(table.setup.config.clone());
    let (creator, demo, term) = (table.setup.creator.clone(), table.setup.demo, table.setup.term);
    let invite = table.setup.invite.as_deref().map(Arc::from);
    let actor = Actor {
        around: around.clone(),
        directory,
        table,
        outboxes: HashMap::new(),
        seated: seated.clone(),
        lock: None,
        breaks: 0,
        broken_at: None,
        ended: false,
    };
    let run = tokio::spawn(actor.run(mail));
    around.tasks.spawn(async move {
        if let Err(broken) = run.await {
            tracing::error!(table = %id, error = %broken, "a table broke down");
            listed.leave(&id);
            of_table.house.forget(&id);
        }
    });
    TableHandle { mailbox: Mailbox::Here(mailbox), creator, config, invite, demo, term, seated }
}

impl Actor {
    async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        // An own token: otherwise all tables would wait for each other's look at a shared one.
        let shutdown = self.around.shutdown.child_token();
        let mut stopping = pin!(shutdown.cancelled());
        self.handle(Input::Alarm).await;
        let mut alarm = pin!(tokio::time::sleep_until(self.table.next_wake()));
        while !self.ended && !self.table.is_closed() {
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
            // Set earlier immediately, but put off only when it fires: most
            // turns end long before their time.
            let wake = self.table.next_wake();
            if wake < alarm.deadline() || alarm.is_elapsed() {
                alarm.as_mut().reset(wake);
            }
        }
        self.directory.remove(&self.table.setup.id);
    }

    /// Gives the table up in the store, so that another server takes it. Returns true if it is
    /// given up: then nothing more may be written of it here.
    async fn hand_over(&mut self, mail: &mut mpsc::Receiver<Mail>) -> bool {
        let id = self.table.setup.id.clone();
        // Before the release: the next server may report the table immediately. Watchers from
        // elsewhere are known there.
        for visitor in self.table.watchers.values() {
            let invite = self.table.setup.invite.clone();
            self.directory.watch_elsewhere(visitor.connection, &id, invite);
        }
        let release = Write::ReleaseTable { table: id.0.clone() };
        if let Err(error) = self.around.recorder.write(vec![release]).await {
            Fault::from(error).log("a table was not handed over");
            for visitor in self.table.watchers.values() {
                self.directory.unwatch_elsewhere(visitor.connection, &id);
            }
            return false;
        }
        mail.close();
        while let Some(mail) = mail.recv().await {
            self.directory.pass_on(&id, mail);
        }
        self.directory.hand_over(&id);
        self.around.house.forget(&id);
        true
    }

    async fn open(&mut self, mail: Mail) {
        let (outbox, command, _receipt) = match mail {
            Mail::Command { outbox, command, receipt } => (outbox, command, receipt),
            Mail::CallAway { account } => return self.handle(Input::CallAway { account }).await,
            Mail::Rename { player } => {
                return self.handle(Input::Rename { player: player.into() }).await;
            }
            Mail::HandOver => return,
        };
        let from = command.connection();
        self.outboxes.entry(from).or_insert(outbox);
        self.handle(Input::Command(command)).await;
        if !self.table.is_watched_by(from) {
            self.outboxes.remove(&from);
        }
    }

    /// Handles an input with all its effects. A table that panics is rebuilt.
    async fn handle(&mut self, input: Input) {
        if !self.ended && self.is_broken_by(input).await {
            self.rebuild().await;
        }
    }

    async fn is_broken_by(&mut self, input: Input) -> bool {
        AssertUnwindSafe(self.follow(input)).catch_unwind().await.is_err()
    }

    /// Replaces a table that panicked by its stored state, and sends snapshots to its watchers.
    /// If nothing was stored since the last time, it would panic again: then it is left.
    async fn rebuild(&mut self) {
        let id = self.table.setup.id.clone();
        tracing::error!(table = %id, "a table broke down, and is rebuilt from the store");
        metrics::counter!("vzetek_tables_broken_total").increment(1);
        self.lock = None;
        self.breaks += 1;
        let Some(stored) = self.stored().await else {
            // Closed before the panic, or run by another server by now.
            self.ended = true;
            return self.around.house.forget(&id);
        };
        if self.broken_at.replace(stored.clone()).as_ref() == Some(&stored) {
            return self.leave();
        }
        let watchers = std::mem::take(&mut self.table.watchers);
        match restore(&self.around, stored).await {
            Ok(table) => self.table = table,
            Err(error) => {
                tracing::error!(table = %id, %error, "a table cannot be rebuilt");
                return self.leave();
            }
        }
        // Event numbers restart.
        let epoch = &mut self.table.setup.epoch.0;
        *epoch = format!("{epoch}.{}", self.breaks);
        for visitor in watchers.into_values() {
            let invite = self.table.setup.invite.clone();
            let watch = Command::Watch { visitor, invite, since: None };
            if self.is_broken_by(Input::Command(watch)).await {
                return self.leave();
            }
        }
        if self.is_broken_by(Input::Alarm).await {
            self.leave();
        }
    }

    /// The table as it is stored, if it is this server's; none once the server stops.
    async fn stored(&self) -> Option<StoredTable> {
        let Setup { id, term, .. } = &self.table.setup;
        let mut backoff = store_backoff();
        loop {
            match self.around.store.open_table(&id.0).await {
                Ok(stored) => return stored.filter(|stored| stored.term == *term),
                Err(error) if self.around.shutdown.is_cancelled() => {
                    tracing::error!(table = %id, %error, "stopping without the store");
                    return None;
                }
                Err(_) => tokio::time::sleep(backoff.next_wait()).await,
            }
        }
    }

    /// Stops running the table, which stays in the store as it is.
    fn leave(&mut self) {
        let id = &self.table.setup.id;
        tracing::error!(table = %id, "a table is left as stored");
        for outbox in self.outboxes.values() {
            outbox.send_error(*Fault::table_broken().body, None, Some(id.clone()));
        }
        self.directory.leave(id);
        self.around.house.forget(id);
        self.ended = true;
    }

    /// Handles an input and the answers to its questions.
    async fn follow(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            for effect in self.table.handle(input, self.around.sources.now()) {
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
                    outbox.send_error(*error, Some(of), Some(id.clone()));
                }
            }
            Effect::Report { seated, summary } => {
                // An account bound to a match here does not look for others elsewhere.
                for account in &seated.bound {
                    self.around.pairing.withdraw(account);
                }
                *self.seated.write() = seated;
                if let Some(summary) = summary {
                    self.around.lobby.report(summary);
                }
                self.directory.report(id);
            }
            Effect::Followed(account) => self.around.pairing.note_followed(&account, id),
            Effect::Occupy(bot) => self.around.house.occupy(bot, id),
            Effect::Release(bot) => self.around.house.release(bot, id),
            Effect::GiveUp(seat) => self.around.house.give_up(id, seat),
            Effect::Forget => self.around.house.forget(id),
            Effect::Ask(_) => unreachable!("answered before"),
        }
    }

    async fn answer(&mut self, question: Question) -> Answer {
        match question {
            Question::Record(writes) => {
                let recorded = self.around.recorder.write(writes).await;
                self.lock = None;
                Answer::Recorded(recorded)
            }
            Question::Player(account) => {
                let kind = self.table.setup.config.game.kind();
                let players = self.around.accounts.players(&[account], Some(&kind)).await;
                Answer::Player(players.map(|players| players.into_iter().next()))
            }
            Question::Ratings(question) => Answer::Ratings(self.known(&question).await),
            Question::Bot(wanted) => Answer::Bot(self.ask_house(&wanted)),
            Question::Line(account) => Answer::Line(self.around.chat.take(account)),
        }
    }

    /// Waits until no other table here rates these players, and reads what their new ratings depend
    /// on.
    async fn known(&mut self, question: &RatingQuestion) -> Result<Option<Known>, StoreError> {
        self.lock = Some(self.around.rating_locks.lock(&question.ids).await);
        let mut backoff = store_backoff();
        loop {
            match rated::known(&*self.around.store, question).await {
                Err(StoreError::Unavailable(_)) if !self.around.shutdown.is_cancelled() => {
                    tokio::time::sleep(backoff.next_wait()).await;
                }
                known => return known,
            }
        }
    }

    fn ask_house(&self, wanted: &BotWanted) -> Option<ConnectionId> {
        let except: Vec<&str> = wanted.except.iter().map(String::as_str).collect();
        self.around.house.request(&Request {
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use clap::Parser;
    use serde_json::{Value, json};
    use tokio_util::sync::CancellationToken;
    use vzetek_protocol::{ClientMessage, TableId};
    use vzetek_store::{ConnectOptions, Store, connect_unclaimed};

    use super::*;
    use crate::accounts::guests::tests::guest;
    use crate::accounts::player;
    use crate::config::Config;
    use crate::connection::{Ending, Queue};
    use crate::households::Household;
    use crate::serve::assemble;
    use crate::sources::Sources;
    use crate::table::Visitor;

    async fn next(queue: &mut Queue) -> Value {
        let text = poll_fn(|context| queue.poll_next(context)).await.expect("an open outbox");
        serde_json::from_str(&text).unwrap()
    }

    /// The next message of this type.
    async fn told(queue: &mut Queue, of: &str) -> Value {
        loop {
            let message = next(queue).await;
            if message["type"] == of {
                return message;
            }
        }
    }

    /// An answer without a question makes any table panic.
    async fn strike(actor: &mut Actor) {
        actor.handle(Input::Answer(Answer::Line(Ok(())))).await;
    }

    #[tokio::test]
    async fn a_table_that_breaks_down_is_rebuilt_and_left_if_that_is_of_no_use() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("broken.db").display());
        let store: Arc<dyn Store> =
            connect_unclaimed(&url, &ConnectOptions::default()).await.unwrap();
        let shutdown = CancellationToken::new();
        let (app, _recording) = assemble(
            Config::parse_from(["server"]),
            store.clone(),
            shutdown.clone(),
            None,
            Sources::system(),
        );
        let ana = guest(&*store, "Ana", 0, 0).await;
        let config = json!({
            "game": { "name": "trset", "options": { "players": 2 } },
            "clock": { "move_ms": 20_000, "bank_ms": 0, "grace_ms": 0 },
            "private": false, "rated": false,
        });
        let config = serde_json::from_value(config).unwrap();
        let id: TableId = app.tables.create(config, None).await.unwrap().table;
        let stored = store.open_table(&id.0).await.unwrap().expect("it is open");
        let mut actor = Actor {
            around: app.tables.surroundings().clone(),
            directory: app.tables.clone(),
            table: restore(app.tables.surroundings(), stored).await.unwrap(),
            outboxes: HashMap::new(),
            seated: Arc::default(),
            lock: None,
            breaks: 0,
            broken_at: None,
            ended: false,
        };
        let visitor = Arc::new(Visitor {
            connection: ConnectionId::next(),
            player: player(&ana),
            household: Household([192, 0, 2, 1].into()),
            picture: None,
        });
        let (outbox, mut queue) = Outbox::new(Ending::new(shutdown));
        actor.outboxes.insert(visitor.connection, outbox);
        let watch = Command::Watch { visitor: visitor.clone(), invite: None, since: None };
        actor.handle(Input::Command(watch)).await;
        let before = told(&mut queue, "snapshot").await["snapshot"].clone();
        strike(&mut actor).await;
        let after = told(&mut queue, "snapshot").await["snapshot"].clone();
        assert_eq!(after["id"], before["id"]);
        assert_ne!(after["epoch"], before["epoch"], "events are numbered anew");
        // Later writes survive the next panic.
        let sit = ClientMessage::Sit { table: id.clone(), seat: None, invite: None };
        actor.handle(Input::Command(Command::Message { visitor, message: sit })).await;
        strike(&mut actor).await;
        while told(&mut queue, "snapshot").await["snapshot"]["you"] != 0 {}
        strike(&mut actor).await;
        let error = told(&mut queue, "error").await;
        assert_eq!((&error["code"], &error["table"]), (&json!("table_broken"), &json!(id.0)));
        assert!(actor.ended && app.tables.find(&id).is_none());
        assert!(app.tables.is_left(&id) && app.tables.knows(&id), "nothing closes it");
        assert!(store.is_table_open(&id.0).await.unwrap());
        store.close().await;
    }
}
