//! Hidden cards: what one observer may conclude, no less and no more.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rstest::rstest;
use vzetek_game::testing::chance::{chi_squared, chi_squared_limit, draw};
use vzetek_game::testing::lockstep::{self, Pair};
use vzetek_game::testing::{chance, observers};
use vzetek_game::{Game, HiddenInformation, Observer, Seat, TableGame};
use vzetek_tablic::{Action, Card, CardSet, Event, Options, Tablic, View};

fn shuffled(rng: &mut ChaCha8Rng) -> Vec<Card> {
    chance::shuffled::<Tablic>(&Options::new(2).unwrap(), rng)
}

fn dealt(players: u8, seed: u64, pack: &[Card]) -> Tablic {
    let dealer = Seat::new((seed % u64::from(players)) as u8);
    Tablic::deal(&Options::new(players).unwrap(), dealer, pack).unwrap()
}

// --- what cannot be told apart --------------------------------------------

/// The pack and the actions of a deal, and the numbers of its steps in lockstep with others.
#[derive(Debug, Default)]
struct History {
    pack: Vec<Card>,
    actions: Vec<Action>,
    all: u32,
    dealings: u32,
}

impl Pair<Tablic> for History {
    /// Returns the same history with two cards exchanged that the observer has
    /// not seen, and is not dealt himself in time to come.
    fn another(&mut self, real: &Tablic, observer: Observer, rng: &mut ChaCha8Rng) -> Tablic {
        let view = real.view(observer);
        let own = |place: usize| {
            let turn = (place - 4) % real.seats();
            observer.seat() == Some(real.table().forehand().clockwise(turn, real.seats()))
        };
        let hidden: Vec<usize> = (4..self.pack.len())
            .filter(|&place| view.unseen().contains(self.pack[place]) && !own(place))
            .collect();
        let mut pack = self.pack.clone();
        if !hidden.is_empty() {
            pack.swap(draw(&hidden, rng), draw(&hidden, rng));
        }
        let table = real.table();
        let mut similar = Tablic::deal(&table.options, table.dealer, &pack).unwrap();
        for &action in &self.actions {
            similar.apply(action).expect("nothing that happened is refuted");
        }
        similar
    }

    fn did(&mut self, action: Action) {
        self.actions.push(action);
    }

    fn compared(&mut self, _: &Tablic, events: &[Event]) {
        self.all += 1;
        self.dealings += u32::from(events.iter().any(|e| matches!(e, Event::Dealt { .. })));
    }
}

#[rstest]
#[case(2)]
#[case(3)]
#[case(4)]
#[case(6)]
fn deals_that_look_the_same_are_told_the_same(#[case] players: u8) {
    let mut steps = History::default();
    for seed in 0..30 {
        for observer in observers(players.into()) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            steps.pack = shuffled(&mut rng);
            steps.actions.clear();
            let real = dealt(players, seed, &steps.pack);
            lockstep::follow(real, observer, &mut rng, &mut steps);
        }
    }
    assert!(steps.all >= 1_000 && steps.dealings >= 50, "{steps:?}");
}

#[test]
fn dealt_cards_are_told_to_their_player_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut deal = dealt(3, 0, &shuffled(&mut rng));
    let mut dealings = 0;
    while !deal.is_terminal() {
        let events = deal.apply(draw(&deal.legal_actions(), &mut rng)).unwrap();
        for event in &events {
            let Event::Dealt { seat, count, cards: Some(cards) } = event else {
                assert!(Tablic::is_public(event));
                continue;
            };
            dealings += 1;
            assert!(!Tablic::is_public(event));
            assert_eq!((usize::from(*count), *cards), (cards.len(), deal.hand(*seat)));
            for observer in observers(3) {
                let told = Tablic::redact(event, observer).unwrap();
                let own = observer.seat() == Some(*seat);
                assert_eq!(told == *event, own, "{observer:?}");
                let json = serde_json::to_string(&told).unwrap();
                assert_eq!(cards.iter().any(|card| json.contains(card.notation())), own);
            }
        }
    }
    assert_eq!(dealings, 6, "two more deals to three");
}

// --- what a view allows for ------------------------------------------------

fn assert_even(counts: impl Iterator<Item = u32> + Clone, expected: f64, what: &str) {
    let chi = chi_squared(counts.clone(), expected);
    let limit = chi_squared_limit(counts.count() as f64 - 1.0);
    assert!(chi < limit, "{what}: chi squared {chi}, limit {limit}");
}

fn played_until(players: u8, seed: u64, stop: impl Fn(&Tablic) -> bool) -> Tablic {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut deal = dealt(players, seed, &shuffled(&mut rng));
    while !stop(&deal) {
        deal.apply(draw(&deal.legal_actions(), &mut rng)).unwrap();
    }
    deal
}

/// The ways to give hands of these sizes out of the unseen cards, as bits.
fn hands(view: &View, sizes: &[usize]) -> Vec<Vec<u64>> {
    fn give(unseen: u64, sizes: &[usize], hands: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
        let Some((&size, others)) = sizes.split_first() else {
            all.push(hands.clone());
            return;
        };
        let mut subset = unseen;
        loop {
            if subset.count_ones() as usize == size {
                hands.push(subset);
                give(unseen & !subset, others, hands, all);
                hands.pop();
            }
            if subset == 0 {
                return;
            }
            subset = (subset - 1) & unseen;
        }
    }
    let mut all = Vec::new();
    give(view.unseen().bits(), sizes, &mut Vec::new(), &mut all);
    all
}

/// If the deck is dealt out, every way to hold the unseen cards is possible,
/// for nothing is ever forced, and comes equally often.
#[rstest]
#[case::two(2, 7)]
#[case::three(3, 8)]
#[case::four(4, 8)]
fn every_possible_hand_is_drawn_equally_often(#[case] players: u8, #[case] left: usize) {
    const EACH: usize = 60;
    let held =
        |deal: &Tablic| Seat::all(players.into()).map(|seat| deal.hand(seat).len()).sum::<usize>();
    let deal = played_until(players, 5, |deal| deal.undealt().is_empty() && held(deal) <= left);
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for observer in observers(players.into()) {
        let view = deal.view(observer);
        let sizes: Vec<usize> =
            Seat::all(players.into()).map(|seat| view.hidden_in(seat)).collect();
        let mut counts: HashMap<Vec<u64>, u32> =
            hands(&view, &sizes).into_iter().map(|hands| (hands, 0)).collect();
        let worlds = counts.len();
        for _ in 0..EACH * worlds {
            let guess = Tablic::determinize(&view, &mut rng);
            let hidden = Seat::all(players.into()).map(|seat| {
                if observer.seat() == Some(seat) { 0 } else { guess.hand(seat).bits() }
            });
            *counts.get_mut(&hidden.collect::<Vec<_>>()).expect("only possible hands") += 1;
        }
        if worlds > 1 {
            assert_even(counts.values().copied(), EACH as f64, &format!("{observer:?}"));
        }
    }
}

/// Early on there are too many ways to count: each unseen card comes to each
/// hidden place of the deck, and into each hidden hand, as often as the others.
#[test]
fn every_unseen_card_comes_everywhere_equally_often() {
    const SAMPLES: u32 = 6_000;
    let deal = played_until(3, 2, |deal| deal.undealt().len() == 12);
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for observer in [Observer::Seat(Seat::new(1)), Observer::Public] {
        let view = deal.view(observer);
        let unseen: Vec<Card> = view.unseen().iter().collect();
        let mut places = vec![HashMap::<Card, u32>::new(); deal.undealt().len() + 3];
        for _ in 0..SAMPLES {
            let guess = Tablic::determinize(&view, &mut rng);
            for (place, &card) in guess.undealt().iter().enumerate() {
                *places[place].entry(card).or_default() += 1;
            }
            for seat in Seat::all(3).filter(|&seat| observer.seat() != Some(seat)) {
                let place = deal.undealt().len() + seat.index();
                guess
                    .hand(seat)
                    .iter()
                    .for_each(|card| *places[place].entry(card).or_default() += 1);
            }
        }
        for (place, counts) in places.iter().enumerate().filter(|(_, counts)| !counts.is_empty()) {
            assert_eq!(counts.len(), unseen.len());
            let each = counts.values().sum::<u32>() / unseen.len() as u32;
            assert_even(counts.values().copied(), each.into(), &format!("{observer:?}, {place}"));
        }
    }
}

#[test]
fn a_view_counts_what_it_does_not_know() {
    let deal = played_until(4, 9, |deal| deal.undealt().is_empty());
    let seat = Seat::new(2);
    let view = deal.view(Observer::Seat(seat));
    assert_eq!(view.hand, Some(deal.hand(seat)));
    assert_eq!(view.hidden_in(seat), 0);
    let others = Seat::all(4).filter(|&other| other != seat);
    let held = others.fold(CardSet::EMPTY, |held, other| held | deal.hand(other));
    assert_eq!(view.unseen(), held);
    let public = deal.view(Observer::Public);
    assert_eq!(public.unseen(), held | deal.hand(seat));
    assert_eq!((public.observer, public.current_player), (None, deal.current_player()));
}
