//! Names of players, and what each may spend.

use vzetek_game::{Level, named};
use vzetek_players::Allowance;
use vzetek_players::tablic::{Settings, allowance};
use vzetek_search::Limits;

use super::minimax::{MINIMAX_DEPTH, MINIMAX_TIME};
use crate::spec::played_as;
use crate::{Slot, Tunable};

named! {
    /// Every player that can be asked for a decision: the levels, and those
    /// that experiments compare them with.
    Player, "player",
    /// Any card, and any move with it (Penzar's tablić, "Slučajni igrač").
    Random = "random",
    /// See [`Level::Gentle`].
    Gentle = "gentle",
    /// The move that brings most at once (Penzar's tablić, "Pohlepni igrač").
    Greedy = "greedy",
    /// See [`Level::Easy`].
    Easy = "easy",
    /// Alpha-beta over all cards that the others may hold (Penzar's
    /// tablić, "Minimax igrač").
    Minimax = "minimax",
    /// See [`Level::Medium`].
    Medium = "medium",
    /// See [`Level::Strong`].
    Strong = "strong",
}

played_as!(Level, Player);

impl Player {
    /// Returns the allowance of the player for a decision: iterations are
    /// sampled worlds, of minimax its own moves ahead.
    pub fn allowance(self) -> Allowance {
        let level = match self {
            Self::Random | Self::Greedy => return Allowance::free(Limits::iterations(1)),
            Self::Minimax => {
                return Allowance::free(Allowance::within(MINIMAX_DEPTH, MINIMAX_TIME));
            }
            Self::Gentle => Level::Gentle,
            Self::Easy => Level::Easy,
            Self::Medium => Level::Medium,
            Self::Strong => Level::Strong,
        };
        allowance(level)
    }

    /// The limits given, and the player's own where none is given. A level
    /// weaker than the strongest never spends more than its own iterations.
    pub fn limits(self, given: &Limits) -> Limits {
        let limits = self.allowance().limits(given);
        match self {
            // Time alone does not say how deep it looks.
            Self::Minimax => {
                let iterations = limits.iterations.or(Some(MINIMAX_DEPTH));
                Limits { iterations, ..limits }
            }
            _ => limits,
        }
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
        let Settings { solves, doubt, tree } = settings;
        vec![
            ("c", Slot::Single(&mut tree.exploration, 0.0..=100.0)),
            ("prior-visits", Slot::Single(&mut tree.prior_visits, 0.0..=1e6)),
            ("tree-nodes", Slot::Count(&mut tree.nodes, 1..=1 << 24)),
            ("doubt", Slot::Real(doubt, 0.0..=1.0)),
            ("solves", Slot::Switch(solves)),
        ]
    }

    fn counts_positions(self) -> bool {
        matches!(self, Self::Minimax | Self::Medium | Self::Strong)
    }

    fn most_iterations(self) -> Option<u64> {
        self.allowance().most_iterations()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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

    #[test]
    fn minimax_keeps_its_depth_when_only_time_is_given() {
        let timed = Player::Minimax.limits(&Limits::time(Duration::from_millis(5)));
        assert_eq!((timed.iterations, timed.time), (Some(2), Some(Duration::from_millis(5))));
        let own = Player::Minimax.limits(&Limits::default());
        assert_eq!((own.iterations, own.time), (Some(2), Some(Duration::from_secs(2))));
        let deep = Player::Minimax.limits(&Limits::iterations(4));
        assert_eq!((deep.iterations, deep.time), (Some(4), None));
    }
}
