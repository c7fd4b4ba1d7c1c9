//! The facts of a coach are true: every fact is checked against the rules, in the real
//! deal and in others that the player cannot tell apart.

use std::collections::BTreeSet;

use rstest::rstest;
use vzetek_game::testing::{check_endings, check_facts, golden};
use vzetek_game::{Game, Observer, Seat};
use vzetek_tarok::{
    Action, Announcement, Card, CardSet, Contract, Counted, Fact, Item, Options, PACK_POINTS,
    PAGAT, Phase, Playing, SKIS, Stake, Suit, Tarok, points,
};

use crate::choice;

const OPTIONS: [&str; 2] =
    [r#"{"open_berac":true}"#, r#"{"taroks_discarded_last":true,"symmetric_bonuses":true}"#];

#[test]
fn every_fact_holds_and_every_kind_occurs() {
    let mut names = BTreeSet::new();
    for json in OPTIONS {
        let options: Options = serde_json::from_str(json).unwrap();
        names.extend(check_facts::<Tarok>(&options, 60, choice::balanced, holds));
    }
    let expected = [
        "aim",
        "announce",
        "beaten",
        "beats",
        "berac",
        "bid",
        "bonus",
        "can_void",
        "choose",
        "discard",
        "follow",
        "game",
        "gift",
        "hand",
        "heaviest",
        "keep_pagat",
        "klop",
        "kontra",
        "lead",
        "lies",
        "mond_at_risk",
        "mond_in_talon",
        "mond_lost",
        "most_taroks",
        "must_beat",
        "only",
        "pagat_at_risk",
        "progress",
        "richest",
        "takes",
        "tarok",
        "taroks",
        "top",
        "valuable",
        "void",
        "worthless",
    ];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn how_a_deal_came_out_is_told_as_it_was_counted() {
    for json in OPTIONS {
        let options: Options = serde_json::from_str(json).unwrap();
        check_endings::<Tarok>(&options, 50_000, choice::balanced, |state, _, fact| {
            ended(state, fact);
        });
    }
}

#[rstest]
#[case("klop")]
#[case("two")]
#[case("solo")]
#[case("open_berac")]
fn recorded_deals_are_told_as_on_file(#[case] name: &str) {
    golden::check_facts::<Tarok>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"), name);
}

/// Everybody who may take the trick if this card is played: all orders of play are
/// tried.
fn takers(state: &Tarok, card: Card) -> BTreeSet<Seat> {
    let mut next = state.clone();
    next.apply(Action::Play(card)).unwrap();
    ends(&next)
}

fn ends(state: &Tarok) -> BTreeSet<Seat> {
    match &state.table().phase {
        Phase::Playing(Playing { trick, .. }) if !trick.cards().is_empty() => {
            state.legal_cards().iter().flat_map(|card| takers(state, card)).collect()
        }
        phase => BTreeSet::from([phase.taken().unwrap().last_winner().unwrap()]),
    }
}

/// The value of a card, from the words of the rules.
fn value(card: Card) -> u8 {
    match card.to_string().as_str() {
        "T1" | "T21" | "T22" => 5,
        name if name.starts_with('T') => 1,
        name => match &name[1..] {
            "K" => 5,
            "Q" => 4,
            "C" => 3,
            "J" => 2,
            _ => 1,
        },
    }
}

fn count(cards: CardSet, text: &str) -> usize {
    text.split(' ').filter(|card| cards.contains(card.parse().unwrap())).count()
}

const TRULA: &str = "T1 T21 T22";
const KINGS: &str = "HK DK SK CK";

fn holds(state: &Tarok, observer: Observer, fact: &Fact) {
    match &state.table().phase {
        Phase::Finished(_) => ended(state, fact),
        Phase::Playing(playing) => while_playing(state, observer.seat().unwrap(), playing, fact),
        _ => before_play(state, state.hand(observer.seat().unwrap()), fact),
    }
}

fn before_play(state: &Tarok, hand: CardSet, fact: &Fact) {
    let (legal, phase) = (state.legal_actions(), &state.table().phase);
    match fact {
        Fact::Hand { taroks, trula, kings } => {
            assert_eq!(usize::from(*taroks), (hand & Suit::Taroks.cards()).len());
            assert_eq!((trula.len(), trula.is_subset(hand)), (count(hand, TRULA), true));
            assert_eq!(usize::from(*kings), count(hand, KINGS));
        }
        Fact::Bid { standing, bidder, lowest } => {
            let Phase::Bidding(bidding) = phase else { unreachable!("{fact:?} in {phase:?}") };
            assert_eq!((*standing, *bidder), (bidding.standing, bidding.bidder));
            let bids = Contract::ALL.into_iter().filter(|&c| legal.contains(&Action::Bid(c)));
            assert_eq!(*lowest, bids.min());
        }
        Fact::Choose { standing, klop } => {
            assert!(legal.contains(&Action::Choose(*standing)));
            assert_eq!(*klop, legal.contains(&Action::Choose(Contract::Klop)));
        }
        Fact::Richest { group, points: worth } => {
            let groups = groups(phase);
            assert_eq!(points(groups[usize::from(*group)]), *worth);
            assert!(groups.iter().all(|&other| points(other) <= *worth));
        }
        Fact::MostTaroks { group, taroks } => {
            let count = |cards: CardSet| (cards & Suit::Taroks.cards()).len();
            let groups = groups(phase);
            assert_eq!(count(groups[usize::from(*group)]), usize::from(*taroks));
            assert!(groups.iter().all(|&other| count(other) <= usize::from(*taroks)));
        }
        Fact::MondInTalon { group } => {
            assert_eq!(count(groups(phase)[usize::from(*group)], "T21"), 1);
        }
        Fact::Discard { left } => assert_eq!(hand.len(), 16 + usize::from(*left)),
        Fact::CanVoid { suit, cards } => {
            assert_eq!(hand & suit.cards(), *cards);
            assert!(!cards.is_empty());
            // Really doing so works.
            let mut state = state.clone();
            for card in *cards {
                state.apply(Action::Discard(card)).unwrap();
            }
        }
        Fact::Valuable { cards, value: worth } => {
            let allowed = state.legal_cards();
            assert!(!cards.is_empty() && cards.is_subset(allowed));
            assert!(cards.iter().all(|card| value(card) == *worth));
            assert!(allowed.iter().all(|card| value(card) <= *worth));
        }
        Fact::Announce { trula, kings, pagat } => {
            assert!(matches!(phase, Phase::Announcing(_)));
            assert_eq!(usize::from(*trula), count(hand, TRULA));
            assert_eq!(usize::from(*kings), count(hand, KINGS));
            assert_eq!(*pagat, hand.contains(PAGAT));
        }
        Fact::Kontra { items, multiplier, declarer, contract, announced, declares } => {
            let Phase::Doubling(doubling) = phase else { unreachable!("{fact:?} in {phase:?}") };
            assert!(!items.is_empty());
            let undertaking = &doubling.undertaking;
            assert_eq!((*declarer, *contract), (undertaking.declarer, undertaking.contract));
            assert_announced(announced, &undertaking.stakes);
            assert!(items.iter().all(|item| legal.contains(&Action::Raise(*item))));
            assert_eq!(doubling.undertaking.stakes[0].item, Item::Game);
            assert_eq!(*multiplier, doubling.undertaking.stakes[0].multiplier());
            assert_eq!(*declares, Some(doubling.undertaking.declarer) == state.current_player());
        }
        other => unreachable!("{other:?} in {phase:?}"),
    }
}

/// All that is at stake besides the game is announced.
fn assert_announced(announced: &[Announcement], stakes: &[Stake]) {
    let items = announced.iter().map(|&announcement| Item::Announced(announcement));
    let stakes = stakes.iter().map(|stake| stake.item).filter(|&item| item != Item::Game);
    assert!(items.eq(stakes), "{announced:?}");
}

fn groups(phase: &Phase) -> Vec<CardSet> {
    let Phase::Taking(taking) = phase else { unreachable!("no talon in {phase:?}") };
    taking.groups().map(|group| group.iter().copied().collect()).collect()
}

fn while_playing(state: &Tarok, seat: Seat, playing: &Playing, fact: &Fact) {
    let (hand, legal) = (state.hand(seat), state.legal_cards());
    let (trick, undertaking) = (&playing.trick, &playing.undertaking);
    let contract = undertaking.contract;
    let led = trick.suit_led();
    let lying = trick.card_set();
    let mine = |card: Card| takers(state, card) == BTreeSet::from([seat]);
    let never = |card: Card| !takers(state, card).contains(&seat);
    let has = |suit: Suit| !hand.is_disjoint(suit.cards());
    match fact {
        Fact::Aim { contract: told, declarer, announced } => {
            assert_announced(announced, &undertaking.stakes);
            assert_eq!(*told, contract);
            assert_eq!(*declarer, (contract != Contract::Klop).then_some(undertaking.declarer));
        }
        Fact::Gift { left } => {
            assert!(contract == Contract::Klop && usize::from(*left) == state.talon().len());
        }
        Fact::Lead => assert!(led.is_none() && legal.len() > 1),
        Fact::Follow { suit } => {
            assert!(led == Some(*suit) && has(*suit) && legal.is_subset(suit.cards()));
        }
        Fact::Tarok { suit } => {
            assert!(led == Some(*suit) && !has(*suit));
            assert!(legal.is_subset(Suit::Taroks.cards()));
        }
        Fact::Void { suit } => {
            assert!(led == Some(*suit) && !has(*suit) && !has(Suit::Taroks) && legal == hand);
            assert!(legal.iter().all(never));
        }
        Fact::Only { card } => assert_eq!(legal, CardSet::single(*card)),
        Fact::MustBeat => {
            assert!(!contract.is_ordinary());
            assert!(legal.iter().all(|card| beats_now(playing, card)));
        }
        Fact::KeepPagat => {
            assert!(!contract.is_ordinary() && hand.contains(PAGAT) && !legal.contains(PAGAT));
        }
        Fact::Takes { cards, last, all } => {
            assert!(cards.is_subset(legal) && cards.iter().all(mine));
            assert_eq!((*last, *all), (trick.cards().len() == 2, *cards == legal));
        }
        Fact::Beats { cards, all } => {
            assert!(cards.is_subset(legal) && cards.iter().all(|card| beats_now(playing, card)));
            assert_eq!(*all, *cards == legal);
        }
        Fact::Top { cards } => {
            assert!(cards.is_subset(legal) && led.is_none());
            for card in *cards {
                let above = card.suit().cards().iter().filter(|&other| other > card);
                let others = Seat::all(3).filter(|&other| other != seat);
                let held = others.fold(CardSet::EMPTY, |all, other| all | state.hand(other));
                assert!(!card.is_tarok() && above.into_iter().all(|other| !held.contains(other)));
            }
        }
        Fact::Beaten { by, ally } => {
            assert!(legal.iter().all(never));
            if let Some(by) = by {
                assert!(legal.iter().all(|card| takers(state, card) == BTreeSet::from([*by])));
                let against = undertaking.declarer;
                let defend = contract != Contract::Klop && ![seat, *by].contains(&against);
                assert_eq!(*ally, defend);
            } else {
                assert!(!ally);
            }
        }
        Fact::Lies { cards } => {
            assert!(cards.is_subset(lying) && cards.iter().all(|card| value(card) >= 3));
            assert!((lying - *cards).iter().all(|card| value(card) < 3));
        }
        Fact::Worthless { cards } => {
            assert!(cards.is_subset(legal));
            assert!(cards.iter().all(|card| value(card) == 1 && never(card)));
        }
        Fact::Heaviest { cards, value: worth } => {
            assert!(cards.is_subset(legal));
            assert!(cards.iter().all(|card| value(card) == *worth && never(card)));
        }
        Fact::MondAtRisk { certain } => {
            assert!(contract.is_ordinary() && legal.contains("T21".parse().unwrap()));
            assert!(!hand.contains(SKIS));
            assert_eq!(*certain, lying.contains(SKIS));
            assert!(!certain || never("T21".parse().unwrap()));
        }
        Fact::Taroks { own, others } => {
            assert!(contract.is_ordinary() && led.is_none());
            let count = |cards: CardSet| (cards & Suit::Taroks.cards()).len();
            let rivals = Seat::all(3).filter(|&other| other != seat);
            let held: usize = rivals.map(|other| count(state.hand(other))).sum();
            let gone =
                count(playing.taken.piles.iter().fold(CardSet::EMPTY, |all, &pile| all | pile));
            assert_eq!(usize::from(*own), count(hand));
            assert!((held..=22 - gone - count(hand)).contains(&usize::from(*others)));
        }
        Fact::PagatAtRisk => {
            assert!(contract.is_ordinary() && legal.contains(PAGAT) && legal.len() > 1);
            // A tarok that the player does not hold lies there, or has not been played yet.
            let gone = playing.taken.piles.iter().fold(hand, |all, &pile| all | pile);
            assert!(!(Suit::Taroks.cards() - gone).is_empty());
        }
        Fact::Progress { points: own, need } => {
            // Nothing that is still in a hand counts for anybody yet.
            let declares = seat == undertaking.declarer;
            let hands = Seat::all(3).fold(CardSet::EMPTY, |all, seat| all | state.hand(seat));
            let defended = Seat::all(3)
                .filter(|&other| other != undertaking.declarer)
                .map(|other| playing.taken.piles[other])
                .chain(undertaking.exchange.iter().map(|exchange| exchange.left))
                .fold(CardSet::EMPTY, |all, cards| all | cards);
            let talon: CardSet = state.talon().iter().copied().collect();
            let declared = CardSet::full() - defended - hands - talon;
            assert_eq!(*own, points(if declares { declared } else { defended }));
            assert_eq!(*need, if declares { 36 } else { 35 });
        }
        other => unreachable!("{other:?} while cards are played"),
    }
}

/// True if the card would lie on top of those on the table.
fn beats_now(playing: &Playing, card: Card) -> bool {
    let lying = playing.trick.cards();
    let both = lying.contains(&"T21".parse().unwrap()) && lying.contains(&SKIS);
    if card == PAGAT && both {
        return true;
    }
    let led = playing.trick.suit_led().unwrap();
    let strength = |card: Card| {
        let place = 1 + card.suit().cards().iter().position(|other| other == card).unwrap();
        match card.suit() {
            Suit::Taroks => 100 + place,
            suit if suit == led => place,
            _ => 0,
        }
    };
    lying.iter().all(|&other| strength(card) > strength(other))
}

/// Facts of the end, counted again.
fn ended(state: &Tarok, fact: &Fact) {
    let result = state.result().unwrap();
    let Phase::Finished(finished) = &state.table().phase else { unreachable!("the end") };
    match fact {
        Fact::Game { declarer, contract, made, own, others } => {
            assert_eq!((result.declarer, result.contract), (Some(*declarer), *contract));
            assert_eq!(own.points + others.points, PACK_POINTS);
            assert_eq!(result.seats[*declarer].points, Some(own.points));
            assert_eq!(*made, own.points > 35);
            let taken = finished.undertaking.exchange.as_ref();
            let left = taken.map_or(CardSet::EMPTY, |exchange| exchange.left);
            let piles = Seat::all(3).filter(|seat| seat != declarer);
            let theirs = piles.fold(left, |all, seat| all | finished.taken.piles[seat]);
            let talon: CardSet = state.talon().iter().copied().collect();
            let theirs = if taken.is_some() { theirs } else { theirs | talon };
            for (counted, cards) in [(own, CardSet::full() - theirs), (others, theirs)] {
                let queens = count(cards, "HQ DQ SQ CQ") as u8;
                let (kings, trula) = (count(cards, KINGS) as u8, count(cards, TRULA) as u8);
                assert_eq!(*counted, Counted { points: points(cards), kings, trula, queens });
            }
        }
        Fact::Bonus { announcement, made, silent, value } => {
            let item = Item::Announced(*announcement);
            let line = result.items.iter().find(|line| line.item == item).unwrap();
            assert_eq!((line.made, line.silent, line.value), (*made, *silent, *value));
            assert_eq!(*silent, !finished.undertaking.is_announced(*announcement));
            let worth = if *announcement == Announcement::Valat { 250 } else { 10 };
            assert!(value.abs() >= worth && (*value > 0) == *made);
        }
        Fact::Berac { declarer, made, tricks } => {
            assert!(result.contract.is_berac());
            assert_eq!(*made, finished.taken.tricks[*declarer] == 0);
            assert_eq!(*made, result.seats[*declarer].result > 0);
            assert_eq!(usize::from(*tricks), finished.taken.count());
            assert!(*made == (*tricks == 16) || finished.taken.last_winner() == Some(*declarer));
        }
        Fact::Klop { points: counted, tricks, results } => {
            assert_eq!(result.contract, Contract::Klop);
            for seat in Seat::all(3) {
                assert_eq!(counted[seat], points(finished.taken.piles[seat]));
                assert_eq!(tricks[seat], finished.taken.tricks[seat]);
                assert_eq!(results[seat], result.seats[seat].result);
            }
        }
        Fact::MondLost { seat } => assert_eq!(result.seats[*seat].mond, -21),
        other => unreachable!("{other:?} is told at the end"),
    }
}
