//! Names of players, and the levels a person can choose.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use vzetek_search::Limits;

/// A name that no player or level has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} {name:?}; there are {known}")]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: String,
}

macro_rules! named {
    ($(#[$doc:meta])* $type:ident, $what:literal, $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// All of them, the weakest first.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name, as in configuration and records.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                Self::ALL.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
                    let known: Vec<_> = Self::ALL.iter().map(|known| known.name()).collect();
                    let name = name.chars().take(40).collect();
                    UnknownName { what: $what, name, known: known.join(", ") }
                })
            }
        }
    };
}

named! {
    /// How strong an opponent a person wants.
    Level, "level",
    /// Knows the rules and little more.
    Gentle = "gentle",
    /// Thinks a little, by playing the deal out a few hundred times.
    Easy = "easy",
    /// The seed study's agent: a few thousand playouts, and an exact ending.
    Medium = "medium",
    /// The strongest there is.
    Strong = "strong",
}

named! {
    /// Every player that can be asked for a decision: the levels, and those
    /// that experiments compare them with.
    Player, "player",
    /// Any legal card, all equally likely.
    Random = "random",
    /// Any legal card, the stronger the less likely (the seed, section 4.2).
    Weighted = "weighted",
    /// See [`Level::Gentle`].
    Gentle = "gentle",
    /// See [`Level::Easy`].
    Easy = "easy",
    /// The seed's Monte Carlo search to the very end, without its exact ending.
    Mcts = "mcts",
    /// See [`Level::Medium`]: [`Player::Thesis`] with its own limits.
    Medium = "medium",
    /// The seed's agent: first-level Monte Carlo tree search with UCT while
    /// cards are hidden, alpha-beta as soon as they are not (section 4).
    Thesis = "thesis",
    /// See [`Level::Strong`].
    Strong = "strong",
}

impl Default for Level {
    /// The strongest, which people will meet unless they ask for less.
    fn default() -> Self {
        Self::Strong
    }
}

impl Level {
    /// What the level is, in a sentence for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Gentle => "plays by feel and makes mistakes; for learning the game",
            Self::Easy => "looks a little ahead, but misses things in the ending",
            Self::Medium => "plays soundly and never errs once all cards are known",
            Self::Strong => "plays as well as we can make it",
        }
    }
}

impl From<Level> for Player {
    fn from(level: Level) -> Self {
        match level {
            Level::Gentle => Self::Gentle,
            Level::Easy => Self::Easy,
            Level::Medium => Self::Medium,
            Level::Strong => Self::Strong,
        }
    }
}

impl Player {
    /// Whether the player searches exactly once nothing is hidden.
    pub const fn solves_endings(self) -> bool {
        matches!(self, Self::Medium | Self::Thesis | Self::Strong)
    }

    /// What the player may spend on a decision when nothing else is said.
    pub fn default_limits(self) -> Limits {
        match self {
            Self::Random | Self::Weighted | Self::Gentle => Limits::iterations(64),
            Self::Easy => Limits::iterations(300),
            Self::Medium => Limits::iterations(3_000),
            // The seed's: two seconds, over 10,000 iterations (section 4.2).
            Self::Mcts | Self::Thesis => Limits::iterations(10_000),
            Self::Strong => {
                Limits { time: Some(Duration::from_millis(1_000)), ..Limits::iterations(60_000) }
            }
        }
    }

    /// The limits given, and the player's own where none is given. A level
    /// weaker than the strongest never spends more than its own iterations:
    /// they are what makes it that level.
    pub fn limits(self, given: &Limits) -> Limits {
        let own = self.default_limits();
        let mut limits = given.clone();
        match self {
            Self::Gentle | Self::Easy | Self::Medium => {
                limits.iterations = own.iterations.into_iter().chain(given.iterations).min();
            }
            _ if !given.is_bounded() => {
                limits.iterations = own.iterations;
                limits.time = own.time;
            }
            _ => (),
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_strangers_are_told_the_names() {
        for &player in Player::ALL {
            assert_eq!(player.to_string().parse(), Ok(player));
            let json = serde_json::to_string(&player).unwrap();
            assert_eq!(json, format!("\"{player}\""));
            assert_eq!(serde_json::from_str::<Player>(&json).unwrap(), player);
        }
        for &level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(Player::from(level).name(), level.name());
        }
        let error = "Strong".parse::<Level>().unwrap_err().to_string();
        assert_eq!(error, "there is no level \"Strong\"; there are gentle, easy, medium, strong");
    }

    #[test]
    fn a_weaker_level_stays_weak_with_more_time() {
        let given = Limits { iterations: Some(1_000_000), ..Limits::time(Duration::from_secs(9)) };
        assert_eq!(Player::Easy.limits(&given).iterations, Some(300));
        assert_eq!(Player::Easy.limits(&given).time, given.time);
        assert_eq!(Player::Thesis.limits(&given).iterations, Some(1_000_000));
        assert!(Player::Strong.limits(&Limits::default()).is_bounded());
    }
}
