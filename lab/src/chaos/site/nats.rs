//! A NATS that crashes and is started again.

use std::net::SocketAddr;

use vzetek_client::HeldAddress;

use super::super::notes::Notes;
use super::process::{Process, quiet};

/// The user and the password of NATS.
pub(super) const CREDENTIALS: [&str; 2] = ["vzetek", "chaos"];

/// A NATS of its own.
pub struct Nats {
    pub(super) held: HeldAddress,
    process: Process,
}

impl Nats {
    pub(super) async fn start() -> anyhow::Result<Self> {
        let held = HeldAddress::take()?;
        Ok(Self { process: Self::run(held.address()).await?, held })
    }

    async fn run(address: SocketAddr) -> anyhow::Result<Process> {
        let [user, password] = CREDENTIALS;
        let mut command = quiet("nats-server");
        command
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--user", user, "--pass", password]);
        Process::start("NATS", &mut command, address).await
    }

    /// Notes if it has ended unasked.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn look(&mut self, notes: &Notes) -> anyhow::Result<()> {
        self.process.look(notes)
    }

    /// Ends it as if it had crashed.
    ///
    /// # Errors
    /// If the system refuses.
    pub async fn crash(&mut self, notes: &Notes) -> anyhow::Result<()> {
        self.process.crash(notes).await
    }

    /// Starts it again.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn again(&mut self) -> anyhow::Result<()> {
        self.process = Self::run(self.held.address()).await?;
        Ok(())
    }
}
