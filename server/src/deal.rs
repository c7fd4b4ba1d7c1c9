//! A match and a deal of any game: the interface of server and rules.
//!
//! The server's other parts know a game only through [`Match`] and [`Deal`], which
//! hold options, score and state of one game together. Nothing here names a game:
//! a new one is an entry in `vzetek_protocol::games`.

use serde::{Serialize, Serializer};
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::notation::verb;
use vzetek_game::{
    Claim, DealError, Game, HiddenInformation, IllegalAction, Match as MatchOf, MatchDeal,
    Observer, RunningScore, Seat, Share, TableGame, Zones,
};
use vzetek_protocol::decision::LegalActions;
use vzetek_protocol::games::{self, DealtCards, WireGame};
use vzetek_protocol::table::{Move, PlayedMove};
use vzetek_protocol::{
    DealEvent, ErrorBody, ErrorCode, GameFacts, GameOptions, GameResult, GameStatus, GameView,
    MatchScore, for_each_game, on_game,
};

/// An enum that holds a type of the rules for whichever game is played.
macro_rules! of_any_game {
    (($(#[$about:meta])* $name:ident($of:ident)) $($game:ident)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = concat!("Of ", stringify!($game), ".")] $game(Box<$of<games::$game>>),)*
        }

        $(impl From<$of<games::$game>> for $name {
            fn from(own: $of<games::$game>) -> Self {
                Self::$game(Box::new(own))
            }
        })*
    };
}

for_each_game!(of_any_game!(
    /// A match between two deals: the game and the score. It is serialised as the score alone, for
    /// the options are stored with the table.
    Match(MatchOf)
));

for_each_game!(of_any_game!(
    /// The full state of a deal: every card, hidden or not. Never serialised.
    Deal(MatchDeal)
));

/// A deal that is over, and its effect on the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The recorded result.
    pub result: GameResult,
    /// Each player's part in it, by seat.
    pub shares: Vec<Share>,
    /// The match with this deal.
    pub game: Match,
    /// The winners of the match, by seat, if this deal decided it.
    pub winners: Option<Vec<bool>>,
}

/// The standing of a match after some of its deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchStanding {
    /// Whole points, by seat; at the end of the match those that decide it.
    pub points: Vec<i32>,
    /// The winners, by seat, if the last of the deals decided the match.
    pub winners: Option<Vec<bool>>,
}

impl MatchStanding {
    /// Returns the standing of a match, of which `results` are the first deals; `None` without
    /// deals, or if one is of another game.
    pub fn after(options: &GameOptions, results: &[GameResult]) -> Option<Self> {
        on_game!(GameOptions, options, |own: G| standing_after::<G>(own, results))
    }
}

fn standing_after<G: WireGame>(
    options: &G::Options,
    results: &[GameResult],
) -> Option<MatchStanding> {
    let results: Vec<&G::Result> = results.iter().map(G::own_result).collect::<Option<_>>()?;
    let mut score = G::Score::new(options);
    results.iter().for_each(|result| score.add(result));
    let winners = score.winners(options, results.last()?);
    // A score that goes on after the match is not that of the match.
    let points = if winners.is_some() && !G::goes_on(options) {
        score.final_points(options).as_slice().to_vec()
    } else {
        let points = |seat| results.iter().map(|result| G::share(result, seat).points).sum();
        Seat::all(G::seats_for(options)).map(points).collect()
    };
    Some(MatchStanding { points, winners: winners.map(|won| won.as_slice().to_vec()) })
}

impl Match {
    /// A match that is about to start.
    pub fn new(options: &GameOptions) -> Self {
        on_game!(GameOptions, options, |own: G| MatchOf::<G>::new(own).into())
    }

    /// A match with this score; `None` if that is one of another game. The one gate
    /// through which options and a score that were stored apart come together.
    pub fn with_score(options: &GameOptions, score: &MatchScore) -> Option<Self> {
        on_game!(GameOptions, options, |own: G| {
            Some(MatchOf::<G>::with_score(own, G::own_score(score)?).into())
        })
    }

    /// The running score.
    pub fn score(&self) -> MatchScore {
        on_game!(Self, self, |game: G| G::wire_score(Clone::clone(game.score())))
    }

    /// Returns the progress of the match, from 0 to 1. A single deal is all of its
    /// match.
    pub fn progress(&self) -> f64 {
        on_game!(Self, self, |game| game.progress())
    }

    /// True if the running score outlives the match, as long as the same players
    /// sit.
    pub fn goes_on(&self) -> bool {
        on_game!(Self, self, |game: G| G::goes_on(game.options()))
    }

    /// The options of the next deal, with which it is recorded.
    pub fn deal_options(&self) -> GameOptions {
        on_game!(Self, self, |game: G| G::wire_options(game.deal_options()))
    }

    /// Shuffles and deals with the options as they are, again if the rules ask for it.
    ///
    /// # Errors
    /// [`DealError`] if the options or the dealer do not allow it.
    pub fn deal(&self, dealer: Seat, secret: &Secret, nonces: &Nonces) -> Result<Deal, DealError> {
        on_game!(Self, self, |game| game.deal(dealer, secret, nonces).map(Deal::from))
    }
}

impl Serialize for Match {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.score().serialize(serializer)
    }
}

impl Deal {
    /// The seat that is to act; `None` when the deal is over.
    pub fn current_player(&self) -> Option<Seat> {
        on_game!(Self, self, |deal| deal.state.current_player())
    }

    /// Returns the legal actions of the current player.
    pub fn legal(&self) -> Legal {
        on_game!(Self, self, |deal: G| Legal {
            actions: deal.state.legal_actions().iter().map(G::notation).collect(),
            is_cut: deal.state.is_list_cut(),
            claim: deal
                .state
                .current_player()
                .and_then(|seat| G::claim(&deal.state.view(Observer::Seat(seat)))),
        })
    }

    /// Returns the action of the current player that is not asked for, see
    /// [`TableGame::foregone`].
    pub fn foregone(&self) -> Option<String> {
        on_game!(Self, self, |deal| deal.state.foregone().map(|action| action.to_string()))
    }

    /// Applies the action for the current player.
    ///
    /// # Errors
    /// The state is untouched; the body describes what is legal.
    pub fn apply(&mut self, action: &str) -> Result<Vec<DealEvent>, ErrorBody> {
        on_game!(Self, self, |deal: G| apply(&mut deal.state, action, G::apply))
    }

    /// Applies an action of a record again, as [`Game::apply_recorded`] does;
    /// `next` is the action after it there.
    ///
    /// # Errors
    /// The state is untouched; the body describes what is legal.
    pub fn apply_recorded(
        &mut self,
        action: &str,
        next: Option<&str>,
    ) -> Result<Vec<DealEvent>, ErrorBody> {
        on_game!(Self, self, |deal: G| apply::<G>(&mut deal.state, action, |state, action| {
            state.apply_recorded(action, next.and_then(|next| next.parse().ok()))
        }))
    }

    /// The deal as the observer knows it.
    pub fn view(&self, observer: Observer) -> GameView {
        on_game!(Self, self, |deal: G| G::wire_view(deal.state.view(observer)))
    }

    /// The seat that dealt.
    pub fn dealer(&self) -> Seat {
        on_game!(Self, self, |deal| deal.state.dealer())
    }

    /// The cards as they lie now, as the observer knows them.
    pub fn zones(&self, observer: Observer) -> Zones {
        on_game!(Self, self, |deal: G| G::zones(&deal.state.view(observer)))
    }

    /// Every card where it lies, as long as nothing was played. For replays of finished
    /// deals only.
    pub fn open_zones(&self) -> Zones {
        on_game!(Self, self, |deal| deal.state.open_zones())
    }

    /// True if the cards were prepared for a newcomer.
    pub fn is_prepared(&self) -> bool {
        on_game!(Self, self, |deal: G| !G::prepared(deal.state.options()).is_empty())
    }

    /// The rest that all may know of the deal.
    pub fn status(&self) -> GameStatus {
        on_game!(Self, self, |deal: G| {
            G::wire_status(G::status(&deal.state.view(Observer::Public)))
        })
    }

    /// Returns the facts that a coach shows the observer of the deal.
    pub fn facts(&self, observer: Observer) -> GameFacts {
        on_game!(Self, self, |deal: G| {
            let view = deal.state.view(observer);
            G::wire_facts(G::facts(&view, &deal.state.legal_actions()))
        })
    }

    /// Every card, as it lies now. For replays of finished deals only.
    pub fn cards(&self) -> DealtCards {
        on_game!(Self, self, |deal| DealtCards::of(&deal.state))
    }

    /// Returns the end of the deal; `None` as long as it is played.
    pub fn ended(&self) -> Option<Ended> {
        on_game!(Self, self, |deal: G| deal.ended().map(|ended| Ended {
            result: G::wire_result(ended.result),
            shares: ended.shares,
            game: ended.game.into(),
            winners: ended.winners,
        }))
    }

    /// True if the deal is over and can have been written down as `result`.
    pub fn ended_as(&self, result: &GameResult) -> bool {
        on_game!(Self, self, |deal: G| {
            G::own_result(result).is_some_and(|result| deal.state.ended_as(result))
        })
    }
}

/// The legal actions of a player, in notation, and what the player can claim.
#[derive(Clone, Debug)]
pub struct Legal {
    /// The actions.
    pub actions: LegalActions,
    /// True if some are left out because there are too many.
    pub is_cut: bool,
    /// The claim that the player can prove.
    pub claim: Option<Claim>,
}

fn apply<G: WireGame>(
    state: &mut G,
    action: &str,
    rules: impl FnOnce(&mut G, G::Action) -> Result<Vec<G::Event>, IllegalAction>,
) -> Result<Vec<DealEvent>, ErrorBody> {
    let action: G::Action =
        action.parse().map_err(|error| ErrorBody::new(ErrorCode::BadAction, format!("{error}")))?;
    let before = state.view(Observer::Public);
    let events = rules(state, action).map_err(|illegal| ErrorBody {
        rule: Some(illegal.code.to_owned()),
        ..ErrorBody::new(ErrorCode::IllegalAction, illegal.reason)
    })?;
    Ok(DealEvent::list::<G>(before, events))
}

/// A move as the observer may see it. The one place through which moves leave a table.
///
/// Of an action whose own event is not fully visible to the observer only the verb is sent:
/// `discard` instead of `discard:H4`. Events that follow from it may be hidden without that: cards
/// dealt to others after a card of tablić.
pub fn redact(played: &PlayedMove, observer: Observer) -> PlayedMove {
    if played.events.iter().all(|told| told.event.is_public()) {
        return played.clone();
    }
    let PlayedMove { moved, events } = played;
    let own = events.first();
    let told =
        own.is_some_and(|own| own.redact(observer).is_some_and(|told| told.event == own.event));
    let action = if told { &*moved.action } else { verb(&moved.action) };
    let events = events.iter().filter_map(|event| event.redact(observer)).collect();
    PlayedMove { moved: Move { action: action.to_owned(), ..moved.clone() }, events }
}

#[cfg(test)]
mod tests {
    use vzetek_protocol::GameView;
    use vzetek_tarok::CardSet;

    use super::*;

    /// The example of docs/protocol/fair-deals.md: the first shuffle of this secret gives
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
            let deal = Match::new(&options).deal(dealer, &secret, &nonces).unwrap();
            let cards = deal.cards();
            assert_eq!(cards.stock, ["CC", "SK", "T15", "T4", "T10", "H4"]);
            let has_tarok = |hand: &Vec<String>| hand.iter().any(|card| card.starts_with('T'));
            assert!(cards.hands.iter().all(has_tarok));
            assert_eq!(cards.hands.iter().flatten().count(), 48);
        }
    }

    /// The example of docs/protocol/fair-deals.md, which examples/verify.py deals too.
    #[test]
    fn in_tablic_cards_are_dealt_one_at_a_time() {
        let secret = Secret::new(std::array::from_fn(|i| i as u8));
        let mut nonces = Nonces::none(2);
        nonces.set(Seat::new(1), "burja".to_owned()).unwrap();
        let options = GameOptions::Tablic(vzetek_tablic::Options::new(2).unwrap());
        let deal = Match::new(&options).deal(Seat::new(1), &secret, &nonces).unwrap();
        let GameView::Tablic(view) = deal.view(Observer::Public) else { unreachable!() };
        assert_eq!(
            view.table.cards,
            "C8 D7 D5 HA".split(' ').map(|c| c.parse().unwrap()).collect()
        );
        let cards = deal.cards();
        assert_eq!(cards.hands[0].join(" "), "DK HQ C10 D10 D6 S3");
        assert_eq!(cards.hands[1].join(" "), "CK HK H10 H9 H5 H2");
        assert_eq!(cards.stock[..6].join(" "), "S8 DQ C6 D2 DJ D3");
        assert_eq!(cards.stock.len(), 36);
    }
}
