//! The choice of a card (section 4.2.4).

use rand_core::Rng;
use vzetek_tarok::{Action, Card};

use super::thinking::{Choice, Thinking};
use crate::tarok::selective::Selective;
use vzetek_players::tarok::search::Position;

/// Samples hands evenly and searches each; the card with the highest sum wins.
pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let mut sums: Vec<(Card, f64)> = Vec::new();
    let mut done = 0;
    while done < thinking.samples && (done == 0 || !thinking.budget.is_late()) {
        let state = thinking.hidden.sample(rng);
        let position = Position::from_state(&state).expect("cards are being played");
        for (card, value) in search.card_values(&position) {
            match sums.iter_mut().find(|(other, _)| *other == card) {
                Some((_, sum)) => *sum += value,
                None => sums.push((card, value)),
            }
        }
        done += 1;
    }
    let best = sums.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a legal card");
    Choice { action: Action::Play(best.0), samples: done }
}
