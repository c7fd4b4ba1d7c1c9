//! Own child processes: the server under load and the echo server.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use vzetek_client::{HeldAddress, Http};

/// The time for a server to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// A limit that the load never meets.
const PLENTY: &str = "100000000";

/// A server program that ends when this is dropped.
pub struct Server {
    child: Child,
    /// Its socket.
    pub socket: String,
    _held: HeldAddress,
    /// The folder of its database, if we made it; removed once the server is stopped.
    _folder: Option<TempDir>,
}

impl Server {
    /// Starts the server on a port of its own, with its limits raised.
    ///
    /// # Errors
    /// If it does not come up.
    pub async fn start(program: &Path, database: Option<&str>) -> anyhow::Result<Self> {
        let held = HeldAddress::take()?;
        let host = held.address().to_string();
        let (database, folder) = match database {
            Some(database) => (database.to_owned(), None),
            None => {
                let folder = tempfile::Builder::new().prefix("vzetek-load-").tempdir()?;
                (format!("sqlite:{}", folder.path().join("load.sqlite").display()), Some(folder))
            }
        };
        let child = Command::new(program)
            .args(["--listen", &host, "--requests-per-second", PLENTY])
            .args(["--connections-per-address", PLENTY, "--guests-per-hour", PLENTY])
            .args(["--messages-per-second", PLENTY, "--message-burst", PLENTY])
            // In the environment, so that a password in it is not listed.
            .env("VZETEK_DATABASE", &database)
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let socket = format!("ws://{host}/ws");
        let mut server = Self { child, socket, _held: held, _folder: folder };
        server.await_health(&host).await?;
        Ok(server)
    }

    async fn await_health(&mut self, host: &str) -> anyhow::Result<()> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended at once: {status}");
            }
            if let Ok(mut http) = Http::connect(host).await
                && http.health().await.is_ok()
            {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("the server did not come up in {} s", PATIENCE.as_secs())
    }

    /// Its process.
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }
}

/// The echo server in a process of its own; it ends when this is dropped.
pub struct EchoServer {
    _child: Child,
    /// Its socket.
    pub socket: String,
}

impl EchoServer {
    /// Starts this very program as an echo server.
    ///
    /// # Errors
    /// If it does not come up.
    pub async fn start() -> anyhow::Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("echo-server")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("cannot start the echo server")?;
        let output = child.stdout.take().context("the echo server has no output")?;
        let mut socket = String::new();
        let mut lines = BufReader::new(output);
        tokio::time::timeout(PATIENCE, lines.read_line(&mut socket))
            .await
            .context("the echo server did not come up")??;
        Ok(Self { _child: child, socket: socket.trim().to_owned() })
    }
}
