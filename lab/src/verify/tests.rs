//! A real record passes; the same record with anything changed does not.

use chrono::Utc;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Game, HiddenInformation, Observer, Seat, record};
use vzetek_protocol::games::DealtCards;
use vzetek_protocol::rest::{GamePlayer, GameRecord, GameStep, GameSummary};
use vzetek_protocol::table::{Actor, Move};
use vzetek_protocol::{GameEvent, GameOptions, GameResult, GameView, Player, PlayerKind};
use vzetek_trset::{Options, Trset, Variant};

use super::check;

fn random_record(variant: Variant, players: u8, seed: u64) -> GameRecord {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let options = Options::new(variant, players).unwrap();
    let secret = Secret::draw(&mut rng);
    let mut nonces = Nonces::none(options.seats());
    nonces.set(Seat::new(1), "something of mine".to_owned()).unwrap();
    let dealer = Seat::new(1);
    let mut deal: Trset = record::deal(&options, dealer, &secret, &nonces).unwrap();
    let card_texts = |cards: vzetek_trset::CardSet| cards.iter().map(|c| c.to_string()).collect();
    let cards = DealtCards {
        hands: Seat::all(deal.seats()).map(|seat| card_texts(deal.hand(seat))).collect(),
        stock: deal.stock().iter().rev().map(ToString::to_string).collect(),
    };
    let start = GameView::Trset(deal.view(Observer::Public));
    let mut steps = Vec::new();
    while let Some(seat) = deal.current_player() {
        let legal = deal.legal_actions();
        let action = legal[rng.next_u32() as usize % legal.len()];
        let events = deal.apply(action).unwrap().into_iter().map(GameEvent::Trset).collect();
        let moved =
            Move { seat, action: action.to_string(), by: Actor::Player, thinking_ms: 1_000 };
        steps.push(GameStep { moved, at: Utc::now(), events });
    }
    let result = deal.result().unwrap();
    let players = result.seats.enumerate().map(|(seat, reckoning)| GamePlayer {
        seat,
        player: Player {
            id: format!("p{seat}").into(),
            name: "Ana".to_owned(),
            kind: PlayerKind::Guest,
            level: None,
            rating: None,
        },
        won: reckoning.won,
        forfeited: false,
        rating: None,
    });
    GameRecord {
        summary: GameSummary {
            id: "g".into(),
            kind: GameOptions::Trset(options).kind(),
            table: "t".into(),
            number: 1,
            players: players.collect(),
            result: GameResult::Trset(result),
            started: Utc::now(),
            time: Utc::now(),
            moves: steps.len() as u32,
        },
        options: GameOptions::Trset(options),
        dealer,
        commitment: secret.commitment(),
        secret,
        nonces,
        cards,
        start,
        steps,
    }
}

#[test]
fn real_records_pass_also_after_a_journey_as_json() {
    for players in 2..=4 {
        for variant in [Variant::Trset, Variant::Kifameno] {
            let record = random_record(variant, players, u64::from(players));
            let json = serde_json::to_string(&record).unwrap();
            assert_eq!(check(&serde_json::from_str(&json).unwrap()), Ok(()));
        }
    }
}

/// Changes the record and expects to be told of it in these words.
fn tampered(expected: &str, change: impl FnOnce(&mut GameRecord)) {
    let mut record = random_record(Variant::Trset, 2, 1);
    change(&mut record);
    let told = check(&record).expect_err(expected).to_string();
    assert!(told.contains(expected), "{told}");
}

#[test]
fn tampered_records_fail() {
    tampered("the promise does not hold", |record| {
        record.secret = Secret::new([1; 32]);
    });
    tampered("the hand of seat 0", |record| {
        record.secret = Secret::new([1; 32]);
        record.commitment = record.secret.commitment();
    });
    tampered("the hand of seat 0", |record| {
        record.nonces.set(Seat::new(0), "later".to_owned()).unwrap();
    });
    tampered("the stock", |record| record.cards.stock.swap(0, 1));
    tampered("action 1,", |record| record.steps[0].moved.action = "C33".to_owned());
    tampered("out of turn", |record| record.steps[0].moved.seat = Seat::new(1));
    tampered("action 2, S4: you must follow", |record| record.steps.swap(0, 2));
    tampered("what followed action 2", |record| {
        record.steps[1].events.pop();
    });
    tampered("the number of actions", |record| {
        record.steps.pop();
    });
    tampered("ends in mid-deal", |record| {
        record.steps.pop();
        record.summary.moves -= 1;
    });
    tampered("whether seat 0 won", |record| {
        record.summary.players[0].won = !record.summary.players[0].won;
    });
    tampered("the kind of game", |record| record.summary.kind = "kifameno-2".into());
    tampered("stayed away", |record| {
        for player in &mut record.summary.players {
            player.forfeited = true;
            player.won = true;
        }
    });
}

#[test]
fn a_changed_result_fails() {
    tampered("the result", |record| {
        let GameResult::Trset(result) = &mut record.summary.result;
        result.seats[Seat::new(0)].thirds += 1;
    });
}
