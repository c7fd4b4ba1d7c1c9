//! Deletes what is no longer needed: expired sessions, guests who never played and did not return,
//! and tables that are open in the store but unknown to the server, for example after a failed
//! opening.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use vzetek_protocol::TableId;

use crate::app::Shared;
use crate::fault::Fault;

/// The time between two looks at sessions and guests.
const PAUSE: Duration = Duration::from_secs(3600);
/// The lead over that time that the clock may have without a warning.
const ALLOWED: TimeDelta = TimeDelta::days(1);
/// The lots of guests that are looked at each time. Guests who have played are looked at, too, and
/// stay; the next time continues where this one stopped.
const LOTS: u32 = 20;
/// The pause between two lots, so that other queries have their turn at the store.
const BETWEEN_LOTS: Duration = Duration::from_millis(200);
/// The open tables that are looked at with one question.
const TABLES: u32 = 1000;

/// Sweeps until the server stops.
pub async fn run(app: Shared) {
    tokio::select! {
        () = app.shutdown.cancelled() => {}
        () = sweep_accounts(&app) => {}
        () = sweep_tables(&app) => {}
    }
}

async fn sweep_accounts(app: &Shared) {
    let mut place = None;
    loop {
        if let Err(fault) = sweep_expired(app, &mut place).await {
            fault.log("expired sessions and guests without games are still there");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn sweep_expired(
    app: &Shared,
    place: &mut Option<(DateTime<Utc>, String)>,
) -> Result<(), Fault> {
    app.accounts.prolong_connected().await?;
    let late = app.accounts.pass_time().await?;
    if app.sources.utc() - late > ALLOWED {
        tracing::warn!(
            seen = %late,
            "the clock is far ahead of what the database has seen: it is wrong, or no server ran \
             for long; what expired meanwhile is kept for now"
        );
    }
    let count = app.store.remove_expired_sessions(late).await?;
    if count > 0 {
        tracing::info!(count, "expired sessions removed");
    }
    sweep_guests(app, late, place).await
}

/// Closes unknown tables, and logs that.
async fn sweep_tables(app: &Shared) {
    // As long as any table may be without players.
    let limit = Duration::from_secs(app.config.tuning.empty_table_s.max(1));
    let mut unknown = HashSet::new();
    loop {
        tokio::time::sleep(limit).await;
        if let Err(fault) = close_unknown(app, limit, &mut unknown).await {
            fault.log("tables that nobody knows are still open");
        }
    }
}

/// Closes the tables that were unknown the last time, too: a table may be between the store and the
/// others, or between them and its end.
async fn close_unknown(
    app: &Shared,
    limit: Duration,
    unknown: &mut HashSet<String>,
) -> Result<(), Fault> {
    let before = std::mem::take(unknown);
    let opened = app.sources.utc() - limit;
    let mut place = None;
    let mut closed = 0;
    loop {
        let page = app.store.tables_opened_before(opened, place.as_ref(), TABLES).await?;
        let Some(last) = page.last() else { break };
        place = Some(last.clone());
        let ids = page.into_iter().map(|(_, id)| id);
        let (still, new): (Vec<String>, Vec<String>) = ids
            .filter(|id| !app.tables.knows(&TableId(id.clone())))
            .partition(|id| before.contains(id));
        unknown.extend(new);
        // Another server may have taken one over since.
        closed += app.store.close_abandoned(&still, app.sources.utc()).await?;
    }
    if closed > 0 {
        tracing::info!(closed, "tables closed that nobody knew");
    }
    Ok(())
}

/// Looks at some guests, from this place on, and deletes unused ones.
async fn sweep_guests(
    app: &Shared,
    late: DateTime<Utc>,
    place: &mut Option<(DateTime<Utc>, String)>,
) -> Result<(), Fault> {
    let days = app.config.tuning.guest_days;
    if days == 0 {
        return Ok(());
    }
    let mut removed = 0;
    for _ in 0..LOTS {
        let lot = app.accounts.forget_guests(days, late, place.as_ref()).await?;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clap::Parser;
    use tokio_util::sync::CancellationToken;
    use vzetek_store::{ConnectOptions, Store, connect_unclaimed};

    use super::*;
    use crate::accounts::guests::tests::guest;
    use crate::config::Config;
    use crate::connection::Ending;
    use crate::serve::assemble;
    use crate::sources::Sources;

    /// Each server knows its own connections only; the others see the renewed session.
    #[tokio::test]
    async fn guests_who_are_connected_stay() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("guests.db").display());
        let store: Arc<dyn Store> =
            connect_unclaimed(&url, &ConnectOptions::default()).await.unwrap();
        let [here, elsewhere] = [(); 2].map(|()| {
            let (config, shutdown) = (Config::parse_from(["server"]), CancellationToken::new());
            assemble(config, store.clone(), shutdown, None, Sources::system()).0
        });
        let [gone, stays] =
            [guest(&*store, "Ana", 40, 31).await, guest(&*store, "Bor", 40, 0).await];
        let ending = Ending::new(CancellationToken::new());
        let admitted = elsewhere.accounts.admit("Bor", &ending).await.unwrap();
        assert!(admitted.is_some());
        // As if that had been a month ago.
        let sessions = elsewhere.accounts.connected().sessions();
        let [far, ends] =
            [365, 90 - 31].map(|days| Sources::system().utc() + TimeDelta::days(days));
        store.renew_sessions(&sessions, far, ends).await.unwrap();

        for app in [&elsewhere, &here] {
            sweep_expired(app, &mut None).await.unwrap();
        }
        assert_eq!(store.account(&gone.id).await.unwrap(), None);
        assert!(store.account(&stays.id).await.unwrap().is_some());
        store.close().await;
    }
}
