//! The names that deals, tables and players have in an export.

use std::collections::{BTreeSet, HashMap};

use vzetek_store::{Account, AccountKind, Accounts, GamePlayerRow, MoveRow, StoredGame};

use super::identity::Identity;

/// The names of the deals of one file.
pub(super) struct Names<'a> {
    /// The way in which ids are written.
    pub(super) identity: &'a Identity,
    aliases: Aliases,
    accounts: HashMap<String, Account>,
}

/// Numbers of deals and tables that are private, within one file. The id of such a deal opens its
/// record, so ids are not exported.
struct Aliases {
    prefix: String,
    deals: u64,
    tables: HashMap<String, usize>,
}

/// A player, as they were at the time.
pub(super) struct Person {
    /// The name of the account, if it has one in the export.
    pub(super) name: Option<String>,
    /// `guest`, `person`, `bot` or `deleted`.
    pub(super) kind: &'static str,
    /// A bot's level.
    pub(super) level: Option<String>,
}

impl<'a> Names<'a> {
    /// Begins a file, in which the names of private deals and tables are this prefix and a number.
    pub(super) fn new(identity: &'a Identity, prefix: String) -> Self {
        let aliases = Aliases { prefix, deals: 0, tables: HashMap::new() };
        Self { identity, aliases, accounts: HashMap::new() }
    }

    /// Looks up the accounts of the players and deciders of the deals that come next.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn look_up(
        &mut self,
        games: &[StoredGame],
        accounts: &dyn Accounts,
    ) -> anyhow::Result<()> {
        let seated = games.iter().flat_map(|game| &game.row.players).map(|row| &row.account);
        let deciders =
            games.iter().flat_map(|game| &game.moves).filter_map(|row| row.account.as_ref());
        let ids: BTreeSet<&String> = seated.chain(deciders).collect();
        let ids: Vec<String> = ids.into_iter().cloned().collect();
        let found = accounts.accounts(&ids).await?.into_iter();
        self.accounts = found.map(|account| (account.id.clone(), account)).collect();
        Ok(())
    }

    /// The names of a deal that ended in this year, and of its table.
    pub(super) fn deal(&mut self, year: i32, game: &StoredGame) -> (String, String) {
        let (id, table) = (&game.row.id, &game.row.table);
        if game.private {
            return self.aliases.next(table);
        }
        (self.identity.game(year, id), self.identity.table(year, table))
    }

    /// The player of a seat in a deal of this year.
    pub(super) fn seated(&self, year: i32, player: &GamePlayerRow) -> Person {
        self.person(year, &player.account, player.kind, player.level.clone())
    }

    /// The account that decided a move in a deal of this year; `None` for the server.
    pub(super) fn decider(
        &self,
        year: i32,
        row: &MoveRow,
        player: &GamePlayerRow,
    ) -> Option<Person> {
        let id = row.account.as_deref()?;
        if id == player.account {
            return Some(self.seated(year, player));
        }
        let account = self.accounts.get(id)?;
        Some(self.person(year, id, account.kind, account.level.clone()))
    }

    fn person(&self, year: i32, id: &str, kind: AccountKind, level: Option<String>) -> Person {
        let now = self.accounts.get(id).map(|account| account.kind);
        let is_deleted = now == Some(AccountKind::Deleted);
        Person { name: self.identity.account(year, id, kind, is_deleted), kind: kind.into(), level }
    }
}

impl Aliases {
    /// The names of the next private deal, at this table, and of the table.
    fn next(&mut self, table: &str) -> (String, String) {
        self.deals += 1;
        let next = self.tables.len() + 1;
        let table = self.tables.entry(table.to_owned()).or_insert(next);
        (format!("{}-{}", self.prefix, self.deals), format!("{}-{table}", self.prefix))
    }
}
