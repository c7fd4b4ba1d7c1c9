//! The checks that every game must pass, in the manner of OpenSpiel's basic
//! tests: random play to the end, replay, and honesty of the views.
//!
//! A rules crate calls [`check`] from its tests for each of its option sets.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::chance::draw;
use super::observers;
use crate::fair::{Nonces, Secret};
use crate::notation::verb;
use crate::record::deal;
use crate::{Game, Observer, Record, Seat, TableGame, Transfer, Zones};

/// The facts of a game that hold in every state, which it adds to the kit.
pub trait Invariants: Game {
    /// Checks the laws of conservation.
    ///
    /// # Errors
    /// Says which cards or points are lost or doubled.
    fn check_conservation(&self) -> Result<(), String>;

    /// Checks that a determinized `guess` agrees with all that `observer` knows
    /// although the views cannot say it (hidden cards of the right number,
    /// known voids). Views are compared by the kit itself.
    ///
    /// # Errors
    /// Says what the guess contradicts.
    fn check_guess(&self, guess: &Self, observer: Observer) -> Result<(), String>;

    /// Returns options that differ with the byte; `None` for a byte that stands for none.
    fn options_by(choice: u8) -> Option<Self::Options>;
}

/// Plays `deals` random deals with these options and checks every state.
///
/// # Panics
/// With an explanation, at the first thing that is not as it must be.
pub fn check<G: Invariants + TableGame>(options: &G::Options, deals: u64) {
    check_by::<G>(options, deals, |_, legal, rng| draw(legal, rng));
}

/// Checks a game like [`check`], with another choice among the legal actions
/// than an even one, for games in which even choices seldom lead to some of the
/// phases.
///
/// # Panics
/// With an explanation, at the first thing that is not as it must be.
pub fn check_by<G: Invariants + TableGame>(
    options: &G::Options,
    deals: u64,
    choose: impl Fn(&G, &[G::Action], &mut ChaCha8Rng) -> G::Action,
) {
    for number in 0..deals {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        check_deal::<G>(options, &choose, &mut rng);
    }
}

fn check_deal<G: Invariants + TableGame>(
    options: &G::Options,
    choose: &impl Fn(&G, &[G::Action], &mut ChaCha8Rng) -> G::Action,
    rng: &mut ChaCha8Rng,
) {
    let seats = G::seats_for(options);
    let dealer = Seat::new((rng.next_u32() as usize % seats) as u8);
    let secret = Secret::draw(rng);
    let nonces = Nonces::none(seats);
    let mut state: G = deal(options, dealer, &secret, &nonces).expect("options allow a deal");
    let mut record =
        Record { options: options.clone(), dealer, secret, nonces, actions: Vec::new() };
    let observers: Vec<_> = observers(seats).collect();
    let mut followed: Vec<_> = observers.iter().map(|&o| state.view(o)).collect();
    let mut lying: Vec<_> = followed.iter().map(G::zones).collect();
    let mut open = state.open_zones();

    while !state.is_terminal() {
        check_state(&state, &observers, rng);
        let legal = state.legal_actions();
        assert!(!legal.is_empty(), "a player to move without a legal action: {state:?}");
        let action = choose(&state, &legal, rng);
        let text = action.to_string();
        let public = state.view(Observer::Public);
        assert_eq!(text.parse(), Ok(action), "notation {text} does not come back");
        let events = state.apply(action).expect("a legal action is accepted");
        for event in &events {
            let in_full = |&observer: &Observer| G::redact(event, observer).as_ref() == Some(event);
            assert_eq!(G::is_public(event), observers.iter().all(in_full), "{event:?}");
        }
        let own = events.first().expect("an event tells of every action");
        for (observer, view) in observers.iter().zip(&mut followed) {
            let told = G::redact(own, *observer).as_ref() == Some(own);
            assert!(told || !verb(&text).is_empty(), "{text} is secret and has no verb to tell");
            for event in events.iter().filter_map(|event| G::redact(event, *observer)) {
                G::observe(view, &event);
            }
            assert_eq!(*view, state.view(*observer), "{observer:?} lost the thread at {action}");
        }
        for (event, moves) in G::with_transfers(public, events) {
            let told = |observer: &Observer| redacted(&moves, |one| one.redact(*observer));
            for (observer, zones) in observers.iter().zip(&mut lying) {
                follow(zones, &told(observer), &event);
            }
            follow(&mut open, &redacted(&moves, Transfer::in_full), &event);
            let in_full = |observer: &Observer| told(observer) == moves;
            assert!(!G::is_public(&event) || observers.iter().all(in_full), "{event:?}: {moves:?}");
        }
        for ((observer, zones), view) in observers.iter().zip(&lying).zip(&followed) {
            assert_eq!(*zones, G::zones(view), "{observer:?} lost a card at {action}");
            assert_eq!(G::status(view), G::status(&followed[0]), "not all of it is public");
        }
        let hidden = open.iter().find(|(_, lying)| lying.cards.len() != usize::from(lying.n));
        assert_eq!(hidden, None, "an open card was lost at {action}");
        record.actions.push(text);
    }
    check_state(&state, &observers, rng);
    assert!(state.legal_actions().is_empty(), "legal actions after the end");
    assert_eq!(record.replay::<G>().as_ref(), Ok(&state), "replay ends elsewhere");
}

fn redacted(moves: &[Transfer], told: impl Fn(&Transfer) -> Transfer) -> Vec<Transfer> {
    moves.iter().map(told).collect()
}

fn follow(zones: &mut Zones, moves: &[Transfer], event: &impl std::fmt::Debug) {
    for one in moves {
        if let Err(lost) = zones.follow(one) {
            panic!("{event:?}: {lost}");
        }
    }
}

fn check_state<G: Invariants + TableGame>(state: &G, observers: &[Observer], rng: &mut ChaCha8Rng) {
    if let Err(lost) = state.check_conservation() {
        panic!("{lost}\nin {state:?}");
    }
    let foregone = state.foregone();
    assert!(foregone.is_none_or(|action| state.legal_actions().contains(&action)), "{foregone:?}");
    for &observer in observers {
        let view = state.view(observer);
        let guess = G::determinize(&view, rng);
        if let Err(lost) = guess.check_conservation() {
            panic!("determinize for {observer:?}: {lost}\nin {guess:?}");
        }
        if let Err(contradiction) = state.check_guess(&guess, observer) {
            panic!("determinize for {observer:?}: {contradiction}\nin {guess:?}");
        }
        assert_eq!(guess.foregone(), foregone, "who is not asked depends on hidden cards");
        // Two states that the observer cannot tell apart look the same to it,
        // now and after any action that both allow the observer's neighbours.
        assert_eq!(guess.view(observer), view, "the view of {observer:?} gives a hidden card away");
        if let (Observer::Seat(seat), Some(player)) = (observer, state.current_player())
            && seat == player
        {
            assert_eq!(
                guess.legal_actions(),
                state.legal_actions(),
                "what {observer:?} may do depends on hidden cards"
            );
        }
    }
}
