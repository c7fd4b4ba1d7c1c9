//! The facts of a coach are true: every fact is checked against the rules, in the real
//! deal and in others that the player cannot tell apart.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use vzetek_game::testing::{chance, check_endings, check_facts, golden};
use vzetek_game::{Game, Observer, Seat, TableGame};
use vzetek_tablic::{Action, Card, CardSet, Edge, Fact, Options, Table, Tablic};

#[test]
fn every_fact_holds_and_every_kind_occurs() {
    let mut names = BTreeSet::new();
    for (players, pairs, deals) in
        [(2, false, 60), (3, false, 40), (4, false, 20), (4, true, 20), (8, false, 5)]
    {
        let options = Options { pairs, ..Options::new(players).unwrap() };
        names.extend(check_facts::<Tablic>(&options, deals, half_captures, holds));
    }
    let expected = [
        "aim",
        "capture",
        "empty_table",
        "equal",
        "last_cards",
        "majority",
        "more",
        "nothing",
        "worthless",
    ];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn how_a_deal_came_out_is_told_as_it_was_counted() {
    for (players, pairs) in [(2, false), (3, false), (4, false), (4, true), (6, false)] {
        let options = Options { pairs, ..Options::new(players).unwrap() };
        check_endings::<Tablic>(&options, 25_000, half_captures, ended);
    }
}

/// Captures half of the time where it is possible, so that tables stay small.
fn half_captures(_: &Tablic, legal: &[Action], rng: &mut ChaCha8Rng) -> Action {
    let captures: Vec<_> = legal.iter().copied().filter(Action::captures).collect();
    let greedy = !captures.is_empty() && chance::draw(&[true, false], rng);
    chance::draw(if greedy { &captures } else { legal }, rng)
}

#[rstest]
#[case("tablic-2")]
#[case("tablic-3")]
#[case("tablic-4")]
#[case("tablic-pairs")]
#[case("tablic-12")]
fn recorded_deals_are_told_as_on_file(#[case] name: &str) {
    golden::check_facts::<Tablic>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"), name);
}

/// The points that a card counts, from the words of the rules.
fn worth(card: Card) -> u8 {
    let name = card.to_string();
    match (name.as_str(), &name[1..]) {
        ("D10", _) => 2,
        ("C2", _) | (_, "A" | "K" | "Q" | "J" | "10") => 1,
        _ => 0,
    }
}

fn sum(cards: impl IntoIterator<Item = Card>) -> u8 {
    cards.into_iter().map(worth).sum()
}

/// Everything that a card may count in sums.
fn values(card: Card) -> Vec<u8> {
    match &card.to_string()[1..] {
        "A" => vec![1, 11],
        "J" => vec![12],
        "Q" => vec![13],
        "K" => vec![14],
        figure => vec![figure.parse().unwrap()],
    }
}

fn sums(cards: CardSet) -> BTreeSet<u8> {
    cards.iter().fold(BTreeSet::from([0]), |sums, card| {
        sums.iter().flat_map(|sum| values(card).into_iter().map(move |value| sum + value)).collect()
    })
}

fn holds(state: &Tablic, observer: Observer, fact: &Fact) {
    if state.is_terminal() {
        return ended(state, observer, fact);
    }
    let seat = observer.seat().unwrap();
    let (table, hand, legal) = (state.table(), state.hand(seat), state.legal_actions());
    match fact {
        Fact::Aim => {
            let first = Tablic::seats_for(&table.options);
            assert!(
                table.open().len() < 4 + first && hand.len() == usize::from(table.hand_sizes[seat])
            );
            assert!(table.piles[seat].is_empty());
        }
        Fact::Capture { card, taken, groups, points, tabla } => {
            state.check(Action::capture(*card, *taken)).unwrap();
            assert!(!taken.is_empty());
            assert_eq!(*tabla, *taken == table.cards);
            let value = |card: Card, taken: CardSet| {
                worth(card) + sum(taken) + u8::from(taken == table.cards)
            };
            assert_eq!(*points, value(*card, *taken));
            let captures = legal.iter().filter(|action| action.captures());
            assert!(captures.into_iter().all(|other| value(other.card, other.taken) <= *points));
            if !groups.is_empty() {
                let together = groups.iter().fold(CardSet::EMPTY, |all, &group| all | group);
                assert_eq!(together, *taken);
                assert_eq!(groups.iter().map(|group| group.len()).sum::<usize>(), taken.len());
                let adds_up = |&group: &CardSet| {
                    values(*card).iter().any(|value| sums(group).contains(value))
                };
                assert!(groups.iter().all(adds_up), "{groups:?} with {card}");
            }
        }
        Fact::Nothing => {
            assert!(!table.cards.is_empty() && legal.iter().all(|action| !action.captures()));
        }
        Fact::EmptyTable => assert!(table.cards.is_empty()),
        Fact::Worthless { cards } => {
            assert!(cards.is_subset(hand) && cards.iter().all(|card| worth(card) == 0));
            assert!((hand - *cards).iter().all(|card| worth(card) > 0));
        }
        Fact::LastCards { sweeps } => {
            assert!(state.undealt().is_empty());
            assert_eq!(*sweeps, table.last_capture);
        }
        Fact::Majority { seat, cards } => {
            assert_eq!(usize::from(*cards), captured(state, *seat).len());
            assert!(*cards > 26);
        }
        Fact::More { .. } | Fact::Equal { .. } => unreachable!("{fact:?}"),
    }
}

/// The cards of the player and, in pairs, of the partner opposite.
fn captured(state: &Tablic, seat: Seat) -> CardSet {
    let Table { options, piles, .. } = state.table();
    if options.pairs { piles[seat] | piles[opposite(seat)] } else { piles[seat] }
}

fn opposite(seat: Seat) -> Seat {
    Seat::new((seat.index() as u8 + 2) % 4)
}

/// Facts of the end, counted again from the piles.
fn ended(state: &Tablic, observer: Observer, fact: &Fact) {
    let table = state.table();
    let pairs = table.options.pairs;
    let cards = |seat: Seat| captured(state, seat).len();
    let most = |seat: Seat| {
        let is_own = |other| other == seat || pairs && other == opposite(seat);
        Seat::all(state.seats()).all(|other| is_own(other) || cards(other) < cards(seat))
    };
    let tablas =
        |seat: Seat| table.tablas[seat] + if pairs { table.tablas[opposite(seat)] } else { 0 };
    let total =
        |seat: Seat| sum(captured(state, seat)) + tablas(seat) + if most(seat) { 3 } else { 0 };
    match fact {
        Fact::More { winner, points, other, less, by, against } => {
            assert_eq!((*points, *less), (total(*winner), total(*other)));
            assert!(points > less && !(pairs && *other == opposite(*winner)));
            for (edges, ahead, behind) in [(by, *winner, *other), (against, *other, *winner)] {
                for edge in edges {
                    match *edge {
                        Edge::MostCards { cards: told } => {
                            assert!(most(ahead) && usize::from(told) == cards(ahead));
                        }
                        Edge::CardPoints { taken, others } => {
                            let piles = [ahead, behind].map(|seat| sum(captured(state, seat)));
                            assert_eq!([taken, others], piles);
                        }
                        Edge::Tablas { taken, others } => {
                            assert_eq!([taken, others], [ahead, behind].map(tablas));
                        }
                    }
                    assert!(edge.points() > 0);
                }
            }
            let sum = |edges: &[Edge]| edges.iter().map(|edge| edge.points()).sum::<u8>();
            assert_eq!(sum(by) - sum(against), points - less, "nothing is left out");
            if let Some(seat) = observer.seat() {
                assert!([*winner, *other].contains(&seat), "one's own points are compared");
            }
        }
        Fact::Equal { points } => {
            let alike = Seat::all(state.seats()).filter(|&seat| total(seat) == *points);
            assert!(alike.count() >= if pairs { 4 } else { 2 });
        }
        other => unreachable!("{other:?} is told at the end"),
    }
}

#[test]
fn a_capture_is_told_in_its_groups() {
    let hand = "S9 H3 D3 C4 S4 H7 D7 C8 S8 H2 D2 C3";
    let pack: Vec<Card> =
        format!("D9 H5 H4 C6 {hand}").split(' ').map(|card| card.parse().unwrap()).collect();
    let rest = CardSet::full().iter().filter(|card| !pack.contains(card));
    let pack: Vec<Card> = pack.iter().copied().chain(rest).collect();
    let state = Tablic::deal(&Options::new(2).unwrap(), Seat::new(1), &pack).unwrap();
    let view = vzetek_game::HiddenInformation::view(&state, Observer::Seat(Seat::new(0)));
    let facts = Tablic::facts(&view, &state.legal_actions());
    assert_eq!(
        serde_json::to_string(&facts).unwrap(),
        r#"[{"fact":"aim"},{"fact":"capture","card":"S9","taken":["D9","H5","H4"],"groups":[["D9"],["H5","H4"]],"points":0,"tabla":false}]"#
    );
}
