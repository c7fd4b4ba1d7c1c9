//! Programs that run beside this one.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
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

    /// Notes if it has ended unasked.
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

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

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
