//! The real server, the real bot program, and a guest.

use std::time::Duration;

use crate::support::{
    Bot, Guest, House, Server, Sharp, drop_postgres_database, finish, new_postgres_database,
};
use vzetek_protocol::Clock;
use vzetek_protocol::rest::GamePlayer;
use vzetek_protocol::{ErrorCode, GameOptions, GameResult, MatchScore};

/// A whole deal takes seconds; more than this means that somebody waits for
/// something that never comes.
const PATIENCE: Duration = Duration::from_secs(300);

async fn in_time<T>(doing: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, doing).await.expect("it takes too long")
}

/// A guest opens a table for so many, the house's bots fill it, and two deals
/// are played to their end.
async fn house_bots_fill_a_table(players: u8) {
    let server = Server::start().await;
    let bots = House::start(&server, &["--levels", "gentle,easy", "--per-level", "3"]);
    let mut guest = Guest::new(&server).await;
    let table = guest.open_table(players, Some("easy")).await;
    guest.sit(&table).await;
    for deal in 1..=2 {
        let finish = in_time(guest.play_deal()).await;
        assert_eq!(finish.won.len(), usize::from(players));
        assert!(finish.forfeited.iter().all(|forfeited| !forfeited), "deal {deal}: {finish:?}");
        guest.ready().await;
    }
    assert!(bots.stop().await.success(), "bots drain when they are told to stop");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_play() {
    house_bots_fill_a_table(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_play() {
    house_bots_fill_a_table(3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_play() {
    house_bots_fill_a_table(4).await;
}

fn tarok(deals: u8) -> GameOptions {
    GameOptions::Tarok(vzetek_tarok::Options { deals: deals.try_into().ok(), ..Default::default() })
}

/// The house's bots play tarok with a guest, a whole match with its radelci.
async fn a_match_of_tarok(server: &Server) {
    const DEALS: u8 = 4;
    let bots = House::start(server, &["--levels", "gentle", "--per-level", "2"]);
    let mut guest = Guest::new(server).await;
    let table = guest.open_table_of(tarok(DEALS), Clock::default(), Some("gentle")).await;
    guest.sit(&table).await;
    for deal in 1..=DEALS {
        let finish = in_time(guest.play_deal()).await;
        assert_eq!(finish.forfeited, [false; 3], "deal {deal}: {finish:?}");
        let MatchScore::Tarok(score) = &finish.score else { panic!("{finish:?}") };
        assert_eq!(score.deals, u16::from(deal));
        assert_eq!(finish.match_won.is_some(), deal == DEALS);
        guest.ready().await;
    }
    assert!(bots.stop().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_tarok_on_sqlite() {
    a_match_of_tarok(&Server::start().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_tarok_on_postgres() {
    let Some(database) = new_postgres_database().await else { return };
    let server = Server::on_postgres(database.clone()).await;
    a_match_of_tarok(&server).await;
    server.stop().await;
    drop_postgres_database(&database).await;
}

/// A match by a clock that leaves the stronger bots little time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_of_every_level_play_tarok() {
    let server = Server::start().await;
    let bots = House::start(&server, &["--per-level", "2"]);
    let clock = Clock { move_ms: 500, ..Clock::default() };
    let deals = ["gentle", "easy", "medium", "strong"].map(|level| {
        let server = &server;
        async move {
            let mut guest = Guest::new(server).await;
            let table = guest.open_table_of(tarok(1), clock, Some(level)).await;
            guest.sit(&table).await;
            guest.play_deal().await
        }
    });
    for finish in in_time(futures_util::future::join_all(deals)).await {
        assert_eq!(finish.forfeited, [false; 3], "{finish:?}");
        assert!(finish.match_won.is_some());
    }
    assert!(bots.stop().await.success());
}

/// SIGKILL in the middle of a deal: after the bidding, with cards on the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_tarok_goes_on_after_the_server_was_killed() {
    let mut server = Server::process().await;
    let bots = House::start(&server, &["--levels", "gentle", "--per-level", "2"]);
    let mut guest = Guest::new(&server).await;
    let table = guest.open_table_of(tarok(2), Clock::default(), Some("gentle")).await;
    guest.sit(&table).await;
    for deal in 1..=2 {
        in_time(guest.play_moves(4)).await;
        server.restart().await;
        guest.reconnect().await;
        let finish = in_time(guest.play_deal()).await;
        assert_eq!(finish.forfeited, [false; 3], "deal {deal}: {finish:?}");
        let MatchScore::Tarok(score) = &finish.score else { panic!("{finish:?}") };
        assert_eq!(score.deals, deal);
        guest.ready().await;
    }
    assert!(bots.stop().await.success());
}

fn tablic(players: u8) -> GameOptions {
    GameOptions::Tablic(vzetek_tablic::Options::new(players).unwrap())
}

/// A whole game of so many, the guest's seat and the bots' at every level.
async fn bots_play_tablic(server: &Server, players: u8, level: &str) {
    let clock = Clock { move_ms: 500, ..Clock::default() };
    let mut guest = Guest::new(server).await;
    let table = guest.open_table_of(tablic(players), clock, Some(level)).await;
    guest.sit(&table).await;
    let finish = guest.play_deal().await;
    assert_eq!(finish.forfeited, vec![false; players.into()], "{level}: {finish:?}");
    let GameResult::Tablic(result) = &finish.result else { panic!("{finish:?}") };
    let cards: u8 = result.seats.iter().map(|made| made.cards).sum();
    assert_eq!((result.seats.len(), cards), (players.into(), 52), "the bots capture");
    assert!(finish.match_won.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_of_every_level_play_tablic_of_every_size() {
    let server = Server::start().await;
    let bots = House::start(&server, &["--per-level", "5"]);
    let games = [("gentle", 6), ("easy", 2), ("medium", 3), ("strong", 4)];
    let server = &server;
    let games = games.map(|(level, players)| bots_play_tablic(server, players, level));
    in_time(futures_util::future::join_all(games)).await;
    assert!(bots.stop().await.success());
}

/// The level that plays by habit: in a deal of each of its kinds every card is one of the
/// habits that were given; tables of other kinds cannot have it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_like_people_where_there_are_habits() {
    let server = Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let variants = [vzetek_trset::Variant::Trset, vzetek_trset::Variant::Kifameno];
    let files = variants.map(|variant| Sharp::new(variant).write(folder.path()));
    let [trset, kifameno] = files.each_ref().map(|file| file.to_str().unwrap());
    let arguments = ["--levels", "natural", "--per-level", "2"];
    let arguments = [&arguments[..], &["--habits", trset, "--habits", kifameno]].concat();
    let bots = House::start(&server, &arguments);
    for variant in variants {
        let mut guest = Guest::new(&server).await;
        let options = vzetek_trset::Options::new(variant, 2).unwrap();
        let game = GameOptions::Trset(options);
        let table = guest.open_table_of(game, Clock::default(), Some("natural")).await;
        guest.sit(&table).await;
        let finish = in_time(guest.play_deal()).await;
        assert_eq!(finish.forfeited, [false; 2], "{finish:?}");
        let record = guest.record(&finish.game).await;
        let is_bot = |one: &&GamePlayer| one.player.level.as_deref() == Some("natural");
        let bot = record.summary.players.iter().find(is_bot).unwrap();
        let least = Sharp::new(variant).least_chance(&record, bot.seat);
        assert!(least > 1e-6, "{variant:?}: a card with a chance of {least}");
    }
    let mut guest = Guest::new(&server).await;
    for kind in ["trset-3", "kifameno-4", "tarok-3", "tablic-2"] {
        let game = GameOptions::of_kind(kind).unwrap();
        let error = guest.is_refused_a_table_of(game, "natural").await;
        assert_eq!(error.code, ErrorCode::NoBots);
        let expected = format!("play kifameno-2, trset-2 and not {kind}");
        assert!(error.message.contains(&expected), "{error:?}");
    }
    assert!(bots.stop().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_of_ones_own_leaves_a_table_that_its_level_does_not_play() {
    let server = Server::start().await;
    let mut guest = Guest::new(&server).await;
    let table = guest.open_table(4, None).await;
    let token = Guest::new(&server).await.token;
    let bot = Bot::start(
        &server,
        &["--table", &table.0, "--level", "natural"],
        &[("VZETEK_TOKEN", &token)],
    );
    assert_eq!(in_time(finish(bot)).await.code(), Some(1));
    guest.watch(&table).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_on_at_tablic_for_a_guest_who_leaves() {
    let server = Server::start().await;
    let _bots = House::start(&server, &["--levels", "gentle,medium", "--per-level", "2"]);
    let mut guest = Guest::new(&server).await;
    let table = guest.open_table_of(tablic(2), Clock::default(), Some("gentle")).await;
    guest.sit(&table).await;
    in_time(guest.play_moves(8)).await;
    guest.leave(&table).await;
    let finish = in_time(guest.watch_to_the_end()).await;
    assert_eq!(finish.forfeited.iter().filter(|&&forfeited| forfeited).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_on_for_a_guest_who_leaves() {
    let server = Server::start().await;
    let _bots = House::start(&server, &["--levels", "gentle,medium", "--per-level", "2"]);
    let mut guest = Guest::new(&server).await;
    let table = guest.open_table(2, Some("gentle")).await;
    guest.sit(&table).await;
    in_time(guest.play_moves(3)).await;
    guest.leave(&table).await;
    let finish = in_time(guest.watch_to_the_end()).await;
    assert_eq!(finish.forfeited.iter().filter(|&&forfeited| forfeited).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_of_ones_own_play_each_other() {
    let server = Server::start().await;
    let mut guest = Guest::new(&server).await;
    let table = guest.open_table(2, None).await;
    let mut bots = Vec::new();
    for _ in 0..2 {
        let token = Guest::new(&server).await.token;
        bots.push(Bot::start(
            &server,
            &["--table", &table.0, "--level", "gentle"],
            &[("VZETEK_TOKEN", &token)],
        ));
    }
    guest.watch(&table).await;
    for _ in 0..2 {
        let finish = in_time(guest.watch_to_the_end()).await;
        assert!(finish.forfeited.iter().all(|forfeited| !forfeited));
    }
    for bot in bots {
        assert!(bot.stop().await.success());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_take_their_seats_up_again_after_the_server_restarts() {
    let mut server = Server::start().await;
    let bots = House::start(&server, &["--levels", "gentle", "--per-level", "1"]);
    let mut guest = Guest::new(&server).await;
    let table = guest.open_table(2, Some("gentle")).await;
    guest.sit(&table).await;
    in_time(guest.play_moves(3)).await;
    server.restart().await;
    guest.reconnect().await;
    let finish = in_time(guest.play_deal()).await;
    assert!(finish.forfeited.iter().all(|forfeited| !forfeited));
    assert!(bots.stop().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_token_ends_the_program() {
    let server = Server::start().await;
    let one = ["--levels", "gentle", "--per-level", "1"];
    let bot = Bot::start(&server, &one, &[("VZETEK_HOUSE_TOKEN", "wrong")]);
    assert_eq!(in_time(finish(bot)).await.code(), Some(1));
}
