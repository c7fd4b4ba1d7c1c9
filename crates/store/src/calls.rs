//! The calls of a store, a trait for each concern. Missing things are `Ok(None)`, never an error.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::error::StoreError;
use crate::model::*;
use crate::node::NodeRow;

/// Accounts, their settings, and guests that leave nothing behind.
#[async_trait]
pub trait Accounts: Send + Sync + std::fmt::Debug + 'static {
    /// Adds an account.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if a person or bot has the same
    /// [`Account::name_key`]; guests may share names.
    async fn add_account(&self, account: &Account) -> Result<(), StoreError>;

    /// The account with this id.
    async fn account(&self, id: &str) -> Result<Option<Account>, StoreError>;

    /// The accounts with these ids, in no order; unknown ids are left out.
    async fn accounts(&self, ids: &[String]) -> Result<Vec<Account>, StoreError>;

    /// The person or bot with this name key.
    async fn account_by_name(&self, name_key: &str) -> Result<Option<Account>, StoreError>;

    /// Persons and bots whose name keys lie between these two, `from` among
    /// them and `before` not, by bytes and in that order; at most `limit`.
    async fn accounts_named(
        &self,
        from: &str,
        before: &str,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError>;

    /// The bots of this owner that are not deleted, the oldest first.
    async fn bots_of(&self, owner: &str) -> Result<Vec<Account>, StoreError>;

    /// Makes a person or bot, whose name key must be unlike these: adds the account or, if it is a
    /// guest's so far, changes all of it but id, creation, owner and face, and forgets its sessions.
    /// Accounts that take names at the same time, at any servers, are served one after the other.
    ///
    /// Says whether it did: not if the guest has become a person meanwhile, or the bot's owner
    /// is deleted.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another person or bot has a name key among `rivals`, or
    /// as in [`Accounts::add_account`].
    async fn take_name(&self, account: &Account, rivals: &[String]) -> Result<bool, StoreError>;

    /// Gives a guest another name, and returns the account; `None` if it is no guest's (any more).
    async fn rename_guest(
        &self,
        id: &str,
        name: &str,
        name_key: &str,
    ) -> Result<Option<Account>, StoreError>;

    /// Sets the face of an account, and returns the account; `None` if there is none or it is
    /// deleted.
    async fn set_face(&self, id: &str, face: Option<&str>) -> Result<Option<Account>, StoreError>;

    /// Changes everything of an account but id, creation, owner and face, and deletes all its
    /// sessions but the one with the hash `keep`. So a password changes, and an account is deleted, and its
    /// bots with it (made anonymous, their games retained without their names, its settings and
    /// follows deleted).
    ///
    /// Says whether it did; nothing happens if the account's password hash is not `so_far`, because
    /// it has been changed meanwhile.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] as in [`Accounts::add_account`];
    /// [`StoreError::Refused`] if there is no such account.
    async fn change_account(
        &self,
        account: &Account,
        so_far: Option<&str>,
        keep: Option<&[u8]>,
    ) -> Result<bool, StoreError>;

    /// The settings of a page that this person has stored, as they were given.
    async fn settings(&self, account: &str) -> Result<Option<Value>, StoreError>;

    /// Stores settings of a page, in place of those before; they are deleted with the account.
    ///
    /// # Errors
    /// [`StoreError::Refused`] if it is no person's account.
    async fn keep_settings(&self, account: &str, settings: &Value) -> Result<(), StoreError>;

    /// Looks at the next `limit` guests within the limits who were made after
    /// `after`, and says which of them have left no trace.
    async fn unused_guests(
        &self,
        limits: GuestLimits,
        after: Option<&(DateTime<Utc>, String)>,
        limit: u32,
    ) -> Result<GuestPage, StoreError>;

    /// Forgets those of these guests, at most [`crate::GUESTS_AT_ONCE`], who still are
    /// as [`Accounts::unused_guests`] found them, with their sessions. Returns the removed accounts.
    async fn remove_guests(
        &self,
        ids: &[String],
        limits: GuestLimits,
    ) -> Result<Vec<String>, StoreError>;

    /// The secret by which the servers of this store name households. It is drawn when the
    /// store is made, and never changes.
    async fn household_key(&self) -> Result<String, StoreError>;
}

/// The accounts that an account follows.
#[async_trait]
pub trait Following: Send + Sync + std::fmt::Debug + 'static {
    /// One person follows another. Says whether they do now: not if they follow
    /// `most` others already.
    ///
    /// # Errors
    /// [`StoreError::Refused`] if they are not two persons.
    async fn follow(
        &self,
        follower: &str,
        followed: &str,
        at: DateTime<Utc>,
        most: u32,
    ) -> Result<bool, StoreError>;

    /// Ends that one account follows another.
    async fn unfollow(&self, follower: &str, followed: &str) -> Result<(), StoreError>;

    /// The accounts that an account follows, in the order in which they were added.
    async fn followed_by(&self, account: &str) -> Result<Vec<FollowedRow>, StoreError>;

    /// True for a person who does not let others see when they are here.
    async fn is_hidden(&self, account: &str) -> Result<bool, StoreError>;

    /// A person lets others see when they are here, or not. Nothing happens if it
    /// is no person's account.
    async fn hide(&self, account: &str, hidden: bool) -> Result<(), StoreError>;
}

/// Sessions and tokens, by their hashes.
#[async_trait]
pub trait Sessions: Send + Sync + std::fmt::Debug + 'static {
    /// Stores a session or bot token by its hash.
    async fn add_session(&self, session: &SessionRow) -> Result<(), StoreError>;

    /// The session with this token hash, if it has not expired at `now`.
    async fn session(
        &self,
        token_hash: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Option<SessionRow>, StoreError>;

    /// Returns those of these token hashes whose sessions have been removed, or belong to a deleted
    /// account, or to the bot of one.
    async fn ended_sessions(&self, token_hashes: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, StoreError>;

    /// Lets those of these sessions that expire at `due` or earlier expire at `until` instead.
    /// Those that expire later or never, or are removed, are left as they are.
    async fn renew_sessions(
        &self,
        token_hashes: &[Vec<u8>],
        due: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<(), StoreError>;

    /// Forgets a session.
    async fn remove_session(&self, token_hash: &[u8]) -> Result<(), StoreError>;

    /// Forgets sessions that have expired at this time; says how many.
    async fn remove_expired_sessions(&self, at: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// Tables and deals, as they are written and read.
#[async_trait]
pub trait Tables: Send + Sync + std::fmt::Debug + 'static {
    /// Does all of this, in order, in one transaction: group commit.
    ///
    /// # Errors
    /// [`StoreError::Refused`] if one of them contradicts what is stored (such as a move number
    /// that is stored already with another action); then nothing is written. Writing the very same
    /// move again is no error, so that a batch whose answer was lost can be repeated, even after
    /// later writes by others.
    ///
    /// [`StoreError::RatingsMoved`] if ratings are stored that are not those from
    /// which the new ones were computed; it names all of these, and nothing is
    /// written.
    async fn write(&self, batch: &[Write]) -> Result<(), StoreError>;

    /// The next `limit` tables that are not closed, the oldest first, with what
    /// is needed to rebuild them. A page each, so that however many there are,
    /// they never lie in memory together, and no transaction lasts.
    async fn open_tables(
        &self,
        after: Option<&TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError>;

    /// A table that is not closed, with what is needed to rebuild it.
    async fn open_table(&self, table: &str) -> Result<Option<StoredTable>, StoreError>;

    /// True if there is such a table and it is not closed.
    async fn is_table_open(&self, table: &str) -> Result<bool, StoreError>;

    /// Takes the next `limit` tables over that are not closed and that no living server
    /// runs, the oldest first, with what is needed to rebuild them. They are this server's
    /// from now on, in their next term. Those that another server is taking are left out.
    async fn adopt_tables(
        &self,
        after: Option<&TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError>;

    /// The places of the next `limit` tables that are not closed, were opened before this
    /// time and are run by no living server other than this one, the oldest first.
    async fn tables_opened_before(
        &self,
        before: DateTime<Utc>,
        after: Option<&TablePlace>,
        limit: u32,
    ) -> Result<Vec<TablePlace>, StoreError>;

    /// Closes those of these tables that are open and that no living server other than this
    /// one runs by now; says how many.
    async fn close_abandoned(
        &self,
        tables: &[String],
        at: DateTime<Utc>,
    ) -> Result<u64, StoreError>;

    /// A game with its players and moves, finished or not.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// Finished games, newest first, without their moves: all that pass the
    /// filter, those of private tables too.
    async fn games(&self, filter: &GameFilter) -> Result<Vec<StoredGame>, StoreError> {
        self.games_for(Reader::Operator, filter).await
    }

    /// Finished games as [`Tables::games`] gives them, without those that are
    /// not listed for the reader.
    async fn games_for(
        &self,
        reader: Reader<'_>,
        filter: &GameFilter,
    ) -> Result<Vec<StoredGame>, StoreError>;

    /// Matches of which the last finished deal is one that [`Tables::games_for`] lists, in its
    /// order: by the end and the id of that deal, newest first.
    async fn matches_for(
        &self,
        reader: Reader<'_>,
        filter: &GameFilter,
    ) -> Result<Vec<StoredMatch>, StoreError>;

    /// The kinds of which there are finished deals, and over which time, by kind.
    async fn spans(&self) -> Result<Vec<KindSpan>, StoreError>;

    /// Returns the figures by which a change of finished deals is noticed.
    async fn digest(&self, range: &DealRange) -> Result<DealDigest, StoreError>;

    /// The next `limit` finished deals of a period with players and moves, without the commitments
    /// dropped before: the oldest first, among those of one moment by id, after the one with this
    /// end and id.
    async fn deals(
        &self,
        range: &DealRange,
        after: Option<&(DateTime<Utc>, String)>,
        limit: u32,
    ) -> Result<Vec<StoredGame>, StoreError>;
}

/// Ratings, and sums over finished deals.
#[async_trait]
pub trait Ratings: Send + Sync + std::fmt::Debug + 'static {
    /// The ratings of these accounts in one kind of game, on all ladders.
    async fn ratings(&self, accounts: &[String], kind: &str) -> Result<Vec<RatingRow>, StoreError>;

    /// All ratings of one account.
    async fn ratings_of(&self, account: &str) -> Result<Vec<RatingRow>, StoreError>;

    /// The account's latest matches of one kind that were rated on this ladder
    /// and counted, at most `limit`, in the order they ended. Looks no further
    /// back than [`crate::LATEST_DEALS`] of that kind.
    async fn rating_history(
        &self,
        account: &str,
        kind: &str,
        ladder: Ladder,
        limit: u32,
    ) -> Result<Vec<RatedRow>, StoreError>;

    /// The account's rated matches of a kind that ended at `since` or later and
    /// in which one of `others` sat: one row for each of them, in no order.
    /// Looks no further back than [`crate::MOST_MET`] rated matches.
    async fn met(
        &self,
        account: &str,
        others: &[String],
        kind: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<MetRow>, StoreError>;

    /// The numbers of finished deals that the account played and won of each
    /// kind, by kind, among its latest [`crate::LATEST_DEALS`].
    async fn results_of(&self, account: &str) -> Result<Vec<ResultsRow>, StoreError>;

    /// The sums over the account's latest [`crate::LATEST_DEALS`] finished deals, those of private
    /// tables too; the opponents met there only if `private_opponents`. Deleted accounts are not
    /// among the opponents.
    async fn statistics_of(
        &self,
        account: &str,
        private_opponents: bool,
    ) -> Result<Statistics, StoreError>;

    /// The best of a kind on a ladder by rating less twice the deviation, of those
    /// whose ratings are settled `now`: persons on the people's, bots on the bots'.
    async fn leaderboard(
        &self,
        kind: &str,
        ladder: Ladder,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<RatingRow>, StoreError>;
}

/// The servers of a database.
#[async_trait]
pub trait Nodes: Send + Sync + std::fmt::Debug + 'static {
    /// The servers of the database that are not fenced, this one among them, by name.
    async fn nodes(&self) -> Result<Vec<NodeRow>, StoreError>;

    /// Fences this start of a server if it has expired, or if it was seen without its lock
    /// and is so still. Says whether it did; then nothing more is written by that server,
    /// and its tables can be taken over.
    async fn declare_dead(&self, seen: &NodeRow) -> Result<bool, StoreError>;
}

/// All calls that every back end offers.
#[async_trait]
pub trait Store: Accounts + Following + Sessions + Tables + Ratings + Nodes {
    /// Moves the store's time to `now`, but forward by at most `most`, and returns it: the time by
    /// which rows may be treated as permanently expired. A clock that is far ahead for a while thus
    /// moves it little, and moves it back once it is right again.
    async fn pass_time(
        &self,
        now: DateTime<Utc>,
        most: TimeDelta,
    ) -> Result<DateTime<Utc>, StoreError>;

    /// Checks that the store would take a move now. Does all that playing does, with a table, a
    /// deal and an account that are removed again when it returns.
    ///
    /// # Errors
    /// The error that playing would meet; on Postgres also if it has to wait long.
    async fn ping(&self) -> Result<(), StoreError>;

    /// The name of the back end for logs and metrics: `postgres` or `sqlite`.
    fn backend(&self) -> &'static str;

    /// Finishes what is under way and closes all connections.
    async fn close(&self);
}
