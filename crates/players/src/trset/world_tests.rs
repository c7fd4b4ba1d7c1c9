//! Worlds in lockstep with the rules.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Card as _, Game, Seat, sharing};
use vzetek_search::dice;
use vzetek_trset::{Options, Trset, Variant};

use super::{Rules, World, random};

/// A world of some seats with a few cards each, some tricks decided.
pub(super) fn few_cards(rules: Rules, size: usize, taken: [u8; 4], rng: &mut impl Rng) -> World {
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
    // Up to a trick less one card may be on the table.
    for _ in 0..dice::below(rng, u32::from(rules.seats)) {
        let card = random(world.playable(), rng);
        world.play(card);
    }
    world
}

/// The whole of a deal as a world.
fn world(deal: &Trset) -> World {
    let (table, rules) = (deal.table(), Rules::of(deal.options()));
    let mut world = World {
        rules,
        hands: [0; 4],
        stock: [0; 20],
        stock_len: deal.stock().len() as u8,
        trick: [0; 4],
        played: table.trick.cards().len() as u8,
        leader: table.trick.leader().index() as u8,
        thirds: [0; 4],
    };
    for seat in Seat::all(usize::from(rules.seats)) {
        world.hands[seat.index()] = deal.hand(seat).bits();
        world.thirds[rules.side(seat.index())] += table.thirds[seat];
    }
    for (place, card) in world.stock.iter_mut().zip(deal.stock()) {
        *place = card.index();
    }
    for (place, card) in world.trick.iter_mut().zip(table.trick.cards()) {
        *place = card.index();
    }
    world
}

/// A world without what lies behind stock and trick, which has no meaning.
fn seen(mut world: World) -> World {
    world.stock[usize::from(world.stock_len)..].fill(0);
    world.trick[usize::from(world.played)..].fill(0);
    world
}

#[test]
fn a_world_plays_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for number in 0..600 {
        let variant = [Variant::Trset, Variant::Kifameno][number % 2];
        let options = Options::new(variant, 2 + (number / 2 % 3) as u8).unwrap();
        let dealer = Seat::new((number % options.seats()) as u8);
        let mut deal: Trset = sharing::deal(&options, dealer, &mut rng);
        let mut world = world(&deal);
        while !deal.is_terminal() {
            assert!(!world.is_over());
            assert_eq!(Some(Seat::new(world.seat() as u8)), deal.current_player());
            assert_eq!(world.playable(), deal.legal_cards().bits(), "{deal:?}");
            let legal = deal.legal_actions();
            assert_eq!(legal.len(), deal.legal_cards().len());
            let chosen = dice::below(&mut rng, legal.len() as u32) as usize;
            let card = deal.legal_cards().iter().nth(chosen).unwrap();
            deal.apply(card.to_string().parse().unwrap()).unwrap();
            world.play(card.index());
            assert_eq!(seen(world), seen(self::world(&deal)), "{card} in {deal:?}");
        }
        assert!(world.is_over());
        let result = deal.result().unwrap();
        for seat in Seat::all(options.seats()) {
            let side = world.rules.side(seat.index());
            let wins = world.rules.outcome(&world.thirds, side).win > 0.0;
            assert_eq!(wins, result.seats[seat].won, "{result:?}");
        }
    }
}
