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
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;

    use clap::Parser;
    use tempfile::TempDir;
    use tokio_util::sync::CancellationToken;
    use vzetek_store::{ConnectOptions, Store, connect_unclaimed};

    use super::*;
    use crate::config::Config;
    use crate::connection::Ending;
    use crate::serve::assemble;
    use crate::sources::Sources;

    /// Two servers of one store, whose calendar follows the test's clock.
    async fn servers(arguments: &[&str]) -> (TempDir, Arc<dyn Store>, [Shared; 2]) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("sweep.db").display());
        let store: Arc<dyn Store> =
            connect_unclaimed(&url, &ConnectOptions::default()).await.unwrap();
        let sources = Sources::simulated(DateTime::from_timestamp(1_800_000_000, 0).unwrap(), 1);
        let servers = [(); 2].map(|()| {
            let config = Config::parse_from([&["server"], arguments].concat());
            let shutdown = CancellationToken::new();
            assemble(config, store.clone(), shutdown, None, sources.clone()).0
        });
        (folder, store, servers)
    }

    /// The token and the id of a new guest.
    async fn guest(app: &Shared, name: &str) -> (String, String) {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let made = app.accounts.new_guest(Some(name), address).await.unwrap();
        (made.token, made.account.id)
    }

    /// Days go by in steps that the store follows, with a sweep each day.
    async fn pass(app: &Shared, days: usize) {
        for _ in 0..days {
            for _ in 0..12 {
                tokio::time::pause();
                tokio::time::advance(Duration::from_secs(2 * 3600)).await;
                tokio::time::resume();
                app.accounts.pass_time().await.unwrap();
            }
            sweep_expired(app, &mut None).await.unwrap();
        }
    }

    /// Each server knows its own connections only; the others see the renewed session.
    #[tokio::test]
    async fn guests_who_are_connected_stay() {
        let (_folder, store, [here, elsewhere]) = servers(&["--guest-days", "3"]).await;
        let (_, gone) = guest(&here, "Ana").await;
        let (token, stays) = guest(&here, "Bor").await;
        let ending = Ending::new(CancellationToken::new());
        let admitted = elsewhere.accounts.admit(&token, &ending).await.unwrap();
        assert!(admitted.is_some());
        pass(&elsewhere, 2).await;
        assert!(store.account(&gone).await.unwrap().is_some());
        pass(&elsewhere, 2).await;
        sweep_expired(&here, &mut None).await.unwrap();
        assert_eq!(store.account(&gone).await.unwrap(), None);
        assert!(store.account(&stays).await.unwrap().is_some());
        store.close().await;
    }

    #[tokio::test]
    async fn a_session_ends_ninety_days_after_its_last_use() {
        let (_folder, store, [app, _]) = servers(&["--guest-days", "0"]).await;
        let (used, _) = guest(&app, "Ana").await;
        let (unused, _) = guest(&app, "Bor").await;
        let is_valid =
            async |token: &str| app.accounts.authenticate(token).await.unwrap().is_some();
        pass(&app, 60).await;
        assert!(is_valid(&used).await);
        pass(&app, 31).await;
        assert!(is_valid(&used).await, "it was used after sixty days");
        assert!(!is_valid(&unused).await);
        pass(&app, 91).await;
        assert!(!is_valid(&used).await);
        store.close().await;
    }
}
