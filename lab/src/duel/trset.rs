//! Matches at tršet and kifameno.

use anyhow::Context;
use rand_core::Rng;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::trset::{Player, decide};
use vzetek_trset::{Options, Trset, Variant};

use super::arena::{Arena, Played, Thinking, Who, alone_in_each_seat, dice};
use super::{Args, Contestant, MatchGame, contestants};

/// Options and players.
pub struct Table {
    options: Options,
    contestants: [Contestant<Player>; 2],
    seed: u64,
}

impl Table {
    /// As the arguments say.
    ///
    /// # Errors
    /// If there is no such player, or the options are not those of the game.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let variant = match args.game {
            MatchGame::Kifameno => Variant::Kifameno,
            _ => Variant::Trset,
        };
        let options = match &args.options {
            None => Options::new(variant, 2).context("two can play")?,
            Some(json) => serde_json::from_str(json).context("these are no options of tršet")?,
        };
        anyhow::ensure!(options.variant() == variant, "--game and --options name different games");
        let contestants = contestants(args, |player: &Player| player.default_limits())?;
        Ok(Self { options, contestants, seed: args.seed })
    }
}

impl Arena for Table {
    type Memory = ();

    /// Alone against two, or side against side.
    fn seatings(&self) -> Vec<Vec<Who>> {
        let seats = self.options.seats();
        if self.options.sides() == seats && seats > 2 {
            return alone_in_each_seat(seats);
        }
        let side = |first: usize| {
            Seat::all(seats).map(|seat| usize::from(self.options.side(seat) != first)).collect()
        };
        (0..self.options.sides()).map(side).collect()
    }

    fn play(&self, deal: u64, seating: &[Who], (): &mut ()) -> Played {
        let seats = self.options.seats();
        let mut cards = <Trset as Game>::pack(&self.options);
        vzetek_game::sharing::shuffle(&mut cards, &mut dice(self.seed, deal, 0));
        let dealer = Seat::new((deal % seats as u64) as u8);
        let mut state = Trset::deal(&self.options, dealer, &cards).expect("a whole pack");
        let mut numbers = dice(self.seed, deal, 1);
        let mut thinking = <[Thinking; 2]>::default();
        while let Some(seat) = state.current_player() {
            let who = seating[seat.index()];
            let Contestant { player, limits } = &self.contestants[who];
            let (view, legal) = (state.view(Observer::Seat(seat)), state.legal_actions());
            // Each decision draws its own numbers, whoever thought before.
            let mut rng = dice(numbers.next_u64(), deal, 2);
            let decision =
                thinking[who].measure(|| decide(*player, &view, &legal, limits, &mut rng));
            state.apply(decision.action).expect("players play by the rules");
        }
        let result = state.result().expect("the deal is over");
        let reckonings = Seat::all(seats).map(|seat| &result.seats[seat]);
        let less = self.options.variant() == Variant::Kifameno;
        let score = |thirds: u8| f64::from(thirds) / if less { -3.0 } else { 3.0 };
        Played {
            scores: reckonings.clone().map(|reckoning| score(reckoning.side_thirds)).collect(),
            won: reckonings.map(|reckoning| reckoning.won).collect(),
            contract: None,
            thinking,
        }
    }
}
