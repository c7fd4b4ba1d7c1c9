//! Groups: patterns that add up to a number.

use std::ops::ControlFlow;

use super::pattern::Pattern;
use super::sums::{Sums, Table};

/// Passes on every group of the available cards that adds up to `target`, each once, together with
/// the cards already in `chosen`, until the callback breaks.
///
/// Ranks are added from high to low, and the lowest one last: its cards make up what is left, all
/// of them by their low value or one of them by the high one. (Two high ones are too many for any
/// card.)
pub(super) fn complete<S: Sums, B>(
    available: Pattern,
    target: u8,
    chosen: Pattern,
    tell: &mut impl FnMut(Pattern) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let lowest = available.count(0);
    if let Some(needed) = number_of_lowest::<S>(target)
        && needed <= lowest
    {
        tell(chosen + Pattern::some(0, needed))?;
    }
    if let Some(high) = S::HIGH
        && target >= high
        && let Some(others) = number_of_lowest::<S>(target - high)
        && others < lowest
    {
        tell(chosen + Pattern::some(0, others + 1))?;
    }
    for (rank, count) in available.only(Table::<S>::UP_TO[usize::from(target)]).ranks() {
        let lower = available.below(rank);
        let value = Table::<S>::VALUES[rank];
        for taken in 1..=count.min(target / value) {
            let left = target - taken * value;
            complete::<S, B>(lower, left, chosen + Pattern::some(rank, taken), tell)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns how many cards of the lowest rank, all by their low value, add up to `sum`, if any do.
#[inline]
fn number_of_lowest<S: Sums>(sum: u8) -> Option<u8> {
    let lowest = Table::<S>::LOWEST;
    sum.is_multiple_of(lowest).then_some(sum / lowest)
}

/// Passes on every group that adds up to `target` and holds the highest of these ranks, until the
/// callback breaks.
pub(super) fn with_highest<S: Sums, B>(
    available: Pattern,
    target: u8,
    tell: &mut impl FnMut(Pattern) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(rank) = available.highest() else { return ControlFlow::Continue(()) };
    if rank == 0 {
        return complete::<S, B>(available, target, Pattern::EMPTY, tell);
    }
    let lower = available.below(rank);
    let value = Table::<S>::VALUES[rank];
    for taken in (1..=available.count(rank).min(target / value)).rev() {
        let left = target - taken * value;
        complete::<S, B>(lower, left, Pattern::some(rank, taken), tell)?;
    }
    ControlFlow::Continue(())
}
