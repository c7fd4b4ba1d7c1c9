//! A deal of any game: where the server meets the rules.
//!
//! The server's other parts know a deal only through [`Deal`]. A new game is
//! one more variant here and in the protocol's `games`.

use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{DealError, Game, HiddenInformation, Observer, Seat, record};
use vzetek_protocol::games::DealtCards;
use vzetek_protocol::table::LegalActions;
use vzetek_protocol::{
    ErrorBody, ErrorCode, GameEvent, GameOptions, GameResult, GameView, MatchScore,
};
use vzetek_trset::{Action, Trset};

/// The full state of a deal: every card, hidden or not. Never serialised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Tršet or kifameno.
    Trset(Trset),
}

impl Deal {
    /// Shuffles and deals.
    ///
    /// # Errors
    /// [`DealError`] if the options or the dealer do not allow it.
    pub fn start(
        options: &GameOptions,
        dealer: Seat,
        secret: &Secret,
        nonces: &Nonces,
    ) -> Result<Self, DealError> {
        match options {
            GameOptions::Trset(options) => {
                record::deal(options, dealer, secret, nonces).map(Self::Trset)
            }
        }
    }

    /// Whose action it is; `None` when the deal is over.
    pub fn current_player(&self) -> Option<Seat> {
        match self {
            Self::Trset(state) => state.current_player(),
        }
    }

    /// What the current player may do, in notation.
    pub fn legal_actions(&self) -> LegalActions {
        match self {
            Self::Trset(state) => state.legal_actions().iter().map(Action::notation).collect(),
        }
    }

    /// Does the action for the current player.
    ///
    /// # Errors
    /// The state is untouched; the body says what would have been right.
    pub fn apply(&mut self, action: &str) -> Result<Vec<GameEvent>, ErrorBody> {
        match self {
            Self::Trset(state) => {
                let action: Action = action
                    .parse()
                    .map_err(|error| ErrorBody::new(ErrorCode::BadAction, format!("{error}")))?;
                let events = state.apply(action).map_err(|illegal| ErrorBody {
                    rule: Some(illegal.code.to_owned()),
                    ..ErrorBody::new(ErrorCode::IllegalAction, illegal.reason)
                })?;
                Ok(events.into_iter().map(GameEvent::Trset).collect())
            }
        }
    }

    /// The deal as the observer knows it.
    pub fn view(&self, observer: Observer) -> GameView {
        match self {
            Self::Trset(state) => GameView::Trset(state.view(observer)),
        }
    }

    /// Every card, as it lies now. For replays of finished deals only.
    pub fn cards(&self) -> DealtCards {
        match self {
            Self::Trset(state) => DealtCards {
                hands: Seat::all(state.seats())
                    .map(|seat| state.hand(seat).iter().rev().map(|c| c.to_string()).collect())
                    .collect(),
                stock: state.stock().iter().rev().map(ToString::to_string).collect(),
            },
        }
    }

    /// The result, once the deal is over.
    pub fn result(&self) -> Option<GameResult> {
        match self {
            Self::Trset(state) => state.result().map(GameResult::Trset),
        }
    }
}

/// An event as the observer may learn of it; `None` if not at all. The one
/// place through which events leave a table.
pub fn redact(event: &GameEvent, observer: Observer) -> Option<GameEvent> {
    match event {
        GameEvent::Trset(event) => Trset::redact(event, observer).map(GameEvent::Trset),
    }
}

/// What one player's part in a result comes to, for records and lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The game's smallest unit taken (thirds in tršet).
    pub thirds: i32,
    /// Whole points written down.
    pub points: i32,
    /// Whether the rules say that the player won the deal.
    pub won: bool,
    /// Which side the player is on; partners share one.
    pub side: usize,
}

/// Each player's part in a result, by seat.
pub fn shares(options: &GameOptions, result: &GameResult) -> Vec<Share> {
    match (options, result) {
        (GameOptions::Trset(options), GameResult::Trset(result)) => result
            .seats
            .enumerate()
            .map(|(seat, reckoning)| Share {
                thirds: i32::from(reckoning.thirds),
                points: i32::from(reckoning.points),
                won: reckoning.won,
                side: options.side(seat),
            })
            .collect(),
    }
}

/// The score at the start of a match.
pub fn new_match(options: &GameOptions) -> MatchScore {
    match options {
        GameOptions::Trset(options) => MatchScore::Trset(vzetek_trset::MatchScore::new(options)),
    }
}

/// Writes a deal down; says who won the match, by seat, if that decided it.
pub fn add_to_match(
    options: &GameOptions,
    score: &mut MatchScore,
    result: &GameResult,
) -> Option<Vec<bool>> {
    match (options, score, result) {
        (GameOptions::Trset(options), MatchScore::Trset(score), GameResult::Trset(result)) => {
            score.add(result);
            score.winners(options, result).map(|winners| winners.as_slice().to_vec())
        }
    }
}
