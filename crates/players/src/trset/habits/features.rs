//! What a habit may depend on: what is plain to whoever plays a card.

use arrayvec::ArrayVec;

use super::Moment;
use crate::trset::cards::{Bits, SUIT, SUIT_OF, THIRDS};

/// What is told of a card in each of the four ways to play it.
const TRAITS: usize = 64;
/// Rows of weights.
pub(super) const ROWS: usize = 4 * TRAITS;

/// Rows and how much of each applies.
pub(super) type Features = ArrayVec<(u16, f32), 48>;

/// The ace, as a strength.
const ACE: u8 = 7;

/// How a card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Leads,
    Takes,
    Follows,
    Discards,
}

/// What is told of one card, trait by trait.
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

    /// One of so many.
    fn one_of(&mut self, count: usize, which: usize) {
        self.features.push(((self.next + which) as u16, 1.0));
        self.next += count;
    }
}

/// Tells of a card in the player's hand.
pub(super) fn features(moment: &Moment, card: u8) -> Features {
    let suit = SUIT_OF[usize::from(card)];
    let way = match moment.led {
        None => Way::Leads,
        Some(led) if takes(led, card) => Way::Takes,
        Some(led) if SUIT_OF[usize::from(led)] == suit => Way::Follows,
        Some(_) => Way::Discards,
    };
    let mut told = Told { features: Features::new(), next: way as usize * TRAITS };
    tell_suit(&mut told, moment, card);
    tell_score(&mut told, moment, card);
    match moment.led {
        None => (),
        Some(led) => tell_reply(&mut told, moment, card, led),
    }
    debug_assert!(told.next <= (way as usize + 1) * TRAITS, "{}", told.next);
    told.features
}

/// The card among the others of its suit.
fn tell_suit(told: &mut Told, moment: &Moment, card: u8) {
    let strength = card % 10;
    let cards = |set: u64| (set >> (card - strength)) as u32 & 0x3ff;
    let (own, out, facing) = (cards(moment.hand), cards(moment.out()), cards(moment.facing));
    let bit = 1u32 << strength;
    let (below, above) = (own & (bit - 1), own & !(bit | (bit - 1)));
    let higher = |set: u32| set >> strength >> 1;
    let holds = |set: u32, strength: u8| set >> strength & 1 == 1;
    let count = own.count_ones();
    told.one_of(10, usize::from(strength));
    told.one_of(6, count.clamp(1, 6) as usize - 1);
    told.whether(above == 0);
    told.whether(below == 0);
    told.one_of(4, higher(out).count_ones().min(3) as usize);
    told.amount(out.count_ones() as f32 / 5.0);
    told.whether(higher(facing) != 0);
    told.whether(facing != 0 && higher(facing) == 0);
    told.whether(facing != 0);
    told.whether(holds(facing, ACE));
    told.whether(moment.known >> card & 1 == 1);
    told.whether(cards(moment.known & moment.hand) != 0);
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
    let counts = || (0..4).map(|suit| (moment.hand >> (10 * suit) & 0x3ff).count_ones());
    told.whether(counts().max() == Some(count));
    told.whether(counts().filter(|&count| count > 0).min() == Some(count));
    told.amount(Bits(own.into()).map(worth).sum::<f32>() / 3.0);
    told.amount(Bits(out.into()).map(worth).sum::<f32>() / 3.0);
    for leads in moment.leads {
        told.amount(cards(leads).count_ones().min(3) as f32);
    }
    told.whether(cards(moment.leads[0]) != 0);
}

/// The card in view of the score, and of how long the stock lasts.
fn tell_score(told: &mut Told, moment: &Moment, card: u8) {
    // From 0 at the beginning to 1 when the last two cards are drawn.
    let progress = f32::from(20 - moment.stock.min(20)) / 20.0;
    told.amount(progress);
    told.amount(progress * f32::from(card % 10) / 5.0);
    told.amount(progress * worth(card));
    let [mine, theirs] = moment.thirds.map(f32::from);
    told.amount((mine - theirs) / 10.0);
    told.amount((mine - theirs) / 10.0 * worth(card));
}

/// The card as a reply.
fn tell_reply(told: &mut Told, moment: &Moment, card: u8, led: u8) {
    let legal = moment.legal();
    let own = legal & SUIT[usize::from(SUIT_OF[usize::from(led)])];
    let thirds = usize::from(THIRDS[usize::from(led)]).min(2);
    told.one_of(3, thirds);
    for prize in 0..3 {
        told.amount(if prize == thirds { worth(card) } else { 0.0 });
    }
    told.amount(own.count_ones() as f32 / 3.0);
    let taker = Bits(own).find(|&other| takes(led, other));
    told.whether(taker == Some(card));
    told.whether(taker.is_some());
    told.amount(if taker.is_some() { worth(card) } else { 0.0 });
    let cheapest = Bits(legal).map(worth).fold(3.0, f32::min);
    told.amount(worth(card) - cheapest);
    told.whether(worth(card) == cheapest);
}

fn worth(card: u8) -> f32 {
    f32::from(THIRDS[usize::from(card)])
}

/// Whether this card takes the trick from the one led.
fn takes(led: u8, card: u8) -> bool {
    card > led && SUIT_OF[usize::from(card)] == SUIT_OF[usize::from(led)]
}

/// Whether the nearest of these cards of a suit comes to the same as that of
/// this strength: worth the same, and nothing that is out between them.
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
