//! Going: the first signal drains, the second aborts.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

/// The exit code of a program that was interrupted, as a shell reports it.
const INTERRUPTED: i32 = 130;

/// Signals all tasks to stop.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    drain: CancellationToken,
}

impl Stop {
    /// Listens for SIGINT and SIGTERM.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn listen() -> std::io::Result<Self> {
        let stop = Self::default();
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let drain = stop.drain.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => (),
                    _ = terminate.recv() => (),
                }
                if drain.is_cancelled() {
                    warn!("told to stop twice: not waiting any longer");
                    std::process::exit(INTERRUPTED);
                }
                info!("told to stop: finishing what is being thought about");
                drain.cancel();
            }
        });
        Ok(stop)
    }

    /// True if it is time to go.
    pub fn is_asked(&self) -> bool {
        self.drain.is_cancelled()
    }

    /// Waits until it is time to go.
    pub async fn asked(&self) {
        self.drain.cancelled().await;
    }
}
