//! The search among four, with sides, against plain minimax with the same evaluation.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Seat;
use vzetek_search::alphabeta::Guide;
use vzetek_search::minimax::minimax_to;
use vzetek_search::{Perfect, dice};
use vzetek_tarok::{Announcement, Card, CardSet, Contract, KINGS, MOST_PLAYERS};

use super::{Enhancements, Essential, Judged, Selective, StudyGuide};
use crate::tarok::constants::play::{self, Depths};
use vzetek_players::tarok::search::{Position, Terms, random};

const N: usize = MOST_PLAYERS;

/// A random deal of the contract, played at random until everybody has so many cards, or
/// fewer if some are on the table. In the lowest contracts a king is called. Where a single
/// trick decides, so many are dealt.
fn position(contract: Contract, cards: usize, rng: &mut impl Rng) -> Position<N> {
    loop {
        let pack = random::pack(rng);
        let set = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
        let decided = !contract.counts_points() && contract != Contract::Klop;
        let dealt = if decided { cards } else { 12 };
        let hands = std::array::from_fn(|seat| set(&pack[dealt * seat..][..dealt]));
        let [declarer, leader] = [0, 1].map(|_| Seat::new(dice::below(rng, 4) as u8));
        let mut position = Position::new(contract, declarer, leader, hands);
        match contract {
            Contract::Klop => position = position.with_talon(&pack[48..]),
            Contract::Three | Contract::Two | Contract::One => {
                let taken = set(&pack[48..51]);
                let king = random::card(KINGS, rng);
                position = position
                    .with_aside(taken - KINGS, set(&pack[51..]))
                    .with_called(king, hands[declarer.index()] & KINGS);
            }
            _ => position = position.with_aside(CardSet::EMPTY, set(&pack[48..])),
        }
        for _ in 0..N * (dealt - cards) + dice::below(rng, 4) as usize {
            if !position.is_over() {
                position.play(random::card(position.legal(), rng));
            }
        }
        if !position.is_over() {
            return position;
        }
    }
}

#[test]
fn windows_and_order_change_no_value() {
    let exact = Enhancements { history: true, minimal_window: true, ..Enhancements::NONE };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let mut search = Selective::new(exact);
    let guide = StudyGuide { keys: Essential, cards: exact };
    for number in 0..180 {
        let contract = Contract::OF_FOUR[number % 12];
        let mut position = position(contract, 2 + usize::from(number % 6 == 0), &mut rng);
        if number % 2 == 0 && contract.is_ordinary() {
            position = position.with_terms(Terms::default().announce(Announcement::PagatUltimo));
        }
        let depth = 8 - position.on_table;
        let judged = Judged::new(position);
        let mut moves = Vec::new();
        guide.moves(&judged, depth, &mut moves);
        let value = |card| {
            let (next, gain) = judged.play(card);
            (card, (gain + minimax_to(&next, &guide, depth - 1)).0)
        };
        let expected: Vec<(Card, i32)> = moves.into_iter().map(value).collect();
        assert_eq!(search.move_values(&position, depth)[..], expected, "{position:?}");
    }
}

/// The table forgets who has which low card, and hardly ever matters.
#[test]
fn the_table_changes_few_values() {
    let exact = Enhancements { history: true, minimal_window: true, ..Enhancements::NONE };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(32);
    let [mut plain, mut with_table] =
        [exact, Enhancements { table: true, ..exact }].map(Selective::<N>::new);
    let (mut equal, mut all) = (0, 0);
    for number in 0..60 {
        let position = position(Contract::OF_FOUR[number % 12], 4, &mut rng);
        let depth = 12 - position.on_table;
        let expected = plain.move_values(&position, depth);
        for (expected, found) in expected.iter().zip(with_table.move_values(&position, depth)) {
            equal += usize::from(*expected == found);
            all += 1;
        }
    }
    assert!(equal * 10 > all * 9, "{equal} of {all}");
}

fn set(cards: &str) -> CardSet {
    random::set(cards)
}

/// Seat 0 declares, seat 2 holds the called king.
fn with_partner(leader: u8, hands: [&str; N]) -> Position<N> {
    Position::new(Contract::Two, Seat::new(0), Seat::new(leader), hands.map(set))
        .with_called("HK".parse().unwrap(), CardSet::EMPTY)
}

#[test]
fn partners_play_for_one_value() {
    // The declarer's queen is safe: the partner's king takes the trick.
    let hands = ["HQ S7", "H1 C7", "HK D4", "H2 T5"];
    let judged = Judged::new(with_partner(0, hands));
    let maximizing = |judged: &Judged<N>| judged.maximizing();
    let mut seen = Vec::new();
    let mut next = judged;
    for card in ["HQ", "H1", "HK", "H2"] {
        seen.push(maximizing(&next));
        next = next.play(card.parse().unwrap()).0;
    }
    assert_eq!(seen, [true, false, true, false]);
    // As a defender the second plays with the fourth.
    let mut position = with_partner(0, hands);
    position.play("HQ".parse().unwrap());
    assert!(Judged::new(position).maximizing());
    position.play("H1".parse().unwrap());
    let judged = Judged::new(position);
    assert!(judged.maximizing());
    assert!(!judged.play("HK".parse().unwrap()).0.maximizing());
}

#[test]
fn king_ultimo_counts_for_the_declarers_side() {
    let value = |hands| Selective::default().best(&with_partner(0, hands), 4).1;
    let made = value(["HQ", "H1", "HK", "HC"]);
    let lost = value(["HQ", "H1", "HK", "T5"]);
    let points = |values: i32| play::DIFFERENCE * (values - 3);
    let ultimo = play::DIFFERENCE * play::KING_ULTIMO;
    assert_eq!(made, points(4 + 1 + 5 + 3) + ultimo);
    assert_eq!(lost, -points(4 + 1 + 5 + 1) - ultimo);
}

#[test]
fn a_talon_won_with_the_called_king_counts_twice() {
    let left = set("T21 D4 C7");
    let king: Card = "HK".parse().unwrap();
    let hands = ["HK S7", "H1 C8", "H2 D3", "H3 T5"].map(set);
    let start = Position::<N>::new(Contract::Two, Seat::new(0), Seat::new(0), hands)
        .with_aside(CardSet::EMPTY, left);
    let value = |taken| {
        let (_, gain) = ["HK", "H1", "H2", "H3"].iter().fold(
            (Judged::new(start.with_called(king, taken)), 0),
            |(judged, sum), card| {
                let (next, gain) = judged.play(card.parse().unwrap());
                (next, sum + gain.0)
            },
        );
        gain
    };
    // Mond, and two cards of no value: five points.
    assert_eq!(value(set("HK")) - value(CardSet::EMPTY), play::DIFFERENCE * 2 * 5);
}

/// The declarer of a valat who must lose a trick is lost, and sees it.
#[test]
fn every_trick_is_wanted() {
    let hands = ["T22 T20", "T21 T5", "H4 H3", "D4 D3"].map(set);
    for (contract, value) in [(Contract::Valat, -1 << 20), (Contract::ColourValat, -1 << 20)] {
        let start = Position::<N>::new(contract, Seat::new(0), Seat::new(0), hands);
        // The mond may wait until the škis is gone.
        assert_eq!(Selective::default().best(&start, 8).1, value, "{contract}");
    }
    let sure = ["T22 T21", "T20 T5", "H4 H3", "D4 D3"].map(set);
    let start = Position::<N>::new(Contract::Valat, Seat::new(0), Seat::new(0), sure);
    assert_eq!(Selective::default().best(&start, 8).1, 0);
}

#[test]
fn the_depth_ends_with_a_trick() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(33);
    let depths = Depths::of(N);
    assert!([depths.first, depths.deeper, depths.deepest].iter().all(|depth| depth % 4 == 0));
    for cards in 2..=12 {
        let position = position(Contract::SoloOne, cards, &mut rng);
        let lying = position.on_table;
        assert_eq!((Selective::playing_depth(&position) + lying) % 4, 0);
        assert_eq!(Selective::simulation_depth(&position), 4 - lying);
    }
}
