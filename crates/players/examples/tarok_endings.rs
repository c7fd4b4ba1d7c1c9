//! Times the exact search of known tarok deals: card points of random endings,
//! and whether whole deals are won.

use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Seat;
use vzetek_players::tarok::search::{Exact, Objective, Position};
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract, KINGS, Suit};

/// A search of more than ten cards each gives up when it has visited so many
/// positions between tricks.
const MOST_NODES: u64 = 2_000_000;

fn main() {
    let share: f64 = std::env::args().nth(1).map_or(1.0, |n| n.parse().expect("a number"));
    let count = |deals: usize| ((deals as f64 * share) as usize).max(1);
    for (contract, cards, deals) in [
        (Contract::Solo, 8, 2_000),
        (Contract::Solo, 10, 500),
        (Contract::Solo, 12, 100),
        (Contract::Berac, 16, 200),
        (Contract::Klop, 8, 200),
    ] {
        let name = format!("{contract}, {cards} cards each");
        measure(&name, Objective::Points, &endings(contract, cards, count(deals)));
    }
    measure("whole random deals", Objective::Won, &endings(Contract::Solo, 16, count(200)));
    measure("solo, 6 cards each", Objective::Score, &endings(Contract::Solo, 6, count(500)));
    measure("solo, 8 cards each", Objective::Score, &endings(Contract::Solo, 8, count(100)));
    measure("whole deals, three", Objective::Won, &whole_deals(count(100)));
}

/// Whole deals that somebody would play: whoever has most taroks declares
/// three, takes the group with more taroks and puts three cards away, of the
/// suits with fewest cards, kings apart. The declarer leads.
fn whole_deals(deals: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let set = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
    let taroks = |cards: CardSet| (cards & Suit::Taroks.cards()).len();
    let position = |_| {
        let pack = shuffled(&mut rng);
        let mut hands = [set(&pack[..16]), set(&pack[16..32]), set(&pack[32..48])];
        let [taken, left] = [set(&pack[48..51]), set(&pack[51..])];
        let [taken, left] =
            if taroks(taken) >= taroks(left) { [taken, left] } else { [left, taken] };
        let declarer = (0..3).max_by_key(|&seat| taroks(hands[seat])).expect("three play");
        let hand = &mut hands[declarer];
        *hand |= taken;
        let mut plain: Vec<Card> = (*hand - KINGS - Suit::Taroks.cards()).iter().collect();
        plain.sort_by_key(|card| (*hand & card.suit().cards()).len());
        let discards = set(&plain[..3.min(plain.len())]);
        *hand -= discards;
        let seat = Seat::new(declarer as u8);
        Position::new(Contract::Three, seat, seat, hands).with_aside(discards, left)
    };
    let even = |position: &Position| position.hand(position.declarer()).len() == 16;
    std::iter::repeat_with(|| ()).map(position).filter(even).take(deals).collect()
}

fn shuffled(rng: &mut impl Rng) -> Vec<Card> {
    let mut pack: Vec<Card> = CardSet::full().iter().collect();
    for last in (1..pack.len()).rev() {
        pack.swap(last, dice::below(rng, last as u32 + 1) as usize);
    }
    pack
}

/// Random cards of the whole pack for everybody; anybody may lead.
fn endings(contract: Contract, cards: usize, deals: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let position = |_| {
        let pack = shuffled(&mut rng);
        let hand = |seat: usize| -> CardSet {
            pack[seat * cards..(seat + 1) * cards].iter().copied().collect()
        };
        let leader = Seat::new((rng.next_u32() % 3) as u8);
        let hands = [hand(0), hand(1), hand(2)];
        let position = Position::new(contract, Seat::new(0), leader, hands);
        if contract == Contract::Klop {
            position.with_talon(&pack[48..48 + cards.min(6)])
        } else {
            position
        }
    };
    (0..deals).map(position).collect()
}

/// Each deal is solved with an empty table, in three passes, of which the
/// quickest counts: what other programs on the machine take away is no part of
/// the search.
fn measure(name: &str, objective: Objective, positions: &[Position]) {
    let deals = positions.len();
    let cards = positions[0].hand(Seat::new(0)).len();
    let most = if cards > 10 { MOST_NODES } else { u64::MAX };
    let mut exact = Exact::new();
    let mut times = vec![Duration::MAX; deals];
    let (mut sum, mut nodes, mut unsolved) = (0, 0, 0);
    for _ in 0..3 {
        (sum, unsolved) = (0, 0);
        let before = exact.nodes();
        for (time, position) in times.iter_mut().zip(positions) {
            exact.forget();
            let start = Instant::now();
            match exact.value_within(position, objective, most) {
                Some(value) => sum += i64::from(value),
                None => unsolved += 1,
            }
            *time = start.elapsed().min(*time);
        }
        nodes = exact.nodes() - before;
    }
    times.sort();
    let at = |share: f64| times[((deals as f64 * share) as usize).min(deals - 1)];
    println!(
        "{name}, {objective:?}: mean {:.3?}, median {:.3?}, 90% {:.3?}, 99% {:.3?}, \
         worst {:.3?}; {} nodes; values sum to {sum}, {unsolved} unsolved",
        times.iter().sum::<Duration>() / deals as u32,
        at(0.5),
        at(0.9),
        at(0.99),
        times[deals - 1],
        nodes / deals as u64,
    );
}
