//! One decision of one player: the frame that all games share. A game says in
//! [`PlayedGame`] how its levels choose.

use std::fmt::Debug;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Level, TableGame};
use vzetek_search::Limits;

use crate::{Allowance, History};

/// A game that there are players for.
pub trait PlayedGame: TableGame {
    /// The knowledge that a seat carries from deal to deal.
    type Carried: Copy + Debug + Default + PartialEq;
    /// A method of choosing, with its constants.
    type Method;
    /// A question in the form that methods think in.
    type Situation<'a>;

    /// False if players find for themselves what is legal, and do not read it in
    /// the question.
    const READS_LEGAL: bool = true;

    /// True if the level is to be had at tables with these options.
    fn has_level(level: Level, options: &Self::Options) -> bool {
        _ = options;
        level != Level::Natural
    }

    /// Returns the method of a level, and its allowance for a decision; those of medium,
    /// if no table of the game has the level.
    fn level(level: Level) -> (Self::Method, Allowance);

    /// Returns the decision of a player that chooses by `choose` where there is a
    /// choice.
    ///
    /// # Panics
    /// If nothing is legal, or the view is not that of the player to move.
    fn decide_by<R: Rng>(
        question: &Question<'_, Self>,
        rng: &mut R,
        choose: impl FnOnce(Self::Situation<'_>, &mut Xoshiro256PlusPlus) -> Decision<Self::Action>,
    ) -> Decision<Self::Action>;

    /// Chooses by a method, which may spend the limits.
    ///
    /// # Panics
    /// If nothing is legal.
    fn choose(
        method: &Self::Method,
        situation: Self::Situation<'_>,
        limits: &Limits,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Decision<Self::Action>;

    /// Learns from a deal that is over, as a seat has seen it.
    fn learn(carried: &mut Self::Carried, view: &Self::View, history: &History<Self::Event>) {
        _ = (carried, view, history);
    }

    /// Takes the running score before a deal over.
    fn read_score(carried: &mut Self::Carried, score: &Self::Score) {
        _ = (carried, score);
    }

    /// True while the sides are secret. Everything visible of a player, the time of an
    /// answer too, must not depend on it then.
    fn hides_sides(view: &Self::View) -> bool {
        _ = view;
        false
    }

    /// True if only the player may learn the action, so that no log may contain it.
    fn is_secret(action: Self::Action) -> bool {
        _ = action;
        false
    }
}

/// The knowledge of a seat that is asked to decide.
#[derive(Debug)]
pub struct Question<'a, G: PlayedGame> {
    /// The deal as the seat sees it.
    pub view: &'a G::View,
    /// The events of the deal; may be incomplete.
    pub history: &'a History<G::Event>,
    /// The knowledge from before the deal.
    pub carried: G::Carried,
    /// The legal actions of the seat, if [`PlayedGame::READS_LEGAL`].
    pub legal: &'a [G::Action],
}

impl<'a, G: PlayedGame> Question<'a, G> {
    /// Returns a question about a deal before which nothing was known.
    pub fn new(view: &'a G::View, history: &'a History<G::Event>, legal: &'a [G::Action]) -> Self {
        Self { view, history, carried: G::Carried::default(), legal }
    }
}

vzetek_game::named! {
    /// The engine that a decision came from.
    Engine, "engine",
    /// An exact search: nothing was hidden that matters.
    Exact = "exact",
    /// The exact search of tršet.
    AlphaBeta = "alphabeta",
    /// Sampled worlds, each searched or played out.
    Sampling = "sampling",
    /// Monte Carlo search over the hidden cards of tršet.
    Mcts = "mcts",
    /// A search over all cards that the others may hold.
    Minimax = "minimax",
    /// Rules of thumb.
    Rules = "rules",
    /// The move that brings most immediately.
    Greedy = "greedy",
    /// A weighted draw.
    Weighted = "weighted",
    /// An even draw.
    Random = "random",
    /// A single legal action.
    Forced = "forced",
}

/// A decision with the player's estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision<Action> {
    /// The action to take.
    pub action: Action,
    /// The engine that found it.
    pub engine: Engine,
    /// The player's opinion of the deal for the own side, if it has one: expected
    /// final thirds at tršet, declarations included, the expected score in points
    /// at tarok, and at tablić the chance to win, a shared one counting in part.
    pub value: Option<f64>,
    /// Playouts or worlds that were spent, or positions of a search without them.
    pub iterations: u64,
}

impl<Action> Decision<Action> {
    /// A decision without a search, and without an opinion of it.
    pub const fn unsearched(action: Action, engine: Engine) -> Self {
        Self { action, engine, value: None, iterations: 0 }
    }
}

/// Asks a level for a decision.
///
/// Deterministic: an equal question, limits in iterations and random numbers
/// give an equal decision.
///
/// # Panics
/// As [`PlayedGame::decide_by`].
pub fn decide<G: PlayedGame, R: Rng>(
    level: Level,
    question: &Question<'_, G>,
    limits: &Limits,
    rng: &mut R,
) -> Decision<G::Action> {
    let (method, allowance) = G::level(level);
    let limits = allowance.limits(limits);
    G::decide_by(question, rng, |situation, rng| G::choose(&method, situation, &limits, rng))
}

/// Searches draw millions of numbers; a fast generator of their own keeps the
/// caller's choice of generator free.
pub(crate) fn searching(rng: &mut impl Rng) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(rng.next_u64())
}
