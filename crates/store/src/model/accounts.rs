//! Accounts, their sessions and follows.

use chrono::{DateTime, Utc};
use strum::{EnumString, IntoStaticStr};

/// The kind of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum AccountKind {
    /// Without password or reserved name.
    Guest,
    /// A registered person.
    Person,
    /// A program.
    Bot,
    /// Deleted by its owner; the row stays, anonymous, for its games.
    Deleted,
}

/// A guest, person or bot.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Chosen by the caller, unique.
    pub id: String,
    /// The name shown.
    pub name: String,
    /// The key by which names are compared (case and look-alikes folded by the
    /// caller).
    pub name_key: String,
    /// The kind of the account.
    pub kind: AccountKind,
    /// A bot's level, such as `strong`.
    pub level: Option<String>,
    /// The card of tarok chosen as picture.
    pub face: Option<String>,
    /// A bot's owner; `None` for people and for the house's bots.
    pub owner: Option<String>,
    /// The argon2id hash in PHC form, for persons.
    pub password_hash: Option<String>,
    /// The time when it was made.
    pub created_at: DateTime<Utc>,
}

impl Account {
    /// Returns the anonymous account that remains after deletion.
    #[must_use]
    pub fn deleted(self) -> Self {
        Self {
            name: String::new(),
            name_key: String::new(),
            kind: AccountKind::Deleted,
            level: None,
            face: None,
            password_hash: None,
            ..self
        }
    }
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// An account that another account follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedRow {
    /// Their account.
    pub account: Account,
    /// True if they do not let others see when they are here.
    pub hidden: bool,
}

/// A session or bot token, by its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// The account that it belongs to.
    pub account: String,
    /// The time when it was made.
    pub created_at: DateTime<Utc>,
    /// The time when it expires; `None` for bot tokens, which are valid until
    /// removed.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Guests, the oldest first, and those of them who have left no trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuestPage {
    /// The last guest looked at, after which the next page begins: the creation time and id.
    /// `None` if there are no further ones.
    pub last: Option<(DateTime<Utc>, String)>,
    /// The guests that may be deleted.
    pub unused: Vec<String>,
}

/// The limits within which guests are forgotten who have left no trace: no
/// game, seat or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestLimits {
    /// Only guests made before this time.
    pub made_before: DateTime<Utc>,
    /// Only guests all of whose sessions end by this time.
    pub sessions_end_by: DateTime<Utc>,
}
