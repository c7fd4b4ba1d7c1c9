//! Staying away, being played for, and coming back.

use super::*;

const MS: Duration = Duration::from_millis(1);
/// The longest absence of the only person among bots.
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

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
    assert_eq!(room.moved_by("bor", Seat::new(0)).last(), Some(&By::Substitute));
    room.come("ana");
    assert!(!is_replaced(&room));
    let returned = |event: &TableEvent| matches!(event, TableEvent::Returned { .. });
    assert!(room.events("bor").any(returned));
    turn_of_ana(&mut room);
    assert_eq!(room.to_act().as_deref(), Some("ana"));
    room.play_out();
    assert_eq!(room.moved_by("bor", Seat::new(0)).last(), Some(&By::Player));
    let TableEvent::DealOver { finish } = room.last("bor") else { panic!("the end") };
    assert_eq!(finish.forfeited, [false, false]);
}

/// If her cards have won, nobody has: somebody else played them.
#[test]
fn who_stays_away_loses() {
    let three = config(json!({ "name": "trset", "options": { "players": 3 } }));
    let mut room = Room::among_bots(three);
    room.come("eva");
    room.offer("robot three");
    room.go("ana");
    room.wait(WEEK);
    room.bot_sits();
    room.play_out();
    let over = |event: &TableEvent| match event {
        TableEvent::DealOver { finish } => Some((**finish).clone()),
        _ => None,
    };
    let finish = room.events("eva").find_map(over).expect("the end");
    assert_eq!(finish.forfeited, [true, false, false]);
    let match_won = finish.match_won.expect("nobody waits for her");
    assert!(!finish.won[0] && !match_won[0] && match_won.contains(&true), "{match_won:?}");
    assert!(finish.won == match_won || !finish.won.contains(&true), "{:?}", finish.won);
    assert!(room.table.is_closed());
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
    assert_eq!(room.moved_by("bor", Seat::new(0)).last(), Some(&By::Server));
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
    let nobody = |event: &TableEvent| matches!(event, TableEvent::Substituted { substitute, .. } if substitute.player.is_none());
    assert!(nobody(room.last("bor")), "it is seen to be gone");
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
fn time_stands_still_while_the_only_person_is_away() {
    let mut room = Room::among_bots(two());
    turn_of_ana(&mut room);
    room.wait(Duration::from_secs(25));
    // A player who has just connected counts as present for a second.
    for bank in [55_000, 54_000] {
        room.go("ana");
        room.wait(WEEK - MS);
        assert!(!is_replaced(&room));
        room.come("ana");
        assert_eq!(room.snapshot("ana").you, Some(Seat::new(0)));
        // Once: a bot that acts on each turn it is shown acts once.
        assert_eq!(room.times("ana", Seat::new(0)), [(Some(0), Some(bank))]);
    }
    room.play(0);
    let stored = &room.stored.table.game.as_ref().expect("a game").moves;
    assert_eq!(stored.last().expect("her move").thinking_ms, 26_000);
    // A turn that begins meanwhile is a fresh one when she is back.
    room.go("ana");
    room.wait(Duration::from_secs(2));
    turn_of_ana(&mut room);
    room.wait(LONG);
    room.come("ana");
    assert_eq!(room.times("ana", Seat::new(0)).last(), Some(&(Some(20_000), Some(54_000))));
    room.play_out();
    let TableEvent::DealOver { finish } = room.last("ana") else { panic!("the end") };
    assert_eq!(finish.forfeited, [false, false]);
    // Nor is a match lost between its deals.
    room.go("ana");
    room.wait(WEEK - MS);
    assert!(room.table.is_full() && !room.table.is_closed());
    room.wait(Duration::from_secs(2));
    assert!(room.table.is_closed());
}

#[test]
fn a_substitute_after_a_timeout_stops_when_the_only_person_disconnects() {
    let mut room = Room::among_bots(two());
    room.offer("robot three");
    turn_of_ana(&mut room);
    room.wait(Duration::from_secs(80));
    assert!(is_replaced(&room));
    room.bot_sits();
    room.go("ana");
    assert!(!is_replaced(&room));
    room.wait(LONG);
    assert_eq!(room.turn(), Seat::new(0));
    room.come("ana");
    assert_eq!(room.to_act().as_deref(), Some("ana"));
}

#[test]
fn a_guest_may_be_away_for_an_hour() {
    let mut room = Room::among_bots(two());
    let taken = room.table.record_mut(Seat::new(0)).taken_mut();
    taken.expect("hers").owner.kind = PlayerKind::Guest;
    turn_of_ana(&mut room);
    room.go("ana");
    room.wait(Duration::from_secs(3600) - MS);
    assert!(!is_replaced(&room));
    room.wait(MS);
    assert!(is_replaced(&room));
}

/// The clock of an absent player runs until the other player has left.
#[test]
fn a_player_left_alone_while_away_is_not_substituted() {
    let mut room = Room::playing(two());
    turn_of_ana(&mut room);
    room.go("ana");
    room.leave("bor");
    room.wait(LONG);
    assert!(!is_replaced(&room));
    room.come("ana");
    assert_eq!(room.to_act().as_deref(), Some("ana"));
}

#[test]
fn among_bots_alone_one_may_be_away_for_long() {
    let one_deal = config(json!({ "name": "trset", "options": { "players": 2 } }));
    let mut config = TableConfig { rated: false, ..one_deal };
    config.clock.off_alone = true;
    let mut room = Room::among_bots(config);
    turn_of_ana(&mut room);
    room.wait(LONG);
    assert!(!is_replaced(&room), "no clock runs");
    let told = room.times("ana", Seat::new(0));
    assert!(!told.is_empty() && told.iter().all(|told| *told == (None, None)), "{told:?}");
    room.go("ana");
    room.wait(WEEK - MS);
    assert!(!is_replaced(&room));
    room.wait(MS);
    assert!(is_replaced(&room));
    room.come("ana");
    assert!(!is_replaced(&room));
    room.play_out();
    assert_eq!(room.times("ana", Seat::new(0)).last(), Some(&(None, None)));
    let told = room.times("ana", Seat::new(1));
    assert!(!told.is_empty() && told.iter().all(|(own, _)| *own > Some(0)), "{told:?}");
    let TableEvent::DealOver { finish } = room.last("ana") else { panic!("the end") };
    assert!(finish.match_won.is_some(), "it is decided, and not rated");
    assert_eq!((&finish.forfeited[..], &finish.ratings), (&[false, false][..], &None));
}

#[test]
fn with_a_second_person_the_clock_runs() {
    let mut config = two();
    config.clock.off_alone = true;
    let mut room = Room::playing(config);
    turn_of_ana(&mut room);
    room.wait(Duration::from_secs(80));
    assert!(is_replaced(&room));
    assert!(room.times("bor", Seat::new(0)).iter().all(|(own, _)| own.is_some()));
}
