//! The choice of announcements (section 4.2.3).

use rand_core::Rng;
use vzetek_tarok::{Action, Announcement, Contract, Undertaking};

use super::bid::simulate;
use super::thinking::{Choice, Exchanged, Thinking, hands, sample};
use crate::tarok::constants::exchange;
use crate::tarok::selective::Selective;

/// Announces what enough of the simulated games have made. A solo in which every trick is
/// taken is made a colour valat, if enough games of that are won.
pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    undertaking: &Undertaking,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let raise = Action::Choose(Contract::ColourValat);
    if thinking.question.legal.contains(&raise) {
        let games = thinking.simulations(exchange::SIMULATIONS);
        let (won, games) = simulate(thinking, Contract::ColourValat, games, search, rng);
        if thinking.thresholds.valats.is_met(won, games) {
            return Choice { action: raise, samples: games };
        }
    }
    let (announced, samples) = promising(thinking, undertaking, search, rng);
    Choice { action: announced.map_or(Action::Pass, Action::Announce), samples }
}

/// Returns the first announcement that the thinking seat's side has made in enough of the
/// simulated games, and the number of these.
pub(super) fn promising<const N: usize>(
    thinking: &Thinking<'_, N>,
    undertaking: &Undertaking,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> (Option<Announcement>, usize) {
    let games = thinking.simulations(exchange::SIMULATIONS);
    let own = thinking.is_declarers(undertaking);
    let mut made = [0; Announcement::ALL.len()];
    for _ in 0..games {
        let state = sample(thinking, undertaking, rng);
        let exchanged = Exchanged::of(undertaking, &state);
        let end = search.play_out(thinking.first_card(undertaking, hands(&state), &exchanged));
        for (made, announcement) in made.iter_mut().zip(Announcement::ALL) {
            *made += usize::from(end.has_made(announcement, own));
        }
    }
    let announced = Announcement::ALL.into_iter().zip(made).find(|&(announcement, made)| {
        let share = thinking.thresholds.announcement(announcement);
        thinking.question.legal.contains(&Action::Announce(announcement))
            && share.is_some_and(|share| share.is_met(made, games))
    });
    (announced.map(|(announcement, _)| announcement), games)
}
