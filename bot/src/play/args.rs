//! The options of `vzetek-bot play`.

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use clap::{ValueEnum, value_parser};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use vzetek_game::{Level, Seat};
use vzetek_players::trset::opponent_policy::Habits;
use vzetek_protocol::TableId;

use super::account::{Account, house_bots};

/// The longest pause that bots make, in milliseconds.
const MOST_PAUSE: u64 = 3_600_000;

fn pause() -> RangedU64ValueParser {
    value_parser!(u64).range(..=MOST_PAUSE)
}

/// The options of playing.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The server's socket.
    #[arg(long, env = "VZETEK_SERVER", default_value = "ws://127.0.0.1:8080/ws", value_parser = socket_address)]
    pub server: String,

    /// Play as the house's bots: the secret that the server was started with.
    #[arg(long, env = "VZETEK_HOUSE_TOKEN", hide_env_values = true)]
    pub house_token: Option<String>,

    /// Play as one account of one's own instead: its token. Wins over the
    /// house token.
    #[arg(long, env = "VZETEK_TOKEN", hide_env_values = true, requires = "table")]
    pub token: Option<String>,

    /// With --token: the table to sit down at.
    #[arg(long, requires = "token")]
    pub table: Option<String>,

    /// With --table: the word for a private table.
    #[arg(long, requires = "table")]
    pub invite: Option<String>,

    /// With --table: the seat to take, from 0; any free one if absent.
    #[arg(long, requires = "table")]
    pub seat: Option<u8>,

    /// With --token: the level to play at.
    #[arg(long, default_value_t)]
    pub level: Level,

    /// The levels of bots that the house offers, as in gentle,strong; all if absent.
    #[arg(long, value_delimiter = ',')]
    pub levels: Vec<Level>,

    /// The number of bots of each level. A bot sits only once at a table, so a
    /// table of six needs up to six of them.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub per_level: u32,

    /// The most seats that each bot takes at once, at different tables.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub seats: u32,

    /// The most decisions that are thought about at once; as many as there are
    /// cores if absent.
    #[arg(long, env = "VZETEK_BOT_THREADS")]
    pub threads: Option<NonZeroUsize>,

    /// The least time for a move, in milliseconds, so that people can follow; every
    /// move takes twice that while it is secret who plays with whom. 0 for load tests.
    #[arg(long, default_value_t = 400, value_parser = pause())]
    pub min_think_ms: u64,

    /// The pause before asking for the next deal, in milliseconds, so that
    /// people see how the last one ended.
    #[arg(long, default_value_t = 1500, value_parser = pause())]
    pub ready_pause_ms: u64,

    /// Let natural choose at tršet or kifameno for two by the habits in this file, and
    /// strong know its opponents by them, as `vzetek-lab train habits` learns them; one file for each game.
    #[arg(long)]
    pub habits: Vec<PathBuf>,

    /// The format of log lines; json for machines that collect them.
    #[arg(long, env = "VZETEK_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// The formats of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object a line.
    Json,
}

impl LogFormat {
    /// Starts writing log lines to standard error; RUST_LOG chooses which.
    pub fn start(self) {
        let chosen = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
        // At trace, libraries write out every byte that they send, the token
        // among them.
        let safe = filter_fn(|line| {
            *line.level() <= tracing::Level::DEBUG || line.target().starts_with("vzetek")
        });
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .with_ansi(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none());
        let logs = tracing_subscriber::registry().with(chosen).with(safe);
        match self {
            Self::Text => logs.with(lines).init(),
            Self::Json => logs.with(lines.json()).init(),
        }
    }
}

impl Args {
    /// Lets the program know opponents by the habits that are given.
    ///
    /// # Errors
    /// If a file cannot be read, holds no habits, or is the second of its game.
    pub fn load_habits(&self) -> anyhow::Result<()> {
        for path in &self.habits {
            let shown = path.display();
            let file = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
            let (game, source) = Habits::load(&file).with_context(|| {
                format!("no habits in {shown}, which `vzetek-lab train habits` can write")
            })?;
            tracing::info!(?game, "habits learned from {source}");
        }
        Ok(())
    }

    /// Returns the accounts to play as.
    ///
    /// # Errors
    /// If no token was given, or there would be nobody.
    pub fn accounts(&self) -> anyhow::Result<Vec<Account>> {
        if let Some(token) = &self.token {
            let table = self.table.clone().context("--token needs --table")?;
            return Ok(vec![Account::Own {
                token: token.clone(),
                table: TableId(table),
                invite: self.invite.clone(),
                seat: self.seat.map(Seat::new),
                level: self.level,
            }]);
        }
        let Some(token) = &self.house_token else {
            bail!(
                "as whom to play? Give --house-token (or VZETEK_HOUSE_TOKEN) with the server's \
                 own, or --token and --table for an account of your own"
            );
        };
        let offered = |level: &Level| self.levels.is_empty() || self.levels.contains(level);
        let levels: Vec<Level> = Level::ALL.iter().copied().filter(offered).collect();
        Ok(house_bots(token, &levels, self.per_level as usize))
    }

    /// Returns the most decisions that are thought about at once.
    pub fn threads(&self) -> usize {
        self.threads
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// Returns the least time for a move.
    pub const fn min_think(&self) -> Duration {
        Duration::from_millis(self.min_think_ms)
    }

    /// Returns the pause before asking for the next deal.
    pub const fn ready_pause(&self) -> Duration {
        Duration::from_millis(self.ready_pause_ms)
    }
}

fn socket_address(text: &str) -> Result<String, String> {
    if text.starts_with("wss://") {
        return Err(
            "bots speak ws:// only; let them run beside the server, behind its proxy".into()
        );
    }
    if !text.starts_with("ws://") {
        return Err("a socket's address begins with ws://, as in ws://127.0.0.1:8080/ws".into());
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn parse(words: &[&str]) -> Result<Args, String> {
        let words = ["bot"].iter().chain(words);
        Line::try_parse_from(words).map(|line| line.args).map_err(|error| error.to_string())
    }

    #[test]
    fn the_house_has_bots_of_every_level() {
        let accounts = parse(&["--house-token", "x"]).unwrap().accounts().unwrap();
        assert_eq!(accounts.len(), 30);
    }

    #[test]
    fn wrong_flags_are_told_what_would_be_right() {
        let error = parse(&["--server", "localhost:80"]).unwrap_err();
        assert!(error.contains("ws://127.0.0.1:8080/ws"), "{error}");
        let error = parse(&["--levels", "strongest"]).unwrap_err();
        assert!(error.contains("gentle, easy, medium, strong, natural"), "{error}");
        let error = parse(&["--token", "x"]).unwrap_err();
        assert!(error.contains("--table"), "{error}");
    }

    #[test]
    fn files_without_habits_are_told_how_to_get_some() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("habits.bin");
        let error =
            |args: &[&str]| format!("{:#}", parse(args).unwrap().load_habits().unwrap_err());
        let load = ["--habits", file.to_str().unwrap()];
        assert!(error(&load).contains("cannot read"), "{}", error(&load));
        std::fs::write(&file, b"VZWEIGHTtrset-habits").unwrap();
        let error = error(&load);
        let remedy = "habits.bin, which `vzetek-lab train habits` can write: this is no file";
        assert!(error.contains(remedy), "{error}");
    }
}
