//! What an exact search remembers: bounds, each with the ranks it rests on.
//!
//! M. Ginsberg, "Partition search" (1996): a bound that was proved for one
//! position holds for every other that agrees with it in all that the proof
//! used. Here that is: who leads, who has which figure and which card of the
//! trula, how many cards of each run everybody has, and of each run the owners
//! of the cards from some rank upwards.

use super::bits::SEATS;
use super::relative::FIGURES;

/// Bits of a word that are places of cards.
const PLACES: u64 = (1 << 54) - 1;
/// Above them, a bound.
const BOUND: u32 = 54;
/// Added to bounds, so that they are not negative.
const SHIFT: i32 = 128;
/// Proofs that share a place of the table.
const WAYS: usize = 8;

/// A position as the table sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// How many cards of each run everybody has, and who leads.
    counts: u64,
    /// The first player's or the second's; the first's or the third's.
    owners: [u64; 2],
}

impl Key {
    #[inline]
    pub fn new(hands: &[u64; SEATS], leader: u8) -> Self {
        let mut counts = u64::from(leader);
        for &hand in hands {
            // Low cards of each suit, summed in its four bits.
            let low = hand & 0x0f0f_0f0f;
            let low = low - (low >> 1 & 0x0505_0505);
            let low = (low & 0x0303_0303) + (low >> 2 & 0x0303_0303);
            // 3 bits each: 0, 8, 16, 24 become 0, 3, 6, 9.
            let low = low & 7 | low >> 5 & 0x38 | low >> 10 & 0x1c0 | low >> 15 & 0xe00;
            let taroks = u64::from((hand >> 33 & 0x7_ffff).count_ones());
            counts = counts << 17 | taroks << 12 | low;
        }
        Self { counts, owners: [hands[0] | hands[1], hands[0] | hands[2]] }
    }

    #[inline]
    fn hash(&self) -> u64 {
        let figures = (self.owners[0] & FIGURES).rotate_left(27) ^ self.owners[1] & FIGURES;
        let mixed = (self.counts ^ figures.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd134_2543_de82_ef95);
        mixed ^ mixed >> 29
    }
}

/// A proved bound.
#[derive(Clone, Copy, Debug, Default)]
struct Proof {
    counts: u64,
    /// Owners, and above them the value's lower bound.
    first: u64,
    /// Owners, and above them the value's upper bound.
    second: u64,
    /// The places it rests on, and above them the best card's.
    places: u64,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The value is this or more.
    pub least: i32,
    /// The value is this or less.
    pub most: i32,
    /// The places that this rests on, figures apart.
    pub places: u64,
    /// The card that was best.
    pub best: u8,
}

/// A table of proofs.
#[derive(Clone, Debug)]
pub(super) struct Proofs {
    proofs: Vec<[Proof; WAYS]>,
    /// By place of the table, where the next proof goes.
    next: Vec<u8>,
    mask: u64,
}

impl Proofs {
    /// A table of two to the power of `bits` proofs, of 32 bytes each.
    pub fn new(bits: u32) -> Self {
        let sets = (1usize << bits) / WAYS;
        Self { proofs: vec![Default::default(); sets], next: vec![0; sets], mask: sets as u64 - 1 }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.proofs.fill(Default::default());
        self.next.fill(0);
    }

    /// The first proof that holds for the position and for which `answers`
    /// says yes; else the best card of one that holds.
    #[inline]
    pub fn find(&self, key: &Key, answers: impl Fn(&Known) -> bool) -> Result<Known, Option<u8>> {
        let mut best = None;
        for proof in &self.proofs[(key.hash() & self.mask) as usize] {
            let differs = (proof.first ^ key.owners[0] | proof.second ^ key.owners[1]) & PLACES;
            if proof.counts != key.counts || differs & proof.places != 0 || proof.places == 0 {
                continue;
            }
            let known = Known {
                least: (proof.first >> BOUND) as i32 - SHIFT,
                most: (proof.second >> BOUND) as i32 - SHIFT,
                places: proof.places & PLACES & !FIGURES,
                best: (proof.places >> BOUND) as u8,
            };
            if answers(&known) {
                return Ok(known);
            }
            best = Some(known.best);
        }
        Err(best)
    }

    /// Keeps a proof.
    #[inline]
    pub fn keep(&mut self, key: &Key, known: Known) {
        let set = (key.hash() & self.mask) as usize;
        let places = known.places | FIGURES;
        let bound = |bound: i32| ((bound + SHIFT) as u64) << BOUND;
        let proof = Proof {
            counts: key.counts,
            first: key.owners[0] & PLACES | bound(known.least),
            second: key.owners[1] & PLACES | bound(known.most),
            places: places | u64::from(known.best) << BOUND,
        };
        let way = self.next[set];
        self.next[set] = (way + 1) % WAYS as u8;
        self.proofs[set][usize::from(way)] = proof;
    }
}
