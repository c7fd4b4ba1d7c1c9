//! Players who are rated elsewhere while a match of theirs ends here: it is rated
//! again from what is stored then, and nothing else happens twice.

use vzetek_protocol::table::DealFinish;
use vzetek_store::{self as store, GamePlayerRow};

use super::*;

const ANA: (&str, store::Ladder) = ("ana", store::Ladder::People);

/// The only end of a deal with ratings that ana was told.
fn rated_end(room: &Room) -> DealFinish {
    let ends = room.events("ana").filter_map(|event| match event {
        TableEvent::DealOver { finish } => finish.ratings.is_some().then(|| (**finish).clone()),
        _ => None,
    });
    let ends: Vec<_> = ends.collect();
    let [end] = &ends[..] else { panic!("{} ends", ends.len()) };
    end.clone()
}

/// Checks that both were rated after so many matches elsewhere, as they were told,
/// and as it is stored with the deal.
fn are_rated_after(room: &Room, others: u32) {
    let finish = rated_end(room);
    let ratings = finish.ratings.as_ref().expect("ratings");
    let stored: &[GamePlayerRow] = &room.stored.table.game.as_ref().expect("a game").row.players;
    for ((seat, told), player) in room.table.seats().zip(ratings).zip(stored) {
        let told = told.expect("rated");
        assert_eq!(told.before, 1500 + 100 * others as i32);
        assert_eq!(player.rating, Some(rating::stored_change(store::Ladder::People, Some(told))));
        let row = &room.stored.ratings[&(name(seat).to_owned(), store::Ladder::People)];
        assert_eq!((row.matches, row.rating.round() as i32), (others + 1, told.after));
    }
    assert_eq!((room.overtakes, &room.refused[..]), (0, &[][..]));
}

#[test]
fn the_last_move_of_a_match_is_rated_anew_and_made_once() {
    for (overtakes, claims) in [(0, false), (1, false), (3, false), (2, true)] {
        let game = json!({ "name": "trset", "options": { "players": 2 } });
        let mut room = Room::playing(config(game));
        room.overtakes = overtakes;
        if claims {
            while room.table.phase() == Phase::Playing {
                room.claim();
                if room.table.phase() == Phase::Playing {
                    room.play(0);
                }
            }
        }
        room.play_out();
        are_rated_after(&room, overtakes);
        let finish = rated_end(&room);
        assert_eq!(finish.score, room.table.carry.game.score());
        let score = serde_json::to_value(&finish.score).expect("JSON");
        assert_eq!(score["deals"], 1, "it counts once: {score}");
        let moves = room.stored.table.game.as_ref().expect("a game").moves.len();
        let told = room.events("bor").filter(|e| matches!(e, TableEvent::Moved { .. })).count();
        assert_eq!((moves, told), (40, 40));
        assert_eq!(room.table.phase(), Phase::Finished);
        // The next match begins as if nothing had been the matter.
        room.overtakes = 1;
        room.ready("ana");
        room.ready("bor");
        room.deal();
        room.play_out();
        let row = &room.stored.ratings[&(ANA.0.to_owned(), ANA.1)];
        assert_eq!(row.matches, overtakes + 3);
    }
}

#[test]
fn a_match_that_is_left_is_rated_anew_and_left_once() {
    for overtakes in [0, 1, 3] {
        let mut room = Room::playing(two());
        room.play_out();
        room.ready("ana");
        room.ready("bor");
        assert_eq!(room.table.phase(), Phase::Shuffling);
        room.overtakes = overtakes;
        room.leave("ana");
        are_rated_after(&room, overtakes);
        assert_eq!(rated_end(&room).match_won, Some(vec![false, true]));
        let left = TableEvent::Left { seat: Seat::new(0) };
        assert_eq!(room.events("bor").filter(|event| **event == left).count(), 1);
        assert!(room.stored.table.promises[0].dropped.is_some());
        assert_eq!(room.table.phase(), Phase::Finished);
    }
}

/// If anything else keeps the end from being stored, it has not happened, and can be made
/// again.
#[test]
fn a_last_move_that_is_overtaken_and_then_refused_has_not_happened() {
    let game = json!({ "name": "trset", "options": { "players": 2 } });
    let mut room = Room::playing(config(game));
    while room.stored.table.game.as_ref().expect("a game").moves.len() < 39 {
        room.play(0);
    }
    room.silent = true;
    room.overtakes = 1;
    room.play(0);
    assert!(matches!(room.asked, Some(Question::Ratings(_))));
    room.silent = false;
    let question = room.asked.take().expect("a question");
    room.overtakes = 1;
    let answer = room.answer(question);
    room.refuses = true;
    room.input(Input::Answer(answer));
    assert_eq!(room.table.phase(), Phase::Playing);
    assert_eq!(room.refused.len(), 1);
    room.refused.clear();
    room.refuses = false;
    room.play_out();
    are_rated_after(&room, 1);
}
