//! The features of a position, as places in the tables of weights.

use vzetek_tarok::{Card, CardSet, Contract, MOND, PAGAT, SEATS, SKIS, Suit};

use super::Game;
use super::game::index;

/// The greatest number of weights that are summed for one card.
pub const FEATURES: usize = 6;

/// The number of weights.
pub(super) const WEIGHTS: usize = END;

// The start of each table. The first factor of each is the role.
const ROLES: usize = 5;
const LEAD_PLAIN: usize = 0;
const LEAD_VOIDS: usize = LEAD_PLAIN + ROLES * 5 * 2 * 4 * 4 * 4;
const LEAD_TIME: usize = LEAD_VOIDS + ROLES * 5 * 4 * 4 * 2;
const LEAD_TAROK: usize = LEAD_TIME + ROLES * 5 * 5 * 2 * 2;
const LEAD_TAROK_TIME: usize = LEAD_TAROK + ROLES * 8 * 6 * 6;
const FOLLOW: usize = LEAD_TAROK_TIME + ROLES * 8 * 2 * 2 * 5 * 4;
const FOLLOW_PLACE: usize = FOLLOW + ROLES * 5 * 2 * 2 * 16 * 3;
const FOLLOW_TIME: usize = FOLLOW_PLACE + ROLES * 5 * 2 * 2 * 4;
const FOLLOW_AWAY: usize = FOLLOW_TIME + ROLES * 2 * 5 * 16 * 5 * 4;
const FOLLOW_NEXT: usize = FOLLOW_AWAY + ROLES * 5 * 4 * 2 * 4 * 5;
const FOLLOW_LENGTH: usize = FOLLOW_NEXT + ROLES * 5 * 2 * 16 * 4 * 2;
const PAGAT_TIME: usize = FOLLOW_LENGTH + ROLES * 2 * 2 * 16 * 4 * 4;
const END: usize = PAGAT_TIME + ROLES * 2 * 8 * 17;

/// The role of the player to move, by kind of contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Declarer = 0,
    Defender = 1,
    Klop = 2,
    BeracDeclarer = 3,
    BeracDefender = 4,
}

/// The information state of the player to move, digested once for all of its cards.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    role: usize,
    hand: u64,
    /// Cards that others may hold.
    unseen: u64,
    /// Own taroks in five steps, and those unseen.
    taroks: usize,
    unseen_taroks: usize,
    /// The tricks left after this one in five steps, and exactly.
    time: usize,
    tricks_left: usize,
    /// By suit: for a defender who of the others is void of suit and taroks,
    /// else how many.
    voids: [u8; 5],
    /// The card that holds the trick, and what the trick is worth in three
    /// steps; nothing when leading.
    best: Option<Card>,
    worth: usize,
    trula: bool,
    led_tarok: usize,
    /// The turn in the trick and its holder: third behind foe or friend, second
    /// behind friend before foe, behind foe before friend, between foes.
    place: usize,
    /// 1 if the next player is known to be void of the suit led.
    next_void: usize,
}

#[inline]
fn bit(card: Card) -> u64 {
    1 << index(card)
}

#[inline]
fn suit_bits(suit: usize) -> u64 {
    if suit == 4 { Suit::Taroks.cards().bits() } else { 0xff << (8 * suit) }
}

/// 0, 1, 2, 3 or more.
#[inline]
fn up_to_three(count: u32) -> usize {
    count.min(3) as usize
}

/// Cards of a suit that are out: none, few, some, most.
#[inline]
fn out(count: u32) -> usize {
    [0, 1, 1, 2, 2, 3, 3, 3, 3][count.min(8) as usize]
}

/// Points on the table in thirds of a queen and a king.
fn worth(cards: impl Iterator<Item = Card>) -> usize {
    let value: u8 = cards.map(Card::value).sum();
    usize::from(value > 2) + usize::from(value > 5)
}

impl Situation {
    /// Returns the situation of the player to move.
    pub fn new(game: &Game) -> Self {
        let position = &game.position;
        let (me, contract, declarer) =
            (position.to_play(), position.contract(), position.declarer());
        let declares = me == declarer;
        let role = match contract {
            Contract::Klop => Role::Klop,
            contract if contract.is_berac() && declares => Role::BeracDeclarer,
            contract if contract.is_berac() => Role::BeracDefender,
            _ if declares => Role::Declarer,
            _ => Role::Defender,
        };
        let hand = position.hand(me).bits();
        let mut known = hand | game.gone.bits();
        if declares {
            known |= game.buried.bits();
        }
        let unseen = CardSet::full().bits() & !known;
        let taroks = suit_bits(4);
        let tricks_left = hand.count_ones() - 1;
        let next = me.clockwise(1, SEATS).index();
        let last = me.clockwise(2, SEATS).index();
        let defends = matches!(role, Role::Defender | Role::BeracDefender);
        let powerless = |seat: usize, suit: usize| {
            let voids = game.voids[seat];
            voids >> suit & 1
        };
        let mut voids = [0; 5];
        let (one, other) =
            if defends && last == declarer.index() { (last, next) } else { (next, last) };
        for (suit, void) in voids.iter_mut().enumerate() {
            let (first, second) = (powerless(one, suit), powerless(other, suit));
            *void = if defends { first | second << 1 } else { first + second };
        }
        let mut situation = Self {
            role: role as usize,
            hand,
            unseen,
            taroks: [0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5]
                [(hand & taroks).count_ones().min(19) as usize],
            unseen_taroks: [0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5]
                [(unseen & taroks).count_ones().min(11) as usize],
            time: [0, 1, 2, 2, 3, 3, 3, 3, 4][tricks_left.min(8) as usize],
            tricks_left: tricks_left as usize,
            voids,
            best: None,
            worth: 0,
            trula: false,
            led_tarok: 0,
            place: 0,
            next_void: 0,
        };
        let mut trick = position.trick();
        let count = trick.len();
        if let Some(led) = trick.next() {
            let second = trick.next();
            situation.led_tarok = usize::from(led.is_tarok());
            situation.worth = worth(position.trick());
            let leader_holds = second.is_none_or(|card| bit(card) & beating(led) == 0);
            let holder = match (count, leader_holds) {
                (1, _) | (2, false) => last,
                _ => next,
            };
            situation.best = Some(if leader_holds { led } else { second.unwrap_or(led) });
            situation.trula =
                second.is_some_and(|card| bit(led) | bit(card) == bit(MOND) | bit(SKIS));
            let friend = |seat: usize| defends && seat != declarer.index();
            situation.place = match (count, friend(holder), friend(next)) {
                (2, false, _) => 0,
                (2, true, _) => 1,
                (_, true, _) => 2,
                (_, false, true) => 3,
                (_, false, false) => 4,
            };
            situation.next_void =
                usize::from(count == 1 && powerless(next, led.suit() as usize) == 1);
        }
        situation
    }

    /// Tells the places of all weights that speak for a card.
    #[inline]
    pub fn places(&self, card: Card, legal: u64, tell: &mut impl FnMut(usize)) {
        let suit = card.suit() as usize;
        let above = card.above().bits();
        let higher = (self.unseen & above).count_ones();
        let own = self.hand & suit_bits(suit);
        let class = class(card, higher);
        match self.best {
            None if suit < 4 => {
                let top = usize::from(higher == 0);
                let length = up_to_three(own.count_ones() - 1);
                let unseen = out((self.unseen & suit_bits(suit)).count_ones());
                let taroks = self.taroks.min(3);
                let lowest = usize::from(own & (bit(card) - 1) == 0);
                let (role, voids) = (self.role, usize::from(self.voids[suit]));
                tell(
                    LEAD_PLAIN
                        + ((((role * 5 + class) * 2 + top) * 4 + length) * 4 + unseen) * 4
                        + taroks,
                );
                tell(LEAD_VOIDS + (((role * 5 + class) * 4 + voids) * 4 + unseen) * 2 + top);
                tell(LEAD_TIME + (((role * 5 + class) * 5 + self.time) * 2 + lowest) * 2 + top);
            }
            None => {
                let class = class - 5;
                let lowest = usize::from(own & (bit(card) - 1) & !bit(PAGAT) == 0);
                let highest = usize::from(own & above == 0);
                let (role, voids) = (self.role, usize::from(self.voids[suit]));
                tell(LEAD_TAROK + ((role * 8 + class) * 6 + self.taroks) * 6 + self.unseen_taroks);
                tell(
                    LEAD_TAROK_TIME
                        + ((((role * 8 + class) * 2 + lowest) * 2 + highest) * 5 + self.time) * 4
                        + voids,
                );
                self.keeping(card, 0, tell);
            }
            Some(best) => self.follow(card, best, class, higher, legal, tell),
        }
    }

    #[inline]
    fn follow(
        &self,
        card: Card,
        best: Card,
        class: usize,
        higher: u32,
        legal: u64,
        tell: &mut impl FnMut(usize),
    ) {
        let suit = card.suit() as usize;
        let beats = beating(best);
        let takes = bit(card) & beats != 0 || self.trula && card == PAGAT;
        let wins = usize::from(takes);
        let rivals = legal & suit_bits(suit) & if takes { beats } else { !beats };
        let lower = rivals & (bit(card) - 1) != 0;
        let more = rivals & card.above().bits() != 0;
        let among = usize::from(lower) * 2 + usize::from(more);
        let (role, place, led) = (self.role, self.place, self.led_tarok);
        let length = up_to_three((self.hand & suit_bits(suit)).count_ones() - 1);
        tell(FOLLOW + ((((role * 5 + place) * 2 + led) * 2 + wins) * 16 + class) * 3 + self.worth);
        tell(FOLLOW_PLACE + (((role * 5 + place) * 2 + led) * 2 + wins) * 4 + among);
        tell(
            FOLLOW_TIME
                + ((((role * 2 + wins) * 5 + place) * 16 + class) * 5 + self.time) * 4
                + self.taroks.min(3),
        );
        if place >= 2 {
            tell(
                FOLLOW_NEXT
                    + ((((role * 5 + place) * 2 + led) * 16 + class) * 4 + out(higher)) * 2
                    + self.next_void,
            );
        }
        if !card.is_tarok() && wins == 0 && bit(best) & suit_bits(suit) == 0 {
            let top = usize::from(higher == 0);
            let unseen = out((self.unseen & suit_bits(suit)).count_ones());
            tell(
                FOLLOW_AWAY
                    + ((((role * 5 + class) * 4 + length) * 2 + top) * 4 + unseen) * 5
                    + place,
            );
        } else {
            tell(
                FOLLOW_LENGTH
                    + ((((role * 2 + wins) * 2 + led) * 16 + class) * 4 + length) * 4
                    + out((self.unseen & suit_bits(suit)).count_ones()),
            );
        }
        self.keeping(card, 1, tell);
    }

    /// Tells the place of the weight for keeping the pagat, and other taroks
    /// beside it, until now.
    #[inline]
    fn keeping(&self, card: Card, follows: usize, tell: &mut impl FnMut(usize)) {
        if !card.is_tarok() || self.hand & bit(PAGAT) == 0 {
            return;
        }
        let pagat = if card == PAGAT { 4 } else { 0 };
        let taroks = up_to_three((self.hand & suit_bits(4)).count_ones() - 1);
        tell(PAGAT_TIME + ((self.role * 2 + follows) * 8 + pagat + taroks) * 17 + self.tricks_left);
    }
}

/// Returns the cards that take a trick from `best`, the trula's own rule apart.
#[inline]
fn beating(best: Card) -> u64 {
    let above = best.above().bits();
    if best.is_tarok() { above } else { above | suit_bits(4) }
}

/// Plain cards by rank, taroks by how many higher ones others may hold.
#[inline]
fn class(card: Card, higher: u32) -> usize {
    if !card.is_tarok() {
        return (index(card) & 7).saturating_sub(3);
    }
    5 + match card {
        PAGAT => 0,
        SKIS => 7,
        MOND if higher == 0 => 6,
        MOND => 5,
        _ => match higher {
            0 => 4,
            1..=2 => 3,
            3..=5 => 2,
            _ => 1,
        },
    }
}
