//! Deals in which the first seat holds a hand that might be played as berač:
//! one in thousands, so they are walked to and not waited for.

use rand_core::Rng;
use vzetek_game::{Seat, sharing::shuffle};
use vzetek_players::tarok::appraisal::log_odds_of_berac;
use vzetek_players::tarok::berac::Play;
use vzetek_players::tarok::search::Position;
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract, HAND, SEATS, Suit};

/// Steps between two deals, of which many are not possible.
const STEPS: usize = 24;

/// All deals whose first hand's odds have a logarithm of at least `least`, equally often in the
/// long run (Metropolis's walk).
pub struct Hands {
    least: f64,
    /// The first seat's hand lies first.
    cards: Vec<Card>,
}

impl Hands {
    /// Climbs to a hand that is good enough.
    pub fn new(least: f64, rng: &mut impl Rng) -> Self {
        let mut cards: Vec<Card> = CardSet::full().iter().collect();
        shuffle(&mut cards, rng);
        let mut hands = Self { least: f64::NEG_INFINITY, cards };
        while hands.least < least {
            hands.least = log_odds_of_berac(hands.first());
            hands.step(rng);
        }
        hands.least = least;
        hands
    }

    fn first(&self) -> CardSet {
        self.cards[..HAND].iter().copied().collect()
    }

    /// Changes a card of the first hand for another, if that is good enough.
    fn step(&mut self, rng: &mut impl Rng) {
        let inside = dice::below(rng, HAND as u32) as usize;
        let outside = HAND + dice::below(rng, (self.cards.len() - HAND) as u32) as usize;
        self.cards.swap(inside, outside);
        if log_odds_of_berac(self.first()) < self.least {
            self.cards.swap(inside, outside);
        }
    }

    /// The next deal before its first card.
    pub fn deal(&mut self, rng: &mut impl Rng) -> Play {
        loop {
            for _ in 0..STEPS {
                self.step(rng);
            }
            shuffle(&mut self.cards[HAND..], rng);
            let hands: [CardSet; SEATS] = std::array::from_fn(|seat| {
                self.cards[HAND * seat..][..HAND].iter().copied().collect()
            });
            let has_taroks = |hand: &CardSet| !hand.is_disjoint(Suit::Taroks.cards());
            if hands.iter().all(has_taroks) {
                let declarer = Seat::new(0);
                let position = Position::new(Contract::Berac, declarer, declarer, hands);
                return Play::new(position);
            }
        }
    }
}
