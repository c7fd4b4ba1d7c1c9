//! Lists of finished deals.

use std::sync::Arc;

use vzetek_store::{
    AccountKind, DealDigest, DealRange, GameFilter, KindSpan, MoveRow, Reader, StoredGame,
    TableRow, Write,
};

use crate::place::Place;
use crate::samples::{
    account, add_people, at, finish, game, move_of, mv, player, stored_at, table,
};

on_both!(
    are_filtered,
    are_paged,
    of_private_tables_are_listed_for_their_players,
    times_keep_microseconds,
    somebody_at_two_seats,
    are_copied_the_oldest_first,
    a_change_of_finished_deals_is_noticed,
);

/// Twelve finished deals, the first by bots alone, three each second, and one that goes on.
async fn play(place: &Place) {
    let store = &place.store;
    add_people(&**store).await;
    store.add_account(&account("eva", AccountKind::Person)).await.unwrap();
    store.write(&[Write::OpenTable(table("t", 2)), Write::OpenTable(table("u", 2))]).await.unwrap();
    // Written in another order than they ended.
    for number in (0..12_u32).rev() {
        let id = format!("g{number:02}");
        let mut row = game(&id, if number % 4 == 0 { "u" } else { "t" }, 1, number + 1);
        let mut end = finish(&id, at(i64::from(number / 3)));
        let mut first = mv(1);
        if number % 2 == 1 {
            row.kind = "kifameno-2".to_owned();
        }
        let other = match number {
            0 => Some(("robot", AccountKind::Bot)),
            9.. => Some(("eva", AccountKind::Person)),
            _ => None,
        };
        if let Some((account, kind)) = other {
            row.players[0] = player(0, account, kind);
            end.players[0].account = account.to_owned();
            first.account = Some(account.to_owned());
        }
        store
            .write(&[Write::BeginGame(row), move_of(&id, first), Write::FinishGame(end)])
            .await
            .unwrap();
    }
    store.write(&[Write::BeginGame(game("unfinished", "t", 2, 1))]).await.unwrap();
}

async fn ids(place: &Place, filter: GameFilter) -> Vec<u32> {
    let games = place.store.games(&filter).await.unwrap();
    games.iter().map(|game| game.row.id[1..].parse().unwrap()).collect()
}

fn all() -> GameFilter {
    GameFilter { limit: 100, ..GameFilter::default() }
}

async fn are_filtered(place: Arc<Place>) {
    play(&place).await;
    let place = &*place;
    assert_eq!(ids(place, all()).await, (0..12).rev().collect::<Vec<_>>());
    assert_eq!(ids(place, GameFilter { limit: 0, ..all() }).await, [0; 0]);
    let kind = Some("kifameno-2".to_owned());
    assert_eq!(ids(place, GameFilter { kind, ..all() }).await, [11, 9, 7, 5, 3, 1]);
    let eva = GameFilter { account: Some("eva".to_owned()), ..all() };
    assert_eq!(ids(place, eva.clone()).await, [11, 10, 9]);
    let robot = GameFilter { account: Some("robot".to_owned()), ..all() };
    assert_eq!(ids(place, robot.clone()).await.len(), 12);
    let both = GameFilter { kind: Some("trset-2".to_owned()), ..eva };
    assert_eq!(ids(place, both).await, [10]);
    let table = Some("u".to_owned());
    assert_eq!(ids(place, GameFilter { table, ..all() }).await, [8, 4, 0]);
    assert_eq!(
        ids(place, GameFilter { from: Some(stored_at(2)), ..all() }).await,
        [11, 10, 9, 8, 7, 6]
    );
    assert_eq!(ids(place, GameFilter { until: Some(stored_at(1)), ..all() }).await, [2, 1, 0]);
    let second = GameFilter { from: Some(at(1)), until: Some(at(2)), ..robot };
    assert_eq!(ids(place, second).await, [5, 4, 3]);
    let people = GameFilter { people: true, ..all() };
    assert_eq!(ids(place, people.clone()).await, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    let robots = GameFilter { account: Some("robot".to_owned()), ..people.clone() };
    assert_eq!(ids(place, robots).await.len(), 11);
    let table = GameFilter { table: Some("u".to_owned()), ..people };
    assert_eq!(ids(place, table).await, [8, 4]);
    let nobody = GameFilter { account: Some("nobody".to_owned()), ..all() };
    assert_eq!(ids(place, nobody).await, [0; 0]);

    let games = place.store.games(&GameFilter { limit: 1, ..all() }).await.unwrap();
    assert_eq!((games[0].move_count, games[0].moves.as_slice()), (1, [].as_slice()));
    assert_eq!(games[0].row.players[0].account, "eva");
    assert_eq!(games[0].row.players[0].points, Some(8));
}

async fn are_paged(place: Arc<Place>) {
    play(&place).await;
    for account in [None, Some("robot".to_owned())] {
        for limit in [1, 2, 5, 12] {
            let mut seen = Vec::new();
            let mut filter = GameFilter { limit, account: account.clone(), ..all() };
            loop {
                let page = place.store.games(&filter).await.unwrap();
                let Some(last) = page.last() else { break };
                filter.after = Some((last.finished_at.unwrap(), last.row.id.clone()));
                seen.extend(page.into_iter().map(|game| game.row.id));
            }
            let expected: Vec<_> = (0..12).rev().map(|number| format!("g{number:02}")).collect();
            assert_eq!(seen, expected, "{account:?}, {limit} a page");
        }
    }
}

/// Every second deal is at a private table; Eva plays none, Ana all of them.
async fn of_private_tables_are_listed_for_their_players(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let private = TableRow { invite: Some("word".to_owned()), ..table("p", 2) };
    store.write(&[Write::OpenTable(table("t", 2)), Write::OpenTable(private)]).await.unwrap();
    for number in 0..10_u32 {
        let id = format!("g{number:02}");
        let mut row = game(&id, ["t", "p"][number as usize % 2], 1, number + 1);
        if number >= 8 {
            row.kind = "kifameno-2".to_owned();
        }
        let end = finish(&id, at(i64::from(number / 4)));
        store.write(&[Write::BeginGame(row), Write::FinishGame(end)]).await.unwrap();
    }
    let listed = async |asking: Option<&str>, filter: GameFilter| -> Vec<u32> {
        let games = store.games_for(Reader::Account(asking), &filter).await.unwrap();
        games.iter().map(|game| game.row.id[1..].parse().unwrap()).collect()
    };
    let (public, everything) = ([8, 6, 4, 2, 0], (0..10).rev().collect::<Vec<_>>());
    let ana = GameFilter { account: Some("ana".to_owned()), ..all() };
    let kifameno = GameFilter { kind: Some("kifameno-2".to_owned()), ..ana.clone() };
    let of_table = GameFilter { table: Some("p".to_owned()), ..all() };
    assert_eq!(ids(&place, all()).await, everything, "the operator sees all");
    for game in store.games(&all()).await.unwrap() {
        assert_eq!(game.private, game.row.table == "p", "and which of them are private");
    }
    assert_eq!(ids(&place, of_table.clone()).await, [9, 7, 5, 3, 1]);
    for asking in [None, Some("ana"), Some("gost")] {
        assert_eq!(listed(asking, all()).await, public, "{asking:?}");
    }
    for asking in [None, Some("robot"), Some("gost")] {
        assert_eq!(listed(asking, ana.clone()).await, public, "{asking:?}");
        assert_eq!(listed(asking, kifameno.clone()).await, [8], "{asking:?}");
    }
    assert_eq!(listed(Some("ana"), ana.clone()).await, everything);
    assert_eq!(listed(Some("ana"), kifameno).await, [9, 8]);
    assert_eq!(listed(None, of_table.clone()).await, [0; 0]);
    assert_eq!(listed(Some("gost"), of_table.clone()).await, [0; 0]);
    assert_eq!(listed(Some("robot"), of_table.clone()).await, [9, 7, 5, 3, 1]);
    let hers = GameFilter { table: of_table.table, ..ana.clone() };
    assert_eq!(listed(Some("gost"), hers.clone()).await, [0; 0]);
    assert_eq!(listed(Some("robot"), hers).await, [9, 7, 5, 3, 1]);
    // Pages join, whichever tables their deals are of.
    let mut seen = Vec::new();
    let mut filter = GameFilter { limit: 3, ..ana };
    loop {
        let page = store.games_for(Reader::Account(Some("ana")), &filter).await.unwrap();
        let Some(last) = page.last() else { break };
        filter.after = Some((last.finished_at.unwrap(), last.row.id.clone()));
        seen.extend(page.iter().map(|game| game.row.id[1..].parse::<u32>().unwrap()));
    }
    assert_eq!(seen, everything);
    // They count, without being listed.
    assert_eq!(store.results_of("ana").await.unwrap()[1].games, 8);
}

async fn times_keep_microseconds(place: Arc<Place>) {
    let store = &place.store;
    crate::samples::begin(&**store).await;
    let texts = [
        ("2026-11-21T04:15:00.000000999Z", "2026-11-21T04:15:00Z"),
        ("2026-11-21T04:15:00.999999999Z", "2026-11-21T04:15:00.999999Z"),
        ("1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999Z"),
        ("1999-12-31T23:59:59.000001001Z", "1999-12-31T23:59:59.000001Z"),
        ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"),
        ("2099-06-01T12:00:00.100Z", "2099-06-01T12:00:00.100Z"),
    ];
    for (number, (given, kept)) in (1..).zip(texts) {
        let row = MoveRow { at: given.parse().unwrap(), ..mv(number) };
        store.write(&[move_of("g", row.clone())]).await.unwrap();
        store.write(&[move_of("g", row)]).await.unwrap();
        let moves = store.game("g").await.unwrap().unwrap().moves;
        assert_eq!(
            moves.last().unwrap().at,
            kept.parse::<chrono::DateTime<chrono::Utc>>().unwrap()
        );
    }
}

async fn somebody_at_two_seats(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let mut row = game("g", "t", 1, 1);
    row.players[0] = player(0, "robot", AccountKind::Bot);
    let mut end = finish("g", at(1));
    end.players[0].account = "robot".to_owned();
    store
        .write(&[Write::OpenTable(table("t", 2)), Write::BeginGame(row), Write::FinishGame(end)])
        .await
        .unwrap();
    let filter = GameFilter { account: Some("robot".to_owned()), ..all() };
    assert_eq!(store.games(&filter).await.unwrap().len(), 1);
}

fn stretch(kind: &str) -> DealRange {
    DealRange { kind: kind.to_owned(), from: at(0), until: at(60), private: false }
}

async fn copied(place: &Place, range: &DealRange, page: u32) -> Vec<String> {
    let (mut ids, mut after) = (Vec::new(), None);
    loop {
        let deals = place.store.deals(range, after.as_ref(), page).await.unwrap();
        assert!(deals.len() <= page as usize);
        let Some(last) = deals.last() else { return ids };
        after = last.finished_at.map(|end| (end, last.row.id.clone()));
        for deal in deals {
            let stored = place.store.game(&deal.row.id).await.unwrap().unwrap();
            assert_eq!(deal, StoredGame { dropped: Vec::new(), ..stored });
            ids.push(deal.row.id);
        }
    }
}

async fn are_copied_the_oldest_first(place: Arc<Place>) {
    play(&place).await;
    let place = &*place;
    let spans = place.store.spans().await.unwrap();
    let span = |kind: &str, first, last| KindSpan {
        kind: kind.to_owned(),
        first: stored_at(first),
        last: stored_at(last),
    };
    assert_eq!(spans, [span("kifameno-2", 0, 3), span("trset-2", 0, 3)]);
    for page in [1, 2, 100] {
        let all = copied(place, &stretch("trset-2"), page).await;
        assert_eq!(all, ["g00", "g02", "g04", "g06", "g08", "g10"]);
    }
    let second = DealRange { from: at(1), until: at(2), ..stretch("kifameno-2") };
    assert_eq!(copied(place, &second, 1).await, ["g03", "g05"]);
    let none = DealRange { until: at(0), ..stretch("trset-2") };
    assert!(copied(place, &none, 5).await.is_empty());

    // The last to end, whose id is the first.
    let end = Write::FinishGame(finish("a", at(40)));
    let row = Write::BeginGame(game("a", "t", 3, 1));
    place.store.write(&[row, move_of("a", mv(1)), end]).await.unwrap();
    for page in [1, 4, 100] {
        let all = copied(place, &stretch("trset-2"), page).await;
        assert_eq!(all, ["g00", "g02", "g04", "g06", "g08", "g10", "a"], "by {page}");
    }

    let closed = TableRow { invite: Some("word".to_owned()), ..table("closed", 2) };
    place.store.write(&[Write::OpenTable(closed)]).await.unwrap();
    let end = Write::FinishGame(finish("h", at(1)));
    let row = Write::BeginGame(game("h", "closed", 1, 1));
    place.store.write(&[row, move_of("h", mv(1)), end]).await.unwrap();
    assert_eq!(copied(place, &stretch("trset-2"), 2).await.len(), 7, "not the private one");
    let both = DealRange { private: true, ..stretch("trset-2") };
    for page in [1, 3, 100] {
        let all = copied(place, &both, page).await;
        assert_eq!(all, ["g00", "g02", "g04", "h", "g06", "g08", "g10", "a"], "by {page}");
    }
}

async fn a_change_of_finished_deals_is_noticed(place: Arc<Place>) {
    play(&place).await;
    let store = &place.store;
    let range = DealRange { private: true, ..stretch("trset-2") };
    let before = store.digest(&range).await.unwrap();
    assert_eq!((before.deals, before.newest, before.seats), (6, Some(stored_at(3)), 12));
    assert_eq!((before.ended, before.rated, before.points), (12, 6, 66));
    assert_eq!(store.digest(&range).await.unwrap(), before);
    let none = DealRange { until: at(0), ..range.clone() };
    assert_eq!(store.digest(&none).await.unwrap(), DealDigest::default());

    let mut end = finish("late", at(2));
    for player in &mut end.players {
        (player.match_end, player.rating) = (None, None);
    }
    let row = Write::BeginGame(game("late", "t", 3, 1));
    store.write(&[row, move_of("late", mv(1)), Write::FinishGame(end)]).await.unwrap();
    let later = store.digest(&range).await.unwrap();
    assert_eq!((later.deals, later.newest), (7, before.newest), "it ended before the newest");

    let mut eva = store.account("eva").await.unwrap().unwrap();
    (eva.kind, eva.name) = (AccountKind::Deleted, String::new());
    (eva.name_key, eva.password_hash) = (String::new(), None);
    let hash = store.account("eva").await.unwrap().unwrap().password_hash;
    assert!(store.change_account(&eva, hash.as_deref(), None).await.unwrap());
    let now = store.digest(&range).await.unwrap();
    assert_eq!((later.deleted, now), (0, DealDigest { deleted: 1, ..later }));
}
