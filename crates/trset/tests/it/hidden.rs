//! Hidden cards: what one observer may conclude, no less and no more.
//!
//! The yardstick is brute force. A distribution of the unseen cards is
//! possible exactly if the whole public history could have happened with it,
//! replayed from the first card by the naive reading of the rules.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rstest::rstest;
use vzetek_game::testing::chance::{chi_squared, chi_squared_limit, draw, shuffled, ways};
use vzetek_game::testing::lockstep::{self, Pair};
use vzetek_game::testing::observers;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_trset::{Action, Card, Event, HiddenCards, Options, Trset, View};

use crate::naive;

fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

// --- what cannot be told apart --------------------------------------------

/// The number of steps that went by in lockstep.
#[derive(Default)]
struct Steps(usize);

impl Pair<Trset> for Steps {
    /// Two stocks that differ are told apart by what is drawn, openly.
    fn is_told_apart(&self, real: &[Event], other: &[Event]) -> bool {
        let drew = |events: &[Event]| -> Vec<Event> {
            events.iter().filter(|e| matches!(e, Event::Drew { .. })).cloned().collect()
        };
        drew(real) != drew(other)
    }

    fn compared(&mut self, _: &Trset, _: &[Event]) {
        self.0 += 1;
    }
}

#[rstest]
#[case::two(r#"{"players":2}"#)]
#[case::three(r#"{"players":3}"#)]
#[case::four(r#"{"players":4}"#)]
#[case::two_fewest(r#"{"players":2,"variant":"kifameno","cappotto":true}"#)]
#[case::three_fewest(r#"{"players":3,"variant":"kifameno","removed_four":"B"}"#)]
#[case::four_fewest(r#"{"players":4,"variant":"kifameno"}"#)]
#[case::two_declaring(r#"{"players":2,"declarations":true}"#)]
#[case::three_declaring(r#"{"players":3,"declarations":true}"#)]
#[case::four_declaring(r#"{"players":4,"declarations":true,"target":41}"#)]
fn deals_that_look_the_same_are_told_the_same(#[case] json: &str) {
    let options = options(json);
    let mut steps = Steps::default();
    for seed in 0..60 {
        for observer in observers(options.seats()) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let cards = shuffled::<Trset>(&options, &mut rng);
            let dealer = Seat::new((seed % options.seats() as u64) as u8);
            let real = Trset::deal(&options, dealer, &cards).unwrap();
            lockstep::follow(real, observer, &mut rng, &mut steps);
        }
    }
    assert!(steps.0 > 1_000, "only {} steps were compared", steps.0);
}

// --- counting and sampling ----------------------------------------------------

/// A distribution: each hand sorted, then the stock sorted.
type World = Vec<Vec<String>>;

struct History {
    table: naive::Table,
    dealer: usize,
    cards: Vec<String>,
    actions: Vec<String>,
}

impl History {
    fn deal(&self) -> naive::Deal {
        naive::Deal::new(&self.table, self.dealer, &self.cards)
    }

    fn now(&self) -> naive::Deal {
        let mut deal = self.deal();
        self.actions.iter().for_each(|action| deal.act(action));
        deal
    }

    /// True if all that happened could have happened if `swaps` told where
    /// cards really lay: each unseen card is replaced by another one.
    fn possible(&self, swaps: &HashMap<&str, &str>) -> bool {
        let cards: Vec<String> = self
            .cards
            .iter()
            .map(|card| (*swaps.get(card.as_str()).unwrap_or(&card.as_str())).to_owned())
            .collect();
        let mut deal = naive::Deal::new(&self.table, self.dealer, &cards);
        self.actions.iter().all(|action| {
            let legal = deal.legal().contains(action);
            if legal {
                deal.act(action);
            }
            legal
        })
    }

    /// Every world in which the observer could be, by brute force; `None` if
    /// there are too many to try.
    fn worlds(&self, observer: Option<usize>) -> Option<Vec<World>> {
        let now = self.now();
        let drawn: Vec<&String> = now.draws.iter().map(|(_, card)| card).collect();
        // Cards that lie where only their holder sees them. Declared cards
        // are among them: that they cannot be elsewhere must come out.
        let hidden = |cards: &[String]| -> Vec<String> {
            cards.iter().filter(|card| !drawn.contains(card)).cloned().collect()
        };
        let mut places: Vec<Vec<String>> = (0..self.table.players)
            .map(|p| if Some(p) == observer { Vec::new() } else { hidden(&now.hands[p]) })
            .collect();
        places.push(now.stock.clone());
        let sizes: Vec<usize> = places.iter().map(Vec::len).collect();
        let unseen: Vec<String> = places.concat();
        if ways(&sizes) > 4_000 {
            return None;
        }
        let mut worlds = Vec::new();
        share_out(&unseen, &sizes, &mut vec![Vec::new(); sizes.len()], &mut |shares| {
            let swaps: HashMap<&str, &str> =
                unseen.iter().map(String::as_str).zip(shares.concat()).collect();
            if self.possible(&swaps) {
                let mut world: World = now.hands.clone();
                world.push(now.stock.clone());
                for card in world.iter_mut().flatten() {
                    if let Some(swapped) = swaps.get(card.as_str()) {
                        *card = (*swapped).to_owned();
                    }
                }
                world.iter_mut().for_each(|cards| cards.sort());
                worlds.push(world);
            }
        });
        Some(worlds)
    }
}

/// Every way to put the cards into places of these sizes.
fn share_out<'a>(
    cards: &'a [String],
    sizes: &[usize],
    shares: &mut Vec<Vec<&'a str>>,
    tell: &mut impl FnMut(&[Vec<&'a str>]),
) {
    let Some((card, rest)) = cards.split_first() else { return tell(shares) };
    for place in 0..sizes.len() {
        if shares[place].len() < sizes[place] {
            shares[place].push(card);
            share_out(rest, sizes, shares, tell);
            shares[place].pop();
        }
    }
}

/// A world as the sampler tells it.
fn world_of(view: &View, hidden: &HiddenCards, rng: &mut ChaCha8Rng) -> World {
    let (hands, stock) = hidden.sample(rng);
    let seats = view.table.options.seats();
    let mut world: World = Seat::all(seats)
        .map(|seat| hands[seat].iter().map(|card| card.to_string()).collect())
        .collect();
    world.push(stock.iter().map(ToString::to_string).collect());
    world.iter_mut().for_each(|cards| cards.sort());
    world
}

/// Random deals up to a random late moment, with what everybody then knows.
fn late_positions(json: &str, deals: u64, mut each: impl FnMut(&History, &Trset, &mut ChaCha8Rng)) {
    let options = options(json);
    for seed in 0..deals {
        let mut rng = ChaCha8Rng::seed_from_u64(1_000 + seed);
        let cards = shuffled::<Trset>(&options, &mut rng);
        let mut state = Trset::deal(&options, Seat::new(0), &cards).unwrap();
        let mut history = History {
            table: naive::Table::read(&serde_json::from_str(json).unwrap()),
            dealer: 0,
            cards: cards.iter().map(ToString::to_string).collect(),
            actions: Vec::new(),
        };
        let stop = 8 + rng.next_u32() as usize % 12;
        while cards_left(&state) > stop {
            let legal = state.legal_actions();
            // Declarations first: they are what is rarest.
            let action = match legal[0] {
                Action::Declare(_) => legal[0],
                Action::Play(_) => draw(&legal, &mut rng),
            };
            history.actions.push(action.to_string());
            state.apply(action).unwrap();
        }
        each(&history, &state, &mut rng);
    }
}

fn cards_left(state: &Trset) -> usize {
    let held: usize = Seat::all(state.seats()).map(|seat| state.hand(seat).len()).sum();
    held + state.stock().len()
}

#[rstest]
#[case::two(r#"{"players":2}"#)]
#[case::three(r#"{"players":3}"#)]
#[case::four(r#"{"players":4}"#)]
#[case::three_declaring(r#"{"players":3,"declarations":true}"#)]
#[case::four_declaring(r#"{"players":4,"declarations":true}"#)]
fn the_count_of_distributions_is_that_of_brute_force(#[case] json: &str) {
    let (mut positions, mut tight) = (0, 0);
    late_positions(json, 60, |history, state, _| {
        for observer in observers(state.seats()) {
            let Some(worlds) = history.worlds(observer.seat().map(Seat::index)) else { continue };
            let view = state.view(observer);
            let counted = HiddenCards::new(&view).count_distributions();
            assert_eq!(counted, worlds.len() as f64, "{observer:?} in {view:?}");
            positions += 1;
            let seats = Seat::all(state.seats());
            let open: Vec<_> =
                seats.map(|seat| view.hidden_in(seat)).chain([state.stock().len()]).collect();
            tight += usize::from(ways(&open) > worlds.len() as u64);
        }
    });
    assert!(positions >= 25, "only {positions} positions were small enough");
    // With two players a void shown while there is a stock is a rare thing.
    assert!(tight >= 5 || json.contains("2"), "only {tight} positions had a void that counts");
}

#[rstest]
#[case::two(r#"{"players":2}"#)]
#[case::three(r#"{"players":3}"#)]
#[case::four(r#"{"players":4}"#)]
#[case::four_declaring(r#"{"players":4,"declarations":true}"#)]
fn every_possible_distribution_is_sampled_equally_often(#[case] json: &str) {
    const EACH: usize = 60;
    let mut tested = 0;
    late_positions(json, 60, |history, state, rng| {
        if tested == 25 {
            return;
        }
        for observer in observers(state.seats()) {
            let Some(worlds) = history.worlds(observer.seat().map(Seat::index)) else { continue };
            if !(6..=400).contains(&worlds.len()) {
                continue;
            }
            tested += 1;
            let view = state.view(observer);
            let hidden = HiddenCards::new(&view);
            let mut counts: HashMap<World, u32> =
                worlds.iter().map(|world| (world.clone(), 0)).collect();
            for _ in 0..EACH * worlds.len() {
                let world = world_of(&view, &hidden, rng);
                *counts.get_mut(&world).expect("only possible worlds are sampled") += 1;
            }
            let chi = chi_squared(counts.values().copied(), EACH as f64);
            let limit = chi_squared_limit(worlds.len() as f64 - 1.0);
            assert!(chi < limit, "chi squared {chi} of {} worlds, limit {limit}", worlds.len());
        }
    });
    assert!(tested >= 10, "only {tested} positions");
}

/// A position made so that naive sampling would fail: seat 1 can hold only one
/// suit, seat 2 two, seat 3 anything, and sizes leave little room.
#[test]
fn tight_voids_are_sampled_evenly() {
    let state = Trset::deal(
        &options(r#"{"players":4}"#),
        Seat::new(3),
        &Trset::pack(&options(r#"{"players":4}"#)),
    )
    .unwrap();
    let mut json = serde_json::to_value(state.view(Observer::Seat(Seat::new(0)))).unwrap();
    let unseen = ["C4", "C5", "C6", "S4", "S5", "B4", "B5", "D4"];
    let suit = |letter: char| -> Vec<String> {
        "32AKCJ7654".chars().map(|rank| format!("{letter}{rank}")).collect()
    };
    let away: Vec<String> = ['C', 'S', 'B', 'D']
        .into_iter()
        .flat_map(suit)
        .filter(|card| !unseen.contains(&card.as_str()) && card != "D3" && card != "D2")
        .collect();
    json["hand"] = serde_json::json!(["D3", "D2"]);
    json["hand_sizes"] = serde_json::json!([2, 2, 3, 3]);
    json["piles"] = serde_json::json!([away, [], [], []]);
    let denied: Vec<Vec<String>> = vec![
        vec![],
        [suit('S'), suit('B'), suit('D')].concat(),
        [suit('B'), suit('D')].concat(),
        vec![],
    ];
    json["denied"] = serde_json::json!(denied);
    let view: View = serde_json::from_value(json).unwrap();

    // By hand: seat 1 holds two of the three C (3 ways). Seat 3 must take B4,
    // B5 and D4, which fills it; seat 2 gets the last C and both S.
    let hidden = HiddenCards::new(&view);
    assert_eq!(hidden.count_distributions(), 3.0);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut counts: HashMap<World, u32> = HashMap::new();
    for _ in 0..3_000 {
        *counts.entry(world_of(&view, &hidden, &mut rng)).or_default() += 1;
    }
    assert_eq!(counts.len(), 3);
    assert!(counts.values().all(|count| (880..1_120).contains(count)), "{counts:?}");
}

/// The stock's order counts too: nobody knows it.
#[test]
fn every_order_of_the_stock_is_equally_likely() {
    let options = options(r#"{"players":2}"#);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let cards = shuffled::<Trset>(&options, &mut rng);
    let mut state = Trset::deal(&options, Seat::new(0), &cards).unwrap();
    while state.stock().len() > 4 {
        let action = draw(&state.legal_actions(), &mut rng);
        state.apply(action).unwrap();
    }
    let view = state.view(Observer::Seat(Seat::new(0)));
    let hidden = HiddenCards::new(&view);
    let unseen: Vec<Card> = view.unseen().iter().collect();
    let mut counts = vec![[0u32; 4]; unseen.len()];
    const SAMPLES: u32 = 20_000;
    for _ in 0..SAMPLES {
        let (_, stock) = hidden.sample(&mut rng);
        for (place, card) in stock.iter().enumerate() {
            counts[unseen.iter().position(|c| c == card).unwrap()][place] += 1;
        }
    }
    // Cards that the opponent cannot hold lie in the stock more often, but at
    // each place of it as often as at any other.
    for (card, places) in unseen.iter().zip(&counts) {
        let expected = f64::from(places.iter().sum::<u32>()) / 4.0;
        let chi = chi_squared(places.iter().copied(), expected);
        assert!(chi < chi_squared_limit(3.0), "{card}: {places:?}");
    }
}
