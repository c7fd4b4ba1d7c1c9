//! The calls, each in a transaction of its own.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use super::batch::Repeats;
use super::{
    Backend, Connection, accounts, batch, clock, following, games, guests, history, matches, nodes,
    open_tables, probe, ratings, reading, record, sessions, settings, statistics, tables,
};
use crate::{
    Account, AccountKind, Accounts, DealDigest, DealRange, FollowedRow, Following, GameFilter,
    GuestLimits, GuestPage, KindSpan, Ladder, MetRow, NodeRow, Nodes, RatedRow, RatingRow, Ratings,
    Reader, ResultsRow, SessionRow, Sessions, Statistics, Store, StoreError, StoredGame,
    StoredMatch, StoredTable, TablePlace, Tables, Write,
};

/// Runs a call in a transaction that is committed if it succeeds, and undone
/// otherwise.
macro_rules! transaction {
    ($self:ident . $begin:ident, |$connection:ident| $call:expr) => {
        $self
            .bounded(async {
                let mut transaction = $self.$begin().await?;
                let $connection = &mut *transaction;
                let outcome = $call.await;
                transaction.end(outcome).await
            })
            .await
    };
}

#[async_trait]
impl Accounts for Backend {
    async fn add_account(&self, account: &Account) -> Result<(), StoreError> {
        transaction!(self.begin_write, |c| accounts::add(c, account))
    }

    async fn account(&self, id: &str) -> Result<Option<Account>, StoreError> {
        transaction!(self.begin_read, |c| accounts::by_id(c, id))
    }

    async fn accounts(&self, ids: &[String]) -> Result<Vec<Account>, StoreError> {
        transaction!(self.begin_read, |c| accounts::by_ids(c, ids))
    }

    async fn account_by_name(&self, name_key: &str) -> Result<Option<Account>, StoreError> {
        transaction!(self.begin_read, |c| accounts::by_name(c, name_key))
    }

    async fn accounts_named(
        &self,
        from: &str,
        before: &str,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError> {
        transaction!(self.begin_read, |c| accounts::named(c, from, before, limit))
    }

    async fn bots_of(&self, owner: &str) -> Result<Vec<Account>, StoreError> {
        transaction!(self.begin_read, |c| accounts::bots_of(c, owner))
    }

    async fn change_account(
        &self,
        account: &Account,
        so_far: Option<&str>,
        keep: Option<&[u8]>,
    ) -> Result<bool, StoreError> {
        transaction!(self.begin_write, |c| async {
            let deleted = account.kind == AccountKind::Deleted;
            if deleted {
                // No bot of this owner can be added until the end of the transaction.
                Backend::lock_names(c).await?;
            }
            let changed = accounts::change(c, account, so_far).await?;
            if changed {
                sessions::remove_all_of(c, &account.id, keep).await?;
            }
            if changed && deleted {
                settings::remove(c, &account.id).await?;
                forget(c, &account.id).await?;
                for bot in accounts::bots_of(c, &account.id).await? {
                    let bot = bot.deleted();
                    accounts::change(c, &bot, None).await?;
                    sessions::remove_all_of(c, &bot.id, None).await?;
                    forget(c, &bot.id).await?;
                }
            }
            Ok::<_, StoreError>(changed)
        })
    }

    async fn rename_guest(
        &self,
        id: &str,
        name: &str,
        name_key: &str,
    ) -> Result<Option<Account>, StoreError> {
        transaction!(self.begin_write, |c| accounts::rename_guest(c, id, name, name_key))
    }

    async fn set_face(&self, id: &str, face: Option<&str>) -> Result<Option<Account>, StoreError> {
        transaction!(self.begin_write, |c| accounts::set_face(c, id, face))
    }

    async fn take_name(&self, account: &Account, rivals: &[String]) -> Result<bool, StoreError> {
        transaction!(self.begin_write, |c| accounts::take_name(c, account, rivals))
    }

    async fn unused_guests(
        &self,
        limits: GuestLimits,
        after: Option<&(DateTime<Utc>, String)>,
        limit: u32,
    ) -> Result<GuestPage, StoreError> {
        transaction!(self.begin_read, |c| guests::unused(c, limits, after, limit))
    }

    async fn remove_guests(
        &self,
        ids: &[String],
        limits: GuestLimits,
    ) -> Result<Vec<String>, StoreError> {
        self.bounded(self.remove_guests_now(ids, limits)).await
    }

    async fn settings(&self, account: &str) -> Result<Option<Value>, StoreError> {
        transaction!(self.begin_read, |c| settings::of(c, account))
    }

    async fn keep_settings(&self, account: &str, settings: &Value) -> Result<(), StoreError> {
        transaction!(self.begin_write, |c| settings::keep(c, account, settings))
    }

    async fn household_key(&self) -> Result<String, StoreError> {
        transaction!(self.begin_read, |c| accounts::household_key(c))
    }
}

#[async_trait]
impl Following for Backend {
    async fn follow(
        &self,
        follower: &str,
        followed: &str,
        at: DateTime<Utc>,
        most: u32,
    ) -> Result<bool, StoreError> {
        transaction!(self.begin_write, |c| following::follow(c, follower, followed, at, most))
    }

    async fn unfollow(&self, follower: &str, followed: &str) -> Result<(), StoreError> {
        transaction!(self.begin_write, |c| following::unfollow(c, follower, followed))
    }

    async fn followed_by(&self, account: &str) -> Result<Vec<FollowedRow>, StoreError> {
        transaction!(self.begin_read, |c| following::followed_by(c, account))
    }

    async fn is_hidden(&self, account: &str) -> Result<bool, StoreError> {
        transaction!(self.begin_read, |c| following::is_hidden(c, account))
    }

    async fn hide(&self, account: &str, hidden: bool) -> Result<(), StoreError> {
        transaction!(self.begin_write, |c| following::hide(c, account, hidden))
    }
}

#[async_trait]
impl Sessions for Backend {
    async fn add_session(&self, session: &SessionRow) -> Result<(), StoreError> {
        transaction!(self.begin_write, |c| sessions::add(c, session))
    }

    async fn session(
        &self,
        token_hash: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Option<SessionRow>, StoreError> {
        transaction!(self.begin_read, |c| sessions::get(c, token_hash, now))
    }

    async fn ended_sessions(&self, token_hashes: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, StoreError> {
        transaction!(self.begin_read, |c| sessions::ended(c, token_hashes))
    }

    async fn renew_sessions(
        &self,
        token_hashes: &[Vec<u8>],
        due: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        transaction!(self.begin_write, |c| sessions::renew(c, token_hashes, due, until))
    }

    async fn remove_session(&self, token_hash: &[u8]) -> Result<(), StoreError> {
        transaction!(self.begin_write, |c| sessions::remove(c, token_hash))
    }

    async fn remove_expired_sessions(&self, at: DateTime<Utc>) -> Result<u64, StoreError> {
        transaction!(self.begin_write, |c| sessions::remove_expired(c, at))
    }
}

#[async_trait]
impl Tables for Backend {
    async fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        let owner = self.owner();
        let owner = owner.as_ref();
        // Moves are nearly always new. To allow for others costs Postgres a fifth of the insert.
        match transaction!(self.begin_write, |c| batch::write(c, owner, batch, Repeats::None)) {
            Err(StoreError::Refused(_)) => {
                transaction!(self.begin_write, |c| batch::write(c, owner, batch, Repeats::Some))
            }
            answer => answer,
        }
    }

    async fn open_tables(
        &self,
        after: Option<&TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        transaction!(self.begin_read, |c| open_tables::page(c, after, limit))
    }

    async fn open_table(&self, table: &str) -> Result<Option<StoredTable>, StoreError> {
        transaction!(self.begin_read, |c| open_tables::one(c, table))
    }

    async fn is_table_open(&self, table: &str) -> Result<bool, StoreError> {
        transaction!(self.begin_read, |c| tables::is_open(c, table))
    }

    async fn adopt_tables(
        &self,
        after: Option<&TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        let owner = self.owner();
        transaction!(self.begin_write, |c| open_tables::adopt(c, owner.as_ref(), after, limit))
    }

    async fn close_abandoned(
        &self,
        tables: &[String],
        at: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let owner = self.owner();
        transaction!(self.begin_write, |c| {
            open_tables::close_abandoned(c, owner.as_ref(), tables, at)
        })
    }

    async fn tables_opened_before(
        &self,
        before: DateTime<Utc>,
        after: Option<&TablePlace>,
        limit: u32,
    ) -> Result<Vec<TablePlace>, StoreError> {
        let owner = self.owner();
        transaction!(self.begin_read, |c| {
            open_tables::places(c, owner.as_ref(), before, after, limit)
        })
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        transaction!(self.begin_read, |c| reading::by_id(c, id))
    }

    async fn games_for(
        &self,
        reader: Reader<'_>,
        filter: &GameFilter,
    ) -> Result<Vec<StoredGame>, StoreError> {
        transaction!(self.begin_read, |c| reading::list(c, filter, reader))
    }

    async fn matches_for(
        &self,
        reader: Reader<'_>,
        filter: &GameFilter,
    ) -> Result<Vec<StoredMatch>, StoreError> {
        transaction!(self.begin_read, |c| matches::list(c, filter, reader))
    }

    async fn spans(&self) -> Result<Vec<KindSpan>, StoreError> {
        transaction!(self.begin_read, |c| record::spans(c))
    }

    async fn digest(&self, range: &DealRange) -> Result<DealDigest, StoreError> {
        transaction!(self.begin_read, |c| record::digest(c, range))
    }

    async fn deals(
        &self,
        range: &DealRange,
        after: Option<&(DateTime<Utc>, String)>,
        limit: u32,
    ) -> Result<Vec<StoredGame>, StoreError> {
        transaction!(self.begin_read, |c| record::deals(c, range, after, limit))
    }
}

#[async_trait]
impl Ratings for Backend {
    async fn ratings(&self, accounts: &[String], kind: &str) -> Result<Vec<RatingRow>, StoreError> {
        transaction!(self.begin_read, |c| ratings::of_kind(c, accounts, kind))
    }

    async fn ratings_of(&self, account: &str) -> Result<Vec<RatingRow>, StoreError> {
        transaction!(self.begin_read, |c| ratings::of_account(c, account))
    }

    async fn rating_history(
        &self,
        account: &str,
        kind: &str,
        ladder: Ladder,
        limit: u32,
    ) -> Result<Vec<RatedRow>, StoreError> {
        transaction!(self.begin_read, |c| history::ratings(c, account, kind, ladder, limit))
    }

    async fn met(
        &self,
        account: &str,
        others: &[String],
        kind: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<MetRow>, StoreError> {
        transaction!(self.begin_read, |c| history::met(c, account, others, kind, since))
    }

    async fn results_of(&self, account: &str) -> Result<Vec<ResultsRow>, StoreError> {
        transaction!(self.begin_read, |c| history::results(c, account))
    }

    async fn statistics_of(
        &self,
        account: &str,
        private_opponents: bool,
    ) -> Result<Statistics, StoreError> {
        transaction!(self.begin_read, |c| statistics::of(c, account, private_opponents))
    }

    async fn leaderboard(
        &self,
        kind: &str,
        ladder: Ladder,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<RatingRow>, StoreError> {
        transaction!(self.begin_read, |c| ratings::best(c, kind, ladder, now, limit))
    }
}

#[async_trait]
impl Nodes for Backend {
    async fn nodes(&self) -> Result<Vec<NodeRow>, StoreError> {
        transaction!(self.begin_read, |c| nodes::list(c))
    }

    async fn declare_dead(&self, seen: &NodeRow) -> Result<bool, StoreError> {
        transaction!(self.begin_write, |c| nodes::declare_dead(c, seen))
    }
}

#[async_trait]
impl Store for Backend {
    async fn pass_time(
        &self,
        now: DateTime<Utc>,
        most: TimeDelta,
    ) -> Result<DateTime<Utc>, StoreError> {
        transaction!(self.begin_write, |c| clock::pass(c, now, most))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let owner = self.owner();
        transaction!(self.begin_probe, |c| probe::play(c, owner.as_ref()))
    }

    fn backend(&self) -> &'static str {
        Self::NAME
    }

    async fn close(&self) {
        self.close_all().await;
    }
}

/// Removes a deleted account's name from its deals, and its rows of followers.
async fn forget(connection: &mut Connection, account: &str) -> Result<(), StoreError> {
    games::forget_name(connection, account).await?;
    following::remove(connection, account).await
}
