//! The relevant facts for one player, which follow from the rules and from what the player sees.
//!
//! Every fact is certain: it holds for all possible hidden cards. The caller words the advice.

use crate::{Action, Phase, View};

mod ending;
mod fact;
mod play;
mod talon;

pub use fact::{Counted, Fact};

/// Returns the facts for the observer of the view, the most important first: for the player to act
/// the duty before the chances, and once the deal is over its result for any observer.
pub(crate) fn facts(view: &View, legal: &[Action]) -> Vec<Fact> {
    if let Phase::Finished(finished) = &view.table.phase {
        return ending::facts(finished);
    }
    match (view.observer, view.hand) {
        (Some(seat), Some(hand)) if view.current_player == Some(seat) => match &view.table.phase {
            Phase::Playing(playing) => play::facts(view, playing, seat, hand),
            _ => talon::facts(view, seat, hand, legal),
        },
        _ => Vec::new(),
    }
}
