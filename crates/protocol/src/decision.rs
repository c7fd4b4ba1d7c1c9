//! Decision documents: one turn of one seat, complete in itself, and the answer to it.
//! They travel a line each between programs that have no server between them, in the
//! words of the socket. docs/protocol/decisions.md tells this to people.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vzetek_game::Observer;

use crate::games::WireGame;
use crate::{DealEvent, GameView, MatchScore};

/// Legal actions of a player, in notation. Shared, because a table stores them
/// for clients that resume, and mostly made of constants.
pub type LegalActions = Arc<[Cow<'static, str>]>;

/// A turn as the player whose turn it is knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionDocument {
    /// The deal as the player knows it.
    pub view: GameView,
    /// The legal actions, in notation.
    pub legal: LegalActions,
    /// True if `legal` leaves some actions out because there are too many of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub legal_cut: bool,
    /// The events of the deal that the view knows of, in order. Nothing is inferred
    /// from those that are missing.
    pub events: Vec<DealEvent>,
    /// The events after those, which the view does not know of yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<DealEvent>,
    /// The running score before the deal; that of a new match if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<MatchScore>,
    /// The time for the answer, in milliseconds; absent if no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
}

impl DecisionDocument {
    /// Returns the turn of the player who is to act, with the events that this player
    /// was told; `None` when the deal is over.
    pub fn of<G: WireGame>(deal: &G, events: Vec<DealEvent>) -> Option<Self> {
        let seat = deal.current_player()?;
        Some(Self {
            view: G::wire_view(deal.view(Observer::Seat(seat))),
            legal: deal.legal_actions().iter().map(G::notation).collect(),
            legal_cut: deal.is_list_cut(),
            events,
            later: Vec::new(),
            score: None,
            move_ms: None,
        })
    }
}

/// The answer to a decision document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DecisionAnswer {
    /// The action, in notation.
    pub action: String,
    /// The method that found it, such as `sampling`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The player's opinion of the deal for the own side, if it has one: expected final
    /// thirds at tršet, the expected score in points at tarok, the chance to win at
    /// tablić.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Playouts, worlds or positions that were spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
}
