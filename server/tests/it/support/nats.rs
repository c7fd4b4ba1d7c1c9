//! A NATS that a test may stop.

use std::process::{Child, Command, Stdio};

use async_nats::ConnectOptions;
use tempfile::NamedTempFile;
use tokio::net::TcpStream;
use vzetek_client::HeldAddress;

use super::process::until;

/// The password by which servers are known there.
const PASSWORD: &str = "s3cret";

/// A NATS of our own, killed when dropped.
pub struct Nats {
    child: Option<Child>,
    held: HeldAddress,
    configuration: NamedTempFile,
}

impl Nats {
    /// One that runs; `None` if tests are not to have any.
    pub async fn if_required() -> Option<Self> {
        if std::env::var_os("VZETEK_REQUIRE_NATS").is_none() {
            eprintln!("not run: set VZETEK_REQUIRE_NATS=1 to have a NATS started for it");
            return None;
        }
        let mut nats = Self {
            child: None,
            held: HeldAddress::take().expect("a port"),
            configuration: NamedTempFile::new().expect("a file"),
        };
        nats.start().await;
        Some(nats)
    }

    /// Takes no longer messages than this from its next start on, in bytes.
    pub fn takes_at_most(&mut self, bytes: usize) {
        let line = format!("max_payload: {bytes}");
        std::fs::write(self.configuration.path(), line).expect("it is written");
    }

    /// Starts it (again, on the same port).
    pub async fn start(&mut self) {
        let program = std::env::var("VZETEK_NATS_SERVER");
        let address = self.held.address();
        let child = Command::new(program.as_deref().unwrap_or("nats-server"))
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--user", "vzetek", "--pass", PASSWORD])
            .arg("--config")
            .arg(self.configuration.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server starts (is it installed?)");
        self.child = Some(child);
        until("NATS listens", async || TcpStream::connect(address).await.is_ok()).await;
    }

    /// Ends it as if it had crashed.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("it ran");
            child.wait().expect("it ends");
        }
    }

    /// Its address with user and password.
    pub fn url(&self) -> String {
        format!("nats://vzetek:{PASSWORD}@{}", self.held.address())
    }

    /// Somebody else who has the password.
    pub async fn client(&self) -> async_nats::Client {
        let known = ConnectOptions::with_user_and_password("vzetek".into(), PASSWORD.into());
        known.connect(self.held.address().to_string()).await.expect("NATS takes the password")
    }

    /// True if it takes somebody without a password.
    pub async fn takes_anybody(&self) -> bool {
        async_nats::connect(self.held.address().to_string()).await.is_ok()
    }

    /// Its address, and a password that is wrong.
    pub fn wrong_url(&self) -> String {
        format!("nats://vzetek:guess@{}", self.held.address())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
