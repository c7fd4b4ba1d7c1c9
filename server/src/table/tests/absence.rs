//! Staying away, being played for, and coming back.

use vzetek_protocol::table::Actor as By;

use super::*;

const MS: Duration = Duration::from_millis(1);

/// Ana's turn comes, if she is there to take it or not.
fn turn_of_ana(room: &mut Room) {
    while room.turn() != Seat::new(0) {
        room.play(0);
    }
}

fn is_replaced(room: &Room) -> bool {
    room.table.record(Seat::new(0)).standin().is_some()
}

#[test]
fn a_bot_plays_for_somebody_who_stays_away_until_they_are_back() {
    let mut room = Room::playing(two());
    turn_of_ana(&mut room);
    room.offer("robot");
    room.go("ana");
    let gone = TableEvent::Connection { seat: Seat::new(0), connected: false };
    assert_eq!(*room.last("bor"), gone);
    let grace = Duration::from_millis(room.table.setup.config.clock.grace_ms);
    room.wait(grace - MS);
    assert!(!is_replaced(&room) && room.called.is_empty());
    room.wait(MS);
    assert!(is_replaced(&room) && room.called.len() == 1);
    room.bot_sits();
    assert_eq!(room.snapshot("robot").you, Some(Seat::new(0)));
    assert_eq!(room.to_act().as_deref(), Some("robot"));
    room.play(0);
    let by = |event: &TableEvent| matches!(event, TableEvent::Moved { moved, .. } if moved.by == By::Substitute);
    assert!(room.events("bor").any(by));
    room.come("ana");
    assert!(!is_replaced(&room));
    let returned = |event: &TableEvent| matches!(event, TableEvent::Returned { .. });
    assert!(room.events("bor").any(returned));
    turn_of_ana(&mut room);
    assert_eq!(room.to_act().as_deref(), Some("ana"));
}

#[test]
fn the_server_plays_where_no_bot_comes() {
    let mut room = Room::playing(two());
    turn_of_ana(&mut room);
    room.go("ana");
    room.wait(Duration::from_secs(31));
    assert!(is_replaced(&room));
    assert_eq!(room.turn(), Seat::new(0));
    room.wait(Duration::from_secs(2));
    assert!(matches!(room.last("bor"), TableEvent::Moved { moved, .. } if moved.by == By::Server));
}

/// A bot that goes away is replaced like anybody else; a silent one is not waited
/// for.
#[test]
fn another_bot_is_asked_where_one_fails() {
    let mut room = Room::playing(two());
    room.offer("robot");
    room.offer("robot two");
    room.offer("robot three");
    room.go("ana");
    room.wait(Duration::from_secs(31));
    assert_eq!(room.called.len(), 1);
    room.wait(Duration::from_secs(5));
    assert_eq!(room.called.len(), 1, "the first did not come in time");
    assert_eq!(room.called[0].0.player.name, "robot two");
    room.bot_sits();
    room.go("robot two");
    assert_eq!(room.called[0].0.player.name, "robot three");
}

/// Everybody else is told of each coming and going, so a short visit counts as
/// a longer one.
#[test]
fn who_comes_and_goes_is_told_of_once_a_second() {
    let mut room = Room::playing(two());
    room.go("ana");
    room.wait(MS);
    room.come("ana");
    let before = room.events("bor").count();
    for _ in 0..20 {
        room.go("ana");
        room.wait(10 * MS);
        room.come("ana");
        room.wait(10 * MS);
    }
    assert_eq!(room.events("bor").count(), before);
    room.go("ana");
    room.wait(Duration::from_secs(1));
    assert_eq!(room.events("bor").count(), before + 1);
}

#[test]
fn among_bots_alone_one_may_be_away_for_long() {
    let mut config = two();
    config.bots = Some("medium".to_owned());
    config.clock.off_alone = true;
    let mut room = Room::new(config);
    room.offer("robot");
    room.come("ana");
    room.sit("ana");
    room.bot_sits();
    room.deal();
    turn_of_ana(&mut room);
    room.wait(LONG);
    assert!(!is_replaced(&room), "no clock runs");
    room.go("ana");
    room.wait(Duration::from_secs(room.table.setup.tuning.alone_s) - MS);
    assert!(!is_replaced(&room));
    room.wait(MS);
    assert!(is_replaced(&room));
}
