//! The servers of a database.

use std::fmt;
use std::str::FromStr;

use crate::error::{StoreError, unreadable};

/// The most characters of a [`NodeId`].
const MOST: usize = 32;

/// The name of a server among those of its database: one to thirty-two of `a` to `z`,
/// `0` to `9` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(String);

impl NodeId {
    /// Returns the name of a server that has its database for itself.
    pub fn alone() -> Self {
        Self("alone".to_owned())
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The error of a text that names no server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a server's name has 1 to {MOST} characters of a-z, 0-9 and \"-\", not {0:?}")]
pub struct NodeIdError(String);

impl FromStr for NodeId {
    type Err = NodeIdError;

    fn from_str(name: &str) -> Result<Self, NodeIdError> {
        let may_be = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        if (1..=MOST).contains(&name.len()) && name.bytes().all(may_be) {
            Ok(Self(name.to_owned()))
        } else {
            Err(NodeIdError(name.to_owned()))
        }
    }
}

/// Reads a name that the database stores.
///
/// # Errors
/// [`StoreError::Database`] if it is none.
pub(crate) fn stored(name: &str) -> Result<NodeId, StoreError> {
    name.parse().map_err(|error: NodeIdError| unreadable(error))
}

/// A server as it enters itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub id: NodeId,
    /// The address at which it listens, for operators who read the database.
    pub address: String,
    /// The version of the program.
    pub release: String,
}

/// A server that has not been fenced, as the others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRow {
    /// As it entered itself.
    pub node: Node,
    /// The number of its start, which distinguishes it from earlier starts.
    pub incarnation: i64,
    /// True if it has not renewed its row within its time, so that it may be fenced.
    pub expired: bool,
    /// True if no session holds its lock: its process has ended, or its connection broke a moment
    /// ago.
    pub unlocked: bool,
}

/// One start of a server, as tables name it that it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) id: NodeId,
    pub(crate) incarnation: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for name in ["a", "node-7", &"x".repeat(MOST)] {
            assert_eq!(name.parse::<NodeId>().unwrap().as_str(), name);
        }
        for name in ["", "A", "a b", "č", "'", "a.b", &"x".repeat(MOST + 1)] {
            let error = name.parse::<NodeId>().unwrap_err().to_string();
            assert!(error.contains("of a-z, 0-9"), "{error}");
        }
    }
}
