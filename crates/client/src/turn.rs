//! The client's own turn, wherever it is told.

use std::borrow::Cow;

use vzetek_protocol::table::Turn;
use vzetek_protocol::{ServerMessage, TableEvent, TableId};

/// Returns the table and the legal actions if the message tells the client that
/// it must act. There is at least one action. A turn may be told again, after a
/// reconnect for one.
pub fn legal_actions(message: &ServerMessage) -> Option<(&TableId, &[Cow<'static, str>])> {
    let (table, turn) = turn(message)?;
    let legal = turn.legal.as_deref().filter(|legal| !legal.is_empty())?;
    Some((table, legal))
}

/// Returns the table and the turn that the message tells of, whoever's it is.
pub fn turn(message: &ServerMessage) -> Option<(&TableId, &Turn)> {
    match message {
        ServerMessage::Snapshot { snapshot } => {
            Some((&snapshot.id, snapshot.deal.as_ref()?.turn.as_ref()?))
        }
        ServerMessage::Turn { table, turn, .. } => Some((table, turn)),
        ServerMessage::Event { table, event, .. } => {
            let turn = match &**event {
                TableEvent::Dealt { deal } => &deal.turn,
                TableEvent::Moved { turn, .. }
                | TableEvent::Substituted { turn, .. }
                | TableEvent::Returned { turn, .. } => turn,
                _ => return None,
            };
            Some((table, turn.as_ref()?))
        }
        _ => None,
    }
}
