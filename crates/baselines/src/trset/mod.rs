//! Players of tršet and kifameno: the agent of the tršet thesis, its parts, and
//! the levels.

mod draws;
mod player;

use std::io::{self, BufRead, Write};

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::documents;
use vzetek_players::trset::{
    Answer, Decision, Engine, Method, Question, Request, Situation, choose, decide_by, draw, random,
};
use vzetek_search::Limits;

pub use player::{Player, Settings, Spec};

/// Asks a player for a decision. The same question, limits in iterations and
/// random numbers give the same one.
///
/// # Panics
/// If nothing is legal, or the view is not that of the player to move.
pub fn decide<R: Rng>(
    player: Player,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    decide_by(question, rng, |situation, rng| card(&player.into(), situation, limits, rng))
}

/// Asks a player with parameters, which may spend what they say.
///
/// # Panics
/// As [`decide`].
pub fn decide_as<R: Rng>(spec: &Spec, question: &Question<'_>, rng: &mut R) -> Decision {
    decide_by(question, rng, |situation, rng| card(spec, situation, &spec.limits(), rng))
}

/// Asks a player for the answer to a decision document. The same seed, limits in
/// iterations and document give the same one.
pub fn ask(player: Player, request: &Request, limits: &Limits, seed: u64) -> Answer {
    request.ask_by(seed, |situation, rng| card(&player.into(), situation, limits, rng))
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

fn card(
    spec: &Spec,
    situation: &Situation,
    limits: &Limits,
    rng: &mut Xoshiro256PlusPlus,
) -> Decision {
    let Spec { player, settings, .. } = spec;
    let flat = |solves_endings| Method::Flat { parameters: settings.flat, solves_endings };
    let method = match player {
        Player::Random => {
            return draw(situation, Engine::Random, rng, |rng| random(situation.playable(), rng));
        }
        Player::Weighted => {
            return draw(situation, Engine::Weighted, rng, |rng| {
                draws::weighted(situation.playable(), rng)
            });
        }
        Player::Gentle => Method::Gentle,
        Player::Easy | Player::Mcts => flat(false),
        Player::Medium | Player::Thesis => flat(true),
        Player::Strong => Method::Strong(settings.strong),
    };
    choose(&method, situation, &player.limits(limits), rng)
}
