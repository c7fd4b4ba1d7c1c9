//! Playing over the wire.
//!
//! * [`account`]: the accounts to play as; the names of the house's bots.
//! * [`player`]: one account: connects, reconnects, sits, acts.
//! * [`table`]: one table as that account sees it, and what it has to do there.
//! * [`thinker`]: decisions on a bounded number of threads, within the clock.
//! * [`stop`]: the end of a process.

mod account;
mod args;
mod player;
mod stop;
mod table;
mod thinker;

use std::sync::Arc;

use anyhow::bail;
use tokio::task::JoinSet;
use tracing::{Instrument, error, info, info_span};

use account::Account;
pub use args::Args;
use player::Player;
use stop::Stop;
use thinker::Thinker;

/// Plays until stopped, or until no account has anything left to do.
///
/// # Errors
/// If the options do not fit together, or the server refuses an account.
pub fn run(args: Args) -> anyhow::Result<()> {
    args.log_format.start();
    let accounts = args.accounts()?;
    args.load_habits()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        // As many as think in parallel: each retains the memory and the tables of its searches.
        .max_blocking_threads(args.threads())
        .enable_all()
        .build()?;
    runtime.block_on(play(args, accounts))
}

async fn play(args: Args, accounts: Vec<Account>) -> anyhow::Result<()> {
    let stop = Stop::listen()?;
    let thinker = Arc::new(Thinker::new(args.threads()));
    let args = Arc::new(args);
    info!(
        server = %args.server, accounts = accounts.len(), threads = args.threads(),
        "vzetek-bot {} starts", env!("CARGO_PKG_VERSION"),
    );
    let mut players = JoinSet::new();
    for account in accounts {
        let span = info_span!("bot", name = account.name(), level = %account.level());
        let player = Player::new(account, args.clone(), thinker.clone(), stop.clone());
        players.spawn(player.run().instrument(span));
    }
    let mut refused = 0;
    while let Some(ended) = players.join_next().await {
        match ended {
            Ok(Ok(())) => (),
            Ok(Err(error)) => {
                refused += 1;
                error!("{error:#}");
            }
            Err(fault) => {
                refused += 1;
                error!("a bot came to a bad end: {fault}");
            }
        }
    }
    if refused > 0 {
        bail!("{refused} of the bots could not play; see above");
    }
    info!("all bots have left");
    Ok(())
}
