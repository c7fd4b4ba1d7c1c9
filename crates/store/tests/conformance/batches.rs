//! Group commit.

use std::sync::Arc;

use serde_json::json;
use vzetek_store::{FinishRow, GameRow, MoveRow, MovedBy, StoreError, StoredGame, Write};

use crate::place::Place;
use crate::samples::{
    account, add_people, at, begin, finish, game, move_of, mv, open_tables, stored_at, table,
};

on_both!(
    a_whole_match_comes_back,
    one_bad_write_leaves_nothing,
    the_same_batch_may_be_repeated,
    another_move_with_the_same_number_is_refused,
    moves_need_a_game_that_goes_on,
    a_deal_begins_once,
    a_deal_ends_once,
    big_batches,
    batches_of_every_size,
    a_bad_move_is_refused_wherever_it_stands,
    nothing_of_a_refused_batch_comes_with_the_next,
    every_kind_of_decider,
);

/// Everything that happens at a table, in one batch.
fn whole_match() -> Vec<Write> {
    vec![
        Write::OpenTable(table("t", 2)),
        Write::Seats { table: "t".to_owned(), seats: vec![Some("ana".to_owned()), None] },
        Write::TableState { table: "t".to_owned(), state: json!({"score": [0, 0]}) },
        Write::BeginGame(game("g", "t", 1, 1)),
        move_of("g", mv(1)),
        move_of("g", mv(2)),
        Write::TableState { table: "t".to_owned(), state: json!({"score": [8, 3]}) },
        move_of("g", mv(3)),
        Write::FinishGame(finish("g", at(60))),
        Write::BeginGame(game("h", "t", 1, 2)),
        move_of("h", mv(1)),
        crate::ratings::rated(vec![crate::ratings::rating("ana", "trset-2", 1512.5, 80.0)]),
        Write::CloseTable { table: "t".to_owned(), at: at(90) },
    ]
}

async fn game_of(place: &Place, id: &str) -> StoredGame {
    place.store.game(id).await.unwrap().expect("there is such a game")
}

async fn a_whole_match_comes_back(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.write(&[]).await.unwrap();
    store.write(&whole_match()).await.unwrap();
    let stored = game_of(&place, "g").await;
    let expected = StoredGame {
        row: GameRow { players: finish("g", at(60)).players, ..game("g", "t", 1, 1) },
        private: false,
        finished_at: Some(stored_at(60)),
        result: Some(json!({"points": [8, 3], "mean": 5.5})),
        move_count: 3,
        moves: vec![mv(1), mv(2), mv(3)],
        dropped: Vec::new(),
    };
    assert_eq!(stored, expected);
    assert_eq!(stored.row.secret, "0123456789abcdef".repeat(4));
    let next = game_of(&place, "h").await;
    assert_eq!((next.finished_at, next.result, next.moves), (None, None, vec![mv(1)]));
    assert_eq!(next.row, game("h", "t", 1, 2));
    assert_eq!(store.game("nothing").await.unwrap(), None);
}

async fn one_bad_write_leaves_nothing(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    store.write(&[move_of("g", mv(1))]).await.unwrap();
    let bad = [
        move_of("nothing", mv(1)),
        move_of("g", MoveRow { action: "other".to_owned(), ..mv(1) }),
        move_of("g", MoveRow { seat: 7, ..mv(3) }),
        move_of("g", MoveRow { number: 0, ..mv(3) }),
        move_of("g", MoveRow { number: u32::MAX, ..mv(3) }),
        move_of("g", MoveRow { thinking_ms: u64::MAX, ..mv(3) }),
        move_of("g", MoveRow { account: Some("nobody".to_owned()), ..mv(3) }),
        Write::Seats { table: "t".to_owned(), seats: vec![None; 3] },
        Write::Seats { table: "t".to_owned(), seats: vec![Some("nobody".to_owned()), None] },
        Write::Seats { table: "nothing".to_owned(), seats: vec![None; 2] },
        Write::TableState { table: "nothing".to_owned(), state: json!(1) },
        Write::BeginGame(game("x", "nothing", 1, 1)),
        Write::FinishGame(finish("nothing", at(1))),
        crate::ratings::rated(vec![crate::ratings::rating("nobody", "trset-2", 1.0, 1.0)]),
        crate::ratings::rated(vec![crate::ratings::rating("ana", "trset-2", f64::NAN, 1.0)]),
    ];
    for bad in bad {
        let batch = [
            Write::OpenTable(table("u", 4)),
            Write::TableState { table: "t".to_owned(), state: json!("new") },
            move_of("g", mv(2)),
            bad.clone(),
            move_of("g", mv(3)),
        ];
        let answer = store.write(&batch).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{bad:?}: {answer:?}");
        assert_eq!(game_of(&place, "g").await.moves, [mv(1)], "{bad:?}");
        let tables = open_tables(&**store).await;
        assert_eq!(tables.len(), 1, "{bad:?}");
        assert_eq!(tables[0].state, None, "{bad:?}");
    }
}

async fn the_same_batch_may_be_repeated(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let nanoseconds = Write::BeginGame(GameRow { started_at: at(1), ..game("g", "t", 1, 1) });
    let mut batch = whole_match();
    batch[3] = nanoseconds;
    batch[4] = move_of("g", MoveRow { at: at(2), ..mv(1) });
    store.write(&batch).await.unwrap();
    let before = (game_of(&place, "g").await, game_of(&place, "h").await);
    store.write(&batch).await.unwrap();
    assert_eq!((game_of(&place, "g").await, game_of(&place, "h").await), before);
    // Or one by one, as after a batch that was refused for somebody's fault.
    for write in &batch {
        store.write(std::slice::from_ref(write)).await.unwrap();
    }
    // Or with something new behind it.
    batch.push(move_of("h", mv(2)));
    store.write(&batch).await.unwrap();
    assert_eq!(game_of(&place, "h").await.moves, [mv(1), mv(2)]);
    // Or even twice in one.
    store.write(&[move_of("h", mv(3)), move_of("h", mv(3))]).await.unwrap();
    assert_eq!(game_of(&place, "h").await.moves, [mv(1), mv(2), mv(3)]);
}

async fn another_move_with_the_same_number_is_refused(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    store.write(&[move_of("g", mv(1))]).await.unwrap();
    let changed = [
        MoveRow { action: "play X".to_owned(), ..mv(1) },
        MoveRow { seat: 1, ..mv(1) },
        MoveRow { by: MovedBy::Substitute, ..mv(1) },
        MoveRow { account: Some("robot".to_owned()), ..mv(1) },
        MoveRow { at: at(50), ..mv(1) },
        MoveRow { thinking_ms: 1, ..mv(1) },
    ];
    for row in changed {
        let answer = store.write(&[move_of("g", row.clone())]).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{row:?}: {answer:?}");
    }
    let twice = [move_of("g", mv(2)), move_of("g", MoveRow { thinking_ms: 1, ..mv(2) })];
    let answer = store.write(&twice).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
    assert_eq!(game_of(&place, "g").await.moves, [mv(1)]);
}

async fn moves_need_a_game_that_goes_on(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let early = [move_of("h", mv(1)), Write::BeginGame(game("h", "t", 1, 2))];
    let answer = store.write(&early).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "before the deal: {answer:?}");
    let late = [Write::FinishGame(finish("g", at(60))), move_of("g", mv(1))];
    let answer = store.write(&late).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "after the deal: {answer:?}");
    assert_eq!(game_of(&place, "g").await.finished_at, None);
}

async fn a_deal_begins_once(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let known = game("g", "t", 1, 1);
    let mut other_players = known.clone();
    other_players.players.swap(0, 1);
    other_players.players[0].seat = 0;
    other_players.players[1].seat = 1;
    let contradictions = [
        GameRow { dealer: 0, ..known.clone() },
        GameRow { options: json!({}), ..known.clone() },
        GameRow { secret: "f".repeat(64), ..known.clone() },
        GameRow { number: 2, ..known.clone() },
        // Another id, in the place that is taken.
        GameRow { id: "h".to_owned(), ..known.clone() },
        GameRow { id: "h".to_owned(), number: 2, players: Vec::new(), ..known.clone() },
        GameRow { id: "h".to_owned(), number: 2, secret: "short".to_owned(), ..known.clone() },
        other_players,
    ];
    for row in contradictions {
        let answer = store.write(&[Write::BeginGame(row.clone())]).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{row:?}: {answer:?}");
    }
    let mut turned = known;
    turned.players.reverse();
    store.write(&[Write::BeginGame(turned)]).await.unwrap();
}

async fn a_deal_ends_once(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    store.add_account(&account("eva", vzetek_store::AccountKind::Person)).await.unwrap();
    let end = finish("g", at(60));
    let refused = async |row: FinishRow| {
        let answer = store.write(&[Write::FinishGame(row.clone())]).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{row:?}: {answer:?}");
    };
    let mut stranger = end.clone();
    stranger.players[0].account = "eva".to_owned();
    let mut one = end.clone();
    one.players.pop();
    let mut twice = end.clone();
    twice.players[1] = twice.players[0].clone();
    for row in [stranger.clone(), one.clone(), twice] {
        refused(row).await;
        assert_eq!(game_of(&place, "g").await.finished_at, None);
    }
    store.write(&[Write::FinishGame(end.clone())]).await.unwrap();
    store.write(&[Write::FinishGame(end.clone())]).await.unwrap();
    let mut points = end.clone();
    points.players[0].points = Some(9);
    for row in [
        stranger,
        one,
        points,
        FinishRow { finished_at: at(61), ..end.clone() },
        FinishRow { result: json!(null), ..end.clone() },
    ] {
        refused(row).await;
    }
    let stored = game_of(&place, "g").await;
    assert_eq!((stored.finished_at, stored.row.players), (Some(stored_at(60)), end.players));
}

async fn big_batches(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let mut batch = Vec::new();
    for deal in 2..=9 {
        batch.push(Write::BeginGame(game(&format!("g{deal}"), "t", 1, deal)));
    }
    // Moves of several deals in between each other, as they come.
    for number in 1..=1100 {
        for deal in 2..=9 {
            batch.push(move_of(&format!("g{deal}"), mv(number)));
        }
    }
    store.write(&batch).await.unwrap();
    store.write(&batch).await.unwrap();
    let moves: Vec<_> = (1..=1100).map(mv).collect();
    for deal in 2..=9 {
        assert_eq!(game_of(&place, &format!("g{deal}")).await.moves, moves);
    }
}

/// Around the sizes for which SQLite has statements.
const SIZES: [u32; 12] = [1, 2, 3, 4, 5, 7, 8, 9, 1023, 1024, 1025, 2049];

async fn batches_of_every_size(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    // Down again as well, so that a statement is used with fewer rows than the
    // last time.
    for (deal, size) in (2..).zip(SIZES.into_iter().chain(SIZES.into_iter().rev())) {
        let id = format!("g{deal}");
        store.write(&[Write::BeginGame(game(&id, "t", 1, deal))]).await.unwrap();
        let moves: Vec<_> = (1..=size).map(mv).collect();
        let batch: Vec<_> = moves.iter().map(|row| move_of(&id, row.clone())).collect();
        store.write(&batch).await.unwrap();
        assert_eq!(game_of(&place, &id).await.moves, moves, "{size}");
        let count = place.query("SELECT CAST(count(*) AS TEXT) FROM moves").await;
        store.write(&batch).await.unwrap();
        let again = place.query("SELECT CAST(count(*) AS TEXT) FROM moves").await;
        assert_eq!(again, count, "{size}");
    }
    let expected = 2 * SIZES.iter().sum::<u32>();
    let count = place.query("SELECT CAST(count(*) AS TEXT) FROM moves").await;
    assert_eq!(count, [expected.to_string()]);
}

async fn a_bad_move_is_refused_wherever_it_stands(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    for size in [1_u32, 2, 3, 5, 1024, 1025, 2049] {
        let bad = [
            move_of("nothing", mv(size)),
            move_of("", mv(size)),
            move_of("g", MoveRow { seat: 2, ..mv(size) }),
            move_of("g", MoveRow { account: Some("nobody".to_owned()), ..mv(size) }),
            move_of("g", MoveRow { account: Some(String::new()), ..mv(size) }),
        ];
        for bad in bad {
            let mut batch: Vec<_> = (1..size).map(|number| move_of("g", mv(number))).collect();
            for place_of_bad in [0, batch.len()] {
                batch.insert(place_of_bad, bad.clone());
                let answer = store.write(&batch).await;
                assert!(
                    matches!(answer, Err(StoreError::Refused(_))),
                    "{size} {bad:?}: {answer:?}"
                );
                batch.remove(place_of_bad);
            }
        }
    }
    assert_eq!(place.query("SELECT action FROM moves").await, Vec::<String>::new());
}

/// A prepared statement must not keep the rows of the time before.
async fn nothing_of_a_refused_batch_comes_with_the_next(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let mut refused: Vec<_> = (1..=7).map(|number| move_of("g", mv(number))).collect();
    refused.push(move_of("nothing", mv(8)));
    refused.rotate_right(1);
    let answer = store.write(&refused).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
    let five: Vec<_> = (1..=5).map(|number| move_of("g", mv(number))).collect();
    store.write(&five).await.unwrap();
    assert_eq!(game_of(&place, "g").await.moves, (1..=5).map(mv).collect::<Vec<_>>());
}

async fn every_kind_of_decider(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let moves = vec![
        mv(1),
        MoveRow { by: MovedBy::Substitute, account: Some("robot".to_owned()), ..mv(2) },
        MoveRow { by: MovedBy::Server, account: None, thinking_ms: 0, ..mv(3) },
        MoveRow { by: MovedBy::Substitute, account: None, ..mv(4) },
        MoveRow { thinking_ms: 1 << 40, ..mv(5) },
    ];
    let batch: Vec<_> = moves.iter().map(|row| move_of("g", row.clone())).collect();
    store.write(&batch).await.unwrap();
    assert_eq!(game_of(&place, "g").await.moves, moves);
    for row in [MoveRow { account: None, ..mv(6) }, MoveRow { by: MovedBy::Server, ..mv(6) }] {
        let answer = store.write(&[move_of("g", row)]).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
    }
}
