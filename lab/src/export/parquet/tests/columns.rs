//! The columns hold what the lines of JSON hold, and the description names them.

use serde_json::{Value, json};
use vzetek_game::Card as _;
use vzetek_tablic::Tablic;
use vzetek_tarok::Tarok;
use vzetek_trset::Trset;

use super::*;
use crate::export::parquet::arrays::Row as _;
use crate::export::parquet::numbering::Numbered;
use crate::export::rows::{DealKey, Decision, Scored, Step};
use crate::export::tests::export_to;

fn set<G: Numbered>(list: &Value) -> Vec<u8> {
    let cards = list.as_array().into_iter().flatten();
    let mut cards: Vec<u8> =
        cards.map(|card| card.as_str().unwrap().parse::<G::Card>().ok().unwrap().index()).collect();
    cards.sort_unstable();
    cards
}

fn sets<G: Numbered>(lists: &Value) -> Vec<Vec<u8>> {
    lists.as_array().into_iter().flatten().map(set::<G>).collect()
}

/// Compares a row of decisions with the line of JSON.
fn same_decision<G: Numbered>(row: &Value, line: &Value) {
    let view = &line["view"];
    let shared = [DealKey::described(), Decision::described(), Step::described()].concat();
    for column in shared.iter().map(|column| column.name).filter(|name| *name != "decided_at") {
        assert_eq!(row[column], line[column], "{column} of {line}");
    }
    for column in Scored::described().iter().map(|column| column.name) {
        assert_eq!(row[column], line["outcome"][column], "{column} of {line}");
    }
    assert_eq!(row["rating"], line["outcome"]["rating_before"], "{line}");
    assert_eq!(row["hand_sizes"], view["hand_sizes"], "{line}");
    assert_eq!(row["hand"], json!(set::<G>(&view["hand"])), "{line}");
    let at: DateTime<Utc> = line["decided_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(row["decided_at"], at.timestamp_micros());
    let actions = G::actions();
    let name = |id: &Value| actions[id.as_u64().unwrap() as usize].clone();
    let captured = |id: &Value, taken: &Value| {
        let cards: vzetek_game::CardSet<G::Card> = taken
            .as_array()
            .into_iter()
            .flatten()
            .map(|card| G::Card::from_index(card.as_u64().unwrap() as u8))
            .collect();
        let taken: Vec<_> = cards.iter().rev().map(|card| card.to_string()).collect();
        name(id) + if taken.is_empty() { "" } else { "x" } + &taken.join("+")
    };
    assert_eq!(json!(captured(&row["action_id"], &row["captured"])), line["action"]);
    let legal = row["legal"].as_array().unwrap().iter().enumerate();
    let legal: Vec<_> =
        legal.map(|(place, id)| captured(id, &row["legal_captured"][place])).collect();
    assert_eq!(json!(legal), line["legal"]);
    for column in ["loss", "loss_se", "analyser"] {
        assert_eq!(row[column], Value::Null);
    }
}

fn same_situation(row: &Value, line: &Value) {
    let view = &line["view"];
    match line["kind"].as_str().unwrap().split('-').next().unwrap() {
        "tablic" => {
            same_decision::<Tablic>(row, line);
            assert_eq!(row["table_cards"], json!(set::<Tablic>(&view["cards"])));
            assert_eq!(row["piles"], json!(sets::<Tablic>(&view["piles"])));
            assert_eq!((&row["stock"], &row["tablas"]), (&view["deck"], &view["tablas"]));
            assert_eq!((&row["leader"], &row["tricks"]), (&Value::Null, &Value::Null));
        }
        "tarok" => {
            same_decision::<Tarok>(row, line);
            let phase = &view["phase"];
            assert_eq!(row["phase"], phase["name"]);
            let undertaking =
                if phase["undertaking"].is_null() { phase } else { &phase["undertaking"] };
            assert_eq!(row["contract"], undertaking["contract"]);
            assert_eq!(row["known"], json!(sets::<Tarok>(&view["known"])));
            assert_eq!(row["discards"], json!(set::<Tarok>(&view["discards"])));
            assert_eq!(
                (&row["stock"], &row["leader"]),
                (&view["talon"], &phase["trick"]["leader"])
            );
            let played = phase["trick"]["cards"].as_array();
            assert_eq!(row["table_cards"].as_array().unwrap().len(), played.map_or(0, Vec::len));
            if phase["name"] == "playing" {
                assert_eq!(row["piles"], json!(sets::<Tarok>(&phase["taken"]["piles"])));
                assert_eq!(row["tricks"], phase["taken"]["tricks"]);
            }
            if phase["name"] == "taking" {
                let cards = phase["talon"].as_array().unwrap().iter();
                let talon: Vec<u8> = cards
                    .map(|card| {
                        card.as_str().unwrap().parse::<vzetek_tarok::Card>().unwrap().index()
                    })
                    .collect();
                assert_eq!(row["talon"], json!(talon), "in its order");
            }
            if let Some(king) = undertaking["called"]["king"].as_str() {
                let king: vzetek_tarok::Card = king.parse().unwrap();
                assert_eq!(row["called"], king.index());
            }
        }
        _ => {
            same_decision::<Trset>(row, line);
            let cards = view["trick"]["cards"].as_array().unwrap().iter();
            let trick: Vec<u8> = cards
                .map(|card| card.as_str().unwrap().parse::<vzetek_trset::Card>().unwrap().index())
                .collect();
            assert_eq!(row["table_cards"], json!(trick), "in its order");
            assert_eq!(row["known"], json!(sets::<Trset>(&view["known"])));
            assert_eq!(row["piles"], json!(sets::<Trset>(&view["piles"])));
            assert_eq!((&row["stock"], &row["tricks"]), (&view["stock"], &view["tricks"]));
            assert_eq!((&row["leader"], &row["tablas"]), (&view["trick"]["leader"], &Value::Null));
        }
    }
}

#[tokio::test]
async fn the_columns_hold_what_the_lines_hold() {
    let place = Place::new().await;
    all_games(&place).await;
    let outcome = place.export(&place.args).await.unwrap();
    let json = Args { format: Format::Jsonl, ..place.args.clone() };
    let (written, lines) = export_to(&json, &place.set.with_file_name("all.jsonl")).await;
    assert_eq!((outcome.deals, outcome.decisions), (written.deals, written.moves));
    let rows = all(&place.set, DECISIONS);
    assert_eq!(rows.len(), lines.len());
    let key = |game: &Value, number: &Value| (game.to_string(), number.as_u64().unwrap());
    let mut lines = lines;
    lines.sort_by_key(|line| key(&line["game"], &line["move_number"]));
    let mut rows = rows;
    rows.sort_by_key(|row| key(&row["game"], &row["move_number"]));
    for (row, line) in rows.iter().zip(&lines) {
        same_situation(row, line);
    }
    let phases: std::collections::BTreeSet<_> =
        rows.iter().filter_map(|row| row["phase"].as_str()).collect();
    assert!(phases.len() >= 7, "the deals reach most phases of tarok: {phases:?}");
    place.close().await;
}

#[tokio::test]
async fn deals_have_deck_seats_and_moves() {
    let place = Place::new().await;
    all_games(&place).await;
    place.export(&place.args).await.unwrap();
    let decisions = all(&place.set, DECISIONS);
    let deals = all(&place.set, DEALS);
    assert_eq!(deals.len(), 29);
    for deal in &deals {
        let stored = place.store.game(deal["game"].as_str().unwrap()).await.unwrap().unwrap();
        assert_eq!(deal["options"], stored.row.options.to_string());
        assert_eq!(
            (&deal["secret"], &deal["nonces"]),
            (&json!(stored.row.secret), &json!(stored.row.nonces))
        );
        let own: Vec<_> = decisions.iter().filter(|row| row["game"] == deal["game"]).collect();
        let moves = deal["moves"].as_array().unwrap();
        assert_eq!((moves.len(), own.len()), (stored.moves.len(), stored.moves.len()));
        for (step, row) in moves.iter().zip(own) {
            for field in ["seat", "action", "action_id", "moved_by", "thinking_ms"] {
                assert_eq!(step[field], row[field]);
            }
        }
        for (seat, player) in deal["seats"].as_array().unwrap().iter().zip(&stored.row.players) {
            assert_eq!(
                (&seat["player"], &seat["won"]),
                (&json!(player.account), &json!(player.won))
            );
            let after = player.rating.and_then(|rating| rating.step).map(|step| step.after);
            assert_eq!(seat["rating_after"], json!(after));
        }
        // The first hand is that of the deck.
        let deck: Vec<u64> =
            deal["deck"].as_array().unwrap().iter().map(|card| card.as_u64().unwrap()).collect();
        let mut sorted = deck.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), deck.len(), "no card twice");
        let first = decisions.iter().find(|row| row["game"] == deal["game"]).unwrap();
        let hand = first["hand"].as_array().unwrap();
        if stored.row.kind.starts_with("tr") || stored.row.kind.starts_with("ki") {
            let mut dealt = deck[..hand.len()].to_vec();
            dealt.sort_unstable();
            assert_eq!(json!(dealt), json!(hand), "the player after the dealer is dealt first");
        }
    }
    place.close().await;
}

#[tokio::test]
async fn totals_are_those_of_the_deals() {
    let place = Place::new().await;
    for day in [1, 2, 12] {
        place.trset(day).await;
    }
    place.export(&place.args).await.unwrap();
    let players = read(&place.set.join("players.parquet"));
    let of = |id: &str| players.iter().find(|row| row["player"] == id).unwrap();
    let (ana, vid) = (of("ana"), of("vid"));
    assert_eq!(players.len(), 2);
    let figures = |row: &Value| (row["deals"].clone(), row["wins"].clone(), row["points"].clone());
    assert_eq!(figures(ana), (json!(3), json!(3), json!(21)));
    assert_eq!(figures(vid), (json!(3), json!(0), json!(21)));
    assert_eq!((&ana["account_kind"], &vid["account_kind"]), (&json!("person"), &json!("guest")));
    assert_eq!((&ana["rating_people"], &vid["rating_people"]), (&json!(1510), &json!(1511)));
    assert_eq!(ana["rating_bots"], Value::Null);
    let day = |day| (start() + chrono::TimeDelta::days(day)).timestamp_micros();
    assert_eq!((&ana["first_at"], &ana["last_at"]), (&json!(day(1)), &json!(day(12))));
    place.close().await;
}

#[tokio::test]
async fn the_description_names_every_column_and_number() {
    let place = Place::new().await;
    all_games(&place).await;
    place.export(&place.args).await.unwrap();
    let json = |name: &str| -> Value {
        serde_json::from_slice(&std::fs::read(place.set.join(name)).unwrap()).unwrap()
    };
    let schema = json("schema.json");
    for name in ["deals", "decisions", "players"] {
        let described: Vec<_> = schema["files"][name].as_array().unwrap().iter().collect();
        let row = &all(&place.set, &format!("{name}.parquet"))[0];
        let mut named: Vec<_> =
            described.iter().map(|column| column["name"].as_str().unwrap()).collect();
        named.sort_unstable();
        let mut columns: Vec<_> = row.as_object().unwrap().keys().collect();
        columns.sort_unstable();
        assert_eq!(named, columns, "{name}");
        assert!(described.iter().all(|column| column["meaning"].as_str().unwrap().ends_with('.')));
    }
    let games = schema["games"].as_array().unwrap();
    assert_eq!(
        json!(games.iter().map(|game| &game["name"]).collect::<Vec<_>>()),
        json!(["trset", "tarok", "tablic"])
    );
    assert!(games[0]["kinds"].as_array().unwrap().contains(&json!("kifameno-3")));
    let vectors = json("test_vectors.json");
    let kinds: Vec<_> =
        vectors["deals"].as_array().unwrap().iter().map(|deal| &deal["kind"]).collect();
    let all_kinds =
        ["kifameno-3", "tablic-2", "tablic-6", "tarok-3", "tarok-4", "trset-2", "trset-4"];
    assert_eq!(json!(kinds), json!(all_kinds));
    place.close().await;
}

/// More rows than a group has room for come in several, each of them full but the last.
#[test]
fn groups_have_as_many_rows_as_duckdb_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.parquet");
    let mut file = RowFile::<players::PlayerRow>::open(&path).unwrap();
    let row = |number: usize| players::PlayerRow {
        player: number.to_string(),
        ..players::PlayerRow::default()
    };
    file.add((0..=file::GROUP_ROWS).map(row));
    file.complete().unwrap().name().unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let groups: Vec<_> =
        reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [122_880, 1]);
}
