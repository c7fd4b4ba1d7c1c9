//! Certain hands are certain, and players are told apart by them.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::tarok::search::{Position, random};
use vzetek_tarok::Suit;

use super::*;

/// Plays a contract with a hand against others who play any cards; true if it is made.
fn is_made(kind: Kind, rng: &mut impl Rng) -> bool {
    let contract = kind.contract().expect("a certain hand");
    let hand = kind.draw(rng);
    assert_eq!(hand.len(), HAND, "{hand:?}");
    let state = deal(hand, 0, rng);
    let hands = std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)));
    let declarer = Seat::new(0);
    let mut position = Position::<MOST_PLAYERS>::new(contract, declarer, declarer, hands);
    while !position.is_over() {
        let legal = position.legal();
        let card = if position.to_play() != declarer {
            random::card(legal, rng)
        } else if contract == Contract::Berac {
            // The tarok first: then it is not needed any more.
            (legal & Suit::Taroks.cards()).first().or(legal.first()).expect("a card")
        } else {
            legal.last().expect("a card")
        };
        position.play(card);
    }
    position.declarers_result() > 0
}

#[test]
fn certain_hands_cannot_be_lost() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for kind in [Kind::Berac, Kind::ColourValat, Kind::Valat] {
        for _ in 0..3_000 {
            assert!(is_made(kind, &mut rng), "{kind}");
        }
    }
}

#[test]
fn hopeless_hands_have_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..40 {
        let hand = Kind::Hopeless.draw(&mut rng);
        assert_eq!(hand.len(), HAND);
        assert!(hand.iter().all(|card| card < Card::tarok(12)), "{hand:?}");
        let lowest = |suit: &Suit| (hand & suit.cards()).first();
        let below = |card: Card| card.suit().cards().iter().filter(|&other| other < card).count();
        assert!(Suit::ALL[..4].iter().filter_map(lowest).map(below).sum::<usize>() >= 9);
    }
}

#[test]
fn whoever_never_bids_a_berac_fails() {
    let [simple, random] = ["simple", "random"].map(|name| name.parse::<Spec>().unwrap());
    for number in 0..8 {
        let probe = Probe::play(Kind::Berac, number, 1, &simple, &simple);
        assert_eq!(probe.place, number as usize % 4);
        let wrong = Probe { declared: false, ..probe.clone() };
        assert!(!wrong.is_right(Kind::Berac) && wrong.is_right(Kind::Hopeless));
        let right = Probe { declared: true, score: 70, ..probe };
        assert!(right.is_right(Kind::Berac) && !right.is_right(Kind::ColourValat));
    }
    let probes = (0..8).map(|n| Probe::play(Kind::Berac, n, 1, &random, &simple)).collect();
    let tally = Tally { player: &random, kind: Kind::Berac, probes };
    assert!(!tally.has_passed());
    assert!(tally.to_string().starts_with("random with a certain berač: fails, "), "{tally}");
}
