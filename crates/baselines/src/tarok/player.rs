//! Names of players, and what each may spend.

use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::tarok::{Decision, Method, Question, Settings, choose_at_a_glance, random};
use vzetek_players::{Allowance, Engine, PlayedGame};
use vzetek_search::Limits;
use vzetek_tarok::Tarok;

use super::{Thresholds, lustrek2002};
use crate::player::{as_level, players};
use crate::{PlayedByName, Slot, Tunable};

players! {
    /// Any legal action, all equally likely.
    Random = "random",
    /// Rules of thumb, no search.
    Simple = "simple",
    /// The program of Luštrek (2002): sampled hands, each searched by
    /// alpha-beta to a limited depth (section 4.2).
    Lustrek2002 = "lustrek2002",
}

/// A player with its parameters.
pub type Spec = crate::Spec<Player>;

impl PlayedByName for Tarok {
    type Player = Player;
}

impl Tunable for Player {
    type Game = Tarok;
    type Settings = Settings;
    /// Only the program of Luštrek (2002) learns.
    type Learned = Thresholds;

    fn name(self) -> &'static str {
        self.name()
    }

    fn allowance(self) -> Allowance {
        match self {
            Self::Random | Self::Simple => Allowance::free(Limits::iterations(1)),
            Self::Lustrek2002 => Allowance::free(Allowance::within(20, 2_000)),
            level => as_level(level).1,
        }
    }

    fn settings(self) -> Settings {
        match self.level().map(|level| Tarok::level(level).0) {
            Some(Method::Sampling(settings)) => settings,
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

    fn choose(
        spec: &Spec,
        thresholds: &Thresholds,
        question: &Question<'_>,
        limits: &Limits,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Decision {
        let Spec { player, settings, .. } = spec;
        match player {
            Self::Random => Decision::unsearched(random(question, rng), Engine::Random),
            Self::Simple => Decision::unsearched(choose_at_a_glance(question, rng), Engine::Rules),
            Self::Lustrek2002 => lustrek2002::choose(question, thresholds, limits, rng),
            Self::Gentle => Tarok::choose(&Method::Gentle, question, limits, rng),
            _ => Tarok::choose(&Method::Sampling(*settings), question, limits, rng),
        }
    }
}
