//! The fence, which keeps a server that has lost its claim from writing.
//!
//! A process notices late that it has lost its claim: it may have slept, or the session that holds
//! the lock broke between two looks at it. So the database itself decides. Each server has a row in
//! `nodes`, whose incarnation its start raises, and every write of a claimed store begins by
//! comparing it; on Postgres the write shares the row, so that to fence it waits for writes under
//! way.

use std::sync::{Arc, OnceLock};

use tokio::sync::watch;

use crate::StoreError;
use crate::node::{Node, Owner};

/// The incarnation that a fenced row shows.
const FENCED: i64 = -1;

/// The error of a server without its row.
pub(crate) fn no_row() -> StoreError {
    let message = "the table \"nodes\" has no row for this server";
    StoreError::Unavailable(sqlx::Error::Protocol(message.to_owned()))
}

/// The incarnation that a claim has, shared with every store opened by it.
#[derive(Clone, Debug)]
pub(crate) struct Fence(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    node: Node,
    /// Set once the claim has raised it.
    incarnation: OnceLock<i64>,
    /// True once a write has found another one.
    passed: watch::Sender<bool>,
}

impl Fence {
    /// The fence of a server that has not entered itself yet.
    pub(crate) fn new(node: Node) -> Self {
        let (incarnation, passed) = (OnceLock::new(), watch::Sender::new(false));
        Self(Arc::new(Inner { node, incarnation, passed }))
    }

    /// The server.
    pub(crate) fn node(&self) -> &Node {
        &self.0.node
    }

    /// The incarnation that this claim has entered the server with, if it has.
    pub(crate) fn incarnation(&self) -> Option<i64> {
        self.0.incarnation.get().copied()
    }

    /// The server as the owner of tables, once it is entered.
    pub(crate) fn owner(&self) -> Option<Owner> {
        let incarnation = self.incarnation()?;
        Some(Owner { id: self.0.node.id.clone(), incarnation })
    }

    /// Sets the incarnation that every write must find from now on.
    pub(crate) fn set(&self, incarnation: i64) {
        // A claim raises it once.
        let _ = self.0.incarnation.set(incarnation);
    }

    /// The statement that reads the stored incarnation. A server's name needs no quoting.
    pub(crate) fn read(&self) -> String {
        let id = &self.0.node.id;
        format!(
            "SELECT CASE WHEN fenced THEN {FENCED} ELSE incarnation END FROM nodes WHERE id = '{id}'"
        )
    }

    /// Checks that the stored incarnation is ours.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] if not; then [`Fence::passed`] returns.
    /// [`StoreError::Unavailable`] if there is none: the row is missing, or its connection broke.
    pub(crate) fn check(&self, stored: Option<i64>) -> Result<(), StoreError> {
        if stored.is_none() {
            return Err(no_row());
        }
        if stored == self.incarnation() {
            return Ok(());
        }
        self.0.passed.send_replace(true);
        Err(StoreError::Fenced)
    }

    /// Waits until a write finds that this server is fenced.
    pub(crate) async fn passed(&self) {
        let mut passed = self.0.passed.subscribe();
        if passed.wait_for(|passed| *passed).await.is_err() {
            // The sender lives as long as we do.
            std::future::pending().await
        }
    }
}
