//! What generality costs: the search library's alpha-beta against the
//! search of Luštrek (2002) that was written for tarok alone, nine cards ahead in
//! the ten combinations of its table 7.
//! `cargo run --release -p vzetek-baselines --example tarok_general [passes]`
//!
//! `general` or `special` as a second word runs one of them alone, for whoever
//! counts instructions.

use std::time::{Duration, Instant};

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::tarok::selective::{Enhancements, Judged, Keys, Selective, StudyGuide};
use vzetek_game::Seat;
use vzetek_game::sharing::shuffle;
use vzetek_players::tarok::search::Position;
use vzetek_search::Limits;
use vzetek_search::alphabeta::{AlphaBeta, Parts};
use vzetek_search::table::Replacement;
use vzetek_tarok::{Card, CardSet, Contract, KINGS, SEATS, Suit};

const DEPTH: u8 = 9;
const DEALS: usize = 40;

/// The table's places, two to the power of this; the study's has 1,000,003.
const TABLE_BITS: u32 = 20;

const NONE: Enhancements = Enhancements::NONE;
const ALL: Enhancements = Enhancements::ALL;

const LINES: [(&str, Enhancements); 10] = [
    ("all", ALL),
    ("without table", Enhancements { table: false, ..ALL }),
    ("without history", Enhancements { history: false, ..ALL }),
    ("without window", Enhancements { minimal_window: false, ..ALL }),
    ("without selection", Enhancements { selection: false, ..ALL }),
    ("table only", Enhancements { table: true, ..NONE }),
    ("history only", Enhancements { history: true, ..NONE }),
    ("window only", Enhancements { minimal_window: true, ..NONE }),
    ("selection only", Enhancements { selection: true, ..NONE }),
    ("none", NONE),
];

fn general(enhancements: Enhancements) -> AlphaBeta<Judged, StudyGuide<impl Keys, Enhancements>> {
    let Enhancements { table, history, minimal_window, .. } = enhancements;
    let table = table.then_some((TABLE_BITS, Replacement::New));
    let parts = Parts { table, killers: false, history, minimal_window };
    AlphaBeta::guided(StudyGuide { keys: Judged::essentials, cards: enhancements }, parts)
}

/// Whole deals before the first card: whoever has most taroks declares three,
/// takes the group with more taroks, puts three low cards away and leads.
fn deals() -> Vec<Judged> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let set = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
    let taroks = |cards: CardSet| (cards & Suit::Taroks.cards()).len();
    let deal = |()| {
        let mut pack: Vec<Card> = CardSet::full().iter().collect();
        shuffle(&mut pack, &mut rng);
        let mut hands = [set(&pack[..16]), set(&pack[16..32]), set(&pack[32..48])];
        let groups = [set(&pack[48..51]), set(&pack[51..])];
        let taken = groups.into_iter().max_by_key(|&group| taroks(group)).expect("two groups");
        let declarer = (0..SEATS).max_by_key(|&seat| taroks(hands[seat])).expect("three play");
        let hand = &mut hands[declarer];
        *hand |= taken;
        let low = (*hand - KINGS - Suit::Taroks.cards()).iter().take(3).collect();
        *hand -= low;
        let seat = Seat::new(declarer as u8);
        Judged::new(Position::new(Contract::Three, seat, seat, hands))
    };
    let is_whole = |deal: &Judged| deal.position().hand(deal.position().declarer()).len() == 16;
    std::iter::repeat_with(|| ()).map(deal).filter(is_whole).take(DEALS).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let passes: u32 = arguments.next().map_or(15, |text| text.parse().expect("a number"));
    let only = arguments.next();
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    let deals = deals();
    let mut sums = [Duration::ZERO; 2];
    println!("{:18} {:>11} {:>11} {:>8} {:>8}", "", "general", "special", "µs", "µs");
    for (name, enhancements) in LINES {
        let mut general = general(enhancements);
        let mut special = Selective::new(enhancements);
        let mut quickest = vec![[Duration::MAX; 2]; deals.len()];
        let mut nodes = [0; 2];
        for _ in 0..passes {
            nodes = [0; 2];
            for (deal, quickest) in deals.iter().zip(&mut quickest) {
                // One after the other, so that what else the machine does hits both.
                if wanted("general") {
                    let start = Instant::now();
                    general.forget();
                    general.best(deal, DEPTH, &Limits::default()).expect("there is no limit");
                    quickest[0] = quickest[0].min(start.elapsed());
                    nodes[0] += general.nodes();
                }
                if wanted("special") {
                    let start = Instant::now();
                    special.best(deal.position(), DEPTH.into());
                    quickest[1] = quickest[1].min(start.elapsed());
                    nodes[1] += special.take_nodes();
                }
            }
        }
        let sum = |at: usize| quickest.iter().map(|times| times[at]).sum::<Duration>();
        let times = [0, 1].map(|at| if nodes[at] > 0 { sum(at) } else { Duration::ZERO });
        let [one, other] = times.map(|time| time.as_micros() as usize / deals.len());
        let ratio = times[0].as_secs_f64() / times[1].as_secs_f64();
        println!("{name:18} {:11} {:11} {one:8} {other:8} {ratio:.3}", nodes[0], nodes[1]);
        sums = [sums[0] + times[0], sums[1] + times[1]];
    }
    println!("in all {:.3}", sums[0].as_secs_f64() / sums[1].as_secs_f64());
}
