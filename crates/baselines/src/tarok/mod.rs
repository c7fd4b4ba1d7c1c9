//! Players of tarok: the program of Luštrek (2002), the one at a glance, and the
//! levels.

mod constants;
mod lustrek2002;
mod player;
pub mod selective;

use rand_core::Rng;
use vzetek_players::tarok::{
    Decision, Engine, Method, Question, choose, choose_at_a_glance, decide_by,
};
use vzetek_search::{Limits, dice};

pub use constants::play::DIFFERENCE;
pub use lustrek2002::Thresholds;
pub use player::{Player, Spec};

/// Asks a player for a decision, one that has learned nothing yet. The same
/// question, limits in iterations and random numbers give the same one.
///
/// # Panics
/// If nothing is legal, or the view is not that of the player to move.
pub fn decide<R: Rng>(
    player: Player,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    act(&player.into(), question, &Thresholds::default(), limits, rng)
}

/// Asks a player with parameters, which may spend what they say, and with what
/// it has learned from earlier deals: only the program of Luštrek (2002) learns.
///
/// # Panics
/// As [`decide`].
pub fn decide_as<R: Rng>(
    spec: &Spec,
    question: &Question<'_>,
    thresholds: &Thresholds,
    rng: &mut R,
) -> Decision {
    act(spec, question, thresholds, &spec.limits(), rng)
}

fn act<R: Rng>(
    spec: &Spec,
    question: &Question<'_>,
    thresholds: &Thresholds,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    let Spec { player, settings, .. } = spec;
    let limits = player.allowance().limits(limits);
    decide_by(question, rng, |rng| match player {
        Player::Random => {
            let chosen = dice::below(rng, question.legal.len() as u32) as usize;
            Decision::unsearched(question.legal[chosen], Engine::Random)
        }
        Player::Simple => Decision::unsearched(choose_at_a_glance(question, rng), Engine::Rules),
        Player::Lustrek2002 => lustrek2002::choose(question, thresholds, &limits, rng),
        Player::Gentle => choose(&Method::Gentle, question, &limits, rng),
        Player::Easy | Player::Medium | Player::Strong => {
            choose(&Method::Sampling(*settings), question, &limits, rng)
        }
    })
}
