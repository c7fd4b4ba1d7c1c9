//! The limits of a client.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The limits of a connection, told when it begins. Operators can change some of
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Limits {
    /// The longest message, in bytes.
    pub message_bytes: u32,
    /// Messages each second on average. Every frame counts as one, pings and
    /// the pieces of a message as well.
    pub messages_per_second: u32,
    /// Messages that may be sent at once.
    pub message_burst: u32,
    /// The time without any message after which the connection counts as dead, in
    /// milliseconds.
    #[ts(type = "number")]
    pub silence_ms: u64,
    /// The longest nonce, in bytes of UTF-8.
    pub nonce_bytes: u32,
    /// The longest line of chat, in characters.
    pub chat_chars: u32,
    /// Lines of chat that an account may write each second on average, at all
    /// tables and on all connections together.
    pub chat_per_second: u32,
    /// Lines of chat that may be written at once.
    pub chat_burst: u32,
    /// Lists of all tables that the connection is told each second on average.
    pub lobby_per_second: u32,
    /// Lists of all tables that the connection is told at once.
    pub lobby_burst: u32,
    /// Wishes to be paired that an account may utter each second on average, on all
    /// connections together.
    pub seeks_per_second: u32,
    /// Wishes that may be uttered at once.
    pub seek_burst: u32,
    /// Tables that the connection may watch; absent where any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tables_watched: Option<u32>,
    /// Open tables that the account may have opened.
    pub tables_opened: u32,
    /// Requests that an address may send to the HTTP interface each second on
    /// average. One for which the server works for longer than two milliseconds counts as several.
    pub requests_per_second: u32,
    /// Requests that may be sent at once.
    pub request_burst: u32,
}
