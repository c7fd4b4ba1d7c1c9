//! The kernel against plain playouts on full states.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, HiddenInformation, Observer, Seat, sharing};
use vzetek_search::dice;
use vzetek_trset::{Options, Trset, Variant};

use super::cards::Bits;
use super::kernel::Playouts;
use super::{Situation, World};

/// Seeds and cards played: leading and following, in every phase of a deal.
const PHASES: [(u64, usize); 10] =
    [(1, 0), (2, 1), (3, 8), (4, 13), (10, 15), (11, 16), (5, 19), (6, 20), (7, 27), (9, 30)];

/// A deal after so many random cards.
fn deal(seed: u64, cards: usize) -> Trset {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let options = Options::new(Variant::Trset, 2).unwrap();
    let mut deal: Trset = sharing::deal(&options, Seat::new(0), &mut rng);
    for _ in 0..cards {
        let legal = deal.legal_actions();
        let chosen = dice::below(&mut rng, legal.len() as u32) as usize;
        deal.apply(legal[chosen]).unwrap();
    }
    deal
}

/// Returns the frequency of each number of final thirds.
fn histogram(mut playout: impl FnMut() -> u32) -> [f64; 36] {
    const PLAYOUTS: u32 = 60_000;
    let mut counts = [0.0; 36];
    for _ in 0..PLAYOUTS {
        counts[playout() as usize] += 1.0 / f64::from(PLAYOUTS);
    }
    counts
}

#[test]
fn results_are_distributed_as_those_of_plain_playouts() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(77);
    // Random cards rarely show a void while cards are still to be drawn.
    let shows_void = |&seed: &u64| {
        let deal = deal(seed, 17);
        let view = deal.view(Observer::Seat(deal.current_player().unwrap()));
        !Situation::from_view(&view).two().unwrap().stock_only.is_empty()
    };
    let void = (100..).find(shows_void).unwrap();
    for (seed, cards) in PHASES.into_iter().chain([(void, 17)]) {
        let deal = deal(seed, cards);
        let seat = deal.current_player().unwrap();
        let view = deal.view(Observer::Seat(seat));
        let situation = Situation::from_view(&view);
        let kernel = Playouts::new(&situation).unwrap();
        let card = Bits(situation.playable()).last().unwrap();
        let fast = histogram(|| kernel.run(card, &mut rng));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let plain = histogram(|| {
            let mut world: World = situation.sample(&mut rng);
            world.play(card);
            world.play_out(&mut rng);
            u32::from(world.thirds[situation.side()])
        });
        let distance: f64 = fast.iter().zip(plain).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0;
        let spread = plain.iter().filter(|&&share| share > 0.0).count();
        assert!(distance < 0.02, "{cards} cards played: {distance:.4}");
        assert!(spread > 2, "{cards} cards played: only {spread} results");
    }
}

#[test]
fn the_last_trick_is_counted_exactly() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for seed in 0..200 {
        let deal = deal(seed, 38);
        let seat = deal.current_player().unwrap();
        let situation = Situation::from_view(&deal.view(Observer::Seat(seat)));
        let card = Bits(situation.playable()).next().unwrap();
        let mut end = deal.clone();
        while !end.is_terminal() {
            end.apply(end.legal_actions()[0]).unwrap();
        }
        let kernel = Playouts::new(&situation).unwrap();
        assert_eq!(kernel.run(card, &mut rng), u32::from(end.table().thirds[seat]), "seed {seed}");
    }
}
