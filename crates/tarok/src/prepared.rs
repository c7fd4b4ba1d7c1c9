//! The prepared first deals, with which a player learns the game.

use crate::Card;

/// The seats from the dealer clockwise to the learner, who bids first.
pub const PLACE: usize = 2;

/// The packs as they are dealt: sixteen cards to the forehand, then to the learner, then
/// to the dealer, the strongest first; the rest is the talon, in its order.
pub const PACKS: [&str; 4] = [
    "T19 T17 T6 T4 T3 T2 CK C8 C7 SQ SC S10 S9 HQ HC H3 \
     T22 T21 T16 T14 T10 T9 T8 T7 T1 CJ SJ DK DQ DC DJ D3 \
     T15 T12 T11 T5 CQ CC C10 C9 SK S8 S7 D1 D4 H1 H2 H4 \
     HK D2 HJ T13 T18 T20",
    "T16 T15 T12 T9 T5 T1 CQ CC C7 SQ S10 S7 DC D3 H1 H3 \
     T22 T21 T20 T19 T13 T11 T8 T3 CK CJ SK SC DK D2 HJ H4 \
     T18 T17 T14 T10 T7 T6 T2 C10 C9 S9 S8 DJ D1 HQ HC H2 \
     T4 DQ HK SJ D4 C8",
    "T16 T13 T10 T8 T4 CJ C7 SQ SJ S10 S9 S8 S7 HK HC H1 \
     T21 T18 T15 T9 T7 T6 T5 T3 T1 CK CC SC DQ DC DJ H2 \
     T20 T17 T14 T12 CQ C10 C8 SK DK D1 D2 D3 D4 HQ HJ H4 \
     T19 T2 H3 C9 T22 T11",
    "T20 T17 T16 T14 T11 T10 T5 CQ C10 SQ DQ DC DJ D3 H3 H4 \
     T22 T19 T15 T13 T9 T8 T6 T4 T3 T2 SK DK D4 HK HC HJ \
     T21 T18 T12 T1 CJ C9 C7 SJ S10 S9 S8 S7 D1 D2 H1 H2 \
     T7 SC C8 CC CK HQ",
];

/// Returns the packs.
pub(crate) fn packs() -> Vec<Vec<Card>> {
    let card = |text: &str| text.parse().expect("a pack is written in notation");
    PACKS.iter().map(|pack| pack.split_whitespace().map(card).collect()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use vzetek_game::fair::{Nonces, Secret};
    use vzetek_game::{Game, Seat, record};

    use super::*;
    use crate::{Options, Tarok};

    fn prepared() -> Options {
        Options { prepared: true, ..Options::default() }
    }

    #[test]
    fn each_is_a_pack_that_can_be_dealt() {
        for pack in packs() {
            let deal = Tarok::deal(&prepared(), Seat::new(0), &pack).unwrap();
            let learner = Seat::new(PLACE as u8);
            assert_eq!(deal.current_player(), Some(learner), "the learner bids first");
        }
    }

    #[test]
    fn the_shuffle_says_which_is_dealt() {
        let mut hands = HashSet::new();
        for byte in 0..40 {
            let (secret, nonces) = (Secret::new([byte; 32]), Nonces::none(3));
            let dealer = Seat::new(byte % 3);
            let deal: Tarok = record::deal(&prepared(), dealer, &secret, &nonces).unwrap();
            let hand = deal.hand(dealer.clockwise(PLACE, 3));
            assert!(packs().iter().any(|pack| pack[16..32].iter().copied().eq(hand.iter().rev())));
            hands.insert(hand.bits());
        }
        assert_eq!(hands.len(), PACKS.len(), "any of them is dealt");
    }
}
