//! Sums over an account's deals.

use std::sync::Arc;

use serde_json::{Value, json};
use vzetek_store::{
    AccountKind, ContractRow, GamePlayerRow, MatchEnd, OpponentRow, Statistics, TableRow,
    TotalsRow, Write,
};

use crate::place::Place;
use crate::samples::{account, add_people, at, finish, game, player, table};

on_both!(sums_are_by_company_contract_and_opponent, nothing_is_summed_up_without_deals,);

/// Ends a deal at the table, with these players: whether each won, and with how many points; `ends`
/// if the match ended with it.
async fn play(
    place: &Place,
    (table, kind, match_number, number): (&str, &str, u32, u32),
    players: &[(&str, AccountKind, bool, i32)],
    result: Value,
    ends: bool,
) {
    let id = format!("{table}-{match_number}-{number}");
    let mut row = game(&id, table, match_number, number);
    row.kind = kind.to_owned();
    row.players =
        (0..).zip(players).map(|(seat, (id, kind, ..))| player(seat, id, *kind)).collect();
    let mut end = finish(&id, at(i64::from(10 * match_number + number)));
    end.result = result;
    let taken = |(row, &(_, _, won, points)): (&GamePlayerRow, &(&str, AccountKind, bool, i32))| {
        GamePlayerRow {
            won: Some(won),
            points: Some(points),
            forfeited: Some(false),
            match_end: ends.then_some(MatchEnd { won, forfeited: false }),
            ..row.clone()
        }
    };
    end.players = row.players.iter().zip(players).map(taken).collect();
    place.store.write(&[Write::BeginGame(row), Write::FinishGame(end)]).await.unwrap();
}

async fn sums_are_by_company_contract_and_opponent(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.add_account(&account("eva", AccountKind::Person)).await.unwrap();
    let private = TableRow { invite: Some("word".to_owned()), ..table("p", 2) };
    let tables = ["t", "u"].map(|id| Write::OpenTable(table(id, 2)));
    store.write(&[&tables[..], &[Write::OpenTable(private)]].concat()).await.unwrap();
    let (ana, eva) = (("ana", AccountKind::Person), ("eva", AccountKind::Person));
    let (robot, gost) = (("robot", AccountKind::Bot), ("gost", AccountKind::Guest));
    let of = |(id, kind): (&'static str, AccountKind), won, points| (id, kind, won, points);

    // A match of two deals against a person, one of one deal against a bot, one at a private table.
    let plain = || json!({ "points": [8, 3] });
    play(&place, ("t", "trset-2", 1, 1), &[of(ana, true, 8), of(eva, false, 3)], plain(), false)
        .await;
    play(&place, ("t", "trset-2", 1, 2), &[of(ana, false, 4), of(eva, true, 7)], plain(), true)
        .await;
    play(&place, ("t", "trset-2", 2, 1), &[of(robot, false, 1), of(ana, true, 10)], plain(), true)
        .await;
    play(&place, ("p", "trset-2", 1, 1), &[of(eva, false, 1), of(ana, true, 9)], plain(), true)
        .await;
    // Tarok: declared twice by Ana, once by another player, once by no player.
    for (number, declarer, contract, points) in [
        (1, Some(0), "two", 35),
        (2, Some(0), "two", -25),
        (3, Some(1), "solo_one", 0),
        (4, None, "klop", -10),
    ] {
        let result = json!({ "game": "tarok", "declarer": declarer, "contract": contract });
        let won = points > 0;
        let players = [of(ana, won, points), of(eva, !won, 0), of(gost, false, 0)];
        play(&place, ("u", "tarok-3", 1, number), &players, result, number == 4).await;
    }

    let totals = |kind: &str, bots, games, wins, points, matches, match_wins| TotalsRow {
        kind: kind.to_owned(),
        bots,
        games,
        wins,
        points,
        matches,
        match_wins,
    };
    let Statistics { totals: sums, contracts, opponents } =
        store.statistics_of("ana", false).await.unwrap();
    assert_eq!(
        sums,
        [
            totals("tarok-3", false, 4, 1, 0, 1, 0),
            totals("trset-2", false, 3, 2, 21, 2, 1),
            totals("trset-2", true, 1, 1, 10, 1, 1),
        ]
    );
    let two = ContractRow {
        kind: "tarok-3".to_owned(),
        contract: "two".to_owned(),
        games: 2,
        wins: 1,
        points: 10,
    };
    assert_eq!(contracts, [two]);
    let shown = |rows: Vec<OpponentRow>| {
        let options = game("g", "t", 1, 1).options;
        let mut shown: Vec<_> = rows
            .into_iter()
            .map(|row| {
                assert_eq!(row.options, options);
                (row.other, row.seat, row.other_seat, row.won, row.other_won, row.matches)
            })
            .collect();
        shown.sort_unstable();
        shown
    };
    let met = |other: &str, seat, other_seat, won, other_won| {
        (other.to_owned(), seat, other_seat, won, other_won, 1)
    };
    let public = [met("gost", 0, 2, false, false), met("robot", 1, 0, true, false)];
    let mut expected =
        vec![("eva".to_owned(), 0, 1, false, true, 2), public[0].clone(), public[1].clone()];
    assert_eq!(shown(opponents), expected);
    let own = store.statistics_of("ana", true).await.unwrap();
    expected.insert(1, met("eva", 1, 0, true, false));
    assert_eq!(shown(own.opponents), expected);
    assert_eq!(own.totals, sums);

    // A deleted account is no opponent.
    assert!(
        store
            .change_account(
                &account("eva", AccountKind::Person).deleted(),
                Some("$argon2id$"),
                None
            )
            .await
            .unwrap()
    );
    let left = store.statistics_of("ana", true).await.unwrap();
    assert_eq!(shown(left.opponents), public);
}

async fn nothing_is_summed_up_without_deals(place: Arc<Place>) {
    add_people(&*place.store).await;
    place.store.write(&[Write::OpenTable(table("t", 2))]).await.unwrap();
    place.store.write(&[Write::BeginGame(game("g", "t", 1, 1))]).await.unwrap();
    for own in [false, true] {
        let sums = place.store.statistics_of("ana", own).await.unwrap();
        assert_eq!(sums, Statistics::default());
    }
}
