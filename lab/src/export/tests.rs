//! Deals in a real file come out move by move, with what was known.

mod lines;

use std::io::Read as _;
use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};
use flate2::read::GzDecoder;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{HiddenInformation, Observer, Seat, record};
use vzetek_protocol::GameOptions;
use vzetek_store::{
    Account, AccountKind, ConnectOptions, FinishRow, GamePlayerRow, GameRow, Ladder, MatchRating,
    MoveRow, MovedBy, RatingStep, Store, TableRow, Write, connect_unclaimed,
};
use vzetek_tablic::Tablic;
use vzetek_tarok::Tarok;
use vzetek_trset::{Trset, Variant};

use super::args::moment;
use super::{Args, Format, Written, export};

/// The facts that a test knows of a deal it has stored.
pub(super) struct Known {
    id: String,
    /// Before each move: the seat's view and the action.
    moves: Vec<(Value, String)>,
    /// The result's own words.
    end: Value,
}

pub(super) fn start() -> DateTime<Utc> {
    "2026-11-21T18:00:00Z".parse().unwrap()
}

pub(super) async fn add_people(store: &dyn Store) {
    for (id, kind) in [
        ("ana", AccountKind::Person),
        ("vid", AccountKind::Guest),
        ("eva", AccountKind::Guest),
        ("bor", AccountKind::Guest),
        ("ela", AccountKind::Guest),
        ("iva", AccountKind::Guest),
        ("burja", AccountKind::Bot),
    ] {
        let account = Account {
            id: id.to_owned(),
            name: id.to_owned(),
            name_key: id.to_owned(),
            kind,
            level: (kind == AccountKind::Bot).then(|| "strong".to_owned()),
            face: None,
            owner: None,
            password_hash: None,
            created_at: start(),
        };
        store.add_account(&account).await.unwrap();
    }
    let table = |id: &str, invite: Option<&str>| {
        Write::OpenTable(TableRow {
            id: id.to_owned(),
            config: json!({}),
            creator: None,
            invite: invite.map(str::to_owned),
            created_at: start(),
            seats: 6,
        })
    };
    store.write(&[table("table", None), table("closed", Some("word"))]).await.unwrap();
}

fn person(seat: u8) -> GamePlayerRow {
    GamePlayerRow {
        seat,
        account: ["ana", "vid", "eva", "bor", "ela", "iva"][usize::from(seat)].to_owned(),
        name: String::new(),
        kind: if seat == 0 { AccountKind::Person } else { AccountKind::Guest },
        level: None,
        card_points: None,
        points: None,
        won: None,
        forfeited: None,
        moves: None,
        match_end: None,
        rating: None,
    }
}

/// The secret and the nonces of a deal.
fn shuffled_by(number: u32, seats: usize) -> (Secret, Nonces) {
    let mut nonces = Nonces::none(seats);
    nonces.set(Seat::new(1), "mine".to_owned()).unwrap();
    (format!("{number:064x}").parse().unwrap(), nonces)
}

/// Plays a deal at random and stores it; the bot decides every fifth move in
/// a player's place, the server every seventh.
pub(super) async fn play<G: HiddenInformation>(
    store: &dyn Store,
    number: u32,
    options: GameOptions,
    rules: &G::Options,
    finished: bool,
) -> Known {
    play_at::<G>("table", store, number, options, rules, finished).await
}

pub(super) async fn play_at<G: HiddenInformation>(
    table: &str,
    store: &dyn Store,
    number: u32,
    options: GameOptions,
    rules: &G::Options,
    finished: bool,
) -> Known {
    let mut rng = ChaCha8Rng::seed_from_u64(number.into());
    let (secret, nonces) = shuffled_by(number, options.seats());
    let mut deal: G = record::deal(rules, Seat::new(1), &secret, &nonces).unwrap();
    let id = format!("game{number}");
    let seats = options.seats() as u8;
    let mut batch = vec![Write::BeginGame(GameRow {
        id: id.clone(),
        table: table.to_owned(),
        match_number: number,
        number: 1,
        kind: options.kind().0,
        options: serde_json::to_value(&options).unwrap(),
        dealer: 1,
        secret: format!("{number:064x}"),
        nonce_hashes: None,
        nonces: nonces.as_slice().to_vec(),
        started_at: start(),
        players: (0..seats).map(person).collect(),
    })];
    let mut moves = Vec::new();
    while let Some(seat) = deal.current_player() {
        let legal = deal.legal_actions();
        // The first as often as any other: in tarok that is to pass.
        let any = rng.next_u32() as usize % legal.len();
        let action = if rng.next_u32().is_multiple_of(2) { legal[0] } else { legal[any] };
        let view = serde_json::to_value(deal.view(Observer::Seat(seat))).unwrap();
        moves.push((view, action.to_string()));
        let count = moves.len() as u32;
        let (by, account) = match count {
            _ if count.is_multiple_of(5) => (MovedBy::Substitute, Some("burja".to_owned())),
            _ if count.is_multiple_of(7) => (MovedBy::Server, None),
            _ => (MovedBy::Player, Some(person(seat.index() as u8).account)),
        };
        let row = MoveRow {
            number: count,
            seat: seat.index() as u8,
            action: action.to_string(),
            by,
            account,
            at: start() + TimeDelta::seconds(count.into()),
            thinking_ms: 40,
        };
        batch.push(Write::Move { game: id.clone(), row });
        deal.apply(action).unwrap();
    }
    if finished {
        let rating = |seat: u8| MatchRating {
            ladder: Ladder::People,
            step: Some(RatingStep { before: 1500, after: 1510 + i32::from(seat), settled: false }),
        };
        let ended = |seat: u8| GamePlayerRow {
            points: Some(7),
            won: Some(seat == 0),
            forfeited: Some(false),
            rating: number.is_multiple_of(2).then(|| rating(seat)),
            ..person(seat)
        };
        batch.push(Write::FinishGame(FinishRow {
            game: id.clone(),
            finished_at: start() + TimeDelta::days(number.into()),
            result: json!({}),
            players: (0..seats).map(ended).collect(),
        }));
    }
    store.write(&batch).await.unwrap();
    let end = serde_json::to_value(deal.view(Observer::Public)).unwrap();
    Known { id, moves, end }
}

pub(super) fn args(folder: &Path) -> Args {
    Args {
        database: format!("sqlite:{}", folder.join("vzetek.db").display()),
        format: Format::Jsonl,
        kind: None,
        player: None,
        from: None,
        until: None,
        deals: None,
        private: false,
        open: false,
        key_file: None,
        out: None,
    }
}

/// Writes all of it, undisturbed.
async fn export_all(args: &Args) -> anyhow::Result<Written> {
    export(args, std::future::pending()).await
}

pub(super) async fn export_to(args: &Args, path: &Path) -> (Written, Vec<Value>) {
    let written = export_all(&Args { out: Some(path.to_owned()), ..args.clone() }).await.unwrap();
    let mut bytes = std::fs::read(path).unwrap();
    if path.extension().unwrap() == "gz" {
        let packed = std::mem::take(&mut bytes);
        GzDecoder::new(&*packed).read_to_end(&mut bytes).unwrap();
    }
    let text = String::from_utf8(bytes).unwrap();
    (written, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[tokio::test]
async fn every_move_comes_with_what_was_known() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    let options = vzetek_trset::Options::new(Variant::Trset, 2).unwrap();
    let trset = GameOptions::Trset(options);
    let one = play::<Trset>(&*store, 1, trset.clone(), &options, true).await;
    let rules = vzetek_tarok::Options::default();
    let two = play::<Tarok>(&*store, 2, GameOptions::Tarok(rules), &rules, true).await;
    // The server goes on meanwhile; what is not over is nobody's business.
    play::<Trset>(&*store, 3, trset, &options, false).await;

    let (written, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    let count = one.moves.len() + two.moves.len();
    assert_eq!(written, Written { deals: 2, moves: count as u64, private: 0, broken: 0 });
    let mut newest_first = lines.iter();
    for known in [two, one] {
        for (index, (view, action)) in known.moves.iter().enumerate() {
            let line = newest_first.next().unwrap();
            assert_eq!(line["game"], known.id);
            assert_eq!(line["move_number"], index + 1);
            assert_eq!(line["action"], *action);
            assert_eq!(line["view"], *view);
            let legal = line["legal"].as_array().unwrap();
            assert!(legal.contains(&line["action"]), "{line}");
            let (by, decider) = match index + 1 {
                n if n % 5 == 0 => ("substitute", json!("strong")),
                n if n % 7 == 0 => ("server", Value::Null),
                _ => ("player", Value::Null),
            };
            assert_eq!(line["moved_by"], by);
            let seat = line["seat"].as_u64().unwrap() as u8;
            let player = person(seat);
            let own = (json!(player.account), json!(<&str>::from(player.kind)));
            assert_eq!((&line["player"], &line["player_kind"]), (&own.0, &own.1));
            let decided = match by {
                "player" => own,
                "substitute" => (json!("burja"), json!("bot")),
                _ => (Value::Null, Value::Null),
            };
            assert_eq!((&line["decided_by"], &line["decider_kind"]), (&decided.0, &decided.1));
            assert_eq!(line["decider_level"], decider);
            let at: DateTime<Utc> = line["decided_at"].as_str().unwrap().parse().unwrap();
            assert_eq!(at, start() + TimeDelta::seconds(index as i64 + 1));
            assert_eq!(line["thinking_ms"], 40);
            assert_eq!(line["outcome"]["won"], line["seat"] == 0);
        }
    }
    assert_eq!(newest_first.next(), None);
    store.close().await;
}

/// Deals of tarok for four: what a seat knew of the sides before each move, a king
/// that is called, and points of nobody before they count.
#[tokio::test]
async fn moves_of_tarok_for_four_come_with_the_sides_that_were_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = args(folder.path());
    args.kind = Some("tarok-4".to_owned());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    let rules = vzetek_tarok::Options::new(4).unwrap();
    let mut known = Vec::new();
    for number in 1..=40 {
        known.push(play::<Tarok>(&*store, number, GameOptions::Tarok(rules), &rules, true).await);
    }
    let (written, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    assert_eq!((written.deals, written.broken), (40, 0));
    let (mut secret, mut shown) = (0, 0);
    let moves = known.iter().rev().flat_map(|deal| &deal.moves);
    for (line, (view, action)) in lines.iter().zip(moves) {
        assert_eq!((&line["action"], &line["view"]), (&json!(action), view));
        assert_eq!(
            (&line["player_count"], line["view"]["hand_sizes"][3].is_u64()),
            (&json!(4), true)
        );
        let sides = |phase: &Value| match phase["undertaking"].is_null() {
            true => phase["called"]["sides"].clone(),
            false => phase["undertaking"]["called"]["sides"].clone(),
        };
        if let Some(sides) = sides(&line["view"]["phase"]).as_array() {
            assert_eq!(sides.len(), 4);
            *(if sides.contains(&Value::Null) { &mut secret } else { &mut shown }) += 1;
        }
    }
    assert!(secret > 5 && shown > 20, "{secret} moves in secret, {shown} after");
    store.close().await;
}

/// The points so far are those of the piles and tablas, and a list that was cut
/// says so.
#[tokio::test]
async fn moves_of_tablic_come_with_the_points_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    let rules = vzetek_tablic::Options::new(6).unwrap();
    let known = play::<Tablic>(&*store, 1, GameOptions::Tablic(rules), &rules, true).await;
    let (written, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    assert_eq!(written, Written { deals: 1, moves: 48, private: 0, broken: 0 });
    let mut made = 0;
    for (line, (view, action)) in lines.iter().zip(&known.moves) {
        assert_eq!((&line["action"], &line["view"]), (&json!(action), view));
        let legal = line["legal"].as_array().unwrap();
        assert!(legal.contains(&line["action"]) || line["legal_cut"] == true, "{line}");
        let open = view["cards"].as_array().unwrap().len();
        assert!(open > 10 || line["legal_cut"] == false, "few cards are listed in full");
        let so_far = (0..6).map(|seat| {
            let pile = serde_json::from_value(view["piles"][seat].clone()).unwrap();
            u64::from(vzetek_tablic::points(pile)) + view["tablas"][seat].as_u64().unwrap()
        });
        assert_eq!(line["so_far"], json!(so_far.collect::<Vec<_>>()), "{line}");
        made += usize::from(line["so_far"] != json!(vec![0; 6]));
    }
    assert!(made > 0, "somebody has made points");
    store.close().await;
}

#[tokio::test]
async fn what_is_asked_for_is_narrowed_and_packed() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    for (number, players) in [(1, 2), (2, 3), (3, 2), (4, 2)] {
        let options = vzetek_trset::Options::new(Variant::Trset, players).unwrap();
        let game = GameOptions::Trset(options);
        play::<Trset>(&*store, number, game, &options, true).await;
    }
    let path = folder.path().join("some.jsonl.gz");
    let games = async |args: &Args| {
        let (_, lines) = export_to(args, &path).await;
        std::fs::remove_file(&path).unwrap();
        let mut games: Vec<_> = lines.iter().map(|line| line["game"].to_string()).collect();
        games.dedup();
        games
    };
    assert_eq!(games(&args).await.len(), 4);
    args.kind = Some("trset-2".to_owned());
    assert_eq!(games(&args).await, ["\"game4\"", "\"game3\"", "\"game1\""]);
    args.deals = Some(2);
    assert_eq!(games(&args).await, ["\"game4\"", "\"game3\""]);
    args.until = Some(moment("2026-11-25").unwrap());
    assert_eq!(games(&args).await, ["\"game3\"", "\"game1\""]);
    args.player = Some("eva".to_owned());
    assert!(games(&args).await.is_empty(), "three play there");
    store.close().await;
}

#[tokio::test]
async fn a_broken_record_is_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    let options = vzetek_trset::Options::new(Variant::Trset, 2).unwrap();
    let trset = GameOptions::Trset(options);
    play::<Trset>(&*store, 1, trset.clone(), &options, true).await;
    let good = play::<Trset>(&*store, 2, trset.clone(), &options, true).await;
    // A deal that is said to be over after no move at all.
    let row =
        GameRow { id: "cut".to_owned(), match_number: 9, ..match_of(&*store, &good.id).await };
    let finish = FinishRow {
        game: "cut".to_owned(),
        finished_at: start(),
        result: json!({}),
        players: row.players.clone(),
    };
    store.write(&[Write::BeginGame(row), Write::FinishGame(finish)]).await.unwrap();
    let (written, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    assert_eq!((written.deals, written.broken), (2, 1));
    assert!(lines.iter().all(|line| line["game"] != "cut"));
    store.close().await;
}

pub(super) async fn match_of(store: &dyn Store, id: &str) -> GameRow {
    store.game(id).await.unwrap().unwrap().row
}

#[tokio::test]
async fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let out = Some(folder.path().join("all.jsonl"));
    let error = export_all(&Args { out, ..args(folder.path()) }).await.unwrap_err();
    assert!(error.to_string().contains("cannot be opened to read"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn days_and_times_are_read_others_refused() {
    assert_eq!(moment("2026-11-21").unwrap().to_rfc3339(), "2026-11-21T00:00:00+00:00");
    assert_eq!(moment("2026-11-21T19:00:00+01:00").unwrap(), start());
    for text in ["yesterday", "2026-13-01", "21.11.2026", ""] {
        assert!(moment(text).unwrap_err().contains("2026-11-21T18:00:00Z"), "{text}");
    }
}
