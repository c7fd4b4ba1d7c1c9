//! Tarok's players among four: they play by the rules, know nothing that is hidden, and
//! find what is plain to see.

use std::collections::BTreeSet;
use std::mem::discriminant;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::decide;
use vzetek_baselines::tarok::Player;
use vzetek_game::{Game, HiddenInformation, Observer, Seat, sharing};
use vzetek_players::Play;
use vzetek_players::tarok::Decision;
use vzetek_search::Limits;
use vzetek_tarok::{
    Action, Card, CardSet, Contract, Item, MOST_PLAYERS, Options, Phase, Side, Tarok,
};

/// The number of cards in a hand.
const HAND: usize = 12;

fn options() -> Options {
    Options::new(MOST_PLAYERS as u8).expect("four may play")
}

fn shuffled(number: u64, rng: &mut impl Rng) -> Play<Tarok> {
    Play::new(sharing::deal(&options(), Seat::new((number % 4) as u8), rng))
}

/// A deal in which seat 0, the forehand, and the players after it hold these cards, filled
/// up with what comes.
fn with_hands(hands: [&str; MOST_PLAYERS], rng: &mut impl Rng) -> Play<Tarok> {
    let hands: [CardSet; MOST_PLAYERS] = hands.map(set);
    let given = hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
    loop {
        let mut rest: Vec<Card> = (CardSet::full() - given).iter().collect();
        sharing::shuffle(&mut rest, rng);
        let mut cards = Vec::new();
        for hand in hands {
            cards.extend(hand);
            cards.extend(rest.drain(..HAND - hand.len()));
        }
        cards.extend(rest);
        if let Ok(state) = Tarok::deal(&options(), Seat::new(3), &cards) {
            return Play::new(state);
        }
    }
}

fn set(text: &str) -> CardSet {
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
}

fn acts(table: &mut Play<Tarok>, actions: &str) {
    for action in actions.split_whitespace() {
        table.act(action.parse().unwrap());
    }
}

fn ask(table: &Play<Tarok>, player: Player, iterations: u64, seed: u64) -> Decision {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    table.ask(|question| decide(player, &question, &Limits::iterations(iterations), &mut rng))
}

/// The action that leads to the contract, if it is still to be found.
fn towards(contract: Contract, state: &Tarok) -> Option<Action> {
    match &state.table().phase {
        Phase::Bidding(_) => Some(Action::Pass),
        Phase::Choosing(_) => Some(Action::Choose(contract)),
        _ => None,
    }
}

/// Deals of every contract, and some that are left to the players, to the end; each action
/// is checked by the rules.
#[test]
fn players_finish_deals_of_every_contract() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    for (player, iterations, rounds) in
        [(Player::Random, 1, 40), (Player::Simple, 1, 20), (Player::Lustrek2002, 1, 2)]
    {
        let mut phases = BTreeSet::new();
        for number in 0..13 * rounds {
            // The first of thirteen is bid for.
            let at = number as usize % 13;
            let contract = Contract::OF_FOUR[at.saturating_sub(1)];
            let mut table = shuffled(number, &mut rng);
            while table.state.current_player().is_some() {
                phases.insert(format!("{:?}", discriminant(&table.state.table().phase)));
                let decision = ask(&table, player, iterations, number);
                let laid_down = towards(contract, &table.state).filter(|_| at > 0);
                table.act(laid_down.unwrap_or(decision.action));
            }
        }
        assert_eq!(phases.len(), 8, "{player}: all phases but the last");
    }
}

#[test]
fn no_decision_depends_on_hidden_cards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(42);
    let (mut compared, mut different, mut partners) = (0, 0, 0);
    for number in 0..36 {
        let contract = Contract::OF_FOUR[1 + number as usize % 11];
        let mut table = shuffled(number, &mut rng);
        while let Some(seat) = table.state.current_player() {
            if rng.next_u32().is_multiple_of(6) {
                let view = table.state.view(Observer::Seat(seat));
                let other = Play { state: Tarok::determinize(&view, &mut rng), ..table.clone() };
                different += usize::from(other.state != table.state);
                partners += usize::from(partner(&table.state) != partner(&other.state));
                for (player, iterations) in [(Player::Simple, 1), (Player::Lustrek2002, 1)] {
                    let here = ask(&table, player, iterations, 3);
                    assert_eq!(here, ask(&other, player, iterations, 3), "{:?}", table.state);
                    compared += 1;
                }
            }
            let next = ask(&table, Player::Simple, 1, rng.next_u64()).action;
            let laid_down = towards(contract, &table.state).filter(|_| number % 4 > 0);
            table.act(laid_down.unwrap_or(next));
        }
    }
    assert!(compared > 300 && different > 100, "{compared} compared, {different} different");
    assert!(partners > 20, "{partners} with another partner");
}

/// The holder of the called king who is not the declarer.
fn partner(state: &Tarok) -> Option<Seat> {
    let undertaking = state.table().phase.undertaking()?;
    let others = Seat::all(MOST_PLAYERS).filter(|&seat| seat != undertaking.declarer);
    others.into_iter().find(|&seat| {
        undertaking.called.is_some()
            && undertaking.side_with(seat, state.hand(seat)) == Side::Declarer
    })
}

#[test]
fn a_berac_that_cannot_fail_is_played() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(43);
    for _ in 0..3 {
        let mut table = with_hands(["H4 H3 H2 D4 D3 D2 S7 S8 S9 C7 C8 T2", "", "", ""], &mut rng);
        acts(&mut table, "pass pass pass");
        let choice = ask(&table, Player::Lustrek2002, 10, 1).action;
        let beraci = [Contract::Berac, Contract::OpenBerac].map(Action::Choose);
        assert!(beraci.contains(&choice), "{choice}");
    }
}

#[test]
fn a_hand_full_of_taroks_is_bid_high() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(44);
    for (hand, least) in [
        ("T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 HK", Contract::Valat),
        ("T22 T21 T20 T19 T18 T17 T16 T12 T9 T1 HK DK", Contract::SoloThree),
        ("T22 T21 HK HQ HC HJ DK DQ DC SK SQ SC", Contract::ColourValat),
    ] {
        let mut table = with_hands([hand, "", "", ""], &mut rng);
        acts(&mut table, "pass pass pass");
        let choice = ask(&table, Player::Lustrek2002, 5, 1).action;
        assert!(
            matches!(choice, Action::Choose(contract) if contract >= least),
            "{hand}: {choice}"
        );
    }
}

#[test]
fn a_weak_hand_passes_and_says_klop() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(45);
    let weak = "T3 T7 HQ HC H1 DQ DJ D1 SC S10 CJ C9";
    let mut table = with_hands([weak, "", "", ""], &mut rng);
    acts(&mut table, "pass pass pass");
    let klop = Action::Choose(Contract::Klop);
    assert_eq!(ask(&table, Player::Lustrek2002, 5, 1).action, klop);
    let table = with_hands(["", weak, "", ""], &mut rng);
    assert_eq!(ask(&table, Player::Lustrek2002, 5, 1).action, Action::Pass);
}

/// The partner of a declarer who cannot lose says nothing, a defender of a declarer who
/// cannot win says kontra.
#[test]
fn kontra_is_said_for_the_own_side() {
    let strong = "T22 T21 T20 T19 T18 T17 T16 T15 HK DK SK";
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(46);
    let kontra = |table: &Play<Tarok>| ask(table, Player::Lustrek2002, 10, 1).action;
    let raise = Action::Raise(Item::Game);
    let mut table = with_hands(["", strong, "CK", ""], &mut rng);
    acts(&mut table, "pass pass pass contract:three call:CK take:0");
    while matches!(table.state.table().phase, Phase::Discarding(_)) {
        let discard = table.state.legal_actions()[0];
        table.act(discard);
    }
    acts(&mut table, "pass");
    let said = std::iter::from_fn(|| {
        let action = kontra(&table);
        table.act(action);
        (action != Action::Pass).then_some(action)
    });
    let said: Vec<Action> = said.collect();
    assert!(said.contains(&raise), "a defender who has all: {said:?}");
    let partners = kontra(&table);
    assert!(!matches!(partners, Action::Raise(_)), "the partner: {partners}");
}
