//! The method and the allowance of each level.

use std::time::Duration;

use vzetek_game::Level;
use vzetek_search::{Limits, uct};

use super::Settings;
use crate::Allowance;

/// The method of choosing a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// By feel, without a search.
    Gentle,
    /// By first-level Monte Carlo tree search with UCT while cards are hidden.
    Flat {
        /// The constants of the search.
        parameters: uct::Parameters,
        /// True if alpha-beta takes over as soon as nothing is hidden.
        solves_endings: bool,
    },
    /// By one tree over information sets, and exactly once nothing is hidden.
    Strong(Settings),
}

impl Method {
    /// True if it searches exactly once nothing is hidden.
    pub const fn solves_endings(&self) -> bool {
        match self {
            Self::Gentle => false,
            Self::Flat { solves_endings, .. } => *solves_endings,
            Self::Strong(_) => true,
        }
    }
}

impl From<Level> for Method {
    fn from(level: Level) -> Self {
        let flat = |solves_endings| {
            let parameters = uct::Parameters::default();
            Self::Flat { parameters, solves_endings }
        };
        match level {
            Level::Gentle => Self::Gentle,
            Level::Easy => flat(false),
            Level::Medium => flat(true),
            Level::Strong => Self::Strong(Settings::default()),
        }
    }
}

/// Returns the time and iterations that a level may spend on a decision:
/// iterations are playouts.
pub fn allowance(level: Level) -> Allowance {
    match level {
        Level::Gentle => Allowance::free(Limits::iterations(64)),
        Level::Easy => Allowance::capped(Limits::iterations(300)),
        Level::Medium => Allowance::capped(Limits::iterations(3_000)),
        Level::Strong => Allowance::free(Allowance::within(60_000, Duration::from_secs(1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_strangers_are_told_the_names() {
        for &level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(json, format!("\"{level}\""));
            assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
        }
        let error = "Strong".parse::<Level>().unwrap_err().to_string();
        assert_eq!(error, "there is no level \"Strong\"; there are gentle, easy, medium, strong");
    }

    #[test]
    fn a_weaker_level_stays_weak_with_more_time() {
        let given = Limits { iterations: Some(1_000_000), ..Limits::time(Duration::from_secs(9)) };
        let easy = allowance(Level::Easy).limits(&given);
        assert_eq!((easy.iterations, easy.time), (Some(300), given.time));
        assert_eq!(allowance(Level::Medium).limits(&given).iterations, Some(3_000));
        assert_eq!(allowance(Level::Strong).limits(&given).iterations, Some(1_000_000));
        assert!(allowance(Level::Strong).limits(&Limits::default()).is_bounded());
    }
}
