//! The tree of moves that the minimax player searches.

use vzetek_search::Budget;
use vzetek_tablic::{Action, CardSet};

use vzetek_players::tablic::{Board, Lister, Offers, Rated, Situation};

/// The worth of a leaf: the points, and then the cards, by which the player is
/// ahead of the mean of the other sides, in parts of one by the number of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lead {
    pub(super) points: i32,
    pub(super) cards: i32,
}

impl Lead {
    const LOWEST: Self = Self { points: i32::MIN, cards: i32::MIN };
    const HIGHEST: Self = Self { points: i32::MAX, cards: i32::MAX };
}

/// A leaf: its depth and its worth. Both sides want the deepest first, for more
/// is known there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) depth: u32,
    pub(super) lead: Lead,
}

impl Leaf {
    /// Returns true if the side to move prefers this leaf to the other.
    fn is_better(self, other: Self, ours: bool) -> bool {
        let lead = if ours { self.lead.cmp(&other.lead) } else { other.lead.cmp(&self.lead) };
        self.depth.cmp(&other.depth).then(lead).is_gt()
    }
}

/// A search from one situation.
pub(super) struct Tree<'a> {
    lister: &'a mut Lister,
    board: Board,
    me: usize,
    hand: CardSet,
    /// The cards that no player has seen and no branch has played yet.
    hidden: CardSet,
    /// By seat, the hidden cards that it presumably lacks.
    lacking: Vec<CardSet>,
    /// True if branches presume: not after the last deal.
    presumes: bool,
    /// The depth of leaves that are not there for want of time or cards.
    horizon: u32,
    budget: Budget,
    nodes: u64,
    lists: Vec<Vec<Rated>>,
}

impl<'a> Tree<'a> {
    /// A search that looks `depth` own moves ahead, and then to the end of the round, so that all
    /// have played equally often.
    pub(super) fn new(
        situation: &Situation,
        lister: &'a mut Lister,
        lacking: Vec<CardSet>,
        depth: u64,
        budget: Budget,
    ) -> Self {
        let board = situation.board.clone();
        let seats = board.seats();
        let rounds = depth.clamp(1, situation.hand.len() as u64) as usize;
        let horizon = (rounds * seats - board.to_play) as u32;
        Self {
            lister,
            me: board.to_play,
            board,
            hand: situation.hand,
            hidden: situation.unseen,
            lacking,
            presumes: !situation.is_last_deal(),
            horizon,
            budget,
            nodes: 0,
            lists: Vec::new(),
        }
    }

    /// Returns the number of positions that were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The move that leads to the best leaf, and that leaf; of equal ones the
    /// greediest.
    pub(super) fn best_leaf(&mut self) -> (Action, Leaf) {
        let (action, leaf) = self.expand(0, Lead::LOWEST, Lead::HIGHEST);
        (action.expect("a hand has a card to play"), leaf)
    }

    fn leaf(&self, depth: u32) -> Leaf {
        let others = self.board.sides() as i32 - 1;
        let me = self.board.side(self.me);
        let sum = |scores: &mut dyn Iterator<Item = (u8, u8)>| {
            let (mut points, mut cards) = (0, 0);
            for (side, (side_cards, side_points)) in scores.enumerate() {
                let weight = if side == me { others } else { -1 };
                cards += weight * i32::from(side_cards);
                points += weight * i32::from(side_points);
            }
            Lead { points, cards }
        };
        let is_over = self.board.deck == 0 && self.hand.is_empty() && self.board.to_play == 0;
        let lead =
            if is_over { sum(&mut self.board.finals()) } else { sum(&mut self.board.so_far()) };
        Leaf { depth, lead }
    }

    /// The best leaf below a position, or itself, with the move that leads to
    /// it; a bound if the leads it could have are beyond what was found
    /// elsewhere.
    fn expand(&mut self, depth: u32, alpha: Lead, beta: Lead) -> (Option<Action>, Leaf) {
        self.nodes += 1;
        let seat = self.board.to_play;
        let mine = seat == self.me;
        let cards = if mine { self.hand } else { self.hidden - self.lacking[seat] };
        if depth == self.horizon || cards.is_empty() {
            return (None, self.leaf(depth));
        }
        // The first position is no leaf: there is always some move.
        if self.budget.nodes_spent(self.nodes) && depth > 0 {
            return (None, self.leaf(depth));
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        self.lister.list(cards, self.board.table, &mut moves);
        let best = self.choose(depth, cards, &moves, alpha, beta);
        self.lists.push(moves);
        best
    }

    fn choose(
        &mut self,
        depth: u32,
        cards: CardSet,
        moves: &[Rated],
        mut alpha: Lead,
        mut beta: Lead,
    ) -> (Option<Action>, Leaf) {
        let seat = self.board.to_play;
        let ours = self.board.side(seat) == self.board.side(self.me);
        let is_last = depth + 1 == self.horizon;
        // Only who has another turn before the leaves can lack something there.
        let again = depth + (self.board.seats() as u32) < self.horizon;
        let offers = (self.presumes && seat != self.me && again)
            .then(|| Offers::new(self.lister, cards, self.board.table));
        let mut best: Option<(Action, Leaf)> = None;
        let mut before: Option<Leaf> = None;
        for &(_, action) in moves {
            let lacks = offers.map(|offers| offers.lacking(cards, action));
            let leaf = self.follow(action, lacks.unwrap_or_default(), depth, alpha, beta);
            if best.is_none_or(|(_, best)| leaf.is_better(best, ours)) {
                best = Some((action, leaf));
            }
            // Before the leaves, moves are assumed to get worse and worse once they do, as they
            // come in greedy order. *(Ours:* that Penzar's "final depths" are the last move before
            // the leaves.)
            if is_last && before.is_some_and(|before| before.is_better(leaf, ours)) {
                break;
            }
            before = Some(leaf);
            // Leads are compared at the same depth only. *(Ours:* nothing is cut
            // as long as a deeper leaf may follow.)
            if let Some((_, Leaf { depth, lead })) = best
                && depth == self.horizon
            {
                let side = if ours { &mut alpha } else { &mut beta };
                *side = if ours { lead.max(*side) } else { lead.min(*side) };
                if alpha >= beta {
                    break;
                }
            }
        }
        let (action, leaf) = best.expect("cards make moves");
        (Some(action), leaf)
    }

    /// The best leaf behind a move, after which its player presumably lacks
    /// some more cards.
    fn follow(
        &mut self,
        action: Action,
        lacks: CardSet,
        depth: u32,
        alpha: Lead,
        beta: Lead,
    ) -> Leaf {
        let seat = self.board.to_play;
        let before = (self.hand, self.hidden, self.lacking[seat]);
        self.hand.remove(action.card);
        self.hidden.remove(action.card);
        self.lacking[seat] |= lacks;
        let undo = self.board.play(action);
        let (_, leaf) = self.expand(depth + 1, alpha, beta);
        self.board.undo(undo);
        (self.hand, self.hidden, self.lacking[seat]) = before;
        leaf
    }
}
