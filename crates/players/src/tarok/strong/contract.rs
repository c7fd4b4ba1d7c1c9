//! The choice of the contract that is really played, once the bidding is won.

use rand_core::Rng;
use vzetek_tarok::{Action, Choosing, Contract};

use super::bid::declared;
use super::player_count::{Of, PlayerCount};
use super::racing::Race;
use super::thinking::{Choice, Thinking};

/// Candidates for each world that is looked at.
const CANDIDATES: usize = 3;

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    _: &Choosing,
    rng: &mut impl Rng,
) -> Choice
where
    PlayerCount: Of<N>,
{
    let contracts: Vec<Contract> = thinking.question.contracts().collect();
    let mut race = Race::new(contracts.len());
    let most = thinking.worlds_for(2 * contracts.len());
    thinking.for_worlds(most, CANDIDATES, rng, |world, rng| {
        race.try_world(|choice| {
            declared(thinking, &world.state, thinking.me, contracts[choice], rng)
        });
        race.until_decided()
    });
    let best = race.best();
    Choice {
        action: Action::Choose(contracts[best]),
        value: race.mean(best),
        worlds: race.worlds(),
        exact: false,
    }
}
