//! Names of players, and what each may spend.

use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::tablic::{Decision, Method, Settings, Turn, greedy, random};
use vzetek_players::{Allowance, Engine, PlayedGame};
use vzetek_search::Limits;
use vzetek_tablic::Tablic;

use super::minimax::{self, MINIMAX_DEPTH, MINIMAX_MILLISECONDS};
use crate::player::{as_level, players};
use crate::{PlayedByName, Slot, Tunable};

players! {
    /// Any card, and any move with it (Penzar's tablić, "Slučajni igrač").
    Random = "random",
    /// The move that brings most immediately (Penzar's tablić, "Pohlepni igrač").
    Greedy = "greedy",
    /// Alpha-beta over all cards that the others may hold (Penzar's
    /// tablić, "Minimax igrač").
    Minimax = "minimax",
}

/// A player with its parameters.
pub type Spec = crate::Spec<Player>;

impl PlayedByName for Tablic {
    type Player = Player;
}

impl Tunable for Player {
    type Game = Tablic;
    type Settings = Settings;
    type Learned = ();

    fn name(self) -> &'static str {
        self.name()
    }

    /// Iterations are sampled worlds, of minimax its own moves ahead.
    fn allowance(self) -> Allowance {
        match self {
            Self::Random | Self::Greedy => Allowance::free(Limits::iterations(1)),
            Self::Minimax => {
                Allowance::free(Allowance::within(MINIMAX_DEPTH, MINIMAX_MILLISECONDS))
            }
            level => as_level(level).1,
        }
    }

    fn limits(self, given: &Limits) -> Limits {
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

    fn settings(self) -> Settings {
        match self.level().map(|level| Tablic::level(level).0) {
            Some(Method::Sampling(settings)) => settings,
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

    fn choose(
        spec: &Spec,
        (): &(),
        (situation, lister): Turn<'_>,
        limits: &Limits,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Decision {
        let Spec { player, settings, .. } = spec;
        let method = match player {
            Self::Random => {
                return Decision::unsearched(random(situation, lister, rng), Engine::Random);
            }
            Self::Greedy => {
                let action = greedy::choose(situation, lister);
                let action = greedy::hide_suit(action, situation.hand, rng);
                return Decision::unsearched(action, Engine::Greedy);
            }
            Self::Minimax => return minimax::choose(situation, lister, limits, rng),
            Self::Gentle => Method::Gentle,
            _ => Method::Sampling(*settings),
        };
        Tablic::choose(&method, (situation, lister), limits, rng)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
