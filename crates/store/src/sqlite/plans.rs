//! Tests of the plans that SQLite makes for queries.

use sqlx::{QueryBuilder, Row as _};

use super::sql::{history, reading};
use super::{Backend, Db};
use crate::connect::ConnectOptions;
use crate::model::GameFilter;

#[tokio::test]
async fn a_page_of_games_comes_from_one_index_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plans.db");
    let backend = Backend::open(file, ConnectOptions::default(), None).await.unwrap();
    let plan = async |account: Option<&str>, kind: Option<&str>| {
        let filter = GameFilter {
            limit: 50,
            account: account.map(str::to_owned),
            kind: kind.map(str::to_owned),
            after: Some((chrono::DateTime::UNIX_EPOCH, "last".to_owned())),
            ..GameFilter::default()
        };
        let mut query = QueryBuilder::<Db>::new("EXPLAIN QUERY PLAN ");
        reading::push_selection(&mut query, &filter, false);
        let mut connection = backend.readers.acquire().await.unwrap();
        let rows = query.build().fetch_all(&mut *connection).await.unwrap();
        let lines: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        lines.join("; ")
    };
    for (account, kind, index) in [
        (None, None, "games_by_end (private=? AND "),
        (None, Some("trset-2"), "games_by_kind (kind=? AND private=? AND "),
        (Some("ana"), None, "game_players_by_account (account=? AND private=? AND "),
        (
            Some("ana"),
            Some("trset-2"),
            "game_players_by_kind (account=? AND game_kind=? AND private=? AND ",
        ),
    ] {
        let plan = plan(account, kind).await;
        assert!(plan.contains(index), "{account:?}, {kind:?}: {plan}");
        assert!(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "{plan}");
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
