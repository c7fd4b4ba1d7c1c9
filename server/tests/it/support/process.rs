//! A server process of its own.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::NamedTempFile;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use vzetek_client::HeldAddress;

use super::rest::request;

/// Long enough for anything on the busiest machine; nothing waits so long that
/// need not.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Killed when dropped.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
    /// A process that restarts listens at the same address.
    _held: HeldAddress,
    /// In a file: a pipe that nobody reads would hold the server up.
    log: NamedTempFile,
}

impl Process {
    /// Starts a server on a port of its own; it may not listen yet.
    pub async fn spawn(
        database: &str,
        arguments: &[&str],
        environment: impl IntoIterator<Item = (impl AsRef<OsStr>, impl AsRef<OsStr>)>,
    ) -> Self {
        let held = HeldAddress::take().expect("a port");
        let address = held.address();
        let log = NamedTempFile::new().expect("a file");
        let child = Command::new(env!("CARGO_BIN_EXE_vzetek-server"))
            .args(["--listen", &address.to_string(), "--database", database])
            .args(["--requests-per-second", "100000", "--guests-per-hour", "100000"])
            .args(["--nonce-ms", "50"])
            .args(arguments)
            .envs(environment)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.reopen().expect("the file"))
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        Self { child, address, _held: held, log }
    }

    /// Starts a server and waits until it listens.
    pub async fn start(database: &str) -> Self {
        let process = Self::spawn(database, &[], [("", ""); 0]).await;
        process.listens().await;
        process
    }

    pub async fn listens(&self) {
        until("the server listens", async || TcpStream::connect(self.address).await.is_ok()).await;
    }

    /// Waits until the health check says this.
    pub async fn health(&self, status: u16) {
        until("the health check notices", async || {
            request(self.address, "GET", "/health", None, None).await.0 == status
        })
        .await;
    }

    pub fn signal(&self, signal: Signal) {
        let id = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        kill_process(id.expect("it runs"), signal).expect("sent");
    }

    /// All that it has said so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log.path()).expect("text")
    }

    /// Waits for its end. Returns its status, and all that it said.
    pub async fn end(mut self) -> (ExitStatus, String) {
        let end = tokio::time::timeout(PATIENCE, self.child.wait());
        let status = end.await.expect("it ends").expect("its end");
        (status, self.log())
    }

    /// SIGKILL: no chance to write anything more. Returns all that it said.
    pub async fn kill(mut self) -> String {
        self.child.kill().await.expect("it was running");
        self.log()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the server on {} said:\n{}", self.address, self.log());
        }
    }
}

/// Waits until that is so.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let started = Instant::now();
    while !is_so().await {
        assert!(started.elapsed() < PATIENCE, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
