//! The outcome of a deal, as far as it matters for the score.

use arrayvec::ArrayVec;
use vzetek_game::{BySeat, Seat};

use crate::score::MOND_LOST;
use crate::{
    Announcement, CardSet, Contract, KINGS, Playing, SEATS, Stake, TRULA, Taken, Undertaking,
    points,
};

/// The outcome of a deal, as far as it matters for the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everybody played alone for few points.
    Klop {
        /// The points each player took.
        points: BySeat<u8>,
        /// The tricks each player took.
        tricks: BySeat<u8>,
    },
    /// The declarer tried to take no trick.
    Berac {
        /// The declarer.
        declarer: Seat,
        /// Closed or open.
        contract: Contract,
        /// The game, and who raised it.
        stake: Stake,
        /// True if the declarer took none.
        won: bool,
    },
    /// The declarer tried to take more than half of the points.
    Ordinary {
        /// The declarer.
        declarer: Seat,
        /// Three, two, one or solo.
        contract: Contract,
        /// The declarer's points.
        points: u8,
        /// The game and what was announced, and who raised it.
        stakes: ArrayVec<Stake, 5>,
        /// The bonuses of the declarer, announced or not.
        made: ArrayVec<Announcement, 4>,
        /// The bonuses of the defenders together.
        defended: ArrayVec<Announcement, 4>,
        /// The seat that must pay for the mond.
        mond: Option<Seat>,
    },
}

impl Outcome {
    /// The outcome, once the last trick is taken (in berač: or the first by
    /// the declarer). Public cards are enough for it: what the declarer
    /// discarded face down is what nobody else has.
    pub fn of(playing: &Playing) -> Self {
        let Playing { undertaking, taken, .. } = playing;
        let (declarer, contract) = (undertaking.declarer, undertaking.contract);
        match contract {
            Contract::Klop => {
                Self::Klop { points: taken.piles.map(|&pile| points(pile)), tricks: taken.tricks }
            }
            Contract::Berac | Contract::OpenBerac => Self::Berac {
                declarer,
                contract,
                stake: undertaking.stakes[0].clone(),
                won: taken.tricks[declarer] == 0,
            },
            Contract::Three | Contract::Two | Contract::One | Contract::Solo => {
                let cards = declarers_cards(undertaking, taken);
                Self::Ordinary {
                    declarer,
                    contract,
                    points: points(cards),
                    stakes: undertaking.stakes.clone(),
                    made: made(playing, cards, |seat| seat == declarer),
                    defended: made(playing, CardSet::full() - cards, |seat| seat != declarer),
                    mond: mond_payer(playing),
                }
            }
        }
    }

    /// Returns the cost of the mond so far.
    pub(crate) fn mond_penalties(playing: &Playing) -> BySeat<i32> {
        let payer = mond_payer(playing);
        BySeat::from_fn(SEATS, |seat| if payer == Some(seat) { -MOND_LOST } else { 0 })
    }
}

/// All that counts for the declarer: tricks and discards.
pub(crate) fn declarers_cards(undertaking: &Undertaking, taken: &Taken) -> CardSet {
    let declarer = undertaking.declarer;
    match &undertaking.exchange {
        None => taken.piles[declarer],
        Some(exchange) => Seat::all(SEATS)
            .filter(|&seat| seat != declarer)
            .fold(CardSet::full() - exchange.left, |cards, seat| cards - taken.piles[seat]),
    }
}

/// Returns the bonuses of a side with these cards and seats.
fn made(
    playing: &Playing,
    cards: CardSet,
    is_ours: impl Fn(Seat) -> bool,
) -> ArrayVec<Announcement, 4> {
    let taken = &playing.taken;
    let has_made = |announcement: &Announcement| match announcement {
        Announcement::Trula => TRULA.is_subset(cards),
        Announcement::Kings => KINGS.is_subset(cards),
        Announcement::PagatUltimo => taken.pagat_in_last_trick().is_some_and(&is_ours),
        Announcement::Valat => {
            Seat::all(SEATS).all(|seat| is_ours(seat) || taken.tricks[seat] == 0)
        }
    };
    Announcement::ALL.into_iter().filter(has_made).collect()
}

/// Returns the seat that lost the mond, or left it in the talon; nobody pays
/// for it in klop and berač.
fn mond_payer(playing: &Playing) -> Option<Seat> {
    let undertaking = &playing.undertaking;
    let left = undertaking.left_mond().then_some(undertaking.declarer);
    left.or(playing.taken.mond_lost).filter(|_| undertaking.contract.is_ordinary())
}
