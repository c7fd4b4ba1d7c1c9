//! What a level may spend, and which player it is.

use vzetek_search::Limits;

/// The limits given, and a player's own where none is given. A level weaker
/// than the strongest never spends more than its own iterations: they are what
/// makes it that level.
pub(crate) fn limits(given: &Limits, own: Limits, is_weaker: bool) -> Limits {
    if is_weaker {
        let iterations = own.iterations.into_iter().chain(given.iterations).min();
        Limits { iterations, ..given.clone() }
    } else if given.is_bounded() {
        given.clone()
    } else {
        Limits { iterations: own.iterations, time: own.time, ..given.clone() }
    }
}

/// Makes each level the player of the same name, and each player one with
/// parameters of its own.
macro_rules! played_as {
    ($level:ident, $player:ident) => {
        impl $player {
            /// Whether it is a level weaker than the strongest.
            const fn is_weaker(self) -> bool {
                matches!(self, Self::Gentle | Self::Easy | Self::Medium)
            }
        }

        impl From<$player> for $crate::Spec<$player> {
            fn from(player: $player) -> Self {
                Self::new(player)
            }
        }

        impl From<$level> for $player {
            fn from(level: $level) -> Self {
                match level {
                    $level::Gentle => Self::Gentle,
                    $level::Easy => Self::Easy,
                    $level::Medium => Self::Medium,
                    $level::Strong => Self::Strong,
                }
            }
        }
    };
}

pub(crate) use played_as;
