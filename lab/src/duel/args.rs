//! Arguments of `match`.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::ValueEnum;
use serde::de::DeserializeOwned;
use vzetek_game::from_json;
use vzetek_tarok::Contract;

/// A game that can be matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MatchGame {
    /// Tršet.
    Trset,
    /// Kifameno.
    Kifameno,
    /// Slovenian tarok for three, or four with a called king.
    Tarok,
    /// Tablić.
    Tablic,
}

/// Arguments of `match`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The player whose advantage is measured, with parameters if it is to be
    /// other than it is: mcts:iterations=10000,c=0.7. An unknown name is
    /// answered with those that there are. A player that is told no limits keeps
    /// its own, its clock among them. "exec:python3 mybot.py" is a program that answers
    /// decision documents (docs/BOTS.md).
    pub first: String,

    /// The player it is compared with.
    pub second: String,

    /// The game.
    #[arg(long, value_enum)]
    pub game: MatchGame,

    /// The number of players; two if absent, three at tarok.
    #[arg(long)]
    pub players: Option<u8>,

    /// The table's options as JSON, as in POST /api/tables, instead of --players.
    #[arg(long, conflicts_with = "players")]
    pub options: Option<String>,

    /// The most deals; each is played once for every way to seat the two.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: u64,

    /// Play all the deals, whether or not the test has decided: for an interval
    /// that means what it says. Stopping when one player is ahead
    /// overestimates the advantage.
    #[arg(long)]
    pub all_deals: bool,

    /// The advantage for which the test looks, against none: in per cent of the
    /// deals won (5 if absent), at tarok in points a deal and seat (3).
    #[arg(long)]
    pub advantage: Option<f64>,

    /// With more than two sides seat the first player alone against others of
    /// the second, and not the other way round too.
    #[arg(long)]
    pub alone: bool,

    /// Tarok for four: seat two of each player, in each of the six ways, instead of
    /// one against three. The called king decides the sides.
    #[arg(long, conflicts_with = "alone")]
    pub pairs: bool,

    /// The time that a program (exec:) has for a decision, in milliseconds; for its first
    /// one ten seconds more. A later answer loses the deal.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub exec_time_ms: u64,

    /// The seed of the deals: given again, it gives the same deals and, unless
    /// a player has a clock, the same decisions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The number of deals in an evening. A player that learns from its deals,
    /// as lustrek2002 does, and strong when two play tršet or kifameno, carries
    /// that through an evening and forgets it for the next.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub evening: u64,

    /// Tarok: leave bidding and kontra out and play this contract. The declarer is
    /// the seat whose cards fit it best; for berač, deals in which no
    /// seat's do are passed over.
    #[arg(long)]
    pub contract: Option<Contract>,

    /// Let strong know its opponent by these habits, and natural choose by them, instead of
    /// what they were built with; `train habits` makes such a file.
    #[arg(long)]
    pub habits: Option<PathBuf>,

    /// Keep every finished deal in this file, and go on from what is in it.
    #[arg(long)]
    pub journal: Option<PathBuf>,

    /// Go on from a journal that another build of this program has written. That
    /// is right only if the two play the same.
    #[arg(long, requires = "journal")]
    pub adopt: bool,

    /// The number of deals played at a time; one for each core if absent. Fewer
    /// leave more time to players that have a clock.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// The interval between reports of progress, in seconds; 0 for none. On a
    /// terminal a bar shows it all the time.
    #[arg(long, default_value_t = 20)]
    pub progress_seconds: u64,
}

impl Args {
    /// The table's options: those given as JSON, or those that `usual` makes of
    /// the number of players.
    pub(super) fn table_options<O: DeserializeOwned>(
        &self,
        usual: impl FnOnce(u8) -> anyhow::Result<O>,
    ) -> anyhow::Result<O> {
        match &self.options {
            None => usual(self.players.unwrap_or(2)),
            Some(json) => from_json(json.as_bytes())
                .map_err(|error| anyhow!("{json} are no options of the game: {error}")),
        }
    }
}
