//! Tests of the plans that SQLite makes for queries.

use sqlx::{QueryBuilder, Row as _};

use super::sql::reading::Of;
use super::sql::{history, matches, reading, statistics};
use super::{Backend, Db};
use crate::connect::ConnectOptions;
use crate::model::GameFilter;

/// The index by which the deals of a match are looked up.
const DEALS_OF_A_MATCH: &str = "sqlite_autoindex_games_2 (table_id=? AND match_number=?)";

#[tokio::test]
async fn a_page_of_games_comes_from_one_index_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plans.db");
    let backend = Backend::open(file, ConnectOptions::default(), None).await.unwrap();
    let plan = async |account: Option<&str>, kind: Option<&str>, people: bool, of: Of| {
        let filter = GameFilter {
            limit: 50,
            account: account.map(str::to_owned),
            kind: kind.map(str::to_owned),
            people,
            after: Some((chrono::DateTime::UNIX_EPOCH, "last".to_owned())),
            ..GameFilter::default()
        };
        let mut query = QueryBuilder::<Db>::new("EXPLAIN QUERY PLAN ");
        reading::push_selection(&mut query, &filter, false, of);
        let mut connection = backend.readers.acquire().await.unwrap();
        let rows = query.build().fetch_all(&mut *connection).await.unwrap();
        let lines: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        lines.join("; ")
    };
    for (account, kind, people, index) in [
        (None, None, false, "games_by_end (private=? AND "),
        (None, Some("trset-2"), false, "games_by_kind (kind=? AND private=? AND "),
        (None, None, true, "games_people_by_end (people=? AND private=? AND "),
        (
            None,
            Some("trset-2"),
            true,
            "games_people_by_kind (kind=? AND people=? AND private=? AND ",
        ),
        (Some("ana"), None, true, "game_players_by_account (account=? AND private=? AND "),
        (Some("ana"), None, false, "game_players_by_account (account=? AND private=? AND "),
        (
            Some("ana"),
            Some("trset-2"),
            false,
            "game_players_by_kind (account=? AND game_kind=? AND private=? AND ",
        ),
    ] {
        for of in [Of::Deals, Of::Matches] {
            let plan = plan(account, kind, people, of).await;
            assert!(plan.contains(index), "{account:?}, {kind:?}, {people}, {of:?}: {plan}");
            assert!(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "{plan}");
            assert_eq!(plan.contains(DEALS_OF_A_MATCH), of == Of::Matches, "{plan}");
        }
    }
    backend.close_all().await;
}

#[tokio::test]
async fn whom_somebody_met_comes_from_one_index_and_the_deals_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plans.db");
    let backend = Backend::open(file, ConnectOptions::default(), None).await.unwrap();
    let mut query = QueryBuilder::<Db>::new("EXPLAIN QUERY PLAN ");
    let others = ["bor".to_owned(), "cene".to_owned()];
    history::push_met(&mut query, "ana", &others, "trset-2", chrono::DateTime::UNIX_EPOCH);
    let mut connection = backend.readers.acquire().await.unwrap();
    let rows = query.build().fetch_all(&mut *connection).await.unwrap();
    let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
    let plan = plan.join("; ");
    let own = "game_players_by_kind (account=? AND game_kind=? AND private=? AND finished_at>?)";
    assert!(plan.contains(own) && plan.contains("PRIMARY KEY (game=?)"), "{plan}");
    assert!(!plan.contains("TEMP B-TREE"), "{plan}");
    drop(connection);
    backend.close_all().await;
}

#[tokio::test]
async fn matches_and_sums_come_from_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plans.db");
    let backend = Backend::open(file, ConnectOptions::default(), None).await.unwrap();
    let plan = async |mut query: QueryBuilder<Db>| {
        let mut connection = backend.readers.acquire().await.unwrap();
        let rows = query.build().fetch_all(&mut *connection).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        plan.join("; ")
    };
    let explain = || QueryBuilder::<Db>::new("EXPLAIN QUERY PLAN ");
    let mut query = explain();
    matches::push_deals(&mut query, [("t", 1), ("t", 2)].into_iter());
    let of_matches = plan(query).await;
    assert!(of_matches.contains(DEALS_OF_A_MATCH), "{of_matches}");
    let mut sums = [explain(), explain(), explain(), explain()];
    statistics::push_totals(&mut sums[0], "ana");
    statistics::push_contracts(&mut sums[1], "ana");
    statistics::push_opponents(&mut sums[2], "ana", false);
    statistics::push_opponents(&mut sums[3], "ana", true);
    for query in sums {
        let plan = plan(query).await;
        let own = "game_players_by_account (account=? AND private=? AND finished_at>?)";
        assert!(plan.contains(own), "{plan}");
        for table in ["SCAN games", "SCAN g", "SCAN o", "SCAN game_players"] {
            let whole = plan.split("; ").any(|step| step == table);
            assert!(!whole, "{table}: {plan}");
        }
    }
    backend.close_all().await;
}
