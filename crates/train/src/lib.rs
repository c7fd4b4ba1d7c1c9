//! Learning what `vzetek-players` holds as weights: by self-play, and from games
//! of its players. Each command makes one file again; docs/PLAYERS.md says which.
#![forbid(unsafe_code)]

mod adam;
mod linear;
mod tablic;
mod tarok;
pub mod trset;

use std::io::Write;

/// The weights to learn.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Command {
    /// Learn how two players of tršet or kifameno play while there is a stock:
    /// what their cards tell of the rest of their hands.
    TrsetOpponentPolicy(Box<trset::opponent_policy::Args>),
    /// Learn the worth of a deal of tršet or kifameno for two while there is a
    /// stock, by self-play.
    TrsetValueNetwork(trset::value_network::Args),
    /// Learn which card of tarok to play at a glance, by self-play.
    TarokCardPolicy(tarok::card_policy::Args),
    /// Learn which card to play at a glance in a berač, by self-play.
    TarokBeracPolicy(tarok::berac_policy::Args),
    /// Learn the worth of a hand of tarok in each contract, and print it as Rust.
    TarokAppraisal(tarok::appraisal::Args),
    /// Learn how likely a berač is made with a hand, and print it as Rust.
    TarokBeracAppraisal(tarok::berac_appraisal::Args),
    /// Learn what the chances in a deal of tablić rest on, and print numbers.
    TablicProspects(tablic::Args),
}

impl Command {
    /// Learns, and tells how far it is on `out`.
    ///
    /// # Errors
    /// If a file cannot be read or written, or `out` cannot.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match self {
            Self::TrsetOpponentPolicy(args) => args.run(out),
            Self::TrsetValueNetwork(args) => args.run(out),
            Self::TarokCardPolicy(args) => args.run(out),
            Self::TarokBeracPolicy(args) => args.run(out),
            Self::TarokAppraisal(args) => args.run(out),
            Self::TarokBeracAppraisal(args) => args.run(out),
            Self::TablicProspects(args) => args.run(out),
        }
    }
}
