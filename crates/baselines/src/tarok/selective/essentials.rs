//! The essentials of a position for the transposition table of Luštrek (2002),
//! equations 6 and table 4: positions that differ in nothing else share an entry.

use crate::tarok::constants::play;
use vzetek_players::tarok::search::bits::{Bits, MOND_BIT, PAGAT_BIT, SKIS_BIT, TAROKS};
use vzetek_players::tarok::search::{Position, highest_tarok};

/// Every player's hand by equations 6: of the low cards only how many; of the
/// taroks how many, their sum to within ten, the highest, and the trula; the card
/// on the table. To the first player's code is added who is to play.
pub(super) fn code<const N: usize>(position: &Position<N>) -> [u64; N] {
    let mut code = position.hands.map(|hand| 64 * hand_code(hand));
    let mut player = usize::from(position.leader);
    for &card in &position.table[..usize::from(position.on_table)] {
        code[player] += u64::from(card) + 1;
        player = (player + 1) % N;
    }
    code[0] = code[0] * 4 + u64::from(position.turn);
    code
}

/// The number of codes of a suit: up to four low cards, and the figures.
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

/// The number of cards in each set of four.
const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
