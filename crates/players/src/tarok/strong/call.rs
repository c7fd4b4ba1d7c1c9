//! The choice of the king to call.

use rand_core::Rng;
use vzetek_tarok::{Action, Card, Undertaking};

use super::bid::beginning;
use super::racing::Race;
use super::thinking::{Choice, Thinking};
use crate::tarok::utility::utility;

/// Candidates for each world that is looked at.
const CANDIDATES: usize = 3;

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    undertaking: &Undertaking,
    rng: &mut impl Rng,
) -> Choice {
    let calls = thinking.question.legal.iter().filter_map(|action| match action {
        Action::Call(king) => Some(*king),
        _ => None,
    });
    let kings: Vec<Card> = calls.collect();
    let mut race = Race::new(kings.len());
    let most = thinking.worlds_for(kings.len());
    thinking.for_worlds(most, CANDIDATES, rng, |world, rng| {
        let dealt = beginning::<N>(&world.state, thinking.me, undertaking.contract);
        race.try_world(|choice| {
            let game = dealt.start_with(Some(kings[choice]), &thinking.options);
            utility(&game.play_out(thinking.policy, rng), thinking.me, &thinking.radelci)
        });
        race.until_decided()
    });
    let best = race.best();
    Choice {
        action: Action::Call(kings[best]),
        value: race.mean(best),
        worlds: race.worlds(),
        exact: false,
    }
}
