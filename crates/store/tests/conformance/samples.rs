//! Rows to test with.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use vzetek_store::{
    Account, AccountKind, FinishRow, GamePlayerRow, GameRow, Ladder, MatchEnd, MatchRating,
    MoveRow, MovedBy, PromiseRow, RatingStep, Store, StoredTable, TableRow, Write,
};

/// A moment with nanoseconds, `seconds` after the first.
pub fn at(seconds: i64) -> DateTime<Utc> {
    let start: DateTime<Utc> = "2026-11-21T04:15:00.123456789Z".parse().expect("a time");
    start + TimeDelta::seconds(seconds)
}

/// The moment of [`at`] as it comes back from a store.
pub fn stored_at(seconds: i64) -> DateTime<Utc> {
    let start: DateTime<Utc> = "2026-11-21T04:15:00.123456Z".parse().expect("a time");
    start + TimeDelta::seconds(seconds)
}

/// An account whose name is its id; its time is one that a store keeps.
pub fn account(id: &str, kind: AccountKind) -> Account {
    Account {
        id: id.to_owned(),
        name: id.to_owned(),
        name_key: id.to_lowercase(),
        kind,
        level: (kind == AccountKind::Bot).then(|| "strong".to_owned()),
        face: None,
        owner: None,
        password_hash: (kind == AccountKind::Person).then(|| "$argon2id$".to_owned()),
        created_at: stored_at(0),
    }
}

pub fn table(id: &str, seats: u8) -> TableRow {
    TableRow {
        id: id.to_owned(),
        config: json!({"game": "trset", "players": seats, "note": "žoga \u{1f0a1}"}),
        creator: Some("ana".to_owned()),
        invite: None,
        created_at: stored_at(0),
        seats,
    }
}

/// A deal for Ana and the bot.
pub fn game(id: &str, table: &str, match_number: u32, number: u32) -> GameRow {
    GameRow {
        id: id.to_owned(),
        table: table.to_owned(),
        match_number,
        number,
        kind: "trset-2".to_owned(),
        options: json!({"trset": {"players": 2, "share": 0.25}}),
        dealer: 1,
        secret: "0123456789abcdef".repeat(4),
        nonce_hashes: None,
        nonces: vec!["a1".to_owned(), String::new()],
        started_at: stored_at(1),
        players: vec![player(0, "ana", AccountKind::Person), player(1, "robot", AccountKind::Bot)],
    }
}

/// A promised shuffle for the first deal.
pub fn promise(id: &str, table: &str) -> PromiseRow {
    PromiseRow {
        id: id.to_owned(),
        table: table.to_owned(),
        match_number: 1,
        number: 1,
        dealer: 1,
        commitment: "ab".repeat(32),
        secret: "0123456789abcdef".repeat(4),
        promised_at: stored_at(0),
    }
}

pub fn player(seat: u8, id: &str, kind: AccountKind) -> GamePlayerRow {
    GamePlayerRow {
        seat,
        account: id.to_owned(),
        name: id.to_owned(),
        kind,
        level: (kind == AccountKind::Bot).then(|| "strong".to_owned()),
        card_points: None,
        points: None,
        won: None,
        forfeited: None,
        match_end: None,
        rating: None,
        moves: None,
    }
}

/// Move `number`, by Ana and the bot in turn.
pub fn mv(number: u32) -> MoveRow {
    let seat = u8::from(number.is_multiple_of(2));
    MoveRow {
        number,
        seat,
        action: format!("play {number}♠"),
        by: MovedBy::Player,
        account: Some(["ana", "robot"][usize::from(seat)].to_owned()),
        at: stored_at(1 + i64::from(number)),
        thinking_ms: 1500,
    }
}

pub fn move_of(game: &str, row: MoveRow) -> Write {
    Write::Move { game: game.to_owned(), row }
}

/// The end of a deal of [`game`], which Ana won.
pub fn finish(game: &str, end: DateTime<Utc>) -> FinishRow {
    let taken = |player: GamePlayerRow, card_points, points, won, rating| GamePlayerRow {
        card_points: Some(card_points),
        points: Some(points),
        won: Some(won),
        forfeited: Some(false),
        match_end: Some(MatchEnd { won, forfeited: !won }),
        rating,
        moves: Some((1, 2)),
        ..player
    };
    let step = RatingStep { before: 1500, after: 1512, settled: true };
    let rating = MatchRating { ladder: Ladder::Bots, step: Some(step) };
    FinishRow {
        game: game.to_owned(),
        finished_at: end,
        result: json!({"points": [8, 3], "mean": 5.5}),
        players: vec![
            taken(player(0, "ana", AccountKind::Person), 24, 8, true, Some(rating)),
            taken(player(1, "robot", AccountKind::Bot), 9, 3, false, None),
        ],
    }
}

/// Adds Ana, who is a person, the bot, and a guest.
pub async fn add_people(store: &dyn Store) {
    for (id, kind) in
        [("ana", AccountKind::Person), ("robot", AccountKind::Bot), ("gost", AccountKind::Guest)]
    {
        store.add_account(&account(id, kind)).await.expect("added");
    }
}

/// Adds people and table `t` with a deal `g` that has begun.
pub async fn begin(store: &dyn Store) {
    add_people(store).await;
    store
        .write(&[Write::OpenTable(table("t", 2)), Write::BeginGame(game("g", "t", 1, 1))])
        .await
        .expect("begun");
}

/// All open tables, from pages of so many.
pub async fn open_tables_by(store: &dyn Store, page: u32) -> Vec<StoredTable> {
    let mut tables: Vec<StoredTable> = Vec::new();
    loop {
        let after = tables.last().map(StoredTable::place);
        let next = store.open_tables(after.as_ref(), page).await.expect("a page");
        assert!(next.len() <= page as usize);
        if next.is_empty() {
            return tables;
        }
        tables.extend(next);
    }
}

/// All open tables, from pages of one.
pub async fn open_tables(store: &dyn Store) -> Vec<StoredTable> {
    open_tables_by(store, 1).await
}
