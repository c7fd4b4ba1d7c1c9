//! The features of a position, as places in the tables of weights.

use vzetek_game::{Card as _, Seat};
use vzetek_tarok::{Card, CardSet, Contract, MOND, PAGAT, SEATS, SKIS, Suit};

use super::game::{Game, Relation, index};

/// The greatest number of weights that are summed for one card.
pub const FEATURES: usize = 7;

/// The role of the player to move, by kind of contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Declarer = 0,
    Defender = 1,
    Klop = 2,
    BeracDeclarer = 3,
    BeracDefender = 4,
    /// Of four players, the holder of the called king who is not the declarer.
    Partner = 5,
    /// Of four players, a declarer who has a partner or may have one.
    DeclarerOfTwo = 6,
    /// Of four players, a defender against two or perhaps two.
    DefenderOfTwo = 7,
}

/// The information state of the player to move, digested once for all of its cards.
#[derive(Clone, Copy, Debug)]
pub struct Situation<const N: usize = SEATS> {
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
    /// The cards that take it from that card, the trula's own rule apart.
    beats: u64,
    worth: usize,
    trula: bool,
    led_tarok: usize,
    /// The turn in the trick and its holder: of three players third behind foe or
    /// friend, second behind friend before foe, behind foe before friend, between foes.
    /// Of four [`place_of_four`].
    place: usize,
    /// The steps from this player to the declarer, of four players.
    seating: usize,
    /// The called king if it has not been played yet, and all of its suit; of four players.
    king: u64,
    king_suit: u64,
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

/// The places of four players: last in the trick, by the holder's relation; or before others, by
/// that and by the worst relation of the players still to come.
fn place_of_four(holder: Relation, to_come: Option<Relation>) -> usize {
    match to_come {
        None => holder as usize,
        Some(worst) => 3 + 3 * holder as usize + worst as usize,
    }
}

impl<const N: usize> Game<N> {
    /// Returns the situation of the player to move.
    #[inline]
    pub fn situation(&self) -> Situation<N> {
        Situation::new(self)
    }
}

/// The start of each table in the weights. The first factor of each is the role.
impl<const N: usize> Situation<N> {
    const ROLES: usize = if N == SEATS { 5 } else { 8 };
    const PLACES: usize = if N == SEATS { 5 } else { 12 };
    /// The number of places of the last player in a trick, which come first.
    const PLACES_OF_LAST: usize = if N == SEATS { 2 } else { 3 };
    const SEATINGS: usize = if N == SEATS { 1 } else { 4 };
    const LEAD_PLAIN: usize = 0;
    const LEAD_VOIDS: usize = Self::LEAD_PLAIN + Self::ROLES * 5 * 2 * 4 * 4 * 4;
    const LEAD_TIME: usize = Self::LEAD_VOIDS + Self::ROLES * 5 * 4 * 4 * 2 * Self::SEATINGS;
    const LEAD_TAROK: usize = Self::LEAD_TIME + Self::ROLES * 5 * 5 * 2 * 2;
    const LEAD_TAROK_TIME: usize = Self::LEAD_TAROK + Self::ROLES * 8 * 6 * 6;
    const FOLLOW: usize = Self::LEAD_TAROK_TIME + Self::ROLES * 8 * 2 * 2 * 5 * 4;
    const FOLLOW_PLACE: usize = Self::FOLLOW + Self::ROLES * Self::PLACES * 2 * 2 * 16 * 3;
    const FOLLOW_TIME: usize = Self::FOLLOW_PLACE + Self::ROLES * Self::PLACES * 2 * 2 * 4;
    const FOLLOW_AWAY: usize = Self::FOLLOW_TIME + Self::ROLES * 2 * Self::PLACES * 16 * 5 * 4;
    const FOLLOW_NEXT: usize = Self::FOLLOW_AWAY + Self::ROLES * 5 * 4 * 2 * 4 * Self::PLACES;
    const FOLLOW_LENGTH: usize = Self::FOLLOW_NEXT + Self::ROLES * Self::PLACES * 2 * 16 * 4 * 2;
    const PAGAT_TIME: usize = Self::FOLLOW_LENGTH + Self::ROLES * 2 * 2 * 16 * 4 * 4;
    const KING: usize = Self::PAGAT_TIME + Self::ROLES * 2 * 8 * 17;
    /// The number of weights.
    pub(super) const WEIGHTS: usize =
        Self::KING + if N == SEATS { 0 } else { Self::ROLES * 2 * 2 * 2 * 5 * 4 };

    /// Returns the situation of the player to move.
    pub fn new(game: &Game<N>) -> Self {
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
        let defends = matches!(role, Role::Defender | Role::BeracDefender);
        let powerless = |seat: Seat, suit: usize| game.voids[seat.index()] >> suit & 1;
        let around = |steps: usize| me.clockwise(steps, N);
        let others: [Relation; N] = std::array::from_fn(|steps| game.relation(me, around(steps)));
        let role = if N == SEATS { role } else { role_of_four(role, game, &others) };
        let knows_foes = defends || role == Role::Partner;
        let mut voids = [0; 5];
        for (suit, void) in voids.iter_mut().enumerate() {
            for (steps, &relation) in others.iter().enumerate().skip(1) {
                let powerless = powerless(around(steps), suit);
                *void = if knows_foes {
                    // The first bit is for the declarer's side.
                    let foe = (relation == Relation::Foe) == (role != Role::Partner);
                    *void | powerless << u8::from(!foe)
                } else {
                    *void + powerless
                };
            }
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
            beats: 0,
            worth: 0,
            trula: false,
            led_tarok: 0,
            place: 0,
            seating: (declarer.index() + N - me.index()) % N,
            king: if N == SEATS { 0 } else { position.called & !game.gone.bits() },
            king_suit: if N == SEATS {
                0
            } else {
                suit_bits(position.called.trailing_zeros() as usize / 8 % 4)
            },
            next_void: 0,
        };
        let count = position.trick().len();
        if let Some(led) = position.trick().next() {
            let best = Card::from_index(position.best);
            situation.led_tarok = usize::from(led.is_tarok());
            situation.worth = worth(position.trick());
            situation.best = Some(best);
            situation.beats = position.beating();
            situation.trula = position.awaits_pagat();
            let steps = |seat: u8| (usize::from(seat) + N - me.index()) % N;
            let holder = others[steps(position.holder)];
            let to_come = others[1..N - count].iter().copied().max();
            situation.place = if N == SEATS {
                match (to_come, holder) {
                    (None, Relation::Friend) => 1,
                    (None, _) => 0,
                    (Some(_), Relation::Friend) => 2,
                    (Some(Relation::Friend), _) => 3,
                    (Some(_), _) => 4,
                }
            } else {
                place_of_four(holder, to_come)
            };
            let next_void = count < N - 1 && powerless(around(1), led.suit() as usize) == 1;
            situation.next_void = usize::from(next_void);
        }
        situation
    }

    /// Passes on the places of all weights that speak for a card.
    #[inline]
    pub fn places(&self, card: Card, legal: u64, tell: &mut impl FnMut(usize)) {
        if N > SEATS && self.king != 0 && self.king_suit & bit(card) != 0 {
            self.calling(card, tell);
        }
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
                    Self::LEAD_PLAIN
                        + ((((role * 5 + class) * 2 + top) * 4 + length) * 4 + unseen) * 4
                        + taroks,
                );
                tell(
                    Self::LEAD_VOIDS
                        + ((((role * 5 + class) * 4 + voids) * 4 + unseen) * 2 + top)
                            * Self::SEATINGS
                        + if N == SEATS { 0 } else { self.seating },
                );
                tell(
                    Self::LEAD_TIME + (((role * 5 + class) * 5 + self.time) * 2 + lowest) * 2 + top,
                );
            }
            None => {
                let class = class - 5;
                let lowest = usize::from(own & (bit(card) - 1) & !bit(PAGAT) == 0);
                let highest = usize::from(own & above == 0);
                let (role, voids) = (self.role, usize::from(self.voids[suit]));
                tell(
                    Self::LEAD_TAROK
                        + ((role * 8 + class) * 6 + self.taroks) * 6
                        + self.unseen_taroks,
                );
                tell(
                    Self::LEAD_TAROK_TIME
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
        let beats = self.beats;
        let takes = bit(card) & beats != 0 || self.trula && card == PAGAT;
        let wins = usize::from(takes);
        let rivals = legal & suit_bits(suit) & if takes { beats } else { !beats };
        let lower = rivals & (bit(card) - 1) != 0;
        let more = rivals & card.above().bits() != 0;
        let among = usize::from(lower) * 2 + usize::from(more);
        let (role, place, led) = (self.role, self.place, self.led_tarok);
        let length = up_to_three((self.hand & suit_bits(suit)).count_ones() - 1);
        tell(
            Self::FOLLOW
                + ((((role * Self::PLACES + place) * 2 + led) * 2 + wins) * 16 + class) * 3
                + self.worth,
        );
        tell(
            Self::FOLLOW_PLACE + (((role * Self::PLACES + place) * 2 + led) * 2 + wins) * 4 + among,
        );
        tell(
            Self::FOLLOW_TIME
                + ((((role * 2 + wins) * Self::PLACES + place) * 16 + class) * 5 + self.time) * 4
                + self.taroks.min(3),
        );
        if place >= Self::PLACES_OF_LAST {
            tell(
                Self::FOLLOW_NEXT
                    + ((((role * Self::PLACES + place) * 2 + led) * 16 + class) * 4 + out(higher))
                        * 2
                    + self.next_void,
            );
        }
        if !card.is_tarok() && wins == 0 && bit(best) & suit_bits(suit) == 0 {
            let top = usize::from(higher == 0);
            let unseen = out((self.unseen & suit_bits(suit)).count_ones());
            tell(
                Self::FOLLOW_AWAY
                    + ((((role * 5 + class) * 4 + length) * 2 + top) * 4 + unseen) * Self::PLACES
                    + place,
            );
        } else {
            tell(
                Self::FOLLOW_LENGTH
                    + ((((role * 2 + wins) * 2 + led) * 16 + class) * 4 + length) * 4
                    + out((self.unseen & suit_bits(suit)).count_ones()),
            );
        }
        self.keeping(card, 1, tell);
    }

    /// Passes on the place of the weight for a card of the called king's suit.
    #[inline]
    fn calling(&self, card: Card, tell: &mut impl FnMut(usize)) {
        let follows = usize::from(self.best.is_some());
        let wins = usize::from(self.beats & bit(card) != 0);
        let is_king = usize::from(self.king == bit(card));
        let length = up_to_three((self.hand & self.king_suit).count_ones() - 1);
        let kind = (((self.role * 2 + follows) * 2 + wins) * 2 + is_king) * 5 + self.time;
        tell(Self::KING + kind * 4 + length);
    }

    /// Passes on the place of the weight for keeping the pagat, and other taroks beside it, until
    /// now.
    #[inline]
    fn keeping(&self, card: Card, follows: usize, tell: &mut impl FnMut(usize)) {
        if !card.is_tarok() || self.hand & bit(PAGAT) == 0 {
            return;
        }
        let pagat = if card == PAGAT { 4 } else { 0 };
        let taroks = up_to_three((self.hand & suit_bits(4)).count_ones() - 1);
        tell(
            Self::PAGAT_TIME
                + ((self.role * 2 + follows) * 8 + pagat + taroks) * 17
                + self.tricks_left,
        );
    }
}

/// The role of one of four players, to whom others are so related.
fn role_of_four<const N: usize>(role: Role, game: &Game<N>, others: &[Relation; N]) -> Role {
    let position = &game.position;
    let is_known_alone = position.called == 0
        || position.side.count_ones() == 1 && !others.contains(&Relation::Unknown);
    match role {
        Role::Declarer if !is_known_alone => Role::DeclarerOfTwo,
        Role::Defender if position.is_declarers(position.to_play()) => Role::Partner,
        Role::Defender if !is_known_alone => Role::DefenderOfTwo,
        role => role,
    }
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
