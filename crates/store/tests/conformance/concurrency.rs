//! Many at once.

use std::sync::Arc;

use vzetek_store::{Account, AccountKind, Write};

use crate::place::{Place, answers};
use crate::samples::{account, add_people, at, finish, game, move_of, mv, open_tables, table};

on_both!(eight_writers_all_succeed, readers_see_whole_batches);

async fn eight_writers_all_succeed(place: Arc<Place>) {
    add_people(&*place.store).await;
    let other = place.another().await;
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..8 {
        let store = if writer % 2 == 0 { place.store.clone() } else { other.clone() };
        tasks.spawn(async move {
            let t = format!("t{writer}");
            store.write(&[Write::OpenTable(table(&t, 2))]).await.unwrap();
            for deal in 1..=10 {
                let g = format!("g{writer}-{deal}");
                store.write(&[Write::BeginGame(game(&g, &t, 1, deal))]).await.unwrap();
                for number in 1..=5 {
                    store.write(&[move_of(&g, mv(number))]).await.unwrap();
                }
                store.write(&[Write::FinishGame(finish(&g, at(9)))]).await.unwrap();
                let guest = Account {
                    name: "gost".to_owned(),
                    ..account(&format!("guest-{writer}-{deal}"), AccountKind::Guest)
                };
                store.add_account(&guest).await.unwrap();
                answers(&*store).await;
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(open_tables(&*place.store).await.len(), 8);
    for writer in 0..8 {
        let game = other.game(&format!("g{writer}-10")).await.unwrap().unwrap();
        assert_eq!((game.finished_at.is_some(), game.moves.len()), (true, 5));
    }
    other.close().await;
}

async fn readers_see_whole_batches(place: Arc<Place>) {
    crate::samples::begin(&*place.store).await;
    let writer = {
        let store = place.store.clone();
        tokio::spawn(async move {
            for number in (1..400).step_by(2) {
                let pair = [move_of("g", mv(number)), move_of("g", mv(number + 1))];
                store.write(&pair).await.unwrap();
            }
            store.write(&[Write::FinishGame(finish("g", at(60)))]).await.unwrap();
        })
    };
    while !writer.is_finished() {
        let game = place.store.game("g").await.unwrap().unwrap();
        assert_eq!(game.moves.len() % 2, 0);
        let over = game.row.players.iter().filter(|player| player.points.is_some()).count();
        assert_eq!(over, if game.finished_at.is_some() { 2 } else { 0 });
    }
    writer.await.unwrap();
}
