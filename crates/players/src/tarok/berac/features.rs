//! The features of a berač, as rows of the network's table.

use arrayvec::ArrayVec;
use vzetek_game::Card as _;
use vzetek_tarok::{Card, CardSet, SEATS, Suit};

use super::play::{Play, holding};

/// Rows that describe a situation, or a card.
pub type Rows = ArrayVec<u16, MOST>;

/// The most rows of one description: of a situation with sixteen taroks.
const MOST: usize = 32;

const ROLES: usize = 2;
/// The number of places in a trick, by turn and holder: see [`place`].
const PLACES: usize = 9;
/// By role: leading, following suit, playing another.
const KINDS: usize = 6;
/// Relative patterns of a suit of eight cards: 1 and then a bit for each card
/// that is left, the highest first.
const CODES: usize = 512;
/// Ways to split up to seven cards in three.
const TRIPLES: usize = 120;

// The start of each table: first the features of a situation, …
const PLACE: usize = 0;
const SUITS: usize = PLACE + PLACES;
const VOIDS: usize = SUITS + ROLES * CODES;
const OWN_TAROKS: usize = VOIDS + ROLES * 4 * 9;
const UNSEEN_TAROKS: usize = OWN_TAROKS + ROLES * 17;
const TIME: usize = UNSEEN_TAROKS + ROLES * 23;
const UNDER_TAROK: usize = TIME + ROLES * 16;
const MAY_TAROK: usize = UNDER_TAROK + ROLES * 23;
const NEXT: usize = MAY_TAROK + ROLES * 2 * 8;
// … then the features of a card.
const CARD: usize = NEXT + PLACES * 2 * 8;
const CARD_ABOVE: usize = CARD + KINDS * TRIPLES;
const CARD_SUIT: usize = CARD_ABOVE + KINDS * 8;
const CARD_FIRST: usize = CARD_SUIT + KINDS * CODES;
const CARD_SECOND: usize = CARD_FIRST + KINDS * 64;
const TAKES: usize = CARD_SECOND + KINDS * 64;
const TAROK_BELOW: usize = TAKES + PLACES * 8;
const TAROK_ABOVE: usize = TAROK_BELOW + KINDS * 23;
const TAROK_OWN_BELOW: usize = TAROK_ABOVE + KINDS * 23;
const TAROK_OWN_ABOVE: usize = TAROK_OWN_BELOW + KINDS * 8;
const TAROK_FIRST: usize = TAROK_OWN_ABOVE + KINDS * 8;
const TAROK_SECOND: usize = TAROK_FIRST + KINDS * 64;
/// The number of rows.
pub const ROWS: usize = TAROK_SECOND + KINDS * 64;

/// The information state of the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Observation {
    role: usize,
    place: usize,
    hand: u64,
    /// Cards that other players may hold, or that are out of play.
    unseen: u64,
    /// The cards that either of the others may hold: for a defender first the
    /// declarer, for the declarer first the left one.
    may: [u64; 2],
    /// The index in `may` of the player to the left.
    next: usize,
    led: Option<Card>,
    /// The card that holds the trick.
    best: Option<Card>,
    /// By plain suit.
    codes: [u16; 4],
}

#[inline]
fn count(cards: u64) -> usize {
    cards.count_ones() as usize
}

#[inline]
fn few(cards: u64) -> usize {
    count(cards).min(7)
}

/// A defender's place with `lying` cards on the table, whether or not the declarer sits to the
/// left, and whether the leader's card holds the trick: leading before the declarer or the partner,
/// second likewise, third behind a partner who holds the trick or a declarer who does. Below these
/// are the declarer's three.
#[inline]
fn place(lying: usize, is_before_declarer: bool, leader_holds: bool) -> usize {
    match lying {
        // The leader sits to the left.
        2 => 7 + usize::from(leader_holds == is_before_declarer),
        _ => 3 + 2 * lying + usize::from(!is_before_declarer),
    }
}

/// Own cards among those left of a suit.
#[inline]
fn code(own: u64, unseen: u64) -> u16 {
    let mut left = own | unseen;
    let mut code = 1;
    while left != 0 {
        let top = 1 << (63 - left.leading_zeros());
        code = (code << 1) | u16::from(own & top != 0);
        left &= !top;
    }
    code
}

impl Observation {
    /// Returns the information state of the player to move.
    pub fn new(play: &Play) -> Self {
        let position = &play.position;
        let (me, declarer) = (position.to_play(), position.declarer());
        let hand = position.hand(me).bits();
        let unseen = CardSet::full().bits() & !hand & !play.gone.bits();
        let left = me.clockwise(1, SEATS);
        let right = me.clockwise(2, SEATS);
        let declares = me == declarer;
        let (first, second) =
            if declares || left == declarer { (left, right) } else { (right, left) };
        let may = [first, second].map(|seat| unseen & !play.denied[seat.index()].bits());
        let (led, best) = (position.trick().next(), holding(position));
        let place = match declares {
            true => position.trick().len(),
            false => place(position.trick().len(), left == declarer, best == led),
        };
        let of_suit = |cards: u64, suit: usize| cards >> (8 * suit) & 0xff;
        let codes = std::array::from_fn(|suit| code(of_suit(hand, suit), of_suit(unseen, suit)));
        Self {
            role: usize::from(!declares),
            place,
            hand,
            unseen,
            may,
            next: usize::from(first != left),
            led,
            best,
            codes,
        }
    }

    /// 0 for the declarer, 1 for a defender.
    #[inline]
    pub fn role(&self) -> usize {
        self.role
    }

    /// Adds the rows of the situation.
    #[inline]
    pub fn tell(&self, rows: &mut Rows) {
        let mut tell = |row: usize| rows.push(row as u16);
        let role = self.role;
        let taroks = Suit::Taroks.cards().bits();
        tell(PLACE + self.place);
        for suit in 0..4 {
            tell(SUITS + role * CODES + usize::from(self.codes[suit]));
            let cards = 0xff << (8 * suit);
            let void = |who: usize| usize::from(self.may[who] & cards == 0);
            tell(VOIDS + (role * 4 + void(0) + 2 * void(1)) * 9 + count(self.hand & cards));
        }
        let own = self.hand & taroks;
        let unseen = self.unseen & taroks;
        tell(OWN_TAROKS + role * 17 + count(own));
        tell(UNSEEN_TAROKS + role * 23 + count(unseen));
        tell(TIME + role * 16 + count(self.hand) - 1);
        let mut rest = own;
        while rest != 0 {
            let low = rest & rest.wrapping_neg();
            tell(UNDER_TAROK + role * 23 + count(unseen & (low - 1)));
            rest &= !low;
        }
        for who in 0..2 {
            tell(MAY_TAROK + (role * 2 + who) * 8 + few(self.may[who] & taroks));
        }
        if let Some(best) = self.best {
            let higher = few(self.may[self.next] & best.above().bits());
            tell(NEXT + (self.place * 2 + usize::from(best.is_tarok())) * 8 + higher);
        }
    }

    /// Adds the rows of a card.
    #[inline]
    pub fn tell_card(&self, card: Card, rows: &mut Rows) {
        let mut tell = |row: usize| rows.push(row as u16);
        let suit = card.suit();
        let cards = suit.cards().bits();
        let bit = 1u64 << card.index();
        let above = card.above().bits();
        let below = cards & (bit - 1);
        let way = match self.led {
            None => 0,
            Some(led) if led.suit() == suit => 1,
            Some(_) => 2,
        };
        let kind = self.role * 3 + way;
        let takes = match self.best {
            None => false,
            Some(best) if best.suit() == suit => card > best,
            Some(best) => card.is_tarok() && !best.is_tarok(),
        };
        let tarok = usize::from(card.is_tarok());
        tell(
            TAKES + ((self.place * 2 + usize::from(takes)) * 2 + usize::from(way == 2)) * 2 + tarok,
        );
        let [first, second] = self.may.map(|may| few(may & below) * 8 + few(may & above));
        let (unseen_below, unseen_above) = (count(self.unseen & below), count(self.unseen & above));
        let (own_below, own_above) = (count(self.hand & below), count(self.hand & above));
        if tarok == 0 {
            tell(CARD + kind * TRIPLES + triple(unseen_below, unseen_above, own_below));
            tell(CARD_ABOVE + kind * 8 + own_above);
            tell(CARD_SUIT + kind * CODES + usize::from(self.codes[suit as usize]));
            tell(CARD_FIRST + kind * 64 + first);
            tell(CARD_SECOND + kind * 64 + second);
        } else {
            tell(TAROK_BELOW + kind * 23 + unseen_below);
            tell(TAROK_ABOVE + kind * 23 + unseen_above);
            tell(TAROK_OWN_BELOW + kind * 8 + own_below.min(7));
            tell(TAROK_OWN_ABOVE + kind * 8 + own_above.min(7));
            tell(TAROK_FIRST + kind * 64 + first);
            tell(TAROK_SECOND + kind * 64 + second);
        }
    }
}

/// Three numbers that sum to seven at most, as one below [`TRIPLES`].
#[inline]
fn triple(a: usize, b: usize, c: usize) -> usize {
    // Combinatorial number system over a, a + b + 1, a + b + c + 2.
    let (y, z) = (a + b + 1, a + b + c + 2);
    a + y * (y - 1) / 2 + z * (z - 1) * (z - 2) / 6
}
