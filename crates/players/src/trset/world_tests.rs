//! Worlds in lockstep with the rules.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Card as _, Game, Seat, sharing::shuffle};
use vzetek_search::dice;
use vzetek_trset::{Options, Trset, Variant};

use super::{Rules, World};

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

/// The world without what lies behind trick and stock, which has no meaning.
fn seen(world: &World) -> World {
    let mut seen = *world;
    seen.stock[usize::from(world.stock_len)..].fill(0);
    seen.trick[usize::from(world.played)..].fill(0);
    seen
}

#[test]
fn a_world_plays_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for number in 0..600 {
        let variant = [Variant::Trset, Variant::Kifameno][number % 2];
        let options = Options::new(variant, 2 + (number / 2 % 3) as u8).unwrap();
        let mut pack = Trset::pack(&options);
        shuffle(&mut pack, &mut rng);
        let dealer = Seat::new((number % options.seats()) as u8);
        let mut deal = Trset::deal(&options, dealer, &pack).unwrap();
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
            assert_eq!(seen(&world), seen(&self::world(&deal)), "{card} in {deal:?}");
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
