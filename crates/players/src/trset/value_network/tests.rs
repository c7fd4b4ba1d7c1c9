use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Card as _;
use vzetek_trset::DEAL;

use super::network::{KIFAMENO, TRSET};
use super::*;
use crate::trset::cards::{Bits, SUIT};
use crate::trset::{Rules, World, simple};

const GOAL: (u8, f64) = (DEAL, 0.9);

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Some tricks of random cards, and then a lead.
fn led(tricks: usize, rng: &mut Xoshiro256PlusPlus) -> World {
    let mut world = World::shuffled(Rules::two_players(false), rng);
    for _ in 0..2 * tricks + 1 {
        world.play(simple::random(world.playable(), rng));
    }
    world
}

#[test]
fn both_files_are_whole_and_come_back() {
    for kifameno in [false, true] {
        let network = Network::shared(kifameno);
        let file = network.write(kifameno);
        assert_eq!(file, if kifameno { KIFAMENO } else { TRSET });
        assert!(Network::read(!kifameno, &file).is_err(), "of the other game");
        let weights = || network.weights.all();
        assert_eq!(weights().count(), Weights::COUNT);
        let used = weights().filter(|&&weight| weight != 0.0).count();
        assert!(used * 10 > Weights::COUNT * 9, "{used} of {} weights", Weights::COUNT);
        let largest = weights().map(|weight| weight.abs()).fold(0.0, f32::max);
        assert!(largest < 32_767.0 / 1024.0, "weights are cut off");
    }
}

#[test]
fn suits_are_all_alike() {
    let mut rng = rng(1);
    let turned = |cards: u64| (cards << 10 | cards >> 30) & SUIT.iter().sum::<u64>();
    for tricks in 0..9 {
        let world = led(tricks, &mut rng);
        let (afterstate, _) =
            Afterstate::after(&world, simple::random(world.playable(), &mut rng), DEAL);
        let [mine, theirs, stock] =
            [afterstate.mine, afterstate.theirs, afterstate.stock].map(turned);
        let other = Afterstate { mine, theirs, stock, ..afterstate };
        assert_ne!(afterstate, other);
        for kifameno in [false, true] {
            let [one, other] = [afterstate, other]
                .map(|afterstate| Network::shared(kifameno).outlook(&afterstate));
            assert!((one.win - other.win).abs() < 1e-4, "{one:?} {other:?}");
            assert!((one.share - other.share).abs() < 1e-4, "{one:?} {other:?}");
        }
    }
}

#[test]
fn seats_are_alike_and_the_draw_is_undone() {
    let mut rng = rng(2);
    for tricks in 0..10 {
        let world = led(tricks, &mut rng);
        let mut mirrored = world;
        mirrored.hands.swap(0, 1);
        mirrored.thirds.swap(0, 1);
        mirrored.leader ^= 1;
        let network = Network::shared(false);
        let [one, other] = [world, mirrored].map(|world| best_reply(network, &world, GOAL));
        assert_eq!(
            (one.reply, one.afterstate, one.worth),
            (other.reply, other.afterstate, other.worth)
        );
        assert_eq!(one.winner, other.winner ^ 1);
        for card in Bits(world.playable()) {
            let mut drawn = world;
            drawn.play(card);
            assert_eq!(
                Afterstate::before_draw(&drawn, DEAL),
                Afterstate::after(&world, card, DEAL)
            );
        }
    }
}

/// An ace is led, and can be taken with a three or not.
#[test]
fn an_ace_is_taken_where_thirds_are_wanted() {
    let set = |cards: &str| -> u64 {
        cards.split(' ').map(|card| 1 << card.parse::<vzetek_trset::Card>().unwrap().index()).sum()
    };
    let card = |name: &str| set(name).trailing_zeros() as u8;
    let mut world = World::shuffled(Rules::two_players(false), &mut rng(3));
    world.hands = [set("S4 S5 B4 B5 D4 D5 S6 B6 D6"), set("C3 C4 S7 B7 D7 SC BC DC SJ BJ"), 0, 0];
    let used = world.hands[0] | world.hands[1] | set("CA");
    for (place, card) in world.stock.iter_mut().zip(Bits(SUIT.iter().sum::<u64>() & !used)) {
        *place = card;
    }
    (world.trick[0], world.played) = (card("CA"), 1);
    assert_eq!(best_reply(Network::shared(false), &world, GOAL).reply, card("C3"));
    world.rules.kifameno = true;
    assert_eq!(best_reply(Network::shared(true), &world, GOAL).reply, card("C4"));
}
