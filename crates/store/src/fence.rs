//! The fence, which keeps a server that has lost its claim from writing.
//!
//! A process notices late that its claim is gone: it may have slept, or the
//! session that holds the lock broke between two looks at it. So the database
//! itself has the last word. Whoever takes the claim raises a generation there,
//! and every write of a claimed store begins by comparing it; on Postgres the
//! write shares the row, so that to raise it waits for writes under way.
//!
//! One row fences the whole database. Several servers on it would need a row
//! each.

use std::sync::{Arc, OnceLock};

use tokio::sync::watch;

use crate::StoreError;

/// The statement that raises the generation and returns the new one.
pub(crate) const RAISE: &str =
    "UPDATE fence SET generation = generation + 1 WHERE id = 1 RETURNING generation";

/// The statement that reads the generation. A macro, so that others can begin or
/// go on with it.
macro_rules! read_fence {
    () => {
        "SELECT generation FROM fence WHERE id = 1"
    };
}
pub(crate) use read_fence;

/// The error of a fence without its row.
pub(crate) fn no_row() -> StoreError {
    StoreError::Unavailable(sqlx::Error::Protocol("the table \"fence\" has no row".to_owned()))
}

/// The generation that a claim has, shared with every store opened by it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fence(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// Set once the claim has raised it.
    generation: OnceLock<i64>,
    /// True once a write has found another generation.
    passed: watch::Sender<bool>,
}

impl Fence {
    /// The generation that this claim has raised the fence to, if it has.
    pub(crate) fn generation(&self) -> Option<i64> {
        self.0.generation.get().copied()
    }

    /// Sets the generation that every write must find from now on.
    pub(crate) fn set(&self, generation: i64) {
        // A claim raises it once.
        let _ = self.0.generation.set(generation);
    }

    /// Checks that the stored generation is ours.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] if not; then [`Fence::passed`] returns.
    /// [`StoreError::Unavailable`] if there is none: the row is gone, or its
    /// connection broke.
    pub(crate) fn check(&self, stored: Option<i64>) -> Result<(), StoreError> {
        if stored.is_none() {
            return Err(no_row());
        }
        if stored == self.generation() {
            return Ok(());
        }
        self.0.passed.send_replace(true);
        Err(StoreError::Fenced)
    }

    /// Waits until a write finds that the database is another's.
    pub(crate) async fn passed(&self) {
        let mut passed = self.0.passed.subscribe();
        if passed.wait_for(|passed| *passed).await.is_err() {
            // The sender lives as long as we do.
            std::future::pending().await
        }
    }
}
