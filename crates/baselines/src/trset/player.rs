//! Names of players, and what each may spend.

use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::trset::{Decision, Method, Settings as Strong, Situation, draw, random};
use vzetek_players::{Allowance, Engine, PlayedGame};
use vzetek_search::{Limits, uct};
use vzetek_trset::Trset;

use super::draws;
use crate::player::{as_level, players};
use crate::{Slot, Tunable};

players! {
    /// Any legal card, all equally likely.
    Random = "random",
    /// Any legal card, the stronger the less likely (the tršet thesis,
    /// section 4.2).
    Weighted = "weighted",
    /// The Monte Carlo search of the tršet thesis to the very end, without its
    /// exact ending.
    Mcts = "mcts",
    /// The agent of the tršet thesis: first-level Monte Carlo tree search with
    /// UCT while cards are hidden, alpha-beta as soon as they are not (section
    /// 4).
    Thesis = "thesis",
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
    type Game = Trset;
    type Settings = Settings;
    type Learned = ();

    fn name(self) -> &'static str {
        self.name()
    }

    fn allowance(self) -> Allowance {
        match self {
            Self::Random | Self::Weighted => Allowance::free(Limits::iterations(64)),
            // Two seconds, over 10,000 iterations (section 4.2).
            Self::Mcts | Self::Thesis => Allowance::free(Limits::iterations(10_000)),
            level => as_level(level).1,
        }
    }

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
                ("by-policy", Slot::Real(&mut strong.by_policy, 0.0..=1.0)),
                ("solved-from", Slot::Count(&mut strong.partners_solved_from, 0..=7)),
            ],
            _ => Vec::new(),
        }
    }

    fn counts_positions(self) -> bool {
        matches!(self, Self::Medium | Self::Thesis | Self::Strong)
    }

    fn choose(
        spec: &Spec,
        (): &(),
        situation: &Situation,
        limits: &Limits,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Decision {
        let Spec { player, settings, .. } = spec;
        let flat = |solves_endings| Method::Flat { parameters: settings.flat, solves_endings };
        let method = match player {
            Self::Random => {
                let even = |rng: &mut _| random(situation.playable(), rng);
                return draw(situation, Engine::Random, rng, even);
            }
            Self::Weighted => {
                let weighted = |rng: &mut _| draws::weighted(situation.playable(), rng);
                return draw(situation, Engine::Weighted, rng, weighted);
            }
            Self::Mcts => flat(false),
            Self::Thesis => flat(true),
            Self::Strong => Method::Strong(settings.strong),
            level => as_level(*level).0,
        };
        Trset::choose(&method, situation, limits, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_spends_what_it_is_given() {
        assert_eq!(Player::Thesis.limits(&Limits::iterations(9)).iterations, Some(9));
        let given = Limits::iterations(1_000_000);
        assert_eq!(Player::Thesis.limits(&given).iterations, Some(1_000_000));
        assert_eq!(Player::Thesis.limits(&Limits::default()).iterations, Some(10_000));
    }
}
