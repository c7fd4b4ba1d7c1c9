//! A client at a few tables in parallel, on one connection: it plays any legal action when it is
//! due, and remembers everything that it is shown.

use std::borrow::Cow;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use vzetek_client::{Client, Error, Place, jitter, legal_actions, turn};
use vzetek_protocol::rest::CreatedTable;
use vzetek_protocol::table::{Phase, PlayedMove};
use vzetek_protocol::{ClientMessage, ErrorCode, ServerMessage, TableEvent, TableId};

use super::notes::Notes;
use super::seen::Seen;

/// The interval at which due messages are looked for.
const TICK: Duration = Duration::from_millis(50);

/// The time after which a message without effect is sent again.
const AGAIN: Duration = Duration::from_millis(1500);

/// The time after which a refused message is sent again, if the refusal names none, and about which
/// a lost connection is made again.
const SOON: Duration = Duration::from_millis(250);

/// A client.
pub struct Player {
    client: Client,
    notes: Arc<Notes>,
    seen: Seen,
    /// The tables at which the player has a seat.
    sits: Vec<TableId>,
    /// The messages to send, by table, and when.
    due: HashMap<TableId, (Instant, Saying)>,
    /// The time to think about a move, at most.
    pace: Duration,
}

/// Something to be said at a table.
#[derive(Clone, Debug)]
enum Saying {
    /// One of these actions.
    Act(Vec<Cow<'static, str>>),
    /// Ready for the next deal.
    Ready,
}

impl Player {
    /// Connects, the client of this number, with this token from this address. `pace` is the
    /// most time to think about a move.
    ///
    /// # Errors
    /// If the server does not play along.
    pub async fn connect(
        number: usize,
        address: &str,
        token: &str,
        at: IpAddr,
        pace: Duration,
        notes: Arc<Notes>,
    ) -> anyhow::Result<Self> {
        let mut client = Client::new(address, token, None).on_behalf_of(at);
        let seen = Seen::new(number, client.connect().await?.you.id);
        Ok(Self { client, notes, seen, sits: Vec::new(), due: HashMap::new(), pace })
    }

    /// Sits down at a table.
    ///
    /// # Errors
    /// If the connection is closed.
    pub async fn sit(&mut self, table: &CreatedTable) -> Result<(), Error> {
        let CreatedTable { table, invite } = table.clone();
        self.sits.push(table.clone());
        self.client.send(&ClientMessage::Sit { table, seat: None, invite }).await
    }

    /// Watches a table.
    ///
    /// # Errors
    /// If the connection is closed.
    pub async fn watch(&mut self, table: &CreatedTable) -> Result<(), Error> {
        let CreatedTable { table, invite } = table.clone();
        self.client.send(&ClientMessage::Watch { table, invite, since: None }).await
    }

    /// Plays until stopped; it is a violation if the server refuses the player permanently. Returns
    /// everything that was shown.
    pub async fn play(mut self, mut stop: watch::Receiver<bool>) -> Seen {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                () = told(&mut stop) => break,
                message = self.client.receive_placed() => {
                    message.map(|(message, place)| self.hear(&message, place))
                }
                _ = ticks.tick() => self.say().await,
            };
            let Err(error) = done else { continue };
            tokio::select! {
                () = told(&mut stop) => break,
                back = self.come_back(error) => if let Err(error) = back {
                    self.notes.wrong(format!("a player is refused: {error}"));
                    break;
                }
            }
        }
        self.client.close().await;
        self.seen
    }

    /// Connects again after an error, with short waits however often: where something is
    /// always broken, connections do not last.
    async fn come_back(&mut self, mut error: Error) -> Result<(), Error> {
        while error.may_pass() {
            tokio::time::sleep(jitter(SOON)).await;
            match self.client.connect().await {
                Ok(welcome) => {
                    let (is, was) = (welcome.you.id, &self.seen.account);
                    if is != *was {
                        self.notes.wrong(format!("{was} was welcomed as {is}"));
                    }
                    return Ok(());
                }
                Err(again) => error = again,
            }
        }
        Err(error)
    }

    /// Sends everything that is due. It stays due until it takes effect.
    async fn say(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        for (table, (when, saying)) in &mut self.due {
            if *when > now {
                continue;
            }
            *when = now + AGAIN;
            match saying {
                Saying::Act(legal) => {
                    let action = legal.choose(&mut rand::rng()).cloned().unwrap_or_default();
                    self.client.act(table, &action).await?;
                }
                Saying::Ready => {
                    self.client.send(&ClientMessage::Ready { table: table.clone() }).await?;
                }
            }
        }
        Ok(())
    }

    fn hear(&mut self, message: &ServerMessage, place: Place) {
        if let ServerMessage::Event { table, seq, event } = message {
            self.seen.event(table, *seq, event, place == Place::Next, &self.notes);
        }
        if place == Place::Next {
            self.follow(message);
        }
        if let Some((table, turn)) = turn(message) {
            self.seen.turn(table, turn, &self.notes);
        }
    }

    fn follow(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot { snapshot } => {
                self.seen.snapshot(snapshot, &self.notes);
                self.due.remove(&snapshot.id);
                if snapshot.phase == Phase::Finished {
                    self.be_ready(&snapshot.id);
                }
            }
            ServerMessage::Event { table, event, .. } => self.event(table, event),
            ServerMessage::Error { error, table, .. } => {
                self.notes.error(&error.code.to_string());
                let again = error.retry_ms.map_or(SOON, Duration::from_millis);
                if let Some((when, _)) = table.as_ref().and_then(|table| self.due.get_mut(table)) {
                    *when = Instant::now() + again;
                }
                if matches!(
                    error.code,
                    ErrorCode::Internal | ErrorCode::NoSuchTable | ErrorCode::BadMessage
                ) {
                    let about = table.as_ref().map_or("no table", |table| &table.0);
                    self.notes.wrong(format!("{about}: {} ({})", error.message, error.code));
                }
            }
            _ => (),
        }
        if let Some((table, legal)) = legal_actions(message) {
            let table = table.clone();
            self.plan(&table, Saying::Act(legal.to_vec()));
        }
    }

    fn event(&mut self, table: &TableId, event: &TableEvent) {
        match event {
            TableEvent::Moved { moved, events, .. } => {
                let played = PlayedMove { moved: moved.clone(), events: events.clone() };
                self.seen.moved(table, played, &self.notes);
                self.due.remove(table);
            }
            TableEvent::Dealt { deal } => {
                self.seen.deal(table, deal, &self.notes);
                self.due.remove(table);
            }
            TableEvent::DealOver { finish } => {
                self.seen.finished(finish, &self.notes);
                self.be_ready(table);
            }
            TableEvent::Committed { .. } => drop(self.due.remove(table)),
            TableEvent::Closed { reason } => {
                self.notes.wrong(format!("table {table} was closed: {reason}"));
            }
            TableEvent::Substituted { seat, .. } => {
                self.notes.wrong(format!("table {table}: seat {seat} was given to a substitute"));
            }
            _ => (),
        }
    }

    /// Asks for the next deal, if the player has a seat there.
    fn be_ready(&mut self, table: &TableId) {
        if self.sits.contains(table) {
            self.plan(table, Saying::Ready);
        }
    }

    fn plan(&mut self, table: &TableId, saying: Saying) {
        let thinks = rand::rng().random_range(Duration::ZERO..=self.pace);
        self.due.insert(table.clone(), (Instant::now() + thinks, saying));
    }
}

/// Waits until the clients are stopped.
async fn told(stop: &mut watch::Receiver<bool>) {
    // The sender is dropped: that is a stop, too.
    let _ = stop.wait_for(|stop| *stop).await;
}
