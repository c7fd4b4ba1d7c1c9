//! A balancer that crashes and is started again.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;

use tempfile::TempDir;
use vzetek_client::HeldAddress;

use super::super::notes::Notes;
use super::process::{Process, quiet};
use super::server::Server;

/// The configuration, that of a real installation but for the servers.
const BALANCER: &str = include_str!("../../../../deploy/haproxy.cfg");

/// The balancer before the servers.
pub struct Balancer {
    held: HeldAddress,
    configuration: TempDir,
    process: Process,
}

impl Balancer {
    pub(super) async fn start(servers: &[Server]) -> anyhow::Result<Self> {
        let held = HeldAddress::take()?;
        let configuration = tempfile::Builder::new().prefix("vzetek-balancer-").tempdir()?;
        let file = configuration.path().join("haproxy.cfg");
        std::fs::write(&file, balanced(servers.iter().map(|one| (&*one.name, one.address))))?;
        let process = Self::run(&file, held.address()).await?;
        Ok(Self { held, configuration, process })
    }

    async fn run(file: &Path, address: SocketAddr) -> anyhow::Result<Process> {
        let mut command = quiet("haproxy");
        let port = address.port().to_string();
        command.arg("-db").arg("-f").arg(file).env("VZETEK_BALANCER_PORT", port);
        // Clients send X-Forwarded-For themselves, as a proxy before the balancer would.
        command.env("VZETEK_BALANCER_IN_FRONT", "no");
        Process::start("the balancer", &mut command, address).await
    }

    /// Its host and port.
    pub fn host(&self) -> String {
        self.held.address().to_string()
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
        let file = self.configuration.path().join("haproxy.cfg");
        self.process = Self::run(&file, self.held.address()).await?;
        Ok(())
    }
}

/// The configuration of an installation, with these servers instead of its own.
fn balanced<'a>(servers: impl Iterator<Item = (&'a str, SocketAddr)>) -> String {
    let mut text = String::new();
    let mut servers = Some(servers);
    for line in BALANCER.lines() {
        if !line.trim_start().starts_with("server ") {
            let _ = writeln!(text, "{line}");
            continue;
        }
        for (name, address) in servers.take().into_iter().flatten() {
            let _ = writeln!(text, "    server {name} {address}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balancer_has_these_servers_and_no_others() {
        let text = balanced([("n0", "127.0.0.1:1".parse().unwrap())].into_iter());
        let servers: Vec<&str> =
            text.lines().map(str::trim).filter(|line| line.starts_with("server ")).collect();
        assert_eq!(servers, ["server n0 127.0.0.1:1"]);
        assert!(text.contains("backend servers") && text.contains("resolvers containers"));
    }
}
