//! The `vzetek-server` program: configuration, logs, signals, and `serve`.
#![forbid(unsafe_code)]

mod restart;

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::Level;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use vzetek_server::cluster::Cluster;
use vzetek_server::cluster::nats::Bus;
use vzetek_server::config::{Config, LogFormat};
use vzetek_server::elsewhere::Peer;
use vzetek_store::{Claim, Node, Store};

/// The time that another server may take to release the database to this one. After a kill Postgres
/// may need a moment to notice.
const CLAIM_PATIENCE: Duration = Duration::from_secs(5);

/// The time that a start in the place of a server that was declared dead waits for Postgres: the
/// process has served before, and ends only if Postgres stays unavailable.
const RESTART_TIMEOUT: Duration = Duration::from_secs(120);

/// Every move makes small allocations on several threads. With this allocator
/// the server carries about a sixth more moves (docs/BENCHMARKS.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config = Config::parse();
    start_logging(config.log_format);
    raise_limit_of_files();
    let shutdown = CancellationToken::new();
    let signals = restart::Signals::listen().context("signals cannot be caught")?;
    stop_on_signal(shutdown.clone());
    let started = tokio::select! {
        started = start(&config) => started?,
        () = shutdown.cancelled() => return Ok(()),
    };
    let Started { mut claim, store, cluster, listener } = started;
    let shared = cluster.is_some();
    let serving = async {
        match cluster {
            None => vzetek_server::serve(listener, config, store, shutdown).await,
            Some(cluster) => {
                vzetek_server::serve_among(listener, config, store, shutdown, cluster).await
            }
        }
    };
    tokio::select! {
        ended = serving => ended?,
        // Without an orderly end: nothing more may be written.
        error = claim.lost() => {
            if shared && signals.none_came() {
                tracing::error!("another server has our tables now; restarting");
                match restart::start()? {}
            }
            if shared {
                tracing::warn!("stopping at once: another server has our tables now");
                std::process::exit(0);
            }
            tracing::error!(%error, "stopping at once: the database is another server's now");
            std::process::exit(1);
        }
    }
    claim.leave().await;
    Ok(())
}

/// All that a server needs to serve.
struct Started {
    claim: Claim,
    store: Arc<dyn Store>,
    cluster: Option<(Cluster, Bus)>,
    listener: TcpListener,
}

async fn start(config: &Config) -> anyhow::Result<Started> {
    let mut options = config.connect_options();
    if restart::starts() > 0 {
        options.open_timeout = options.open_timeout.max(RESTART_TIMEOUT);
    }
    let claimed = match config.among()? {
        None => Claim::take(&config.database, &options, CLAIM_PATIENCE).await,
        Some((_, id)) => {
            let (address, release) = (config.listen.to_string(), env!("CARGO_PKG_VERSION").into());
            let node = Node { id: id.clone(), address, release };
            Claim::join(&config.database, &options, CLAIM_PATIENCE, node).await
        }
    };
    let claim = claimed.context("the database cannot be used (see --database)")?;
    let store = claim.connect().await.context("the database cannot be opened (see --database)")?;
    let cluster = match (config.among()?, claim.incarnation()) {
        (Some((nats, id)), Some(incarnation)) => {
            let me = Peer { id: id.clone(), incarnation };
            Some(Cluster::connect(me, config, nats, restart::starts()).await?)
        }
        _ => None,
    };
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {} (see --listen)", config.listen))?;
    let address = listener.local_addr()?;
    tracing::info!(%address, store = store.backend(), "vzetek-server listens");
    Ok(Started { claim, store, cluster, listener })
}

/// Every connection is an open file; the default limit is usually far below the permitted maximum.
fn raise_limit_of_files() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, limit = limit.current, "the limit of open files stays as it is");
    }
}

fn start_logging(format: LogFormat) {
    let chosen = EnvFilter::try_from_default_env()
        // The server itself logs when NATS is unavailable; the library would log each try to reach
        // it.
        .unwrap_or_else(|_| EnvFilter::new("info,async_nats=warn"));
    // At trace, libraries log every byte that they receive, tokens and passwords among them.
    let safe =
        filter_fn(|line| *line.level() <= Level::DEBUG || line.target().starts_with("vzetek"));
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let logs = tracing_subscriber::registry().with(chosen).with(safe);
    match format {
        LogFormat::Text => logs.with(lines).init(),
        LogFormat::Json => logs.with(lines.json()).init(),
    }
}

/// The first signal from now on starts an orderly end, the second ends the process.
fn stop_on_signal(shutdown: CancellationToken) {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        tracing::warn!("signals cannot be caught; stop the server by killing it");
        return;
    };
    tokio::spawn(async move {
        for second in [false, true] {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            if second {
                tracing::warn!("stopping at once");
                std::process::exit(130);
            }
            tracing::info!("stopping; what was accepted is written first");
            shutdown.cancel();
        }
    });
}
