//! Neighbours against a search through all examples, and the weights by hand.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::trset::Rules;

use super::*;

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn set(cards: &str) -> CardSet {
    cards.split_whitespace().map(card).collect()
}

/// Every decision of a deal that is played out at random, with the card drawn.
fn deal(rng: &mut Xoshiro256PlusPlus) -> Vec<Example> {
    let mut world = World::shuffled(Rules::two_players(false), rng);
    let mut examples = Vec::new();
    while !world.is_over() {
        let playable: Vec<Card> = CardSet::from_bits(world.playable()).iter().collect();
        let card = playable[dice::below(rng, playable.len() as u32) as usize];
        examples.push(Example { attributes: attributes(&world), card });
        world.play(card.index());
    }
    examples
}

fn deals(count: usize, seed: u64) -> Vec<Example> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).flat_map(|_| deal(&mut rng)).collect()
}

#[test]
fn a_world_is_described_as_its_player_sees_it() {
    let mut world =
        World::shuffled(Rules::two_players(false), &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let hand = CardSet::from_bits(world.hands[0]);
    assert_eq!(attributes(&world), Attributes::new(hand, CardSet::default(), None));
    let led = hand.first().unwrap();
    world.play(led.index());
    let hand = CardSet::from_bits(world.hands[1]);
    assert_eq!(attributes(&world), Attributes::new(hand, CardSet::default(), Some(led)));
    let reply = CardSet::from_bits(world.playable()).last().unwrap();
    world.play(reply.index());
    let hand = CardSet::from_bits(world.hands[world.seat()]);
    let gone = CardSet::single(led).with(reply);
    assert_eq!(attributes(&world), Attributes::new(hand, gone, None));
}

#[test]
fn weights_rise_by_five_two_and_one() {
    let cards = set("C3 C7 SK DK B4");
    // By rising index: C7, C3, SK, B4, DK.
    assert_eq!(weights(cards, &[]).to_vec(), [1.0; 5]);
    assert_eq!(weights(cards, &[card("C7")]).to_vec(), [6.0, 3.0, 1.0, 1.0, 1.0]);
    assert_eq!(weights(cards, &[card("BK")]).to_vec(), [1.0, 1.0, 2.0, 3.0, 2.0]);
    let three = [card("C7"), card("BK"), card("C7")];
    assert_eq!(weights(cards, &three).to_vec(), [11.0, 5.0, 2.0, 3.0, 2.0]);
}

/// The squared distances of all examples, the nearest first, from the definition: each
/// count over its range in the examples, 1 for another suit led.
fn distances<'a>(examples: &'a [Example], query: &Attributes) -> Vec<(f32, &'a Example)> {
    let leads = query.led().is_none();
    let alike: Vec<&Example> =
        examples.iter().filter(|example| example.attributes.led().is_none() == leads).collect();
    let rank =
        |attributes: &Attributes| attributes.led().map_or(0.0, |led| led.rank() as u8 as f32);
    let numbers = |attributes: &Attributes| {
        attributes
            .leading()
            .map(f32::from)
            .into_iter()
            .chain([rank(attributes)])
            .collect::<Vec<_>>()
    };
    let all: Vec<Vec<f32>> = alike.iter().map(|example| numbers(&example.attributes)).collect();
    let range = |axis: usize| {
        let values = || all.iter().map(|numbers| numbers[axis]);
        values().fold(f32::MIN, f32::max) - values().fold(f32::MAX, f32::min)
    };
    let ranges: Vec<f32> = (0..=LEADING).map(range).collect();
    let wanted = numbers(query);
    let mut distances: Vec<(f32, &Example)> = alike
        .iter()
        .zip(&all)
        .map(|(&example, numbers)| {
            let axes = numbers.iter().zip(&wanted).zip(&ranges).filter(|(_, range)| **range > 0.0);
            let counts: f32 = axes.map(|((a, b), range)| ((a - b) / range).powi(2)).sum();
            let suit = |attributes: &Attributes| attributes.led().map(|led| led.suit());
            let differs = suit(&example.attributes) != suit(query);
            (counts + f32::from(u8::from(differs)), example)
        })
        .collect();
    distances.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    distances
}

#[test]
fn the_nearest_are_those_of_a_search_through_all() {
    let examples = deals(60, 5);
    let neighbours = Neighbours::new(examples.iter().copied()).unwrap();
    assert_eq!(neighbours.examples(), 60 * 40);
    let mut ties = 0;
    for query in deals(5, 6) {
        let all = distances(&examples, &query.attributes);
        for k in [1, 3, 8] {
            let found = neighbours.nearest(&query.attributes, k);
            assert_eq!(found.len(), k);
            // Those that are equally near may stand in any order, or for each other.
            let furthest = all[k - 1].0;
            let close = |(distance, _): &&(f32, &Example)| *distance < furthest - 1e-5;
            let near = |(distance, _): &&(f32, &Example)| *distance <= furthest + 1e-5;
            let mut rest: Vec<Card> =
                all.iter().take_while(near).map(|(_, example)| example.card).collect();
            ties += usize::from(rest.len() > k);
            let mut surely: Vec<Card> =
                all.iter().take_while(close).map(|(_, example)| example.card).collect();
            for card in found {
                let place = rest.iter().position(|&other| other == card);
                rest.remove(place.unwrap_or_else(|| panic!("{card} is not among the nearest {k}")));
                if let Some(place) = surely.iter().position(|&other| other == card) {
                    surely.remove(place);
                }
            }
            assert!(surely.is_empty(), "nearer than some of the {k}: {surely:?}");
        }
    }
    assert!(ties < 300, "hardly anything is left to compare: {ties} ties");
}

#[test]
fn a_situation_is_nearest_to_itself() {
    let examples = deals(50, 7);
    let neighbours = Neighbours::new(examples.iter().copied()).unwrap();
    for example in &examples[..200] {
        let twins: Vec<Card> = examples
            .iter()
            .filter(|other| other.attributes == example.attributes)
            .map(|other| other.card)
            .collect();
        assert!(twins.contains(&neighbours.nearest(&example.attributes, 1)[0]));
    }
}

#[test]
fn fewer_examples_are_fewer_neighbours_and_none_is_an_error() {
    let examples = deals(1, 8);
    let (leads, replies): (Vec<Example>, Vec<Example>) =
        examples.iter().partition(|example| example.attributes.led().is_none());
    assert_eq!(Neighbours::new([]).unwrap_err(), MissingExamples::Leading);
    assert_eq!(Neighbours::new(replies.clone()).unwrap_err(), MissingExamples::Leading);
    assert_eq!(Neighbours::new(leads.clone()).unwrap_err(), MissingExamples::Following);
    let few = Neighbours::new(leads[..2].iter().chain(&replies[..1]).copied()).unwrap();
    assert_eq!(few.nearest(&leads[0].attributes, 3).len(), 2);
    assert_eq!(few.nearest(&replies[5].attributes, 3), [replies[0].card]);
}

#[test]
fn cards_are_drawn_by_their_weights() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let world = World::shuffled(Rules::two_players(false), &mut rng);
    let hand = CardSet::from_bits(world.playable());
    let favourite = hand.first().unwrap();
    // One example of each kind: the favourite is the only neighbour, and always near.
    let lead = Example { attributes: attributes(&world), card: favourite };
    let reply = Example {
        attributes: Attributes::new(hand, CardSet::default(), Some(favourite)),
        card: favourite,
    };
    let neighbours = Neighbours::new([lead, reply]).unwrap();
    let mut policy = Weighted { k: 3, examples: &neighbours };
    let weights = weights(hand, &[favourite]);
    let total: f64 = weights.iter().sum();
    const DRAWS: u32 = 40_000;
    let mut counts = [0u32; 40];
    for _ in 0..DRAWS {
        counts[usize::from(policy.draw(&world, &mut rng))] += 1;
    }
    for (card, weight) in hand.iter().zip(weights) {
        let share = f64::from(counts[usize::from(card.index())]) / f64::from(DRAWS);
        assert!((share - weight / total).abs() < 0.01, "{card}: {share} for {weight} of {total}");
    }
}
