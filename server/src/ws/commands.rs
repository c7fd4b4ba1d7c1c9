//! Commands to tables, here or at other servers.

use std::time::Duration;

use tokio::time::Instant;
use vzetek_protocol::{ClientMessage, ErrorBody, ErrorCode, TableId};

use super::connection::{Connection, MOST_WATCHED, Refused};
use crate::cluster::taken_over;
use crate::fault::Fault;
use crate::table::{Command, Mail, TableHandle, Unsent};

/// The wait between two looks for a table that is not known here yet …
const AGAIN: Duration = Duration::from_millis(100);
/// … and how long it is looked for.
const PATIENCE: Duration = Duration::from_secs(10);
impl Connection {
    /// Puts a command into a table's mailbox; a full one is reported as busy. A command that makes
    /// this connection watch a table waits until it is known which server runs that.
    pub(super) async fn pass(&mut self, table: TableId, command: Command) -> Result<(), Refused> {
        let known = self.watched.get(&table).filter(|handle| !handle.mailbox.is_closed());
        let handle = match known {
            Some(handle) => handle.clone(),
            None => match self.approach(&table, &command) {
                Ok(Some(handle)) => handle,
                Ok(None) if !self.is_elsewhere(&table).await => {
                    let fault = Fault::no_such_table(&table);
                    return Err(Refused { fault, table: Some(table) });
                }
                Ok(None) if watches(&command) && self.waiting.len() < MOST_WATCHED => {
                    self.waiting.push((Instant::now(), table, command));
                    self.again.get_or_insert_with(|| Instant::now() + AGAIN);
                    return Ok(());
                }
                Ok(None) => {
                    let fault = taken_over().into();
                    return Err(Refused { fault, table: Some(table) });
                }
                Err(fault) => return Err(Refused { fault, table: Some(table) }),
            },
        };
        let fault = match handle.mailbox.try_send(self.mail(command)) {
            Ok(()) => return Ok(()),
            Err(Unsent::Full) => {
                Fault::new(ErrorCode::Busy, "the table has too much to do; try again")
            }
            // Between servers just now, or closed permanently.
            Err(Unsent::Closed) if self.is_elsewhere(&table).await => taken_over().into(),
            Err(Unsent::Closed) => Fault::no_such_table(&table),
        };
        Err(Refused { fault, table: Some(table) })
    }

    async fn is_elsewhere(&self, table: &TableId) -> bool {
        self.app.tables.is_elsewhere(table, self.visitor.household).await
    }

    /// Looks again for the tables that were not known before.
    pub(super) async fn try_again(&mut self) {
        self.again = None;
        for (since, table, command) in std::mem::take(&mut self.waiting) {
            let of = match &command {
                Command::Message { message, .. } => message.type_name(),
                Command::Watch { .. } | Command::Unwatch { .. } => "watch",
            };
            let late = since.elapsed() >= PATIENCE;
            let passed = if late {
                let message = "no server runs the table now; try again";
                let fault = ErrorBody::later(ErrorCode::Busy, message, PATIENCE).into();
                Err(Refused { fault, table: Some(table) })
            } else if !self.app.tables.knows_open(&table) && !self.app.tables.is_left(&table) {
                // The store was asked when the command arrived; it is not asked ten times a second.
                self.waiting.push((since, table, command));
                self.again.get_or_insert_with(|| Instant::now() + AGAIN);
                continue;
            } else {
                self.pass(table.clone(), command).await.map(|()| {
                    // It waits on, with its first time of arrival.
                    let last = self.waiting.last_mut().filter(|(_, last, _)| *last == table);
                    last.into_iter().for_each(|waiting| waiting.0 = since);
                })
            };
            if let Err(Refused { fault, table }) = passed {
                fault.log("a table was not found");
                self.outbox().send_error(*fault.body, Some(of), table);
            }
        }
    }

    /// Finds a table, and remembers it if the connection watches it, or does by this command.
    fn approach(
        &mut self,
        table: &TableId,
        command: &Command,
    ) -> Result<Option<TableHandle>, Fault> {
        let tables = &self.app.tables;
        let (cluster, connection) = (self.app.cluster.as_ref(), self.visitor.connection);
        self.watched.retain(|id, handle| {
            id == table
                || !handle.mailbox.is_closed()
                || tables.knows_open(id)
                // Out of reach, it will be watched again.
                || cluster.is_some_and(|cluster| cluster.connections().watches(connection, id))
        });
        let Some(handle) = tables.find(table) else {
            return if tables.is_left(table) { Err(Fault::table_broken()) } else { Ok(None) };
        };
        let known = self.watched.contains_key(table);
        if known {
            self.watched.insert(table.clone(), handle.clone());
        } else if watches(command) {
            if self.watched.len() >= MOST_WATCHED && !self.house {
                let message = format!("a connection watches at most {MOST_WATCHED} tables");
                return Err(Fault::new(ErrorCode::RateLimited, message));
            }
            self.watched.insert(table.clone(), handle.clone());
        }
        Ok(Some(handle))
    }

    fn mail(&self, command: Command) -> Mail {
        Mail::Command { outbox: self.outbox.clone(), command, receipt: None }
    }

    /// Notifies a table, at its present server, that the connection stops watching it.
    pub(super) async fn unwatch(&self, table: &TableId, handle: TableHandle) {
        let found = handle.mailbox.is_closed().then(|| self.app.tables.find(table)).flatten();
        let mail = self.mail(Command::Unwatch { connection: self.visitor.connection });
        // This must not get lost in a full mailbox: the table would count the connection as a
        // watcher forever.
        found.unwrap_or(handle).mailbox.send(mail).await;
    }
}

/// True if a command makes its connection watch the table.
fn watches(command: &Command) -> bool {
    match command {
        Command::Watch { .. } => true,
        Command::Message { message, .. } => matches!(message, ClientMessage::Sit { .. }),
        Command::Unwatch { .. } => false,
    }
}
