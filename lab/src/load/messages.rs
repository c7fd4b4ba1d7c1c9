//! As much of the server's messages as a trivial player needs. Reading less
//! than everything leaves more of the machine to the server.

use std::borrow::Cow;

use serde::Deserialize;

/// A message.
#[derive(Debug, Deserialize)]
pub struct Received<'a> {
    /// The message's type.
    #[serde(borrow, rename = "type")]
    pub kind: Cow<'a, str>,
    /// An event's number.
    pub seq: Option<u64>,
    /// The event, if it is one.
    #[serde(borrow)]
    pub event: Option<Event<'a>>,
    /// The state of the table, if the message holds it.
    #[serde(borrow)]
    pub snapshot: Option<Snapshot<'a>>,
    /// An error's code.
    #[serde(borrow)]
    pub code: Option<Cow<'a, str>>,
    /// An error's explanation.
    #[serde(borrow)]
    pub message: Option<Cow<'a, str>>,
}

/// An event.
#[derive(Debug, Deserialize)]
pub struct Event<'a> {
    /// The event's type.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// The turn that follows, if there is one.
    #[serde(borrow)]
    pub turn: Option<Turn<'a>>,
    /// The deal, if cards were dealt.
    #[serde(borrow)]
    pub deal: Option<Deal<'a>>,
}

/// The type of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A move was made.
    Moved,
    /// A deal is over.
    DealOver,
    /// A shuffle is promised.
    Committed,
    /// All hashes of nonces have arrived.
    NoncesCommitted,
    /// Cards are dealt.
    Dealt,
    /// The table was closed.
    Closed,
    /// A substitute plays for a player.
    Substituted,
    /// Anything else.
    #[serde(other)]
    Other,
}

/// The state of a table.
#[derive(Debug, Deserialize)]
pub struct Snapshot<'a> {
    /// The last event in it.
    pub seq: u64,
    /// The client's seat.
    pub you: Option<u8>,
    /// The running deal.
    #[serde(borrow)]
    pub deal: Option<Deal<'a>>,
}

/// A deal.
#[derive(Debug, Deserialize)]
pub struct Deal<'a> {
    /// The present turn, if there is one.
    #[serde(borrow)]
    pub turn: Option<Turn<'a>>,
}

/// A turn.
#[derive(Debug, Deserialize)]
pub struct Turn<'a> {
    /// The legal actions, sent only to the player whose turn it is.
    #[serde(borrow)]
    pub legal: Option<Vec<Cow<'a, str>>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_understood() {
        let received: Received<'_> = serde_json::from_str(
            r#"{"type":"event","table":"t","seq":7,"event":{"type":"moved","seat":0,
                "action":"C3","by":"player","thinking_ms":1,"events":[],
                "turn":{"seat":1,"legal":["S3"],"move_ms":1,"bank_ms":1}}}"#,
        )
        .unwrap();
        assert_eq!((&*received.kind, received.seq), ("event", Some(7)));
        let event = received.event.unwrap();
        assert_eq!(event.kind, EventKind::Moved);
        assert_eq!(event.turn.unwrap().legal.unwrap(), ["S3"]);
    }
}
