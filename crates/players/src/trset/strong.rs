//! The strongest player: one search tree over information sets, and exact
//! endings at its leaves when two play.

use std::cell::RefCell;

use rand_core::Rng;
use vzetek_search::Limits;
use vzetek_search::ismcts::{self, Information, Parameters, Payoffs};

use super::cards::{Bits, representatives};
use super::flat::{self, Choice};
use super::{Ending, Situation, World, simple};

/// How the player thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The search of the tree.
    pub tree: Parameters,
    /// The weight of winning the deal against that of its points; what the
    /// table's rules make of it if absent.
    pub win_weight: Option<f64>,
    /// Whether playouts of two players end in the solver.
    pub solves_endings: bool,
}

impl Default for Settings {
    /// Found by duels: docs/STRENGTH.md.
    fn default() -> Self {
        let tree = Parameters { exploration: 0.4, prior_visits: 1.0, nodes: 1 << 20 };
        Self { tree, win_weight: None, solves_endings: true }
    }
}

/// The worlds a situation allows for.
struct Worlds<'a> {
    situation: &'a Situation,
    /// The solver for playouts that reach an ending, if they should use it.
    ending: Option<RefCell<Ending>>,
    total: u8,
    /// The weight of winning the deal.
    win_weight: f64,
    tally: RefCell<Tally>,
}

/// What playouts brought to the thinking side, by the card it played.
#[derive(Clone, Debug)]
struct Tally {
    iterations: u64,
    /// Playouts whose final thirds are known exactly, and those thirds.
    thirds: [(u32, u32); 40],
}

/// One of them, being played.
struct Guess<'a> {
    world: World,
    worlds: &'a Worlds<'a>,
    /// The thinking side's card.
    first: Option<u8>,
}

impl<'a> Information for &'a Worlds<'a> {
    type World = Guess<'a>;

    fn sample(&mut self, rng: &mut impl Rng) -> Guess<'a> {
        self.tally.borrow_mut().iterations += 1;
        Guess { world: self.situation.sample(rng), worlds: self, first: None }
    }
}

impl Guess<'_> {
    /// Whether the solver takes over here: never before there was a choice.
    fn is_solved(&self) -> bool {
        self.worlds.ending.is_some()
            && self.first.is_some()
            && self.world.is_ending()
            && self.world.played == 0
            && !self.world.is_over()
    }

    /// Adds to both sides what they take in an ending that both play well.
    /// Tells whether that is exact, or only who wins the deal is.
    fn solve(&mut self, ending: &RefCell<Ending>) -> bool {
        let world = &mut self.world;
        let leader = world.seat();
        let (mine, theirs) = (world.hands[leader], world.hands[leader ^ 1]);
        let left = self.worlds.total - world.thirds[0] - world.thirds[1];
        let mut ending = ending.borrow_mut();
        // Who wins is found out much faster than by how much, but every
        // sixteenth time the thirds are wanted too.
        let exact =
            world.rules.match_play || self.worlds.tally.borrow().iterations.is_multiple_of(16);
        let value = if exact {
            ending.value(mine, theirs, None)
        } else {
            // More than half of everything wins; in kifameno, for the other.
            let ahead = world.thirds[leader ^ usize::from(world.rules.kifameno)];
            let needed = (self.worlds.total / 2 + 1).saturating_sub(ahead);
            ending.estimate(mine, theirs, needed)
        };
        world.thirds[leader] += value;
        world.thirds[leader ^ 1] += left - value;
        exact
    }
}

impl ismcts::World for Guess<'_> {
    type Move = u8;

    fn side(&self) -> Option<usize> {
        let ended = self.world.is_over() || self.is_solved();
        (!ended).then(|| self.world.rules.side(self.world.seat()))
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        let others = self.world.others(self.world.seat());
        moves.extend(Bits(representatives(self.world.playable(), others)));
    }

    fn play(&mut self, card: u8) {
        self.first.get_or_insert(card);
        self.world.play(card);
    }

    /// Random cards. Playouts by rules of thumb did worse, and by far: see
    /// docs/STRENGTH.md.
    fn rollout(mut self, rng: &mut impl Rng) -> Payoffs {
        while !self.world.is_over() && !self.is_solved() {
            let card = simple::random(self.world.playable(), rng);
            self.play(card);
        }
        let exact = match &self.worlds.ending {
            Some(ending) if !self.world.is_over() => self.solve(ending),
            _ => true,
        };
        let (world, side) = (&self.world, self.worlds.situation.side());
        let win_weight = self.worlds.win_weight;
        if let (true, Some(first)) = (exact, self.first) {
            let (count, sum) = &mut self.worlds.tally.borrow_mut().thirds[usize::from(first)];
            *count += 1;
            *sum += u32::from(world.thirds[side]);
        }
        let mut payoffs = Payoffs::default();
        for (side, payoff) in payoffs.iter_mut().enumerate().take(world.rules.sides()) {
            *payoff = world.rules.weighed(&world.thirds, side, win_weight) as f32;
        }
        payoffs
    }
}

/// Chooses a card while others are hidden.
pub(super) fn choose(
    situation: &Situation,
    settings: &Settings,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Choice {
    let rules = situation.rules();
    // The solver takes some ten times as long as playing on at random, and
    // more than makes up for it: docs/STRENGTH.md. It knows no cappotto.
    let solves = settings.solves_endings && rules.seats == 2 && !rules.cappotto;
    let ending = solves.then(|| RefCell::new(Ending::new(rules.kifameno)));
    let total = situation.final_total();
    let tally = RefCell::new(Tally { iterations: 0, thirds: [(0, 0); 40] });
    let win_weight = settings.win_weight.unwrap_or(rules.win_weight());
    let worlds = Worlds { situation, ending, total, win_weight, tally };
    let found = ismcts::search(&mut &worlds, &settings.tree, limits, rng);
    let card = found.most_visited().expect("every iteration tries a move").action;
    let (count, sum) = worlds.tally.borrow().thirds[usize::from(card)];
    let thirds = match count {
        0 => flat::estimate(situation, card, 64, rng),
        count => f64::from(sum) / f64::from(count),
    };
    Choice { card, thirds, iterations: found.iterations }
}
