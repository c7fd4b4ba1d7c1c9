//! Matches at tršet and kifameno.

use vzetek_baselines::trset::{Player, Spec, decide_as};
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::trset::{History, OpponentModel, Question};
use vzetek_trset::{Options, Trset, Variant};

use super::arena::{
    Arena, Decisions, Played, Terms, Thinking, Unit, Who, alone_in_each_seat, dice,
};
use super::{Args, MatchGame};

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
    /// If there is no such player, or the options are not those of the game.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let variant = match args.game {
            MatchGame::Kifameno => Variant::Kifameno,
            _ => Variant::Trset,
        };
        let options = args.table_options(|players| Ok(Options::new(variant, players)?))?;
        anyhow::ensure!(options.variant == variant, "--game and --options name different games");
        Ok(Self { options, players: args.specs()?, alone: args.alone, seed: args.seed })
    }
}

impl Arena for Table {
    /// The knowledge that each player has of the other, if two play.
    type Memory = [OpponentModel; 2];

    fn terms(&self) -> Terms {
        Terms::new(&self.players, &self.options)
    }

    fn unit(&self) -> Unit {
        Unit::Wins(1.0 / self.options.sides() as f64)
    }

    /// Alone against two, or side against side.
    fn seatings(&self) -> Vec<Vec<Who>> {
        let seats = self.options.seats();
        if self.options.sides() == seats && seats > 2 {
            return alone_in_each_seat(seats, self.alone);
        }
        let side = |first: usize| {
            Seat::all(seats).map(|seat| usize::from(self.options.side(seat) != first)).collect()
        };
        (0..self.options.sides()).map(side).collect()
    }

    fn learns(&self) -> bool {
        let learner =
            |spec: &Spec| spec.player == Player::Strong && spec.settings.strong.posterior.infers;
        self.options.seats() == 2 && self.players.iter().any(learner)
    }

    fn play(&self, deal: u64, seating: &[Who], memory: &mut Self::Memory) -> Played {
        let seats = self.options.seats();
        let mut cards = <Trset as Game>::pack(&self.options);
        vzetek_game::sharing::shuffle(&mut cards, &mut dice(self.seed, deal, 0));
        let dealer = Seat::new((deal % seats as u64) as u8);
        let mut state = Trset::deal(&self.options, dealer, &cards).expect("a whole pack");
        // Nothing happens in secret, so one history does for all.
        let mut history = History::new();
        let mut decisions = Decisions::new(self.seed, deal);
        let mut thinking = <[Thinking; 2]>::default();
        while let Some(seat) = state.current_player() {
            let who = seating[seat.index()];
            let (view, legal) = (state.view(Observer::Seat(seat)), state.legal_actions());
            let opponent_model = &memory[who];
            let question = Question { opponent_model, ..Question::new(&view, &history, &legal) };
            let mut rng = decisions.next();
            let decide = || decide_as(&self.players[who], &question, &mut rng);
            let decision = thinking[who].measure(decide);
            thinking[who].iterations += decision.iterations;
            for event in state.apply(decision.action).expect("players play by the rules") {
                history.observe(&event);
            }
        }
        if self.learns() {
            for (seat, &who) in Seat::all(seats).zip(seating) {
                memory[who].learn(&state.view(Observer::Seat(seat)), &history);
            }
        }
        let result = state.result().expect("the deal is over");
        let reckonings = Seat::all(seats).map(|seat| &result.seats[seat]);
        let winners = reckonings.clone().filter(|reckoning| reckoning.won).count();
        // Partners win together what one side wins.
        let sides = winners * self.options.sides() / seats;
        let win = |won: bool| if won { 1.0 / sides as f64 } else { 0.0 };
        let less = self.options.variant == Variant::Kifameno;
        let score = |thirds: u8| f64::from(thirds) / if less { -3.0 } else { 3.0 };
        Played {
            scores: reckonings.clone().map(|reckoning| score(reckoning.side_thirds)).collect(),
            wins: reckonings.map(|reckoning| win(reckoning.won)).collect(),
            contract: None,
            thinking,
        }
    }
}
