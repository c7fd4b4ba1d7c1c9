//! The choice of the king to call *(ours)*: as groups of the talon are chosen.

use rand_core::Rng;
use vzetek_tarok::{Action, Card, Undertaking};

use super::bid::{calling, try_out};
use super::thinking::{Choice, Thinking};
use crate::tarok::constants::bidding;
use crate::tarok::selective::Selective;

/// Tries each king in the same sampled deals; the one with the best games wins.
pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    undertaking: &Undertaking,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let calls = thinking.question.legal.iter().filter_map(|action| match action {
        Action::Call(king) => Some((*king, calling::<N>(undertaking, *king))),
        _ => None,
    });
    let mut kings: Vec<(Card, _, f64)> =
        calls.map(|(king, undertaking)| (king, undertaking, 0.0)).collect();
    let mut samples = 0;
    for _ in 0..thinking.simulations(bidding::TALONS) {
        let state = thinking.hidden.sample(rng);
        for (_, undertaking, sum) in &mut kings {
            let (value, games) = try_out(thinking, &state, undertaking, search, rng);
            *sum += value;
            samples += games;
        }
        if thinking.budget.is_late() {
            break;
        }
    }
    let best = kings.iter().max_by(|a, b| a.2.total_cmp(&b.2)).expect("a king can be called");
    Choice { action: Action::Call(best.0), samples }
}
