//! The migration that parts the ratings of matches with bots from those among
//! people.

use std::sync::Arc;

use vzetek_store::{AccountKind, Ladder, MatchRating, RatingRow, RatingStep, Write};

use crate::place::Place;
use crate::ratings::{rated, rating};
use crate::samples::{account, add_people, at, finish, game, player, table};

on_both!(old_ratings_go_where_they_come_from);

/// Takes the schema back to before the migration.
const BACK: &str = "
    DROP VIEW finished_seats;
    ALTER TABLE game_players DROP COLUMN match_forfeited;
    ALTER TABLE game_players DROP COLUMN match_won;
    ALTER TABLE game_players DROP COLUMN rating_settled;
    ALTER TABLE game_players DROP COLUMN rating_ladder;";
const BACK_ON_POSTGRES: &str = "
    ALTER TABLE ratings DROP COLUMN ladder;
    ALTER TABLE ratings DROP COLUMN settled_until;
    ALTER TABLE ratings ADD CONSTRAINT ratings_id PRIMARY KEY (account, kind);
    CREATE INDEX ratings_best ON ratings (kind, rating)";
const BACK_ON_SQLITE: &str = "
    CREATE TABLE old (
        account TEXT, kind TEXT, rating REAL, deviation REAL, volatility REAL,
        matches INTEGER, wins INTEGER, updated_at TEXT) STRICT;
    INSERT INTO old SELECT account, kind, rating, deviation, volatility, matches, wins,
                           updated_at FROM ratings;
    DROP TABLE ratings;
    ALTER TABLE old RENAME TO ratings";

async fn run(place: &Place, statements: &str) {
    for statement in statements.split(';').filter(|statement| !statement.trim().is_empty()) {
        place.query(statement).await;
    }
}

async fn migrate(place: &Place) {
    let (back, forth) = if place.store.backend() == "postgres" {
        (BACK_ON_POSTGRES, include_str!("../../../../migrations/postgres/0009_ladders.sql"))
    } else {
        (BACK_ON_SQLITE, include_str!("../../../../migrations/sqlite/0007_ladders.sql"))
    };
    run(place, BACK).await;
    run(place, back).await;
    run(place, forth).await;
}

async fn old_ratings_go_where_they_come_from(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.add_account(&account("eva", AccountKind::Person)).await.unwrap();
    store.write(&[Write::OpenTable(table("t", 2))]).await.unwrap();
    // Ten of ana's matches are with the bot, which moves no rating in the last;
    // one of eva's is with ana.
    let moved = |after| {
        let step = RatingStep { before: 1500, after, settled: false };
        Some(MatchRating { ladder: Ladder::Bots, step: Some(step) })
    };
    for number in 1..=12_u32 {
        let id = format!("g{number:02}");
        let mut row = game(&id, "t", number, 1);
        let mut end = finish(&id, at(i64::from(number)));
        if number == 12 {
            row.players[1] = player(1, "eva", AccountKind::Person);
            end.players[1].account = "eva".to_owned();
        }
        end.players[0].rating = moved(1510);
        end.players[1].rating = moved(if number == 11 { 1500 } else { 1490 });
        store.write(&[Write::BeginGame(row), Write::FinishGame(end)]).await.unwrap();
    }
    let row = |account, deviation| RatingRow {
        // Whatever the ladder: the schema before knew none.
        settled_until: None,
        ..rating(account, "trset-2", 1500.0, deviation)
    };
    let rows = vec![row("ana", 110.5), row("robot", 109.9), row("eva", 50.0)];
    store.write(&[rated(rows)]).await.unwrap();
    migrate(&place).await;

    let mut found = Vec::new();
    for account in ["ana", "robot", "eva"] {
        let [rating] = &store.ratings_of(account).await.unwrap()[..] else { panic!("one") };
        let days = rating.settled_until.map(|until| (until - rating.updated_at).num_days());
        found.push((account, rating.ladder, days));
    }
    let expected = [
        ("ana", Ladder::Bots, None),
        ("robot", Ladder::Bots, Some(30)),
        // From 50 it takes 88 idle periods to be above 110.
        ("eva", Ladder::People, Some(89 * 30)),
    ];
    assert_eq!(found, expected);

    let history = async |account, ladder| {
        let rows = store.rating_history(account, "trset-2", ladder, 20).await.unwrap();
        rows.iter().map(|row| row.step.settled).collect::<Vec<_>>()
    };
    // Settled from the tenth on.
    let of_ana = [&[false; 9][..], &[true; 3]].concat();
    assert_eq!(history("ana", Ladder::Bots).await, of_ana);
    assert_eq!(history("robot", Ladder::Bots).await, [&[false; 9][..], &[true]].concat());
    assert_eq!(history("eva", Ladder::People).await, [false]);
    assert_eq!(history("ana", Ladder::People).await, [false; 0]);
    let unmoved = store.game("g11").await.unwrap().expect("it is there").row.players;
    let rated = MatchRating { ladder: Ladder::Bots, step: None };
    assert_eq!(unmoved[1].rating, Some(rated), "rated, and nothing for the bot");
    assert_eq!(unmoved[1].match_end, None);
    let met = store.met("robot", &["ana".to_owned()], "trset-2", at(0)).await.unwrap();
    assert_eq!(met.len(), 11);
}
