//! Counts random playouts a second from the first move of two-player deals.

use std::time::Instant;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Card, Game, HiddenInformation, Observer, Seat, sharing};
use vzetek_players::trset::{Playouts, Situation};
use vzetek_trset::{Options, Trset, Variant};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let options = Options::new(Variant::Trset, 2).expect("two players");
    let (mut sum, mut done) = (0u64, 0u64);
    let mut rates = Vec::new();
    for _ in 0..20 {
        let deal: Trset = sharing::deal(&options, Seat::new(0), &mut rng);
        let seat = deal.current_player().expect("a new deal");
        let situation = Situation::from_view(&deal.view(Observer::Seat(seat)));
        let playouts = Playouts::new(&situation).expect("two players");
        let cards: Vec<u8> = deal.legal_cards().iter().map(|card| card.index()).collect();
        let (start, before) = (Instant::now(), done);
        for _ in 0..10_000 {
            for &card in &cards {
                sum += u64::from(playouts.run(card, &mut rng));
                done += 1;
            }
        }
        rates.push((done - before) as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
    rates.sort_by(f64::total_cmp);
    println!(
        "million playouts a second over 20 deals: median {:.2}, best {:.2}, worst {:.2}; {:.2} \
         thirds on average",
        rates[rates.len() / 2],
        rates[rates.len() - 1],
        rates[0],
        sum as f64 / done as f64
    );
}
