//! The last cards of a trick that are worth looking at: among three players the third
//! (tables 5 and 6), among four the fourth by the same rules *(ours)*.
//!
//! The tables of Luštrek (2002) are pictures that its text lacks. The selection here follows from
//! the six cases described before them, (1) to (6), and from the five kinds of play they are said
//! to be for:
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
//! In berač the highest only, of each suit. The lowest (1) stays everywhere in an ordinary game,
//! since the player may not want the trick; the highest (3) is left out where a side that does not
//! take would only give points away.

use vzetek_tarok::{CardSet, Contract};

use crate::tarok::constants::play::SECOND_HIGHEST_FROM;
use vzetek_players::tarok::search::Position;
use vzetek_players::tarok::search::bits::{
    MOND_BIT, PAGAT_BIT, TAROKS, TRULA_BITS, bit, highest, lowest, suit, value,
};

/// Returns the legal cards that are selected, for the last player of a trick.
pub(super) fn last_cards<const N: usize>(position: &Position<N>, legal: u64) -> u64 {
    if matches!(position.contract, Contract::ColourValat | Contract::Valat) {
        // A single trick decides: nothing may be missed.
        return legal;
    }
    let led = suit(position.table[0]);
    let taroks = legal & TAROKS;
    if legal & led == 0 && taroks == 0 {
        // Every card is legal, and none takes: each suit separately.
        return (0..4).fold(0, |kept, number| {
            let cards = legal & 0xff << (8 * number);
            kept | if cards == 0 { 0 } else { discarded(position, cards) }
        });
    }
    match (position.contract.counts_points(), taroks == legal) {
        (true, true) => ordinary_taroks(position, taroks),
        (true, false) => following_suit(position, legal),
        (false, true) if position.contract == Contract::Klop => klop_taroks(taroks),
        (false, false) if position.contract == Contract::Klop => {
            bit(lowest(legal)) | bit(highest(legal))
        }
        (false, _) => bit(highest(legal)),
    }
}

/// True if a partner of the player to move holds the trick.
fn partner_holds<const N: usize>(position: &Position<N>) -> bool {
    let is_declarers = |seat: u8| position.side >> seat & 1 == 1;
    is_declarers(position.turn) == is_declarers(position.holder)
}

/// Cards of one suit that cannot take the trick.
fn discarded<const N: usize>(position: &Position<N>, cards: u64) -> u64 {
    if !position.contract.counts_points() {
        bit(highest(cards))
    } else if partner_holds(position) {
        bit(lowest(cards)) | high_ones(cards)
    } else {
        bit(lowest(cards))
    }
}

/// Cards of the suit led, in an ordinary game.
fn following_suit<const N: usize>(position: &Position<N>, cards: u64) -> u64 {
    let high = high_ones(cards);
    let worth_it = if partner_holds(position) { high } else { high & position.beating() };
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

fn ordinary_taroks<const N: usize>(position: &Position<N>, taroks: u64) -> u64 {
    let low = bit(lowest(taroks));
    let mut kept = low | taroks & MOND_BIT;
    let taking = taroks & position.beating();
    if taking != 0 {
        kept |= bit(lowest(taking));
    }
    let lying = position.trick().collect::<CardSet>().bits();
    let rest = taroks & !low;
    // The second lowest spares the pagat; unless the pagat takes the trula.
    if low == PAGAT_BIT && rest != 0 && (lying | PAGAT_BIT) & TRULA_BITS != TRULA_BITS {
        kept |= bit(lowest(rest));
    }
    kept
}

fn klop_taroks(taroks: u64) -> u64 {
    let first = bit(highest(taroks));
    let others = taroks & !first;
    if first == MOND_BIT && others != 0 { first | bit(highest(others)) } else { first }
}
