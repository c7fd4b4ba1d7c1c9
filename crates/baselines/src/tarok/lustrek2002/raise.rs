//! Kontra and so on *(ours)*: by the same estimates as bids.

use rand_core::Rng;
use vzetek_tarok::{Action, Doubling, Item};

use super::announce;
use super::thinking::{Choice, Exchanged, Thinking, hands, is_made, sample};
use crate::tarok::constants::exchange;
use crate::tarok::selective::Selective;

/// The share of simulated games that must go the raiser's way for kontra and
/// re, in tenths *(ours)*.
const ENOUGH: usize = 9;

/// Raises the game when the simulated games leave little doubt, sub and mort when they leave none.
/// It does not raise announcements: these hands do not model the reasons for which a player
/// announces.
pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    doubling: &Doubling,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let undertaking = &doubling.undertaking;
    let mut announced = 0;
    if doubling.announcing {
        let (announcement, samples) = announce::promising(thinking, undertaking, search, rng);
        if let Some(announcement) = announcement {
            return Choice { action: Action::Announce(announcement), samples };
        }
        announced = samples;
    }
    let games = thinking.simulations(exchange::SIMULATIONS);
    let mut made = 0;
    for _ in 0..games {
        let state = sample(thinking, undertaking, rng);
        let exchanged = Exchanged::of(undertaking, &state);
        let end = search.play_out(thinking.first_card(undertaking, hands(&state), &exchanged));
        made += usize::from(is_made(&end));
    }
    let raises = undertaking.stakes.first().map_or(0, |stake| stake.raises.len());
    let ours = if thinking.is_declarers(undertaking) { made } else { games - made };
    let enough = if raises < 2 { 10 * ours >= ENOUGH * games } else { ours == games };
    let raise = Action::Raise(Item::Game);
    let says = enough && thinking.question.legal.contains(&raise);
    let action = if says { raise } else { Action::Pass };
    Choice { action, samples: announced + games }
}
