//! The choice of a card in a berač: each is tried out in worlds of a Markov
//! chain, and played on by the network learned for it. That the network would
//! play a card counts too: it has seen more games than a decision has time for.

use rand_core::Rng;
use vzetek_tarok::{Action, Card, Playing};

use super::racing::Race;
use super::thinking::{Choice, Thinking};
use crate::tarok::berac::{Network, Observation};

/// The least probability that is assumed for any card.
const LEAST_CHANCE: f32 = 1e-4;

pub(super) fn choose(
    thinking: &Thinking<'_>,
    playing: &Playing,
    cards: &[Card],
    rng: &mut impl Rng,
) -> Choice {
    let network = Network::shared();
    let declares = playing.undertaking.declarer == thinking.me;
    let mut chain = thinking.worlds.berac_chain(playing, network, rng);
    let start = chain.play();
    let chances = network.chances(&Observation::new(&start), start.position.legal());
    let share = thinking.settings.berac_searched;
    let glance = |&card: &Card| (1.0 - share) * f64::from(chances.of(card).max(LEAST_CHANCE).ln());
    let glances: Vec<f64> = cards.iter().map(glance).collect();
    let mut race = Race::new(cards.len());
    for world in 0..thinking.worlds_for(cards.len()) {
        chain.go(world == 0, rng);
        let start = chain.play();
        race.try_world(|choice| {
            let mut play = start;
            play.play(cards[choice]);
            let succeeds = play.play_out(network, rng) == declares;
            share * if succeeds { 1.0 } else { -1.0 } + glances[choice]
        });
        if race.is_decided() || thinking.budget.is_late() {
            break;
        }
    }
    let best = race.best();
    // A defender gets ahead by half of what the declarer loses.
    let stake = f64::from(playing.undertaking.contract.value()) * if declares { 1.0 } else { 0.5 };
    Choice {
        action: Action::Play(cards[best]),
        value: stake * (race.mean(best) - glances[best]) / share,
        worlds: race.worlds(),
        exact: false,
    }
}
