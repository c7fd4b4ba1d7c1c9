//! Players of tarok for four: every decision, and what they may know.

use std::collections::BTreeSet;
use std::mem::discriminant;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game as _, HiddenInformation, Level, Observer, Seat, sharing};
use vzetek_search::{Limits, dice};
use vzetek_tarok::{Action, Contract, MOST_PLAYERS, Options, Phase, Tarok};

use super::Question;
use super::card_policy::Relation::{Foe, Friend, Unknown};
use super::card_policy::{CardPolicy, Game};
use super::hand_posterior::HandPosterior;
use super::search::Position;
use crate::{Play, decide};

const N: usize = MOST_PLAYERS;

fn deal(number: u64, rng: &mut impl Rng) -> Play<Tarok> {
    let options = Options::new(N as u8).expect("four may play");
    Play::new(sharing::deal(&options, Seat::new((number % 4) as u8), rng))
}

/// The action that leads to the contract, if it is still to be found.
fn towards(contract: Contract, state: &Tarok) -> Option<Action> {
    match &state.table().phase {
        Phase::Bidding(_) => Some(Action::Pass),
        Phase::Choosing(_) => Some(Action::Choose(contract)),
        _ => None,
    }
}

fn random(legal: &[Action], rng: &mut impl Rng) -> Action {
    legal[dice::below(rng, legal.len() as u32) as usize]
}

#[test]
fn every_level_decides_everything() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    for level in [Level::Gentle, Level::Easy, Level::Medium, Level::Strong] {
        let mut phases = BTreeSet::new();
        for (number, contract) in (0..).zip(Contract::OF_FOUR.into_iter().cycle().take(14)) {
            let mut play = deal(number, &mut rng);
            while play.state.current_player().is_some() {
                phases.insert(format!("{:?}", discriminant(&play.state.table().phase)));
                let limits = Limits::iterations(8);
                let decision = play.ask(|question| decide(level, &question, &limits, &mut rng));
                let legal = play.state.legal_actions();
                assert!(legal.contains(&decision.action), "{} {:?}", decision.action, play.state);
                // The first two deals are left to the players.
                let laid_down = towards(contract, &play.state).filter(|_| number >= 2);
                play.act(laid_down.unwrap_or(decision.action));
            }
        }
        assert_eq!(phases.len(), 8, "{level:?}: all phases but the last");
    }
}

/// The places of the weights of all legal cards.
fn places(game: &Game<N>) -> Vec<usize> {
    let mut places = Vec::new();
    let legal = game.position.legal();
    for card in legal {
        game.situation().places(card, legal.bits(), &mut |place| places.push(place));
    }
    places
}

/// In worlds that a seat cannot tell apart it sees the same, whoever holds the called king,
/// and its worlds are the deal's as far as it sees them.
#[test]
fn players_know_only_what_their_seat_knows() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
    let (mut sides, mut unsure) = (BTreeSet::new(), 0);
    for number in 0..90 {
        let contract = Contract::OF_FOUR[number as usize % 9];
        let mut play = deal(number, &mut rng);
        while let Some(seat) = play.state.current_player() {
            let legal = play.state.legal_actions();
            if let Some(truth) = Position::<N>::from_state(&play.state) {
                let view = play.state.view(Observer::Seat(seat));
                let question = Question::new(&view, &play.histories[seat.index()], &legal);
                let policy = CardPolicy::shared(N);
                let posterior = HandPosterior::<N>::new(&question, policy, true, 0.5);
                let games: Vec<Game<N>> =
                    posterior.draw(4, 2, &mut rng).iter().filter_map(|world| world.game).collect();
                assert_eq!(games.len(), 4);
                let seen = places(&games[0]);
                let mut found = BTreeSet::new();
                for game in &games {
                    assert_eq!(places(game), seen, "{:?}", play.state);
                    assert_eq!(game.position.to_play(), seat);
                    assert_eq!(game.position.legal(), truth.legal());
                    assert_eq!(game.position.tricks, truth.tricks);
                    // In which order a klop's gifts were given is not remembered.
                    if truth.contract != Contract::Klop {
                        assert_eq!(game.position.piles, truth.piles);
                    }
                    found.insert(game.position.side);
                }
                unsure += usize::from(found.len() > 1);
                sides.extend(found);
            }
            let action = towards(contract, &play.state);
            play.act(action.unwrap_or_else(|| random(&legal, &mut rng)));
        }
    }
    assert!(unsure > 50 && sides.len() > 4, "{unsure} {sides:?}");
}

/// A partner who knows the own side plays for it.
#[test]
fn the_holder_of_the_called_king_is_the_declarers_friend() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(23);
    let mut partners = 0;
    for number in 0..40 {
        let mut play = deal(number, &mut rng);
        while !matches!(play.state.table().phase, Phase::Playing(_)) {
            let legal = play.state.legal_actions();
            let silent = legal.contains(&Action::Pass).then_some(Action::Pass);
            let action = towards(Contract::Two, &play.state).or(silent);
            play.act(action.unwrap_or_else(|| random(&legal, &mut rng)));
        }
        let position = Position::<N>::from_state(&play.state).expect("cards are played");
        let exchange = play.state.table().phase.undertaking().and_then(|u| u.exchange.clone());
        let gone = exchange.expect("a group was taken").left;
        let game = Game::new(position, gone, play.state.buried());
        let declarer = position.declarer();
        for seat in Seat::all(N).filter(|&seat| seat != declarer) {
            let holds = position.hands[seat.index()] & position.called != 0;
            let expected = if holds { Friend } else { Foe };
            assert_eq!(game.relation(seat, declarer), expected);
            let back = game.relation(declarer, seat);
            assert!(back == Unknown || !holds && back == Foe, "{back:?}");
            partners += usize::from(holds);
        }
    }
    assert!(partners > 10);
}
