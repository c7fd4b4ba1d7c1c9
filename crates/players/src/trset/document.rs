//! Decisions asked for by a JSON document a line (the tršet
//! thesis, section 4.4).

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_game::NotationError;
use vzetek_trset::{
    Action, Card, CardSet, DEAL, HAND, LAST_TRICK, Trset, from_thesis_notation, thirds,
    to_thesis_notation,
};

use super::cards::index;
use super::{Decision, Rules, Situation, World};
use crate::Engine;
use crate::decision::searching;
use crate::documents::{DocumentedGame, in_two_places};

/// A decision document as it is written, before it was validated as one of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The agent's cards.
    pub hand: Vec<String>,
    /// The unknown cards that are known to be in the opponent's hand.
    pub hiscards: Vec<String>,
    /// The cards of the opponent's hand and the stock.
    pub unknown: Vec<String>,
    /// The opponent's card on the table, if any.
    pub inplay: Vec<String>,
    /// Thirds the agent has taken so far.
    pub points: i64,
    /// True if kifameno is played.
    pub cfm: bool,
}

/// The reasons for which a document cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// A card cannot be read.
    #[error("{field}: {source}")]
    Notation {
        /// The list it stands in.
        field: &'static str,
        /// The notation that would have been right.
        source: NotationError,
    },
    /// A card that stands twice in a list.
    #[error("{field}: {card} stands there twice")]
    Twice {
        /// The list.
        field: &'static str,
        /// The card as it was written.
        card: String,
    },
    /// A card that stands in two lists that exclude each other.
    #[error("{card} is in {one} and in {other}")]
    TwoPlaces {
        /// The card, in our notation.
        card: Card,
        /// One list.
        one: &'static str,
        /// The other list.
        other: &'static str,
    },
    /// `C3` here and `K 3` there.
    #[error("the cards are written in two notations")]
    MixedNotation,
    /// A card of the opponent that is not unknown.
    #[error("hiscards: {0} is not in unknown")]
    NotUnknown(Card),
    /// A hand without a card.
    #[error("hand: there is no card to play")]
    EmptyHand,
    /// More than ten cards.
    #[error("hand: {0} cards, where a hand has at most {HAND}")]
    HandTooLarge(usize),
    /// More cards in play than the opponent's one.
    #[error("inplay: {0} cards, where at most the opponent's one can be")]
    InPlay(usize),
    /// More cards known than the opponent holds.
    #[error("hiscards: {known} cards, where the opponent holds {hand}")]
    HisHandTooLarge {
        /// Cards known to be the opponent's.
        known: usize,
        /// Cards the opponent holds.
        hand: usize,
    },
    /// Too few cards for the opponent's hand.
    #[error("unknown: {unknown} cards, where the opponent alone holds {hand}")]
    TooFewUnknown {
        /// Cards listed.
        unknown: usize,
        /// Cards the opponent holds.
        hand: usize,
    },
    /// Two players draw together.
    #[error("unknown: a stock of {0} cards cannot be drawn by two players")]
    OddStock(usize),
    /// A larger stock than the pack leaves.
    #[error("unknown: a stock of {0} cards, where 20 are the most")]
    StockTooLarge(usize),
    /// More thirds than the deal has.
    #[error("points: {points} thirds cannot be taken, 0 to {most} are")]
    Points {
        /// The points as written.
        points: i64,
        /// The thirds of the cards that are out of play.
        most: u8,
    },
}

/// The notation of the cards of a document and of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// `K KAVAL`
    Thesis,
    /// `CC`
    Ours,
}

/// The answer to a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The card, in the notation of the document.
    pub card: String,
    /// The engine that found the decision.
    pub engine: Engine,
    /// Expected final thirds of the agent, `points` included.
    pub value: Option<f64>,
}

/// A document that was found to be in order.
#[derive(Clone, Debug)]
pub struct Request {
    situation: Situation,
    /// True if nothing is unknown.
    perfect: bool,
    notation: Notation,
}

impl DocumentedGame for Trset {
    type Document = Document;
    type Request = Request;
    type Answer = Answer;

    fn answer_by(
        request: &Request,
        seed: u64,
        choose: impl FnOnce(&Situation, &mut Xoshiro256PlusPlus) -> Decision,
    ) -> Answer {
        let mut rng = searching(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        request.answer(&choose(&request.situation, &mut rng))
    }
}

impl Request {
    fn answer(&self, decision: &Decision) -> Answer {
        let card = match decision.action {
            Action::Play(card) => card,
            Action::Declare(_) => unreachable!("a card was asked for"),
        };
        let card = match self.notation {
            Notation::Thesis => to_thesis_notation(card),
            Notation::Ours => card.to_string(),
        };
        // A single card was still weighed by playouts; a hand that is only
        // deduced is one of those that a search could have sampled.
        let engine = match decision.engine {
            Engine::Forced => Engine::Mcts,
            Engine::AlphaBeta if !self.perfect => Engine::Mcts,
            engine => engine,
        };
        Answer { card, engine, value: decision.value }
    }
}

impl TryFrom<Document> for Request {
    type Error = DocumentError;

    fn try_from(document: Document) -> Result<Self, DocumentError> {
        let mut notation = None;
        let mut read = |field, cards: &[String]| read_cards(field, cards, &mut notation);
        let hand = read("hand", &document.hand)?;
        let known = read("hiscards", &document.hiscards)?;
        let unknown = read("unknown", &document.unknown)?;
        let table = read("inplay", &document.inplay)?;
        let places = [("hand", hand), ("unknown", unknown), ("inplay", table)];
        if let Some((card, one, other)) = in_two_places(&places) {
            return Err(DocumentError::TwoPlaces { card, one, other });
        }
        if let Some(card) = (known - unknown).first() {
            return Err(DocumentError::NotUnknown(card));
        }
        let his_hand = check_counts(hand, known, unknown, table)?;
        let left = thirds(hand | unknown | table) + LAST_TRICK;
        let most = DEAL - left;
        let points = u8::try_from(document.points).ok().filter(|&points| points <= most);
        let points = points.ok_or(DocumentError::Points { points: document.points, most })?;
        let base = World {
            rules: Rules::two_players(document.cfm),
            hands: [hand.bits(), known.bits(), 0, 0],
            stock: [0; 20],
            stock_len: 0,
            trick: [table.first().map_or(0, index), 0, 0, 0],
            played: table.len() as u8,
            leader: table.len() as u8,
            thirds: [points, most - points, 0, 0],
        };
        let unseen = unknown - known;
        let hidden = (his_hand - known.len()) as u8;
        Ok(Self {
            situation: Situation::two_handed(base, unseen.bits(), hidden),
            perfect: unseen.is_empty(),
            notation: notation.unwrap_or(Notation::Thesis),
        })
    }
}

fn read_cards(
    field: &'static str,
    cards: &[String],
    notation: &mut Option<Notation>,
) -> Result<CardSet, DocumentError> {
    let mut set = CardSet::EMPTY;
    for text in cards {
        let (found, card) = match text.contains(' ') {
            true => (Notation::Thesis, from_thesis_notation(text)),
            false => (Notation::Ours, text.parse()),
        };
        let card = card.map_err(|source| DocumentError::Notation { field, source })?;
        if *notation.get_or_insert(found) != found {
            return Err(DocumentError::MixedNotation);
        }
        if !set.insert(card) {
            return Err(DocumentError::Twice { field, card: text.clone() });
        }
    }
    Ok(set)
}

/// The size of the opponent's hand.
fn check_counts(
    hand: CardSet,
    known: CardSet,
    unknown: CardSet,
    table: CardSet,
) -> Result<usize, DocumentError> {
    if hand.is_empty() {
        return Err(DocumentError::EmptyHand);
    }
    if hand.len() > HAND {
        return Err(DocumentError::HandTooLarge(hand.len()));
    }
    if table.len() > 1 {
        return Err(DocumentError::InPlay(table.len()));
    }
    let his_hand = hand.len() - table.len();
    if known.len() > his_hand {
        return Err(DocumentError::HisHandTooLarge { known: known.len(), hand: his_hand });
    }
    let Some(stock) = unknown.len().checked_sub(his_hand) else {
        return Err(DocumentError::TooFewUnknown { unknown: unknown.len(), hand: his_hand });
    };
    if stock > 20 {
        return Err(DocumentError::StockTooLarge(stock));
    }
    if stock % 2 == 1 {
        return Err(DocumentError::OddStock(stock));
    }
    Ok(his_hand)
}
