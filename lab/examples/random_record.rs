//! A record of random deals, to measure and to try exports with.
//!
//! ```text
//! cargo run -p vzetek-lab --example random_record -- sqlite:/tmp/random.db 3000
//! ```
//!
//! plays 3,000 deals of every kind that there is, spread over three months that end in
//! November 2026, or of the kinds that are named behind the number. Every card is any
//! legal one; whoever bids passes every other time. Eight matches in ten are rated.
//! Every run makes the same deals. The database should be a new one.

use std::error::Error;

use chrono::{DateTime, TimeDelta, Utc};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use serde_json::json;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{RunningScore as _, Seat, TableGame, record};
use vzetek_protocol::games::WireGame;
use vzetek_protocol::{GameOptions, for_each_game, on_game};
use vzetek_store::{
    Account, AccountKind, Claim, ConnectOptions, FinishRow, GamePlayerRow, GameRow, Ladder,
    MatchEnd, MatchRating, MoveRow, MovedBy, RatingStep, Store, TableRow, Write,
};

/// Everybody there is: persons, guests and bots, one after the other.
const PERSONS: u32 = 300;
const GUESTS: u32 = 100;
const BOTS: u32 = 3;
/// Deals of one match.
const DEALS: u32 = 4;
/// Tables of a kind, the last of them private.
const TABLES: u32 = 20;
/// The days over which the deals are spread.
const DAYS: i64 = 90;
/// Rows that are written at once.
const BATCH: usize = 4000;

type Dice = Xoshiro256PlusPlus;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: random_record URL DEALS [KIND…]";
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or(usage)?;
    let deals: u32 = arguments.next().ok_or(usage)?.parse().map_err(|_| usage)?;
    let asked: Vec<String> = arguments.collect();
    let claim = Claim::take(&url, &ConnectOptions::default(), std::time::Duration::ZERO).await?;
    let store = claim.connect().await?;
    let mut dice = Dice::seed_from_u64(2026);
    let people = add_people(&*store, &mut dice).await?;
    for options in all_options() {
        let kind = options.kind().0;
        if asked.is_empty() || asked.contains(&kind) {
            let moves = on_game!(GameOptions, &options, |options: G| {
                play::<G>(&*store, &people, options, deals, &mut dice).await?
            });
            println!("{kind}: {deals} deals, {moves} moves");
        }
    }
    store.close().await;
    Ok(())
}

/// The usual options of every kind.
fn all_options() -> Vec<GameOptions> {
    macro_rules! all {
        (() $($game:ident)*) => {
            [$(vzetek_protocol::games::$game::kinds()
                .into_iter()
                .map(vzetek_protocol::games::$game::wire_options)
                .collect::<Vec<_>>()),*]
        };
    }
    let kinds = GameOptions::kinds();
    let mut all = for_each_game!(all!()).concat();
    all.retain(|options| kinds.contains(&options.kind()));
    all
}

fn end() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_478_400, 0).expect("2026-11-24")
}

/// An id like the server's.
fn id(dice: &mut Dice) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    (0..26).map(|_| char::from(LETTERS[below(dice, 32) as usize])).collect()
}

fn below(dice: &mut Dice, limit: u32) -> u32 {
    ((u64::from(dice.next_u32()) * u64::from(limit)) >> 32) as u32
}

async fn add_people(
    store: &dyn Store,
    dice: &mut Dice,
) -> Result<Vec<GamePlayerRow>, Box<dyn Error>> {
    let mut people = Vec::new();
    for number in 0..PERSONS + GUESTS + BOTS {
        let kind = match number {
            _ if number < PERSONS => AccountKind::Person,
            _ if number < PERSONS + GUESTS => AccountKind::Guest,
            _ => AccountKind::Bot,
        };
        let levels = ["gentle", "medium", "strong"];
        let level = (kind == AccountKind::Bot).then(|| levels[(number % BOTS) as usize].to_owned());
        let account = Account {
            id: id(dice),
            name: format!("Somebody {number}"),
            name_key: format!("somebody {number}"),
            kind,
            level: level.clone(),
            face: None,
            owner: None,
            password_hash: None,
            created_at: end() - TimeDelta::days(DAYS),
        };
        store.add_account(&account).await?;
        people.push(GamePlayerRow {
            seat: 0,
            account: account.id,
            name: account.name,
            kind,
            level,
            card_points: None,
            points: None,
            won: None,
            forfeited: None,
            moves: None,
            match_end: None,
            rating: None,
        });
    }
    Ok(people)
}

async fn play<G: WireGame>(
    store: &dyn Store,
    people: &[GamePlayerRow],
    options: &G::Options,
    deals: u32,
    dice: &mut Dice,
) -> Result<usize, Box<dyn Error>> {
    let seats = G::seats_for(options);
    let mut tables = Vec::new();
    for number in 0..TABLES {
        let table = TableRow {
            id: id(dice),
            config: json!({}),
            creator: None,
            invite: (number + 1 == TABLES).then(|| id(dice)),
            created_at: end() - TimeDelta::days(DAYS),
            seats: seats as u8,
        };
        tables.push(table.id.clone());
        store.write(&[Write::OpenTable(table)]).await?;
    }
    let (mut batch, mut moves, mut players, mut score) =
        (Vec::new(), 0, Vec::new(), G::Score::new(options));
    for number in 0..deals {
        if number % DEALS == 0 {
            players = seated(people, seats, dice);
            score = G::Score::new(options);
        }
        let at = end() - TimeDelta::days(DAYS) * (deals - number) as i32 / deals as i32;
        let row = GameRow {
            id: id(dice),
            table: tables[(number / DEALS % TABLES) as usize].clone(),
            match_number: number / DEALS / TABLES + 1,
            number: number % DEALS + 1,
            kind: G::wire_options(options.clone()).kind().0,
            options: serde_json::to_value(G::wire_options(options.clone()))?,
            dealer: (number % seats as u32) as u8,
            secret: hexadecimal(dice, 8),
            nonce_hashes: None,
            nonces: (0..seats).map(|_| hexadecimal(dice, 4)).collect(),
            started_at: at,
            players: players.clone(),
        };
        let first = batch.len();
        let finish = deal::<G>(&row, options, &mut score, &mut batch, dice)?;
        moves += batch.len() - first;
        batch.insert(first, Write::BeginGame(row));
        batch.push(Write::FinishGame(finish));
        if batch.len() >= BATCH || number + 1 == deals {
            store.write(&batch).await?;
            batch.clear();
        }
    }
    Ok(moves)
}

/// Different people for the seats: mostly persons.
fn seated(people: &[GamePlayerRow], seats: usize, dice: &mut Dice) -> Vec<GamePlayerRow> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < seats {
        let any = match below(dice, 4) {
            0 => (PERSONS + GUESTS + below(dice, BOTS)) as usize,
            1 => below(dice, people.len() as u32) as usize,
            _ => below(dice, PERSONS) as usize,
        };
        if !chosen.contains(&any) {
            chosen.push(any);
        }
    }
    let at =
        |(seat, &any): (usize, &usize)| GamePlayerRow { seat: seat as u8, ..people[any].clone() };
    chosen.iter().enumerate().map(at).collect()
}

fn hexadecimal(dice: &mut Dice, words: usize) -> String {
    (0..words).map(|_| format!("{:08x}", dice.next_u32())).collect()
}

/// Plays a deal, adds its moves, and returns its end.
fn deal<G: WireGame>(
    row: &GameRow,
    options: &G::Options,
    score: &mut G::Score,
    batch: &mut Vec<Write>,
    dice: &mut Dice,
) -> Result<FinishRow, Box<dyn Error>> {
    let secret: Secret = row.secret.parse()?;
    let mut nonces = Nonces::none(row.players.len());
    for (seat, nonce) in Seat::all(row.players.len()).zip(&row.nonces) {
        nonces.set(seat, nonce.clone())?;
    }
    let mut state: G = record::deal(options, Seat::new(row.dealer), &secret, &nonces)?;
    let (mut at, mut number) = (row.started_at, 0);
    while let Some(seat) = state.current_player() {
        let legal = state.legal_actions();
        let any = below(dice, legal.len() as u32) as usize;
        let passes = below(dice, 2) == 0 && legal.iter().any(|action| action.to_string() == "pass");
        let action = if passes { "pass".parse().ok().unwrap_or(legal[any]) } else { legal[any] };
        let thinking_ms = u64::from(below(dice, 40) * below(dice, 40) * below(dice, 8) + 150);
        at += TimeDelta::milliseconds(thinking_ms as i64 + 30)
            + TimeDelta::microseconds(below(dice, 1000).into());
        number += 1;
        let by_server = below(dice, 100) == 0;
        let action_row = MoveRow {
            number,
            seat: seat.index() as u8,
            action: action.to_string(),
            by: if by_server { MovedBy::Server } else { MovedBy::Player },
            account: (!by_server).then(|| row.players[seat.index()].account.clone()),
            at,
            thinking_ms,
        };
        batch.push(Write::Move { game: row.id.clone(), row: action_row });
        state.apply(action)?;
    }
    let result = state.written(score).ok_or("the deal is over")?;
    score.add(&result);
    let is_last = row.number == DEALS;
    let has_bots = row.players.iter().any(|player| player.kind == AccountKind::Bot);
    let ladder = if has_bots { Ladder::Bots } else { Ladder::People };
    let is_rated = is_last && below(dice, 10) < 8;
    let mut players = row.players.clone();
    for (seat, player) in Seat::all(players.len()).zip(&mut players) {
        let share = G::share(&result, seat);
        let before = 1300 + below(dice, 500) as i32;
        let after = before + if share.won { 12 } else { -9 };
        let step = RatingStep { before, after, settled: true };
        (player.card_points, player.points) = (share.card_points, Some(share.points));
        (player.won, player.forfeited) = (Some(share.won), Some(false));
        player.moves = Some((10, 10));
        player.match_end = is_last.then_some(MatchEnd { won: share.won, forfeited: false });
        let step = (player.kind != AccountKind::Guest).then_some(step);
        player.rating = is_rated.then_some(MatchRating { ladder, step });
    }
    Ok(FinishRow {
        game: row.id.clone(),
        finished_at: at,
        result: serde_json::to_value(G::wire_result(result))?,
        players,
    })
}
