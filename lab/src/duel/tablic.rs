//! Matches at tablić.

use vzetek_baselines::tablic::Player;
use vzetek_game::Seat;
use vzetek_tablic::{MOST_CARDS_POINTS, Options, PACK_POINTS};

use super::args::Args;
use super::table::Contest;
use super::terms::{Unit, Who};

impl Contest for Player {
    type Memory = ();

    fn options(args: &Args) -> anyhow::Result<Options> {
        args.table_options(|players| Ok(Options::new(players)?))
    }

    fn unit(options: &Options) -> Unit {
        Unit::Wins(1.0 / options.seats() as f64)
    }

    /// The points of the pack, and those for most cards, are the others'.
    fn forfeit(_: &Options, lost: &[bool]) -> Vec<f64> {
        let others = lost.iter().filter(|&&lost| !lost).count() as f64;
        let all = f64::from(PACK_POINTS + MOST_CARDS_POINTS);
        lost.iter().map(|&lost| if lost { 0.0 } else { all / others }).collect()
    }

    fn knowledge((): &(), _: Who, _: Seat) -> ((), &()) {
        ((), &())
    }
}
