//! `vzetek-lab load`: the capacity of a server.
//!
//! Real sockets on which two to four trivial players a table play deal after
//! deal. A latency runs from writing a move until *every* seat of the table
//! has read the event that it became.
//!
//! * [`args`]: what can be set. [`plan`]: which stages are run, in what order.
//! * [`stage`]: what all tables do now, and where they count.
//! * [`setup`]: guests and tables, over HTTP. [`table`]: one table's players.
//! * [`echo`]: the bare server to compare with, and its clients.
//! * [`socket`]: connections whose messages are counted. [`report`]: the figures.
//! * [`server`]: own child processes. [`processes`]: their memory and CPU time.

mod args;
pub mod echo;
mod histogram;
mod messages;
mod plan;
mod processes;
mod report;
mod server;
mod setup;
mod socket;
mod stage;
mod table;
#[cfg(test)]
mod tests;

use anyhow::bail;
use tokio::signal::unix::{SignalKind, signal};

pub use args::Args;

/// Runs the load and prints the figures: a table to the standard error, JSON
/// to the standard output.
///
/// # Errors
/// If the options do not fit together or the server does not play along.
pub fn run(args: Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            // Dropping the plan ends its children.
            _ = tokio::signal::ctrl_c() => bail!("interrupted"),
            _ = terminate.recv() => bail!("told to stop"),
            done = plan::run(args) => done,
        }
    })
}
