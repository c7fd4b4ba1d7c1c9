//! What an exact search remembers: bounds, each with the taroks it rests on.
//!
//! M. Ginsberg, "Partition search" (1996): a bound that was proved for one
//! position holds for every other that agrees with it in all that the proof
//! used. Here that is who leads, how many tricks are left, who has which card
//! of each suit and of the trula, and who has the highest of the other taroks;
//! of the lower ones only how many everybody has.
//!
//! Cards of suits are compared by rank alone ([`Suits`]). Where one position
//! has a queen and the other a knight, the bound moves by the difference.

use super::bits::{FIRST_TAROK, SEATS};
use super::ranks::Suits;
use super::relative::TAROKS_IN_RUN;

/// Bounds that share a place of the table.
const WAYS: usize = 8;

/// How many taroks there are, and bits that tell of each whether the first or
/// the second player owns it; above, whether the first or the third does.
const TAROKS: u32 = 22;

/// Above the owners, bits for the number of tricks and for who leads.
const TRICKS: u32 = 2 * TAROKS;
const LEADER: u32 = TRICKS + 5;

/// Above those, the number of taroks that a bound rests on.
const RESTS_ON: u32 = LEADER + 2;

/// A position as the table sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    suits: Suits,
    /// Owners of taroks, how many tricks are left, who leads.
    rest: u64,
}

impl Key {
    /// Of a position between two tricks.
    #[inline]
    pub fn new(hands: &[u64; SEATS], leader: u8) -> Self {
        let owners = [hands[0] | hands[1], hands[0] | hands[2]];
        let tricks = u64::from(hands[0].count_ones());
        let rest = owners[0] >> FIRST_TAROK
            | owners[1] >> FIRST_TAROK << TAROKS
            | tricks << TRICKS
            | u64::from(leader) << LEADER;
        Self { suits: Suits::new(owners), rest }
    }

    /// The rest, with only so many of the highest taroks besides the trula.
    #[inline(always)]
    fn seen(&self, taroks: u32) -> u64 {
        // From the lowest above the pagat to the highest that does not matter.
        let unseen = (1 << (TAROKS_IN_RUN - taroks) << 1) - 2;
        self.rest & !(unseen | unseen << TAROKS) | u64::from(taroks) << RESTS_ON
    }
}

/// Spreads what a word says over all of its bits (the finalizer of G. Steele
/// and others' SplitMix, 2014).
#[inline(always)]
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// A proved bound.
#[derive(Clone, Copy, Debug, Default)]
struct Proof {
    suits: u64,
    /// As of [`Key::seen`].
    rest: u64,
    figures: u16,
    least: i16,
    most: i16,
    best: Option<u8>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The value is this or more.
    pub least: i32,
    /// The value is this or less.
    pub most: i32,
    /// How many of the highest taroks this rests on, the trula apart.
    pub taroks: u32,
    /// The card that answered the question, if one did.
    pub best: Option<u8>,
}

/// A table of proofs: a position is looked up once for every number of taroks
/// that bounds of such positions rest on, mostly one to four.
#[derive(Clone, Debug)]
pub(super) struct Proofs {
    proofs: Vec<[Proof; WAYS]>,
    /// By place of the table, where the next proof goes.
    next: Vec<u8>,
    /// By the hash of all that no bound can do without, a bit for every number
    /// of taroks that a bound rests on there.
    numbers: Vec<u32>,
    /// What counts for a point of a card.
    unit: i32,
}

impl Proofs {
    /// A table of two to the power of `bits` proofs, of 24 bytes each, in which
    /// a point of a card counts `unit`.
    pub fn new(bits: u32, unit: i32) -> Self {
        let sets = (1usize << bits) / WAYS;
        Self {
            proofs: vec![Default::default(); sets],
            next: vec![0; sets],
            numbers: vec![0; 2 * sets],
            unit,
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.proofs.fill(Default::default());
        self.next.fill(0);
        self.numbers.fill(0);
    }

    /// The first proof that holds for the position and for which `answers`
    /// says yes; else a card that answered another question.
    #[inline]
    pub fn find(&self, key: &Key, answers: impl Fn(&Known) -> bool) -> Result<Known, Option<u8>> {
        let mut best = None;
        let common = self.common(key);
        let mut numbers = self.numbers[common as usize & (self.numbers.len() - 1)];
        while numbers != 0 {
            let taroks = numbers.trailing_zeros();
            numbers &= numbers - 1;
            let rest = key.seen(taroks);
            for proof in &self.proofs[self.set(common, rest)] {
                if proof.suits != key.suits.owners || proof.rest != rest {
                    continue;
                }
                let (less, more) = key.suits.differences(proof.figures);
                let known = Known {
                    least: i32::from(proof.least) - self.unit * less,
                    most: i32::from(proof.most) + self.unit * more,
                    taroks,
                    best: proof.best,
                };
                if answers(&known) {
                    return Ok(known);
                }
                best = known.best.or(best);
            }
        }
        Err(best)
    }

    /// Keeps a proof.
    #[inline]
    pub fn keep(&mut self, key: &Key, known: Known) {
        let common = self.common(key);
        let of_common = common as usize & (self.numbers.len() - 1);
        self.numbers[of_common] |= 1 << known.taroks;
        let rest = key.seen(known.taroks);
        let set = self.set(common, rest);
        let way = self.next[set];
        self.next[set] = (way + 1) % WAYS as u8;
        self.proofs[set][usize::from(way)] = Proof {
            suits: key.suits.owners,
            rest,
            figures: key.suits.figures,
            least: known.least as i16,
            most: known.most as i16,
            best: known.best,
        };
    }

    /// The hash of all that no bound can do without.
    #[inline(always)]
    fn common(&self, key: &Key) -> u64 {
        mixed(key.suits.owners ^ mixed(key.seen(0)))
    }

    /// The place of the table, given also the taroks that matter.
    #[inline(always)]
    fn set(&self, common: u64, rest: u64) -> usize {
        mixed(common ^ rest) as usize & (self.proofs.len() - 1)
    }
}
