//! A Postgres that a test may stop.

use std::path::PathBuf;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::faults::Faults;

/// A Postgres of our own, stopped when dropped.
pub struct Postgres {
    folder: TempDir,
    environment: Vec<(&'static str, PathBuf)>,
}

impl Postgres {
    /// One that is not started yet; `None` if tests are not to have any.
    pub fn if_required() -> Option<Self> {
        if std::env::var_os("VZETEK_REQUIRE_POSTGRES").is_none() {
            eprintln!("not run: set VZETEK_REQUIRE_POSTGRES=1 to have a Postgres started for it");
            return None;
        }
        let folder = tempfile::tempdir_in("/tmp").expect("a folder");
        // The postgres user must get in.
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open).expect("permissions");
        Some(Self { folder, environment: Vec::new() })
    }

    /// Lets the disk below a folder of its data fail on demand. To be called
    /// before it is started.
    pub fn prepare_faults(&mut self, folder: &str) -> Faults {
        // Made already, so that it is known where the data lie.
        self.start();
        self.tool(&["stop"]);
        let faults = Faults::under(&self.data().join("data").join(folder));
        self.environment = faults.environment().into();
        faults
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts it (again, with the same data and port); its URL.
    pub fn start(&self) -> String {
        self.tool(&["start"])
    }

    /// Lets all its processes stand still, with their connections open, until
    /// what is returned is dropped.
    pub fn freeze(&self) -> Frozen {
        let file = self.data().join("data/postmaster.pid");
        let text = std::fs::read_to_string(file).expect("it runs");
        let first = text.lines().next().expect("a process");
        let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
        let children = children.expect("its processes");
        let processes: Vec<Pid> = std::iter::once(first)
            .chain(children.split_whitespace())
            .map(|id| Pid::from_raw(id.parse().expect("a number")).expect("a process"))
            .collect();
        for process in &processes {
            // One that has just ended needs no stopping.
            let _ = kill_process(*process, Signal::STOP);
        }
        Frozen(processes)
    }

    /// Stops it as if it had crashed.
    pub fn crash(&self) {
        self.tool(&["stop", "--immediate"]);
    }

    fn tool(&self, arguments: &[&str]) -> String {
        let tool = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools/postgres");
        let output = Command::new(tool)
            .arg(arguments[0])
            .arg(self.data())
            .args(&arguments[1..])
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .output()
            .expect("tools/postgres runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

/// Processes that stand still.
pub struct Frozen(Vec<Pid>);

impl Drop for Frozen {
    fn drop(&mut self) {
        for process in &self.0 {
            let _ = kill_process(*process, Signal::CONT);
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let tool = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools/postgres");
        let _ = Command::new(tool).arg("stop").arg(self.folder.path().join("data")).output();
    }
}
