//! The outcome of a deal, as far as it matters for the score.

use arrayvec::ArrayVec;
use vzetek_game::{BySeat, Seat};

use crate::stake::STAKES;
use crate::{
    Announcement, CardSet, Contract, HALF_POINTS, KINGS, PAGAT, Playing, Side, Stake, TRULA, Taken,
    Undertaking, points,
};

/// The most bonuses that a side can make.
const BONUSES: usize = Announcement::ALL.len();

/// The outcome of a deal, as far as it matters for the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All players played alone for few points.
    Klop {
        /// The points each player took.
        points: BySeat<u8>,
        /// The tricks each player took.
        tricks: BySeat<u8>,
    },
    /// The declarer tried to take no trick, every trick, or, in solo without, more than
    /// half of the points: the contract's value is won or lost, and nothing else counts.
    Flat {
        /// The declarer, who plays alone.
        declarer: Seat,
        /// The contract.
        contract: Contract,
        /// The game, and who raised it.
        stake: Stake,
        /// True if the contract was made.
        won: bool,
        /// The declarer's points, where they decide.
        points: Option<u8>,
        /// The seat that must pay for the mond.
        mond: Option<Seat>,
    },
    /// The declarer tried to take more than half of the points.
    Ordinary {
        /// The declarer.
        declarer: Seat,
        /// The declarer's partner, if a king was called and another player had it.
        partner: Option<Seat>,
        /// Three, two, one or a solo in which the difference counts.
        contract: Contract,
        /// The points of the declarer's side.
        points: u8,
        /// The game and what was announced, and who raised it.
        stakes: ArrayVec<Stake, STAKES>,
        /// The bonuses of the declarer's side, announced or not.
        made: ArrayVec<Announcement, BONUSES>,
        /// The bonuses of the defenders together.
        defended: ArrayVec<Announcement, BONUSES>,
        /// The ultimos that were lost in the last trick, each with its side. They count
        /// where four play.
        lost: ArrayVec<(Announcement, Side), 2>,
        /// The seat that must pay for the mond.
        mond: Option<Seat>,
    },
}

impl Outcome {
    /// The outcome, once the last trick is taken, or the one that decides a berač or a valat.
    /// Public cards suffice: the cards that the declarer discarded face down are those that no
    /// other player has.
    pub fn of(playing: &Playing) -> Self {
        let Playing { undertaking, taken, .. } = playing;
        let (declarer, contract) = (undertaking.declarer, undertaking.contract);
        match contract {
            Contract::Klop => {
                Self::Klop { points: taken.piles.map(|&pile| points(pile)), tricks: taken.tricks }
            }
            _ if contract.is_ordinary() => {
                let cards = declarers_cards(undertaking, taken);
                Self::Ordinary {
                    declarer,
                    partner: undertaking.partner(),
                    contract,
                    points: points(cards),
                    stakes: undertaking.stakes.clone(),
                    made: made(playing, cards, Side::Declarer),
                    defended: made(playing, CardSet::full() - cards, Side::Defenders),
                    lost: lost_ultimos(playing),
                    mond: mond_payer(playing),
                }
            }
            _ => {
                let own = points(declarers_cards(undertaking, taken));
                Self::Flat {
                    declarer,
                    contract,
                    stake: undertaking.stakes[0].clone(),
                    won: if contract.is_berac() {
                        taken.tricks[declarer] == 0
                    } else if contract.counts_points() {
                        own > HALF_POINTS
                    } else {
                        usize::from(taken.tricks[declarer]) == taken.count()
                    },
                    points: contract.counts_points().then_some(own),
                    mond: mond_payer(playing),
                }
            }
        }
    }

    /// True in a klop in which a player took no trick.
    pub(crate) fn has_empty_hand(&self) -> bool {
        matches!(self, Self::Klop { tricks, .. } if tricks.iter().any(|&tricks| tricks == 0))
    }

    /// True in a klop in which a player took half of the points.
    pub(crate) fn has_full_hand(&self) -> bool {
        matches!(self, Self::Klop { points, .. } if points.iter().any(|&taken| taken >= HALF_POINTS))
    }

    /// Returns the cost of the mond so far. One that was left in the talon may still be
    /// won with the called king.
    pub(crate) fn mond_penalties(playing: &Playing) -> BySeat<i32> {
        let payer = mond_payer(playing).filter(|_| !may_win_talon(playing));
        let seats = playing.taken.tricks.len();
        BySeat::from_fn(seats, |seat| if payer == Some(seat) { -MOND_LOST } else { 0 })
    }
}

/// True if the declarer took the called king from the talon and has not played it yet.
pub(crate) fn may_win_talon(playing: &Playing) -> bool {
    let Undertaking { exchange, called, .. } = &playing.undertaking;
    let Some((exchange, called)) = exchange.as_ref().zip(called.as_ref()) else { return false };
    let piles = playing.taken.piles.iter().fold(CardSet::EMPTY, |all, &pile| all | pile);
    exchange.taken.contains(called.king)
        && !(piles | playing.trick.card_set()).contains(called.king)
}

/// All that counts for the declarer's side: tricks and discards.
pub(crate) fn declarers_cards(undertaking: &Undertaking, taken: &Taken) -> CardSet {
    match &undertaking.exchange {
        None => taken.piles[undertaking.declarer],
        Some(exchange) => taken
            .piles
            .enumerate()
            .filter(|&(seat, _)| !undertaking.is_declarers(seat))
            .fold(CardSet::full() - exchange.left, |cards, (_, &pile)| cards - pile),
    }
}

/// Returns the bonuses of a side with these cards.
fn made(playing: &Playing, cards: CardSet, side: Side) -> ArrayVec<Announcement, BONUSES> {
    let Playing { undertaking, taken, .. } = playing;
    let is_ours = |seat: Seat| undertaking.is_declarers(seat) == (side == Side::Declarer);
    let has_made = |announcement: &Announcement| match announcement {
        Announcement::Trula => TRULA.is_subset(cards),
        Announcement::Kings => KINGS.is_subset(cards),
        Announcement::PagatUltimo => taken.pagat_in_last_trick().is_some_and(is_ours),
        Announcement::Valat => {
            taken.tricks.enumerate().all(|(seat, &tricks)| is_ours(seat) || tricks == 0)
        }
        Announcement::KingUltimo => {
            side == Side::Declarer
                && king_in_last_trick(playing)
                && taken.last_winner().is_some_and(is_ours)
        }
    };
    Announcement::ALL.into_iter().filter(has_made).collect()
}

/// True if the called king was played to the trick before.
fn king_in_last_trick(playing: &Playing) -> bool {
    let last = playing.taken.last_trick.as_ref();
    let called = playing.undertaking.called.as_ref();
    last.zip(called).is_some_and(|(last, called)| last.player_of(called.king).is_some())
}

/// Returns the ultimos whose card fell in the last trick in vain, with the side that
/// played it.
fn lost_ultimos(playing: &Playing) -> ArrayVec<(Announcement, Side), 2> {
    let Playing { undertaking, taken, .. } = playing;
    let side = |seat: Seat| undertaking.side(seat).unwrap_or(Side::Defenders);
    let king = king_in_last_trick(playing)
        && taken.last_winner().is_some_and(|seat| side(seat) == Side::Defenders);
    let pagat = taken.last_trick.as_ref().and_then(|trick| trick.player_of(PAGAT));
    let pagat = pagat.filter(|_| taken.pagat_in_last_trick().is_none());
    let king = king.then_some((Announcement::KingUltimo, Side::Declarer));
    let pagat = pagat.map(|seat| (Announcement::PagatUltimo, side(seat)));
    king.into_iter().chain(pagat).collect()
}

/// Returns the seat that lost the mond, or left it in the talon; `None` in klop, berač and the
/// valats that are contracts, where it is not paid for.
fn mond_payer(playing: &Playing) -> Option<Seat> {
    let undertaking = &playing.undertaking;
    let left = undertaking.left_mond().then_some(undertaking.declarer);
    left.or(playing.taken.mond_lost).filter(|_| undertaking.contract.counts_points())
}

/// The cost of losing the mond, in points.
pub(crate) const MOND_LOST: i32 = 21;
