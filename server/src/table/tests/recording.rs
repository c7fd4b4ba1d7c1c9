//! Nothing is shown that is not recorded, and what is recorded goes on after a
//! restart.

use vzetek_protocol::shuffle::DropReason;

use super::*;

#[test]
fn a_move_is_told_when_it_is_durable() {
    let mut room = Room::playing(two());
    let before = room.told.len();
    room.silent = true;
    room.play(0);
    assert!(matches!(&room.asked, Some(Question::Record(writes)) if writes.len() == 1));
    assert_eq!(room.told.len(), before);
    room.answers_again();
    for name in ["ana", "bor"] {
        assert!(matches!(room.last(name), TableEvent::Moved { .. }));
    }
}

#[test]
fn a_move_that_is_not_recorded_has_not_happened() {
    let mut room = Room::playing(two());
    let (name, told) = (name(room.turn()), room.told.len());
    room.refuses = true;
    assert_eq!(room.refusal(name, room.act(0)), ErrorCode::Internal);
    assert_eq!(room.told.len(), told);
    room.refuses = false;
    room.play(0);
    assert!(matches!(room.last(name), TableEvent::Moved { .. }));
}

#[test]
fn a_seat_that_is_not_recorded_is_not_taken() {
    let mut room = Room::new(two());
    room.come("ana");
    room.refuses = true;
    let (table, seat, invite) = (room.table.setup.id.clone(), None, None);
    let sit = ClientMessage::Sit { table, seat, invite };
    assert_eq!(room.refusal("ana", sit.clone()), ErrorCode::Internal);
    assert!(room.table.seats.iter().all(|record| record.taken().is_none()));
    room.refuses = false;
    room.say("ana", sit);
    assert!(room.table.seats[0].taken().is_some());
}

/// Anything due by itself is tried again, a second later.
#[test]
fn what_the_store_refuses_rests_for_a_second() {
    let mut room = Room::new(two());
    for name in ["ana", "bor"] {
        room.come(name);
        room.sit(name);
    }
    room.refuses = true;
    room.wait(Duration::from_secs(10));
    assert_eq!(room.table.phase(), Phase::Shuffling);
    room.say("ana", room.chat("still here"));
    assert!(matches!(room.last("bor"), TableEvent::Chat { .. }), "people are heard");
    room.refuses = false;
    room.wait(Duration::from_secs(1));
    assert_eq!(room.table.phase(), Phase::Playing);
}

/// It would be as fast as the machine can without a pause.
#[test]
fn a_table_that_cannot_be_closed_tries_once_a_second() {
    let mut room = Room::new(two());
    room.refuses = true;
    room.wait(Duration::from_secs(room.table.setup.tuning.empty_table_s));
    assert_eq!(room.tries, 1);
    room.wait(Duration::from_secs(10));
    assert_eq!(room.tries, 11);
    assert!(!room.table.is_closed());
}

#[test]
fn a_deal_goes_on_after_a_restart() {
    let mut room = Room::playing(two());
    let first = room.turn();
    room.wait(Duration::from_secs(25));
    room.play(0);
    room.play(0);
    let deal = |room: &Room| match &room.table.stage {
        Stage::Playing(playing) => (playing.deal.clone(), playing.moves.clone()),
        _ => panic!("nothing is played"),
    };
    let before = deal(&room);
    room.restart();
    assert_eq!(deal(&room), before);
    assert_eq!(room.bank(first), Duration::from_secs(55), "time that is used up");
    assert!(
        room.table.seats.iter().all(|record| record.taken().is_some_and(|taken| !taken.is_here()))
    );
    for name in ["ana", "bor"] {
        room.come(name);
    }
    room.play_out();
    assert!(matches!(room.last("ana"), TableEvent::DealOver { .. }));
    room.restart();
    assert_eq!(room.table.phase(), Phase::Finished);
    room.come("ana");
    assert!(room.snapshot("ana").deal.as_ref().is_some_and(|deal| deal.finish.is_some()));
}

#[test]
fn players_who_stay_away_after_a_restart_are_played_for() {
    let mut room = Room::playing(two());
    room.restart();
    room.come("ana");
    room.wait(Duration::from_secs(31));
    let replaced = room.table.seats.iter().map(|record| record.standin().is_some());
    assert_eq!(replaced.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_promise_that_a_restart_cuts_short_is_dropped() {
    let mut room = Room::new(two());
    for name in ["ana", "bor"] {
        room.come(name);
        room.sit(name);
    }
    assert_eq!(room.table.phase(), Phase::Shuffling);
    room.restart();
    let dropped = room.stored.table.promises[0].dropped.as_ref().expect("dropped");
    assert_eq!(dropped.reason, vzetek_store::DropReason::Restart);
    room.come("ana");
    room.come("bor");
    let TableEvent::Committed { dropped, .. } = room.last("ana") else { panic!("a promise") };
    assert_eq!(dropped[0].reason, DropReason::Restart);
}

#[test]
#[should_panic(expected = "out of turn")]
fn nothing_else_is_heard_while_an_answer_is_awaited() {
    let mut room = Room::playing(two());
    room.silent = true;
    room.play(0);
    room.input(Input::Alarm);
}
