//! Faults of disk and memory, for one process of a test.

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

/// Lets the disk below a folder, or the memory of SQLite, fail on demand in
/// processes that are started with [`Faults::environment`]. Needs a C compiler,
/// as does the build, and glibc. `faults.c` says how.
pub struct Faults {
    own: TempDir,
    under: PathBuf,
}

impl Faults {
    /// For what lies below this folder.
    pub fn under(folder: &std::path::Path) -> Self {
        let own = tempfile::tempdir_in("/tmp").expect("a folder");
        // A Postgres that runs as another user must get in.
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(own.path(), open).expect("permissions");
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/support/faults.c");
        let compiled = Command::new("cc")
            .args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
            .arg(own.path().join("faults.so"))
            .arg(source)
            .arg("-ldl")
            .output()
            .expect("a C compiler");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let under = folder.canonicalize().expect("the folder is there");
        Self { own, under }
    }

    /// The variables that the process is to find in its environment.
    pub fn environment(&self) -> [(&'static str, PathBuf); 3] {
        [
            ("LD_PRELOAD", self.own.path().join("faults.so")),
            ("FAULTS_UNDER", self.under.clone()),
            ("FAULTS_FILE", self.word()),
        ]
    }

    /// From now on this happens: `full`, `io` or `memory`.
    pub fn set(&self, word: &str) {
        std::fs::write(self.word(), word).expect("written");
    }

    /// Everything works again.
    pub fn lift(&self) {
        std::fs::remove_file(self.word()).expect("something was the matter");
    }

    fn word(&self) -> PathBuf {
        self.own.path().join("word")
    }
}
