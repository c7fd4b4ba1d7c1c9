//! The players of any game: the levels by their names, and those that experiments
//! compare them with.

use rand_core::Rng;
use vzetek_game::Game;
use vzetek_players::documents::DocumentedGame;
use vzetek_players::{Allowance, Decision, PlayedGame, Question};
use vzetek_search::Limits;

use crate::{Spec, Tunable};

/// Defines the players of a game: these, which experiments compare the levels with,
/// and the levels that every game has. A game that has others names them among these.
macro_rules! players {
    ($($(#[$doc:meta])* $player:ident = $name:literal,)*) => {
        vzetek_game::named! {
            /// Every player that can be asked for a decision: those that experiments
            /// compare the levels with, and the levels.
            Player, "player",
            $($(#[$doc])* $player = $name,)*
            /// See [`vzetek_game::Level::Gentle`].
            Gentle = "gentle",
            /// See [`vzetek_game::Level::Easy`].
            Easy = "easy",
            /// See [`vzetek_game::Level::Medium`].
            Medium = "medium",
            /// See [`vzetek_game::Level::Strong`].
            Strong = "strong",
        }
    };
}

pub(crate) use players;

/// Returns the method and the allowance of a player that is a level.
///
/// # Panics
/// If it is none.
pub(crate) fn as_level<P: Tunable>(player: P) -> (<P::Game as PlayedGame>::Method, Allowance) {
    P::Game::level(player.level().expect("every other player has its own"))
}

/// Asks a player for a decision, one that has learned nothing yet. The same
/// question, limits in iterations and random numbers give the same one.
///
/// # Panics
/// If nothing is legal, or the view is not that of the player to move.
pub fn decide<P: Tunable, R: Rng>(
    player: P,
    question: &Question<'_, P::Game>,
    limits: &Limits,
    rng: &mut R,
) -> Decision<<P::Game as Game>::Action> {
    let limits = player.limits(limits);
    let (spec, learned) = (Spec::new(player), P::Learned::default());
    P::Game::decide_by(question, rng, |situation, rng| {
        P::choose(&spec, &learned, situation, &limits, rng)
    })
}

/// Asks a player with parameters, which may spend what they say, and with what
/// it has learned.
///
/// # Panics
/// As [`decide`].
pub fn decide_as<P: Tunable, R: Rng>(
    spec: &Spec<P>,
    learned: &P::Learned,
    question: &Question<'_, P::Game>,
    rng: &mut R,
) -> Decision<<P::Game as Game>::Action> {
    let limits = spec.player.limits(&spec.limits());
    P::Game::decide_by(question, rng, |situation, rng| {
        P::choose(spec, learned, situation, &limits, rng)
    })
}

/// Asks a player with parameters for the answer to a decision document. The same seed,
/// limits in iterations and document give the same one.
pub fn answer<P: Tunable<Game: DocumentedGame>>(
    spec: &Spec<P>,
    request: &<P::Game as DocumentedGame>::Request,
    seed: u64,
) -> <P::Game as DocumentedGame>::Answer {
    let limits = spec.player.limits(&spec.limits());
    let learned = P::Learned::default();
    P::Game::answer_by(request, seed, |situation, rng| {
        P::choose(spec, &learned, situation, &limits, rng)
    })
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use vzetek_game::Level;

    use super::*;
    use crate::{tablic, tarok, trset};

    /// Every level of the game is a player, and names come back.
    fn check<P: Tunable + Serialize + DeserializeOwned>(players: &[P], has_natural: bool) {
        for &player in players {
            assert_eq!(player.to_string().parse(), Ok(player));
            let json = serde_json::to_string(&player).unwrap();
            assert_eq!(json, format!("\"{player}\""));
            assert_eq!(serde_json::from_str::<P>(&json).unwrap(), player);
        }
        for &level in Level::ALL {
            let player = P::of_level(level);
            assert_eq!(player.is_some(), level != Level::Natural || has_natural, "{level}");
            let Some(player) = player else { continue };
            assert_eq!((player.name(), player.level()), (level.name(), Some(level)));
        }
    }

    #[test]
    fn every_level_is_a_player_and_names_come_back() {
        check(trset::Player::ALL, true);
        check(tarok::Player::ALL, false);
        check(tablic::Player::ALL, false);
    }
}
