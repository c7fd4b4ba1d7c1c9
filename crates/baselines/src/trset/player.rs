//! Names of players, and what each may spend.

use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::trset::{
    Decision, Method, Rules, Settings as Strong, Situation, choose_by, draw, random,
};
use vzetek_players::{Allowance, Engine, PlayedGame};
use vzetek_search::{Limits, uct};
use vzetek_trset::Trset;

use super::draws;
use super::neighbours::{self, Weighted};
use crate::player::{as_level, players};
use crate::{PlayedByName, Slot, Tunable};

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
    /// That agent, the cards of its playouts weighted by what good players did in
    /// situations like them (sections 4.6 and 5.5). Where it has no examples, and at
    /// other tables than those of tršet for two, it is [`Self::Thesis`].
    #[serde(rename = "thesis-knn")]
    ThesisKnn = "thesis-knn",
    /// See [`vzetek_game::Level::Natural`].
    Natural = "natural",
}

/// A player with its parameters.
pub type Spec = crate::Spec<Player>;

/// The constants of the players that search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The constants of the players that search as the agent of the tršet thesis does.
    pub flat: uct::Parameters,
    /// The constants and the examples of [`Player::ThesisKnn`].
    pub neighbours: neighbours::Settings,
    /// The constants of [`Player::Strong`].
    pub strong: Strong,
    /// The strength of [`Player::Natural`], in units of
    /// [`Habits::UNIT`](vzetek_players::trset::opponent_policy::Habits::UNIT).
    pub strength: f32,
}

impl PlayedByName for Trset {
    type Player = Player;
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
            Self::Mcts | Self::Thesis | Self::ThesisKnn => {
                Allowance::free(Limits::iterations(10_000))
            }
            level => as_level(level).1,
        }
    }

    fn settings(self) -> Settings {
        Settings::default()
    }

    fn slots(self, settings: &mut Settings) -> Vec<(&'static str, Slot<'_>)> {
        let Settings { flat, neighbours, strong, strength } = settings;
        match self {
            Self::Mcts | Self::Thesis | Self::ThesisKnn => {
                let mut slots = vec![
                    ("c", Slot::Real(&mut flat.exploration, 0.0..=100.0)),
                    ("alpha", Slot::Real(&mut flat.win_weight, 0.0..=1.0)),
                    ("final", Slot::Final(&mut flat.final_choice)),
                ];
                if self == Self::ThesisKnn {
                    slots.push(("k", Slot::Count(&mut neighbours.k, 1..=64)));
                }
                slots
            }
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
            Self::Natural => vec![("strength", Slot::Single(strength, -3.0..=3.0))],
            _ => Vec::new(),
        }
    }

    fn counts_positions(self) -> bool {
        matches!(self, Self::Medium | Self::Thesis | Self::ThesisKnn | Self::Strong)
    }

    fn stand_in(spec: &Spec) -> Option<Self> {
        let lacks_examples = spec.settings.neighbours.examples.is_none();
        (spec.player == Self::ThesisKnn && lacks_examples).then_some(Self::Thesis)
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
            Self::ThesisKnn
                if let Some(examples) = &settings.neighbours.examples
                    && is_trset_for_two(situation.rules()) =>
            {
                let mut policy = Weighted { k: settings.neighbours.k, examples };
                return choose_by(&mut policy, &settings.flat, situation, limits, rng);
            }
            Self::Mcts => flat(false),
            Self::Thesis | Self::ThesisKnn => flat(true),
            Self::Strong => Method::Strong(settings.strong),
            Self::Natural => Method::Habits { strength: settings.strength },
            level => as_level(*level).0,
        };
        Trset::choose(&method, situation, limits, rng)
    }
}

/// True for the tables that the examples are from.
fn is_trset_for_two(rules: Rules) -> bool {
    rules.seats == 2 && !rules.kifameno
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_lacks_examples_plays_as_another() {
        let of = |player| Player::stand_in(&Spec::new(player));
        assert_eq!(of(Player::ThesisKnn), Some(Player::Thesis));
        assert!(
            Player::ALL.iter().all(|&player| player == Player::ThesisKnn || of(player).is_none())
        );
    }

    #[test]
    fn the_thesis_spends_what_it_is_given() {
        assert_eq!(Player::Thesis.limits(&Limits::iterations(9)).iterations, Some(9));
        let given = Limits::iterations(1_000_000);
        assert_eq!(Player::Thesis.limits(&given).iterations, Some(1_000_000));
        assert_eq!(Player::Thesis.limits(&Limits::default()).iterations, Some(10_000));
    }
}
