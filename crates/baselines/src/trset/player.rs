//! Names of players, and what each may spend.

use vzetek_game::{Level, named};
use vzetek_players::Allowance;
use vzetek_players::trset::{Settings as Strong, allowance};
use vzetek_search::{Limits, uct};

use crate::spec::played_as;
use crate::{Slot, Tunable};

named! {
    /// Every player that can be asked for a decision: the levels, and those
    /// that experiments compare them with.
    Player, "player",
    /// Any legal card, all equally likely.
    Random = "random",
    /// Any legal card, the stronger the less likely (the tršet thesis,
    /// section 4.2).
    Weighted = "weighted",
    /// See [`Level::Gentle`].
    Gentle = "gentle",
    /// See [`Level::Easy`].
    Easy = "easy",
    /// The Monte Carlo search of the tršet thesis to the very end, without its
    /// exact ending.
    Mcts = "mcts",
    /// See [`Level::Medium`]: [`Player::Thesis`] with its own limits.
    Medium = "medium",
    /// The agent of the tršet thesis: first-level Monte Carlo tree search with
    /// UCT while cards are hidden, alpha-beta as soon as they are not (section
    /// 4).
    Thesis = "thesis",
    /// See [`Level::Strong`].
    Strong = "strong",
}

played_as!(Level, Player);

impl Player {
    /// Returns true if the player searches exactly once nothing is hidden.
    pub const fn solves_endings(self) -> bool {
        matches!(self, Self::Medium | Self::Thesis | Self::Strong)
    }

    /// Returns the allowance of the player for a decision.
    pub fn allowance(self) -> Allowance {
        let level = match self {
            Self::Random | Self::Weighted => return Allowance::free(Limits::iterations(64)),
            // Two seconds, over 10,000 iterations (section 4.2).
            Self::Mcts | Self::Thesis => return Allowance::free(Limits::iterations(10_000)),
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
        self.allowance().limits(given)
    }
}

/// A player with its parameters.
pub type Spec = crate::Spec<Player>;

/// The constants of the players that search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// The constants of the players that search as the agent of the tršet thesis does.
    pub flat: uct::Parameters,
    /// The constants of [`Player::Strong`].
    pub strong: Strong,
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
                ("infers", Slot::Switch(&mut strong.posterior.infers)),
                ("trust", Slot::Real(&mut strong.posterior.trust, 0.0..=1.0)),
                ("candidates", Slot::Count(&mut strong.posterior.candidates, 1..=1 << 16)),
                ("by-habit", Slot::Real(&mut strong.by_policy, 0.0..=1.0)),
                ("solved-from", Slot::Count(&mut strong.partners_solved_from, 0..=7)),
            ],
            Self::Random | Self::Weighted | Self::Gentle | Self::Easy | Self::Medium => Vec::new(),
        }
    }

    fn counts_positions(self) -> bool {
        self.solves_endings()
    }

    fn most_iterations(self) -> Option<u64> {
        self.allowance().most_iterations()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_levels_are_players() {
        for &player in Player::ALL {
            assert_eq!(player.to_string().parse(), Ok(player));
            let json = serde_json::to_string(&player).unwrap();
            assert_eq!(json, format!("\"{player}\""));
            assert_eq!(serde_json::from_str::<Player>(&json).unwrap(), player);
        }
        for &level in Level::ALL {
            assert_eq!(Player::from(level).name(), level.name());
        }
    }

    #[test]
    fn the_thesis_spends_what_it_is_given() {
        assert_eq!(Player::Thesis.limits(&Limits::iterations(9)).iterations, Some(9));
        let given = Limits::iterations(1_000_000);
        assert_eq!(Player::Thesis.limits(&given).iterations, Some(1_000_000));
        assert_eq!(Player::Thesis.limits(&Limits::default()).iterations, Some(10_000));
    }
}
