//! Decisions asked for by a JSON document a line.

mod error;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_tablic::{
    Action, Card, CardSet, DECK, FIRST_CARDS, HAND, Options, Tablic, is_capture, points,
};

use super::board::Board;
use super::decide::{Turn, decide_in};
use super::situation::seen;
use super::{Decision, Situation};
use crate::Engine;
use crate::documents::{DocumentedGame, in_two_places};
pub use error::DocumentError;

/// A decision document as it is written, before it was validated as one of a deal. Seats are
/// numbers from 0.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The cards of the seat to move.
    pub hand: Vec<String>,
    /// The cards on the table.
    pub table: Vec<String>,
    /// Every other card that was seen so far: those in `captured`. Cards of
    /// hand and table may be among them.
    pub seen: Vec<String>,
    /// By seat, the number of cards it holds.
    pub hands: Vec<usize>,
    /// The seats in turn, beginning with the one that has the first turn after
    /// each deal.
    pub turn_order: Vec<usize>,
    /// The number of cards still to be dealt.
    pub deck_left: usize,
    /// By seat, the cards it has captured.
    pub captured: Vec<Vec<String>>,
    /// The seat that captured last; null if there was no capture.
    pub last_capture: Option<usize>,
    /// By seat, the number of tablas it has made; none if absent.
    #[serde(default)]
    pub tablas: Option<Vec<u8>>,
    /// The moves since cards were last dealt, oldest first, as far as known.
    #[serde(default)]
    pub moves: Vec<String>,
    /// True if the points are added to those of other deals.
    #[serde(default)]
    pub adds_up: bool,
}

/// The answer to a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The card to play.
    pub card: Card,
    /// The cards that it captures; none if it is laid on the table.
    pub captured: CardSet,
    /// The engine that found the decision.
    pub engine: Engine,
    /// The chance to win the deal, if the player has an opinion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// A document that was found to be in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request(Situation);

impl DocumentedGame for Tablic {
    type Document = Document;
    type Request = Request;
    type Answer = Answer;

    fn answer_by(
        request: &Request,
        seed: u64,
        choose: impl FnOnce(Turn<'_>, &mut Xoshiro256PlusPlus) -> Decision,
    ) -> Answer {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let decision = decide_in(&request.0, &mut rng, choose);
        let Action { card, taken } = decision.action;
        Answer { card, captured: taken, engine: decision.engine, value: decision.value }
    }
}

impl TryFrom<Document> for Request {
    type Error = DocumentError;

    fn try_from(document: Document) -> Result<Self, DocumentError> {
        let seats = document.seats()?;
        let to_play = document.to_play()?;
        let hand = read("hand", &document.hand)?;
        if hand.len() != document.hands[to_play] {
            let told = document.hands[to_play];
            return Err(DocumentError::Hand { found: hand.len(), told, seat: to_play });
        }
        let table = read("table", &document.table)?;
        let piles = document.piles(hand, table)?;
        let captured = piles.iter().fold(CardSet::EMPTY, |all, &pile| all | pile);
        let unseen = CardSet::full() - (hand | table | captured);
        document.check_counts(unseen, hand.len())?;
        let tablas = document.tablas.clone().unwrap_or_else(|| vec![0; seats]);
        document.check_last_capture(&piles)?;
        for (seat, (&pile, &tablas)) in piles.iter().zip(&tablas).enumerate() {
            // A tabla is a capture of two cards at least.
            if usize::from(tablas) > pile.len() / 2 {
                return Err(DocumentError::Tablas(seat));
            }
        }
        // From here on seats are counted in turn.
        let order = &document.turn_order;
        let place = |seat: usize| order.iter().position(|&other| other == seat).unwrap_or_default();
        let board = Board {
            table,
            to_play: place(to_play),
            last: document.last_capture.map(place),
            deck: document.deck_left as u8,
            seats,
            points: order.iter().map(|&seat| points(piles[seat]) + tablas[seat]).collect(),
            cards: order.iter().map(|&seat| piles[seat].len() as u8).collect(),
        };
        let moves = document.moves(&board, captured)?;
        let hand_sizes = order.iter().map(|&seat| document.hands[seat] as u8).collect();
        let adds_up = document.adds_up;
        Ok(Self(Situation {
            hand,
            unseen,
            hand_sizes,
            moves: seen(moves.into_iter(), table),
            adds_up,
            board,
        }))
    }
}

impl Document {
    /// Returns the number of players, on which all lists agree.
    fn seats(&self) -> Result<usize, DocumentError> {
        let seats = self.hands.len();
        Options::new(u8::try_from(seats).unwrap_or(u8::MAX))?;
        let tablas = self.tablas.as_ref().map_or(seats, Vec::len);
        let lists = [
            ("turn_order", self.turn_order.len()),
            ("captured", self.captured.len()),
            ("tablas", tablas),
        ];
        for (field, found) in lists {
            if found != seats {
                return Err(DocumentError::Seats { field, found, seats });
            }
        }
        let mut order = self.turn_order.clone();
        order.sort_unstable();
        if order.iter().copied().ne(0..seats) {
            return Err(DocumentError::TurnOrder(seats - 1));
        }
        Ok(seats)
    }

    /// Returns the seat to play: the first in turn that holds most cards.
    fn to_play(&self) -> Result<usize, DocumentError> {
        let sizes = || self.turn_order.iter().map(|&seat| self.hands[seat]);
        let most = sizes().max().unwrap_or_default();
        if most == 0 {
            return Err(DocumentError::EmptyHand);
        }
        let had_turn = sizes().take_while(|&size| size + 1 == most).count();
        if most > HAND || sizes().skip(had_turn).any(|size| size != most) {
            return Err(DocumentError::HandSizes);
        }
        Ok(self.turn_order[had_turn])
    }

    /// The captured cards by seat, each card in one place alone.
    fn piles(&self, hand: CardSet, table: CardSet) -> Result<Vec<CardSet>, DocumentError> {
        let piles = self.captured.iter().map(|pile| read("captured", pile));
        let piles = piles.collect::<Result<Vec<_>, _>>()?;
        let seen = read("seen", &self.seen)?;
        let mut placed = vec![("hand", hand), ("table", table)];
        placed.extend(piles.iter().map(|&pile| ("captured", pile)));
        if let Some((card, one, other)) = in_two_places(&placed) {
            return Err(DocumentError::TwoPlaces { card, one, other });
        }
        let captured = piles.iter().fold(CardSet::EMPTY, |all, &pile| all | pile);
        if let Some(card) = (seen - (captured | hand | table)).first() {
            return Err(DocumentError::SeenNowhere(card));
        }
        match (captured - seen).first() {
            Some(card) => Err(DocumentError::NotSeen(card)),
            None => Ok(piles),
        }
    }

    /// Checks that the unseen cards fill the other hands and the deck.
    fn check_counts(&self, unseen: CardSet, own: usize) -> Result<(), DocumentError> {
        let (deck, seats) = (self.deck_left, self.hands.len());
        let hidden = self.hands.iter().sum::<usize>() - own;
        if hidden.checked_add(deck) != Some(unseen.len()) {
            let known = FIRST_CARDS + DECK - unseen.len();
            return Err(DocumentError::Pack { known, hidden, deck });
        }
        if deck % seats == 0 { Ok(()) } else { Err(DocumentError::Deck(deck)) }
    }

    fn check_last_capture(&self, piles: &[CardSet]) -> Result<(), DocumentError> {
        match self.last_capture {
            None if piles.iter().all(|pile| pile.is_empty()) => Ok(()),
            None => Err(DocumentError::NobodyCaptured),
            Some(seat) => match piles.get(seat) {
                None => Err(DocumentError::LastCapture(seat)),
                Some(pile) if pile.is_empty() => Err(DocumentError::NobodyCaptured),
                Some(_) => Ok(()),
            },
        }
    }

    /// The moves with their players, the last by the seat before the one to move. Each is checked
    /// against what lies on the table after it.
    fn moves(
        &self,
        board: &Board,
        captured: CardSet,
    ) -> Result<Vec<(usize, Action)>, DocumentError> {
        let (seats, mut table, mut captured) = (board.seats(), board.table, captured);
        let mut moves = Vec::new();
        let mut seat = board.to_play;
        for text in self.moves.iter().rev() {
            let notation = |source| DocumentError::Notation { field: "moves", source };
            let action = Action::in_any_order(text).map_err(notation)?;
            let Action { card, taken } = action;
            let all = taken.with(card);
            let fits = if taken.is_empty() {
                table.contains(card)
            } else {
                all.is_subset(captured) && is_capture(card, taken)
            };
            if !fits {
                return Err(DocumentError::Moves(action));
            }
            if taken.is_empty() {
                table.remove(card);
            } else {
                captured -= all;
                table |= taken;
            }
            seat = (seat + seats - 1) % seats;
            moves.push((seat, action));
        }
        moves.reverse();
        Ok(moves)
    }
}

fn read(field: &'static str, cards: &[String]) -> Result<CardSet, DocumentError> {
    let mut set = CardSet::EMPTY;
    for text in cards {
        let card = text.parse().map_err(|source| DocumentError::Notation { field, source })?;
        if !set.insert(card) {
            return Err(DocumentError::TwoPlaces { card, one: field, other: field });
        }
    }
    Ok(set)
}
