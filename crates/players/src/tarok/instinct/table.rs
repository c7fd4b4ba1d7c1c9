//! The weights, how likely they make each card, and how they are learned.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, HAND};

use super::Situation;
use super::features::WEIGHTS;

/// Weights are kept as whole numbers of this size in the file.
const STEP: f32 = 1.0 / 16.0;

/// What was learned.
static LEARNED: &[u8] = include_bytes!("weights.bin");

/// A table of weights.
#[derive(Clone, Debug)]
pub struct Instinct {
    /// The weights.
    pub weights: Vec<f32>,
}

/// How likely each card is.
#[derive(Clone, Debug)]
pub struct Chances {
    /// The legal cards.
    pub cards: ArrayVec<Card, 19>,
    /// Their chances, in the same order; together 1.
    pub chances: ArrayVec<f32, 19>,
}

impl Instinct {
    /// What was learned by self-play.
    pub fn learned() -> Self {
        Self::read(LEARNED)
    }

    /// The same, read only once.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Instinct> = OnceLock::new();
        SHARED.get_or_init(Self::learned)
    }

    /// The weights as they are kept in a file; those that are missing are 0.
    pub fn read(bytes: &[u8]) -> Self {
        let weight = |&byte: &u8| f32::from(byte as i8) * STEP;
        let mut weights: Vec<f32> = bytes.iter().map(weight).collect();
        weights.resize(WEIGHTS, 0.0);
        Self { weights }
    }

    /// All cards equally likely.
    pub fn blank() -> Self {
        Self { weights: vec![0.0; WEIGHTS] }
    }

    /// The weights as they are kept in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let byte = |weight: &f32| (weight / STEP).round().clamp(-127.0, 127.0) as i8 as u8;
        self.weights.iter().map(byte).collect()
    }

    /// How likely each legal card is.
    #[inline]
    pub fn chances(&self, situation: &Situation, legal: CardSet) -> Chances {
        let mut cards = ArrayVec::new();
        let mut chances: ArrayVec<f32, 19> = ArrayVec::new();
        let mut most = f32::NEG_INFINITY;
        for card in legal {
            let mut sum = 0.0;
            situation.places(card, legal.bits(), &mut |place| sum += self.weights[place]);
            most = most.max(sum);
            cards.push(card);
            chances.push(sum);
        }
        let mut total = 0.0;
        for chance in &mut chances {
            *chance = (*chance - most).exp();
            total += *chance;
        }
        for chance in &mut chances {
            *chance /= total;
        }
        Chances { cards, chances }
    }
}

impl Chances {
    /// Draws a card.
    pub fn draw(&self, rng: &mut impl Rng) -> Card {
        let mut target = dice::unit(rng) as f32;
        for (card, chance) in self.cards.iter().zip(&self.chances) {
            target -= chance;
            if target < 0.0 {
                return *card;
            }
        }
        self.likeliest()
    }

    /// The card that is most likely.
    pub fn likeliest(&self) -> Card {
        let cards = self.cards.iter().zip(&self.chances);
        let (card, _) = cards.max_by(|a, b| a.1.total_cmp(b.1)).expect("a legal card");
        *card
    }

    /// How likely this card is; 0 if it is not legal.
    pub fn of(&self, card: Card) -> f32 {
        let at = self.cards.iter().position(|&other| other == card);
        at.map_or(0.0, |at| self.chances[at])
    }
}

const _: () = assert!(HAND + 3 <= 19);
