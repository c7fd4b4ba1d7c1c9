//! UCT and information set search against plain minimax.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::games::climb::Open;
use vzetek_search::games::climbing::{HIGH, LOW, parameters, values};
use vzetek_search::games::rooms::Room;
use vzetek_search::games::trump::{Left, SUITS};
use vzetek_search::ismcts;
use vzetek_search::uct::{self, FinalChoice, Outcome, Parameters, Trial};
use vzetek_search::{Limits, Perfect, Score, dice};

/// Gains as a payoff from 0 to 1.
fn payoff(gain: Score) -> f64 {
    (f64::from(gain.0) + 30.0) / 60.0
}

/// One floor: with noise of its own on every playout.
struct Floor(Room);

impl Trial for Floor {
    fn moves(&self) -> usize {
        values(&self.0).len()
    }

    fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome {
        let (_, gain) = self.0.play(chosen as u8);
        let points = 0.9 * payoff(gain) + 0.1 * dice::unit(rng);
        Outcome { win: f64::from(u8::from(points > 0.5)), points }
    }
}

#[test]
fn every_final_choice_finds_the_best_of_one_floor() {
    const PLAYOUTS: u64 = 1_000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let choices =
        [FinalChoice::Uct, FinalChoice::MostVisits, FinalChoice::BestMean, FinalChoice::LargestSum];
    let mut games = 0;
    for start in (0..).map(|seed| Room::entrance(seed, 1)) {
        if games == 2_000 {
            break;
        }
        let values = values(&start);
        let best = *values.iter().max().unwrap();
        // Only games in which there is a choice, and whose best move stands out
        // from the noise.
        let is_close = |value: &Score| *value != best && value.0 + 3 > best.0;
        if values.iter().all(|&value| value == best) || values.iter().any(is_close) {
            continue;
        }
        for final_choice in choices {
            let parameters = Parameters { exploration: 0.5, win_weight: 0.2, final_choice };
            let limits = Limits::iterations(PLAYOUTS);
            let found = uct::search(&mut Floor(start), &parameters, &limits, &mut rng);
            if final_choice == FinalChoice::Uct {
                // UCT once more may well choose to explore; it must be UCT's.
                let merit = |arm: &uct::Arm| {
                    arm.mean() + 0.5 * ((PLAYOUTS as f64).ln() / arm.visits as f64).sqrt()
                };
                let greatest = found.arms.iter().map(merit).fold(0.0, f64::max);
                assert_eq!(merit(&found.arms[found.chosen]), greatest);
            } else {
                assert_eq!(values[found.chosen], best, "{start:?}, {final_choice:?}");
            }
            assert_eq!(found.iterations, PLAYOUTS);
            assert_eq!(found.arms.iter().map(|arm| arm.visits).sum::<u64>(), PLAYOUTS);
        }
        games += 1;
    }
}

/// Without exploration a move that was never tried is worth nothing: the first
/// that brings something is kept to. With ever so little, all are tried.
#[test]
fn only_without_exploration_moves_are_left_untried() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let limits = Limits::iterations(200);
    let (mut games, mut firsts) = (0, 0);
    for seed in 0..2_000 {
        let start = Room::entrance(seed, 1);
        let count = values(&start).len();
        if count == 1 {
            continue;
        }
        let mut tried = |exploration| {
            let parameters = Parameters { exploration, ..Parameters::default() };
            let found = uct::search(&mut Floor(start), &parameters, &limits, &mut rng);
            let tried = found.arms.iter().filter(|arm| arm.visits > 0).count();
            assert!(found.arms[found.chosen].visits > 0, "seed {seed}, C = {exploration}");
            (tried, found.chosen)
        };
        assert_eq!(tried(0.001).0, count, "seed {seed}");
        let (alone, chosen) = tried(0.0);
        assert_eq!(alone, 1, "seed {seed}");
        firsts += usize::from(chosen == 0);
        games += 1;
    }
    // The choice is left to chance, among two to four.
    assert!(games > 1_000 && firsts * 4 > games && firsts * 2 < games, "{firsts} of {games}");
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let search = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = (0..).map(|s| Room::entrance(s, 1)).find(|r| values(r).len() > 2).unwrap();
        uct::search(&mut Floor(start), &Parameters::default(), &Limits::iterations(500), &mut rng)
    };
    assert_eq!(search(7), search(7));
    assert_ne!(search(7).arms, search(8).arms);
}

#[test]
fn with_nothing_hidden_the_tree_finds_the_minimax_move() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    LOW.check(|room, limits| ismcts::search(&mut Open(room), &parameters(), limits, &mut rng));
}

#[test]
fn with_nothing_hidden_the_tree_finds_the_minimax_move_far_ahead() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    HIGH.check(|room, limits| ismcts::search(&mut Open(room), &parameters(), limits, &mut rng));
}

#[test]
fn a_tree_that_may_not_grow_still_answers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let start = (0..).map(|s| Room::entrance(s, 6)).find(|r| values(r).len() > 2).unwrap();
    let parameters = ismcts::Parameters { nodes: 8, ..Default::default() };
    let found = ismcts::search(&mut Open(start), &parameters, &Limits::iterations(300), &mut rng);
    assert_eq!(found.moves.len(), values(&start).len());
}

/// The best of the suits that may lie face down, on random counts of what is
/// left: expectation tells which.
#[test]
fn with_a_card_hidden_the_tree_finds_the_likeliest_suit() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let limits = Limits::iterations(1_000);
    let (mut games, mut right) = (0, 0);
    while games < 2_000 {
        let left: [f64; SUITS] = std::array::from_fn(|_| f64::from(dice::below(&mut rng, 9)));
        let mut sorted = left;
        sorted.sort_by(f64::total_cmp);
        // One stands out.
        if sorted[SUITS - 1] < sorted[SUITS - 2] + 2.0 {
            continue;
        }
        let parameters = ismcts::Parameters::default();
        let found = ismcts::search(&mut Left(left), &parameters, &limits, &mut rng);
        let best = found.most_visited().unwrap();
        let share = left[best.action] / left.iter().sum::<f64>();
        assert!((f64::from(best.mean) - share).abs() < 0.15, "{left:?}: {best:?}");
        right += u32::from(left[best.action] == sorted[SUITS - 1]);
        games += 1;
    }
    assert!(right * 100 >= games * 97, "{right} of {games} right");
}
