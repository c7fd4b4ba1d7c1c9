//! Matches at tarok.

use anyhow::Context;
use rand_core::Rng;
use vzetek_game::{DealError, Game, HiddenInformation, Observer, Seat};
use vzetek_players::tarok::{self, History, Player, Question, Thresholds, decide_with};
use vzetek_tarok::{Action, Contract, MatchScore, Options, Phase, SEATS, Tarok};

use super::arena::{Arena, Played, Thinking, Undertaken, Who, alone_in_each_seat, dice};
use super::{Args, Contestant, contestants};

/// Options and players.
pub struct Table {
    options: Options,
    contestants: [Contestant<Player>; 2],
    contract: Option<Contract>,
    seed: u64,
}

impl Table {
    /// As the arguments say.
    ///
    /// # Errors
    /// If there is no such player, or the options are not those of tarok.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let options: Options = match &args.options {
            None => Options::default(),
            Some(json) => serde_json::from_str(json).context("these are no options of tarok")?,
        };
        let playable = |contract| contract != Contract::OpenBerac || options.open_berac;
        anyhow::ensure!(args.contract.is_none_or(playable), "the table does not play open berač");
        let contestants = contestants(args, |player: &Player| player.default_limits())?;
        Ok(Self { options, contestants, contract: args.contract, seed: args.seed })
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

    /// What is done without asking, so that `declarer` plays the contract.
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

    fn seatings(&self) -> Vec<Vec<Who>> {
        alone_in_each_seat(SEATS)
    }

    fn play(&self, number: u64, seating: &[Who], memory: &mut Self::Memory) -> Played {
        let (mut state, declarer) = self.deal(number);
        let mut numbers = dice(self.seed, number, 1);
        let mut histories: [History; SEATS] = std::array::from_fn(|_| History::new());
        let radelci = MatchScore::default().radelci;
        let mut thinking = <[Thinking; 2]>::default();
        while let Some(seat) = state.current_player() {
            let who = seating[seat.index()];
            let Contestant { player, limits } = &self.contestants[who];
            // Each decision draws its own numbers, whoever thought before.
            let mut rng = dice(numbers.next_u64(), number, 2);
            let action = self.laid_down(&state, declarer).unwrap_or_else(|| {
                let (view, legal) = (state.view(Observer::Seat(seat)), state.legal_actions());
                let history = &histories[seat.index()];
                let question = Question { view: &view, history, radelci, legal: &legal };
                let learned = &memory[who][seat.index()];
                let decide = || decide_with(*player, &question, learned, limits, &mut rng);
                thinking[who].measure(decide).action
            });
            for event in state.apply(action).expect("players play by the rules") {
                for (seat, history) in histories.iter_mut().enumerate() {
                    let observer = Observer::Seat(Seat::new(seat as u8));
                    Tarok::redact(&event, observer).iter().for_each(|event| history.observe(event));
                }
            }
        }
        let result = state.result().expect("the deal is over");
        // Who was told what to bid has nothing to learn about bidding.
        if self.contract.is_none() {
            for (seat, &who) in Seat::all(SEATS).zip(seating) {
                memory[who][seat.index()].learn(seat, result);
            }
        }
        Played {
            scores: result.scores().iter().map(|&score| f64::from(score)).collect(),
            won: result.seats.iter().map(|reckoning| reckoning.won).collect(),
            contract: Some(Undertaken {
                name: result.contract.notation(),
                declarer: result.declarer.map(Seat::index),
            }),
            thinking,
        }
    }
}
