//! The choice of announcements (section 4.2.3).

use rand_core::Rng;
use vzetek_tarok::{Action, Announcement, CardSet, Undertaking};

use super::{Choice, Thinking, hands};
use crate::tarok::constants::exchange;
use crate::tarok::selective::Selective;

/// Announces what enough of the simulated games have made.
pub(super) fn choose(
    thinking: &Thinking<'_>,
    undertaking: &Undertaking,
    search: &mut Selective,
    rng: &mut impl Rng,
) -> Choice {
    let games = thinking.simulations(exchange::SIMULATIONS);
    let mut made = [0; Announcement::OF_THREE.len()];
    for _ in 0..games {
        let state = thinking.hidden.sample(rng);
        let (discards, left) = match &undertaking.exchange {
            Some(exchange) => (state.buried() | exchange.shown, exchange.left),
            None => (CardSet::EMPTY, state.talon().iter().copied().collect()),
        };
        let end = search.play_out(thinking.first_card(undertaking, hands(&state), discards, left));
        for (made, announcement) in made.iter_mut().zip(Announcement::OF_THREE) {
            *made += usize::from(end.has_made(announcement, true));
        }
    }
    let announced = Announcement::OF_THREE.iter().zip(made).find(|&(&announcement, made)| {
        let share = thinking.thresholds.announcement(announcement);
        !undertaking.is_announced(announcement)
            && share.is_some_and(|share| share.is_met(made, games))
    });
    let action = announced.map_or(Action::Pass, |(&what, _)| Action::Announce(what));
    Choice { action, samples: games }
}
