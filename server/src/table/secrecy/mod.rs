//! Tests that a seat learns no secret: two deals in which the seat
//! could be just as well lead to the same bytes for that seat, in every event
//! and in every snapshot.

mod tablic;
mod tarok;

use std::sync::Arc;

use tokio::time::Instant;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Match, MatchDeal, Observer, Seat};
use vzetek_protocol::games::WireGame;
use vzetek_protocol::table::{Actor, Move, PlayedMove};
use vzetek_protocol::{DealEvent, Picture};

use super::event::{Audience, FullEvent, FullTurn, TurnClock};
use super::stage::Playing;
use crate::deal::Deal;

/// One of the two deals, as its table holds it.
struct Told<G> {
    state: G,
    playing: Playing,
    last: FullEvent,
}

/// The deal as the server has it.
fn hosted<G: WireGame>(state: &G) -> Deal
where
    Deal: From<MatchDeal<G>>,
{
    Match::new(state.options()).begin(state.clone()).into()
}

impl<G: WireGame> Told<G>
where
    Deal: From<MatchDeal<G>>,
{
    fn new(state: G) -> Self {
        // Both have the same commitment: it is made before the deal, and reveals nothing.
        let secret = Secret::new([5; 32]);
        let game = vzetek_protocol::GameId("g".to_owned());
        let commitment = secret.commitment();
        let nonces = Nonces::none(state.seats());
        let deal = hosted(&state);
        let turn = turn(&state).expect("a first turn");
        let last = FullEvent::Dealt {
            game: game.clone(),
            number: 1,
            commitment,
            deal: Box::new(deal.clone()),
            unrated: None,
            turn: turn.clone(),
        };
        let playing = Playing {
            game,
            number: 1,
            secret,
            commitment,
            nonce_hashes: None,
            nonces,
            deal,
            moves: Vec::new(),
            turn,
            turn_started: Instant::now(),
            turn_seq: 0,
            suspended: None,
            stopped: None,
            pending: None,
            unrated: None,
        };
        Self { state, playing, last }
    }

    /// Does an action as a table does it.
    fn act(&mut self, action: G::Action) -> Vec<G::Event> {
        let seat = self.state.current_player().expect("the deal goes on");
        let before = self.state.view(Observer::Public);
        let events = self.state.apply(action).expect("a legal action");
        let told = self.playing.deal.apply(&action.to_string()).expect("the same");
        assert_eq!(told, DealEvent::list::<G>(before, events.clone()));
        let moved =
            Move { seat, action: action.to_string(), by: Actor::Player, thinking_ms: 1_234 };
        let played = Arc::new(PlayedMove { moved, events: told });
        self.playing.moves.push(played.clone());
        let turn = turn(&self.state);
        if let Some(turn) = &turn {
            self.playing.turn = turn.clone();
        }
        let status = Some(self.playing.deal.status());
        self.last = FullEvent::Moved { played, status, turn };
        events
    }

    /// The last event as the observer receives it, in every picture.
    fn event(&self, observer: Observer) -> String {
        let told = pictures(observer).map(|to| self.last.tell(to, Instant::now()));
        serde_json::to_string(&told).expect("JSON")
    }

    /// Returns the observer's snapshots of the deal, in every picture.
    fn snapshot(&self, observer: Observer) -> String {
        let score = Match::<G>::new(self.state.options());
        let score = G::wire_score(score.score().clone());
        let told = pictures(observer);
        let told = told.map(|to| self.playing.tell(to, None, &score, Instant::now()));
        serde_json::to_string(&told).expect("JSON")
    }
}

fn turn<G: WireGame>(state: &G) -> Option<FullTurn>
where
    Deal: From<MatchDeal<G>>,
{
    let seat = state.current_player()?;
    let legal = hosted(state).legal();
    // In the past, so that the time left is zero at any moment.
    let over = Instant::now();
    let clock = TurnClock { move_until: over, bank_until: over };
    Some(FullTurn { seat, legal, clock: Some(clock) })
}

/// An observer with each of the pictures that clients keep.
fn pictures(observer: Observer) -> [Audience; 4] {
    let kept = [None, Some(Picture::Zones), Some(Picture::View), Some(Picture::Decisions)];
    kept.map(|picture| Audience { picture, ..Audience::from(observer) })
}

fn observers(seats: usize) -> impl Iterator<Item = Observer> {
    Seat::all(seats).map(Observer::Seat).chain([Observer::Public])
}
