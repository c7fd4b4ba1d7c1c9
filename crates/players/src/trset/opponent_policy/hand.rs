//! The features that are worked out once for a hand, and shared by each card of it.

use super::Observation;
use crate::trset::cards::{Bits, SUIT, SUIT_OF, THIRDS};

/// The ace, as a strength.
pub(super) const ACE: u8 = 7;

/// The weakest card of each suit.
const FOURS: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30;

/// The hand as a whole, which is part of the features of every card of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// Cards that may still be played against the player.
    pub out: u64,
    /// The cards of `out` that may be in the other's hand and were not seen there.
    pub unseen: u64,
    /// By suit, cards above all that are out.
    pub masters: [f32; 4],
    /// The number of cards above all that are out, over all suits.
    pub all_masters: f32,
    /// By suit, whether the other has none.
    pub lacking: [bool; 4],
    /// By suit, the player's cards.
    pub counts: [u32; 4],
    /// The most cards of a suit.
    pub longest: u32,
    /// The fewest cards of a suit that is held at all.
    pub shortest: u32,
    /// The number of suits that are not held.
    pub voids: f32,
    /// The features shared by every card, trait by trait: see [`whole`].
    pub whole: [f32; 10],
    /// A summary of the replies to the card led, if there is one.
    pub replies: Option<Replies>,
}

/// A summary of the replies to a card led.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replies {
    /// The card led.
    pub led: u8,
    /// Cards of its suit.
    pub following: f32,
    /// The weakest card that takes the trick.
    pub taker: Option<u8>,
    /// The least that a card is worth.
    pub cheapest: f32,
}

impl Hand {
    /// Returns the hand of the player of the card in this observation.
    pub fn of(observation: &Observation) -> Self {
        let out = observation.out();
        let unseen = out & !observation.facing & !observation.lacking;
        let (mut masters, mut lacking, mut counts) = ([0.0; 4], [false; 4], [0; 4]);
        for (suit, cards) in SUIT.iter().enumerate() {
            let highest = 63 - (out & cards | 1).leading_zeros();
            let above = if out & cards == 0 { *cards } else { cards & !((2 << highest) - 1) };
            masters[suit] = (observation.hand & above).count_ones() as f32;
            lacking[suit] = (unseen | observation.facing) & cards == 0;
            counts[suit] = (observation.hand & cards).count_ones();
        }
        let held = counts.into_iter().filter(|&count| count > 0);
        let replies = observation.led.map(|led| {
            let legal = observation.legal();
            let own = legal & SUIT[usize::from(SUIT_OF[usize::from(led)])];
            Replies {
                led,
                following: own.count_ones() as f32,
                taker: Bits(own).find(|&other| takes(led, other)),
                cheapest: Bits(legal).map(worth).fold(3.0, f32::min),
            }
        });
        Self {
            out,
            unseen,
            masters,
            all_masters: masters.iter().sum(),
            lacking,
            counts,
            longest: held.clone().max().unwrap_or_default(),
            voids: 4.0 - held.clone().count() as f32,
            shortest: held.min().unwrap_or_default(),
            whole: whole(observation, out, lacking.contains(&true)),
            replies,
        }
    }
}

/// Returns the features of the whole hand: 1 if the other lacks a suit; by
/// strength from the ace, the numbers of cards that the player has and that are
/// out; the number of the hand's cards that the other knows, the number of the
/// other's that the player knows, and the surplus of the hand's size over that.
fn whole(observation: &Observation, out: u64, lacks_some: bool) -> [f32; 10] {
    let strong = |set: u64, strength: u8| (set >> strength & FOURS).count_ones() as f32 / 2.0;
    let size = |cards: u64| cards.count_ones() as f32 / 5.0;
    let [ace, two, three] = [ACE, ACE + 1, ACE + 2];
    [
        f32::from(u8::from(lacks_some)),
        strong(observation.hand, ace),
        strong(out, ace),
        strong(observation.hand, two),
        strong(out, two),
        strong(observation.hand, three),
        strong(out, three),
        size(observation.known & observation.hand),
        size(observation.facing),
        size(observation.hand) - size(observation.facing),
    ]
}

/// The thirds of a card.
pub(super) fn worth(card: u8) -> f32 {
    f32::from(THIRDS[usize::from(card)])
}

/// Returns true if this card takes the trick from the one led.
pub(super) fn takes(led: u8, card: u8) -> bool {
    card > led && SUIT_OF[usize::from(card)] == SUIT_OF[usize::from(led)]
}

#[cfg(test)]
mod tests {
    use vzetek_trset::{Card, CardSet};

    use super::*;

    fn set(cards: &str) -> u64 {
        cards.split_whitespace().map(|c| c.parse::<Card>().unwrap()).collect::<CardSet>().bits()
    }

    #[test]
    fn a_hand_knows_its_masters_and_what_the_other_lacks() {
        let suit = |card: &str| set(card).trailing_zeros() as usize / 10;
        let [coppe, spade, bastoni, denari] = ["C4", "S4", "B4", "D4"].map(suit);
        let observation = Observation {
            card: 0,
            hand: set("C3 C2 C4 SA S7 DA D3"),
            gone: set("S3 S2 D2"),
            led: None,
            known: set("SA S2"),
            facing: set("CA BK"),
            lacking: SUIT[coppe] | SUIT[denari],
            leads: [0, 0],
            thirds: [0, 0],
            stock: 12,
        };
        let hand = Hand::of(&observation);
        assert_eq!(hand.unseen & observation.lacking, 0);
        assert_eq!(hand.unseen & set("BK B3"), set("B3"));
        assert_eq!(hand.out & set("CA CK SA S3"), set("CA CK"));
        // The two highest of coppe; the ace of spade, since both above have been played.
        assert_eq!(hand.masters[coppe], 2.0);
        assert_eq!(hand.masters[spade], 1.0);
        assert_eq!(hand.masters[bastoni], 0.0);
        assert_eq!(hand.masters[denari], 2.0);
        // An ace of coppe was drawn since.
        assert!(!hand.lacking[coppe] && hand.lacking[denari]);
        assert_eq!(hand.counts[spade], 2);
        // A suit that is not held is not the shortest.
        assert_eq!((hand.longest, hand.shortest, hand.voids), (3, 2, 1.0));
        // Two aces are held and two are out, and so on.
        assert_eq!(hand.whole[..9], [1.0, 1.0, 1.0, 0.5, 0.5, 1.0, 0.5, 0.2, 0.4]);
        assert!((hand.whole[9] - 1.0).abs() < 1e-6, "seven cards against two");
        assert!(hand.replies.is_none());
        let index = |card: &str| set(card).trailing_zeros() as u8;
        let observation = Observation { led: Some(index("SK")), ..observation };
        let replies = Hand::of(&observation).replies.unwrap();
        assert_eq!((replies.following, replies.taker), (2.0, Some(index("SA"))));
        assert_eq!(replies.cheapest, 0.0, "the seven");
    }
}
