//! The other servers of the database, as seen by the services that only send to them.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use vzetek_protocol::Player;
use vzetek_store::NodeId;

/// One start of a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Peer {
    /// Its name.
    pub id: NodeId,
    /// The number of its start.
    pub incarnation: i64,
}

/// The other servers. Sending never waits for them.
pub trait Elsewhere: Debug + Send + Sync {
    /// Sessions have ended.
    fn end(&self, ended: Ended);

    /// A change of follows or visibility in the store.
    fn tell_following(&self, news: News);

    /// The wish of an account that is connected here has changed.
    fn wish(&self, account: &str);

    /// An account has another name, face or kind.
    fn rename(&self, player: &Player);
}

/// No other servers: this one has the database for itself.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Elsewhere for Alone {
    fn end(&self, _: Ended) {}

    fn tell_following(&self, _: News) {}

    fn wish(&self, _: &str) {}

    fn rename(&self, _: &Player) {}
}

/// The sessions that have ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Ended {
    /// The sessions of an account, but one.
    Account {
        /// The account.
        account: String,
        /// The hash of the session that remains.
        keep: Option<[u8; 32]>,
    },
    /// The sessions of a deleted account, and of its bots.
    Deleted {
        /// The account.
        account: String,
    },
    /// One session.
    Session {
        /// Its hash.
        session: [u8; 32],
    },
    /// One session, which another has replaced.
    Replaced {
        /// The hash of the one that has ended.
        session: [u8; 32],
        /// The hash of the other, which has the connections now.
        by: [u8; 32],
    },
}

/// A change in follows, or in an account's visibility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum News {
    /// The follows of an account have changed.
    Follows {
        /// The account.
        account: String,
    },
    /// The visibility of an account's presence has changed.
    Shown {
        /// The account.
        account: String,
    },
    /// An account was deleted.
    Gone {
        /// The account.
        account: String,
    },
}
