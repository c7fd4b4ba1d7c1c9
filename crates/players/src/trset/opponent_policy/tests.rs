use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_search::dice;
use vzetek_trset::{CardSet, Event, Options, Trset, Variant};

use super::network::{KIFAMENO, TRSET, UNITS, Weights};
use super::*;
use crate::trset::cards::{Bits, SUIT, index};
use crate::trset::{History, OpponentModel, Situation};

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A deal with declarations, played at random, with what is looked at before
/// every action.
fn play(seed: u64, mut look: impl FnMut(&Trset, &History)) -> (Trset, History) {
    let usual = Options::new(Variant::Trset, 2).unwrap();
    let options = Options { declarations: true, ..usual };
    let (mut rng, mut history) = (rng(seed), History::new());
    let dealer = Seat::new((seed % 2) as u8);
    let mut deal: Trset = vzetek_game::sharing::deal(&options, dealer, &mut rng);
    while deal.current_player().is_some() {
        look(&deal, &history);
        let legal = deal.legal_actions();
        let action = legal[dice::below(&mut rng, legal.len() as u32) as usize];
        deal.apply(action).unwrap().iter().for_each(|event| history.observe(event));
    }
    (deal, history)
}

/// The opponent's observations, with what is hidden from the seat to move.
fn past(deal: &Trset, history: &History) -> (Vec<Observation>, CardSet) {
    let seat = deal.current_player().unwrap();
    let view = deal.view(Observer::Seat(seat));
    let them = seat.clockwise(1, 2);
    (Observation::past(&view, history), deal.hand(them) - view.table.known[them])
}

/// Every observation in which somebody played a card, as it was then.
fn observations(seed: u64) -> [Vec<Observation>; 2] {
    let mut observations = [Vec::new(), Vec::new()];
    let mut before: Vec<Trset> = Vec::new();
    let (_, history) = play(seed, |deal, _| before.push(deal.clone()));
    let events = history.events();
    let cards = events.iter().filter_map(|event| match event {
        Event::Declared { seat, .. } => Some((*seat, None)),
        Event::Played { seat, card } => Some((*seat, Some(index(*card)))),
        _ => None,
    });
    let (mut leads, mut lacking) = ([0; 2], [0; 2]);
    for (deal, (seat, card)) in before.iter().zip(cards) {
        let Some(card) = card.filter(|_| !deal.stock().is_empty()) else { continue };
        let other = seat.clockwise(1, 2);
        let view = deal.view(Observer::Seat(seat));
        let led = deal.table().trick.cards().first().map(|&card| index(card));
        let gone = view.table.piles[seat] | view.table.piles[other] | view.table.trick.card_set();
        let thirds = [deal.table().thirds[seat], deal.table().thirds[other]];
        let mut led_by: [u64; 2] = leads;
        if seat.index() == 1 {
            led_by.reverse();
        }
        observations[seat.index()].push(Observation {
            card,
            hand: deal.hand(seat).bits(),
            gone: gone.bits(),
            led,
            known: view.table.known[seat].bits(),
            facing: view.table.known[other].bits(),
            lacking: lacking[other.index()],
            leads: led_by,
            thirds,
            stock: deal.stock().len() as u8,
        });
        match led {
            None => leads[seat.index()] |= 1 << card,
            Some(led) if led / 10 != card / 10 => {
                lacking[seat.index()] |= SUIT[usize::from(led / 10)];
            }
            Some(_) => (),
        }
    }
    observations
}

#[test]
fn walking_back_finds_what_was_there() {
    let (mut seen, mut lacking) = (0, 0);
    for seed in 0..20 {
        let observations = observations(seed);
        play(seed, |deal, history| {
            let (past, hidden) = past(deal, history);
            let them = deal.current_player().unwrap().clockwise(1, 2);
            let was: Vec<_> = observations[them.index()][..past.len()].to_vec();
            // Of declared cards it is not told when they became known.
            let declared = |event: &Event| matches!(event, Event::Declared { .. });
            let declared = history.events().iter().any(declared);
            for (past, was) in past.iter().zip(&was) {
                let past = past.with(hidden.bits());
                let known = if declared { past } else { *was };
                assert_eq!(past, Observation { known: known.known, facing: known.facing, ..*was });
                seen += 1;
                lacking += usize::from(past.lacking != 0);
            }
            let played = 10 - deal.stock().len() / 2;
            let led = deal.table().trick.leader() == them && !deal.table().trick.cards().is_empty();
            assert_eq!(past.len(), (played + usize::from(led && !deal.stock().is_empty())).min(10));
        });
    }
    assert!(seen > 2_000 && lacking > 500, "{seen} {lacking}");
}

#[test]
fn what_is_seen_goes_on_as_the_deal_does_and_tells_nothing_hidden() {
    let (mut seen_again, mut hidden, mut declared) = (0, 0, 0);
    for seed in 0..20 {
        let observations = observations(seed);
        let (_, whole) = play(seed, |_, _| ());
        play(seed, |deal, history| {
            let seat = deal.current_player().unwrap();
            let them = seat.clockwise(1, 2);
            let view = deal.view(Observer::Seat(seat));
            let rest = &whole.events()[history.events().len()..];
            // No tree foresees a declaration.
            if rest.iter().any(|event| matches!(event, Event::Declared { .. })) {
                declared += 1;
                return;
            }
            let mut world = *Situation::new(&view, history, &OpponentModel::NONE).known();
            world.hands[them.index()] = deal.hand(them).bits();
            for (place, &card) in world.stock.iter_mut().zip(deal.stock()) {
                *place = index(card);
            }
            world.stock_len = deal.stock().len() as u8;
            let mut seen = Seen::now(&view, history);
            let played = 10 - deal.stock().len() / 2;
            let led = usize::from(
                deal.table().trick.leader() == them && !deal.table().trick.cards().is_empty(),
            );
            let mut next = observations[them.index()].iter().skip(played + led);
            for event in rest {
                let Event::Played { card, .. } = event else { continue };
                if world.seat() == them.index() && !world.is_ending() {
                    let Some(was) = next.next() else { panic!("a observation too many") };
                    assert_eq!(
                        Observation { card: was.card, ..Observation::of(&world, &seen) },
                        *was
                    );
                    seen_again += 1;
                    // A card that the other holds unseen might as well lie in the stock.
                    let unseen = world.hands[seat.index()] & !seen.facing;
                    if unseen != 0 {
                        let mut swapped = world;
                        let card = unseen.trailing_zeros() as u8;
                        swapped.hands[seat.index()] ^= 1 << card | 1 << swapped.stock[0];
                        swapped.stock[0] = card;
                        assert_eq!(
                            Observation::of(&swapped, &seen),
                            Observation::of(&world, &seen)
                        );
                        hidden += 1;
                    }
                }
                let before = world;
                world.play(index(*card));
                seen.observe(them.index(), &before, &world);
            }
            assert_eq!(next.next(), None);
        });
    }
    assert!(seen_again > 1_500 && hidden > 500, "{seen_again} and {hidden} hidden");
    assert!(declared > 0);
}

#[test]
fn once_a_deal_is_over_every_moment_is_known() {
    let mut seen = 0;
    for seed in 0..20 {
        let (deal, history) = play(seed, |_, _| ());
        let declared = |event: &Event| matches!(event, Event::Declared { .. });
        let declared = history.events().iter().any(declared);
        for (seat, observations) in Seat::all(2).zip(observations(seed)) {
            let view = deal.view(Observer::Seat(seat.clockwise(1, 2)));
            let past = Observation::past(&view, &history);
            assert_eq!(past.len(), observations.len());
            for (past, was) in past.iter().zip(&observations) {
                let known = if declared { past } else { was };
                assert_eq!(*past, Observation { known: known.known, facing: known.facing, ..*was });
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 20 * 2 * 10);
}

#[test]
fn what_was_missed_is_left_out() {
    let mut shorter = 0;
    play(3, |deal, history| {
        let (whole, _) = past(deal, history);
        for missed in 0..=history.events().len() {
            let late: History = history.events()[missed..].iter().collect();
            let (seen, _) = past(deal, &late);
            assert!(seen.len() <= whole.len());
            for (seen, was) in seen.iter().rev().zip(whole.iter().rev()) {
                assert_eq!((seen.card, seen.hand, seen.gone), (was.card, was.hand, was.gone));
                assert_eq!((seen.led, seen.thirds), (was.led, was.thirds));
                assert_eq!(seen.lacking & !was.lacking, 0);
            }
            shorter += usize::from(seen.len() < whole.len());
        }
    });
    assert!(shorter > 500, "{shorter}");
}

#[test]
fn the_history_of_another_deal_is_not_taken_for_this_ones() {
    let (_, other) = play(1, |_, _| ());
    let (mut own, mut strange) = (0, 0);
    play(2, |deal, history| {
        own += past(deal, history).0.len();
        strange += past(deal, &other).0.len();
    });
    assert!(strange * 10 < own, "{strange} of {own}");
}

#[test]
fn both_files_are_whole_and_come_back() {
    for kifameno in [false, true] {
        let policies = OpponentPolicy::learned(kifameno);
        assert_eq!(policies.len(), OpponentPolicy::COUNT);
        let file = OpponentPolicy::write(kifameno, policies.try_into().unwrap());
        assert_eq!(file, if kifameno { KIFAMENO } else { TRSET });
        assert!(OpponentPolicy::read(!kifameno, &file).is_err(), "of the other game");
        for policy in policies {
            assert_eq!(policy.weights.all().count(), Weights::COUNT);
            let largest = policy.weights.all().map(|weight| weight.abs()).fold(0.0, f32::max);
            assert!(largest < 32_767.0 / 1024.0, "weights are cut off");
            let silent = policy.weights.out.iter().filter(|&&weight| weight == 0.0).count();
            assert!(silent < UNITS / 2, "{silent} units say nothing");
        }
    }
}

#[test]
fn suits_are_all_alike_and_chances_add_up() {
    let all = SUIT.iter().fold(0, |all, suit| all | suit);
    let turned = |cards: u64| (cards << 10 | cards >> 30) & all;
    for observation in observations(5).into_iter().flatten() {
        let other = Observation {
            card: (observation.card + 10) % 40,
            hand: turned(observation.hand),
            gone: turned(observation.gone),
            led: observation.led.map(|led| (led + 10) % 40),
            known: turned(observation.known),
            facing: turned(observation.facing),
            lacking: turned(observation.lacking),
            leads: observation.leads.map(turned),
            ..observation
        };
        for policy in OpponentPolicy::learned(false) {
            let chance = policy.chance(&observation);
            assert!((chance - policy.chance(&other)).abs() < 0.01, "{observation:?}");
            let chances = Bits(observation.legal())
                .map(|card| policy.chance(&Observation { card, ..observation }));
            assert!((chances.sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }
}
