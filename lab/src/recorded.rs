//! The finished deals of a database, replayed to learn from them.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};
use vzetek_game::fair::Nonces;
use vzetek_game::{Seat, explain, record};
use vzetek_players::{Play, PlayedGame};
use vzetek_protocol::GameOptions;
use vzetek_store::{
    Access, ConnectOptions, DealRange, MoveRow, Store, StoredGame, connect_unclaimed,
};

/// The number of deals that are looked up in one query.
pub const PAGE: u32 = 200;

/// The timeout of a question to the database: no player waits at a table for an answer.
const PATIENCE: Duration = Duration::from_secs(600);

/// Opens a database to read.
///
/// # Errors
/// If there is none, or not one of this version.
pub async fn open(database: &str) -> anyhow::Result<Arc<dyn Store>> {
    let options = ConnectOptions {
        access: Access::Read,
        answer_timeout: PATIENCE,
        ..ConnectOptions::default()
    };
    connect_unclaimed(database, &options)
        .await
        .context("the database cannot be opened to read; nothing was made or changed")
}

/// The deals that were read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The number of deals that `each` took.
    pub deals: u64,
    /// Those that it could not, and why: a deal's id, and the reason.
    pub broken: Vec<String>,
    /// The hashes of the deals taken.
    digests: Vec<[u8; 32]>,
}

impl Reading {
    /// Returns the checksum of all that was learned from: the SHA-256 of the deals' own in
    /// ascending order. It covers shuffles, players and actions, but no times, so the same deals
    /// played again have the same.
    pub fn checksum(mut self) -> [u8; 32] {
        self.digests.sort_unstable();
        Sha256::digest(self.digests.as_flattened()).into()
    }
}

/// Reads the finished deals of a kind, the oldest first, without those of private
/// tables.
///
/// # Errors
/// If the database cannot be opened or read, or holds no such deal.
pub fn read(
    database: &str,
    kind: &str,
    mut each: impl FnMut(&StoredGame) -> anyhow::Result<()>,
) -> anyhow::Result<Reading> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let reading = runtime.block_on(async {
        let store = open(database).await?;
        let mut reading = Reading::default();
        // A deal cannot end later than now, so nothing is left out.
        let (from, until) = (DateTime::UNIX_EPOCH, Utc::now() + TimeDelta::days(1));
        let range = DealRange { kind: kind.to_owned(), from, until, private: false };
        let mut after = None;
        loop {
            let games = store.deals(&range, after.as_ref(), PAGE).await?;
            let Some(last) = games.last() else { break };
            after = last.finished_at.map(|at| (at, last.row.id.clone()));
            for game in &games {
                match each(game) {
                    Ok(()) => {
                        reading.deals += 1;
                        reading.digests.push(digest(game));
                    }
                    Err(error) => reading.broken.push(format!("deal {}: {error:#}", game.row.id)),
                }
            }
        }
        store.close().await;
        anyhow::Ok(reading)
    })?;
    ensure!(
        reading.deals > 0 || !reading.broken.is_empty(),
        "there is no finished deal of {kind} at a public table in this database; \
         `vzetek-lab populate` lets bots play some"
    );
    Ok(reading)
}

/// The hash of everything that was decided in a deal, and by whom.
fn digest(game: &StoredGame) -> [u8; 32] {
    let row = &game.row;
    let mut text =
        format!("{} {} {} {} {:?}", row.id, row.options, row.dealer, row.secret, row.nonces);
    for player in &row.players {
        let _ = write!(text, "\n{} {} {:?}", player.seat, player.account, player.level);
    }
    for done in &game.moves {
        let _ = write!(text, "\n{} {} {:?} {:?}", done.seat, done.action, done.by, done.account);
    }
    Sha256::digest(text).into()
}

/// Returns the options of a deal, with the game that they are of.
///
/// # Errors
/// If they cannot be read.
pub fn options(game: &StoredGame) -> anyhow::Result<GameOptions> {
    serde_json::from_value(game.row.options.clone())
        .map_err(|error| anyhow!("its options cannot be read: {}", explain(error)))
}

/// A deal that was played again.
#[derive(Clone, Debug)]
pub struct Replayed<G: PlayedGame> {
    /// The pack in the order in which it was dealt.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only columns hold it"))]
    pub pack: Vec<G::Card>,
    /// The deal after its last move, with the events that each observer received.
    pub play: Play<G>,
}

/// Plays a finished deal again. Before each move `each` is shown the deal, the seat that
/// is to act, the row of the move and the action in it.
///
/// # Errors
/// If the deal is not over, if what is stored does not lead to its end, or the error of
/// `each`.
pub fn replay<G: PlayedGame>(
    game: &StoredGame,
    options: &G::Options,
    mut each: impl FnMut(&Play<G>, Seat, &MoveRow, &G::Action) -> anyhow::Result<()>,
) -> anyhow::Result<Replayed<G>> {
    let row = &game.row;
    ensure!(game.finished_at.is_some(), "it is not over");
    let seats = G::seats_for(options);
    let kind = format!("{}-{seats}", G::variant(options));
    ensure!(row.kind == kind, "it is kept among {}, and its options are of {kind}", row.kind);
    ensure!(row.players.len() == seats, "{} of {seats} players are stored", row.players.len());
    let secret = row.secret.parse().context("its secret cannot be read")?;
    let mut nonces = Nonces::none(seats);
    for (seat, nonce) in Seat::all(seats).zip(&row.nonces) {
        nonces.set(seat, nonce.clone())?;
    }
    let (deal, pack) =
        record::deal_with_pack::<G>(options, Seat::new(row.dealer), &secret, &nonces)?;
    let mut play = Play::new(deal);
    for (index, stored) in game.moves.iter().enumerate() {
        let told = || format!("move {}, {}", stored.number, stored.action);
        let turn = play.state.current_player().with_context(told)?;
        ensure!(turn.index() == usize::from(stored.seat), "{}: it was seat {turn}'s turn", told());
        let action: G::Action = stored.action.parse().with_context(told)?;
        each(&play, turn, stored, &action)?;
        let next = game.moves.get(index + 1).and_then(|next| next.action.parse().ok());
        play.act_recorded(action, next).with_context(told)?;
    }
    ensure!(play.state.is_terminal(), "its moves do not lead to its end");
    Ok(Replayed { pack, play })
}

/// Bytes, two digits each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
