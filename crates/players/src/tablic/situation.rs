//! The information state of the player to move, in the form that players think in.

use vzetek_game::Seat;
use vzetek_tablic::{Action, CardSet, Event, View, points};

use super::History;
use super::board::Board;

/// The information state of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The open cards and the scores; it is the player's turn.
    pub board: Board,
    /// The own hand.
    pub hand: CardSet,
    /// Every card that may be in another hand or in the deck.
    pub unseen: CardSet,
    /// The number of cards that each seat holds.
    pub hand_sizes: Vec<u8>,
    /// The moves since cards were last dealt, oldest first, as far as seen.
    pub moves: Vec<Seen>,
    /// True if the points of this deal are added to those of others, rather than the deal won or
    /// lost on its own.
    pub adds_up: bool,
}

/// A move that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The seat that made it, counted from the seat that has the first turn.
    pub seat: usize,
    /// The move.
    pub action: Action,
    /// The cards on the table before it.
    pub table: CardSet,
}

impl Situation {
    /// Returns the information state of the view and the history.
    ///
    /// # Panics
    /// If the view is not that of the player to move.
    pub fn new(view: &View, history: &History) -> Self {
        let to_play = view.current_player.filter(|&seat| view.observer == Some(seat));
        let to_play = to_play.expect("only the player to move can be asked");
        let table = &view.table;
        let seats = table.options.seats();
        let first = table.forehand();
        let place = |seat: Seat| (seat.index() + seats - first.index()) % seats;
        let of_side = |side: usize| {
            let mates =
                Seat::all(seats).filter(move |&seat| place(seat) % table.options.sides() == side);
            mates.map(|seat| (table.piles[seat], table.tablas[seat]))
        };
        let sides = || 0..table.options.sides();
        let moves = moves(history).map(|(seat, action)| (place(seat), action));
        let board = Board {
            table: table.cards,
            to_play: place(to_play),
            last: table.last_capture.map(place),
            deck: table.deck,
            seats,
            points: sides()
                .map(|side| of_side(side).map(|(pile, tablas)| points(pile) + tablas).sum())
                .collect(),
            cards: sides()
                .map(|side| of_side(side).map(|(pile, _)| pile.len() as u8).sum())
                .collect(),
        };
        Self {
            hand: view.hand.expect("a seat sees its hand"),
            unseen: view.unseen(),
            hand_sizes: first.round(seats).map(|seat| table.hand_sizes[seat]).collect(),
            moves: seen(moves, table.cards),
            adds_up: table.options.adds_up(),
            board,
        }
    }

    /// The seat that is asked.
    pub fn seat(&self) -> usize {
        self.board.to_play
    }

    /// Returns true if no further cards are dealt.
    pub fn is_last_deal(&self) -> bool {
        self.board.deck == 0
    }

    /// Returns true if nothing is hidden: two players after the last deal.
    pub fn is_open(&self) -> bool {
        self.is_last_deal() && self.board.seats() == 2
    }
}

/// Returns the moves that were seen since cards were last dealt, oldest first:
/// beliefs about a hand do not hold for the next.
pub fn moves(history: &History) -> impl DoubleEndedIterator<Item = (Seat, Action)> {
    let events = history.events();
    let dealt = events.iter().rposition(|event| matches!(event, Event::Dealt { .. }));
    events[dealt.map_or(0, |at| at + 1)..].iter().filter_map(|event| match *event {
        Event::Laid { seat, card } => Some((seat, Action::lay(card))),
        Event::Captured { seat, card, taken, .. } => Some((seat, Action::capture(card, taken))),
        Event::Dealt { .. } | Event::Swept { .. } | Event::Finished { .. } => None,
    })
}

/// The tables before the moves, found by walking back from what lies there now. Of a history with a
/// gap only the events after it are used.
pub(super) fn seen(
    moves: impl DoubleEndedIterator<Item = (usize, Action)>,
    mut table: CardSet,
) -> Vec<Seen> {
    let mut seen = Vec::new();
    for (seat, action) in moves.rev() {
        let Action { card, taken } = action;
        if taken.is_empty() {
            if !table.remove(card) {
                break;
            }
        } else if taken.is_disjoint(table) {
            table |= taken;
        } else {
            break;
        }
        seen.push(Seen { seat, action, table });
    }
    seen.reverse();
    seen
}
