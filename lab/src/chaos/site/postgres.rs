//! A Postgres that crashes and is started again.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tempfile::TempDir;
use tokio::process::Command;

/// A Postgres of its own, stopped when dropped.
pub struct Postgres {
    tool: PathBuf,
    folder: TempDir,
    /// Its URL, past all gates.
    pub url: String,
}

impl Postgres {
    pub(super) async fn start(tool: &Path) -> anyhow::Result<Self> {
        // The user that it runs as must get in.
        let folder = tempfile::Builder::new().prefix("vzetek-chaos-").tempdir_in("/tmp")?;
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
        let mut postgres = Self { tool: tool.to_owned(), folder, url: String::new() };
        postgres.url = postgres.run(&["start"]).await?;
        Ok(postgres)
    }

    /// Stops it as if it had crashed.
    pub(super) async fn crash(&self) -> anyhow::Result<()> {
        self.run(&["stop", "--immediate"]).await.map(drop)
    }

    /// Starts it again, with the same data and address.
    pub(super) async fn again(&self) -> anyhow::Result<()> {
        self.run(&["start"]).await.map(drop)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    async fn run(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let (command, more) = arguments.split_first().context("nothing to do")?;
        let run = Command::new(&self.tool).arg(command).arg(self.data()).args(more).output();
        let output = run
            .await
            .with_context(|| format!("cannot run {} (see --postgres-tool)", self.tool.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// The address at which it listens.
    pub(super) fn address(&self) -> anyhow::Result<SocketAddr> {
        let after_user = self.url.split_once('@').map(|(_, rest)| rest);
        let address = after_user.and_then(|rest| rest.split_once('/')).map(|(address, _)| address);
        let address = address.and_then(|address| address.parse().ok());
        address.with_context(|| format!("{} does not say where Postgres is", self.url))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stop = std::process::Command::new(&self.tool).arg("stop").arg(self.data()).output();
        if let Err(error) = stop {
            eprintln!("Postgres in {} could not be stopped: {error}", self.data().display());
        }
    }
}
