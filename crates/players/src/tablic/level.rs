//! Names of players, and what each may spend.

use std::time::Duration;

use vzetek_game::{Level, named};
use vzetek_search::Limits;

use super::seed::{MINIMAX_DEPTH, MINIMAX_TIME};
use super::strong::Settings;
use crate::level::{limits, played_as};
use crate::{Slot, Tunable};

named! {
    /// Every player that can be asked for a decision: the levels, and those
    /// that experiments compare them with.
    Player, "player",
    /// Any card, and any move with it (the seed study, "Slučajni igrač").
    Random = "random",
    /// See [`Level::Gentle`].
    Gentle = "gentle",
    /// What brings most at once (the seed study, "Pohlepni igrač").
    Greedy = "greedy",
    /// See [`Level::Easy`].
    Easy = "easy",
    /// Alpha-beta over all cards that the others may hold (the seed study,
    /// "Minimax igrač").
    Minimax = "minimax",
    /// See [`Level::Medium`].
    Medium = "medium",
    /// See [`Level::Strong`].
    Strong = "strong",
}

played_as!(Level, Player);

impl Player {
    /// What the player may spend on a decision when nothing else is said:
    /// iterations are sampled worlds, of minimax its own moves ahead.
    pub fn default_limits(self) -> Limits {
        let within =
            |iterations, time| Limits { time: Some(time), ..Limits::iterations(iterations) };
        match self {
            Self::Random | Self::Gentle | Self::Greedy => Limits::iterations(1),
            Self::Easy => within(100, Duration::from_millis(300)),
            Self::Minimax => within(MINIMAX_DEPTH, MINIMAX_TIME),
            Self::Medium => within(1_000, Duration::from_millis(600)),
            Self::Strong => within(10_000, Duration::from_millis(1_000)),
        }
    }

    /// The limits given, and the player's own where none is given. A level
    /// weaker than the strongest never spends more than its own iterations.
    pub fn limits(self, given: &Limits) -> Limits {
        let own = self.default_limits();
        if self == Self::Minimax {
            // Time alone does not say how deep it looks.
            let time = if given.is_bounded() { given.time } else { own.time };
            let iterations = given.iterations.or(own.iterations);
            return Limits { iterations, time, ..given.clone() };
        }
        limits(given, own, self.is_weaker())
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
        assert_eq!(Player::Easy.limits(&given).iterations, Some(100));
        assert_eq!(Player::Medium.limits(&given).iterations, Some(1_000));
        assert_eq!(Player::Strong.limits(&given).iterations, Some(1_000_000));
        assert!(Player::Strong.limits(&Limits::default()).is_bounded());
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
