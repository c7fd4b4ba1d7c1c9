//! Matches at tarok.

use anyhow::ensure;
use vzetek_baselines::tarok::{Player, Spec, Thresholds};
use vzetek_game::{Game, Seat};
use vzetek_players::{Play, tarok};
use vzetek_tarok::{
    Action, Contract, KLOP, MOST_PLAYERS, MatchScore, Options, Phase, SEATS, Tarok,
};

use super::args::Args;
use super::table::{Contest, Table};
use super::terms::{Undertaken, Unit, Who, in_pairs};

impl Contest for Player {
    /// By player and by seat: each program at the table learns for itself.
    type Memory = [[Thresholds; MOST_PLAYERS]; 2];

    fn options(args: &Args) -> anyhow::Result<Options> {
        let players = args.players.unwrap_or(SEATS as u8);
        let options: Options = args.table_options(|_| Ok(Options::new(players)?))?;
        let playable = |contract| {
            contract == Contract::Klop || options.biddable().any(|played| played == contract)
        };
        if let Some(contract) = args.contract {
            ensure!(playable(contract), "the table does not play {contract}");
        }
        Ok(options)
    }

    fn unit(_: &Options) -> Unit {
        Unit::Points
    }

    fn pairs(options: &Options) -> Option<Vec<Vec<Who>>> {
        options.is_four().then(in_pairs)
    }

    /// A player with a fixed bid has nothing to learn about bidding.
    fn learns(table: &Table<Self>) -> bool {
        let learner = |spec: &Spec| spec.player == Self::Lustrek2002;
        table.contract.is_none() && table.own().any(learner)
    }

    /// A deal in which a player can play the contract, if it is laid down.
    fn deal(table: &Table<Self>, number: u64) -> Tarok {
        let fits = |state: &Tarok| match table.contract {
            None | Some(Contract::Klop) => true,
            Some(contract) => tarok::fitness(contract, state.hand(fittest(contract, state))) >= 0,
        };
        table.shuffled(number).find(fits).expect("shuffles have no end")
    }

    /// The action by which the declarer gets to play the contract.
    fn laid_down(table: &Table<Self>, state: &Tarok) -> Option<Action> {
        let contract = table.contract?;
        match &state.table().phase {
            Phase::Bidding(bidding)
                if contract != Contract::Klop
                    && bidding.standing != contract
                    && bidding.to_bid == fittest(contract, state) =>
            {
                Some(Action::Bid(contract))
            }
            Phase::Choosing(_) => Some(Action::Choose(contract)),
            // Kontra would drown what the cards say.
            Phase::Bidding(_) | Phase::Doubling(_) => Some(Action::Pass),
            _ => None,
        }
    }

    /// As much as klop costs a player who takes too many points.
    fn forfeit(_: &Options, lost: &[bool]) -> Vec<f64> {
        lost.iter().map(|&lost| if lost { -f64::from(KLOP) } else { 0.0 }).collect()
    }

    fn knowledge(memory: &Self::Memory, who: Who, seat: Seat) -> (MatchScore, &Thresholds) {
        (MatchScore::default(), &memory[who][seat.index()])
    }

    fn learn(memory: &mut Self::Memory, who: Who, seat: Seat, play: &Play<Tarok>) {
        let result = play.state.result().expect("the deal is over");
        memory[who][seat.index()].learn(seat, result);
    }

    fn undertaken(state: &Tarok) -> Option<Undertaken> {
        state.result().map(|result| Undertaken {
            name: result.contract.notation().to_owned(),
            declarer: result.declarer.map(Seat::index),
        })
    }
}

/// Returns the seat whose cards fit the contract best.
fn fittest(contract: Contract, state: &Tarok) -> Seat {
    let fitness = |seat: &Seat| tarok::fitness(contract, state.hand(*seat));
    Seat::all(state.options().seats()).max_by_key(fitness).expect("there are seats")
}
