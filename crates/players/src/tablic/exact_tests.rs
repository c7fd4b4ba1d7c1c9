//! The ending's solution is the plain truth.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::sharing::shuffle;
use vzetek_tablic::{Card, CardSet, Finder, points};

use super::*;
use crate::tablic::board::Board;

/// Two hands of some cards, a table, and scores that leave everything open.
fn ending(size: usize, rng: &mut impl Rng) -> Situation {
    let mut pack: Vec<Card> = CardSet::full().iter().collect();
    shuffle(&mut pack, rng);
    let mut deal = |count: usize| pack.drain(..count).collect::<CardSet>();
    let (hand, unseen, table) = (deal(size), deal(size), deal(3 + size));
    let mine = 20 + rng.next_u32() as usize % 5;
    let piles = [deal(mine - size), pack.into_iter().collect()];
    let to_play = rng.next_u32() as usize % 2;
    let board = Board {
        table,
        to_play,
        last: [None, Some(0), Some(1)][rng.next_u32() as usize % 3],
        deck: 0,
        seats: 2,
        points: piles.iter().map(|&pile| points(pile)).collect(),
        cards: piles.iter().map(|pile| pile.len() as u8).collect(),
    };
    let hand_sizes = vec![size as u8; 2];
    Situation { board, hand, unseen, hand_sizes, moves: Vec::new(), adds_up: false }
}

/// The value by trying every legal move, on the rules' own list of captures.
fn plain(board: &mut Board, hands: [CardSet; 2], me: usize, goal: Goal) -> i32 {
    let seat = board.to_play;
    if hands[seat].is_empty() {
        return goal.of_end(board, me);
    }
    let mut values = Vec::new();
    for action in moves(hands[seat], board.table) {
        let mut after = hands;
        after[seat].remove(action.card);
        let undo = board.play(action);
        values.push(plain(board, after, me, goal));
        board.undo(undo);
    }
    let best = if seat == me { values.iter().max() } else { values.iter().min() };
    *best.expect("a hand has a card to play")
}

fn moves(hand: CardSet, table: CardSet) -> Vec<Action> {
    hand.iter()
        .flat_map(|card| {
            let captures: Vec<_> = Finder::new().find(card, table).iter().collect();
            captures
                .into_iter()
                .map(move |taken| Action::capture(card, taken))
                .chain([Action::lay(card)])
        })
        .collect()
}

#[test]
fn the_solution_is_what_trying_everything_finds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut values = std::collections::HashSet::new();
    for number in 0..150 {
        let situation = ending(1 + number % 3, &mut rng);
        let me = situation.seat();
        let mut hands = [situation.unseen; 2];
        hands[me] = situation.hand;
        for goal in [Goal::Win, Goal::Points] {
            let mut board = situation.board.clone();
            let expected = plain(&mut board, hands, me, goal);
            let solved = solve(&situation, goal, &Limits::default()).unwrap();
            assert_eq!(solved.value, expected, "{situation:?}");
            // The move itself leads there.
            let mut after = hands;
            after[me].remove(solved.action.card);
            board.play(solved.action);
            assert_eq!(plain(&mut board, after, me, goal), expected, "{situation:?}");
            values.insert(expected);
        }
    }
    assert!(values.len() > 30, "{}", values.len());
}

#[test]
fn a_full_ending_is_solved_and_one_beyond_the_limits_is_not() {
    let situation = ending(6, &mut Xoshiro256PlusPlus::seed_from_u64(12));
    assert!(solve(&situation, Goal::Win, &Limits::default()).is_some());
    assert_eq!(solve(&situation, Goal::Win, &Limits::nodes(50)), None);
}

#[test]
fn moves_are_undone_completely() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    for _ in 0..50 {
        let situation = ending(3, &mut rng);
        for action in moves(situation.hand, situation.board.table) {
            let mut board = situation.board.clone();
            let undo = board.play(action);
            assert_ne!(board, situation.board);
            board.undo(undo);
            assert_eq!(board, situation.board, "{action}");
        }
    }
}
