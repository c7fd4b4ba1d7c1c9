//! Learning what `vzetek-players` holds as weights: by self-play, and from games
//! of its players. Each command of `vzetek-lab train` makes one file below
//! `crates/players/src` again:
//!
//! | file | command | time on one core |
//! |---|---|---|
//! | `trset/opponent_policy/trset.bin` | `trset-opponent-policy` | half an hour |
//! | `trset/opponent_policy/kifameno.bin` | `trset-opponent-policy --kifameno --games 4000` | half an hour |
//! | `trset/value_network/trset.bin` | `trset-value-network --afresh`, then `trset-value-network --games 500000 --step 0.002 --seed 2` | some minutes each |
//! | `trset/value_network/kifameno.bin` | the same two with `--kifameno` | some minutes each |
//! | `tarok/card_policy/weights.bin` | `tarok-card-policy --afresh --deals 2000000`; the roles learn apart, so `--contracts klop` and the like may follow | some minutes |
//! | `tarok/card_policy/weights_four.bin` | `tarok-card-policy --players 4 --afresh --deals 300000 --step 0.05`, then `--players 4 --deals 2500000 --step 0.04 --seed 7` | a minute, then five |
//! | `tarok/berac/weights.bin` | `tarok-berac-policy --afresh` | a quarter of an hour |
//! | `tarok/appraisal/weights.rs` | `tarok-appraisal`, which prints it | some minutes |
//! | `tarok/appraisal/weights_four.rs` | `tarok-appraisal --players 4 --deals 150000`, which prints it; twice, since what passing is worth rests on how others bid | two minutes each |
//! | `tarok/appraisal/berac_weights.rs` | `tarok-berac-appraisal`, and with `--players 4`, which print its lines | half an hour each |
//! | `tablic/prospects.rs` | `tablic-prospects --games 4000`, which prints what its numbers are rounded from | |
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
    /// Learns, and writes the progress to `out`.
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
