//! A deal played for the health check, of which nothing stays.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::batch::Repeats;
use super::{Connection, accounts, batch};
use crate::node::Owner;
use crate::{
    Account, AccountKind, FinishRow, GamePlayerRow, GameRow, Ladder, MoveRow, MovedBy, PromiseRow,
    RatingRow, StoreError, TableRow, Write,
};

/// The id of the account, the table and the deal. No id that the server draws
/// is as long.
const ID: &str = "the health check";
const AT: DateTime<Utc> = DateTime::UNIX_EPOCH;

/// Opens a table, plays a deal and takes all of it back; then adds one to a
/// count that stays: a full disk must show.
pub(super) async fn play(
    connection: &mut Connection,
    owner: Option<&Owner>,
) -> Result<(), StoreError> {
    sqlx::raw_sql("SAVEPOINT probe").execute(&mut *connection).await?;
    accounts::add(connection, &account()).await?;
    batch::write(connection, owner, &deal(), Repeats::Some).await?;
    sqlx::raw_sql("ROLLBACK TO SAVEPOINT probe").execute(&mut *connection).await?;
    sqlx::query("UPDATE heartbeat SET beats = beats + 1 WHERE id = 1").execute(connection).await?;
    Ok(())
}

fn account() -> Account {
    Account {
        id: ID.to_owned(),
        name: ID.to_owned(),
        name_key: ID.to_owned(),
        kind: AccountKind::Guest,
        level: None,
        face: None,
        owner: None,
        password_hash: None,
        created_at: AT,
    }
}

/// The writes of a table from its opening to its end.
fn deal() -> [Write; 10] {
    let player = GamePlayerRow {
        seat: 0,
        account: ID.to_owned(),
        name: ID.to_owned(),
        kind: AccountKind::Guest,
        level: None,
        card_points: None,
        points: None,
        won: None,
        forfeited: None,
        moves: None,
        match_end: None,
        rating: None,
    };
    let end = GamePlayerRow {
        won: Some(true),
        forfeited: Some(false),
        moves: Some((1, 1)),
        ..player.clone()
    };
    let rating = RatingRow {
        account: ID.to_owned(),
        kind: ID.to_owned(),
        ladder: Ladder::People,
        rating: 1500.0,
        deviation: 350.0,
        volatility: 0.06,
        matches: 1,
        wins: 1,
        updated_at: AT,
        settled_until: None,
    };
    [
        Write::OpenTable(TableRow {
            id: ID.to_owned(),
            config: json!({}),
            creator: None,
            invite: None,
            created_at: AT,
            seats: 1,
        }),
        Write::Seats { table: ID.to_owned(), seats: vec![Some(ID.to_owned())] },
        Write::Promise(PromiseRow {
            id: ID.to_owned(),
            table: ID.to_owned(),
            match_number: 1,
            number: 1,
            dealer: 0,
            commitment: "0".repeat(64),
            secret: "0".repeat(64),
            promised_at: AT,
        }),
        Write::NonceHashes { promise: ID.to_owned(), table: ID.to_owned(), hashes: vec![None] },
        Write::BeginGame(GameRow {
            id: ID.to_owned(),
            table: ID.to_owned(),
            match_number: 1,
            number: 1,
            kind: ID.to_owned(),
            options: json!({}),
            dealer: 0,
            secret: "0".repeat(64),
            nonce_hashes: Some(vec![None]),
            nonces: vec![String::new()],
            started_at: AT,
            players: vec![player],
        }),
        Write::Move {
            game: ID.to_owned(),
            row: MoveRow {
                number: 1,
                seat: 0,
                action: String::new(),
                by: MovedBy::Player,
                account: Some(ID.to_owned()),
                at: AT,
                thinking_ms: 0,
            },
        },
        Write::FinishGame(FinishRow {
            game: ID.to_owned(),
            finished_at: AT,
            result: json!({}),
            players: vec![end],
        }),
        Write::TableState { table: ID.to_owned(), state: json!({}) },
        Write::Ratings { game: ID.to_owned(), rows: vec![rating] },
        Write::CloseTable { table: ID.to_owned(), at: AT },
    ]
}
