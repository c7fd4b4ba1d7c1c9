//! The facts of a coach are true: every fact is checked against the rules, in the real
//! deal and in others that the player cannot tell apart.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rstest::rstest;
use vzetek_game::testing::{chance, check_endings, check_facts, golden};
use vzetek_game::{Game, HiddenInformation, Observer, Seat, TableGame};
use vzetek_trset::{Action, Card, CardSet, Edge, Fact, Options, Rank, Suit, Trset, Variant};

fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

const ALL: [&str; 8] = [
    r#"{"players":2}"#,
    r#"{"players":3,"declarations":true}"#,
    r#"{"players":4,"declarations":true}"#,
    r#"{"variant":"kifameno","players":2,"cappotto":true}"#,
    r#"{"variant":"kifameno","players":3}"#,
    r#"{"variant":"kifameno","players":4}"#,
    r#"{"variant":"kifameno","players":4,"alone":true}"#,
    r#"{"players":4,"target":11,"cappotto_doubles":true,"stops_at_target":true,"standing":[7,6,7,6]}"#,
];

#[test]
fn every_fact_holds_and_every_kind_occurs() {
    let mut names = BTreeSet::new();
    for json in ALL {
        let random = |_: &Trset, legal: &[Action], rng: &mut _| chance::draw(legal, rng);
        names.extend(check_facts::<Trset>(&options(json), 40, random, holds));
    }
    // Everything goes to one side only if all the others want it so.
    let json = r#"{"variant":"kifameno","players":2,"cappotto":true}"#;
    let first_takes_all = |state: &Trset, legal: &[Action], _: &mut _| {
        let key = |action: &&Action| match **action {
            Action::Play(card) if state.current_player() == Some(Seat::new(0)) => card.rank() as i8,
            Action::Play(card) => -(card.rank() as i8),
            Action::Declare(_) => 0,
        };
        *legal.iter().max_by_key(key).unwrap()
    };
    names.extend(check_facts::<Trset>(&options(json), 400, first_takes_all, |_, _, _| ()));
    let expected = [
        "ace_at_risk",
        "aim",
        "beaten",
        "beats",
        "below",
        "cappotto",
        "declare",
        "draw",
        "equal",
        "follow",
        "heaviest",
        "last_trick",
        "lead",
        "lightest",
        "longest",
        "loses",
        "lowest",
        "masters",
        "more",
        "only",
        "strongest",
        "takes",
        "void",
        "weakest",
        "worth",
        "worthless",
    ];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn how_a_deal_came_out_is_told_as_it_was_counted() {
    let random = |_: &Trset, legal: &[Action], rng: &mut _| chance::draw(legal, rng);
    for json in ALL {
        check_endings::<Trset>(&options(json), 17_000, random, ended);
    }
}

#[rstest]
#[case("trset-2")]
#[case("trset-3")]
#[case("trset-4")]
#[case("kifameno-2")]
#[case("kifameno-3")]
#[case("kifameno-4")]
#[case("kifameno-alone")]
#[case("trset-stops")]
fn recorded_deals_are_told_as_on_file(#[case] name: &str) {
    golden::check_facts::<Trset>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"), name);
}

/// Everybody who may take the trick if this card is played: all orders of play are
/// tried.
fn takers(state: &Trset, card: Card) -> BTreeSet<Seat> {
    let mut next = state.clone();
    next.apply(Action::Play(card)).unwrap();
    ends(&next, &mut |end| end.table().last_trick.as_ref().unwrap().winner(end.seats()).unwrap())
}

/// The values of all states in which the running trick is complete.
fn ends<T: Ord>(state: &Trset, of: &mut impl FnMut(&Trset) -> T) -> BTreeSet<T> {
    if state.table().trick.cards().is_empty() {
        return BTreeSet::from([of(state)]);
    }
    let plays = state.legal_actions().into_iter().filter(|a| matches!(a, Action::Play(_)));
    plays
        .flat_map(|action| {
            let mut next = state.clone();
            next.apply(action).unwrap();
            ends(&next, of)
        })
        .collect()
}

/// Plays on at random, these cards kept in this trick: each takes the trick of its suit in
/// which it is played.
fn taken_with(state: &Trset, seat: Seat, cards: CardSet, rng: &mut ChaCha8Rng) {
    let mut state = state.clone();
    let mut first = true;
    while !state.is_terminal() {
        let mut legal = state.legal_actions();
        let kept = |action: &Action| matches!(action, Action::Play(card) if cards.contains(*card));
        if std::mem::take(&mut first) {
            legal.retain(|action| !kept(action));
        }
        state.apply(chance::draw(&legal, rng)).unwrap();
        let table = state.table();
        if let Some(last) = table.last_trick.as_ref().filter(|_| table.trick.cards().is_empty()) {
            let place = (seat.index() + state.seats() - last.leader().index()) % state.seats();
            let card = last.cards()[place];
            if cards.contains(card) && last.suit_led() == Some(card.suit()) {
                assert_eq!(last.winner(state.seats()), Some(seat), "{card} in {last:?}");
            }
        }
    }
}

fn legal(state: &Trset) -> CardSet {
    let card = |action| if let Action::Play(card) = action { Some(card) } else { None };
    state.legal_actions().into_iter().filter_map(card).collect()
}

/// The points that a card counts, in thirds, from the words of the rules.
fn worth(card: Card) -> u8 {
    match card.to_string().as_bytes()[1] {
        b'A' => 3,
        b'3' | b'2' | b'K' | b'C' | b'J' => 1,
        _ => 0,
    }
}

fn holds(state: &Trset, observer: Observer, fact: &Fact) {
    if state.is_terminal() {
        return ended(state, observer, fact);
    }
    let seat = observer.seat().unwrap();
    let (table, hand, legal) = (state.table(), state.hand(seat), legal(state));
    let led = table.trick.suit_led();
    let mine = |card: Card| takers(state, card) == BTreeSet::from([seat]);
    let never = |card: Card| !takers(state, card).contains(&seat);
    let holds_now = |card: Card| {
        let best = table.trick.cards().iter().filter(|other| Some(other.suit()) == led).max();
        best.is_none_or(|best| card.suit() == best.suit() && card > *best)
    };
    match fact {
        Fact::Aim { fewest, partner } => {
            assert_eq!(*fewest, table.options.variant == Variant::Kifameno);
            let across = Seat::new((seat.index() as u8 + 2) % 4);
            assert_eq!(
                *partner,
                (table.options.players == 4 && !table.options.alone).then_some(across)
            );
            assert!(hand.len() == 10 && table.last_trick.is_none());
        }
        Fact::Declare { declarations, thirds } => {
            let open = state.legal_actions();
            assert!(declarations.iter().all(|d| open.contains(&Action::Declare(*d))));
            assert_eq!(
                *thirds,
                declarations.iter().map(|d| if d.cards().len() == 4 { 12 } else { 9 }).sum::<u8>()
            );
        }
        Fact::Lead => assert!(led.is_none() && legal == hand),
        Fact::Follow { suit } => {
            assert_eq!(led, Some(*suit));
            assert_eq!(legal, hand & suit.cards());
        }
        Fact::Only { card, suit } => {
            assert_eq!(legal, CardSet::single(*card));
            assert!(suit.is_none_or(|suit| led == Some(suit) && card.suit() == suit));
        }
        Fact::Void { suit } => {
            assert!(led == Some(*suit) && hand.is_disjoint(suit.cards()) && legal == hand);
            assert!(legal.iter().all(never));
        }
        Fact::Takes { cards, last, all } => {
            assert!(cards.is_subset(legal) && cards.iter().all(mine));
            assert_eq!(*last, table.trick.cards().len() + 1 == state.seats());
            assert_eq!(*all, *cards == legal);
        }
        Fact::Beats { cards, all } => {
            assert!(cards.is_subset(legal) && cards.iter().all(holds_now));
            assert_eq!(*all, *cards == legal);
        }
        Fact::Below { cards } => {
            assert!(cards.is_subset(legal) && cards.iter().all(never));
            assert!(cards.iter().all(|card| Some(card.suit()) == led));
        }
        Fact::Beaten { by, partner } => {
            assert!(legal.iter().all(never));
            if let Some(by) = by {
                assert!(legal.iter().all(|card| takers(state, card) == BTreeSet::from([*by])));
                assert_eq!(
                    *partner,
                    Options::side(&table.options, *by) == table.options.side(seat)
                );
            }
        }
        Fact::Loses { cards } => {
            assert!(table.options.variant == Variant::Kifameno && led.is_none());
            assert!(cards.is_subset(legal) && cards.iter().all(never));
        }
        Fact::Lowest { cards } => {
            for card in *cards {
                assert!(legal.contains(card) && led.is_none());
                let others = Seat::all(state.seats()).filter(|&other| other != seat);
                let following = others.map(|other| state.hand(other) & card.suit().cards());
                assert!(following.into_iter().all(|cards| cards.iter().all(|other| other > card)));
            }
        }
        Fact::Worth { thirds } => {
            let lying: u8 = table.trick.cards().iter().map(|&card| worth(card)).sum();
            let last = if table.stock == 0 && hand.len() == 1 { 3 } else { 0 };
            assert!(*thirds == lying + last && *thirds > 0);
        }
        Fact::Worthless { cards } => {
            assert!(
                cards.is_subset(legal) && cards.iter().all(|card| worth(card) == 0 && never(card))
            );
        }
        Fact::Heaviest { cards, thirds } => {
            assert!(cards.is_subset(legal) && *thirds > 0);
            assert!(cards.iter().all(|card| worth(card) == *thirds && never(card)));
            // Points go to the partner where most win, and not to them where fewest do.
            let partner = |&other: &Seat| {
                other != seat && table.options.side(other) == table.options.side(seat)
            };
            let partner = Seat::all(state.seats()).find(partner);
            for taken in cards.iter().map(|card| takers(state, card)) {
                match table.options.variant {
                    Variant::Trset => assert_eq!(taken, partner.into_iter().collect()),
                    Variant::Kifameno => assert!(partner.is_none_or(|ours| !taken.contains(&ours))),
                }
            }
        }
        Fact::Lightest { cards, thirds } => {
            assert!(legal.iter().all(mine));
            assert!(legal.iter().all(|card| worth(card) > *thirds || cards.contains(card)));
            assert!(cards.is_subset(legal) && cards.iter().all(|card| worth(card) == *thirds));
            assert_ne!(*cards, legal);
        }
        Fact::Strongest { card } => {
            assert!(legal.contains(*card) && Some(card.suit()) == led);
            let fate = |card: Card| (worth(card), holds_now(card), mine(card) || never(card));
            let same = |other: &Card| fate(*other) == fate(*card);
            let alike: CardSet = legal.iter().filter(same).collect();
            assert!(alike.len() > 1 && alike.iter().all(|other| other <= *card));
            assert!(mine(*card) || never(*card));
        }
        Fact::Weakest { card } => {
            assert!(legal.contains(*card) && legal.iter().all(holds_now));
            assert!(legal.iter().all(|other| other >= *card));
            assert!(!mine(*card) || legal.iter().all(mine), "no other is beaten where it is not");
        }
        Fact::Masters { cards } => {
            assert!(cards.is_subset(legal) && cards.iter().all(never) && *cards != legal);
            for number in 0..10 {
                taken_with(state, seat, *cards, &mut ChaCha8Rng::seed_from_u64(number));
            }
        }
        Fact::Longest { suit, count } => {
            let hand = state.hand(seat);
            let of = |suit: Suit| hand.iter().filter(|card| card.suit() == suit).count();
            assert!(led.is_none() && *count >= 3 && of(*suit) == usize::from(*count));
            assert!(Suit::ALL.into_iter().all(|other| other == *suit || of(other) < of(*suit)));
        }
        Fact::AceAtRisk { card, by } => {
            assert!(legal.contains(*card) && card.rank() == Rank::As && !by.is_empty());
            let gone =
                table.piles.iter().fold(hand | table.trick.card_set(), |all, &pile| all | pile);
            let out = |rank: &Rank| !gone.contains(Card::new(card.suit(), *rank));
            assert!(by.iter().all(|rank| matches!(rank, Rank::Two | Rank::Three) && out(rank)));
        }
        Fact::Draw { left } => {
            assert_eq!(usize::from(*left), state.undealt().len());
            let taken: usize = table.piles.iter().map(|pile| pile.len()).sum();
            assert_eq!(taken, state.seats());
        }
        Fact::LastTrick => assert!(state.undealt().is_empty() && hand.len() == 1),
        Fact::More { .. } | Fact::Equal { .. } | Fact::Cappotto { .. } => unreachable!("{fact:?}"),
    }
}

/// Facts of the end, counted again from the piles.
fn ended(state: &Trset, observer: Observer, fact: &Fact) {
    let table = state.table();
    let is_whole = Seat::all(state.seats()).all(|seat| state.hand(seat).is_empty());
    let last = state.last_taker().filter(|_| is_whole);
    let pile =
        |seats: &[Seat]| seats.iter().fold(CardSet::EMPTY, |all, &seat| all | table.piles[seat]);
    let count = |seats: &[Seat], value| {
        pile(seats).iter().filter(|&card| worth(card) == value).count() as u8
    };
    let declared = |seats: &[Seat]| {
        let all = seats.iter().flat_map(|&seat| table.declared[seat].iter());
        all.map(|made| made.thirds()).sum::<u8>()
    };
    let total = |seats: &[Seat]| {
        let bonus = if last.is_some_and(|last| seats.contains(&last)) { 3 } else { 0 };
        3 * count(seats, 3) + count(seats, 1) + bonus + declared(seats)
    };
    match fact {
        Fact::More { taker, taken, other, left, by, against, even } => {
            assert_eq!((*taken, *left), (total(taker), total(other)));
            assert!(taken > left);
            let cards = |seats| 3 * count(seats, 3) + count(seats, 1);
            for (edges, ahead, behind) in [(by, taker, other), (against, other, taker)] {
                for edge in edges {
                    match *edge {
                        Edge::LastTrick => assert!(last.is_some_and(|last| ahead.contains(&last))),
                        Edge::Aces { taken, others } => {
                            assert_eq!((taken, others), (count(ahead, 3), count(behind, 3)));
                        }
                        Edge::Figures { taken, others } => {
                            assert_eq!((taken, others), (count(ahead, 1), count(behind, 1)));
                        }
                        Edge::Cards { taken, others } => {
                            assert_eq!((taken, others), (cards(ahead), cards(behind)));
                        }
                        Edge::Declared { more } => {
                            assert_eq!(more, declared(ahead) - declared(behind));
                        }
                    }
                    assert!(edge.thirds() > 0);
                }
            }
            let sum = |edges: &[Edge]| edges.iter().map(|edge| edge.thirds()).sum::<u8>();
            assert_eq!(sum(by) - sum(against), taken - left, "nothing is left out");
            assert_eq!(even.is_some(), cards(taker) == cards(other));
            assert!(even.is_none_or(|even| even == cards(taker)));
            if let Some(seat) = observer.seat() {
                assert!(
                    taker.contains(&seat) || other.contains(&seat),
                    "one's own side is compared"
                );
            }
        }
        Fact::Equal { thirds } => {
            let same = Seat::all(state.seats()).filter(|&seat| {
                let side: Vec<Seat> = Seat::all(state.seats())
                    .filter(|&other| table.options.side(other) == table.options.side(seat))
                    .collect();
                total(&side) == *thirds
            });
            assert!(same.count() >= 2);
        }
        Fact::Cappotto { taker } => {
            assert!(table.options.cappotto && total(taker) == 35);
        }
        other => unreachable!("{other:?} is told at the end"),
    }
}

#[test]
fn the_strongest_card_is_known_as_such() {
    let facts = |cards: &str, before: &[&str]| {
        let mut pack: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
        let rest: Vec<Card> = CardSet::full().iter().filter(|card| !pack.contains(card)).collect();
        pack.extend(rest);
        let mut state = Trset::deal(&options(r#"{"players":2}"#), Seat::new(1), &pack).unwrap();
        for action in before {
            state.apply(action.parse().unwrap()).unwrap();
        }
        let seat = state.current_player().unwrap();
        let facts = Trset::facts(&state.view(Observer::Seat(seat)), &state.legal_actions());
        serde_json::to_string(&facts).unwrap()
    };
    let hands = "D3 D2 DA C4 C5 S4 S5 B4 B5 B6 D4 D5 CA C2 SA S2 BA B2 B3 C3";
    assert_eq!(
        facts(hands, &[]),
        r#"[{"fact":"aim","fewest":false,"partner":null},{"fact":"lead"},{"fact":"takes","cards":["D3","D2","DA"],"last":false,"all":false}]"#
    );
    assert_eq!(
        facts(hands, &["D3"]),
        r#"[{"fact":"aim","fewest":false,"partner":null},{"fact":"follow","suit":"D"},{"fact":"beaten","by":0,"partner":false},{"fact":"worth","thirds":1}]"#
    );
}
