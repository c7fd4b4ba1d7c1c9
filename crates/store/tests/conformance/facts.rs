//! The queries of miners: the views, and the examples of docs/DATA.md.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use vzetek_store::{MoveRow, MovedBy, Write};

use crate::place::Place;
use crate::samples::{at, begin, finish, game, move_of, mv};

on_both!(
    every_move_is_a_fact,
    totals,
    old_deals_know_who_played_them,
    old_deals_count_in_their_own_unit,
    the_manual_names_every_column,
    examples_run
);

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
               FROM move_facts ORDER BY move_number",
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
    // A date compares with a time on both. The move of the running deal is nowhere.
    for (from, count) in [("2026-11-21", "4"), ("2026-11-22", "0")] {
        let sql =
            format!("SELECT CAST(count(*) AS TEXT) FROM move_facts WHERE decided_at >= '{from}'");
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

/// The migration that counts the actions of deals played before it.
async fn old_deals_know_who_played_them(place: Arc<Place>) {
    play(&place).await;
    // A third and a fourth action of the bot's seat, which it did not decide.
    let server = |number| MoveRow { by: MovedBy::Server, account: None, ..mv(number) };
    let mut deal = vec![Write::BeginGame(game("slept", "t", 1, 3))];
    deal.extend(
        [mv(1), mv(2), mv(3), server(4), mv(5), server(6)].map(|row| move_of("slept", row)),
    );
    let mut end = finish("slept", at(90));
    end.players[1].won = Some(true);
    deal.push(Write::FinishGame(end));
    place.store.write(&deal).await.unwrap();
    let moved = "SELECT game || ' ' || seat || ' ' || coalesce(CAST(own_moves AS TEXT), '-') || ' ' \
                        || coalesce(CAST(seat_moves AS TEXT), '-') || ' ' \
                        || CASE WHEN won THEN 'won' ELSE '-' END || ' ' \
                        || CASE WHEN forfeited THEN 'forfeited' ELSE '-' END \
                   FROM game_players ORDER BY game, seat";
    let written = ["g 0 1 2 won -", "g 1 1 2 - -", "h 0 - - - -", "h 1 - - - -"];
    let of_slept = ["slept 0 1 2 won -", "slept 1 1 2 won -"];
    assert_eq!(place.query(moved).await, [&written[..], &of_slept].concat());

    place.query("UPDATE game_players SET own_moves = NULL, seat_moves = NULL").await;
    update(
        &place,
        include_str!("../../../../migrations/postgres/0007_moves_of_ones_own.sql"),
        include_str!("../../../../migrations/sqlite/0005_moves_of_ones_own.sql"),
    )
    .await;
    // Half of them is enough; the bot's one of three is not.
    let counted = ["slept 0 3 3 won -", "slept 1 1 3 - forfeited"];
    assert_eq!(place.query(moved).await, [&written[..], &counted].concat());
}

/// Runs the updates of a migration once more.
async fn update(place: &Place, postgres: &str, sqlite: &str) {
    let migration = if place.store.backend() == "postgres" { postgres } else { sqlite };
    for statement in migration.split(';').filter(|statement| statement.contains("UPDATE")) {
        place.query(statement).await;
    }
}

/// The migration after which cards count in the game's smallest unit.
async fn old_deals_count_in_their_own_unit(place: Arc<Place>) {
    play(&place).await;
    let deal = |id: &str, number, kind: &str| {
        let mut row = game(id, "t", 1, number);
        row.kind = kind.to_owned();
        Write::BeginGame(row)
    };
    let mut tablic = finish("tablic", at(90));
    tablic.result = serde_json::json!({"seats": [{"card_points": 13}, {"card_points": 9}]});
    for player in &mut tablic.players {
        player.card_points = None;
    }
    let writes = vec![
        deal("tarok", 3, "tarok-2"),
        Write::FinishGame(finish("tarok", at(90))),
        deal("tablic", 4, "tablic-2"),
        Write::FinishGame(tablic),
    ];
    place.store.write(&writes).await.unwrap();
    update(
        &place,
        include_str!("../../../../migrations/postgres/0008_card_points.sql"),
        include_str!("../../../../migrations/sqlite/0006_card_points.sql"),
    )
    .await;
    let counted = "SELECT game || ' ' || seat || ' ' || coalesce(CAST(card_points AS TEXT), '-') \
                     FROM game_players ORDER BY game, seat";
    let expected = ["g 0 24", "g 1 9", "h 0 -", "h 1 -"];
    let of_others = ["tablic 0 13", "tablic 1 9", "tarok 0 8", "tarok 1 3"];
    assert_eq!(place.query(counted).await, [&expected[..], &of_others].concat());
}

/// The columns of the tables and views that docs/DATA.md lists are those of the database, no more
/// and no less.
async fn the_manual_names_every_column(place: Arc<Place>) {
    let manual = include_str!("../../../../docs/DATA.md");
    let quoted = |text: &str| -> BTreeSet<String> {
        text.split('`')
            .skip(1)
            .step_by(2)
            .flat_map(|names| names.split(", "))
            .map(str::to_owned)
            .collect()
    };
    let mut listed = BTreeMap::new();
    for section in manual.split("\n### ").skip(1) {
        let (name, text) = section.split_once('\n').expect("a heading");
        let Some((_, table)) = text.split_once("| column | |\n|---|---|\n") else { continue };
        let rows = table.lines().take_while(|line| line.starts_with('|'));
        let first = rows.filter_map(|line| line.trim_start_matches('|').split(" | ").next());
        listed.insert(name, first.flat_map(quoted).collect::<BTreeSet<_>>());
    }
    for view in ["move_facts", "player_totals"] {
        let line = manual.lines().find(|line| line.starts_with(&format!("`{view}` has one row")));
        let names = line.expect("the view is described").split('`').nth(3).expect("its columns");
        listed.insert(view, names.split(", ").map(str::to_owned).collect());
    }
    assert!(listed.len() >= 7, "{:?}", listed.keys());
    for (name, columns) in listed {
        let sql = if place.store.backend() == "postgres" {
            format!(
                "SELECT column_name::TEXT FROM information_schema.columns WHERE table_name = '{name}'"
            )
        } else {
            format!("SELECT name FROM pragma_table_info('{name}')")
        };
        assert_eq!(columns, place.query(&sql).await.into_iter().collect(), "{name}");
    }
}

async fn examples_run(place: Arc<Place>) {
    play(&place).await;
    let manual = include_str!("../../../../docs/DATA.md");
    let blocks = ["```sql\n", "```sql people\n"].map(|begin| manual.split(begin).skip(1));
    let examples: Vec<&str> = blocks
        .into_iter()
        .flatten()
        .map(|rest| rest.split("```").next().unwrap_or_default().trim())
        .collect();
    assert!(examples.len() >= 5, "the manual has examples");
    for example in examples {
        let example = example.trim_end_matches(';');
        let sql = format!("SELECT CAST(count(*) AS TEXT) FROM ({example}) AS example");
        assert_eq!(place.query(&sql).await.len(), 1, "{example}");
    }
}
