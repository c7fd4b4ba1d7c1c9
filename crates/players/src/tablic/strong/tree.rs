//! One tree for all the worlds that are possible, as far as the next deal: the
//! player does not choose as if it knew which of them is real.

use std::cell::RefCell;

use rand_core::Rng;
use vzetek_search::Limits;
use vzetek_search::ismcts::{self, Findings, Information, Parameters, Payoffs, SIDES};
use vzetek_tablic::{Action, CardSet, points};

use super::deal::Dealer;
use crate::tablic::moves::{Lister, Rated};
use crate::tablic::value::{Goal, share};
use crate::tablic::world::World;

/// Searches a number of worlds, or as long as the limits say.
pub(super) fn search(
    dealer: &Dealer<'_>,
    goal: Goal,
    parameters: &Parameters,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Findings<Action> {
    let memory = RefCell::default();
    let mut worlds = Worlds { dealer, goal, memory: &memory };
    ismcts::search(&mut worlds, parameters, limits, rng)
}

/// The buffers that all worlds use in turn.
#[derive(Debug, Default)]
struct Memory {
    lister: Lister,
    moves: Vec<Rated>,
}

/// The information state of the player, as a source of worlds.
struct Worlds<'a> {
    dealer: &'a Dealer<'a>,
    goal: Goal,
    memory: &'a RefCell<Memory>,
}

/// A way the hidden cards may lie, up to the next deal.
struct Imagined<'a> {
    world: World,
    me: usize,
    goal: Goal,
    memory: &'a RefCell<Memory>,
}

impl<'a> Information for Worlds<'a> {
    type World = Imagined<'a>;

    fn sample(&mut self, rng: &mut impl Rng) -> Imagined<'a> {
        let world = self.dealer.deal(rng);
        Imagined { me: world.board.to_play, world, goal: self.goal, memory: self.memory }
    }
}

impl Imagined<'_> {
    /// Returns the number of sides from the player's to that of the seat to play.
    fn place(&self) -> usize {
        let board = &self.world.board;
        (board.side(board.to_play) + board.sides() - board.side(self.me)) % board.sides()
    }
}

impl ismcts::World for Imagined<'_> {
    type Move = Action;

    fn side(&self) -> Option<usize> {
        let hand = self.world.hands[self.world.board.to_play];
        (!hand.is_empty()).then_some(self.place().min(SIDES - 1))
    }

    fn moves(&self, moves: &mut Vec<Action>) {
        let Memory { lister, moves: rated } = &mut *self.memory.borrow_mut();
        let hand = self.world.hands[self.world.board.to_play];
        // If there are not sides enough for all, the others play greedily.
        if self.place() > 0 && self.world.board.sides() > SIDES {
            moves.push(lister.greediest(hand, self.world.board.table));
            return;
        }
        lister.list(hand, self.world.board.table, rated);
        moves.extend(rated.iter().map(|&(_, action)| action));
    }

    fn play(&mut self, action: Action) {
        self.world.play(action);
    }

    /// Returns a quick estimate of the move's value by what it captures immediately.
    fn prior(&self, Action { card, taken }: Action) -> f32 {
        if taken.is_empty() {
            let laid = points(CardSet::single(card));
            return 0.45 - 0.05 * f32::from(laid);
        }
        let tabla = f32::from(u8::from(taken == self.world.board.table));
        let worth = f32::from(points(taken.with(card))) + tabla;
        (0.5 + 0.05 * worth + 0.02 * taken.len() as f32).min(1.0)
    }

    /// All players play greedily to the end of the deal.
    fn rollout(mut self, _: &mut impl Rng) -> Payoffs {
        let lister = &mut self.memory.borrow_mut().lister;
        let world = &mut self.world;
        loop {
            let hand = world.hands[world.board.to_play];
            if hand.is_empty() {
                break;
            }
            let action = lister.greediest(hand, world.board.table);
            world.play(action);
        }
        let (sides, own) = (world.board.sides(), world.board.side(self.me));
        std::array::from_fn(|place| match place < sides {
            true => share(self.goal, world, (own + place) % sides),
            false => 0.0,
        })
    }
}
