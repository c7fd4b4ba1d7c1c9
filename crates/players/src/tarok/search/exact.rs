//! The value of a known deal when everybody plays best.

use vzetek_game::Card as _;
use vzetek_tarok::{Card, Contract, HALF_POINTS, Item};

use super::CardValues;
use super::Position;
use super::bits::{Bits, KING_BITS, PAGAT_BIT, TRULA_BITS, bit};
use super::full::{Full, Past, Stakes};
use super::relative::packed;
use super::scoring::{KLOP, MOND_LOST};
use super::solver::{Count, Solver};
use super::trick::Trick;

/// How many bounds a solver remembers, as a power of two: 24 bytes each, for
/// the full score 32.
const PROOF_BITS: u32 = 18;

/// What a deal is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The declarer's points of an ordinary contract, announcements apart; in
    /// klop the thirds of the player to move, everybody else playing against
    /// it; in berač whether the declarer takes a trick, 1 or 0.
    Points,
    /// 1 if the declarer wins the game, announcements apart, else 0. In klop
    /// 1 if the player to move, everybody else playing against it, stays below
    /// half of the points.
    Won,
    /// The declarer's score: the game with its points, what was announced and
    /// raised, silent bonuses, the mond. A mond that a defender loses counts
    /// for the declarer, so that there is one number for both sides to fight
    /// over; the reward for kontra does not count, nor do radelci. In klop the
    /// score of the player to move, everybody else playing against it, without
    /// the reward for taking no trick.
    Score,
}

/// Exact searches, with what they remember.
#[derive(Clone, Debug)]
pub struct Exact {
    points: Solver,
    klop: Option<Solver>,
    berac: Option<Solver>,
    full: Option<Full>,
}

impl Default for Exact {
    fn default() -> Self {
        Self::new()
    }
}

impl Exact {
    /// A search that knows nothing yet.
    pub fn new() -> Self {
        Self { points: Solver::new(Count::Points, PROOF_BITS), klop: None, berac: None, full: None }
    }

    /// Forgets what was found out so far. No value needs it; measurements do.
    pub fn forget(&mut self) {
        self.points.proofs.forget();
        for solver in self.klop.iter_mut().chain(&mut self.berac) {
            solver.proofs.forget();
        }
        if let Some(full) = &mut self.full {
            full.forget();
        }
    }

    /// Positions between tricks that were visited so far.
    pub fn nodes(&self) -> u64 {
        [Some(&self.points), self.klop.as_ref(), self.berac.as_ref()]
            .into_iter()
            .flatten()
            .map(|solver| solver.nodes)
            .chain(self.full.as_ref().map(|full| full.nodes))
            .sum()
    }

    /// The value of a position for its soloist: the declarer, in klop the
    /// player to move. Whole deals may take minutes; see
    /// [`Exact::value_within`].
    pub fn value(&mut self, position: &Position, objective: Objective) -> i32 {
        self.value_within(position, objective, u64::MAX).expect("nothing limits this search")
    }

    /// The same, if no more than so many positions between tricks must be
    /// visited for it. A million takes some two tenths of a second.
    pub fn value_within(
        &mut self,
        position: &Position,
        objective: Objective,
        nodes: u64,
    ) -> Option<i32> {
        self.value_for(position, soloist(position), objective, nodes)
    }

    /// Each legal card's value, for the same soloist as before the card.
    pub fn move_values(&mut self, position: &Position, objective: Objective) -> CardValues<i32> {
        self.move_values_within(position, objective, u64::MAX).expect("nothing limits this search")
    }

    /// The same, if no more than so many positions between tricks must be
    /// visited for all cards together.
    pub fn move_values_within(
        &mut self,
        position: &Position,
        objective: Objective,
        nodes: u64,
    ) -> Option<CardValues<i32>> {
        let soloist = soloist(position);
        let most = self.nodes().saturating_add(nodes);
        let value = |card| {
            let mut next = *position;
            next.put(card);
            let left = most.saturating_sub(self.nodes());
            Some((Card::from_index(card), self.value_for(&next, soloist, objective, left)?))
        };
        Bits(position.legal_bits()).map(value).collect()
    }

    fn value_for(
        &mut self,
        position: &Position,
        soloist: u8,
        objective: Objective,
        nodes: u64,
    ) -> Option<i32> {
        if objective == Objective::Score && position.contract.is_ordinary() {
            return self.full_score(position, nodes);
        }
        let taken = taken(position, soloist);
        let solver = match position.contract {
            Contract::Klop => {
                self.klop.get_or_insert_with(|| Solver::new(Count::KlopThirds, PROOF_BITS))
            }
            contract if contract.is_berac() => {
                if position.is_over() {
                    return Some(berac(position, objective, taken > 0));
                }
                self.berac.get_or_insert_with(|| Solver::new(Count::AnyTrick, PROOF_BITS))
            }
            _ => &mut self.points,
        };
        let trick = seen_by(position, soloist);
        if position.contract == Contract::Klop {
            let tricks = trick.hands[0].count_ones();
            solver.set_gifts(&position.talon[..usize::from(position.gifts)], tricks);
        }
        solver.most_nodes = solver.nodes.saturating_add(nodes);
        let value = match (position.contract, objective) {
            (contract, Objective::Points) if contract.is_ordinary() => taken + solver.value(&trick),
            (contract, Objective::Won) if contract.is_ordinary() => {
                let need = i32::from(HALF_POINTS) + 1 - taken;
                i32::from(solver.ask(&trick, need) >= need)
            }
            (Contract::Klop, Objective::Points) => taken + solver.value(&trick),
            (Contract::Klop, Objective::Won) => {
                // 35 points or more: 104 thirds round to 35.
                let need = 104 - taken;
                i32::from(solver.ask(&trick, need) < need)
            }
            (Contract::Klop, Objective::Score) => {
                let thirds = taken + solver.value(&trick);
                let points = (thirds + 1) / 3;
                if points >= i32::from(HALF_POINTS) { -KLOP } else { -points }
            }
            _ => berac(position, objective, solver.ask(&trick, 1) >= 1),
        };
        (!solver.is_spent()).then_some(value)
    }
}

impl Exact {
    fn full_score(&mut self, position: &Position, nodes: u64) -> Option<i32> {
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
        let full = self.full.get_or_insert_with(|| Full::new(stakes, PROOF_BITS));
        full.play_for(stakes);
        full.most_nodes = full.nodes.saturating_add(nodes);
        let trick = seen_by(position, position.declarer);
        let past =
            Past { points: i32::from(position.points(declarer)), open: open(position), mond };
        let score = full.score(&trick, past);
        (!full.is_spent()).then_some(score)
    }
}

/// What either side may still make, as [`Past::open`] wants it.
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

/// The value of a berač in which the declarer takes a trick, or none.
fn berac(position: &Position, objective: Objective, trick: bool) -> i32 {
    match objective {
        Objective::Points => i32::from(trick),
        Objective::Won => i32::from(!trick),
        Objective::Score => {
            let value = position.contract.value() * position.terms.multiplier(Item::Game);
            if trick { -value } else { value }
        }
    }
}

/// Against whom the others play.
fn soloist(position: &Position) -> u8 {
    if position.contract == Contract::Klop { position.turn } else { position.declarer }
}

/// What the soloist has already: points, klop's thirds, or tricks.
fn taken(position: &Position, soloist: u8) -> i32 {
    let seat = vzetek_game::Seat::new(soloist);
    if position.contract == Contract::Klop {
        let pile = position.pile(seat);
        3 * super::bits::values(pile.bits()) as i32 - 2 * pile.len() as i32
    } else if position.contract.is_berac() {
        i32::from(position.tricks(seat))
    } else {
        i32::from(position.points(seat))
    }
}

/// The position by relative ranks, with the soloist as player 0. The hands
/// still have the cards on the table.
fn seen_by(position: &Position, soloist: u8) -> Trick {
    let player = |seat: u8| (seat + 3 - soloist) % 3;
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
        let card =
            (0..higher).fold(closed[owner], |cards, _| cards & !bit(super::bits::highest(cards)));
        trick = trick.with(super::bits::highest(card));
    }
    trick
}
