//! Dealing out the cards that are hidden.

use rand_core::Rng;
use vzetek_game::sharing::shuffle;
use vzetek_search::dice;
use vzetek_tablic::{Card, CardSet};

use crate::tablic::Situation;
use crate::tablic::beliefs::presumed;
use crate::tablic::moves::{Lister, equivalents};
use crate::tablic::world::World;

/// The most draws of a world, which is drawn again if it is doubted.
const MOST_DRAWS: u32 = 50;

/// Draws worlds that fit the information state.
pub(super) struct Dealer<'a> {
    situation: &'a Situation,
    unseen: Vec<Card>,
    /// By seat, the cards it presumably lacks.
    lacking: Vec<CardSet>,
    doubt: f64,
}

impl<'a> Dealer<'a> {
    /// `doubt`: the probability of keeping a world, for each card in it that
    /// its holder presumably lacks.
    pub(super) fn new(situation: &'a Situation, lister: &mut Lister, doubt: f64) -> Self {
        let lacking = if doubt < 1.0 { presumed(situation, lister) } else { Vec::new() };
        Self { situation, unseen: situation.unseen.iter().collect(), lacking, doubt }
    }

    /// Draws a world.
    ///
    /// Equivalent hidden cards stand in for each other: the first seat holds
    /// the highest, so that the same moves have the same cards in as many
    /// worlds as possible.
    pub(super) fn deal(&self, rng: &mut impl Rng) -> World {
        let Situation { board, hand, hand_sizes, .. } = self.situation;
        let mut unseen = self.unseen.clone();
        let mut hands = Vec::new();
        for _ in 0..MOST_DRAWS {
            shuffle(&mut unseen, rng);
            hands.clear();
            let mut rest = unseen.iter().copied();
            hands.extend(hand_sizes.iter().enumerate().map(|(seat, &size)| {
                if seat == board.to_play {
                    *hand
                } else {
                    rest.by_ref().take(size.into()).collect()
                }
            }));
            if self.believes(&hands, rng) {
                break;
            }
        }
        let mut left = self.situation.unseen;
        for (seat, hand) in hands.iter_mut().enumerate() {
            if seat != board.to_play {
                *hand = standing_in(*hand, &mut left);
            }
        }
        World { board: board.clone(), hands }
    }

    fn believes(&self, hands: &[CardSet], rng: &mut impl Rng) -> bool {
        let doubted = hands.iter().zip(&self.lacking);
        let doubted: usize = doubted.map(|(&hand, &lacking)| (hand & lacking).len()).sum();
        doubted == 0 || dice::unit(rng) < self.doubt.powi(doubted as i32)
    }
}

/// Returns the highest cards left that are equivalent to these, and removes them from `left`.
fn standing_in(cards: CardSet, left: &mut CardSet) -> CardSet {
    cards
        .iter()
        .map(|card| {
            let highest = (*left & equivalents(card)).last().expect("as many as there are cards");
            left.remove(highest);
            highest
        })
        .collect()
}
