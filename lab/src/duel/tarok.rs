//! Matches at tarok.

use anyhow::ensure;
use vzetek_baselines::tarok::{Player, Spec, Thresholds, decide_as};
use vzetek_game::{DealError, Game, HiddenInformation, Observer, Seat};
use vzetek_players::tarok::{self, History, Question};
use vzetek_tarok::{Action, Contract, MatchScore, Options, Phase, SEATS, Tarok};

use super::Args;
use super::arena::{
    Arena, Decisions, Played, Terms, Thinking, Undertaken, Unit, Who, alone_in_each_seat, dice,
};

/// Options and players.
pub struct Table {
    options: Options,
    players: [Spec; 2],
    alone: bool,
    contract: Option<Contract>,
    seed: u64,
}

impl Table {
    /// Returns the table as the arguments say.
    ///
    /// # Errors
    /// If there is no such player, or the options are not those of tarok.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let three = args.players.is_none_or(|players| usize::from(players) == SEATS);
        ensure!(three, "tarok is played by three");
        let options: Options = args.table_options(|_| Ok(Options::default()))?;
        let playable = |contract| contract != Contract::OpenBerac || options.open_berac;
        ensure!(args.contract.is_none_or(playable), "the table does not play open berač");
        Ok(Self {
            options,
            players: args.specs()?,
            alone: args.alone,
            contract: args.contract,
            seed: args.seed,
        })
    }

    /// The deal with this number, and who declares if that is laid down.
    fn deal(&self, number: u64) -> (Tarok, Option<Seat>) {
        let mut rng = dice(self.seed, number, 0);
        let dealer = Seat::new((number % SEATS as u64) as u8);
        loop {
            let mut cards = <Tarok as Game>::pack(&self.options);
            vzetek_game::sharing::shuffle(&mut cards, &mut rng);
            let state = match Tarok::deal(&self.options, dealer, &cards) {
                Err(DealError::Redeal(_)) => continue,
                state => state.expect("a whole pack"),
            };
            match self.contract {
                None => return (state, None),
                Some(Contract::Klop) => {
                    let forehand = state.table().forehand();
                    return (state, Some(forehand));
                }
                Some(contract) => {
                    let fitness = |seat: &Seat| tarok::fitness(contract, state.hand(*seat));
                    let declarer = Seat::all(SEATS).max_by_key(fitness).expect("three seats");
                    if fitness(&declarer) >= 0 {
                        return (state, Some(declarer));
                    }
                }
            }
        }
    }

    /// The action that is taken without asking, so that `declarer` plays the
    /// contract.
    fn laid_down(&self, state: &Tarok, declarer: Option<Seat>) -> Option<Action> {
        let (contract, declarer) = (self.contract?, declarer?);
        match &state.table().phase {
            Phase::Bidding(bidding) if bidding.to_bid == declarer => Some(match contract {
                Contract::Klop => Action::Pass,
                contract if bidding.standing == contract => Action::Pass,
                contract => Action::Bid(contract),
            }),
            Phase::Bidding(_) => Some(Action::Pass),
            Phase::Choosing(_) => Some(Action::Choose(contract)),
            // Kontra would drown what the cards say.
            Phase::Doubling(_) => Some(Action::Pass),
            _ => None,
        }
    }
}

impl Arena for Table {
    /// By player and by seat: each program at the table learns for itself.
    type Memory = [[Thresholds; SEATS]; 2];

    fn terms(&self) -> Terms {
        let contract = self.contract.map(|contract| contract.notation().to_owned());
        Terms { contract, ..Terms::new(&self.players, &self.options) }
    }

    fn unit(&self) -> Unit {
        Unit::Points
    }

    fn seatings(&self) -> Vec<Vec<Who>> {
        alone_in_each_seat(SEATS, self.alone)
    }

    /// A player that is told what to bid has nothing to learn about bidding.
    fn learns(&self) -> bool {
        let learner = |spec: &Spec| spec.player == Player::Lustrek2002;
        self.contract.is_none() && self.players.iter().any(learner)
    }

    fn play(&self, number: u64, seating: &[Who], memory: &mut Self::Memory) -> Played {
        let (mut state, declarer) = self.deal(number);
        let mut decisions = Decisions::new(self.seed, number);
        let mut histories: [History; SEATS] = std::array::from_fn(|_| History::new());
        let radelci = MatchScore::default().radelci;
        let mut thinking = <[Thinking; 2]>::default();
        while let Some(seat) = state.current_player() {
            let who = seating[seat.index()];
            let mut rng = decisions.next();
            let action = self.laid_down(&state, declarer).unwrap_or_else(|| {
                let (view, legal) = (state.view(Observer::Seat(seat)), state.legal_actions());
                let history = &histories[seat.index()];
                let question = Question { view: &view, history, radelci, legal: &legal };
                let learned = &memory[who][seat.index()];
                let decide = || decide_as(&self.players[who], &question, learned, &mut rng);
                let decision = thinking[who].measure(decide);
                thinking[who].iterations += decision.iterations;
                decision.action
            });
            for event in state.apply(action).expect("players play by the rules") {
                for (seat, history) in histories.iter_mut().enumerate() {
                    let observer = Observer::Seat(Seat::new(seat as u8));
                    Tarok::redact(&event, observer).iter().for_each(|event| history.observe(event));
                }
            }
        }
        let result = state.result().expect("the deal is over");
        if self.learns() {
            for (seat, &who) in Seat::all(SEATS).zip(seating) {
                memory[who][seat.index()].learn(seat, result);
            }
        }
        Played {
            scores: result.scores().iter().map(|&score| f64::from(score)).collect(),
            wins: result.seats.iter().map(|seat| f64::from(u8::from(seat.won))).collect(),
            contract: Some(Undertaken {
                name: result.contract.notation().to_owned(),
                declarer: result.declarer.map(Seat::index),
            }),
            thinking,
        }
    }
}
