//! The facts of a coach are true: every fact is checked against the rules, in the real
//! deal and in others that the player cannot tell apart.

use std::collections::BTreeSet;

use rstest::rstest;
use vzetek_game::testing::{check_endings, check_facts, golden};
use vzetek_game::{Game, Observer, Seat};
use vzetek_tarok::{
    Action, Announcement, Card, CardSet, Contract, Counted, Fact, Item, Options, PACK_POINTS,
    PAGAT, Phase, Playing, SKIS, Side, Stake, Suit, Tarok, Undertaking, points,
};

use crate::choice;

const OF_THREE: [&str; 2] =
    [r#"{"open_berac":true}"#, r#"{"taroks_discarded_last":true,"symmetric_bonuses":true}"#];
const OF_FOUR: [&str; 2] =
    [r#"{"players":4}"#, r#"{"players":4,"round_to_five":true,"compulsory":true}"#];

/// The facts that occur with any number of players.
const USUAL: &str = "aim announce beaten beats berac bid bonus can_void choose discard follow game \
    gift hand heaviest keep_pagat klop kontra lead lies mond_at_risk mond_in_talon mond_lost \
    most_taroks must_beat must_pass only pagat_at_risk progress richest takes tarok taroks top \
    valuable void worthless";

#[rstest]
#[case::of_three(OF_THREE, 60, "")]
#[case::of_four(OF_FOUR, 200, "call called_suit king_in_talon partner valat")]
fn every_fact_holds_and_every_kind_occurs(
    #[case] options: [&str; 2],
    #[case] deals: u64,
    #[case] others: &str,
) {
    let mut names = BTreeSet::new();
    for json in options {
        let options: Options = serde_json::from_str(json).unwrap();
        names.extend(check_facts::<Tarok>(&options, deals, choice::balanced, holds));
    }
    let expected = USUAL.split_whitespace().chain(others.split_whitespace());
    assert_eq!(names, expected.map(str::to_owned).collect());
}

#[rstest]
#[case::of_three(OF_THREE)]
#[case::of_four(OF_FOUR)]
fn how_a_deal_came_out_is_told_as_it_was_counted(#[case] options: [&str; 2]) {
    for json in options {
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
#[case("four_two")]
#[case("four_klop")]
#[case("four_colour_valat")]
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

/// The side of a player, from the cards: the holder of the called king plays with the declarer.
fn side_of(state: &Tarok, undertaking: &Undertaking, seat: Seat) -> Side {
    let held = state.hand(seat) | state.table().played[seat];
    let called = undertaking.called.as_ref().is_some_and(|called| held.contains(called.king));
    if called || seat == undertaking.declarer { Side::Declarer } else { Side::Defenders }
}

fn before_play(state: &Tarok, hand: CardSet, fact: &Fact) {
    let (legal, phase) = (state.legal_actions(), &state.table().phase);
    let seat = state.current_player().unwrap();
    match fact {
        Fact::Call { fewest, own } => {
            assert_eq!((own.len(), own.is_subset(hand)), (count(hand, KINGS), true));
            let kings = KINGS.split(' ').map(|king| king.parse::<Card>().unwrap());
            let held = |king: Card| (hand & king.suit().cards()).len();
            let others: Vec<Card> = kings.filter(|&king| !hand.contains(king)).collect();
            for &king in &others {
                assert!(legal.contains(&Action::Call(king)));
                let is_least = others.iter().all(|&other| held(king) <= held(other));
                assert_eq!(fewest.contains(king), is_least);
            }
            assert!(fewest.is_disjoint(hand) && fewest.is_empty() == others.is_empty());
        }
        Fact::KingInTalon { group, king } => {
            assert!(groups(phase)[usize::from(*group)].contains(*king));
            assert_eq!(phase.undertaking().unwrap().called.as_ref().unwrap().king, *king);
        }
        Fact::Partner { declarer, contract, king } => {
            let undertaking = phase.undertaking().unwrap();
            assert_eq!((*declarer, *contract), (undertaking.declarer, undertaking.contract));
            assert!(undertaking.side(seat).is_none() && hand.contains(*king));
            assert_eq!(side_of(state, undertaking, seat), Side::Declarer);
        }
        Fact::MustPass => assert_eq!(legal, [Action::Pass]),
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
        Fact::Richest { group, points: worth, shared } => {
            let groups = groups(phase);
            assert_eq!(points(groups[usize::from(*group)]), *worth);
            assert!(groups.iter().all(|&other| points(other) <= *worth));
            let as_much = groups.iter().filter(|&&other| points(other) == *worth).count();
            assert_eq!(*shared, as_much > 1);
        }
        Fact::MostTaroks { group, taroks, shared } => {
            let count = |cards: CardSet| (cards & Suit::Taroks.cards()).len();
            let groups = groups(phase);
            assert_eq!(count(groups[usize::from(*group)]), usize::from(*taroks));
            assert!(groups.iter().all(|&other| count(other) <= usize::from(*taroks)));
            let as_many = groups.iter().filter(|&&other| count(other) == usize::from(*taroks));
            assert_eq!(*shared, as_many.count() > 1);
        }
        Fact::MondInTalon { group } => {
            assert_eq!(count(groups(phase)[usize::from(*group)], "T21"), 1);
        }
        Fact::Discard { left, taroks } => {
            assert_eq!(hand.len(), state.table().options.hand() + usize::from(*left));
            let allowed = state.legal_cards();
            let some = allowed & Suit::Taroks.cards();
            assert_eq!(*taroks, !some.is_empty() && some != allowed);
        }
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
        Fact::Announce { trula, kings, pagat, king, shows } => {
            assert!(legal.iter().any(|action| matches!(action, Action::Announce(_))));
            assert_eq!(usize::from(*trula), count(hand, TRULA));
            assert_eq!(usize::from(*kings), count(hand, KINGS));
            assert_eq!(*pagat, hand.contains(PAGAT));
            let undertaking = phase.undertaking().unwrap();
            let called = undertaking.called.as_ref().map(|called| called.king);
            assert_eq!(*king, called.filter(|&king| hand.contains(king)));
            assert_eq!(*shows, undertaking.side(seat).is_none());
        }
        Fact::Kontra {
            items,
            multiplier,
            declarer,
            contract,
            called,
            announced,
            opposed,
            declares,
            shows,
        } => {
            let Phase::Doubling(doubling) = phase else { unreachable!("{fact:?} in {phase:?}") };
            assert!(!items.is_empty());
            let undertaking = &doubling.undertaking;
            assert_eq!((*declarer, *contract), (undertaking.declarer, undertaking.contract));
            assert_eq!(*called, undertaking.called.as_ref().map(|called| called.king));
            assert_announced([announced, opposed], &undertaking.stakes);
            assert!(items.iter().all(|item| legal.contains(&Action::Raise(*item))));
            let first = &undertaking.stakes[0];
            let valat = Item::Announced(Announcement::Valat);
            assert!(
                first.item == Item::Game || undertaking.stakes.len() == 1 && first.item == valat
            );
            assert_eq!(*multiplier, first.multiplier());
            assert_eq!(*declares, undertaking.declarer == seat);
            assert_eq!(*shows, undertaking.side(seat).is_none());
        }
        other => unreachable!("{other:?} in {phase:?}"),
    }
}

/// All that is at stake besides the game is announced, by one side or the other.
fn assert_announced(announced: [&[Announcement]; 2], stakes: &[Stake]) {
    for (announced, side) in announced.into_iter().zip([Side::Declarer, Side::Defenders]) {
        let items = announced.iter().map(|&announcement| Item::Announced(announcement));
        let stakes = stakes.iter().filter(|stake| stake.item != Item::Game && stake.side == side);
        assert!(items.eq(stakes.map(|stake| stake.item)), "{announced:?}");
    }
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
    let seats = Seat::all(state.seats());
    let side = |other: Seat| side_of(state, undertaking, other);
    let is_partner = |other: Seat| other != undertaking.declarer && side(other) == Side::Declarer;
    match fact {
        Fact::Aim {
            contract: told,
            declarer,
            called,
            partner,
            alone,
            secret,
            announced,
            opposed,
        } => {
            assert_announced([announced, opposed], &undertaking.stakes);
            assert_eq!(*told, contract);
            assert_eq!(*declarer, (contract != Contract::Klop).then_some(undertaking.declarer));
            assert_eq!(*called, undertaking.called.as_ref().map(|called| called.king));
            let partners: Vec<Seat> = seats.clone().filter(|&other| is_partner(other)).collect();
            match partners[..] {
                [other] => assert!(!alone && partner.is_none_or(|known| known == other)),
                _ => assert_eq!(*partner, None),
            }
            assert!(!partners.contains(&seat) || *partner == Some(seat), "partners know it");
            let known = declarer.is_some() && (!secret || *declarer == Some(seat));
            assert!(*alone || !(known && partners.is_empty()));
            assert!(!alone || declarer.is_some());
            assert_eq!(*secret, seats.clone().any(|other| undertaking.side(other).is_none()));
        }
        Fact::CalledSuit { king, cards } => {
            assert!(led.is_none() && seat == undertaking.declarer && !hand.contains(*king));
            assert_eq!(*cards, hand & king.suit().cards());
            assert!(seats.clone().any(|other| state.hand(other).contains(*king)));
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
            assert_eq!((*last, *all), (trick.cards().len() == state.seats() - 1, *cards == legal));
        }
        Fact::Beats { cards, all } => {
            assert!(cards.is_subset(legal) && cards.iter().all(|card| beats_now(playing, card)));
            assert_eq!(*all, *cards == legal);
        }
        Fact::Top { cards } => {
            assert!(cards.is_subset(legal) && led.is_none());
            for card in *cards {
                let above = card.suit().cards().iter().filter(|&other| other > card);
                let others = seats.clone().filter(|&other| other != seat);
                let held = others.fold(CardSet::EMPTY, |all, other| all | state.hand(other));
                assert!(!card.is_tarok() && above.into_iter().all(|other| !held.contains(other)));
            }
        }
        Fact::Beaten { by, ally } => {
            assert!(legal.iter().all(never));
            if let Some(by) = by {
                assert!(legal.iter().all(|card| takers(state, card) == BTreeSet::from([*by])));
                let together = contract != Contract::Klop && side(seat) == side(*by);
                let open = undertaking.side(*by).is_some() || is_partner(seat);
                assert!(together || !ally);
                assert!(*ally || !together || !open);
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
            assert!(contract.counts_points() && legal.contains("T21".parse().unwrap()));
            assert!(!hand.contains(SKIS));
            assert_eq!(*certain, lying.contains(SKIS));
            assert!(!certain || never("T21".parse().unwrap()));
        }
        Fact::Taroks { own, others } => {
            assert!(contract.counts_points() && led.is_none());
            let count = |cards: CardSet| (cards & Suit::Taroks.cards()).len();
            let rivals = seats.clone().filter(|&other| other != seat);
            let held: usize = rivals.map(|other| count(state.hand(other))).sum();
            let gone =
                count(playing.taken.piles.iter().fold(CardSet::EMPTY, |all, &pile| all | pile));
            assert_eq!(usize::from(*own), count(hand));
            assert!((held..=22 - gone - count(hand)).contains(&usize::from(*others)));
        }
        Fact::PagatAtRisk => {
            assert!(contract.counts_points() && legal.contains(PAGAT) && legal.len() > 1);
            // A tarok that the player does not hold lies there, or has not been played yet.
            let gone = playing.taken.piles.iter().fold(hand, |all, &pile| all | pile);
            assert!(!(Suit::Taroks.cards() - gone).is_empty());
        }
        Fact::Progress { points: own, need, exact } => {
            // Nothing that is still in a hand counts for anybody yet.
            let hands = seats.clone().fold(CardSet::EMPTY, |all, seat| all | state.hand(seat));
            let talon: CardSet = state.talon().iter().copied().collect();
            let defended = seats
                .clone()
                .filter(|&other| side(other) == Side::Defenders)
                .map(|other| playing.taken.piles[other])
                .chain(undertaking.exchange.iter().map(|exchange| exchange.left))
                .fold(talon, |all, cards| all | cards);
            let declares = side(seat) == Side::Declarer;
            let cards = if declares { CardSet::full() - defended - hands } else { defended };
            assert!(*own <= points(cards) && (!exact || *own == points(cards)));
            assert_eq!(*need, if declares { 36 } else { 35 });
            assert_eq!(undertaking.stakes[0].item, Item::Game, "a valat needs no points");
        }
        other => unreachable!("{other:?} while cards are played"),
    }
}

/// True if the card would lie on top of those on the table.
fn beats_now(playing: &Playing, card: Card) -> bool {
    let lying = playing.trick.cards();
    let led = playing.trick.suit_led().unwrap();
    let plain = playing.undertaking.contract == Contract::ColourValat && led != Suit::Taroks;
    let both = !plain && lying.contains(&"T21".parse().unwrap()) && lying.contains(&SKIS);
    if card == PAGAT && both {
        return true;
    }
    let strength = |card: Card| {
        let place = 1 + card.suit().cards().iter().position(|other| other == card).unwrap();
        match card.suit() {
            Suit::Taroks if !plain => 100 + place,
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
    let undertaking = &finished.undertaking;
    let seats = Seat::all(state.seats());
    let is_partner = |seat: Seat| {
        seat != undertaking.declarer && side_of(state, undertaking, seat) == Side::Declarer
    };
    match fact {
        Fact::Game { declarer, partner, contract, made, value, own, others } => {
            assert_eq!((result.declarer, result.contract), (Some(*declarer), *contract));
            assert_eq!(*partner, seats.clone().find(|&seat| is_partner(seat)));
            assert_eq!(own.points + others.points, PACK_POINTS);
            assert_eq!(result.seats[*declarer].points, Some(own.points));
            assert_eq!(*made, own.points > 35);
            assert_eq!((result.items[0].item, result.items[0].value), (Item::Game, *value));
            let taken = undertaking.exchange.as_ref();
            let left = taken.map_or(CardSet::EMPTY, |exchange| exchange.left);
            let piles = seats.filter(|seat| seat != declarer && !is_partner(*seat));
            let theirs = piles.fold(left, |all, seat| all | finished.taken.piles[seat]);
            let talon: CardSet = state.talon().iter().copied().collect();
            let theirs = if taken.is_some() { theirs } else { theirs | talon };
            for (counted, cards) in [(own, CardSet::full() - theirs), (others, theirs)] {
                let queens = count(cards, "HQ DQ SQ CQ") as u8;
                let (kings, trula) = (count(cards, KINGS) as u8, count(cards, TRULA) as u8);
                assert_eq!(*counted, Counted { points: points(cards), kings, trula, queens });
            }
        }
        Fact::Valat { declarer, partner, side, made, tricks } => {
            assert_eq!(result.declarer, Some(*declarer));
            assert_eq!(*partner, seats.clone().find(|&seat| is_partner(seat)));
            let sides = seats.filter(|&seat| side_of(state, undertaking, seat) == *side);
            assert_eq!(*tricks, sides.map(|seat| finished.taken.tricks[seat]).sum::<u8>());
            assert_eq!(*made, usize::from(*tricks) == finished.taken.count());
            assert_eq!(result.seats[*declarer].result > 0, *made == (*side == Side::Declarer));
            assert_eq!(result.items.len(), 1);
        }
        Fact::Bonus { announcement, made, silent, value } => {
            let item = Item::Announced(*announcement);
            let line = result.items.iter().find(|line| line.item == item).unwrap();
            assert_eq!((line.made, line.silent, line.value), (*made, *silent, *value));
            assert_eq!(*silent, !undertaking.is_announced(*announcement));
            let worth = if *announcement == Announcement::Valat { 250 } else { 10 };
            assert!(value.abs() >= worth && (*value > 0) == *made);
        }
        Fact::Berac { declarer, made, tricks } => {
            assert!(result.contract.is_berac());
            assert_eq!(*made, finished.taken.tricks[*declarer] == 0);
            assert_eq!(*made, result.seats[*declarer].result > 0);
            assert_eq!(usize::from(*tricks), finished.taken.count());
            assert!(
                *made == (usize::from(*tricks) == state.table().options.hand())
                    || finished.taken.last_winner() == Some(*declarer)
            );
        }
        Fact::Klop { points: counted, tricks, results } => {
            assert_eq!(result.contract, Contract::Klop);
            for seat in seats {
                assert_eq!(counted[seat], points(finished.taken.piles[seat]));
                assert_eq!(tricks[seat], finished.taken.tricks[seat]);
                assert_eq!(results[seat], result.seats[seat].result);
            }
        }
        Fact::MondLost { seat } => assert_eq!(result.seats[*seat].mond, -21),
        other => unreachable!("{other:?} is told at the end"),
    }
}
