//! The declarer's score of a known deal when all play best.

use vzetek_game::Card as _;
use vzetek_tarok::Card;

use super::CardValues;
use super::Position;
use super::bits::{Bits, KING_BITS, PAGAT_BIT, TRULA_BITS, bit, highest};
use super::full::{Full, Past, Stakes};
use super::relative::packed;
use super::scoring::MOND_LOST;
use super::trick::Trick;

/// The number of bounds that the search remembers, as a power of two: 32 bytes each.
const TABLE_BITS: u32 = 18;

/// An exact search for the declarer's score of an ordinary contract, with what it
/// remembers: the game with its points, what was announced and raised, silent
/// bonuses, the mond. A mond that a defender loses counts for the declarer, so that
/// there is one number for both sides to fight over; the reward for kontra does not
/// count, nor do radelci.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Made when it is first needed, since its table is large.
    full: Option<Full>,
}

impl Exact {
    /// A search that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets what was found out so far. No value needs it; whether one is found
    /// within a limit may depend on it.
    pub fn forget(&mut self) {
        if let Some(full) = &mut self.full {
            full.forget();
        }
    }

    /// Positions between tricks that were visited so far.
    pub fn nodes(&self) -> u64 {
        self.full.as_ref().map_or(0, |full| full.nodes)
    }

    /// The score, if at most `nodes` positions between tricks must be visited for it.
    ///
    /// # Panics
    /// If the contract is klop or a berač.
    pub fn score_within(&mut self, position: &Position, nodes: u64) -> Option<i32> {
        assert!(position.contract.is_ordinary(), "{} has no points", position.contract);
        let declarer = position.declarer();
        let payer = position.mond_payer();
        let mond = match payer {
            None => 0,
            Some(payer) if payer == declarer => -MOND_LOST,
            Some(_) => MOND_LOST,
        };
        if position.is_over() {
            return Some(position.declarers_result() + mond);
        }
        let stakes = Stakes {
            contract: position.contract,
            terms: position.terms,
            mond_counts: payer.is_none(),
        };
        let full = self.full.get_or_insert_with(|| Full::new(stakes, TABLE_BITS));
        full.play_for(stakes);
        full.most_nodes = full.nodes.saturating_add(nodes);
        let points = i32::from(position.points(declarer));
        let past = Past { points, open: open(position), mond };
        full.score(&seen(position), past)
    }

    /// The score after each legal card, if at most `nodes` positions between tricks must be visited
    /// for all cards together.
    ///
    /// # Panics
    /// As [`Exact::score_within`].
    pub fn card_scores_within(
        &mut self,
        position: &Position,
        nodes: u64,
    ) -> Option<CardValues<i32>> {
        let most = self.nodes().saturating_add(nodes);
        let score = |card| {
            let mut next = *position;
            next.put(card);
            let left = most.saturating_sub(self.nodes());
            Some((Card::from_index(card), self.score_within(&next, left)?))
        };
        Bits(position.legal_bits()).map(score).collect()
    }
}

/// Returns what either side may still make, in the form of [`Past::open`].
fn open(position: &Position) -> u8 {
    let own = position.declarers_cards().bits();
    let reach = own | position.in_hand();
    let cards = |cards: u64| u8::from(cards & !reach == 0) | u8::from(cards & own == 0) << 1;
    let tricks = position.tricks;
    let taken: u8 = tricks.iter().sum();
    let declarers = tricks[usize::from(position.declarer)];
    let pagat = if position.in_hand() & PAGAT_BIT != 0 { 0b11 } else { 0 };
    let valat = u8::from(declarers == taken) | u8::from(declarers == 0) << 1;
    cards(TRULA_BITS) | cards(KING_BITS) << 2 | pagat << 4 | valat << 6
}

/// The position by relative ranks, with the declarer as player 0. The hands
/// still have the cards on the table.
fn seen(position: &Position) -> Trick {
    let player = |seat: u8| (seat + 3 - position.declarer) % 3;
    let mut hands = [0; 3];
    for seat in 0..3 {
        hands[usize::from(player(seat))] = position.hands[usize::from(seat)];
    }
    let lying = &position.table[..usize::from(position.on_table)];
    let mut owner = player(position.leader);
    for &card in lying {
        hands[usize::from(owner)] |= bit(card);
        owner = (owner + 1) % 3;
    }
    let closed = packed(hands);
    let mut trick = Trick::led_by(player(position.leader), closed);
    for &card in lying {
        // A card keeps its number of higher ones in its owner's hand.
        let owner = usize::from(trick.turn());
        let higher = (hands[owner] & u64::MAX << card << 1).count_ones();
        let card = (0..higher).fold(closed[owner], |cards, _| cards & !bit(highest(cards)));
        trick = trick.with(highest(card));
    }
    trick
}
