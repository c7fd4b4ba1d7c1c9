//! One account: connects and reconnects, sits where it is asked to, does its duties at every table.

mod complaint;
mod connection;
mod duties;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use tokio::sync::mpsc;
use tracing::{info, warn};
use vzetek_client::Client;
use vzetek_game::Seat;
use vzetek_protocol::{TableId, UserId};

use super::account::Account;
use super::args::Args;
use super::stop::Stop;
use super::table::{Table, TurnKey};
use super::thinker::Thinker;

/// Notes from one's own tasks that may wait; more make the tasks wait.
const NOTES: usize = 256;

/// An account at work, over all its connections.
pub struct Player {
    account: Account,
    args: Arc<Args>,
    thinker: Arc<Thinker>,
    stop: Stop,
    client: Client,
    /// The account's id as the server says it; known after the first welcome.
    me: Option<UserId>,
    tables: HashMap<TableId, Table>,
    /// Seats that were asked for, until the answer arrives.
    sitting: HashMap<TableId, Wanted>,
    /// The server did not read all we said, and a pause was begun.
    too_fast: bool,
    /// Decisions and pauses write here when they are done. They outlive a
    /// connection, so what was decided meanwhile is played after it is back.
    notes: (mpsc::Sender<Note>, mpsc::Receiver<Note>),
}

/// A seat that was asked for.
#[derive(Clone, Debug)]
struct Wanted {
    seat: Option<Seat>,
    invite: Option<String>,
    tries: u32,
}

/// The notes of one's own tasks.
#[derive(Debug)]
enum Note {
    /// A decision is made.
    Decided(TableId, TurnKey, String),
    /// The pause before sending an action again is over.
    SendAgain(TableId),
    /// The pause before sitting down again is over.
    SitAgain(TableId),
    /// The pause after too many messages is over.
    SayAgain,
    /// The pause before asking for the next deal is over.
    Ready(TableId),
}

/// The end of a connection.
enum End {
    /// It broke, or the server is not there; try again.
    Lost(anyhow::Error),
    /// The server refuses the account as it is; trying again does not help.
    Refused(String),
    /// There is nothing left to do.
    Done,
}

impl Player {
    /// An account that is not connected yet.
    pub fn new(account: Account, args: Arc<Args>, thinker: Arc<Thinker>, stop: Stop) -> Self {
        Self {
            client: account.client(&args.server),
            account,
            args,
            thinker,
            stop,
            me: None,
            tables: HashMap::new(),
            sitting: HashMap::new(),
            too_fast: false,
            notes: mpsc::channel(NOTES),
        }
    }

    /// Plays until stopped, or until there is nothing left to do.
    ///
    /// # Errors
    /// If the server refuses the account.
    pub async fn run(mut self) -> anyhow::Result<()> {
        loop {
            let connected = tokio::select! {
                connected = self.client.reconnect() => connected,
                () = self.stop.asked() => return Ok(()),
            };
            let end = match connected {
                Ok(welcome) => self.connection(welcome).await,
                Err(error) => End::Refused(error.to_string()),
            };
            match end {
                End::Lost(why) => warn!("the connection is lost: {why:#}"),
                End::Refused(why) => bail!("{} is refused: {why}", self.account.name()),
                End::Done => return Ok(()),
            }
        }
    }

    /// True if a decision of this account is being thought about or written.
    fn is_thinking(&self) -> bool {
        self.tables.values().any(Table::is_thinking)
    }

    /// Leaves a note after a pause.
    fn note_later(&self, pause: Duration, note: Note) {
        let notes = self.notes.0.clone();
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            // Without a receiver to read it the account is done.
            let _ = notes.send(note).await;
        });
    }

    fn forget(&mut self, table: &TableId) {
        self.sitting.remove(table);
        if self.tables.remove(table).is_some() {
            info!(%table, "left the table");
        }
    }
}
