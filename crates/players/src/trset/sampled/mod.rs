//! Three and four players, hidden cards: exact search of sampled worlds.
//!
//! Perfect information Monte Carlo (D. N. L. Levy, "The million pound bridge
//! program", 1989): worlds that fit what is known are drawn, every card is
//! valued in each as if all hands were open, and the best on the whole is
//! played. Four players are two sides ([`Partners`]); three play each for
//! itself ([`Three`]).

mod order;
mod partners;
#[cfg(test)]
mod tests;
mod three;

use std::collections::HashSet;

use rand_core::Rng;
use vzetek_search::{Budget, Limits, Perfect};
use vzetek_trset::LAST_TRICK;

use super::cards::{Bits, SUIT, representatives, thirds};
use super::flat::Choice;
use super::open::OpenDeal;
use super::{Rules, Situation, World};
use partners::Partners;
use three::Three;

/// Positions a decision may visit when nothing else is said: some seconds.
const NODES: u64 = 3_000_000;

/// Where every world is wanted once, at most so many times their number is
/// drawn.
const DRAWS: u64 = 16;

/// When worlds of three and four players are searched exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// With at most this many cards in hand, worlds are sampled and searched
    /// exactly instead of searching a tree.
    pub from: usize,
    /// At most so many worlds.
    pub worlds: usize,
    /// With at most this many cards in every hand, playouts of partners are
    /// played on exactly.
    pub solved_from: usize,
    /// The same with three players.
    pub three_solved_from: usize,
}

impl Default for Settings {
    /// Found by duels: docs/STRENGTH.md.
    fn default() -> Self {
        Self { from: 0, worlds: 200, solved_from: 3, three_solved_from: 0 }
    }
}

impl Settings {
    /// What plays on from playouts, and from how many cards in every hand, if
    /// anything does.
    pub(super) fn ending(&self, rules: Rules, win_weight: f64) -> Option<(Solver, u32)> {
        let size = if rules.seats == 3 { self.three_solved_from } else { self.solved_from };
        if size == 0 {
            return None;
        }
        let solver = Solver::new(rules, win_weight, size, Limits::default().start())?;
        Some((solver, size as u32))
    }
}

/// Solves worlds of three or four hands, one after the other.
#[derive(Clone, Debug)]
pub(super) enum Solver {
    Partners(Partners),
    Three(Three),
}

impl Solver {
    /// A solver for hands of at most `size` cards, and for those who weigh
    /// winning so. Nothing for rules that it does not know: two players, and
    /// cappotto.
    pub fn new(rules: Rules, win_weight: f64, size: usize, budget: Budget) -> Option<Self> {
        match rules.seats {
            _ if rules.cappotto => None,
            4 => {
                // Room for most of what is met with so many cards.
                let bits = if size > 6 { 17 } else { 13 };
                Some(Self::Partners(Partners::new(rules.kifameno, bits, budget)))
            }
            3 => Some(Self::Three(Three::new(rules, win_weight, budget))),
            _ => None,
        }
    }

    /// Takes up a deal: all questions are about it and what follows from it
    /// until the next is taken up.
    pub fn take_up(&mut self, world: &World) {
        match self {
            Self::Partners(solver) => solver.take_up(world),
            Self::Three(solver) => solver.take_up(world),
        }
    }

    /// Whether the budget ended a search: what was answered since is of no use.
    pub fn is_spent(&self) -> bool {
        match self {
            Self::Partners(solver) => solver.is_spent(),
            Self::Three(solver) => solver.is_spent(),
        }
    }

    /// The final thirds by side if all play their best. If they need not be
    /// exact, partners only find out who wins the deal; tells whether they are.
    pub fn finish(&mut self, world: &World, exact: bool) -> ([u8; 4], bool) {
        let solver = match self {
            Self::Three(solver) => return (solver.value(world), true),
            Self::Partners(solver) => solver,
        };
        let left = left(world);
        let [first, second, ..] = world.thirds;
        let total = first + second + left;
        // With as much as this the first side has more than the other, with
        // less it has fewer, unless there can be a draw.
        let needed = i32::from(total / 2 + 1) - i32::from(first);
        let exact = exact || total.is_multiple_of(2);
        let value = if exact {
            solver.value(world, needed.clamp(0, i32::from(left)))
        } else {
            solver.bound(world, needed)
        };
        let value = value.clamp(0, i32::from(left)) as u8;
        ([first + value, second + left - value, 0, 0], exact)
    }
}

/// The thirds that are still to be taken.
fn left(world: &World) -> u8 {
    if world.is_over() {
        return 0;
    }
    thirds(world.hands.iter().fold(0, |all, hand| all | hand)) + world.on_table() + LAST_TRICK
}

/// The cards of a hand that no other card in play beats.
fn unbeatable(own: u64, others: u64) -> u64 {
    let mut sure = 0;
    for suit in SUIT {
        let above = (others & suit).checked_ilog2().map_or(!0, |highest| !0 << highest);
        sure |= own & suit & above;
    }
    sure
}

/// What became of a card in the worlds searched, added up.
#[derive(Clone, Copy)]
struct Prospect {
    card: u8,
    wins: f64,
    /// In those worlds only that were searched for more than who wins.
    points: f64,
    thirds: f64,
}

/// Chooses a card by searching worlds, if few enough cards are left and one
/// world at least can be searched within the limits. Each card in each world
/// is an iteration.
pub(super) fn choose(
    situation: &Situation,
    settings: &Settings,
    win_weight: f64,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Option<Choice> {
    let size = situation.known().hands[situation.seat()].count_ones() as usize;
    if size > settings.from || situation.stock() > 0 {
        return None;
    }
    let ways = situation.ways()?;
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(NODES)), ..limits.clone() };
    let budget = limits.start();
    let (rules, side) = (situation.rules(), situation.side());
    let mut solver = Solver::new(rules, win_weight, size, budget.clone())?;
    let mut prospects = prospects(&situation.sample(rng));
    // Few worlds are searched once each.
    let mut seen = (ways <= settings.worlds as f64).then(HashSet::new);
    let (mut worlds, mut exact_worlds, mut drawn) = (0, 0, 0);
    let (cards, most) = (prospects.len() as u64, settings.worlds as u64);
    let granted = |worlds| worlds < most && budget.grant(worlds * cards, cards) == cards;
    while worlds == 0 || drawn < DRAWS * most && granted(worlds) {
        let world = situation.sample(rng);
        drawn += 1;
        if let Some(seen) = &mut seen
            && !seen.insert(world.hands)
        {
            continue;
        }
        // Who wins is found out much faster than by how much.
        let exact = rules.match_play || seen.is_some() || worlds % 8 == 0;
        solver.take_up(&world);
        let mut found = prospects.clone();
        for prospect in &mut found {
            let mut next = world;
            next.play(prospect.card);
            let (thirds, _) = solver.finish(&next, exact);
            let outcome = rules.outcome(&thirds, side);
            prospect.wins += outcome.win;
            if exact {
                prospect.points += outcome.points;
                prospect.thirds += f64::from(thirds[side]);
            }
        }
        if solver.is_spent() {
            break;
        }
        prospects = found;
        worlds += 1;
        exact_worlds += u64::from(exact);
        if seen.as_ref().is_some_and(|seen| seen.len() as f64 >= ways) {
            break;
        }
    }
    if worlds == 0 {
        return None;
    }
    let (all, exact) = (worlds as f64, exact_worlds as f64);
    let worth = |prospect: &Prospect| {
        win_weight * prospect.wins / all + (1.0 - win_weight) * prospect.points / exact
    };
    // The first of equals: cards come in a sensible order.
    let best = prospects.iter().rev().max_by(|one, other| worth(one).total_cmp(&worth(other)))?;
    Some(Choice { card: best.card, thirds: best.thirds / exact, iterations: worlds * cards })
}

/// The cards to choose from, in the order in which exact searches try them.
fn prospects(world: &World) -> Vec<Prospect> {
    let mut cards = Vec::new();
    match world.rules.seats {
        4 => OpenDeal::new(*world, world.rules.side(world.seat())).moves(&mut cards),
        _ => {
            let seat = world.seat();
            cards.extend(Bits(representatives(world.playable(), world.others(seat))));
        }
    }
    cards.into_iter().map(|card| Prospect { card, wins: 0.0, points: 0.0, thirds: 0.0 }).collect()
}
