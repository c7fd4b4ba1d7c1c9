//! The solver against plain alpha-beta.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_search::alphabeta::AlphaBeta;
use vzetek_search::dice;

use super::*;
use crate::trset::open::OpenDeal;
use crate::trset::{Rules, simple};

/// A world of some seats with a few cards each, some tricks decided.
fn world(rules: Rules, size: usize, taken: [u8; 4], rng: &mut impl Rng) -> World {
    let mut pack: Vec<u8> = (0..40).collect();
    let mut hands = [0u64; 4];
    for hand in &mut hands[..usize::from(rules.seats)] {
        for _ in 0..size {
            let chosen = dice::below(rng, pack.len() as u32);
            *hand |= 1 << pack.swap_remove(chosen as usize);
        }
    }
    let mut world = World {
        rules,
        hands,
        stock: [0; 20],
        stock_len: 0,
        trick: [0; 4],
        played: 0,
        leader: dice::below(rng, u32::from(rules.seats)) as u8,
        thirds: taken,
    };
    for _ in 0..dice::below(rng, u32::from(rules.seats)) {
        let card = simple::random(world.playable(), rng);
        world.play(card);
    }
    world
}

#[test]
fn partners_reach_what_plain_alpha_beta_reaches() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    for kifameno in [false, true] {
        let rules = Rules { seats: 4, ..Rules::two_players(kifameno) };
        let mut solver = Partners::new(kifameno, 4);
        for number in 0..120 {
            let world = world(rules, 1 + number % 5, [4, 3, 0, 0], &mut rng);
            let deal = OpenDeal::new(world, 0);
            let score = AlphaBeta::new(12).value(&deal).0;
            let future = if kifameno { i32::from(left(&world)) - score } else { score };
            solver.take_up(&world);
            let (thirds, exact) = solver.finish(&world, true);
            assert!(exact);
            assert_eq!(i32::from(thirds[0]), 4 + future, "{world:?}");
            let (rough, _) = solver.finish(&world, false);
            assert_eq!(rules.outcome(&rough, 0).win, rules.outcome(&thirds, 0).win);
        }
    }
}
