//! Finds the client's own turn in any message.

use std::borrow::Cow;

use vzetek_protocol::table::Turn;
use vzetek_protocol::{ServerMessage, TableEvent, TableId};

/// Returns the table and the legal actions if the message says that the client must act. There is
/// at least one action. A turn may be sent again, after a reconnect for one.
pub fn legal_actions(message: &ServerMessage) -> Option<(&TableId, &[Cow<'static, str>])> {
    let (table, turn) = turn(message)?;
    let legal = turn.legal.as_deref().filter(|legal| !legal.is_empty())?;
    Some((table, legal))
}

/// Returns the table and the turn that the message holds, of any player.
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
