//! Forgets what nobody needs any more: expired sessions, and guests who came,
//! never played, and did not come again.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::app::{Shared, now};
use crate::fault::Fault;

/// How often that is done.
const PAUSE: Duration = Duration::from_secs(3600);
/// How many lots of guests are looked at each time. Those who have played are
/// looked at, too, and stay; the next time goes on where this one stopped.
const LOTS: u32 = 20;
/// Between two lots, so that others have their turn at the store.
const BETWEEN_LOTS: Duration = Duration::from_millis(200);

/// Sweeps until the server stops.
pub async fn run(app: Shared) {
    let mut place = None;
    loop {
        match app.store.remove_expired_sessions(now()).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "expired sessions removed"),
            Err(error) => tracing::warn!(%error, "expired sessions are still there"),
        }
        if let Err(fault) = sweep_guests(&app, &mut place).await {
            fault.log("guests without games are still there");
        }
        tokio::select! {
            () = app.shutdown.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// Looks at some guests, from this place on, and forgets those it may.
async fn sweep_guests(
    app: &Shared,
    place: &mut Option<(DateTime<Utc>, String)>,
) -> Result<(), Fault> {
    let days = app.config.tuning.guest_days;
    if days == 0 {
        return Ok(());
    }
    let mut removed = 0;
    for _ in 0..LOTS {
        let lot = app.accounts.forget_guests(days, place.as_ref()).await?;
        removed += lot.removed;
        *place = lot.last;
        if place.is_none() || app.shutdown.is_cancelled() {
            break;
        }
        tokio::time::sleep(BETWEEN_LOTS).await;
    }
    if removed > 0 {
        tracing::info!(removed, "guests removed who have not played");
    }
    Ok(())
}
