//! The third cards of a trick that are worth looking at (tables 5 and 6).
//!
//! The tables of Luštrek (2002) are pictures that its text lacks. What is kept here
//! follows from the six cases in words before them, (1) to (6), and from the
//! five kinds of play they are said to be for:
//!
//! | ordinary game | an opponent holds the trick | the partner does |
//! |---|---|---|
//! | suit on the same suit | 1; 3 and 4 if they take | 1, 3, 4 |
//! | tarok on suit, tarok on tarok | 1, 2, 5, 6 | 1, 2, 5, 6 |
//! | another suit on suit, suit on tarok (each suit) | 1 | 1, 3, 4 |
//!
//! | klop | |
//! |---|---|
//! | suit on the same suit | 1, 3 |
//! | tarok on suit, tarok on tarok | 3; 4 if the highest is the mond |
//! | another suit on suit, suit on tarok (each suit) | 3 |
//!
//! In berač the highest only, of each suit. The lowest (1) stays everywhere in
//! an ordinary game, since the player may not want the trick; the highest (3)
//! goes where a side that does not take would only give points away.

use vzetek_tarok::Contract;

use crate::tarok::constants::play::SECOND_HIGHEST_FROM;
use vzetek_players::tarok::search::Position;
use vzetek_players::tarok::search::bits::{
    MOND_BIT, PAGAT_BIT, TAROKS, TRULA_BITS, beating, bit, highest, lowest, suit, value,
};

/// Returns the legal cards that are kept, for the last player of a trick.
pub(super) fn third_cards(position: &Position, legal: u64) -> u64 {
    let led = suit(position.table[0]);
    let taroks = legal & TAROKS;
    if legal & led == 0 && taroks == 0 {
        // Anything goes, and nothing takes: each suit by itself.
        return (0..4).fold(0, |kept, number| {
            let cards = legal & 0xff << (8 * number);
            kept | if cards == 0 { 0 } else { discarded(position, cards) }
        });
    }
    match (position.contract.is_ordinary(), taroks == legal) {
        (true, true) => ordinary_taroks(position, taroks),
        (true, false) => following_suit(position, legal),
        (false, true) if position.contract == Contract::Klop => klop_taroks(taroks),
        (false, false) if position.contract == Contract::Klop => {
            bit(lowest(legal)) | bit(highest(legal))
        }
        (false, _) => bit(highest(legal)),
    }
}

/// True if the partner of the player to move holds the trick; a declarer has
/// none.
fn partner_holds(position: &Position) -> bool {
    position.turn != position.declarer && position.holder != position.declarer
}

/// Cards of one suit that cannot take the trick.
fn discarded(position: &Position, cards: u64) -> u64 {
    if !position.contract.is_ordinary() {
        bit(highest(cards))
    } else if partner_holds(position) {
        bit(lowest(cards)) | high_ones(cards)
    } else {
        bit(lowest(cards))
    }
}

/// Cards of the suit led, in an ordinary game.
fn following_suit(position: &Position, cards: u64) -> u64 {
    let high = high_ones(cards);
    let worth_it = if partner_holds(position) { high } else { high & beating(position.best) };
    bit(lowest(cards)) | worth_it
}

/// The highest card and, if that is at least a queen, the second.
fn high_ones(cards: u64) -> u64 {
    let first = bit(highest(cards));
    let others = cards & !first;
    if others != 0 && value(highest(cards)) >= SECOND_HIGHEST_FROM {
        first | bit(highest(others))
    } else {
        first
    }
}

fn ordinary_taroks(position: &Position, taroks: u64) -> u64 {
    let low = bit(lowest(taroks));
    let mut kept = low | taroks & MOND_BIT;
    let taking = taroks & beating(position.best);
    if taking != 0 {
        kept |= bit(lowest(taking));
    }
    let lying = bit(position.table[0]) | bit(position.table[1]);
    let rest = taroks & !low;
    // The second lowest spares the pagat; unless the pagat takes the trula.
    if low == PAGAT_BIT && rest != 0 && lying | PAGAT_BIT != TRULA_BITS {
        kept |= bit(lowest(rest));
    }
    kept
}

fn klop_taroks(taroks: u64) -> u64 {
    let first = bit(highest(taroks));
    let others = taroks & !first;
    if first == MOND_BIT && others != 0 { first | bit(highest(others)) } else { first }
}
