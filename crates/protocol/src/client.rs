//! The messages of a client on the socket.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use ts_rs::TS;
use vzetek_game::fair::NonceHash;
use vzetek_game::{Claim, Seat};

use crate::table::Phrase;
use crate::{Epoch, Kind, Pace, TableId};

/// The picture of a deal that a client keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// Where each card lies, and the public rest of the deal: for clients that show it. Each event
    /// says which cards it moves.
    Zones,
    /// The view of the rules, when a deal begins and after a break: for programs that follow the
    /// events by rules of their own.
    View,
    /// A decision document with each turn: for programs that need not follow.
    Decisions,
}

/// A message from a client, one JSON object a text frame.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, IntoStaticStr, VariantNames,
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ClientMessage {
    /// The first message. Who speaks follows from the token, or else from the
    /// session cookie that came with the connection.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u32,
        /// A session or bot token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
        /// The bot of the house to speak as; only with the house token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        house_bot: Option<HouseBot>,
        /// The picture of deals that the client keeps; all that there is of them if it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        picture: Option<Picture>,
    },
    /// Start or stop telling what happens in the lobby.
    Lobby {
        /// True to start, false to stop.
        on: bool,
    },
    /// Look for others to play with, in place of any wish before.
    Seek {
        /// The kind of game.
        kind: Kind,
        /// The pace.
        pace: Pace,
    },
    /// Look for nobody any more.
    Unseek {},
    /// Start telling what happens at a table: a snapshot, then events.
    Watch {
        /// The table.
        table: TableId,
        /// The word for a private table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invite: Option<String>,
        /// The last event seen, to get only what was missed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        since: Option<Since>,
    },
    /// Stop telling what happens at a table. A seat there is kept.
    Unwatch {
        /// The table.
        table: TableId,
    },
    /// Take a seat (and watch the table).
    Sit {
        /// The table.
        table: TableId,
        /// The seat; any free one if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<Seat>,
        /// The word for a private table, or from a seat request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invite: Option<String>,
    },
    /// Ask for a bot of the house in a free seat, or keep the seat for people. Only by a player at
    /// the table, and until the seat is taken.
    SeatBot {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// The level of the bot; absent: the seat is kept for people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        level: Option<String>,
    },
    /// Change to another seat, before a match: to a free one, or with the bot of the house there. Of
    /// another player it is a wish, which comes true when that player asks for this seat. The own
    /// seat takes the wish back.
    ChangeSeat {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
    },
    /// Give the seat up. In a running deal somebody else plays on in it.
    Leave {
        /// The table.
        table: TableId,
    },
    /// Do something in the deal.
    Act {
        /// The table.
        table: TableId,
        /// The number of the last event seen there. Refused if the turn began later.
        #[ts(type = "number")]
        seq: u64,
        /// One of the turn's legal actions, or one that a cut list left out.
        action: String,
    },
    /// Claim what the turn says can be claimed. Everybody's cards are laid down then.
    Claim {
        /// The table.
        table: TableId,
        /// The number of the last event seen there. Refused if the turn began later.
        #[ts(type = "number")]
        seq: u64,
        /// The claim that came with the turn.
        claim: Claim,
    },
    /// Take the seat back from a substitute.
    Return {
        /// The table.
        table: TableId,
    },
    /// Commit to a nonce for the shuffle that was promised.
    NonceHash {
        /// The table.
        table: TableId,
        /// The SHA-256 of the nonce's UTF-8 bytes, as 64 hexadecimal digits.
        hash: NonceHash,
    },
    /// Open the nonce that was committed to.
    Nonce {
        /// The table.
        table: TableId,
        /// The nonce: 1 to 64 bytes of text without control characters.
        nonce: String,
    },
    /// Ask for the next deal or, after a match, for another one.
    Ready {
        /// The table.
        table: TableId,
    },
    /// Write to those at the table.
    Chat {
        /// The table.
        table: TableId,
        /// The line, at most 300 characters.
        text: String,
    },
    /// Ask what matters now: [`crate::ServerMessage::Coach`] answers.
    Coach {
        /// The table.
        table: TableId,
    },
    /// Say a phrase to those at the table. It counts as a line of chat.
    Phrase {
        /// The table.
        table: TableId,
        /// The phrase.
        phrase: Phrase,
    },
    /// House bots only: be asked to take seats.
    Offer {
        /// The most seats at once; 0 withdraws the offer.
        seats: u32,
        /// The kinds that the bot plays; absent: every kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        kinds: Option<Vec<Kind>>,
    },
    /// House bots only: a requested seat cannot be taken.
    Decline {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
    },
    /// Ask for a [`crate::ServerMessage::Pong`].
    Ping {
        /// A number that comes back unchanged.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        at: Option<u64>,
    },
}

impl ClientMessage {
    /// The type of every message, as it stands in `type`.
    pub const TYPES: &'static [&'static str] = <Self as VariantNames>::VARIANTS;

    /// The type of the message, as it stands in `type`.
    pub fn type_name(&self) -> &'static str {
        self.into()
    }
}

/// One of the house's bots: an account for each name and level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HouseBot {
    /// The name shown.
    pub name: String,
    /// The level it plays at, such as `strong`.
    pub level: String,
}

/// The names of the house's bots, winds of the Adriatic and the Alps. No other
/// account may have one of them.
pub const HOUSE_NAMES: [&str; 40] = [
    "Burja",
    "Jugo",
    "Maestral",
    "Tramontana",
    "Levant",
    "Garbin",
    "Grego",
    "Ponente",
    "Nevera",
    "Fen",
    "Burin",
    "Zmorac",
    "Krivec",
    "Ostro",
    "Libeccio",
    "Pulenat",
    "Bonaca",
    "Etezija",
    "Danijorac",
    "Scirocco",
    "Mistral",
    "Zefir",
    "Košava",
    "Pasat",
    "Meltem",
    "Samum",
    "Lahor",
    "Smorac",
    "Harmatan",
    "Hamsin",
    "Vardarac",
    "Monsun",
    "Terral",
    "Boreas",
    "Zdolec",
    "Aquilon",
    "Lebić",
    "Vihar",
    "Šilok",
    "Lodos",
];

/// The last event a client saw of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The stretch in which it was told, from the table's snapshot.
    pub epoch: Epoch,
    /// The event's number.
    #[ts(type = "number")]
    pub seq: u64,
}
