//! A Postgres that crashes and is started again.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::sleep;

use super::process::{LOOK, PATIENCE};

/// A Postgres of its own, which ends when this is dropped.
pub struct Postgres {
    tool: PathBuf,
    child: Child,
    /// Its URL, past all gates.
    pub url: String,
    folder: TempDir,
}

impl Postgres {
    pub(super) async fn start(tool: &Path) -> anyhow::Result<Self> {
        // The user that it runs as must get in.
        let folder = tempfile::Builder::new().prefix("vzetek-chaos-").tempdir_in("/tmp")?;
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
        let (child, url) = run(tool, folder.path()).await?;
        Ok(Self { tool: tool.to_owned(), child, url, folder })
    }

    /// Stops it as if it had crashed.
    pub(super) async fn crash(&mut self) -> anyhow::Result<()> {
        if let Some(id) = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed())) {
            kill_process(id, Signal::QUIT)?;
        }
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        ended.context("Postgres does not end")?.map(drop).map_err(Into::into)
    }

    /// Starts it again, with the same data and address.
    pub(super) async fn again(&mut self) -> anyhow::Result<()> {
        self.child = run(&self.tool, self.folder.path()).await?.0;
        Ok(())
    }

    /// The socket at which it listens.
    pub(super) fn socket(&self) -> PathBuf {
        self.folder.path().join("data/.s.PGSQL.5432")
    }
}

/// Starts it in a folder and waits until it takes clients. Returns its URL, too.
async fn run(tool: &Path, folder: &Path) -> anyhow::Result<(Child, String)> {
    let mut child = Command::new(tool)
        .arg("run")
        .arg(folder.join("data"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {} (see --postgres-tool)", tool.display()))?;
    let mut url = String::new();
    let mut said = BufReader::new(child.stdout.take().context("the tool has no output")?);
    said.read_line(&mut url).await?;
    let began = Instant::now();
    // A file of an earlier process has another number.
    let id = format!("{}\n", child.id().unwrap_or_default());
    let state = folder.join("data/data/postmaster.pid");
    while !std::fs::read_to_string(&state)
        .is_ok_and(|text| text.starts_with(&id) && text.contains("\nready"))
    {
        if let Some(status) = child.try_wait()? {
            anyhow::bail!("Postgres does not start: {status}");
        }
        ensure!(began.elapsed() < PATIENCE, "Postgres does not start in {}", folder.display());
        sleep(LOOK).await;
    }
    Ok((child, url.trim().to_owned()))
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its processes have ended when the first one has; its data are not needed.
        if let Some(id) = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed())) {
            let _ = kill_process(id, Signal::QUIT);
            while let Ok(None) = self.child.try_wait() {
                std::thread::sleep(LOOK);
            }
        }
    }
}
