//! A deal of any game: where the server meets the rules.
//!
//! The server's other parts know a deal only through [`Deal`], and what comes
//! of it through [`crate::reckon`]. A new game is one more variant here, there
//! and in the protocol's `games`.

use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{DealError, Game, HiddenInformation, Observer, Seat, record};
use vzetek_protocol::games::DealtCards;
use vzetek_protocol::table::{LegalActions, Move, PlayedMove};
use vzetek_protocol::{
    ErrorBody, ErrorCode, GameEvent, GameOptions, GameResult, GameView, MatchScore,
};
use vzetek_tarok::Tarok;
use vzetek_trset::Trset;

/// The full state of a deal: every card, hidden or not. Never serialised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Tršet or kifameno.
    Trset(Trset),
    /// Tarok for three.
    Tarok(Tarok),
}

impl Deal {
    /// Shuffles and deals, again if the rules ask for it.
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
            GameOptions::Tarok(options) => {
                record::deal(options, dealer, secret, nonces).map(Self::Tarok)
            }
        }
    }

    /// Whose action it is; `None` when the deal is over.
    pub fn current_player(&self) -> Option<Seat> {
        match self {
            Self::Trset(state) => state.current_player(),
            Self::Tarok(state) => state.current_player(),
        }
    }

    /// What the current player may do, in notation.
    pub fn legal_actions(&self) -> LegalActions {
        match self {
            Self::Trset(state) => {
                state.legal_actions().iter().map(vzetek_trset::Action::notation).collect()
            }
            Self::Tarok(state) => {
                state.legal_actions().iter().map(vzetek_tarok::Action::notation).collect()
            }
        }
    }

    /// Does the action for the current player.
    ///
    /// # Errors
    /// The state is untouched; the body says what would have been right.
    pub fn apply(&mut self, action: &str) -> Result<Vec<GameEvent>, ErrorBody> {
        match self {
            Self::Trset(state) => apply(state, action, GameEvent::Trset),
            Self::Tarok(state) => apply(state, action, GameEvent::Tarok),
        }
    }

    /// The deal as the observer knows it.
    pub fn view(&self, observer: Observer) -> GameView {
        match self {
            Self::Trset(state) => GameView::Trset(state.view(observer)),
            Self::Tarok(state) => GameView::Tarok(state.view(observer)),
        }
    }

    /// Every card, as it lies now. For replays of finished deals only.
    pub fn cards(&self) -> DealtCards {
        match self {
            Self::Trset(state) => DealtCards {
                hands: hands(state.seats(), |seat| state.hand(seat)),
                stock: state.stock().iter().rev().map(ToString::to_string).collect(),
            },
            Self::Tarok(state) => DealtCards {
                hands: hands(state.seats(), |seat| state.hand(seat)),
                stock: state.talon().iter().rev().map(ToString::to_string).collect(),
            },
        }
    }

    /// The result, once the deal is over, as it is written down after `score`.
    ///
    /// # Panics
    /// If the score is of another game.
    pub fn result(&self, score: &MatchScore) -> Option<GameResult> {
        match (self, score) {
            (Self::Trset(state), MatchScore::Trset(_)) => state.result().map(GameResult::Trset),
            (Self::Tarok(state), MatchScore::Tarok(score)) => {
                state.result().map(|result| GameResult::Tarok(score.scored(result)))
            }
            _ => panic!("a table's score is of the game that is played there"),
        }
    }

    /// Whether the deal is over and can have been written down as `result`.
    pub fn ended_so(&self, result: &GameResult) -> bool {
        match (self, result) {
            (Self::Trset(state), GameResult::Trset(result)) => state.result() == Some(*result),
            (Self::Tarok(state), GameResult::Tarok(result)) => {
                state.result().is_some_and(|ended| result.fits(ended))
            }
            _ => false,
        }
    }
}

fn apply<G: Game>(
    state: &mut G,
    action: &str,
    event: fn(G::Event) -> GameEvent,
) -> Result<Vec<GameEvent>, ErrorBody> {
    let action: G::Action =
        action.parse().map_err(|error| ErrorBody::new(ErrorCode::BadAction, format!("{error}")))?;
    let events = state.apply(action).map_err(|illegal| ErrorBody {
        rule: Some(illegal.code.to_owned()),
        ..ErrorBody::new(ErrorCode::IllegalAction, illegal.reason)
    })?;
    Ok(events.into_iter().map(event).collect())
}

/// Each player's cards, the strongest first.
fn hands<C: vzetek_game::Card + ToString>(
    seats: usize,
    hand: impl Fn(Seat) -> vzetek_game::CardSet<C>,
) -> Vec<Vec<String>> {
    let cards = |seat| hand(seat).iter().rev().map(|card| card.to_string()).collect();
    Seat::all(seats).map(cards).collect()
}

/// A move as the observer may learn of it. The one place through which moves
/// leave a table.
///
/// Of an action with a consequence that the observer is not told in full only
/// the verb is told: `discard` instead of `discard:H4`.
pub fn redact(played: &PlayedMove, observer: Observer) -> PlayedMove {
    if played.events.iter().all(GameEvent::is_public) {
        return played.clone();
    }
    let events: Vec<GameEvent> =
        played.events.iter().filter_map(|event| redact_event(event, observer)).collect();
    let PlayedMove { moved, events: all } = played;
    let action = if events == *all { &*moved.action } else { verb(&moved.action) };
    PlayedMove { moved: Move { action: action.to_owned(), ..moved.clone() }, events }
}

fn redact_event(event: &GameEvent, observer: Observer) -> Option<GameEvent> {
    match event {
        GameEvent::Trset(event) => Trset::redact(event, observer).map(GameEvent::Trset),
        GameEvent::Tarok(event) => Tarok::redact(event, observer).map(GameEvent::Tarok),
    }
}

/// What stands before the colon; of an action without one nothing is safe to
/// tell.
fn verb(action: &str) -> &str {
    action.split_once(':').map_or("", |(verb, _)| verb)
}

#[cfg(test)]
mod tests {
    use vzetek_tarok::CardSet;

    use super::*;

    /// The example of docs/PROTOCOL.md: the first shuffle of this secret gives
    /// the player after the dealer no tarok, so that the second one counts.
    #[test]
    fn a_deal_without_taroks_for_somebody_is_the_next_shuffle() {
        let mut bytes = [0; 32];
        bytes[..2].copy_from_slice(&[0x0d, 0x0c]);
        let (secret, nonces) = (Secret::new(bytes), Nonces::none(3));
        let options = GameOptions::Tarok(Default::default());
        let mut first: Vec<_> = CardSet::full().iter().collect();
        vzetek_game::fair::shuffle(&mut first, &secret, &nonces, 0);
        assert!(first[..16].iter().all(|card| !card.is_tarok()));
        for dealer in Seat::all(3) {
            let deal = Deal::start(&options, dealer, &secret, &nonces).unwrap();
            let cards = deal.cards();
            assert_eq!(cards.stock, ["CC", "SK", "T15", "T4", "T10", "H4"]);
            let has_tarok = |hand: &Vec<String>| hand.iter().any(|card| card.starts_with('T'));
            assert!(cards.hands.iter().all(has_tarok));
            assert_eq!(cards.hands.iter().flatten().count(), 48);
        }
    }

    #[test]
    fn of_an_action_with_a_secret_only_the_verb_is_told() {
        assert_eq!(verb("discard:H4"), "discard");
        assert_eq!(verb("H4"), "", "a game that has such secrets needs another notation");
    }
}
