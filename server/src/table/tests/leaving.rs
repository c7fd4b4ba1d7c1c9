//! Leaving, being ready, and being waited for.

use vzetek_protocol::table::DealFinish;

use super::*;

/// The ends of deals as an account was told them.
fn ends(room: &Room, name: &str) -> Vec<DealFinish> {
    let ends = room.events(name).filter_map(|event| match event {
        TableEvent::DealOver { finish } => Some((**finish).clone()),
        _ => None,
    });
    ends.collect()
}

/// True if bor was told that ana's seat is free.
fn has_left(room: &Room) -> bool {
    room.events("bor").any(|event| *event == TableEvent::Left { seat: Seat::new(0) })
}

#[test]
fn who_leaves_in_mid_deal_loses_the_match() {
    let mut room = Room::playing(two());
    room.offer("robot");
    room.leave("ana");
    assert_eq!(room.refusal("ana", room.act(0)), ErrorCode::NotSeated);
    room.bot_sits();
    room.play_out();
    let [finish] = &ends(&room, "bor")[..] else { panic!("one end") };
    assert_eq!(finish.forfeited, [true, false]);
    assert_eq!(finish.match_won, Some(vec![false, true]));
    let ratings = finish.ratings.as_ref().expect("ratings");
    assert!(ratings[0].after < 1500 && ratings[1].after >= 1500, "{ratings:?}");
    assert!(has_left(&room));
    assert_eq!(room.stored.table.seats, [None, Some("bor".to_owned())]);
}

/// Whoever wanted the seat back and leaves has left, all the same.
#[test]
fn who_leaves_while_played_for_does_not_come_back() {
    let is_returned = |event: &TableEvent| matches!(event, TableEvent::Returned { .. });
    for late in [true, false] {
        let mut room = Room::playing(two());
        while room.turn() != Seat::new(0) {
            room.play(0);
        }
        if late {
            // Her time is used up, so she would have had it back with the next turn.
            room.wait(Duration::from_secs(80));
            room.return_to_seat("ana");
            room.leave("ana");
            room.wait(Duration::from_secs(3));
        } else {
            // Coming back would have been enough.
            room.go("ana");
            room.wait(Duration::from_secs(31));
            room.leave("ana");
            room.come("ana");
        }
        assert!(!room.events("bor").any(is_returned));
        assert!(room.table.record(Seat::new(0)).standin().is_some());
    }
}

#[test]
fn who_leaves_between_deals_breaks_the_match_off() {
    let mut room = Room::playing(two());
    room.play_out();
    room.ready("bor");
    room.leave("ana");
    let [first, again] = &ends(&room, "bor")[..] else { panic!("two ends") };
    assert_eq!((&first.match_won, &first.ratings), (&None, &None));
    assert_eq!(again.match_won, Some(vec![false, true]));
    assert!(again.ratings.as_ref().is_some_and(|ratings| ratings[0].after < 1500));
    assert_eq!(room.stored.table.game.as_ref().expect("a game").row.players[0].rating, {
        let ratings = again.ratings.as_ref().expect("ratings");
        Some((ratings[0].before, ratings[0].after))
    });
}

/// While the next deal is shuffled, the last one is laid on the table again.
#[test]
fn who_leaves_a_shuffle_drops_the_promise() {
    let mut room = Room::playing(two());
    room.play_out();
    room.ready("ana");
    room.ready("bor");
    assert_eq!(room.table.phase(), Phase::Shuffling);
    room.leave("ana");
    assert_eq!(room.table.phase(), Phase::Finished);
    assert!(room.stored.table.promises[0].dropped.is_some());
    assert_eq!(ends(&room, "bor").len(), 2);
    room.come("cene");
    room.sit("cene");
    assert_eq!(room.table.phase(), Phase::Shuffling, "bor still wants a deal");
    assert_eq!(room.table.carry.match_number, 2);
}

#[test]
fn a_deal_begins_when_all_are_ready() {
    let mut room = Room::playing(two());
    assert_eq!(
        room.refusal("ana", ClientMessage::Ready { table: room.table.setup.id.clone() }),
        ErrorCode::NoDeal
    );
    room.play_out();
    room.ready("ana");
    assert_eq!(*room.last("bor"), TableEvent::Ready { seat: Seat::new(0) });
    assert_eq!(room.table.phase(), Phase::Finished);
    room.ready("bor");
    assert_eq!(room.table.phase(), Phase::Shuffling);
    room.deal();
    assert_eq!(room.table.carry.next_number, 3);
}

#[test]
fn nobody_is_waited_for_for_ever() {
    let mut room = Room::playing(two());
    room.play_out();
    room.ready("bor");
    let patience = Duration::from_secs(room.table.setup.tuning.ready_s);
    room.wait(patience - Duration::from_millis(1));
    assert!(room.table.is_full());
    room.wait(Duration::from_millis(1));
    assert!(has_left(&room));
    assert_eq!(ends(&room, "bor").len(), 2, "the match is lost");
}

/// Somebody who is away is waited for no longer than in a deal.
#[test]
fn who_is_away_between_deals_is_gone_sooner() {
    let mut room = Room::playing(two());
    room.play_out();
    room.ready("bor");
    room.go("ana");
    room.wait(Duration::from_secs(30));
    assert!(has_left(&room));
}

#[test]
fn an_empty_table_is_closed() {
    let mut room = Room::new(two());
    room.come("ana");
    room.sit("ana");
    room.wait(LONG);
    assert!(!room.table.is_closed(), "somebody waits here");
    room.go("ana");
    let patience = Duration::from_secs(room.table.setup.tuning.empty_table_s);
    room.wait(patience - Duration::from_millis(1));
    assert!(!room.table.is_closed());
    room.wait(Duration::from_millis(1));
    assert!(room.table.is_closed() && room.stored.closed);
}

#[test]
fn a_table_that_all_have_left_is_closed() {
    let mut room = Room::playing(two());
    room.play_out();
    room.come("eva");
    room.leave("ana");
    room.leave("bor");
    assert_eq!(*room.last("eva"), TableEvent::Closed { reason: "abandoned".to_owned() });
    assert!(room.table.is_closed() && room.stored.closed);
}
