//! Groups: patterns that add up to a number.

use std::ops::ControlFlow;

use super::pattern::Pattern;
use crate::{CardSet, HIGH_ACE, Rank};

/// The highest number that a group can have to add up to.
const HIGHEST: usize = Rank::King.target() as usize;

/// The ranks, other than aces, that do not exceed a number, for each number.
const UP_TO: [CardSet; HIGHEST + 1] = {
    let mut table = [CardSet::EMPTY; HIGHEST + 1];
    let mut number = 0;
    while number <= HIGHEST {
        let mut rank = Rank::Two as usize;
        while rank < Rank::ALL.len() && Rank::ALL[rank].value() as usize <= number {
            table[number] =
                CardSet::from_bits(table[number].bits() | Rank::ALL[rank].cards().bits());
            rank += 1;
        }
        number += 1;
    }
    table
};

/// Passes on every group of the available cards that adds up to `target`, each once, together with
/// the cards already in `chosen`, until the callback breaks.
///
/// Ranks are added from high to low, and aces last: they make up what is left,
/// all of them as 1 or one of them as 11. (Two as 11 are too many for any
/// card.)
pub(super) fn complete<B>(
    available: Pattern,
    target: u8,
    chosen: Pattern,
    tell: &mut impl FnMut(Pattern) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let aces = available.count(Rank::Ace);
    if target <= aces {
        tell(chosen + Pattern::some(Rank::Ace, target))?;
    }
    if target >= HIGH_ACE && target - HIGH_ACE < aces {
        tell(chosen + Pattern::some(Rank::Ace, target - HIGH_ACE + 1))?;
    }
    for (rank, count) in available.only(UP_TO[usize::from(target)]).ranks() {
        let lower = available.below(rank);
        for taken in 1..=count.min(target / rank.value()) {
            let left = target - taken * rank.value();
            complete(lower, left, chosen + Pattern::some(rank, taken), tell)?;
        }
    }
    ControlFlow::Continue(())
}

/// Passes on every group that adds up to `target` and holds the highest of these ranks, until the
/// callback breaks.
pub(super) fn with_highest<B>(
    available: Pattern,
    target: u8,
    tell: &mut impl FnMut(Pattern) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(rank) = available.highest() else { return ControlFlow::Continue(()) };
    if rank == Rank::Ace {
        return complete(available, target, Pattern::EMPTY, tell);
    }
    let lower = available.below(rank);
    for taken in (1..=available.count(rank).min(target / rank.value())).rev() {
        let left = target - taken * rank.value();
        complete(lower, left, Pattern::some(rank, taken), tell)?;
    }
    ControlFlow::Continue(())
}
