//! The messages between servers.
//!
//! A message is a line of JSON, its head; a [`Body::Tell`] is followed by the text for the clients,
//! as it is sent to them.

use serde::{Deserialize, Serialize};
use tokio_tungstenite::tungstenite::Bytes;
use vzetek_protocol::client::Since;
use vzetek_protocol::{
    ClientMessage, Kind, Picture, Player, Seek, TableConfig, TableId, TableSummary,
};

use crate::elsewhere::{Ended, News};
use crate::households::Household;
use crate::table::{Seated, TableHandle};

/// The version of these messages. Servers of the same version and of neighbouring ones
/// understand each other.
pub const VERSION: u32 = 1;

/// A connection of a client, by its number at the server that has its socket.
pub type Far = u64;

/// The head of a message: its sender, and its place in a session.
#[derive(Debug, Serialize, Deserialize)]
pub struct Head {
    /// The server's name.
    pub from: String,
    /// The sender's start.
    pub incarnation: i64,
    /// The session that the sender has with the receiver.
    pub session: u64,
    /// The number of the message in it, from 1; 0 for [`Body::Open`].
    pub number: u64,
    /// The rest.
    pub body: Body,
}

/// The content of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// Opens a session.
    Open {
        /// The receiver's session, if the sender knows one.
        seen: Option<u64>,
        /// The version of these messages that the sender speaks.
        version: u32,
        /// The version of the sender's program.
        release: String,
    },
    /// Nothing new: the sender is alive, and has sent no more than this.
    Beat {
        /// True while the sender hands its tables over to the others.
        #[serde(default)]
        leaves: bool,
    },
    /// A client has a connection at the sender.
    Enter {
        /// The connection.
        connection: Far,
        /// Its player, without rating.
        player: Player,
        /// The player's household.
        household: Household,
        /// True for one of the house's bots.
        house: bool,
        /// The picture of deals that the client stores.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<Picture>,
    },
    /// A connection has ended.
    Leave {
        /// The connection.
        connection: Far,
    },
    /// A connection of a bot offers up to `seats` seats to the receiver's tables.
    Offer {
        /// The connection.
        connection: Far,
        /// The level of the bot.
        level: String,
        /// The seats.
        seats: u32,
        /// The kinds that it plays; absent if it plays all.
        #[serde(default)]
        kinds: Option<Vec<Kind>>,
    },
    /// An account that is connected at the sender looks for others, or does not.
    Wish {
        /// The account.
        account: String,
        /// The pool, and the rating by which opponents are chosen.
        seek: Option<(Seek, f64)>,
    },
    /// The sender runs this table.
    Table {
        /// The table.
        table: TableId,
        /// Its facts for other servers.
        about: Box<About>,
    },
    /// The sender no longer runs this table.
    Gone {
        /// The table.
        table: TableId,
        /// True if it is closed; otherwise another server may run it, or it was left.
        closed: bool,
        /// The term in which it could not be rebuilt or run, if so; it is still stored.
        #[serde(default)]
        left: Option<u64>,
    },
    /// There are tables that no server runs: every server that can takes some.
    Orphans {},
    /// A connection has a wish at a table of the receiver's.
    Command {
        /// The connection.
        connection: Far,
        /// The table.
        table: TableId,
        /// The wish.
        wish: Wish,
    },
    /// Commands of the receiver's are processed: all their consequences were sent before.
    Done {
        /// The numbers of their messages.
        commands: Vec<u64>,
    },
    /// A player is called away from a table of the receiver's.
    CallAway {
        /// The table.
        table: TableId,
        /// The account.
        account: String,
    },
    /// An account with a seat at a table of the receiver's has another name, face or kind.
    Rename {
        /// The table.
        table: TableId,
        /// The account, without rating.
        player: Player,
    },
    /// An account, perhaps with connections at the receiver, has another name, face or kind.
    Renamed {
        /// The account, without rating.
        player: Player,
    },
    /// The text that follows is to be sent to connections at the receiver.
    Tell {
        /// The connections.
        to: Vec<Far>,
    },
    /// Sessions have ended: their connections end, too.
    Ended {
        /// The sessions.
        ended: Ended,
    },
    /// Something about following people has changed in the store.
    Following {
        /// The change.
        news: News,
    },
    /// A message that only another version knows. It is never sent.
    #[serde(skip)]
    Unknown {
        /// The reason why it is not understood.
        error: String,
    },
}

/// The part of a head that all versions have.
#[derive(Deserialize)]
struct Envelope {
    from: String,
    incarnation: i64,
    session: u64,
    number: u64,
}

/// The facts of a table that servers know which do not run it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The number of servers that have run it, this one included. A message with a lower term is
    /// late.
    pub term: u64,
    /// Its configuration.
    pub config: TableConfig,
    /// The account that opened it.
    pub creator: Option<String>,
    /// The invitation code of a private one.
    pub invite: Option<String>,
    /// True if bots play there for show.
    pub demo: bool,
    /// The accounts that have seats.
    pub seated: Seated,
    /// Its entry in the lobby, if it is listed.
    pub summary: Option<TableSummary>,
}

impl About {
    /// Returns a table's facts with its place in the lobby.
    pub fn of(handle: &TableHandle, summary: Option<TableSummary>) -> Self {
        let seated = handle.seated.read().clone();
        Self {
            config: (*handle.config).clone(),
            term: handle.term,
            creator: handle.creator.clone(),
            invite: handle.invite.as_deref().map(str::to_owned),
            demo: handle.demo,
            seated,
            summary,
        }
    }
}

/// A wish of a connection at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "wish", rename_all = "snake_case")]
pub enum Wish {
    /// To watch.
    Watch {
        /// The invitation code of a private table.
        invite: Option<String>,
        /// The last event seen.
        since: Option<Since>,
    },
    /// To stop watching.
    Unwatch {},
    /// Anything else.
    Message {
        /// The client's own message.
        message: ClientMessage,
    },
}

/// Writes a message.
pub fn write(head: &Head, text: Option<&[u8]>) -> Bytes {
    let mut message = serde_json::to_vec(head).expect("these types always serialise");
    if let Some(text) = text {
        message.push(b'\n');
        message.extend_from_slice(text);
    }
    message.into()
}

/// Reads a message, and the text that follows it. One of a neighbouring version that is not
/// understood is [`Body::Unknown`], so that the session with its sender remains open.
///
/// # Errors
/// If its head is invalid.
pub fn read(message: &[u8]) -> Result<(Head, &[u8]), serde_json::Error> {
    let end = message.iter().position(|&byte| byte == b'\n');
    let (head, text) = match end {
        Some(end) => (&message[..end], &message[end + 1..]),
        None => (message, &[][..]),
    };
    let read = serde_json::from_slice(head).or_else(|error: serde_json::Error| {
        let Envelope { from, incarnation, session, number } = serde_json::from_slice(head)?;
        let body = Body::Unknown { error: error.to_string() };
        Ok::<Head, serde_json::Error>(Head { from, incarnation, session, number, body })
    });
    Ok((read?, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(body: Body) -> Head {
        Head { from: "a".into(), incarnation: 3, session: 7, number: 9, body }
    }

    #[test]
    fn what_is_written_is_read() {
        let tell = write(&head(Body::Tell { to: vec![1, 2] }), Some(b"{\"type\":\"pong\"}"));
        let (read_head, text) = read(&tell).unwrap();
        assert_eq!((read_head.number, text), (9, &b"{\"type\":\"pong\"}"[..]));
        assert!(matches!(read_head.body, Body::Tell { to } if to == [1, 2]));
        let message: ClientMessage =
            serde_json::from_str(r#"{"type":"act","table":"t","seq":4,"action":"C3"}"#).unwrap();
        let wish = Wish::Message { message };
        let command = Body::Command { connection: 5, table: "t".into(), wish };
        let command = write(&head(command), None);
        let (head, text) = read(&command).unwrap();
        assert!(text.is_empty());
        let Body::Command { wish: Wish::Message { message }, .. } = head.body else { panic!() };
        assert_eq!(message.type_name(), "act");
        let ended = Body::Ended { ended: Ended::Session { session: [7; 32] } };
        let ended = write(&self::head(ended), None);
        let Body::Ended { ended } = read(&ended).unwrap().0.body else { panic!() };
        assert_eq!(ended, Ended::Session { session: [7; 32] });
        assert!(read(b"{}").is_err());
    }

    #[test]
    fn whatever_a_later_version_says_keeps_its_number() {
        let later = br#"{"from":"a","incarnation":3,"session":7,"number":9,"colour":"red",
            "body":{"type":"paint","with":[1,2]}}"#;
        let later: Vec<u8> = later.iter().copied().filter(|&byte| byte != b'\n').collect();
        let (head, _) = read(&later).unwrap();
        assert_eq!((head.session, head.number), (7, 9));
        assert!(matches!(head.body, Body::Unknown { error } if error.contains("paint")));
        let more = br#"{"from":"a","incarnation":3,"session":7,"number":9,
            "body":{"type":"leave","connection":4,"why":"rain"}}"#;
        let more: Vec<u8> = more.iter().copied().filter(|&byte| byte != b'\n').collect();
        assert!(matches!(read(&more).unwrap().0.body, Body::Leave { connection: 4 }));
    }
}
