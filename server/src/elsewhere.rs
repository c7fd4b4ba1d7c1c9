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

/// The other servers. Sending waits for none of them.
pub trait Elsewhere: Debug + Send + Sync {
    /// Sessions have ended.
    fn end(&self, ended: Ended);

    /// Something about following people has changed in the store.
    fn tell_following(&self, news: News);

    /// The wish of an account that is connected here has changed.
    fn wish(&self, account: &str);

    /// An account has another name or kind: a guest has registered.
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
    /// Those of an account, but one.
    Account {
        /// The account.
        account: String,
        /// The hash of the session that goes on.
        keep: Option<[u8; 32]>,
    },
    /// Those of an account that is no more, and of its bots.
    Deleted {
        /// The account.
        account: String,
    },
    /// One.
    Session {
        /// Its hash.
        session: [u8; 32],
    },
    /// One, in whose place there is another.
    Replaced {
        /// The hash of the one that has ended.
        session: [u8; 32],
        /// The hash of the other, whose the connections are now.
        by: [u8; 32],
    },
}

/// A change in follows, or in an account's visibility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum News {
    /// An account follows others than before.
    Follows {
        /// The account.
        account: String,
    },
    /// An account lets others see when it is here, or does so no more.
    Shown {
        /// The account.
        account: String,
    },
    /// An account is no more.
    Gone {
        /// The account.
        account: String,
    },
}
