//! Matches at tablić.

use vzetek_baselines::tablic::{Spec, decide_as};
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::tablic::{History, Question};
use vzetek_tablic::{Options, Tablic};

use super::Args;
use super::arena::{
    Arena, Decisions, Played, Terms, Thinking, Unit, Who, alone_in_each_seat, dice,
};

/// Options and players.
pub struct Table {
    options: Options,
    players: [Spec; 2],
    alone: bool,
    seed: u64,
}

impl Table {
    /// Returns the table as the arguments say.
    ///
    /// # Errors
    /// If there is no such player, or the options are not those of tablić.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let options = args.table_options(|players| Ok(Options::new(players)?))?;
        Ok(Self { options, players: args.specs()?, alone: args.alone, seed: args.seed })
    }
}

impl Arena for Table {
    type Memory = ();

    fn terms(&self) -> Terms {
        Terms::new(&self.players, &self.options)
    }

    fn unit(&self) -> Unit {
        Unit::Wins(1.0 / self.options.seats() as f64)
    }

    fn seatings(&self) -> Vec<Vec<Who>> {
        alone_in_each_seat(self.options.seats(), self.alone)
    }

    fn play(&self, number: u64, seating: &[Who], (): &mut ()) -> Played {
        let seats = self.options.seats();
        let mut cards = Tablic::pack(&self.options);
        vzetek_game::sharing::shuffle(&mut cards, &mut dice(self.seed, number, 0));
        let dealer = Seat::new((number % seats as u64) as u8);
        let mut state = Tablic::deal(&self.options, dealer, &cards).expect("a whole pack");
        // Nothing happens in secret, so one history does for all.
        let mut history = History::new();
        let mut decisions = Decisions::new(self.seed, number);
        let mut thinking = <[Thinking; 2]>::default();
        while let Some(seat) = state.current_player() {
            let who = seating[seat.index()];
            let view = state.view(Observer::Seat(seat));
            let question = Question { view: &view, history: &history };
            let mut rng = decisions.next();
            let decide = || decide_as(&self.players[who], &question, &mut rng);
            let decision = thinking[who].measure(decide);
            thinking[who].iterations += decision.iterations;
            for event in state.apply(decision.action).expect("players play by the rules") {
                history.observe(&event);
            }
        }
        let result = state.result().expect("the deal is over");
        let reckonings = Seat::all(seats).map(|seat| &result.seats[seat]);
        let winners = reckonings.clone().filter(|reckoning| reckoning.won).count() as f64;
        let win = |won: bool| if won { 1.0 / winners } else { 0.0 };
        Played {
            scores: reckonings.clone().map(|reckoning| f64::from(reckoning.score)).collect(),
            wins: reckonings.map(|reckoning| win(reckoning.won)).collect(),
            contract: None,
            thinking,
        }
    }
}
