//! Moves that a store takes each second, by the size of the batches.
//!
//! ```text
//! cargo run --release -p vzetek-store --example throughput -- sqlite:/tmp/throughput.db
//! ```
//!
//! The database should be one of its own: the example fills it, and cleans
//! nothing up. `full` after the URL asks for SQLite's durability on loss of
//! power. At the end a store with a fence and one without write in turn.

use std::error::Error;
use std::ops::Range;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use vzetek_store::{
    Account, AccountKind, Claim, ConnectOptions, Durability, GamePlayerRow, GameRow, MoveRow,
    MovedBy, Store, TableRow, Write, connect_unclaimed,
};

/// Deals that go on at once; each batch has moves of many.
const GAMES: u32 = 200;
/// The time for which each size of batch is measured.
const TIME: Duration = Duration::from_secs(3);
/// Batches that two stores write in turn, together.
const TURNS: usize = 1000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("usage: throughput URL [full]")?;
    let durability = match std::env::args().nth(2).as_deref() {
        Some("full") => Durability::Power,
        _ => Durability::Process,
    };
    let options = ConnectOptions { durability, ..ConnectOptions::default() };
    let claim = Claim::take(&url, &options, Duration::ZERO).await?;
    let store = claim.connect().await?;
    let run = Utc::now();
    add_accounts(&*store, run).await?;
    println!("{} ({durability:?})", store.backend());
    for size in [1, 10, 100, 1000, 4000] {
        let (moves, batches, time) = measure(&*store, run, size).await?;
        println!(
            "batches of {size:>4}: {:>9.0} moves/s, {:>8.2} ms a batch",
            f64::from(moves) / time.as_secs_f64(),
            time.as_secs_f64() * 1000.0 / f64::from(batches),
        );
    }
    let without = connect_unclaimed(&url, &options).await?;
    for size in [1, 10, 100, 1000] {
        let [fenced, free] = in_turn([&*store, &*without], run, size).await?;
        println!(
            "batches of {size:>4}: {fenced:>8.2} ms with a fence, {free:.2} ms without (medians)"
        );
    }
    without.close().await;
    store.close().await;
    Ok(())
}

async fn add_accounts(store: &dyn Store, run: DateTime<Utc>) -> Result<(), Box<dyn Error>> {
    for seat in 0..2 {
        let id = account(run, seat);
        store
            .add_account(&Account {
                name: id.clone(),
                name_key: id.clone(),
                id,
                kind: AccountKind::Guest,
                level: None,
                face: None,
                owner: None,
                password_hash: None,
                created_at: run,
            })
            .await?;
    }
    Ok(())
}

/// Writes batches of `size` moves; says how many moves and batches, and in
/// what time.
async fn measure(
    store: &dyn Store,
    run: DateTime<Utc>,
    size: u32,
) -> Result<(u32, u32, Duration), Box<dyn Error>> {
    let prefix = format!("{}-{size}", run.timestamp_micros());
    let mut deals = Vec::new();
    for number in 1..=GAMES {
        deals.push(Write::OpenTable(table(run, &format!("{prefix}-t{number:03}"))));
        deals.push(Write::BeginGame(game(run, &prefix, number)));
    }
    store.write(&deals).await?;
    let (mut moves, mut batches) = (0, 0);
    let mut written = Duration::ZERO;
    while written < TIME {
        let batch = self::moves(run, &prefix, moves..moves + size);
        let started = Instant::now();
        store.write(&batch).await?;
        written += started.elapsed();
        moves += size;
        batches += 1;
    }
    Ok((moves, batches, written))
}

/// Writes batches of `size` moves by two stores in turn; the medians of their
/// times, in milliseconds.
async fn in_turn(
    stores: [&dyn Store; 2],
    run: DateTime<Utc>,
    size: u32,
) -> Result<[f64; 2], Box<dyn Error>> {
    let prefix = format!("{}-turn-{size}", run.timestamp_micros());
    let mut deals = Vec::new();
    for number in 1..=GAMES {
        deals.push(Write::OpenTable(table(run, &format!("{prefix}-t{number:03}"))));
        deals.push(Write::BeginGame(game(run, &prefix, number)));
    }
    stores[0].write(&deals).await?;
    let mut times = [Vec::new(), Vec::new()];
    for turn in 0..TURNS {
        let which = turn % 2;
        let first = u32::try_from(turn)? * size;
        let batch = moves(run, &prefix, first..first + size);
        let started = Instant::now();
        stores[which].write(&batch).await?;
        times[which].push(started.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }))
}

fn moves(run: DateTime<Utc>, prefix: &str, numbers: Range<u32>) -> Vec<Write> {
    numbers
        .map(|number| Write::Move {
            game: format!("{prefix}-g{:03}", number % GAMES + 1),
            row: a_move(run, number / GAMES + 1),
        })
        .collect()
}

fn account(run: DateTime<Utc>, seat: u32) -> String {
    format!("{}-{seat}", run.timestamp_micros())
}

fn table(run: DateTime<Utc>, id: &str) -> TableRow {
    TableRow {
        id: id.to_owned(),
        config: json!({"game": "trset", "players": 2}),
        creator: None,
        invite: None,
        created_at: run,
        seats: 2,
    }
}

fn game(run: DateTime<Utc>, prefix: &str, number: u32) -> GameRow {
    let players = (0..2).map(|seat| GamePlayerRow {
        seat: u8::from(seat == 1),
        account: account(run, seat),
        name: "somebody".to_owned(),
        kind: AccountKind::Guest,
        level: None,
        card_points: None,
        points: None,
        won: None,
        forfeited: None,
        match_end: None,
        rating: None,
        moves: None,
    });
    GameRow {
        id: format!("{prefix}-g{number:03}"),
        table: format!("{prefix}-t{number:03}"),
        match_number: 1,
        number: 1,
        kind: "trset-2".to_owned(),
        options: json!({"trset": {"players": 2}}),
        dealer: 0,
        secret: "0".repeat(64),
        nonce_hashes: None,
        nonces: vec![String::new(); 2],
        started_at: run,
        players: players.collect(),
    }
}

fn a_move(run: DateTime<Utc>, number: u32) -> MoveRow {
    let seat = number % 2;
    MoveRow {
        number,
        seat: u8::from(seat == 1),
        action: "play 3D".to_owned(),
        by: MovedBy::Player,
        account: Some(account(run, seat)),
        at: run + TimeDelta::milliseconds(i64::from(number)),
        thinking_ms: 900,
    }
}
