//! Players of tablić: those of Penzar's tablić, and the levels.

mod minimax;
mod player;

use std::io::{self, BufRead, Write};

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::documents;
use vzetek_players::tablic::{
    Answer, Decision, Engine, Lister, Method, Question, Request, Situation, choose, decide_by,
    greedy, random,
};
use vzetek_search::Limits;

pub use player::{Player, Spec};

/// Asks a player for a decision. The same question, limits in iterations and
/// random numbers give the same one.
///
/// # Panics
/// If the view is not that of the player to move.
pub fn decide<R: Rng>(
    player: Player,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    decide_by(question, rng, |situation, lister, rng| {
        act(&player.into(), situation, lister, limits, rng)
    })
}

/// Asks a player with parameters, which may spend what they say.
///
/// # Panics
/// As [`decide`].
pub fn decide_as<R: Rng>(spec: &Spec, question: &Question<'_>, rng: &mut R) -> Decision {
    decide_by(question, rng, |situation, lister, rng| {
        act(spec, situation, lister, &spec.limits(), rng)
    })
}

/// Asks a player for the answer to a decision document. The same seed, limits in
/// iterations and document give the same one.
pub fn ask(player: Player, request: &Request, limits: &Limits, seed: u64) -> Answer {
    request
        .ask_by(seed, |situation, lister, rng| act(&player.into(), situation, lister, limits, rng))
}

/// Answers every decision document of `input` with a line of `output`, and a bad
/// one with what is wrong.
///
/// # Errors
/// If `input` cannot be read or `output` cannot be written.
pub fn serve(
    player: Player,
    limits: &Limits,
    seed: u64,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    documents::serve(input, output, |request| ask(player, request, limits, seed))
}

fn act(
    spec: &Spec,
    situation: &Situation,
    lister: &mut Lister,
    limits: &Limits,
    rng: &mut Xoshiro256PlusPlus,
) -> Decision {
    let Spec { player, settings, .. } = spec;
    let limits = player.limits(limits);
    match player {
        Player::Random => Decision::unsearched(random(situation, lister, rng), Engine::Random),
        Player::Greedy => {
            let action = greedy::choose(situation, lister);
            let action = greedy::hide_suit(action, situation.hand, rng);
            Decision::unsearched(action, Engine::Greedy)
        }
        Player::Minimax => minimax::choose(situation, lister, &limits, rng),
        Player::Gentle => choose(&Method::Gentle, situation, lister, &limits, rng),
        Player::Easy | Player::Medium | Player::Strong => {
            choose(&Method::Sampling(*settings), situation, lister, &limits, rng)
        }
    }
}
