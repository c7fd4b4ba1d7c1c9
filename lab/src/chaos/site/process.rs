//! Programs that run beside this one, and the addresses at which they listen.

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rand::RngExt;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::sleep;

use super::super::notes::Notes;

/// The time for anything to start or to end.
pub(super) const PATIENCE: Duration = Duration::from_secs(90);

/// The pause between two looks at a process.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// A program that runs until it is killed.
pub(super) struct Process {
    who: &'static str,
    child: Child,
}

impl Process {
    /// Starts it and waits until it listens there.
    pub(super) async fn start(
        who: &'static str,
        command: &mut Command,
        address: SocketAddr,
    ) -> anyhow::Result<Self> {
        let name = command.as_std().get_program().display().to_string();
        let hint = || format!("cannot start {name}; on Debian: apt-get install -y {name}");
        let child = command.spawn().with_context(hint)?;
        let began = Instant::now();
        while TcpStream::connect(address).await.is_err() {
            ensure!(began.elapsed() < PATIENCE, "{who} does not start at {address}");
            sleep(LOOK).await;
        }
        Ok(Self { who, child })
    }

    /// Notes if it has ended by itself.
    pub(super) fn look(&mut self, notes: &Notes) -> anyhow::Result<()> {
        if let Some(status) = self.child.try_wait()? {
            notes.wrong(format!("{} ended by itself: {status}", self.who));
        }
        Ok(())
    }

    /// Ends it as if it had crashed.
    pub(super) async fn crash(&mut self, notes: &Notes) -> anyhow::Result<()> {
        self.look(notes)?;
        // One that has ended has none.
        if self.child.id().is_some() {
            self.child.kill().await?;
        }
        Ok(())
    }
}

/// A program that says nothing and ends when its handle is dropped.
pub(super) fn quiet(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command
}

/// An address that the system gives to nobody's outgoing connection, not even while
/// whoever listens there is away.
pub(super) fn free_address() -> anyhow::Result<SocketAddr> {
    for _ in 0..100 {
        let port = rand::rng().random_range(20_000..32_000);
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) {
            return Ok(listener.local_addr()?);
        }
    }
    bail!("no port between 20000 and 32000 is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_program_that_ends_by_itself_is_noticed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let notes = Notes::default();
        let mut runs = Process::start("it", quiet("sleep").arg("60"), address).await.unwrap();
        runs.look(&notes).unwrap();
        runs.crash(&notes).await.unwrap();
        assert_eq!(notes.wrongs().0, 0);
        let mut ends = Process::start("it", &mut quiet("false"), address).await.unwrap();
        ends.child.wait().await.unwrap();
        ends.look(&notes).unwrap();
        ends.crash(&notes).await.unwrap();
        let (count, wrong) = notes.wrongs();
        assert!(count == 2 && wrong[0].contains("it ended by itself: exit status: 1"), "{wrong:?}");
    }
}
