//! The features of a policy: facts that are plain to the player of a card.

use arrayvec::ArrayVec;
use vzetek_trset::DEAL;

use super::Observation;
use super::hand::{ACE, Hand, Replies, takes, worth};
use crate::trset::cards::{Bits, SUIT_OF, THIRDS, thirds};

/// More thirds than this win a deal of tršet without declarations, and lose one
/// of kifameno.
const HALF: f32 = (DEAL / 2) as f32;

/// Room for the features of a card in each of the four ways to play it.
const TRAITS: usize = 112;
/// Rows of weights.
pub(super) const ROWS: usize = 4 * TRAITS;

/// Rows of weights, each with the amount of its feature.
pub type Features = ArrayVec<(u16, f32), 80>;

/// The way in which a card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Leads,
    Takes,
    Follows,
    Discards,
}

/// The features of one card, trait by trait.
struct Told {
    features: Features,
    next: usize,
}

impl Told {
    /// A number; nothing is the same as 0.
    fn amount(&mut self, amount: f32) {
        if amount != 0.0 {
            self.features.push((self.next as u16, amount));
        }
        self.next += 1;
    }

    fn whether(&mut self, holds: bool) {
        self.amount(f32::from(u8::from(holds)));
    }

    /// `count` features, of which one is 1.
    fn one_of(&mut self, count: usize, which: usize) {
        self.features.push(((self.next + which) as u16, 1.0));
        self.next += count;
    }
}

impl Observation {
    /// The cards among which the player chooses, each with its features.
    pub fn features(&self) -> impl Iterator<Item = (u8, Features)> {
        let hand = Hand::of(self);
        Bits(self.legal()).map(move |card| (card, features(self, &hand, card)))
    }
}

/// Returns the features of a card in the player's hand.
pub(super) fn features(observation: &Observation, hand: &Hand, card: u8) -> Features {
    let suit = SUIT_OF[usize::from(card)];
    let way = match observation.led {
        None => Way::Leads,
        Some(led) if takes(led, card) => Way::Takes,
        Some(led) if SUIT_OF[usize::from(led)] == suit => Way::Follows,
        Some(_) => Way::Discards,
    };
    let mut told = Told { features: Features::new(), next: way as usize * TRAITS };
    tell_suit(&mut told, observation, hand, card);
    tell_hand(&mut told, hand, usize::from(suit));
    tell_score(&mut told, observation, hand, card);
    if let Some(replies) = &hand.replies {
        tell_reply(&mut told, hand, card, replies);
    }
    debug_assert!(told.next <= (way as usize + 1) * TRAITS, "{}", told.next);
    told.features
}

/// The card among the others of its suit.
fn tell_suit(told: &mut Told, observation: &Observation, hand: &Hand, card: u8) {
    let strength = card % 10;
    let suit = usize::from(SUIT_OF[usize::from(card)]);
    let cards = |set: u64| (set >> (card - strength)) as u32 & 0x3ff;
    let (own, out, facing) = (cards(observation.hand), cards(hand.out), cards(observation.facing));
    let unseen = cards(hand.unseen);
    let bit = 1u32 << strength;
    let (below, above) = (own & (bit - 1), own & !(bit | (bit - 1)));
    let higher = |set: u32| set >> strength >> 1;
    let holds = |set: u32, strength: u8| set >> strength & 1 == 1;
    let count = hand.counts[suit];
    told.one_of(10, usize::from(strength));
    told.one_of(6, count.clamp(1, 6) as usize - 1);
    told.whether(above == 0);
    told.whether(below == 0);
    told.one_of(4, higher(out).count_ones().min(3) as usize);
    told.one_of(4, higher(unseen).count_ones().min(3) as usize);
    told.whether(higher(unseen | facing) == 0);
    told.amount(out.count_ones() as f32 / 5.0);
    told.amount(unseen.count_ones() as f32 / 5.0);
    told.amount(facing.count_ones() as f32 / 3.0);
    told.whether(higher(facing) != 0);
    told.whether(facing != 0 && higher(facing) == 0);
    told.whether(facing != 0);
    told.whether(facing.count_ones() == 1);
    told.whether(holds(facing, ACE));
    for strong in ACE..10 {
        told.whether(holds(unseen, strong));
    }
    told.whether(hand.lacking[suit]);
    told.whether(observation.known >> card & 1 == 1);
    told.whether(cards(observation.known & observation.hand) != 0);
    for strong in ACE..10 {
        let beside = holds(own, strong) && strength != strong;
        told.whether(beside);
        told.whether(beside && strength >= ACE);
    }
    // One card beside the ace does not guard it for long.
    told.whether(holds(own, ACE) && strength != ACE && count == 2);
    told.whether(holds(out, ACE));
    told.whether(holds(out, ACE) && strength > ACE);
    told.whether(same(below, |cards| 31 - cards.leading_zeros(), strength, out));
    told.whether(same(above, u32::trailing_zeros, strength, out));
    for set in [own, out, facing] {
        told.amount(f32::from(thirds(set.into())) / 3.0);
    }
    // The thirds that a card below could be made to give.
    told.amount(Bits((facing & (bit - 1)).into()).map(worth).fold(0.0, f32::max) / 3.0);
    for leads in observation.leads {
        told.amount(cards(leads).count_ones().min(3) as f32 / 2.0);
    }
    told.whether(cards(observation.leads[0]) != 0);
}

/// The card's suit among the others, and the hand it is in.
fn tell_hand(told: &mut Told, hand: &Hand, suit: usize) {
    let (count, masters) = (hand.counts[suit], hand.masters[suit]);
    told.whether(count == hand.longest);
    told.whether(count == hand.shortest);
    told.amount(hand.voids / 2.0);
    told.amount(masters / 2.0);
    told.amount((hand.all_masters - masters) / 3.0);
    for amount in hand.whole {
        told.amount(amount);
    }
}

/// The card in view of the score, and of how long the stock lasts.
fn tell_score(told: &mut Told, observation: &Observation, hand: &Hand, card: u8) {
    told.one_of(10, usize::from(observation.stock.clamp(2, 20)) / 2 - 1);
    // From 0 at the beginning to 1 when the last two cards are drawn.
    let progress = f32::from(20 - observation.stock.min(20)) / 20.0;
    told.amount(progress * f32::from(card % 10) / 5.0);
    told.amount(progress * worth(card));
    let count = hand.counts[usize::from(SUIT_OF[usize::from(card)])];
    told.amount(progress * count as f32 / 3.0);
    let [mine, theirs] = observation.thirds.map(f32::from);
    told.amount((mine - theirs) / 10.0);
    told.amount((mine - theirs) / 10.0 * worth(card));
    // The thirds that either still lacks of more than half, and the margin by
    // which that is less than four thirds.
    for thirds in [mine, theirs] {
        let needed = HALF + 1.0 - thirds;
        told.amount(needed / 10.0);
        told.amount(needed / 10.0 * worth(card));
        told.amount((4.0 - needed).max(0.0) / 3.0);
    }
}

/// The card as a reply.
fn tell_reply(told: &mut Told, hand: &Hand, card: u8, replies: &Replies) {
    let thirds = usize::from(THIRDS[usize::from(replies.led)]).min(2);
    told.one_of(3, thirds);
    for prize in 0..3 {
        told.amount(if prize == thirds { worth(card) } else { 0.0 });
    }
    told.amount(replies.following / 3.0);
    told.whether(replies.taker == Some(card));
    told.whether(replies.taker.is_some());
    told.amount(if replies.taker.is_some() { worth(card) } else { 0.0 });
    told.amount(worth(card) - replies.cheapest);
    told.whether(worth(card) == replies.cheapest);
    told.amount(hand.all_masters / 3.0);
}

/// Returns true if the nearest of these cards of a suit is equivalent to that
/// of this strength: of equal thirds, and no card that is out between them.
fn same(cards: u32, nearest: impl Fn(u32) -> u32, strength: u8, out: u32) -> bool {
    if cards == 0 {
        return false;
    }
    let other = nearest(cards);
    let strength = u32::from(strength);
    let (low, high) = (other.min(strength), other.max(strength));
    let between = ((1u32 << high) - 1) & !((1u32 << low) - 1);
    THIRDS[other as usize] == THIRDS[strength as usize] && out & between == 0
}
