//! Arguments of `train habits`.

use std::path::PathBuf;

use clap::ValueEnum;

/// Arguments of `train habits`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The database: sqlite:PATH or postgres://… It is only read.
    #[arg(long, env = "VZETEK_DATABASE")]
    pub database: String,

    /// Tršet or kifameno, for two.
    #[arg(long, default_value = "trset-2", value_parser = ["trset-2", "kifameno-2"])]
    pub kind: String,

    /// Those to learn from; if absent people, once there are 20 of them with 200
    /// decisions each, and until then all.
    #[arg(long, value_enum)]
    pub from: Option<From>,

    /// The file of the habits, for `--habits` of match and of vzetek-bot.
    #[arg(long)]
    pub file: PathBuf,

    /// Write what came of it to this page, in Markdown.
    #[arg(long)]
    pub page: Option<PathBuf>,

    /// The number of times all deals are gone through.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// The seed of the learning.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Args {
    /// True for kifameno, false for tršet.
    pub fn is_kifameno(&self) -> bool {
        self.kind == "kifameno-2"
    }
}

/// The players of a record whose habits are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// Guests and registered people.
    People,
    /// Bots.
    Levels,
    /// All players.
    All,
}

impl From {
    /// Returns true if the player, a person or not, is one of them.
    pub const fn includes(self, is_person: bool) -> bool {
        match self {
            Self::People => is_person,
            Self::Levels => !is_person,
            Self::All => true,
        }
    }

    pub const fn words(self) -> &'static str {
        match self {
            Self::People => "people alone",
            Self::Levels => "bots alone",
            Self::All => "everybody in the record",
        }
    }
}
