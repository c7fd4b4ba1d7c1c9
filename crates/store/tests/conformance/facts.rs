//! What miners query: the views, and the examples of docs/DATA.md.

use std::sync::Arc;

use vzetek_store::{MoveRow, MovedBy, Write};

use crate::place::Place;
use crate::samples::{at, begin, finish, game, move_of, mv};

on_both!(every_move_is_a_fact, totals, examples_run);

async fn play(place: &Place) {
    begin(&*place.store).await;
    place
        .store
        .write(&[
            move_of("g", mv(1)),
            move_of("g", mv(2)),
            move_of(
                "g",
                MoveRow { by: MovedBy::Substitute, account: Some("robot".to_owned()), ..mv(3) },
            ),
            move_of("g", MoveRow { by: MovedBy::Server, account: None, thinking_ms: 0, ..mv(4) }),
            Write::FinishGame(finish("g", at(60))),
            Write::BeginGame(game("h", "t", 1, 2)),
            move_of("h", mv(1)),
        ])
        .await
        .unwrap();
}

async fn every_move_is_a_fact(place: Arc<Place>) {
    play(&place).await;
    let facts = place
        .query(
            "SELECT kind || ' ' || player_count || ' ' || player || ' ' || player_kind || ' ' || \
                    moved_by || ' ' || decider_kind || ' ' || coalesce(decider_level, '-') \
                    || ' ' || thinking_ms || ' ' || points || ' ' || action \
               FROM move_facts WHERE finished_at IS NOT NULL ORDER BY move_number",
        )
        .await;
    assert_eq!(
        facts,
        [
            "trset-2 2 ana person player person - 1500 8 play 1♠",
            "trset-2 2 robot bot player bot strong 1500 3 play 2♠",
            "trset-2 2 ana person substitute bot strong 1500 8 play 3♠",
            "trset-2 2 robot bot server server - 0 3 play 4♠",
        ]
    );
    // A date compares with a time on both.
    for (from, count) in [("2026-11-21", "5"), ("2026-11-22", "0")] {
        let sql = format!("SELECT CAST(count(*) AS TEXT) FROM move_facts WHERE at >= '{from}'");
        assert_eq!(place.query(&sql).await, [count]);
    }
}

async fn totals(place: Arc<Place>) {
    play(&place).await;
    let totals = place
        .query(
            "SELECT account || ' ' || account_kind || ' ' || kind || ' ' || games || ' ' || wins \
                    || ' ' || points || ' ' || CAST(win_share AS INTEGER) || ' ' || forfeits \
               FROM player_totals ORDER BY account",
        )
        .await;
    assert_eq!(totals, ["ana person trset-2 1 1 8 1 0", "robot bot trset-2 1 0 3 0 0"]);
}

async fn examples_run(place: Arc<Place>) {
    play(&place).await;
    let manual = include_str!("../../../../docs/DATA.md");
    let examples: Vec<&str> = manual
        .split("```sql\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default().trim())
        .collect();
    assert!(examples.len() >= 5, "the manual has examples");
    for example in examples {
        let example = example.trim_end_matches(';');
        let sql = format!("SELECT CAST(count(*) AS TEXT) FROM ({example}) AS example");
        assert_eq!(place.query(&sql).await.len(), 1, "{example}");
    }
}
