//! The Monte Carlo search of the tršet thesis: UCT over the moves at hand, playouts
//! of random cards, or of cards that a policy draws.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_search::Limits;
use vzetek_search::uct::{self, Outcome, Parameters, Trial};
use vzetek_trset::DEAL;

use super::cards::Bits;
use super::{Situation, World, kernel};

/// The search's choice, with its estimate.
pub(super) struct Choice {
    pub card: u8,
    /// Expected final thirds of the own side.
    pub thirds: f64,
    pub iterations: u64,
}

/// Draws the cards of playouts.
pub trait PlayoutPolicy {
    /// Returns the index of the card to play in this world, in which a card is
    /// playable.
    fn draw(&mut self, world: &World, rng: &mut impl Rng) -> u8;
}

/// The end of a deal that is played out from a situation.
trait Playout {
    /// Plays the card and the deal to its end; returns the final thirds by side.
    fn thirds(&mut self, card: u8, rng: &mut impl Rng) -> [u8; 4];
}

/// Random cards: the fast kernel for two players, plain playouts for more.
struct Evenly<'a> {
    situation: &'a Situation,
    kernel: Option<kernel::Playouts>,
    /// The thirds that both sides will have taken in the end, declarations included.
    total: u8,
}

impl Playout for Evenly<'_> {
    fn thirds(&mut self, card: u8, rng: &mut impl Rng) -> [u8; 4] {
        if let Some(kernel) = &self.kernel {
            let (own, side) = (kernel.run(card, rng) as u8, self.situation.side());
            let mut thirds = [0; 4];
            thirds[side] = own;
            thirds[side ^ 1] = self.total - own;
            return thirds;
        }
        let mut world: World = self.situation.sample(rng);
        world.play(card);
        world.play_out(rng);
        world.thirds
    }
}

/// Cards that a policy draws.
struct ByPolicy<'a, P> {
    situation: &'a Situation,
    policy: &'a mut P,
}

impl<P: PlayoutPolicy> Playout for ByPolicy<'_, P> {
    fn thirds(&mut self, card: u8, rng: &mut impl Rng) -> [u8; 4] {
        let mut world: World = self.situation.sample(rng);
        world.play(card);
        while !world.is_over() {
            let card = self.policy.draw(&world, rng);
            world.play(card);
        }
        world.thirds
    }
}

/// The cards at hand, tried by playouts.
struct Cards<'a, P> {
    situation: &'a Situation,
    cards: ArrayVec<u8, 40>,
    side: usize,
    playout: P,
}

impl<P: Playout> Trial for Cards<'_, P> {
    fn moves(&self) -> usize {
        self.cards.len()
    }

    fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome {
        let thirds = self.playout.thirds(self.cards[chosen], rng);
        self.situation.rules().outcome(&thirds, self.side)
    }
}

/// Chooses as the agent of the tršet thesis does while cards are hidden (section 4.2).
pub(super) fn choose(
    situation: &Situation,
    parameters: &Parameters,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Choice {
    let kernel = kernel::Playouts::new(situation);
    let evenly = Evenly { situation, kernel, total: situation.final_total() };
    search(situation, evenly, parameters, limits, rng)
}

/// Chooses in the same way, the cards of its playouts drawn by a policy.
pub(super) fn choose_by(
    situation: &Situation,
    policy: &mut impl PlayoutPolicy,
    parameters: &Parameters,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Choice {
    search(situation, ByPolicy { situation, policy }, parameters, limits, rng)
}

fn search(
    situation: &Situation,
    playout: impl Playout,
    parameters: &Parameters,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Choice {
    let cards: ArrayVec<u8, 40> = Bits(situation.playable()).collect();
    let mut trial = Cards { situation, cards, side: situation.side(), playout };
    let findings = uct::search(&mut trial, parameters, limits, rng);
    let points = findings.arms[findings.chosen].mean_points();
    let kept = if situation.rules().kifameno { 1.0 - points } else { points };
    let thirds = kept * f64::from(DEAL);
    Choice { card: trial.cards[findings.chosen], thirds, iterations: findings.iterations }
}

/// Expected final thirds of the own side after this card, by a few playouts:
/// for players that choose without searching.
pub(super) fn estimate(situation: &Situation, card: u8, playouts: u64, rng: &mut impl Rng) -> f64 {
    let side = situation.side();
    let total: u64 = (0..playouts)
        .map(|_| {
            let mut world = situation.sample(rng);
            world.play(card);
            world.play_out(rng);
            u64::from(world.thirds[side])
        })
        .sum();
    total as f64 / playouts.max(1) as f64
}
