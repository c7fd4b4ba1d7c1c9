//! The prepared first deals, with which a player learns the game.

use crate::{Card, Options};

/// The seats from the dealer on to the learner, who bids first.
pub const PLACE: usize = 2;

/// The packs as they are dealt to three players: sixteen cards to the forehand, then to the learner,
/// then to the dealer, the strongest first; the rest is the talon, in its order.
pub const OF_THREE: [&str; 4] = [
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

/// The packs as they are dealt to four players, twelve cards to each. No king lies in the talon.
pub const OF_FOUR: [&str; 4] = [
    "T16 T14 T12 T9 C7 SK SQ S7 D1 HK HC H3 \
     T22 T21 T20 T19 T10 T5 T1 CC SJ S10 D4 H1 \
     T15 T11 T8 T6 CK C10 C8 S9 S8 DC D2 H2 \
     T13 T7 T4 T2 CQ C9 SC DK DJ HQ HJ H4 \
     T3 D3 T17 DQ CJ T18",
    "T17 T14 T5 T3 CC C8 SJ S7 D1 HK HJ H1 \
     T22 T21 T20 T16 T15 T8 T4 T1 CK S8 D2 H2 \
     T18 T13 T12 CJ C9 C7 SK SQ S10 S9 H3 H4 \
     T11 T7 T2 CQ C10 SC DK DQ DJ D4 HQ HC \
     T10 T6 D3 T19 T9 DC",
    "T19 T15 T8 T7 C9 C8 S9 D2 HK HJ H3 H4 \
     T22 T21 T20 T17 T13 T4 T1 CC SK SC DJ HQ \
     T16 T14 T9 C10 SQ SJ S10 S8 DK DC D3 HC \
     T12 T10 T6 T5 T3 CK CQ C7 DQ D4 H1 H2 \
     CJ T11 D1 T18 T2 S7",
    "T20 T16 T12 T8 CC SQ SC DK DQ HK HC H4 \
     T22 T21 T10 T7 T6 T5 T1 CJ SJ DC D1 HJ \
     T11 T4 T2 CQ C9 C8 C7 SK S9 DJ D2 H1 \
     T18 T15 T13 T9 T3 CK S10 S8 D3 HQ H2 H3 \
     D4 T19 S7 T14 C10 T17",
];

/// Returns the packs for the number of players.
pub(crate) fn packs(options: &Options) -> Vec<Vec<Card>> {
    let card = |text: &str| text.parse().expect("a pack is written in notation");
    let packs = if options.is_four() { OF_FOUR } else { OF_THREE };
    packs.iter().map(|pack| pack.split_whitespace().map(card).collect()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rstest::rstest;
    use vzetek_game::fair::{Nonces, Secret};
    use vzetek_game::{Game, Seat, record};

    use super::*;
    use crate::Tarok;

    fn prepared(players: u8) -> Options {
        Options { prepared: true, ..Options::new(players).unwrap() }
    }

    #[rstest]
    fn each_is_a_pack_that_can_be_dealt(#[values(3, 4)] players: u8) {
        let options = prepared(players);
        for pack in packs(&options) {
            let deal = Tarok::deal(&options, Seat::new(0), &pack).unwrap();
            let learner = Seat::new(PLACE as u8);
            assert_eq!(deal.current_player(), Some(learner), "the learner bids first");
        }
    }

    #[rstest]
    fn the_shuffle_says_which_is_dealt(#[values(3, 4)] players: u8) {
        let options = prepared(players);
        let (seats, size, packs) = (options.seats(), options.hand(), packs(&options));
        let mut hands = HashSet::new();
        for byte in 0..40 {
            let (secret, nonces) = (Secret::new([byte; 32]), Nonces::none(seats));
            let dealer = Seat::new(byte % players);
            let deal: Tarok = record::deal(&options, dealer, &secret, &nonces).unwrap();
            let hand = deal.hand(dealer.clockwise(PLACE, seats));
            let dealt = |pack: &[Card]| pack[size..2 * size].iter().copied().eq(hand.iter().rev());
            assert!(packs.iter().any(|pack| dealt(pack)));
            hands.insert(hand.bits());
        }
        assert_eq!(hands.len(), packs.len(), "any of them is dealt");
    }
}
