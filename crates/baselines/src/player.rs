//! The players of any game: the levels by their names, and those that experiments
//! compare them with.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, Level, UnknownName};
use vzetek_players::documents::DocumentedGame;
use vzetek_players::{Allowance, Decision, PlayedGame, Question};
use vzetek_search::Limits;

use crate::{Slot, Spec};

/// A player of a game, whose constants can be set.
pub trait Tunable: Copy + Eq + Debug + Display + FromStr<Err = UnknownName> {
    /// The game.
    type Game: PlayedGame;
    /// The constants of the game's players.
    type Settings: Clone + PartialEq + Debug;
    /// The knowledge that a player which is no level has gained in earlier deals.
    type Learned: Default;

    /// The name, as in configuration and records.
    fn name(self) -> &'static str;

    /// Returns the level that the player is, if it is one: that of its name.
    fn level(self) -> Option<Level> {
        Level::ALL.iter().copied().find(|level| level.name() == self.name())
    }

    /// Returns the player that a level is; `None` if no table of the game has the level.
    fn of_level(level: Level) -> Option<Self> {
        level.name().parse().ok()
    }

    /// True if the player is to be had at tables with these options.
    fn plays(self, options: &<Self::Game as Game>::Options) -> bool {
        self.level().is_none_or(|level| Self::Game::has_level(level, options))
    }

    /// Returns the allowance of the player for a decision.
    fn allowance(self) -> Allowance;

    /// The limits given, and the player's own where none is given. A level
    /// weaker than the strongest never spends more than its own iterations.
    fn limits(self, given: &Limits) -> Limits {
        self.allowance().limits(given)
    }

    /// Returns the constants that the player has when nothing else is said; any,
    /// if it does not use them.
    fn settings(self) -> Self::Settings;

    /// Returns the constants that the player uses, each with its name.
    fn slots(self, settings: &mut Self::Settings) -> Vec<(&'static str, Slot<'_>)>;

    /// Returns true if the player keeps a limit in positions.
    fn counts_positions(self) -> bool;

    /// Returns the player that this one plays as, where it lacks what would make it another.
    fn stand_in(spec: &Spec<Self>) -> Option<Self> {
        _ = spec;
        None
    }

    /// Chooses, within limits that are the player's.
    fn choose(
        spec: &Spec<Self>,
        learned: &Self::Learned,
        situation: <Self::Game as PlayedGame>::Situation<'_>,
        limits: &Limits,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Decision<<Self::Game as Game>::Action>;
}

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
