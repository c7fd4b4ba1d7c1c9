//! From a listener and a store to a running server, and to its end.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vzetek_protocol::Epoch;
use vzetek_store::Store;

use crate::accounts::Accounts;
use crate::app::{App, Shared};
use crate::cluster::Cluster;
use crate::cluster::nats::Bus;
use crate::config::Config;
use crate::elsewhere::{Alone, Elsewhere};
use crate::following::Following;
use crate::house::House;
use crate::households::Households;
use crate::lobby::{self, Lobby};
use crate::pairing::Pairing;
use crate::peers::drain::drain;
use crate::peers::task;
use crate::probe::Probe;
use crate::rating_lock::RatingLocks;
use crate::recorder::Recorder;
use crate::retry::store_backoff;
use crate::sources::Sources;
use crate::table::Surroundings;
use crate::tables::Tables;
use crate::ws::meter;
use crate::{chat, http, ids, listen, parties, sweep};

/// The time that sockets and tables may take to end, from the start of the shutdown. The recorder
/// gives up a dead store before that.
const LAST_WORDS: Duration = Duration::from_secs(15);
/// The time for the whole shutdown, from the same moment. Service managers grant thirty seconds.
const END: Duration = Duration::from_secs(18);

/// Serves until `shutdown` is cancelled; then finishes the writes in progress
/// and returns. Tables stay in the store and are rebuilt by the next server.
///
/// # Errors
/// If the open tables cannot be read, the recorder fails, or the database does
/// not answer at the end.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    store: Arc<dyn Store>,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let (app, recording) = assemble(config, store, shutdown, None, Sources::system());
    run(listener, app, recording).await
}

/// Serves as one of several servers, as [`serve`] does alone, until `stop` is cancelled; then hands
/// its tables over to the others first.
///
/// # Errors
/// Those of [`serve`].
pub async fn serve_among(
    listener: TcpListener,
    config: Config,
    store: Arc<dyn Store>,
    stop: CancellationToken,
    (cluster, bus): (Cluster, Bus),
) -> anyhow::Result<()> {
    let shutdown = CancellationToken::new();
    let (app, recording) =
        assemble(config, store, shutdown.clone(), Some(cluster.clone()), Sources::system());
    let speaking = tokio::spawn(task::run(app.clone(), bus));
    let broken = tokio::spawn(stop_if_broken(speaking, shutdown.clone()));
    let leaving = app.clone();
    app.tasks.spawn(async move {
        tokio::select! {
            () = stop.cancelled() => drain(&leaving, &cluster).await,
            () = shutdown.cancelled() => {}
        }
        shutdown.cancel();
    });
    run(listener, app, recording).await?;
    if broken.await.unwrap_or(true) {
        anyhow::bail!("the task that speaks with other servers broke down");
    }
    Ok(())
}

/// Stops the server if a task breaks down without which it would accept connections and do only
/// half of its work. Returns true if it broke down.
async fn stop_if_broken(task: JoinHandle<()>, shutdown: CancellationToken) -> bool {
    let Err(error) = task.await else { return false };
    tracing::error!(%error, "stopping: the task that speaks with other servers broke down");
    shutdown.cancel();
    true
}

/// Builds the parts of the server, and starts the recorder. No client is served yet.
pub fn assemble(
    config: Config,
    store: Arc<dyn Store>,
    shutdown: CancellationToken,
    cluster: Option<Cluster>,
    sources: Sources,
) -> (Shared, JoinHandle<()>) {
    let (recorder, recording) =
        Recorder::start(store.clone(), config.tuning.commit_interval(), shutdown.clone());
    let elsewhere: Arc<dyn Elsewhere> = match &cluster {
        Some(cluster) => Arc::new(cluster.clone()),
        None => Arc::new(Alone),
    };
    let accounts =
        Arc::new(Accounts::new(store.clone(), &config, elsewhere.clone(), sources.clone()));
    let (house, lobby) = (Arc::<House>::default(), Arc::<Lobby>::default());
    let pairing = Arc::new(Pairing::new(store.clone(), elsewhere.clone(), sources.clone()));
    let following = Following::new(
        store.clone(),
        lobby.clone(),
        pairing.clone(),
        elsewhere,
        shutdown.clone(),
        sources.clone(),
    );
    let epoch = Epoch(ids::short(&mut sources.rng()));
    let tasks = TaskTracker::new();
    let surroundings = Surroundings {
        store: store.clone(),
        recorder: recorder.clone(),
        accounts: accounts.clone(),
        house: house.clone(),
        lobby: lobby.clone(),
        pairing: pairing.clone(),
        chat: chat::limit(),
        rating_locks: RatingLocks::default(),
        tuning: config.tuning.clone(),
        epoch: epoch.clone(),
        sources: sources.clone(),
        shutdown: shutdown.clone(),
        tasks: tasks.clone(),
    };
    let tables = Tables::new(Arc::new(surroundings), cluster.clone(), config.demo_tables);
    let app = Arc::new(App {
        accounts,
        households: Households::default(),
        frames: Arc::new(meter::of_addresses(&config.tuning)),
        config,
        epoch,
        store,
        cluster,
        recorder,
        tables: Arc::new(tables),
        lobby,
        pairing,
        following: Arc::new(following),
        house,
        probe: Probe::default(),
        sources,
        shutdown,
        tasks,
    });
    (app, recording)
}

/// Rebuilds the open tables. In a cluster a server whose store becomes unavailable meanwhile tries
/// again, until it is to stop: it may have served before, and nothing else would start it.
async fn restore(app: &Shared) -> anyhow::Result<()> {
    let mut backoff = store_backoff();
    loop {
        match app.tables.restore().await {
            Err(fault) if app.cluster.is_some() => {
                fault.log("open tables cannot be rebuilt yet");
                tokio::select! {
                    () = app.shutdown.cancelled() => return Ok(()),
                    () = tokio::time::sleep(backoff.next_wait()) => {}
                }
            }
            ended => return ended.context("open tables cannot be rebuilt"),
        }
    }
}

/// Serves with the parts of [`assemble`], as [`serve`] does.
///
/// # Errors
/// Those of [`serve`].
pub async fn run(
    listener: TcpListener,
    app: Shared,
    recording: JoinHandle<()>,
) -> anyhow::Result<()> {
    // First, for it begins to gather the metrics.
    let router = http::router(app.clone());
    if let Some(cluster) = &app.cluster {
        cluster.introduce();
    }
    restore(&app).await?;
    app.tasks.spawn(sweep::run(app.clone()));
    app.tasks.spawn(lobby::tell_late(app.lobby.clone(), app.shutdown.clone()));
    app.tasks.spawn(parties::run(app.clone()));
    app.tasks.spawn(app.following.clone().run());

    listen::accept(listener, router, &app).await;

    let told = Instant::now();
    app.tasks.close();
    if timeout_at(told + LAST_WORDS, app.tasks.wait()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    app.recorder.finish();
    let end = async {
        recording.await.context("the recorder failed")?;
        app.store.close().await;
        anyhow::Ok(())
    };
    match timeout_at(told + END, end).await {
        Ok(ended) => ended?,
        Err(_) => anyhow::bail!("the database did not answer until the end"),
    }
    tracing::info!("everything is written; good bye");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_broken_task_stops_the_server() {
        let shutdown = CancellationToken::new();
        let ends = tokio::spawn(async {});
        assert!(!stop_if_broken(ends, shutdown.clone()).await);
        assert!(!shutdown.is_cancelled());
        let breaks = tokio::spawn(async { panic!("on purpose") });
        assert!(stop_if_broken(breaks, shutdown.clone()).await);
        assert!(shutdown.is_cancelled());
    }
}
