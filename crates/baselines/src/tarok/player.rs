//! Names of players, and what each may spend.

use std::time::Duration;

use vzetek_game::{Level, named};
use vzetek_players::Allowance;
use vzetek_players::tarok::{Settings, allowance};
use vzetek_search::Limits;

use crate::spec::played_as;
use crate::{Slot, Tunable};

named! {
    /// Every player that can be asked for a decision: the levels, and those
    /// that experiments compare them with.
    Player, "player",
    /// Any legal action, all equally likely.
    Random = "random",
    /// See [`Level::Gentle`].
    Gentle = "gentle",
    /// Rules of thumb, no search.
    Simple = "simple",
    /// See [`Level::Easy`].
    Easy = "easy",
    /// See [`Level::Medium`].
    Medium = "medium",
    /// The program of Luštrek (2002): sampled hands, each searched by
    /// alpha-beta to a limited depth (section 4.2).
    Lustrek2002 = "lustrek2002",
    /// See [`Level::Strong`].
    Strong = "strong",
}

played_as!(Level, Player);

impl Player {
    /// Returns the allowance of the player for a decision: iterations are sampled worlds.
    pub fn allowance(self) -> Allowance {
        let level = match self {
            Self::Random | Self::Simple => return Allowance::free(Limits::iterations(1)),
            Self::Lustrek2002 => {
                return Allowance::free(Allowance::within(20, Duration::from_secs(2)));
            }
            Self::Gentle => Level::Gentle,
            Self::Easy => Level::Easy,
            Self::Medium => Level::Medium,
            Self::Strong => Level::Strong,
        };
        allowance(level)
    }
}

/// A player with its parameters.
pub type Spec = crate::Spec<Player>;

impl Tunable for Player {
    type Settings = Settings;

    /// Returns the constants of the player; any, if it does not use them.
    fn settings(self) -> Settings {
        match self {
            Self::Easy => Settings::EASY,
            Self::Medium => Settings::MEDIUM,
            _ => Settings::STRONG,
        }
    }

    fn slots(self, settings: &mut Settings) -> Vec<(&'static str, Slot<'_>)> {
        if self != Self::Strong {
            return Vec::new();
        }
        let Settings { infers, trust, candidates, solved_from, klop_solved_from, berac_searched } =
            settings;
        vec![
            ("infers", Slot::Switch(infers)),
            ("trust", Slot::Single(trust, 0.0..=1.0)),
            ("candidates", Slot::Count(candidates, 1..=64)),
            ("solved-from", Slot::Count(solved_from, 0..=16)),
            ("klop-solved-from", Slot::Count(klop_solved_from, 0..=5)),
            ("berac-searched", Slot::Real(berac_searched, 0.0..=1.0)),
        ]
    }

    fn counts_positions(self) -> bool {
        false
    }

    fn most_iterations(self) -> Option<u64> {
        self.allowance().most_iterations()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_player_and_names_come_back() {
        for &player in Player::ALL {
            assert_eq!(player.name().parse(), Ok(player));
        }
        for &level in Level::ALL {
            assert_eq!(Player::from(level).name(), level.name());
        }
    }
}
