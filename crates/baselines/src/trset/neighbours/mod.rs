//! Cards of good players in situations like the one at hand, for the playouts of the
//! tršet thesis (sections 4.5, 4.6 and 5.5).
//!
//! A situation is a point whose coordinates are its [`Attributes`], the class the card
//! that was played there (k nearest neighbours: Cover, Hart 1967). Situations in which the
//! player leads are compared with their like, and so are those in which the player follows.
//! Each coordinate is brought to the range from 0 to 1 by its least and greatest value in
//! the examples, as by Weka (Hall and others 2009), with which the thesis searched, and two
//! suits led are 1 apart. Cards like those that the nearest neighbours played are drawn with
//! more weight.
//!
//! All examples of a kind are compared, several at a time and on a few axes after the other: on
//! more than twenty axes a k-d tree (Bentley 1975) rules hardly any of them out.

mod attributes;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::Card as _;
use vzetek_players::trset::{PlayoutPolicy, World};
use vzetek_search::dice;
use vzetek_trset::{Card, CardSet};

pub use attributes::Attributes;
use attributes::{FOLLOWING, LEADING};

/// The rise of the weight of the card that the neighbour played.
const SAME_CARD: f64 = 5.0;
/// The rise of the weight of other cards of its suit.
const SAME_SUIT: f64 = 2.0;
/// The rise of the weight of other cards of its rank.
const SAME_RANK: f64 = 1.0;

/// A card that a good player played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The situation in which it was played.
    pub attributes: Attributes,
    /// The card.
    pub card: Card,
}

/// The reason why nothing can be learned from examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingExamples {
    /// There is no example of a lead.
    #[error("there is no example of a card that was led")]
    Leading,
    /// There is no example of a reply.
    #[error("there is no example of a card that was played to a lead")]
    Following,
}

/// Examples, found by situations like them.
#[derive(Clone, Debug)]
pub struct Neighbours {
    leading: Points<LEADING>,
    following: Points<FOLLOWING>,
}

impl Neighbours {
    /// Learns from examples.
    ///
    /// # Errors
    /// If there is none of the one kind or the other.
    pub fn new(examples: impl IntoIterator<Item = Example>) -> Result<Self, MissingExamples> {
        let (mut leading, mut following) = (Vec::new(), Vec::new());
        for Example { attributes, card } in examples {
            match attributes.led() {
                None => leading.push((attributes.leading(), card)),
                Some(led) => following.push((attributes.following(led), card)),
            }
        }
        if leading.is_empty() {
            return Err(MissingExamples::Leading);
        }
        if following.is_empty() {
            return Err(MissingExamples::Following);
        }
        Ok(Self { leading: Points::new(&leading), following: Points::new(&following) })
    }

    /// The number of examples.
    pub fn examples(&self) -> usize {
        self.leading.cards.len() + self.following.cards.len()
    }

    /// Returns the cards that were played in the `k` most similar situations, the most
    /// similar first; fewer, if there are not as many examples.
    pub fn nearest(&self, attributes: &Attributes, k: usize) -> Vec<Card> {
        match attributes.led() {
            None => self.leading.nearest(&attributes.leading(), k),
            Some(led) => self.following.nearest(&attributes.following(led), k),
        }
    }
}

/// The number of situations that are compared at a time.
const BLOCK: usize = 16;

/// The number of axes after which it is seen whether a block is too far away: most are by then.
const LOOK: usize = 6;

/// The situations of one kind, with the card played in each.
#[derive(Clone, Debug)]
struct Points<const AXES: usize> {
    /// The squared distance of two situations that differ by 1 on an axis.
    weights: [f32; AXES],
    /// The situations, [`BLOCK`] at a time, by axis. The last block may have zeros at its end.
    blocks: Vec<[[u8; BLOCK]; AXES]>,
    cards: Vec<Card>,
}

impl<const AXES: usize> Points<AXES> {
    fn new(examples: &[([u8; AXES], Card)]) -> Self {
        let weights = std::array::from_fn(|axis| {
            if (LEADING..FOLLOWING - 1).contains(&axis) {
                // Two suits differ on two axes, and are to be 1 apart.
                return 0.5;
            }
            let values = || examples.iter().map(|(axes, _)| axes[axis]);
            let range = values().max().unwrap_or(0) - values().min().unwrap_or(0);
            if range > 0 { f32::from(range).powi(-2) } else { 0.0 }
        });
        let block = |examples: &[([u8; AXES], Card)]| {
            let value =
                |place: usize, axis: usize| examples.get(place).map_or(0, |(axes, _)| axes[axis]);
            std::array::from_fn(|axis| std::array::from_fn(|place| value(place, axis)))
        };
        let blocks = examples.chunks(BLOCK).map(block).collect();
        Self { weights, blocks, cards: examples.iter().map(|&(_, card)| card).collect() }
    }

    fn nearest(&self, axes: &[u8; AXES], k: usize) -> Vec<Card> {
        // The nearest so far with their squared distances, the nearest first.
        let mut found: Vec<(f32, Card)> = Vec::with_capacity(k + 1);
        for (block, cards) in self.blocks.iter().zip(self.cards.chunks(BLOCK)) {
            let last = found.last().map_or(0.0, |(distance, _)| *distance);
            let bound = if found.len() < k { f32::INFINITY } else { last };
            let Some(distances) = self.distances_within(bound, block, axes) else { continue };
            for (&distance, &card) in distances.iter().zip(cards) {
                let place = found.partition_point(|(other, _)| *other <= distance);
                if place < k {
                    found.insert(place, (distance, card));
                    found.truncate(k);
                }
            }
        }
        found.into_iter().map(|(_, card)| card).collect()
    }

    /// The squared distances of a block's situations from another one; none if none is below the
    /// bound.
    fn distances_within(
        &self,
        bound: f32,
        block: &[[u8; BLOCK]; AXES],
        from: &[u8; AXES],
    ) -> Option<[f32; BLOCK]> {
        let mut distances = [0.0; BLOCK];
        for ((values, from), weights) in
            block.chunks(LOOK).zip(from.chunks(LOOK)).zip(self.weights.chunks(LOOK))
        {
            for ((values, from), weight) in values.iter().zip(from).zip(weights) {
                for (distance, value) in distances.iter_mut().zip(values) {
                    let difference = f32::from(*value) - f32::from(*from);
                    *distance += weight * difference * difference;
                }
            }
            if distances.iter().all(|distance| *distance >= bound) {
                return None;
            }
        }
        Some(distances)
    }
}

/// Returns the weights of these cards: 1 for each, raised for its likeness to each of
/// the neighbours' cards.
pub fn weights(cards: CardSet, neighbours: &[Card]) -> ArrayVec<f64, 40> {
    let rise = |card: Card, neighbour: Card| match () {
        () if card == neighbour => SAME_CARD,
        () if card.suit() == neighbour.suit() => SAME_SUIT,
        () if card.rank() == neighbour.rank() => SAME_RANK,
        () => 0.0,
    };
    let weight =
        |card| 1.0 + neighbours.iter().map(|&neighbour| rise(card, neighbour)).sum::<f64>();
    cards.iter().map(weight).collect()
}

/// The constants of the player that looks for neighbours, and its examples.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of neighbours that raise weights.
    pub k: usize,
    /// The examples; without them all weights are 1.
    pub examples: Option<Arc<Neighbours>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { k: 3, examples: None }
    }
}

impl PartialEq for Settings {
    /// Two settings are the same if their examples are the very same ones.
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.examples, &other.examples) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same && self.k == other.k
    }
}

/// Draws cards like those of the neighbours, for the player to move.
pub(super) struct Weighted<'a> {
    /// The number of neighbours.
    pub k: usize,
    /// The examples.
    pub examples: &'a Neighbours,
}

impl PlayoutPolicy for Weighted<'_> {
    fn draw(&mut self, world: &World, rng: &mut impl Rng) -> u8 {
        let playable = CardSet::from_bits(world.playable());
        let index = match playable.len() {
            1 => 0,
            _ => {
                let nearest = self.examples.nearest(&attributes(world), self.k);
                dice::weighted(rng, &weights(playable, &nearest))
            }
        };
        playable.iter().nth(index).expect("one of the playable cards").index()
    }
}

/// The situation of the player to move in a world of two.
fn attributes(world: &World) -> Attributes {
    let seat = world.seat();
    let in_play = world.others(seat) | world.hands[seat];
    let led = (world.played > 0).then(|| Card::from_index(world.trick[0]));
    let out_of_play = CardSet::from_bits(CardSet::full().bits() & !in_play);
    Attributes::new(CardSet::from_bits(world.hands[seat]), out_of_play, led)
}
