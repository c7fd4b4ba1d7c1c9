//! The search for the first card: alpha-beta with some of its parts.

use std::time::{Duration, Instant};

use vzetek_baselines::tarok::selective::{Cards, Judged, StudyGuide};
use vzetek_game::{Card as _, Seat};
use vzetek_search::alphabeta::{AlphaBeta, Found, Parts};
use vzetek_search::table::Replacement;
use vzetek_search::{Limits, Perfect, Score};
use vzetek_tarok::{Card, CardSet, SEATS};

use super::classes::Classes;

/// The tables' places, two to the power of this: Luštrek's (2002) has 1,000,003.
const TABLE_BITS: u32 = 20;

/// The number of cards in a trick, the step of iterative deepening: Luštrek
/// (2002) finds only whole tricks worth searching.
const TRICK: u8 = SEATS as u8;

/// The cards that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All legal cards.
    All,
    /// Luštrek's (2002): third cards of a trick that are hardly worth playing are
    /// left out.
    Thirds,
    /// The survey's: also those that another card of the hand is as good as.
    Distinct,
}

/// The parts that the two studies switch on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Iterative deepening, a trick at a time.
    pub deepening: bool,
    /// The history heuristic.
    pub history: bool,
    /// Minimal windows.
    pub minimal_window: bool,
    /// Selective generation.
    pub selection: Selection,
    /// The transposition table.
    pub table: Option<Classes>,
    /// True if high cards are tried before low ones.
    pub high_first: bool,
}

impl Method {
    /// Plain alpha-beta.
    pub const PLAIN: Self = Self {
        deepening: false,
        history: false,
        minimal_window: false,
        selection: Selection::All,
        table: None,
        high_first: false,
    };
}

/// The result of a search, and its cost.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The card and its value.
    pub found: Found<Card>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// A search by one method. The table's memory is used again and again.
pub struct Searcher {
    method: Method,
    search: AlphaBeta<Judged, StudyGuide<Classes, Method>>,
}

impl Searcher {
    /// A search with nothing in its table.
    pub fn new(method: Method) -> Self {
        let Method { history, minimal_window, table, .. } = method;
        let parts = Parts {
            table: table.map(|_| (TABLE_BITS, Replacement::New)),
            killers: false,
            history,
            minimal_window,
        };
        let guide = StudyGuide { keys: table.unwrap_or(Classes::Exact), cards: method };
        Self { method, search: AlphaBeta::guided(guide, parts) }
    }

    /// The best card, looking `depth` cards ahead, a whole number of tricks.
    pub fn answer(&mut self, position: &Judged, depth: u8) -> Answer {
        self.search.forget();
        let first = if self.method.deepening { TRICK.min(depth) } else { depth };
        let (start, mut nodes) = (Instant::now(), 0);
        let mut found = Found { score: Score(0), best: None };
        for depth in (first..=depth).step_by(TRICK.into()) {
            let limits = Limits::default();
            found = self.search.best(position, depth, &limits).expect("there is no limit");
            nodes += self.search.nodes();
        }
        Answer { found, nodes, time: start.elapsed() }
    }

    /// Every selected card's value.
    pub fn values(&mut self, position: &Judged, depth: u8) -> Vec<(Card, Score)> {
        self.search.forget();
        let limits = Limits::default();
        self.search.move_values_to(position, depth, &limits).expect("there is no limit")
    }
}

impl Cards for Method {
    #[inline]
    fn append(&self, position: &Judged, cards: &mut Vec<Card>) {
        let from = cards.len();
        match self.selection {
            Selection::All => position.moves(cards),
            Selection::Thirds => position.select(cards),
            Selection::Distinct => cards.extend(distinct(position, position.selected())),
        }
        if self.high_first {
            cards[from..].reverse();
        }
    }
}

/// Returns those of some cards of the player to move that no lower one is as
/// good as: of the same suit and value, with no card in play between the two.
fn distinct(position: &Judged, cards: CardSet) -> CardSet {
    let position = position.position();
    let own = position.to_play();
    let others = Seat::all(SEATS).filter(|&seat| seat != own).map(|seat| position.hand(seat));
    let lying: CardSet = position.trick().collect();
    let between = others.fold(lying, |cards, hand| cards | hand).bits();
    let mut kept = CardSet::default();
    let mut lower: Option<Card> = None;
    for card in cards {
        let is_alike = |lower: Card| {
            let gap = (1 << card.index()) - (2 << lower.index());
            let alike = lower.suit() == card.suit() && lower.value() == card.value();
            alike && between & gap == 0
        };
        if !lower.is_some_and(is_alike) {
            kept.insert(card);
        }
        lower = Some(card);
    }
    kept
}

#[cfg(test)]
mod tests {
    use vzetek_players::tarok::search::Position;
    use vzetek_search::minimax::minimax_to;
    use vzetek_tarok::Contract;

    use super::*;

    fn set(cards: &str) -> CardSet {
        cards.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect()
    }

    fn judged(hands: [&str; 3]) -> Judged {
        let declarer = Seat::new(0);
        Judged::new(Position::new(Contract::Three, declarer, declarer, hands.map(set)))
    }

    #[test]
    fn cards_as_good_as_lower_ones_are_left_out() {
        let hands =
            ["H4 H3 H1 HK T1 T2 T4 T7", "H2 D4 D3 T5 S7 S8 S9 S10", "C7 C8 C9 C10 CJ CC T6 T8"];
        let start = judged(hands);
        let kept = distinct(&start, start.position().legal());
        // The two of hearts and two taroks lie between; the pagat is worth more.
        assert_eq!(kept, set("H4 H1 HK T1 T2 T7"));
    }

    /// All exact methods find the value of plain minimax.
    #[test]
    fn parts_change_no_value() {
        let position = judged(["HK DQ T3 T9 T22", "H4 H1 T5 T6 T21", "DK D4 S7 T1 T12"]);
        let guide = StudyGuide { keys: Classes::Exact, cards: Method::PLAIN };
        let expected = minimax_to(&position, &guide, 9);
        for bits in 0..16 {
            let method = Method {
                deepening: bits & 1 != 0,
                history: bits & 2 != 0,
                minimal_window: bits & 4 != 0,
                table: (bits & 8 != 0).then_some(Classes::Exact),
                ..Method::PLAIN
            };
            let mut searcher = Searcher::new(method);
            let answer = searcher.answer(&position, 9);
            assert_eq!(answer.found.score, expected, "{method:?}");
            let values = searcher.values(&position, 9);
            let best = answer.found.best.expect("a card");
            assert!(values.contains(&(best, expected)), "{method:?}");
        }
    }
}
