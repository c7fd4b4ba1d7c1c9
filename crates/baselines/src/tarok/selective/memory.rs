//! Luštrek's (2002) transposition table: what is known of positions that differ in
//! nothing it calls essential (equations 5 and 6, table 4).

use crate::tarok::constants::play;
use vzetek_players::tarok::search::Position;
use vzetek_players::tarok::search::bits::{Bits, MOND_BIT, PAGAT_BIT, SEATS, SKIS_BIT, TAROKS};
use vzetek_players::tarok::search::highest_tarok;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is the value.
    Exactly,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// Every player's hand as equation 6 codes it, and who is to play.
pub(super) type Code = [u64; SEATS];

/// A table in which a new entry replaces whatever has its place.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The codes, then depth, kind, search and value in one word. Plain numbers,
    /// so that pages never touched take no memory.
    entries: Vec<[u64; SEATS + 1]>,
    /// Entries of another search do not count.
    search: u64,
}

/// How many bits a value takes.
const VALUE_BITS: u32 = 32;
/// How many bits the kind and the depth take.
const KIND_BITS: u32 = 8;

impl Memory {
    pub fn new(entries: u64) -> Self {
        Self { entries: vec![[0; SEATS + 1]; entries as usize], search: 0 }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.search += 1;
        if self.search >> (64 - VALUE_BITS - KIND_BITS) != 0 {
            self.entries.fill([0; SEATS + 1]);
            self.search = 1;
        }
    }

    pub fn get(&self, code: &Code, depth: u32) -> Option<(Known, i32)> {
        let entry = &self.entries[self.place(code)];
        let about = entry[SEATS];
        let (search, kind) = (about >> (VALUE_BITS + KIND_BITS), about >> VALUE_BITS & 3);
        let same_depth = about >> (VALUE_BITS + 2) & 63 == u64::from(depth);
        if search != self.search || entry[..SEATS] != code[..] || !same_depth {
            return None;
        }
        let known = [Known::Exactly, Known::AtLeast, Known::AtMost][kind as usize % 3];
        Some((known, about as u32 as i32))
    }

    pub fn put(&mut self, code: &Code, depth: u32, known: Known, value: i32) {
        let place = self.place(code);
        let kind = self.search << KIND_BITS | u64::from(depth) << 2 | known as u64;
        let about = kind << VALUE_BITS | u64::from(value as u32);
        self.entries[place] = [code[0], code[1], code[2], about];
    }

    /// Equation 5.
    fn place(&self, code: &Code) -> usize {
        let mut factor = 1;
        let mut index = 0;
        for &state in code {
            index += state % play::TABLE_ENTRIES * factor;
            factor *= play::INDEX_FACTOR;
        }
        (index % self.entries.len() as u64) as usize
    }
}

/// Equations 6: of the low cards only how many; of the taroks how many, their
/// sum to within ten, the highest, and the trula; the card on the table. To
/// the first player's code is added who is to play.
pub(super) fn code(position: &Position) -> Code {
    let mut code = [0, 1, 2].map(|seat| 64 * hand_code(position.hands[seat]));
    let mut player = usize::from(position.leader);
    for &card in &position.table[..usize::from(position.on_table)] {
        code[player] += u64::from(card) + 1;
        player = (player + 1) % SEATS;
    }
    code[0] = code[0] * 4 + u64::from(position.turn);
    code
}

/// How many different codes a suit has: up to four low cards, and the figures.
const SUIT_CODES: u64 = 80;

fn hand_code(hand: u64) -> u64 {
    let mut code = 0;
    for suit in 0..4 {
        let cards = hand >> (8 * suit) & 0xff;
        let low = COUNTS[(cards & 15) as usize];
        code = code * SUIT_CODES + (cards >> 4) * 5 + u64::from(low);
    }
    let (mut count, mut sum) = (0, 0);
    for card in Bits(hand & TAROKS) {
        count += 1;
        sum += u32::from(card) - 31;
    }
    let held = |card: u64| u64::from(hand & card != 0);
    let trula = held(PAGAT_BIT) | held(MOND_BIT) << 1 | held(SKIS_BIT) << 2;
    let taroks = (count * 32 + u64::from(sum / play::TAROK_SUM_STEP)) * 32;
    code * (1 << 18) + (taroks + u64::from(highest_tarok(hand))) * 8 + trula
}

/// How many cards each set of four has.
const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
