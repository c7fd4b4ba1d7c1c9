//! Names of players, and what each may spend.

use std::time::Duration;

use vzetek_search::Limits;

use crate::Level;
use crate::level::{limits, played_as};
use crate::named::named;

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
        let is_weaker = matches!(self, Self::Gentle | Self::Easy | Self::Medium);
        limits(given, self.default_limits(), is_weaker)
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
