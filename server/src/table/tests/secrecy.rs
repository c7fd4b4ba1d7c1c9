//! Nobody is told what their view of the deal does not allow.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use vzetek_game::{Observer, Seat};
use vzetek_protocol::ServerMessage;
use vzetek_protocol::table::{TableEvent, Turn};

use super::{Stage, Table, Visitor};
use crate::connection::ConnectionId;
use crate::table::event::Audience;

/// The parts of those who watch.
pub(super) type Parts = BTreeMap<ConnectionId, Audience>;

/// Returns the parts of those who watch now.
pub(super) fn parts(table: &Table) -> Parts {
    let part = |visitor: &Visitor| table.audience(visitor);
    table.watchers.iter().map(|(connection, visitor)| (*connection, part(visitor))).collect()
}

/// The cards that each observer must not learn of now.
pub(super) fn hidden(table: &Table) -> Vec<(Observer, BTreeSet<String>)> {
    let observers = table.seats().map(Observer::Seat).chain([Observer::Public]);
    observers.map(|observer| (observer, hidden_from(table, observer))).collect()
}

/// Returns the cards in others' hands and in the pack that the rules do not show
/// the observer.
fn hidden_from(table: &Table, observer: Observer) -> BTreeSet<String> {
    let playing = match &table.stage {
        Stage::Playing(playing) => playing,
        Stage::Waiting | Stage::Shuffling(_) | Stage::Finished(_) | Stage::Closed => {
            return BTreeSet::new();
        }
    };
    let cards = playing.deal.cards();
    let hands = Seat::all(cards.hands.len()).zip(&cards.hands);
    let others = hands.filter(|(seat, _)| observer != Observer::Seat(*seat));
    let hidden = others.flat_map(|(_, hand)| hand).chain(&cards.stock);
    let view = serde_json::to_string(&playing.deal.view(observer)).expect("JSON");
    let known = words(&view);
    hidden.filter(|card| !known.contains(card.as_str())).cloned().collect()
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric()).collect()
}

/// Checks a message against what its recipients may know: no card is in it that
/// is hidden from them after it, and what is legal is told to those alone who
/// decide. Somebody whose part changes with it may be told by either.
pub(super) fn check(
    to: &[ConnectionId],
    message: &ServerMessage,
    parts: [&Parts; 2],
    hidden: &[(Observer, BTreeSet<String>)],
) {
    let text = serde_json::to_string(message).expect("JSON");
    let told = words(&text);
    // Kings that may be called are named to whoever calls, whoever holds them.
    let actions = turn(message).and_then(legal).unwrap_or_default();
    let kings: Vec<&str> =
        actions.iter().filter_map(|action| action.strip_prefix("call:")).collect();
    for connection in to {
        let parts: Vec<&Audience> = parts.iter().filter_map(|of| of.get(connection)).collect();
        assert!(!parts.is_empty(), "somebody is told who does not watch");
        let is_hidden = |card: &&str| {
            let from = |of: &Audience| {
                hidden.iter().any(|(from, cards)| *from == of.observer && cards.contains(*card))
            };
            !kings.contains(card) && parts.iter().all(|of| from(of))
        };
        assert_eq!(told.iter().find(|card| is_hidden(card)), None, "{parts:?} are told {text}");
        if let Some(turn) = turn(message).filter(|turn| legal(turn).is_some()) {
            let decides = |of: &&Audience| of.acts && of.observer == Observer::Seat(turn.seat);
            assert!(parts.iter().any(decides), "what is legal is told to others");
        }
    }
}

/// The legal actions of a turn, in either of the ways in which they are told.
pub(super) fn legal(turn: &Turn) -> Option<&[Cow<'static, str>]> {
    let decision = turn.decision.as_ref().map(|decision| &decision.legal);
    turn.legal.as_ref().or(decision).map(|legal| &**legal)
}

/// The turn that a message tells of.
pub(super) fn turn(message: &ServerMessage) -> Option<&Turn> {
    match message {
        ServerMessage::Snapshot { snapshot } => snapshot.deal.as_ref()?.turn.as_ref(),
        ServerMessage::Turn { turn, .. } => Some(turn),
        ServerMessage::Event { event, .. } => match &**event {
            TableEvent::Dealt { deal } => deal.turn.as_ref(),
            TableEvent::Moved { turn, .. }
            | TableEvent::Substituted { turn, .. }
            | TableEvent::Returned { turn, .. } => turn.as_ref(),
            _ => None,
        },
        _ => None,
    }
}
