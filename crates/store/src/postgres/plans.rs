//! Tests of the plans that Postgres makes for lists and sums, where `VZETEK_TEST_POSTGRES` names a
//! server.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, QueryBuilder, Row as _};

use super::sql::reading::Of;
use super::sql::{matches, reading, statistics};
use super::{Backend, Db};
use crate::connect::ConnectOptions;
use crate::model::GameFilter;

#[tokio::test]
async fn lists_and_sums_come_from_indexes() {
    let Some(server) = std::env::var("VZETEK_TEST_POSTGRES").ok().filter(|url| !url.is_empty())
    else {
        let required = std::env::var("VZETEK_REQUIRE_POSTGRES").is_ok_and(|value| value == "1");
        assert!(!required, "VZETEK_REQUIRE_POSTGRES=1, but VZETEK_TEST_POSTGRES is not set");
        return;
    };
    let name = format!("vzetek_plans_{}", std::process::id());
    let mut admin = PgConnection::connect(&server).await.unwrap();
    let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&mut admin).await.unwrap();
    let (start, _) = server.rsplit_once('/').unwrap();
    let backend =
        Backend::open(format!("{start}/{name}"), ConnectOptions::default(), None).await.unwrap();
    let outcome = tokio::spawn(async move {
        check(&backend).await;
        backend.close_all().await;
    })
    .await;
    let drop = AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"));
    sqlx::query(drop).execute(&mut admin).await.unwrap();
    outcome.unwrap();
}

async fn check(backend: &Backend) {
    let mut connection = backend.readers.acquire().await.unwrap();
    // Of a table without rows anything is read as quickly.
    for other in ["enable_bitmapscan", "enable_sort", "enable_hashjoin", "enable_mergejoin"] {
        let off = AssertSqlSafe(format!("SET {other} = off"));
        sqlx::query(off).execute(&mut *connection).await.unwrap();
    }
    let mut plan = async |mut query: QueryBuilder<Db>| {
        let rows = query.build().persistent(false).fetch_all(&mut *connection).await.unwrap();
        let lines: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        lines.join("\n")
    };
    let explain = || QueryBuilder::<Db>::new("EXPLAIN (COSTS OFF) ");
    for (account, kind, people, index) in [
        (None, None, false, "games_by_end"),
        (None, Some("trset-2"), false, "games_by_kind"),
        (None, None, true, "games_people_by_end"),
        (None, Some("trset-2"), true, "games_people_by_kind"),
        (Some("ana"), None, true, "game_players_by_account"),
        (Some("ana"), Some("trset-2"), false, "game_players_by_kind"),
    ] {
        for of in [Of::Deals, Of::Matches] {
            let filter = GameFilter {
                limit: 50,
                account: account.map(str::to_owned),
                kind: kind.map(str::to_owned),
                people,
                after: Some((chrono::DateTime::UNIX_EPOCH, "last".to_owned())),
                ..GameFilter::default()
            };
            let mut query = explain();
            reading::push_selection(&mut query, &filter, false, of);
            let plan = plan(query).await;
            assert!(plan.contains(&format!("using {index} on")), "{of:?}: {plan}");
            assert!(!plan.contains("Seq Scan") && !plan.contains("Sort"), "{of:?}: {plan}");
            assert_eq!(plan.contains("using games_place on"), of == Of::Matches, "{plan}");
        }
    }
    let mut query = explain();
    matches::push_deals(&mut query, [("t", 1), ("t", 2)].into_iter());
    let of_matches = plan(query).await;
    assert!(of_matches.contains("using games_place on"), "{of_matches}");
    let mut sums = [explain(), explain(), explain(), explain()];
    statistics::push_totals(&mut sums[0], "ana");
    statistics::push_contracts(&mut sums[1], "ana");
    statistics::push_opponents(&mut sums[2], "ana", false);
    statistics::push_opponents(&mut sums[3], "ana", true);
    for query in sums {
        let plan = plan(query).await;
        assert!(plan.contains("using game_players_by_account on"), "{plan}");
        assert!(!plan.contains("Seq Scan"), "{plan}");
    }
}
