//! The strongest player: one search tree over information sets, and exact
//! endings at its leaves when two play, or partners.

use std::cell::RefCell;

use rand_core::Rng;
use vzetek_search::Limits;
use vzetek_search::ismcts::{self, Information, Parameters, Payoffs};

use super::cards::{Bits, representatives};
use super::flat::{self, Choice};
use super::hand_posterior::{self, HandPosterior};
use super::opponent_policy::OpponentPolicy;
use super::partners::Partners;
use super::tree_opponent::Opponent;
use super::value_network::{Afterstate, Network, best_reply};
use super::{Ending, Situation, World, simple};

/// The settings of the strong player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The search of the tree.
    pub tree: Parameters,
    /// The weight of winning the deal against that of its points; what the
    /// table's rules make of it if absent.
    pub win_weight: Option<f64>,
    /// True if playouts of two players end in the solver.
    pub solves_endings: bool,
    /// True if the network takes the place of playouts where the solver is used.
    pub network: bool,
    /// With at most this many cards in every hand, playouts of partners are
    /// played on exactly.
    pub partners_solved_from: usize,
    /// The settings of the inference of hands when two play.
    pub posterior: hand_posterior::Settings,
    /// The probability with which the opponent of two plays by policy in the
    /// tree, if it is sure to have one. The less sure that is, the lower.
    pub by_policy: f64,
}

impl Default for Settings {
    /// Found by duels: docs/notes/2026-11.md.
    fn default() -> Self {
        let tree = Parameters { exploration: 0.4, prior_visits: 1.0, nodes: 1 << 20 };
        Self {
            tree,
            win_weight: None,
            solves_endings: true,
            network: true,
            partners_solved_from: 3,
            posterior: hand_posterior::Settings::default(),
            by_policy: 0.8,
        }
    }
}

/// The worlds a situation allows for.
struct Worlds<'a> {
    situation: &'a Situation,
    /// The solver for playouts that reach an ending, if they should use it.
    ending: Option<RefCell<Ending>>,
    /// The network that values positions with cards in the stock, instead of playouts.
    network: Option<&'static Network>,
    /// The solver for playouts of partners, and how many cards a hand may have
    /// for it.
    open: Option<(RefCell<Partners>, u32)>,
    total: u8,
    /// The probability with which the opponent plays by each of the policies,
    /// if by any.
    policies: Option<[f64; OpponentPolicy::COUNT]>,
    /// The weight of winning the deal.
    win_weight: f64,
    tally: RefCell<Tally>,
}

/// The thirds that playouts brought to the thinking side, by the card it played.
#[derive(Clone, Debug)]
struct Tally {
    iterations: u64,
    /// By card, the number of leaves whose thirds are expected or known, and
    /// the sum of those thirds.
    thirds: [(u32, f64); 40],
}

impl Worlds<'_> {
    /// Adds the thirds that one of the thinking side's cards brought it.
    fn note(&self, card: Option<u8>, thirds: f64) {
        if let Some(card) = card {
            let (count, sum) = &mut self.tally.borrow_mut().thirds[usize::from(card)];
            *count += 1;
            *sum += thirds;
        }
    }
}

/// One of them, being played.
struct Guess<'a> {
    world: World,
    worlds: &'a Worlds<'a>,
    /// The thinking side's card.
    first: Option<u8>,
    /// The policy that plays for the opponent of two, if not the search.
    opponent: Option<Opponent>,
}

impl<'a> Information for &'a Worlds<'a> {
    type World = Guess<'a>;

    fn sample(&mut self, rng: &mut impl Rng) -> Guess<'a> {
        self.tally.borrow_mut().iterations += 1;
        let policies = self.policies.as_ref();
        let opponent = policies.and_then(|policies| Opponent::draw(self.situation, policies, rng));
        Guess { world: self.situation.sample(rng), worlds: self, first: None, opponent }
    }
}

impl Guess<'_> {
    /// Returns true if the solver takes over here: never before there was a choice.
    fn is_solved(&self) -> bool {
        (self.worlds.ending.is_some() || self.is_open())
            && self.first.is_some()
            && self.world.is_ending()
            && self.world.played == 0
            && !self.world.is_over()
    }

    /// Returns true if few enough cards are left for the solver of partners.
    fn is_open(&self) -> bool {
        let hand = self.world.hands[usize::from(self.world.leader)];
        self.worlds.open.as_ref().is_some_and(|&(_, size)| hand.count_ones() <= size)
    }

    /// Plays on as all players together would who see everything. Returns whether that is exact, or
    /// only who wins the deal is.
    fn finish(&mut self, solver: &RefCell<Partners>) -> bool {
        let often = self.world.rules.match_play;
        let exact = often || self.worlds.tally.borrow().iterations.is_multiple_of(16);
        let mut solver = solver.borrow_mut();
        solver.take_up(&self.world);
        let (thirds, exact) = solver.finish(&self.world, exact);
        self.world.thirds = thirds;
        exact
    }

    /// Returns the payoffs that the network expects, the trick in progress
    /// completed by the reply that it likes best. Nothing before a card is
    /// played, or where the ending is reached: then at least that reply is
    /// played.
    fn expect(&mut self) -> Option<Payoffs> {
        let network = self.worlds.network?;
        let (world, total) = (&self.world, self.worlds.total);
        let (rules, win_weight) = (world.rules, self.worlds.win_weight);
        let (afterstate, winner, outlook) = match world.played {
            _ if self.first.is_none() || world.is_ending() => return None,
            0 => {
                let (afterstate, winner) = Afterstate::before_draw(world, total);
                (afterstate, winner, network.outlook(&afterstate))
            }
            _ => {
                let taken = best_reply(network, world, (total, win_weight));
                if world.stock_len == 2 {
                    self.world.play(taken.reply);
                    return None;
                }
                (taken.afterstate, taken.winner, taken.outlook)
            }
        };
        let (win, thirds) = (f64::from(outlook.win), f64::from(afterstate.thirds(outlook)));
        let others = (1.0 - win, f64::from(total) - thirds);
        let side = self.worlds.situation.side();
        self.worlds.note(self.first, if side == winner { thirds } else { others.1 });
        let mut payoffs = Payoffs::default();
        payoffs[winner] = rules.expected(win, thirds, win_weight) as f32;
        payoffs[winner ^ 1] = rules.expected(others.0, others.1, win_weight) as f32;
        Some(payoffs)
    }

    /// Adds to both sides what they take in an ending that both play well. Returns whether that is
    /// exact, or only who wins the deal is.
    fn solve(&mut self, ending: &RefCell<Ending>) -> bool {
        let world = &mut self.world;
        let leader = world.seat();
        let (mine, theirs) = (world.hands[leader], world.hands[leader ^ 1]);
        let left = self.worlds.total - world.thirds[0] - world.thirds[1];
        let mut ending = ending.borrow_mut();
        // The winner is found out much faster than the margin, but every
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

    fn given(&self, rng: &mut impl Rng) -> Option<u8> {
        self.opponent.as_ref()?.plays(&self.world, rng)
    }

    fn play(&mut self, card: u8) {
        self.first.get_or_insert(card);
        match &mut self.opponent {
            None => self.world.play(card),
            Some(opponent) => {
                let before = self.world;
                self.world.play(card);
                opponent.observe(&before, &self.world);
            }
        }
    }

    /// Returns the payoffs that the network expects; where it is not used, those of random cards.
    /// Playouts by rules of thumb did worse, and by far: see docs/notes/2026-11.md.
    fn rollout(mut self, rng: &mut impl Rng) -> Payoffs {
        if let Some(payoffs) = self.expect() {
            return payoffs;
        }
        while !self.world.is_over() && !self.is_solved() {
            let card = simple::random(self.world.playable(), rng);
            self.play(card);
        }
        let exact = match (&self.worlds.ending, &self.worlds.open) {
            _ if self.world.is_over() => true,
            (Some(ending), _) => self.solve(ending),
            (None, Some((solver, _))) => self.finish(solver),
            (None, None) => true,
        };
        let (world, side) = (&self.world, self.worlds.situation.side());
        let win_weight = self.worlds.win_weight;
        if exact {
            self.worlds.note(self.first, f64::from(world.thirds[side]));
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
    let win_weight = settings.win_weight.unwrap_or(rules.win_weight());
    let posterior = HandPosterior::infer(situation, &settings.posterior, limits, rng);
    let by_policy = settings.by_policy;
    let policies = (by_policy > 0.0).then(|| posterior.policies.map(|policy| policy * by_policy));
    let believing = (!posterior.pool.is_empty()).then(|| situation.believing(posterior.pool));
    let situation = believing.as_ref().unwrap_or(situation);
    // The solver takes some ten times as long as playing on at random, and
    // more than makes up for it: docs/notes/2026-11.md. It knows no cappotto.
    let solves = settings.solves_endings && rules.seats == 2 && !rules.cappotto;
    let ending = solves.then(|| RefCell::new(Ending::new(rules.kifameno)));
    let network = (solves && settings.network).then(|| Network::shared(rules.kifameno));
    let total = situation.final_total();
    let tally = RefCell::new(Tally { iterations: 0, thirds: [(0, 0.0); 40] });
    // It knows no cappotto either.
    let size = settings.partners_solved_from;
    let open = (size > 0 && rules.seats == 4 && !rules.alone && !rules.cappotto)
        .then(|| (RefCell::new(Partners::new(rules.kifameno, size)), size as u32));
    let worlds = Worlds { situation, ending, network, open, total, policies, win_weight, tally };
    let found = ismcts::search(&mut &worlds, &settings.tree, limits, rng);
    let card = found.most_visited().expect("every iteration tries a move").action;
    let (count, sum) = worlds.tally.borrow().thirds[usize::from(card)];
    let thirds = match count {
        0 => flat::estimate(situation, card, 64, rng),
        count => sum / f64::from(count),
    };
    Choice { card, thirds, iterations: found.iterations }
}
