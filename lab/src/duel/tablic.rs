//! Matches at tablić.

use vzetek_baselines::tablic::Player;
use vzetek_game::Seat;
use vzetek_tablic::Options;

use super::Args;
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

    fn knowledge((): &(), _: Who, _: Seat) -> ((), &()) {
        ((), &())
    }
}
