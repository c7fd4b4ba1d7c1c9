//! A server of this process, on a port of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_server::Config;
use vzetek_store::Store;

pub const HOUSE_TOKEN: &str = "the-house-of-the-tests";

/// A running server. Dropping it does not stop it; `stop` does.
pub struct TestServer {
    pub address: SocketAddr,
    pub folder: Arc<TempDir>,
    shutdown: CancellationToken,
    running: JoinHandle<anyhow::Result<()>>,
}

impl TestServer {
    /// A server with a new SQLite file.
    pub async fn start(arguments: &[&str]) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        Self::start_in(folder, arguments).await
    }

    /// A server with the SQLite file of this folder.
    pub async fn start_in(folder: Arc<TempDir>, arguments: &[&str]) -> Self {
        let database = format!("sqlite:{}", database_file(&folder).display());
        Self::start_on(folder, &database, arguments).await
    }

    /// A server with this database.
    pub async fn start_on(folder: Arc<TempDir>, database: &str, arguments: &[&str]) -> Self {
        let fixed = [
            "vzetek-server",
            "--house-token",
            HOUSE_TOKEN,
            "--database",
            database,
            "--nonce-ms",
            "60",
            "--requests-per-second",
            "100000",
            "--guests-per-hour",
            "100000",
            "--registrations-per-hour",
            "100000",
        ];
        let config = Config::parse_from(fixed.iter().chain(arguments));
        let store: Arc<dyn Store> =
            vzetek_store::connect_unclaimed(database, &config.connect_options())
                .await
                .expect("a store");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shutdown = CancellationToken::new();
        let serving = vzetek_server::serve(listener, config, store, shutdown.clone());
        let running = tokio::spawn(serving);
        Self { address, folder, shutdown, running }
    }

    /// Stops the server as a signal would, and waits for its end.
    pub async fn stop(self) -> Arc<TempDir> {
        self.shutdown.cancel();
        self.running.await.expect("no panic").expect("a clean end");
        self.folder
    }
}

pub fn database_file(folder: &TempDir) -> PathBuf {
    folder.path().join("vzetek.sqlite")
}
