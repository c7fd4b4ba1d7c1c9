//! Names of players, and what each may spend.

use std::time::Duration;

use vzetek_game::{Level, named};
use vzetek_search::Limits;
use vzetek_search::uct;

use super::strong;
use crate::level::{limits, played_as};
use crate::{Slot, Tunable};

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

played_as!(Level, Player);

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
    /// weaker than the strongest never spends more than its own iterations.
    pub fn limits(self, given: &Limits) -> Limits {
        limits(given, self.default_limits(), self.is_weaker())
    }
}

/// A player with its parameters.
pub type Spec = crate::Spec<Player>;

/// The constants of the players that search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// Of those that search as the seed's agent does.
    pub flat: uct::Parameters,
    /// Of [`Player::Strong`].
    pub strong: strong::Settings,
}

impl Tunable for Player {
    type Settings = Settings;

    fn settings(self) -> Settings {
        Settings::default()
    }

    fn slots(self, settings: &mut Settings) -> Vec<(&'static str, Slot<'_>)> {
        let Settings { flat, strong } = settings;
        match self {
            Self::Mcts | Self::Thesis => vec![
                ("c", Slot::Real(&mut flat.exploration, 0.0..=100.0)),
                ("alpha", Slot::Real(&mut flat.win_weight, 0.0..=1.0)),
                ("final", Slot::Final(&mut flat.final_choice)),
            ],
            Self::Strong => vec![
                ("c", Slot::Single(&mut strong.tree.exploration, 0.0..=100.0)),
                ("alpha", Slot::Optional(&mut strong.win_weight, 0.0..=1.0)),
                ("prior-visits", Slot::Single(&mut strong.tree.prior_visits, 0.0..=1e6)),
                ("tree-nodes", Slot::Count(&mut strong.tree.nodes, 1..=1 << 24)),
                ("endings", Slot::Switch(&mut strong.solves_endings)),
                ("network", Slot::Switch(&mut strong.network)),
                ("infers", Slot::Switch(&mut strong.beliefs.infers)),
                ("trust", Slot::Real(&mut strong.beliefs.trust, 0.0..=1.0)),
                ("candidates", Slot::Count(&mut strong.beliefs.candidates, 1..=1 << 16)),
                ("by-habit", Slot::Real(&mut strong.by_habit, 0.0..=1.0)),
                ("sampled-from", Slot::Count(&mut strong.sampled.from, 0..=10)),
                ("worlds", Slot::Count(&mut strong.sampled.worlds, 1..=1 << 20)),
                ("solved-from", Slot::Count(&mut strong.sampled.solved_from, 0..=7)),
                ("three-solved-from", Slot::Count(&mut strong.sampled.three_solved_from, 0..=5)),
            ],
            Self::Random | Self::Weighted | Self::Gentle | Self::Easy | Self::Medium => Vec::new(),
        }
    }

    fn counts_positions(self) -> bool {
        self.solves_endings()
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
