//! A Postgres that a test may stop.

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

/// A Postgres of our own, stopped when dropped.
pub struct Postgres {
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
        Some(Self { folder })
    }

    /// Starts it (again, with the same data and port); its URL.
    pub fn start(&self) -> String {
        self.tool(&["start"])
    }

    /// Stops it as if it had crashed.
    pub fn crash(&self) {
        self.tool(&["stop", "--immediate"]);
    }

    fn tool(&self, arguments: &[&str]) -> String {
        let tool = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools/postgres");
        let data = self.folder.path().join("data");
        let output = Command::new(tool)
            .arg(arguments[0])
            .arg(data)
            .args(&arguments[1..])
            .output()
            .expect("tools/postgres runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let tool = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools/postgres");
        let _ = Command::new(tool).arg("stop").arg(self.folder.path().join("data")).output();
    }
}
