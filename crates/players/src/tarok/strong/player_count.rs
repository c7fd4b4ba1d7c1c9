//! The parts of a decision that three players have learned or can solve, and four have not.

use rand_core::Rng;
use vzetek_search::Score;
use vzetek_tarok::{Card, MOST_PLAYERS, Playing, SEATS};

use super::thinking::{Choice, Thinking};
use crate::tarok::berac::{Network, Play};
use crate::tarok::card_policy::Game;
use crate::tarok::ending::{Sides, solve_sides};
use crate::tarok::search::{Exact, Position};
use crate::tarok::solvers::{EXACT, EXACT_OF_FOUR};

/// Positions that solving a world may take: less than a millisecond.
const NODES: u64 = 4_000;

/// The number of players at a table: see [`Of`].
pub(super) struct PlayerCount;

/// The parts that depend on the number of players.
pub(super) trait Of<const N: usize> {
    /// The most cards in a hand with which an ordinary ending is solved.
    const SOLVED: usize;

    /// The most cards in a hand with which a klop's ending is solved.
    const KLOP_SOLVED: usize;

    /// The cost of a lost berač as a multiple of the gain from a made one: many that will be lost
    /// get kontra, and some look made because the defenders of the worlds do not see how to catch
    /// it.
    const LOSS_OF_BERAC: f64;

    /// Plays a berač to its end, and returns true if it is made.
    fn makes_berac(thinking: &Thinking<'_, N>, game: &Game<N>, rng: &mut impl Rng) -> bool;

    /// Returns the choice of a card in a berač, if more is known of it than of others.
    fn berac_card(
        thinking: &Thinking<'_, N>,
        playing: &Playing,
        cards: &[Card],
        rng: &mut impl Rng,
    ) -> Option<Choice>;

    /// Returns the value of each card in an ordinary deal that is solved; nothing if it
    /// takes too long.
    fn solved(
        thinking: &Thinking<'_, N>,
        position: &Position<N>,
        cards: &[Card],
    ) -> Option<Vec<f64>>;
}

impl Of<SEATS> for PlayerCount {
    const SOLVED: usize = usize::MAX;
    const KLOP_SOLVED: usize = usize::MAX;
    const LOSS_OF_BERAC: f64 = 1.6;

    /// By a network: the card policy does not catch enough of them to decide it.
    fn makes_berac(_: &Thinking<'_>, game: &Game, rng: &mut impl Rng) -> bool {
        Play::new(game.position).play_out(Network::shared(), rng)
    }

    fn berac_card(
        thinking: &Thinking<'_>,
        playing: &Playing,
        cards: &[Card],
        rng: &mut impl Rng,
    ) -> Option<Choice> {
        let searched = thinking.settings.berac_searched > 0.0;
        searched.then(|| super::berac::choose(thinking, playing, cards, rng))
    }

    fn solved(thinking: &Thinking<'_>, position: &Position, cards: &[Card]) -> Option<Vec<f64>> {
        let solved = EXACT.with_borrow_mut(|exact| exact.card_scores_within(position, NODES))?;
        // A defender gets ahead by half of what the declarer loses.
        let sign = if position.declarer() == thinking.me { 1.0 } else { -0.5 };
        let value = |card: &Card| {
            let found = solved.iter().find(|(other, _)| other == card);
            sign * found.map_or(0.0, |&(_, value)| f64::from(value))
        };
        Some(cards.iter().map(value).collect())
    }
}

/// Lets the solver forget what it has found out for other decisions: whether a
/// position is solved in time must not depend on them.
pub(super) fn forget() {
    EXACT.with_borrow_mut(Exact::forget);
    EXACT_OF_FOUR.with_borrow_mut(|search| search.forget());
}

impl Of<MOST_PLAYERS> for PlayerCount {
    const SOLVED: usize = 5;
    const KLOP_SOLVED: usize = 3;
    const LOSS_OF_BERAC: f64 = 12.0;

    fn makes_berac(
        thinking: &Thinking<'_, MOST_PLAYERS>,
        game: &Game<MOST_PLAYERS>,
        rng: &mut impl Rng,
    ) -> bool {
        game.play_out(thinking.policy, rng).declarers_result() > 0
    }

    fn berac_card(
        _: &Thinking<'_, MOST_PLAYERS>,
        _: &Playing,
        _: &[Card],
        _: &mut impl Rng,
    ) -> Option<Choice> {
        None
    }

    fn solved(
        thinking: &Thinking<'_, MOST_PLAYERS>,
        position: &Position<MOST_PLAYERS>,
        cards: &[Card],
    ) -> Option<Vec<f64>> {
        let open = thinking.radelci.get(position.declarer()).is_some_and(|&open| open > 0);
        let sides = Sides { position: *position, is_doubled: open };
        let solved =
            EXACT_OF_FOUR.with_borrow_mut(|search| solve_sides(search, &sides, NODES)).ok()?;
        // A side gets ahead by the share of the players who are not on it.
        let own = position.side.count_ones() as f64;
        let others = MOST_PLAYERS as f64 - own;
        let share = if position.is_declarers(thinking.me) { others } else { -own };
        let sign = share / (MOST_PLAYERS as f64 - 1.0);
        let value = |card: &Card| {
            let found = solved.iter().find(|(other, _)| other == card);
            sign * found.map_or(0.0, |&(_, Score(value))| f64::from(value))
        };
        Some(cards.iter().map(value).collect())
    }
}
