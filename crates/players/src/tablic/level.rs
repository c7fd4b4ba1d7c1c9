//! The method and the allowance of each level.

use std::time::Duration;

use vzetek_game::Level;
use vzetek_search::Limits;

use super::Settings;
use crate::Allowance;

/// The method of choosing a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// The move that brings most at once, but often another.
    Gentle,
    /// By a tree over sampled worlds.
    Sampling(Settings),
}

impl From<Level> for Method {
    fn from(level: Level) -> Self {
        match level {
            Level::Gentle => Self::Gentle,
            Level::Easy => Self::Sampling(Settings::EASY),
            Level::Medium => Self::Sampling(Settings::MEDIUM),
            Level::Strong => Self::Sampling(Settings::STRONG),
        }
    }
}

/// Returns the time and iterations that a level may spend on a decision:
/// iterations are sampled worlds.
pub fn allowance(level: Level) -> Allowance {
    let within = |iterations, milliseconds| {
        Allowance::within(iterations, Duration::from_millis(milliseconds))
    };
    match level {
        Level::Gentle => Allowance::free(Limits::iterations(1)),
        Level::Easy => Allowance::capped(within(100, 300)),
        Level::Medium => Allowance::capped(within(1_000, 600)),
        Level::Strong => Allowance::free(within(10_000, 1_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weaker_level_stays_weak_with_more_time() {
        let given = Limits { iterations: Some(1_000_000), ..Limits::time(Duration::from_secs(9)) };
        assert_eq!(allowance(Level::Easy).limits(&given).iterations, Some(100));
        assert_eq!(allowance(Level::Medium).limits(&given).iterations, Some(1_000));
        assert_eq!(allowance(Level::Strong).limits(&given).iterations, Some(1_000_000));
        assert!(allowance(Level::Strong).limits(&Limits::default()).is_bounded());
    }
}
