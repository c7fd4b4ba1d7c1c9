//! The actor: its state, its mailbox, and what follows from each command.

use std::collections::{HashMap, VecDeque};
use std::pin::pin;

use rand::rngs::StdRng;
use tokio::sync::mpsc;
use tokio::time::Instant;
use vzetek_protocol::ClientMessage;
use vzetek_protocol::shuffle::DroppedPromise;
use vzetek_protocol::table::{ChatLine, TableEvent};
use vzetek_store::{DropRow, Write};

use super::carry::Carry;
use super::happening::Happening;
use super::seats::{SeatRecord, is_house_bot};
use super::stage::Stage;
use super::watching::Watcher;
use super::{Command, MAILBOX, Owners, Setup, TableHandle, Visitor};
use crate::app::{Now, Shared};
use crate::fault::Fault;
use crate::ids;
use crate::ws::outbox::ConnectionId;
use crate::ws::words::send_error;

/// The time that a table that could not go on waits before it tries again.
const AFTER_A_FAULT: std::time::Duration = std::time::Duration::from_secs(1);

/// A table and all that goes on at it.
#[derive(Debug)]
pub struct Actor {
    pub(super) app: Shared,
    pub(super) setup: Setup,
    /// The moment of the input that is dealt with.
    pub(super) now: Now,
    /// The source of names and secrets.
    pub(super) chance: StdRng,
    /// The word by which bots that we asked may sit down. Good for this life
    /// of the server only.
    pub(super) house_invite: String,
    pub(super) seats: Vec<SeatRecord>,
    pub(super) stage: Stage,
    pub(super) carry: Carry,
    /// The promises dropped since cards were last dealt.
    pub(super) dropped: Vec<DroppedPromise>,
    /// A promise that the last server left behind, as it is to be stored.
    pub(super) lost: Option<DropRow>,
    /// The number of the last event.
    pub(super) seq: u64,
    pub(super) kept: VecDeque<(u64, Happening)>,
    pub(super) watchers: HashMap<ConnectionId, Watcher>,
    pub(super) chat: VecDeque<ChatLine>,
    /// The moment since which nobody who could play has been here.
    pub(super) idle_since: Option<Instant>,
    /// The moment since which, between deals, players have waited for another
    /// one.
    pub(super) waited_since: Option<Instant>,
    owners: Owners,
    /// The number of spectators as last told, and the moment when it was.
    pub(super) told_spectators: (u32, Option<Instant>),
    /// True if a bot was awaited and none was free, as last told.
    pub(super) told_awaiting: bool,
    /// The moment until which nothing is tried that follows by itself: it
    /// failed just now.
    rests_until: Option<Instant>,
    /// True if the lobby has to be told the table's present state.
    pub(super) unreported: bool,
}

/// Starts a table's task.
pub fn spawn(app: &Shared, actor: Actor, creator: Option<String>) -> TableHandle {
    let (mailbox, commands) = mpsc::channel(MAILBOX);
    let owners = actor.owners.clone();
    let (of_table, id) = (app.clone(), actor.setup.id.clone());
    let run = tokio::spawn(actor.run(commands));
    app.tasks.spawn(async move {
        if let Err(broken) = run.await {
            // The stored state is whole: a restart rebuilds the table.
            tracing::error!(table = %id, error = %broken, "a table broke down");
            of_table.tables.remove(&id);
            of_table.lobby.remove(&id);
            of_table.house.forget(&id);
        }
    });
    TableHandle { mailbox, creator, owners }
}

impl Actor {
    pub(super) fn new(
        app: &Shared,
        setup: Setup,
        seats: Vec<SeatRecord>,
        stage: Stage,
        carry: Carry,
        now: Now,
        mut chance: StdRng,
    ) -> Self {
        Self {
            app: app.clone(),
            setup,
            now,
            house_invite: ids::secret(&mut chance),
            chance,
            seats,
            stage,
            carry,
            dropped: Vec::new(),
            lost: None,
            seq: 0,
            kept: VecDeque::new(),
            watchers: HashMap::new(),
            chat: VecDeque::new(),
            idle_since: Some(now.instant),
            waited_since: None,
            owners: Owners::default(),
            told_spectators: (0, None),
            told_awaiting: false,
            rests_until: None,
            unreported: true,
        }
    }

    /// True if bots play here for show.
    pub fn is_demo(&self) -> bool {
        self.setup.demo
    }

    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        // A token of its own: all tables at once would wait for each other's
        // look at a shared one.
        let shutdown = self.app.shutdown.child_token();
        let mut stopping = pin!(shutdown.cancelled());
        self.now = Now::read();
        self.settle().await;
        let mut alarm = pin!(tokio::time::sleep_until(self.next_wake()));
        while !matches!(self.stage, Stage::Closed) {
            tokio::select! {
                biased;
                () = &mut stopping => return,
                command = commands.recv() => match command {
                    Some(command) => {
                        self.now = Now::read();
                        self.handle(command).await;
                    }
                    None => return,
                },
                () = &mut alarm => self.now = Now::read(),
            }
            self.settle().await;
            // Set earlier at once, but put off only when it goes off: most
            // turns end long before their time.
            let wake = self.rests_until.unwrap_or_else(|| self.next_wake());
            if wake < alarm.deadline() || alarm.is_elapsed() {
                alarm.as_mut().reset(wake);
            }
        }
        self.app.tables.remove(&self.setup.id);
        self.app.lobby.remove(&self.setup.id);
    }

    /// Does whatever follows by itself from what just happened.
    async fn settle(&mut self) {
        self.note_connections();
        self.replace_absent();
        self.rests_until = self.rests_until.filter(|until| *until > self.now.instant);
        if self.rests_until.is_none() {
            let outcome = self.dismiss_overdue().await;
            self.rest_after(outcome);
            let outcome = self.advance().await;
            self.rest_after(outcome);
        }
        self.ask_for_bots();
        let awaiting = self.awaits_bots();
        if std::mem::replace(&mut self.told_awaiting, awaiting) != awaiting {
            self.publish(Happening::Public(TableEvent::AwaitingBots { awaiting }));
        }
        self.note_idle();
        let idle = self.idle_until().is_some_and(|at| at <= self.now.instant);
        if idle && self.rests_until.is_none() {
            let outcome = self.close("idle").await;
            self.rest_after(outcome);
        }
        self.tell_spectators();
        if std::mem::take(&mut self.unreported) {
            self.report();
        }
    }

    /// Logs a fault, and lets what is due rest. It stays due, and is tried
    /// again until it works; without a pause that would be as fast as the
    /// machine can. Whoever speaks to the table meanwhile is heard.
    fn rest_after(&mut self, outcome: Result<(), Fault>) {
        if let Err(fault) = outcome {
            fault.log("a table could not go on");
            self.rests_until = Some(self.now.instant + AFTER_A_FAULT);
        }
    }

    /// Tells those who look from outside how the table stands.
    fn report(&self) {
        let owners = self.owner_ids().into_iter().flatten().collect();
        *self.owners.write().expect("never poisoned: no panic while held") = owners;
        if !self.setup.config.private && !matches!(self.stage, Stage::Closed) {
            self.app.lobby.report(self.summary());
        }
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Watch { visitor, invite, since } => self.watch(&visitor, invite, since),
            Command::Unwatch { connection } => {
                if self.watchers.remove(&connection).is_some() {
                    self.app.house.release(connection, &self.setup.id);
                }
            }
            Command::Message { visitor, message } => {
                let of = message.type_name();
                if let Err(fault) = self.obey(&visitor, message).await {
                    fault.log("a table refused a message");
                    let table = Some(self.setup.id.clone());
                    send_error(&visitor.outbox, *fault.body, Some(of), table);
                }
            }
        }
    }

    async fn obey(&mut self, visitor: &Visitor, message: ClientMessage) -> Result<(), Fault> {
        let account = visitor.player.id.as_str();
        match message {
            ClientMessage::Sit { seat, invite, .. } => {
                self.sit(visitor, seat, invite.as_deref()).await
            }
            ClientMessage::Leave { .. } => self.leave(visitor).await,
            ClientMessage::Act { seq, action, .. } => self.act(account, seq, &action).await,
            ClientMessage::Return { .. } => self.take_back(account),
            ClientMessage::NonceHash { hash, .. } => self.commit_to(account, hash),
            ClientMessage::Nonce { nonce, .. } => self.open_nonce(account, nonce),
            ClientMessage::Ready { .. } => self.ready(account),
            ClientMessage::Chat { text, .. } => self.say(visitor, &text),
            ClientMessage::Decline { seat, .. } => {
                self.declined(visitor, seat);
                Ok(())
            }
            // These never come here: the connection deals with them.
            ClientMessage::Hello { .. }
            | ClientMessage::Lobby { .. }
            | ClientMessage::Watch { .. }
            | ClientMessage::Unwatch { .. }
            | ClientMessage::Offer { .. }
            | ClientMessage::Ping { .. } => Ok(()),
        }
    }

    /// Has writes recorded; returns when they are durable.
    pub(super) async fn record_writes(&mut self, writes: Vec<Write>) -> Result<(), Fault> {
        let recorded = self.app.recorder.write(writes).await;
        self.now = Now::read();
        Ok(recorded?)
    }

    fn note_idle(&mut self) {
        let awaited = |record: &SeatRecord| {
            record.connected && record.owner.as_ref().is_some_and(|owner| !is_house_bot(owner))
        };
        let busy = self.setup.demo
            || matches!(self.stage, Stage::Playing(_) | Stage::Shuffling(_))
            || self.seats.iter().any(awaited);
        if busy {
            self.idle_since = None;
        } else {
            self.idle_since.get_or_insert(self.now.instant);
        }
    }

    /// When the table is closed for want of players.
    pub(super) fn idle_until(&self) -> Option<Instant> {
        let tuning = &self.app.config.tuning;
        let awaited = if self.unhurried().is_some() { tuning.alone_s } else { 0 };
        let patience = std::time::Duration::from_secs(tuning.empty_table_s.max(awaited));
        self.idle_since.map(|since| since + patience)
    }

    /// Ends the table for good.
    pub(crate) async fn close(&mut self, reason: &str) -> Result<(), Fault> {
        let write = Write::CloseTable { table: self.setup.id.0.clone(), at: self.now.utc };
        self.record_writes(vec![write]).await?;
        self.publish(Happening::Public(TableEvent::Closed { reason: reason.to_owned() }));
        self.app.house.forget(&self.setup.id);
        self.stage = Stage::Closed;
        Ok(())
    }
}
