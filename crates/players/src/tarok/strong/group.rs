//! The choice of a group of the talon.

use rand_core::Rng;
use vzetek_tarok::{Action, CardSet, Taking};

use super::discard::{Before, promising};
use super::racing::Race;
use super::thinking::{Choice, Thinking};
use crate::tarok::utility::utility;

/// The number of sets of discards that are tried with each group.
const TRIED: usize = 3;

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    taking: &Taking,
    rng: &mut impl Rng,
) -> Choice {
    let hand = thinking.view.hand.unwrap_or_default();
    let talon: CardSet = taking.talon.iter().copied().collect();
    let mut tries = Vec::new();
    for (index, group) in taking.groups().enumerate() {
        let taken: CardSet = group.iter().copied().collect();
        for discards in promising(hand | taken, group.len(), TRIED) {
            tries.push((index, taken, discards));
        }
    }
    let mut race = Race::new(tries.len());
    let most = thinking.worlds_for(tries.len());
    thinking.for_worlds(most, 1, rng, |world, rng| {
        race.try_world(|choice| {
            let (_, taken, discards) = tries[choice];
            let undertaking = &taking.undertaking;
            let left = talon - taken;
            let before = Before { state: &world.state, undertaking, taken, left };
            let game = before.first_card::<N>(hand | taken, discards, CardSet::EMPTY);
            let end = game.play_out(thinking.policy, rng);
            utility(&end, thinking.me, &thinking.radelci)
        });
        race.until_decided()
    });
    let best = race.best();
    Choice {
        action: Action::Take(tries[best].0 as u8),
        value: race.mean(best),
        worlds: race.worlds(),
        exact: false,
    }
}
