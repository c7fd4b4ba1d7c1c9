//! The greedy player of Penzar's tablić ("Pohlepni igrač").

use rand_core::Rng;
use vzetek_search::dice;
use vzetek_tablic::{Action, CardSet};

use super::Situation;
use super::moves::{Lister, equivalents};

/// The move with the greatest tuple.
pub fn choose(situation: &Situation, lister: &mut Lister) -> Action {
    lister.greediest(situation.hand, situation.board.table)
}

/// Returns the move with any card of the hand that is equivalent to the one chosen: its suit would
/// reveal which others are not in the hand.
pub fn hide_suit(action: Action, hand: CardSet, rng: &mut impl Rng) -> Action {
    let same = hand & equivalents(action.card);
    let skip = dice::below(rng, same.len() as u32) as usize;
    let card = same.iter().nth(skip).expect("the chosen card is in the hand");
    Action { card, ..action }
}
