//! A Postgres that a test may stop.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::faults::Faults;
use super::process::PATIENCE;

/// A Postgres of the test's own, which ends when this is dropped or the test is killed.
pub struct Postgres {
    child: Mutex<Option<Child>>,
    environment: Vec<(&'static str, PathBuf)>,
    folder: TempDir,
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
        Some(Self { child: Mutex::new(None), environment: Vec::new(), folder })
    }

    /// Lets the disk below a folder of its data fail on demand. To be called
    /// before it is started.
    pub fn prepare_faults(&mut self, folder: &str) -> Faults {
        // Made already, so that it is known where the data lie.
        self.start();
        self.end(Signal::INT);
        let faults = Faults::under(&self.data().join("data").join(folder));
        self.environment = faults.environment().into();
        faults
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts it (again, with the same data and URL) and waits until it takes clients;
    /// returns its URL.
    pub fn start(&self) -> String {
        let mut child =
            Command::new(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools/postgres"))
                .arg("run")
                .arg(self.data())
                .envs(self.environment.iter().map(|(name, value)| (name, value)))
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .expect("tools/postgres runs");
        let mut url = String::new();
        let output = child.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut url).expect("its URL");
        // A file that an earlier process left has another number.
        let id = format!("{}\n", child.id());
        let began = Instant::now();
        while !self.state().is_some_and(|text| text.starts_with(&id) && text.contains("\nready")) {
            let log = || std::fs::read_to_string(self.data().join("log"));
            assert_eq!(child.try_wait().expect("a child"), None, "it does not start: {:?}", log());
            assert!(began.elapsed() < PATIENCE, "it is not ready: {:?}", log());
            std::thread::sleep(Duration::from_millis(10));
        }
        *self.child() = Some(child);
        url.trim().to_owned()
    }

    /// What the server writes of itself.
    fn state(&self) -> Option<String> {
        std::fs::read_to_string(self.data().join("data/postmaster.pid")).ok()
    }

    fn child(&self) -> parking_lot::MutexGuard<'_, Option<Child>> {
        self.child.lock()
    }

    /// Lets all its processes stand still, with their connections open, until
    /// what is returned is dropped.
    pub fn freeze(&self) -> Frozen {
        let first = self.child().as_ref().expect("it runs").id();
        let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
        let children = children.expect("its processes");
        let children = children.split_whitespace().map(|id| id.parse().expect("a number"));
        let processes: Vec<Pid> = std::iter::once(first.cast_signed())
            .chain(children)
            .map(|id| Pid::from_raw(id).expect("a process"))
            .collect();
        for process in &processes {
            // One that has just ended needs no stopping.
            let _ = kill_process(*process, Signal::STOP);
        }
        Frozen(processes)
    }

    /// Stops it as if it had crashed.
    pub fn crash(&self) {
        self.end(Signal::QUIT);
    }

    fn end(&self, signal: Signal) {
        if let Some(mut child) = self.child().take() {
            kill_process(Pid::from_child(&child), signal).expect("sent");
            child.wait().expect("it ends");
        }
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
        self.crash();
    }
}
