//! Hidden cards of a berač as they probably lie.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::{Game, Seat};
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Playing, SEATS, Suit, Table, Tarok, View};

use super::{Network, Observation, Play};
use crate::tarok::bids::Bids;
use crate::tarok::search::Position;

/// The probability that a player plays any card at random, independently of the network.
const BLIND: f32 = 0.05;

/// Steps before the first world is looked at, and between two of them.
const FIRST_STEPS: usize = 400;
const STEPS: usize = 20;

/// Three hands and the talon.
const HOLDERS: usize = SEATS + 1;

/// The evidence that worlds are inferred from.
pub(in crate::tarok) struct Evidence<'a> {
    /// The others' bids; nothing if they are not to be inferred from.
    pub bids: Option<&'a Bids>,
    /// The cards that were played, in order; none if they are not known.
    pub played: &'a [(Seat, Card)],
    /// The weight of played cards as evidence: 1 would assume that all play as the network does, 0
    /// infers nothing.
    pub trust: f32,
}

/// A Markov chain over the ways in which hidden cards may lie, each as often as
/// bids and played cards make it likely (N. Metropolis and others, "Equation
/// of state calculations by fast computing machines", 1953). Hands that are
/// good enough for a berač are too rare to be drawn.
pub(in crate::tarok) struct MarkovChain<'a> {
    me: Seat,
    table: &'a Table,
    playing: &'a Playing,
    network: &'a Network,
    evidence: Evidence<'a>,
    /// The hidden cards.
    cards: ArrayVec<Card, 54>,
    /// The cards that each holder cannot hold.
    denied: [CardSet; HOLDERS],
    /// The cards that each holder has in the present world.
    held: [CardSet; HOLDERS],
    /// The log-likelihoods of bids and of cards in it.
    likely: [f64; 2],
}

impl<'a> MarkovChain<'a> {
    /// Starts in one of the worlds that a seat cannot tell apart.
    ///
    /// # Panics
    /// If the view is the public's.
    pub fn new(
        view: &'a View,
        world: &Tarok,
        playing: &'a Playing,
        evidence: Evidence<'a>,
        network: &'a Network,
    ) -> Self {
        let table = &view.table;
        let (mut held, mut denied) = ([CardSet::EMPTY; HOLDERS], [CardSet::EMPTY; HOLDERS]);
        for seat in Seat::all(SEATS) {
            held[seat.index()] = world.hand(seat);
            denied[seat.index()] = table.denied[seat];
        }
        held[SEATS] = world.talon().iter().copied().collect();
        let mut chain = Self {
            me: view.observer.expect("only a seat plays"),
            table,
            playing,
            network,
            evidence,
            cards: view.unseen().iter().collect(),
            denied,
            held,
            likely: [0.0; 2],
        };
        chain.likely = [chain.bids(), chain.cards()];
        chain
    }

    /// Walks on to the next world, far enough to have little to do with the
    /// last one.
    pub fn go(&mut self, is_first: bool, rng: &mut impl Rng) {
        for _ in 0..if is_first { FIRST_STEPS } else { STEPS } {
            self.step(rng);
        }
    }

    /// Lets two hidden cards change places, if the result is likely enough compared with the
    /// present world.
    fn step(&mut self, rng: &mut impl Rng) {
        let count = self.cards.len() as u32;
        if count == 0 {
            return;
        }
        let [first, second] = [0, 1].map(|_| self.cards[dice::below(rng, count) as usize]);
        let [from, to] = [first, second].map(|card| self.holder(card));
        if from == to || self.denied[to].contains(first) || self.denied[from].contains(second) {
            return;
        }
        let before = self.held;
        self.held[from] = before[from].without(first).with(second);
        self.held[to] = before[to].without(second).with(first);
        let bids = self.bids();
        let [old_bids, old_cards] = self.likely;
        let least = old_bids + old_cards + dice::unit(rng).ln();
        // Cards, which take longer to judge, can only make it less likely.
        if bids >= least {
            let cards = self.cards();
            if bids + cards >= least {
                self.likely = [bids, cards];
                return;
            }
        }
        self.held = before;
    }

    fn holder(&self, card: Card) -> usize {
        self.held.iter().position(|held| held.contains(card)).expect("somebody holds it")
    }

    /// The cards that a seat was dealt.
    fn dealt(&self, seat: Seat) -> CardSet {
        self.held[seat.index()] | self.table.played[seat]
    }

    /// Returns the log-likelihood of the bids. Had a player no tarok, the cards would have been
    /// dealt again.
    fn bids(&self) -> f64 {
        let has_taroks = |seat| !self.dealt(seat).is_disjoint(Suit::Taroks.cards());
        match Seat::all(SEATS).all(has_taroks) {
            true => self.evidence.bids.map_or(0.0, |bids| bids.weight(|seat| self.dealt(seat))),
            false => f64::NEG_INFINITY,
        }
    }

    /// Returns the log-likelihood of the cards that the others played.
    fn cards(&self) -> f64 {
        let Some(&(leader, _)) = self.evidence.played.first() else { return 0.0 };
        if self.evidence.trust == 0.0 {
            return 0.0;
        }
        let mut play = self.led_by(leader, |seat| self.dealt(seat));
        let mut sum = 0.0;
        for &(seat, card) in self.evidence.played {
            let legal = play.position.legal();
            if seat != self.me && legal.len() > 1 {
                let chance = self.network.chances(&Observation::new(&play), legal).of(card);
                let blindly = BLIND / legal.len() as f32;
                sum += f64::from((blindly + (1.0 - BLIND) * chance).ln());
            }
            play.play(card);
        }
        f64::from(self.evidence.trust) * sum
    }

    /// The berač as it stands in the present world.
    pub fn play(&self) -> Play {
        let trick = &self.playing.trick;
        let lying = trick.card_set();
        let hand = |seat: Seat| self.held[seat.index()] | lying & self.table.played[seat];
        let mut play = self.led_by(trick.leader(), hand);
        for &card in trick.cards() {
            play.play(card);
        }
        play.gone = self.table.open();
        play.denied.copy_from_slice(self.table.denied.as_slice());
        play
    }

    fn led_by(&self, leader: Seat, hand: impl Fn(Seat) -> CardSet) -> Play {
        let undertaking = &self.playing.undertaking;
        let hands = std::array::from_fn(|seat| hand(Seat::new(seat as u8)));
        Play::new(Position::new(undertaking.contract, undertaking.declarer, leader, hands))
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::{Game, HiddenInformation, Observer, sharing};
    use vzetek_tarok::{Action, Contract, Options, Phase};

    use super::*;
    use crate::Play;
    use crate::tarok::Question;
    use crate::tarok::appraisal::log_odds_of_berac;
    use crate::tarok::card_policy::CardPolicy;
    use crate::tarok::hand_posterior::HandPosterior;

    /// A berač that is worth playing, before its first card.
    fn berac(rng: &mut impl Rng) -> Play<Tarok> {
        let mut play = loop {
            let state: Tarok = sharing::deal(&Options::default(), Seat::new(0), rng);
            let declarer = state.current_player().expect("somebody bids");
            if log_odds_of_berac(state.hand(declarer)) > -1.0 {
                break Play::new(state);
            }
        };
        let berac = Contract::Berac;
        for action in [Action::Bid(berac), Action::Pass, Action::Pass, Action::Choose(berac)] {
            play.act(action);
        }
        while matches!(play.state.table().phase, Phase::Doubling(_)) {
            play.act(Action::Pass);
        }
        play
    }

    #[test]
    fn worlds_are_possible_and_explain_the_bid() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let (mut odds, mut worlds) = (0.0, 0.0);
        for _ in 0..3 {
            let mut table = berac(&mut rng);
            while let Some(seat) = table.state.current_player() {
                let truth = <Position>::from_state(&table.state).expect("cards are being played");
                let view = table.state.view(Observer::Seat(seat));
                let question = Question::new(&view, &table.histories[seat.index()], &[]);
                let seen = HandPosterior::new(&question, CardPolicy::shared(SEATS), true, 0.5);
                let Phase::Playing(playing) = &view.table.phase else { unreachable!("so far") };
                let mut chain = seen.berac_chain(playing, Network::shared(), &mut rng);
                for world in 0..5 {
                    chain.go(world == 0, &mut rng);
                    let play = chain.play();
                    assert_eq!(play.position.to_play(), seat);
                    assert_eq!(play.position.legal(), truth.legal());
                    assert!(play.position.trick().eq(truth.trick()));
                    for other in Seat::all(SEATS) {
                        let hand = play.position.hand(other);
                        assert_eq!(hand.len(), truth.hand(other).len());
                        assert!(hand.is_disjoint(view.table.denied[other]));
                        assert!(hand.is_disjoint(play.gone));
                    }
                    let declarer = playing.undertaking.declarer;
                    if seat != declarer {
                        odds += log_odds_of_berac(chain.dealt(declarer));
                        worlds += 1.0;
                    }
                }
                let card = chain.play().draw(Network::shared(), &mut rng);
                table.act(Action::Play(card));
            }
        }
        // Any hand's are about -8.
        assert!(odds / worlds > -2.5, "{}", odds / worlds);
    }
}
