//! Names of players, and what each may spend.

use std::time::Duration;

use vzetek_game::{Level, named};
use vzetek_search::Limits;

use super::strong::Settings;
use crate::level::{limits, played_as};
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
    /// The seed study's program of 2002: sampled hands, each searched by
    /// alpha-beta to a limited depth (section 4.2).
    Lustrek2002 = "lustrek2002",
    /// See [`Level::Strong`].
    Strong = "strong",
}

played_as!(Level, Player);

impl Player {
    /// What the player may spend on a decision when nothing else is said:
    /// iterations are sampled worlds.
    pub fn default_limits(self) -> Limits {
        let within = |iterations, milliseconds| Limits {
            time: Some(Duration::from_millis(milliseconds)),
            ..Limits::iterations(iterations)
        };
        match self {
            Self::Random | Self::Gentle | Self::Simple => Limits::iterations(1),
            Self::Easy => within(60, 300),
            Self::Medium => within(400, 600),
            Self::Lustrek2002 => within(20, 2_000),
            Self::Strong => within(6_000, 1_500),
        }
    }

    /// The limits given, and the player's own where none is given. A level
    /// weaker than the strongest never spends more than its own iterations.
    pub fn limits(self, given: &Limits) -> Limits {
        limits(given, self.default_limits(), self.is_weaker())
    }
}

/// A player with its parameters.
pub type Spec = crate::Spec<Player>;

impl Tunable for Player {
    type Settings = Settings;

    /// Of players that do not use them, any.
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
        let is_capped = matches!(self, Self::Easy | Self::Medium);
        self.default_limits().iterations.filter(|_| is_capped)
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

    #[test]
    fn a_weaker_level_stays_weak_with_more_time() {
        let given = Limits { iterations: Some(1_000_000), ..Limits::time(Duration::from_secs(9)) };
        assert_eq!(Player::Easy.limits(&given).iterations, Some(60));
        assert_eq!(Player::Medium.limits(&given).iterations, Some(400));
        assert_eq!(Player::Strong.limits(&given).iterations, Some(1_000_000));
        assert!(Player::Strong.limits(&Limits::default()).is_bounded());
    }
}
