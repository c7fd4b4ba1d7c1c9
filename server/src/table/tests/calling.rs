//! Being called to another table, and tables of those who were called.

use super::*;

fn call_away(room: &mut Room, name: &str) {
    room.input(Input::CallAway { account: name.to_owned() });
}

fn casual() -> TableConfig {
    TableConfig { rated: false, ..two() }
}

#[test]
fn a_casual_deal_with_bots_is_broken_off_without_loss() {
    let mut room = Room::among_bots(casual());
    assert_eq!(room.table.seated().bound, [""; 0]);
    room.play(0);
    call_away(&mut room, "ana");
    assert!(room.table.is_closed());
    assert_eq!(*room.last("ana"), TableEvent::Closed { reason: "called".to_owned() });
    let told = |event: &TableEvent| matches!(event, TableEvent::DealOver { .. });
    assert!(!room.events("ana").any(told), "nobody has lost");
}

#[test]
fn between_deals_with_bots_the_seat_is_given_up() {
    let mut room = Room::among_bots(casual());
    room.play_out();
    call_away(&mut room, "ana");
    assert_eq!(room.stored.table.seats[0], None);
}

#[test]
fn nobody_is_called_away_from_what_is_at_stake() {
    let mut rated = Room::among_bots(two());
    assert_eq!(rated.table.seated().bound, ["ana"]);
    call_away(&mut rated, "ana");
    let mut friends = Room::playing(casual());
    assert_eq!(friends.table.seated().bound, ["ana", "bor"]);
    call_away(&mut friends, "bor");
    for room in [&mut rated, &mut friends] {
        assert_eq!(room.table.phase(), Phase::Playing);
        assert!(room.table.seats.iter().all(|seat| seat.taken().is_some_and(|t| !t.has_left())));
        room.play_out();
    }
    // A match of several deals binds between them, too; a decided one does not.
    assert_eq!(friends.table.seated().bound, ["ana", "bor"]);
    friends.leave("ana");
    assert_eq!(friends.table.seated().bound, [""; 0]);
    call_away(&mut friends, "nobody");
}

fn paired() -> Room {
    let mut room = Room::new(two());
    let mut setup = room.table.setup.clone();
    setup.paired = true;
    let players = [player("ana"), player("bor")];
    room.table = start_for(setup, &players, room.now, StdRng::seed_from_u64(1));
    room.stored.table.seats = vec![Some("ana".to_owned()), Some("bor".to_owned())];
    room.input(Input::Alarm);
    room
}

#[test]
fn those_who_were_put_together_play_as_soon_as_they_have_come() {
    let mut room = paired();
    assert_eq!(room.table.seated().accounts, ["ana", "bor"]);
    room.come("bor");
    assert_eq!(room.table.phase(), Phase::Waiting);
    room.come("ana");
    room.deal();
}

#[test]
fn whoever_does_not_come_is_not_waited_for_long() {
    let mut room = paired();
    room.come("bor");
    let grace = Duration::from_millis(room.table.setup.config.clock.grace_ms);
    room.wait(grace - Duration::from_millis(1));
    assert_eq!(room.table.seated().accounts, ["ana", "bor"]);
    room.wait(Duration::from_millis(2));
    assert_eq!(room.table.seated().accounts, ["bor"]);
    assert_eq!(room.followed, ["bor"]);
}

#[test]
fn a_table_of_those_who_were_put_together_ends_with_the_last_of_them() {
    let mut room = paired();
    for name in ["bor", "ana"] {
        room.come(name);
    }
    assert_eq!(room.table.phase(), Phase::Shuffling, "both have come");
    room.leave("ana");
    assert!(!room.table.is_closed());
    room.leave("bor");
    assert_eq!(*room.last("bor"), TableEvent::Closed { reason: "abandoned".to_owned() });
    assert_eq!(room.followed, ["bor"]);
}

#[test]
fn who_comes_after_another_has_left_has_followed_the_call() {
    let mut room = paired();
    room.come("ana");
    room.leave("ana");
    assert_eq!(room.followed, [""; 0]);
    room.come("bor");
    assert_eq!(room.followed, ["bor"]);
}

#[test]
fn a_table_to_which_nobody_comes_is_closed_as_soon_as_nobody_is_waited_for() {
    let mut room = paired();
    let grace = Duration::from_millis(room.table.setup.config.clock.grace_ms);
    room.wait(grace - Duration::from_millis(1));
    assert!(!room.table.is_closed());
    room.wait(Duration::from_millis(1));
    assert!(room.table.is_closed());
    assert_eq!(room.followed, [""; 0]);
}

#[test]
fn whoever_was_dealt_cards_has_followed_the_call() {
    let mut room = paired();
    for name in ["bor", "ana"] {
        room.come(name);
    }
    room.deal();
    room.play_out();
    room.leave("ana");
    room.leave("bor");
    assert!(room.table.is_closed());
    assert_eq!(room.followed, ["ana", "bor"]);
}
