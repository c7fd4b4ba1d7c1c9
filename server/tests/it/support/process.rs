//! A server process of its own.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

use super::rest::request;

/// Long enough for anything on the busiest machine; nothing waits so long that
/// need not.
const PATIENCE: Duration = Duration::from_secs(60);

/// Killed when dropped.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    /// Starts a server on a free port; it may not listen yet.
    pub async fn spawn(
        database: &str,
        arguments: &[&str],
        environment: impl IntoIterator<Item = (impl AsRef<OsStr>, impl AsRef<OsStr>)>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        drop(listener);
        let child = Command::new(env!("CARGO_BIN_EXE_vzetek-server"))
            .args(["--listen", &address.to_string(), "--database", database])
            .args(["--requests-per-second", "100000", "--guests-per-hour", "100000"])
            .args(["--nonce-ms", "50"])
            .args(arguments)
            .envs(environment)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        Self { child, address }
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

    /// Waits for its end; what it said is in there.
    pub async fn end(self) -> Output {
        let end = tokio::time::timeout(PATIENCE, self.child.wait_with_output());
        end.await.expect("it ends").expect("its end")
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
