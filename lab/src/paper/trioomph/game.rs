//! One game of trioomph.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rand_core::Rng;
use vzetek_search::alphabeta::Guide;
use vzetek_search::{Perfect, dice};
use vzetek_survey::games::trioomph::{Lookout, Steps, Trioomph};

use super::players::Player;

/// A game is given up as a draw after this many steps of both.
const LONGEST: usize = 300;

/// The occurrences of a position that end the game without a winner.
const REPETITIONS: u8 = 3;

/// The outcome of a game, through the eyes of the player who is measured.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// 1 for a win, 0 if the players go round in circles, -1 for a loss.
    pub result: f64,
    /// 1 if the player stands better at the end by the look of the board, -1 if worse, or else 0.
    pub better: f64,
    /// Steps the measured player made.
    pub steps: f64,
    /// Positions it visited for a step, on average.
    pub nodes: f64,
    /// Seconds it took for a step, on average.
    pub seconds: f64,
    /// The number of steps it could choose from, on average.
    pub options: f64,
}

impl Played {
    /// Returns the values of a game to store.
    pub fn values(self) -> Vec<f64> {
        let Self { result, better, steps, nodes, seconds, options } = self;
        vec![result, better, steps, nodes, seconds, options]
    }

    /// Returns the game of stored values.
    pub fn from_values(values: &[f64]) -> Self {
        let [result, better, steps, nodes, seconds, options] =
            values.try_into().expect("values of a game");
        Self { result, better, steps, nodes, seconds, options }
    }
}

/// Lets `measured` play against `other` after a random step of each.
pub fn play(
    steps: Steps,
    measured: Player,
    other: Player,
    begins: bool,
    rng: &mut impl Rng,
) -> Played {
    let mut position = opening(steps, rng);
    let mut seen: HashMap<Trioomph, u8> = HashMap::new();
    let (mut own_steps, mut nodes, mut options) = (0.0, 0, 0);
    let mut time = Duration::ZERO;
    let mut moves = Vec::new();
    for _ in 0..LONGEST {
        moves.clear();
        position.moves(&mut moves);
        let count = seen.entry(position).or_default();
        *count += 1;
        if moves.is_empty() || *count == REPETITIONS {
            break;
        }
        let step = if position.is_firsts_turn() == begins {
            let start = Instant::now();
            let decision = measured.decide(&position, rng);
            time += start.elapsed();
            nodes += decision.nodes;
            own_steps += 1.0;
            options += moves.len();
            decision.step
        } else {
            other.decide(&position, rng).step
        };
        position = position.play(step).0;
    }
    let own = |value: f64| if begins { value } else { -value };
    let result = position.winner().map_or(0.0, |side| own(if side == 0 { 1.0 } else { -1.0 }));
    let look = own(f64::from(Lookout.evaluate(&position).0.signum()));
    let each = |sum: f64| sum / f64::max(own_steps, 1.0);
    Played {
        result,
        better: if result == 0.0 { look } else { result },
        steps: own_steps,
        nodes: each(nodes as f64),
        seconds: each(time.as_secs_f64()),
        options: each(options as f64),
    }
}

/// A position after a random step of each player, neither of which ends the game.
fn opening(steps: Steps, rng: &mut impl Rng) -> Trioomph {
    loop {
        let mut position = Trioomph::start(steps);
        for _ in 0..2 {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[dice::below(rng, moves.len() as u32) as usize]).0;
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn deeper_alpha_beta_beats_the_stand_in_from_both_sides() {
        let mut won = 0.0;
        for game in 0..10 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(game / 2);
            let (deeper, begins) = (Player::AlphaBeta(3), game % 2 == 0);
            let played = play(Steps::Aslant, deeper, Player::StandIn, begins, &mut rng);
            assert!(played.steps > 2.0 && played.options > 3.0, "{played:?}");
            assert!(played.nodes > played.options, "{played:?}");
            won += played.result;
        }
        assert!(won >= 4.0, "{won}");
    }

    /// A win within a few steps is proved, and made.
    #[test]
    fn proofs_are_carried_out() {
        let rows = ["s.....", "..T...", "c.....", "....t.", ".....C", "S....."];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for player in [Player::Proofs(2_000), Player::AlphaBeta(3)] {
            let mut position = Trioomph::from_rows(rows, Steps::Aslant);
            for _ in 0..3 {
                position = position.play(player.decide(&position, &mut rng).step).0;
                if position.winner().is_some() {
                    break;
                }
                position = position.play(Player::StandIn.decide(&position, &mut rng).step).0;
            }
            assert_eq!(position.winner(), Some(0), "{}", player.name());
        }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let player = Player::AlphaBeta(0);
        let played = play(Steps::Straight, player, Player::StandIn, true, &mut rng);
        assert_eq!(Played::from_values(&played.values()).values(), played.values());
    }
}
