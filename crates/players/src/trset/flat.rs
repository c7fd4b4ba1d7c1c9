//! The Monte Carlo search of the tršet thesis: UCT over the moves at hand, random
//! playouts.

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

/// Random playouts: the fast kernel for two players, plain ones for more.
struct Playouts<'a> {
    situation: &'a Situation,
    kernel: Option<kernel::Playouts>,
    cards: ArrayVec<u8, 40>,
    side: usize,
    /// The thirds that both sides will have taken in the end, declarations included.
    total: u8,
}

impl Playouts<'_> {
    fn thirds(&self, card: u8, rng: &mut impl Rng) -> [u8; 4] {
        if let Some(kernel) = &self.kernel {
            let own = kernel.run(card, rng) as u8;
            let mut thirds = [0; 4];
            thirds[self.side] = own;
            thirds[self.side ^ 1] = self.total - own;
            return thirds;
        }
        let mut world: World = self.situation.sample(rng);
        world.play(card);
        world.play_out(rng);
        world.thirds
    }
}

impl Trial for Playouts<'_> {
    fn moves(&self) -> usize {
        self.cards.len()
    }

    fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome {
        let thirds = self.thirds(self.cards[chosen], rng);
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
    let cards: ArrayVec<u8, 40> = Bits(situation.playable()).collect();
    let side = situation.side();
    let kernel = kernel::Playouts::new(situation);
    let total = situation.final_total();
    let mut playouts = Playouts { situation, kernel, cards, side, total };
    let findings = uct::search(&mut playouts, parameters, limits, rng);
    let points = findings.arms[findings.chosen].mean_points();
    let kept = if situation.rules().kifameno { 1.0 - points } else { points };
    let thirds = kept * f64::from(DEAL);
    Choice { card: playouts.cards[findings.chosen], thirds, iterations: findings.iterations }
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
