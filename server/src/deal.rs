//! A deal of any game: where the server meets the rules.
//!
//! The server's other parts know a deal only through [`Deal`], and what comes
//! of it through [`crate::reckon`]. A new game is one more variant here, there
//! and in the protocol's `games`.

use std::borrow::Cow;

use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::notation::verb;
use vzetek_game::{DealError, Game, HiddenInformation, IllegalAction, Observer, Seat, record};
use vzetek_protocol::games::DealtCards;
use vzetek_protocol::table::{LegalActions, Move, PlayedMove};
use vzetek_protocol::{
    ErrorBody, ErrorCode, GameEvent, GameOptions, GameResult, GameView, MatchScore,
};
use vzetek_tablic::Tablic;
use vzetek_tarok::Tarok;
use vzetek_trset::Trset;

/// The full state of a deal: every card, hidden or not. Never serialised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Tršet or kifameno.
    Trset(Trset),
    /// Tarok for three.
    Tarok(Tarok),
    /// Tablić, whose state has room for more seats than most tables have.
    Tablic(Box<Tablic>),
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
            GameOptions::Tablic(options) => record::deal(options, dealer, secret, nonces)
                .map(|deal| Self::Tablic(Box::new(deal))),
        }
    }

    /// Whose action it is; `None` when the deal is over.
    pub fn current_player(&self) -> Option<Seat> {
        match self {
            Self::Trset(state) => state.current_player(),
            Self::Tarok(state) => state.current_player(),
            Self::Tablic(state) => state.current_player(),
        }
    }

    /// Returns the legal actions of the current player.
    pub fn legal(&self) -> Legal {
        match self {
            Self::Trset(state) => legal(state, vzetek_trset::Action::notation),
            Self::Tarok(state) => legal(state, vzetek_tarok::Action::notation),
            Self::Tablic(state) => legal(&**state, vzetek_tablic::Action::notation),
        }
    }

    /// Does the action for the current player.
    ///
    /// # Errors
    /// The state is untouched; the body says what would have been right.
    pub fn apply(&mut self, action: &str) -> Result<Vec<GameEvent>, ErrorBody> {
        match self {
            Self::Trset(state) => apply(state, Game::apply, action, GameEvent::Trset),
            Self::Tarok(state) => apply(state, Game::apply, action, GameEvent::Tarok),
            Self::Tablic(state) => apply(&mut **state, Game::apply, action, GameEvent::Tablic),
        }
    }

    /// Does an action of a record once more, as [`Game::apply_recorded`] does;
    /// `next` is what follows it there.
    ///
    /// # Errors
    /// The state is untouched; the body says what would have been right.
    pub fn apply_recorded(
        &mut self,
        action: &str,
        next: Option<&str>,
    ) -> Result<Vec<GameEvent>, ErrorBody> {
        match self {
            Self::Trset(state) => apply(state, recorded(next), action, GameEvent::Trset),
            Self::Tarok(state) => apply(state, recorded(next), action, GameEvent::Tarok),
            Self::Tablic(state) => apply(&mut **state, recorded(next), action, GameEvent::Tablic),
        }
    }

    /// The deal as the observer knows it.
    pub fn view(&self, observer: Observer) -> GameView {
        match self {
            Self::Trset(state) => GameView::Trset(state.view(observer)),
            Self::Tarok(state) => GameView::Tarok(state.view(observer)),
            Self::Tablic(state) => GameView::Tablic(Box::new(state.view(observer))),
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
            Self::Tablic(state) => DealtCards {
                hands: hands(state.seats(), |seat| state.hand(seat)),
                stock: state.deck().iter().rev().map(ToString::to_string).collect(),
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
            (Self::Tablic(state), MatchScore::Tablic(_)) => {
                state.result().copied().map(GameResult::Tablic)
            }
            _ => panic!("a table's score is of the game that is played there"),
        }
    }

    /// True if the deal is over and can have been written down as `result`.
    pub fn ended_so(&self, result: &GameResult) -> bool {
        match (self, result) {
            (Self::Trset(state), GameResult::Trset(result)) => state.result() == Some(*result),
            (Self::Tarok(state), GameResult::Tarok(result)) => {
                state.result().is_some_and(|ended| result.fits(ended))
            }
            (Self::Tablic(state), GameResult::Tablic(result)) => state.result() == Some(result),
            _ => false,
        }
    }
}

/// The legal actions of a player, in notation.
#[derive(Clone, Debug)]
pub struct Legal {
    /// The actions.
    pub actions: LegalActions,
    /// True if some are left out because there are too many.
    pub is_cut: bool,
}

fn legal<G: Game>(state: &G, notation: fn(&G::Action) -> Cow<'static, str>) -> Legal {
    let actions = state.legal_actions().iter().map(notation).collect();
    Legal { actions, is_cut: state.is_list_cut() }
}

/// [`Game::apply_recorded`] before the action that is written as `next`.
fn recorded<G: Game>(
    next: Option<&str>,
) -> impl FnOnce(&mut G, G::Action) -> Result<Vec<G::Event>, IllegalAction> {
    move |state, action| state.apply_recorded(action, next.and_then(|next| next.parse().ok()))
}

fn apply<G: Game>(
    state: &mut G,
    rules: impl FnOnce(&mut G, G::Action) -> Result<Vec<G::Event>, IllegalAction>,
    action: &str,
    event: fn(G::Event) -> GameEvent,
) -> Result<Vec<GameEvent>, ErrorBody> {
    let action: G::Action =
        action.parse().map_err(|error| ErrorBody::new(ErrorCode::BadAction, format!("{error}")))?;
    let events = rules(state, action).map_err(|illegal| ErrorBody {
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
/// Of an action whose own event the observer is not told in full only the verb
/// is told: `discard` instead of `discard:H4`. What it brought about may be
/// hidden without that: cards dealt to others after a card of tablić.
pub fn redact(played: &PlayedMove, observer: Observer) -> PlayedMove {
    if played.events.iter().all(GameEvent::is_public) {
        return played.clone();
    }
    let PlayedMove { moved, events } = played;
    let own = events.first();
    let told = own.is_some_and(|own| redact_event(own, observer).as_ref() == Some(own));
    let action = if told { &*moved.action } else { verb(&moved.action) };
    let events = events.iter().filter_map(|event| redact_event(event, observer)).collect();
    PlayedMove { moved: Move { action: action.to_owned(), ..moved.clone() }, events }
}

fn redact_event(event: &GameEvent, observer: Observer) -> Option<GameEvent> {
    match event {
        GameEvent::Trset(event) => Trset::redact(event, observer).map(GameEvent::Trset),
        GameEvent::Tarok(event) => Tarok::redact(event, observer).map(GameEvent::Tarok),
        GameEvent::Tablic(event) => Tablic::redact(event, observer).map(GameEvent::Tablic),
    }
}

#[cfg(test)]
mod tests {
    use vzetek_protocol::GameView;
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

    /// The example of docs/PROTOCOL.md, which examples/verify.py deals too.
    #[test]
    fn in_tablic_cards_are_dealt_one_at_a_time() {
        let secret = Secret::new(std::array::from_fn(|i| i as u8));
        let mut nonces = Nonces::none(2);
        nonces.set(Seat::new(1), "burja".to_owned()).unwrap();
        let options = GameOptions::Tablic(vzetek_tablic::Options::new(2).unwrap());
        let deal = Deal::start(&options, Seat::new(1), &secret, &nonces).unwrap();
        let GameView::Tablic(view) = deal.view(Observer::Public) else { unreachable!() };
        assert_eq!(
            view.table().cards,
            "C8 D7 D5 HA".split(' ').map(|c| c.parse().unwrap()).collect()
        );
        let cards = deal.cards();
        assert_eq!(cards.hands[0].join(" "), "DK HQ C10 D10 D6 S3");
        assert_eq!(cards.hands[1].join(" "), "CK HK H10 H9 H5 H2");
        assert_eq!(cards.stock[..6].join(" "), "S8 DQ C6 D2 DJ D3");
        assert_eq!(cards.stock.len(), 36);
    }
}
