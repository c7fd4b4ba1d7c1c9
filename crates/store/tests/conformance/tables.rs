//! Tables, and what a server finds after a crash.

use std::sync::Arc;

use serde_json::json;
use vzetek_store::{StoreError, StoredGame, StoredTable, TableRow, Write};

use crate::place::Place;
use crate::samples::{
    add_people, at, finish, game, move_of, mv, open_tables, open_tables_by, promise, stored_at,
    table,
};

on_both!(open_ones_come_back, many_open_ones, are_opened_and_closed_once, keep_json_as_it_is);

async fn open_ones_come_back(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    assert_eq!(open_tables(&**store).await, []);
    let later =
        TableRow { created_at: at(5), invite: Some("lipa".to_owned()), ..table("later", 4) };
    let ana = Some("ana".to_owned());
    store
        .write(&[
            Write::OpenTable(later.clone()),
            Write::OpenTable(table("closed", 2)),
            Write::OpenTable(TableRow { creator: None, ..table("t", 2) }),
            Write::Seats { table: "t".to_owned(), seats: vec![ana.clone(), None] },
            Write::Seats {
                table: "t".to_owned(),
                seats: vec![ana.clone(), Some("robot".to_owned())],
            },
            Write::BeginGame(game("c", "closed", 1, 1)),
            Write::CloseTable { table: "closed".to_owned(), at: at(9) },
            // Deal 10 comes after deal 9, and match 2 after both.
            Write::BeginGame(game("z", "t", 1, 9)),
            Write::FinishGame(finish("z", at(20))),
            Write::BeginGame(game("y", "t", 1, 10)),
            move_of("y", mv(1)),
            Write::FinishGame(finish("y", at(30))),
            Write::TableState { table: "t".to_owned(), state: json!({"dealer": 0}) },
            Write::TableState { table: "t".to_owned(), state: json!({"dealer": 1}) },
            Write::BeginGame(game("x", "t", 2, 1)),
            move_of("x", mv(2)),
            move_of("x", mv(1)),
        ])
        .await
        .unwrap();
    let expected = [
        StoredTable {
            row: TableRow { creator: None, ..table("t", 2) },
            term: 1,
            seats: vec![ana, Some("robot".to_owned())],
            state: Some(json!({"dealer": 1})),
            game: Some(StoredGame {
                row: game("x", "t", 2, 1),
                private: false,
                finished_at: None,
                result: None,
                move_count: 2,
                moves: vec![mv(1), mv(2)],
                dropped: Vec::new(),
            }),
            promises: Vec::new(),
        },
        StoredTable {
            row: TableRow { created_at: stored_at(5), ..later },
            term: 1,
            seats: vec![None; 4],
            state: None,
            game: None,
            promises: Vec::new(),
        },
    ];
    assert_eq!(open_tables(&**store).await, expected);
    let places: Vec<_> = expected.iter().map(StoredTable::place).collect();
    let opened = async |seconds, after, limit| {
        store.tables_opened_before(at(seconds), after, limit).await.unwrap()
    };
    assert_eq!(opened(1000, None, 10).await, places);
    assert_eq!(opened(1000, Some(&places[0]), 1).await, places[1..]);
    assert_eq!(opened(5, None, 10).await, places[..1], "those opened before");

    // A deal that is over is still the table's last.
    store.write(&[Write::FinishGame(finish("x", at(40)))]).await.unwrap();
    let last = open_tables(&**store).await[0].game.clone().unwrap();
    assert_eq!((last.row.id.as_str(), last.finished_at), ("x", Some(stored_at(40))));
    assert_eq!(last.moves, [mv(1), mv(2)]);
}

async fn many_open_ones(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let mut batch = Vec::new();
    for number in 0..1100 {
        let (t, g) = (format!("t{number:04}"), format!("g{number:04}"));
        batch.push(Write::OpenTable(table(&t, 2)));
        batch.push(Write::BeginGame(game(&g, &t, 1, 1)));
        batch.push(move_of(&g, mv(1)));
        batch.push(move_of(&g, mv(2)));
    }
    store.write(&batch).await.unwrap();
    let tables = open_tables_by(&**store, 2000).await;
    assert_eq!(tables.len(), 1100);
    assert_eq!(open_tables_by(&**store, 300).await, tables);
    for (number, table) in tables.iter().enumerate() {
        assert_eq!(table.row.id, format!("t{number:04}"));
        let game = table.game.as_ref().unwrap();
        assert_eq!(game.row.id, format!("g{number:04}"));
        assert_eq!((game.row.players.len(), game.moves.len()), (2, 2));
    }
}

async fn are_opened_and_closed_once(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let open = Write::OpenTable(table("t", 2));
    store.write(std::slice::from_ref(&open)).await.unwrap();
    let seats = vec![None, Some("ana".to_owned())];
    store.write(&[Write::Seats { table: "t".to_owned(), seats: seats.clone() }]).await.unwrap();
    store.write(&[open]).await.unwrap();
    assert_eq!(open_tables(&**store).await[0].seats, seats, "repeating empties no seat");

    let refused = async |write: Write| {
        let answer = store.write(&[write]).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
    };
    refused(Write::OpenTable(table("t", 4))).await;
    refused(Write::OpenTable(TableRow { config: json!(1), ..table("t", 2) })).await;
    refused(Write::OpenTable(table("none", 0))).await;
    refused(Write::OpenTable(TableRow { creator: Some("nobody".into()), ..table("u", 2) })).await;

    let dealt = [Write::OpenTable(table("dealt", 2)), Write::BeginGame(game("g", "dealt", 1, 1))];
    store.write(&dealt).await.unwrap();
    let state = Write::TableState { table: "t".to_owned(), state: json!({}) };
    store.write(&[state, Write::Promise(promise("p", "t"))]).await.unwrap();
    let close =
        |table: &str, seconds| Write::CloseTable { table: table.to_owned(), at: at(seconds) };
    for _ in 0..2 {
        store.write(&[close("t", 1), close("dealt", 1)]).await.unwrap();
    }
    refused(close("dealt", 2)).await;
    // The table without a deal is deleted.
    assert_eq!(place.query("SELECT id FROM tables").await, ["dealt"]);
    for rows in ["seats", "table_states", "promises"] {
        let left = place.query(&format!("SELECT table_id FROM {rows} WHERE table_id = 't'")).await;
        assert_eq!(left, [""; 0], "{rows}");
    }
    let opened = store.tables_opened_before(at(1000), None, 10).await.unwrap();
    assert_eq!(opened, []);
    assert_eq!(open_tables(&**store).await, []);
}

async fn keep_json_as_it_is(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let states = [
        json!(null),
        json!({"b": 1, "a": [1.0, -0.0, 1e300, 1e16, 0.1, u64::MAX, i64::MIN, true]}),
        json!("č\u{0} \"\\ \u{1f0a1}"),
        json!({"": {"": []}}),
    ];
    store.write(&[Write::OpenTable(table("t", 2))]).await.unwrap();
    for state in states {
        let write = Write::TableState { table: "t".to_owned(), state: state.clone() };
        store.write(&[write]).await.unwrap();
        assert_eq!(open_tables(&**store).await[0].state, Some(state));
    }
}
