//! The solver against plain minimax, and against the same alpha-beta card by card,
//! which knows no shapes and no bounds.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_search::alphabeta::{AlphaBeta, Guide, Parts};
use vzetek_search::minimax::minimax;
use vzetek_search::{Perfect, Score, dice};

use super::Ending;
use super::node::Node;
use super::perfect::Alike;
use super::trick::{Trick, score};
use crate::trset::cards::{Bits, thirds};
use crate::trset::open::OpenDeal;
use crate::trset::{Rules, World};

/// Two hands of `size` cards from the whole pack.
fn hands(size: usize, rng: &mut impl Rng) -> [u64; 2] {
    let mut pack: Vec<u8> = (0..40).collect();
    let mut draw = || {
        let chosen = dice::below(rng, pack.len() as u32);
        1u64 << pack.swap_remove(chosen as usize)
    };
    [0, 1].map(|_| (0..size).fold(0, |hand, _| hand | draw()))
}

/// The two hands, the other player leading with `led` if there is one.
fn world(mine: u64, theirs: u64, led: Option<u8>, kifameno: bool) -> World {
    World {
        rules: Rules::two_players(kifameno),
        hands: [mine, theirs, 0, 0],
        stock: [0; 20],
        stock_len: 0,
        trick: [led.unwrap_or_default(), 0, 0, 0],
        played: u8::from(led.is_some()),
        leader: u8::from(led.is_some()),
        thirds: [0; 4],
    }
}

/// The score of `OpenDeal` in thirds that player 0 will take.
fn taken(score: Score, mine: u64, theirs: u64, led: Option<u8>, kifameno: bool) -> u8 {
    let all = thirds(mine | theirs | led.map_or(0, |card| 1 << card)) + 3;
    if kifameno { all - score.0 as u8 } else { score.0 as u8 }
}

/// A third of the positions are in the middle of a trick.
fn position(size: usize, number: u32, rng: &mut impl Rng) -> (u64, u64, Option<u8>) {
    let [mine, theirs] = hands(size, rng);
    if number.is_multiple_of(3) {
        let skip = dice::below(rng, size as u32);
        let led = Bits(theirs).nth(skip as usize).unwrap();
        return (mine, theirs & !(1 << led), Some(led));
    }
    (mine, theirs, None)
}

#[test]
fn small_endings_have_the_value_of_plain_minimax() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for kifameno in [false, true] {
        let mut solver = Ending::new(kifameno);
        let mut seen = [0u32; 36];
        for number in 0..6_000 {
            let size = 1 + number as usize % 5;
            let (mine, theirs, led) = position(size, number, &mut rng);
            let plain = minimax(&OpenDeal::new(world(mine, theirs, led, kifameno), 0));
            let expected = taken(plain, mine, theirs, led, kifameno);
            let value = solver.value(mine, theirs, led);
            assert_eq!(value, expected, "{mine:x} {theirs:x} {led:?} kifameno {kifameno}");
            seen[usize::from(value)] += 1;
        }
        assert!(seen.iter().filter(|&&count| count > 0).count() > 12, "{seen:?}");
    }
}

#[test]
fn ten_card_endings_have_the_value_of_alpha_beta_card_by_card() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    for kifameno in [false, true] {
        let mut solver = Ending::new(kifameno);
        let mut plain = AlphaBeta::new(18);
        for number in 0..150 {
            let (mine, theirs, led) = position(10, number, &mut rng);
            let score = plain.value(&OpenDeal::new(world(mine, theirs, led, kifameno), 0));
            let expected = taken(score, mine, theirs, led, kifameno);
            assert_eq!(solver.value(mine, theirs, led), expected, "{mine:x} {theirs:x} {led:?}");
        }
    }
}

/// Returns the maximiser's surplus, every lead and answer that is listed being
/// tried: `minimax_to`, with a look at the bounds of every position on the way.
fn plain<const KIFAMENO: bool>(trick: &Trick<KIFAMENO>) -> Score {
    let mut moves = Vec::new();
    trick.moves(&mut moves);
    let values = moves.into_iter().map(|action| {
        let (next, gain) = trick.play(action);
        gain + plain(&next)
    });
    let best = if trick.maximizing() { values.max() } else { values.min() };
    let value = best.unwrap_or_else(|| Alike.evaluate(trick));
    let (least, most) = trick.future();
    assert!(least <= value && value <= most, "{value:?} is outside of what {trick:?} allows");
    value
}

#[test]
fn what_the_library_is_told_is_the_same_game() {
    fn compare<const KIFAMENO: bool>(rng: &mut impl Rng) {
        let mut solver = Ending::new(KIFAMENO);
        let mut search = AlphaBeta::guided(Alike, Parts::table(10));
        let mut seen = [0u32; 36];
        for number in 0..2_000 {
            let [mine, theirs] = hands(1 + number % 5, rng);
            let all = i32::from(thirds(mine | theirs) + 3);
            let value = i32::from(solver.value(mine, theirs, None));
            let gain = if KIFAMENO { all - value } else { value };
            for leads in [false, true] {
                let trick = Trick::<KIFAMENO>::before(Node::of_hands(mine, theirs), leads);
                let told = plain(&trick);
                let expected = if leads { score(gain, all) } else { -score(gain, all) };
                assert_eq!(told, expected, "{mine:x} {theirs:x} {KIFAMENO}");
                assert_eq!(search.value(&trick), told, "{mine:x} {theirs:x} {KIFAMENO}");
            }
            seen[gain as usize] += 1;
        }
        assert!(seen.iter().filter(|&&count| count > 0).count() > 12, "{seen:?}");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    compare::<false>(&mut rng);
    compare::<true>(&mut rng);
}

#[test]
fn every_move_has_its_own_value() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    for kifameno in [false, true] {
        let mut solver = Ending::new(kifameno);
        let mut different = 0;
        for number in 0..600 {
            let size = 2 + number as usize % 4;
            let (mine, theirs, led) = position(size, number, &mut rng);
            let deal = world(mine, theirs, led, kifameno);
            let values = solver.move_values(mine, theirs, led);
            assert_eq!(values.len() as u32, deal.playable().count_ones());
            for &(card, value) in &values {
                let (next, gain) = OpenDeal::new(deal, 0).play(card);
                let score = gain + minimax(&next);
                let expected = taken(score, mine, theirs, led, kifameno);
                assert_eq!(value, expected, "{card} in {mine:x} {theirs:x} {led:?}");
            }
            different += u32::from(values.iter().any(|&(_, value)| value != values[0].1));
        }
        assert!(different > 200, "only {different} positions had better and worse moves");
    }
}

#[test]
fn estimates_tell_truly_what_is_reached() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    let (mut reached, mut asked) = (0, 0);
    for kifameno in [false, true] {
        // One is asked for values and for estimates, as in a player's search.
        let mut kept = Ending::new(kifameno);
        for number in 0..300 {
            let [mine, theirs] = hands(1 + number % 10, &mut rng);
            let all = thirds(mine | theirs) + 3;
            let value = Ending::new(kifameno).value(mine, theirs, None);
            let gain = |value: u8| if kifameno { all - value } else { value };
            // Now and then whatever could be needed, and what never is.
            let by_lot = dice::below(&mut rng, u32::from(all) + 2) as u8;
            let needs = if number % 7 == 0 { 0..=all + 1 } else { by_lot..=by_lot };
            for needed in needs {
                for solver in [&mut Ending::new(kifameno), &mut kept] {
                    let estimate = gain(solver.estimate(mine, theirs, needed));
                    assert!(estimate <= all);
                    assert_eq!(estimate >= needed, gain(value) >= needed, "{mine:x} {theirs:x}");
                    reached += u32::from(estimate >= needed);
                    asked += 1;
                }
            }
            if number % 3 == 0 {
                assert_eq!(kept.value(mine, theirs, None), value, "{mine:x} {theirs:x}");
            }
        }
    }
    assert!(reached * 5 > asked && reached < asked, "{reached} of {asked}");
}

#[test]
fn tables_do_not_change_values() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut kept = Ending::new(false);
    for _ in 0..40 {
        let [mine, theirs] = hands(9, &mut rng);
        assert_eq!(kept.value(mine, theirs, None), Ending::new(false).value(mine, theirs, None));
    }
}

#[test]
#[should_panic(expected = "two places")]
fn a_card_in_two_places_is_refused() {
    Ending::new(false).value(3, 6, None);
}
