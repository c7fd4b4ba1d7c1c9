//! The solver against plain alpha-beta.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_search::alphabeta::AlphaBeta;

use super::*;
use crate::trset::Rules;
use crate::trset::open::OpenDeal;
use crate::trset::world_tests::few_cards;

#[test]
fn partners_reach_what_plain_alpha_beta_reaches() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    for kifameno in [false, true] {
        let rules = Rules { seats: 4, ..Rules::two_players(kifameno) };
        let mut solver = Partners::new(kifameno, 4);
        for number in 0..120 {
            let world = few_cards(rules, 1 + number % 5, [4, 3, 0, 0], &mut rng);
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
