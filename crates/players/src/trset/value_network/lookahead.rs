//! The choice of cards by the network's valuation of the completed trick.

use super::{Afterstate, Network, Outlook};
use crate::trset::World;
use crate::trset::cards::{Bits, representatives};

/// A completed trick with its valuation.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The card that completes it.
    pub reply: u8,
    /// The deal after it.
    pub afterstate: Afterstate,
    /// The seat that takes it.
    pub winner: usize,
    /// The expectation of that seat.
    pub outlook: Outlook,
    /// The utility of that expectation to the player who replies, 0 to 1.
    pub worth: f32,
}

/// Returns the trick that a reply to the card led completes.
#[inline]
pub fn reply(network: &Network, world: &World, reply: u8, (total, win_weight): (u8, f64)) -> Taken {
    let (afterstate, winner) = Afterstate::after(world, reply, total);
    let outlook = network.outlook(&afterstate);
    let worth = afterstate.worth(outlook, world.rules, win_weight);
    let worth = if winner == world.seat() { worth } else { 1.0 - worth };
    Taken { reply, afterstate, winner, outlook, worth }
}

/// Returns the reply that looks best to the player who replies. The goal is the
/// thirds that both will have taken in the end, and the weight of winning.
///
/// # Panics
/// If there is no card to play.
#[inline]
pub fn best_reply(network: &Network, world: &World, goal: (u8, f64)) -> Taken {
    let cards = Bits(representatives(world.playable(), world.others(world.seat())));
    cards
        .map(|card| reply(network, world, card, goal))
        .reduce(|best, taken| if taken.worth > best.worth { taken } else { best })
        .expect("there is a card to play")
}
