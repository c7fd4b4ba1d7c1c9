//! The options of `chaos`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;
use clap::ValueEnum;

use super::fault::Kind;

/// Arguments of `chaos`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The server program; the one beside this program if absent.
    #[arg(long, default_value_os_t = beside())]
    pub server: PathBuf,

    /// The number of servers.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=9))]
    pub servers: u8,

    /// The number of tables, of one kind of game after the other.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub tables: u32,

    /// The number of faults.
    #[arg(long, default_value_t = 22)]
    pub faults: usize,

    /// The seed from which the faults are drawn.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The kinds of faults; all if absent.
    #[arg(long, value_delimiter = ',')]
    pub kinds: Vec<Kind>,

    /// The faults that may be on at once. With 1 the next one waits until all tables
    /// have gone on, and the report says by kind how long they stood still.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9))]
    pub at_once: u32,

    /// The most time to think about a move, in milliseconds.
    #[arg(long, default_value_t = 400)]
    pub pace_ms: u64,

    /// The folder for the logs of the servers; a temporary one if absent.
    #[arg(long)]
    pub logs: Option<PathBuf>,

    /// The program that starts and stops a Postgres of its own.
    #[arg(long, default_value = "tools/postgres")]
    pub postgres_tool: PathBuf,

    /// The library that gives a process a wrong clock.
    #[arg(long, default_value_os_t = faketime())]
    pub faketime: PathBuf,
}

impl Args {
    /// The most time to think about a move.
    pub const fn pace(&self) -> Duration {
        Duration::from_millis(self.pace_ms)
    }

    /// The kinds of faults.
    pub fn kinds(&self) -> &[Kind] {
        if self.kinds.is_empty() { Kind::value_variants() } else { &self.kinds }
    }

    /// Checks that the programs needed are present.
    ///
    /// # Errors
    /// Names the missing part, and where it can be had.
    pub fn check(&self) -> anyhow::Result<()> {
        let there = |path: &Path| path.is_file();
        let missing = |path: &Path, hint: &str| format!("there is no {}: {hint}", path.display());
        let Self { server, postgres_tool, faketime, .. } = self;
        ensure!(there(server), missing(server, "build it, or name another one with --server"));
        ensure!(
            there(postgres_tool),
            missing(
                postgres_tool,
                "run this in the root of the repository, or see --postgres-tool"
            )
        );
        ensure!(
            there(faketime),
            missing(faketime, "on Debian: apt-get install -y libfaketime (see --faketime)")
        );
        Ok(())
    }
}

/// The server program beside this one.
fn beside() -> PathBuf {
    let here = std::env::current_exe().unwrap_or_default();
    here.with_file_name("vzetek-server")
}

/// The library where Debian has it.
fn faketime() -> PathBuf {
    let library = |folder: PathBuf| folder.join("faketime/libfaketimeMT.so.1");
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let found = folders.map(|folder| library(folder.path())).find(|path| path.is_file());
    found.unwrap_or_else(|| library("/usr/lib".into()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Chaos {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn what_is_missing_is_named_with_where_to_have_it() {
        let here = std::env::current_exe().unwrap();
        let here = here.to_str().unwrap();
        let check = |server: &str, tool: &str, faketime: &str| {
            let told =
                ["chaos", "--server", server, "--postgres-tool", tool, "--faketime", faketime];
            Chaos::try_parse_from(told).unwrap().args.check().map_err(|error| error.to_string())
        };
        assert_eq!(check(here, here, here), Ok(()));
        let nowhere = "/nowhere/at-all";
        for (told, hint) in [
            ((nowhere, here, here), "--server"),
            ((here, nowhere, here), "root of the repository"),
            ((here, here, nowhere), "libfaketime"),
        ] {
            let error = check(told.0, told.1, told.2).unwrap_err();
            assert!(error.contains(nowhere) && error.contains(hint), "{error}");
        }
        let unknown = Chaos::try_parse_from(["chaos", "--kinds", "flood"]);
        assert!(unknown.is_err_and(|error| error.to_string().contains("cut-nats")));
    }
}
