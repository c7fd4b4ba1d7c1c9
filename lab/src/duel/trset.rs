//! Matches at tršet and kifameno.

use vzetek_baselines::trset::{Player, Spec};
use vzetek_game::{HiddenInformation, Observer, Seat};
use vzetek_players::Play;
use vzetek_players::trset::OpponentModel;
use vzetek_trset::{DEAL, Options, Trset, Variant};

use super::args::{Args, MatchGame};
use super::table::{Contest, Table};
use super::terms::{Unit, Who, alone_in_each_seat};

impl Contest for Player {
    /// The knowledge that each player has of the other, if two play.
    type Memory = [OpponentModel; 2];

    /// Thirds.
    const UNITS: f64 = 3.0;

    fn options(args: &Args) -> anyhow::Result<Options> {
        let variant = match args.game {
            MatchGame::Kifameno => Variant::Kifameno,
            _ => Variant::Trset,
        };
        let options = args.table_options(|players| Ok(Options::new(variant, players)?))?;
        anyhow::ensure!(options.variant == variant, "--game and --options name different games");
        Ok(options)
    }

    fn unit(options: &Options) -> Unit {
        Unit::Wins(1.0 / options.sides() as f64)
    }

    /// Alone against two, or side against side.
    fn seatings(options: &Options, alone: bool) -> Vec<Vec<Who>> {
        let seats = options.seats();
        if options.sides() == seats && seats > 2 {
            return alone_in_each_seat(seats, alone);
        }
        let side = |first: usize| {
            Seat::all(seats).map(|seat| usize::from(options.side(seat) != first)).collect()
        };
        (0..options.sides()).map(side).collect()
    }

    fn learns(table: &Table<Self>) -> bool {
        let learner =
            |spec: &Spec| spec.player == Self::Strong && spec.settings.strong.posterior.infers;
        table.options.seats() == 2 && table.own().any(learner)
    }

    /// The deal's thirds are the others' at tršet, and one's own at kifameno.
    fn forfeit(options: &Options, lost: &[bool]) -> Vec<f64> {
        let all = f64::from(DEAL) / Self::UNITS;
        let points = |&lost: &bool| match (options.variant, lost) {
            (Variant::Trset, false) => all,
            (Variant::Kifameno, true) => -all,
            _ => 0.0,
        };
        lost.iter().map(points).collect()
    }

    fn knowledge(memory: &Self::Memory, who: Who, _: Seat) -> (OpponentModel, &()) {
        (memory[who], &())
    }

    fn learn(memory: &mut Self::Memory, who: Who, seat: Seat, play: &Play<Trset>) {
        memory[who].learn(&play.state.view(Observer::Seat(seat)), &play.histories[seat.index()]);
    }
}
