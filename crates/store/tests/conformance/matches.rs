//! Lists of matches.

use std::sync::Arc;

use serde_json::json;
use vzetek_store::{
    AccountKind, FinishRow, GameFilter, GameRow, Reader, StoreError, StoredMatch, TableRow, Write,
};

use crate::place::Place;
use crate::samples::{account, add_people, at, finish, game, player, stored_at, table};

on_both!(
    are_one_line_each,
    are_filtered,
    are_paged_while_they_go_on,
    of_private_tables_are_listed_for_their_players,
    go_on_as_long_as_nothing_follows,
    a_reason_is_stored_once,
    old_matches_get_their_reasons,
);

fn all() -> GameFilter {
    GameFilter { limit: 100, ..GameFilter::default() }
}

/// Deal `number` of match `match_number` at the table, which ends `end` seconds after the first moment, and the
/// match with it if `last`.
fn deal(table: &str, match_number: u32, number: u32, end: i64, last: bool) -> (GameRow, FinishRow) {
    let id = format!("{table}-{match_number}-{number}");
    let row = game(&id, table, match_number, number);
    let mut finish = finish(&id, at(end));
    finish.result = json!({ "deal": number });
    if !last {
        for player in &mut finish.players {
            (player.match_end, player.rating) = (None, None);
        }
    }
    (row, finish)
}

async fn write(place: &Place, (row, finish): (GameRow, FinishRow)) {
    place.store.write(&[Write::BeginGame(row), Write::FinishGame(finish)]).await.unwrap();
}

/// A match of three deals and one that goes on after two at `t`, and one of a single deal at `u`
/// between them.
async fn play(place: &Place) {
    add_people(&*place.store).await;
    let tables = [Write::OpenTable(table("t", 2)), Write::OpenTable(table("u", 2))];
    place.store.write(&tables).await.unwrap();
    for number in 1..=3 {
        write(place, deal("t", 1, number, i64::from(number), number == 3)).await;
    }
    let (mut row, mut end) = deal("u", 1, 1, 4, true);
    row.kind = "kifameno-2".to_owned();
    for (players, robot) in [(&mut row.players, "robot"), (&mut end.players, "robot")] {
        players[0] = vzetek_store::GamePlayerRow {
            account: robot.to_owned(),
            kind: AccountKind::Bot,
            ..players[0].clone()
        };
    }
    write(place, (row, end)).await;
    for number in 1..=2 {
        write(place, deal("t", 2, number, 4 + i64::from(number), false)).await;
    }
    place.store.write(&[Write::BeginGame(deal("t", 2, 3, 9, false).0)]).await.unwrap();
}

async fn matches(place: &Place, filter: &GameFilter) -> Vec<StoredMatch> {
    place.store.matches_for(Reader::Operator, filter).await.unwrap()
}

async fn ids(place: &Place, filter: GameFilter) -> Vec<String> {
    matches(place, &filter).await.into_iter().map(|stored| stored.last.row.id).collect()
}

async fn are_one_line_each(place: Arc<Place>) {
    play(&place).await;
    let [running, single, first] = &matches(&place, &all()).await[..] else { panic!("three") };
    assert_eq!((&*running.last.row.id, running.results.len()), ("t-2-2", 2));
    assert_eq!(running.results, [json!({ "deal": 1 }), json!({ "deal": 2 })]);
    assert_eq!((&*single.last.row.id, single.results.len()), ("u-1-1", 1));
    assert_eq!((&*first.last.row.id, first.results.len()), ("t-1-3", 3));
    assert_eq!(first.last.finished_at, Some(stored_at(3)));
    assert_eq!(first.started_at, stored_at(1));
    assert!(first.last.row.players.iter().all(|player| player.match_end.is_some()));
    assert_eq!([running.open, single.open, first.open], [true, false, false]);
}

async fn are_filtered(place: Arc<Place>) {
    play(&place).await;
    let place = &*place;
    let (ana, robot) = (Some("ana".to_owned()), Some("robot".to_owned()));
    let of = |account| GameFilter { account, ..all() };
    assert_eq!(ids(place, of(ana.clone())).await, ["t-2-2", "t-1-3"]);
    assert_eq!(ids(place, of(robot.clone())).await, ["t-2-2", "u-1-1", "t-1-3"]);
    let people = GameFilter { people: true, ..all() };
    assert_eq!(ids(place, people.clone()).await, ["t-2-2", "t-1-3"]);
    let robot = GameFilter { account: robot, ..people };
    assert_eq!(ids(place, robot).await, ["t-2-2", "t-1-3"]);
    let kind = |kind: &str| GameFilter { kind: Some(kind.to_owned()), ..all() };
    assert_eq!(ids(place, kind("kifameno-2")).await, ["u-1-1"]);
    assert_eq!(ids(place, GameFilter { account: ana, ..kind("trset-2") }).await.len(), 2);
    let table = |table: &str| GameFilter { table: Some(table.to_owned()), ..all() };
    assert_eq!(ids(place, table("t")).await, ["t-2-2", "t-1-3"]);
    // A match ends with its last deal: the first two of the match are in the time, too.
    let time = GameFilter { until: Some(stored_at(3)), ..all() };
    assert_eq!(ids(place, time).await, [""; 0]);
    let time = GameFilter { from: Some(stored_at(3)), until: Some(stored_at(6)), ..all() };
    assert_eq!(ids(place, time).await, ["u-1-1", "t-1-3"]);

    // The deals of one match.
    let deals = GameFilter { match_number: Some(1), ..table("t") };
    let deals = place.store.games(&deals).await.unwrap();
    let deals: Vec<&str> = deals.iter().map(|game| &*game.row.id).collect();
    assert_eq!(deals, ["t-1-3", "t-1-2", "t-1-1"]);
}

async fn are_paged_while_they_go_on(place: Arc<Place>) {
    play(&place).await;
    for account in [None, Some("robot".to_owned())] {
        let mut filter = GameFilter { limit: 1, account, ..all() };
        let mut seen = Vec::new();
        while let Some(stored) = matches(&place, &filter).await.pop() {
            filter.after = Some((stored.last.finished_at.unwrap(), stored.last.row.id.clone()));
            seen.push(stored.last.row.id);
        }
        assert_eq!(seen, ["t-2-2", "u-1-1", "t-1-3"]);
    }
    // After another deal of the first match the page after it is the same.
    let after = Some((stored_at(6), "t-2-2".to_owned()));
    place.store.write(&[Write::FinishGame(deal("t", 2, 3, 9, false).1)]).await.unwrap();
    assert_eq!(ids(&place, GameFilter { after, ..all() }).await, ["u-1-1", "t-1-3"]);
    assert_eq!(ids(&place, all()).await, ["t-2-3", "u-1-1", "t-1-3"]);
}

async fn of_private_tables_are_listed_for_their_players(place: Arc<Place>) {
    play(&place).await;
    let store = &place.store;
    let private = TableRow { invite: Some("word".to_owned()), ..table("p", 2) };
    store.write(&[Write::OpenTable(private)]).await.unwrap();
    for number in 1..=2 {
        write(&place, deal("p", 1, number, 6 + i64::from(number), number == 2)).await;
    }
    let listed = async |asking: Option<&str>, filter: GameFilter| {
        let matches = store.matches_for(Reader::Account(asking), &filter).await.unwrap();
        matches.into_iter().map(|stored| stored.last.row.id).collect::<Vec<_>>()
    };
    let of_ana = GameFilter { account: Some("ana".to_owned()), ..all() };
    assert_eq!(listed(Some("ana"), of_ana.clone()).await, ["p-1-2", "t-2-2", "t-1-3"]);
    assert_eq!(listed(Some("gost"), of_ana).await, ["t-2-2", "t-1-3"]);
    assert_eq!(listed(Some("ana"), all()).await, ["t-2-2", "u-1-1", "t-1-3"]);
    let of_table = GameFilter { table: Some("p".to_owned()), ..all() };
    assert_eq!(listed(Some("robot"), of_table.clone()).await, ["p-1-2"]);
    assert_eq!(listed(Some("gost"), of_table.clone()).await, [""; 0]);
    assert_eq!(listed(None, of_table).await, [""; 0]);
}

async fn go_on_as_long_as_nothing_follows(place: Arc<Place>) {
    play(&place).await;
    let newest = async || matches(&place, &all()).await.remove(0);
    assert!(newest().await.open);
    // Another match has begun.
    place.store.write(&[Write::BeginGame(deal("t", 3, 1, 9, false).0)]).await.unwrap();
    assert!(!newest().await.open);
    write(&place, deal("u", 2, 1, 10, false)).await;
    assert!(newest().await.open);
    let close = Write::CloseTable { table: "u".to_owned(), at: at(11) };
    place.store.write(&[close]).await.unwrap();
    assert!(!newest().await.open);
}

async fn a_reason_is_stored_once(place: Arc<Place>) {
    play(&place).await;
    let write = async |game: &str, reason: &str| {
        let (game, reason) = (game.to_owned(), reason.to_owned());
        place.store.write(&[Write::Unrated { game, reason }]).await
    };
    write("t-1-3", "guests").await.unwrap();
    write("t-1-3", "guests").await.unwrap();
    for (game, reason) in [("t-1-3", "casual"), ("t-2-3", "guests"), ("none", "guests")] {
        assert!(matches!(write(game, reason).await, Err(StoreError::Refused(_))), "{game}");
    }
    let reasons: Vec<_> = matches(&place, &all()).await.into_iter().map(|m| m.unrated).collect();
    assert_eq!(reasons, [None, None, Some("guests".to_owned())]);
    // With the end of the deal, in one batch.
    let finish = Write::FinishGame(deal("t", 2, 3, 9, false).1);
    let unrated = Write::Unrated { game: "t-2-3".to_owned(), reason: "private".to_owned() };
    place.store.write(&[finish, unrated]).await.unwrap();
    assert_eq!(matches(&place, &all()).await[0].unrated.as_deref(), Some("private"));
    // Two reasons of one match in a batch do not go together, in whichever order.
    let (game, reason) = ("u-1-1".to_owned(), "guests".to_owned());
    let guests = Write::Unrated { game: game.clone(), reason };
    let casual = Write::Unrated { game, reason: "casual".to_owned() };
    assert!(place.store.write(&[guests.clone(), casual]).await.is_err());
    assert_eq!(matches(&place, &all()).await[1].unrated, None);
    place.store.write(&[guests.clone(), guests]).await.unwrap();
    assert_eq!(matches(&place, &all()).await[1].unrated.as_deref(), Some("guests"));
}

/// The migration that finds out the reasons of matches before it.
async fn old_matches_get_their_reasons(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.add_account(&account("eva", AccountKind::Person)).await.unwrap();
    let own =
        vzetek_store::Account { owner: Some("ana".to_owned()), ..account("own", AccountKind::Bot) };
    store.add_account(&own).await.unwrap();
    store.add_account(&account("mark", AccountKind::Bot)).await.unwrap();
    let (person, bot, guest) = (AccountKind::Person, AccountKind::Bot, AccountKind::Guest);
    let plain = json!({ "table": { "rated": true, "clock": { "move_ms": 5000 } } });
    let casual = json!({ "table": { "rated": false, "clock": { "move_ms": 1000 } } });
    let hurried = json!({ "table": { "rated": true, "clock": { "move_ms": 4999 } } });
    let show = json!({ "table": { "rated": false }, "demo": true });
    let unknown = json!({ "populated": ["strong"] });
    let ana = ("ana", person);
    for (number, (config, invite, players, expected)) in [
        (&plain, false, [ana, ("eva", person)], None),
        (&unknown, false, [ana, ("eva", person)], None),
        (&plain, false, [ana, ("robot", bot)], None),
        (&casual, false, [ana, ("eva", person)], Some("casual")),
        (&casual, true, [ana, ("eva", person)], Some("private")),
        (&hurried, false, [ana, ("eva", person)], Some("hurried")),
        (&show, false, [("robot", bot), ("mark", bot)], Some("exhibition")),
        (&plain, false, [ana, ("own", bot)], Some("one_person")),
        (&plain, false, [ana, ("gost", guest)], Some("guests")),
        (&plain, false, [("robot", bot), ("mark", bot)], Some("guests")),
        // Against a bot of the house a guest is rated: nothing stored says why not.
        (&plain, false, [("robot", bot), ("gost", guest)], None),
        (&plain, false, [("own", bot), ("gost", guest)], Some("guests")),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("t{number:02}");
        let invite = invite.then(|| "word".to_owned());
        let opened = TableRow { invite, config: config.clone(), ..table(&name, 2) };
        store.write(&[Write::OpenTable(opened)]).await.unwrap();
        let (mut row, mut end) = deal(&name, 1, 1, 20 - number as i64, true);
        for (seat, (id, kind)) in (0..).zip(players) {
            row.players[usize::from(seat)] = player(seat, id, kind);
            end.players[usize::from(seat)].account = id.to_owned();
            end.players[usize::from(seat)].rating = None;
        }
        write(&place, (row, end)).await;
        store
            .write(&[Write::Unrated {
                game: format!("{name}-1-1"),
                reason: expected.unwrap_or("-").to_owned(),
            }])
            .await
            .unwrap();
    }
    // A rated match, and one that goes on.
    let opened = TableRow { config: casual, ..table("z", 2) };
    store.write(&[Write::OpenTable(opened)]).await.unwrap();
    write(&place, deal("z", 1, 1, 0, true)).await;
    write(&place, deal("z", 2, 1, -1, false)).await;

    let expected: Vec<_> = matches(&place, &all()).await.into_iter().map(|m| m.unrated).collect();
    for back in ["DROP VIEW finished_games", "ALTER TABLE games DROP COLUMN unrated"] {
        place.query(back).await;
    }
    if store.backend() == "postgres" {
        migrate(&place, include_str!("../../../../migrations/postgres/0019_unrated_matches.sql"))
            .await;
    } else {
        // Its view is there already.
        place.query("CREATE VIEW finished_games AS SELECT 1").await;
        migrate(&place, include_str!("../../../../migrations/sqlite/0017_unrated_matches.sql"))
            .await;
    }
    let found: Vec<_> = matches(&place, &all()).await.into_iter().map(|m| m.unrated).collect();
    let expected = expected.into_iter().map(|reason| reason.filter(|reason| reason != "-"));
    assert_eq!(found, expected.collect::<Vec<_>>());
    assert_eq!(found.len(), 14);
    let seen =
        place.query("SELECT coalesce(unrated, '-') FROM finished_games WHERE table_id = 't03'");
    assert_eq!(seen.await, ["casual"]);
}

async fn migrate(place: &Place, statements: &str) {
    for statement in statements.split(';').filter(|statement| !statement.trim().is_empty()) {
        place.query(statement).await;
    }
}
