//! The test that given cards can be parted into groups.

use std::collections::HashSet;
use std::ops::ControlFlow;

use vzetek_game::CardSet;

use super::groups::with_highest;
use super::pattern::Pattern;
use super::sums::{Ranked, Sums, target};

/// True if `card` can capture exactly these cards, if they lie on the table: if
/// they can be parted into groups that add up to it each. No cards are no
/// capture.
///
/// The highest card left must be in some group, so only those are tried, and
/// no rest twice. Needs no memory of its own unless a choice of group proves
/// wrong.
pub fn is_capture<S: Sums>(card: S::Card, taken: CardSet<S::Card>) -> bool {
    let pattern = Pattern::of(S::Card::to_ranks(taken));
    let (rank, _) = card.rank_and_suit();
    !pattern.is_empty() && parts::<S>(pattern, target::<S>(rank), &mut HashSet::new())
}

/// `hopeless` are patterns that are known not to part.
fn parts<S: Sums>(pattern: Pattern, target: u8, hopeless: &mut HashSet<Pattern>) -> bool {
    if pattern.is_empty() {
        return true;
    }
    if hopeless.contains(&pattern) {
        return false;
    }
    let found = with_highest::<S, ()>(pattern, target, &mut |group| {
        if parts::<S>(pattern - group, target, hopeless) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if found.is_continue() {
        hopeless.insert(pattern);
    }
    found.is_break()
}
