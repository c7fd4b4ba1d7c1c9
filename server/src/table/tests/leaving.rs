//! Leaving, being ready, and being waited for.

use vzetek_protocol::Ladder;
use vzetek_protocol::table::DealFinish;
use vzetek_store::{self as store, GamePlayerRow, MatchEnd};

use super::*;
use crate::deal::Match;
use crate::rating;

/// The ends of deals as an account was told them.
fn ends(room: &Room, name: &str) -> Vec<DealFinish> {
    let ends = room.events(name).filter_map(|event| match event {
        TableEvent::DealOver { finish } => Some((**finish).clone()),
        _ => None,
    });
    ends.collect()
}

/// Checks the end of a match to 51 that ana broke off after its first deal.
fn is_broken_off(finish: &DealFinish) {
    assert_eq!(finish.match_won, Some(vec![false, true]));
    assert_eq!(finish.forfeited, [false, false], "the deal was played to its end");
    let ratings = finish.ratings.as_ref().expect("ratings");
    let after = |seat: usize| ratings[seat].expect("rated").after;
    let [lost, gained] = [1500 - after(0), after(1) - 1500];
    assert!(lost > 0 && gained > 0 && gained * 2 < lost, "little was played: {ratings:?}");
}

const WON: MatchEnd = MatchEnd { won: true, forfeited: false };
const LOST_BY_LEAVING: MatchEnd = MatchEnd { won: false, forfeited: true };

/// The players of the deal that was stored last.
fn stored_players(room: &Room) -> &[GamePlayerRow] {
    &room.stored.table.game.as_ref().expect("a game").row.players
}

/// True if bor was told that ana's seat is free.
fn has_left(room: &Room) -> bool {
    room.events("bor").any(|event| *event == TableEvent::Left { seat: Seat::new(0) })
}

/// The substitutes of which bor was notified: whether a bot plays, and whether ana has left.
fn substitutes(room: &Room) -> Vec<(bool, bool)> {
    let told = room.events("bor").filter_map(|event| match event {
        TableEvent::Substituted { substitute, .. } => {
            Some((substitute.player.is_some(), substitute.left))
        }
        _ => None,
    });
    told.collect()
}

/// Others learn that a player has left, also one whose seat a bot played already.
#[test]
fn who_has_left_is_not_taken_for_absent() {
    let mut room = Room::playing(two());
    room.offer("robot");
    room.leave("ana");
    room.bot_sits();
    assert_eq!(substitutes(&room), [(false, true), (true, true)]);

    let mut room = Room::playing(two());
    room.offer("robot");
    while room.turn() != Seat::new(0) {
        room.play(0);
    }
    room.go("ana");
    room.wait(Duration::from_secs(31));
    room.bot_sits();
    assert_eq!(substitutes(&room), [(false, false), (true, false)]);
    room.leave("ana");
    assert_eq!(substitutes(&room), [(false, false), (true, false), (true, true)]);
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
    let after = |seat: usize| ratings[seat].expect("rated").after;
    assert!(after(0) < 1500 && after(1) >= 1500, "{ratings:?}");
    assert!(ratings.iter().flatten().all(|change| change.ladder == Ladder::People));
    let ends = stored_players(&room).iter();
    let ends: Vec<_> = ends.map(|player| player.match_end.expect("an end")).collect();
    assert_eq!(ends, [LOST_BY_LEAVING, WON]);
    assert!(has_left(&room));
    assert_eq!(room.stored.table.seats, [None, Some("bor".to_owned())]);
}

/// Leaving holds until it is taken back: neither an earlier wish to have the seat
/// back nor coming back undoes it.
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

/// The server plays the last card, and no message follows that the table could go on with.
#[test]
fn a_table_that_all_have_left_is_closed_once_with_its_deal() {
    let mut room = Room::playing(two());
    room.delay = Duration::from_millis(600);
    room.leave("ana");
    room.leave("bor");
    while room.table.phase() == Phase::Playing {
        room.wait(Duration::from_secs(3));
    }
    room.wait(Duration::from_secs(1));
    assert_eq!(*room.last("bor"), TableEvent::Closed { reason: "abandoned".to_owned() });
    let closings = room.events("bor").filter(|event| matches!(event, TableEvent::Closed { .. }));
    assert_eq!(closings.count(), 1);
}

/// Whoever left by mistake has the seat, and the sight of the own cards, until the
/// deal ends; nobody else has.
#[test]
fn who_left_takes_the_seat_back_in_the_same_deal() {
    let mut room = Room::playing(two());
    room.offer("robot");
    room.leave("ana");
    room.bot_sits();
    room.come("ana");
    assert_eq!(room.snapshot("ana").you, None);
    room.return_to_seat("ana");
    let snapshot = room.snapshot("ana");
    assert_eq!(snapshot.you, Some(Seat::new(0)));
    assert!(
        room.events("bor").any(
            |event| matches!(event, TableEvent::Returned { seat, .. } if *seat == Seat::new(0))
        )
    );
    assert!(room.table.record(Seat::new(0)).standin().is_none());
    room.play_out();
    let [finish] = &ends(&room, "bor")[..] else { panic!("one end") };
    assert_eq!((&finish.forfeited, &finish.match_won), (&vec![false, false], &None));
    assert!(!has_left(&room));
    // After the deal there is nothing to come back to.
    room.leave("bor");
    room.come("eva");
    for name in ["bor", "eva"] {
        let wish = room.wants_back();
        assert_eq!(room.refusal(name, wish), ErrorCode::NotSeated);
    }
}

/// A deal that the substitute played is not won by coming back for its end.
#[test]
fn who_comes_back_for_the_end_has_not_played_the_deal() {
    let mut room = Room::playing(two());
    room.leave("ana");
    // No bot comes: the server plays for her, 11 of 20 cards, three seconds each.
    while room.moved_by("bor", Seat::new(0)).len() < 11 {
        if room.turn() == Seat::new(0) {
            room.wait(Duration::from_secs(3));
        } else {
            room.play(0);
        }
    }
    room.come("ana");
    room.return_to_seat("ana");
    room.play_out();
    let [finish] = &ends(&room, "bor")[..] else { panic!("one end") };
    assert!(finish.forfeited[0] && !finish.won[0], "{finish:?}");
}

#[test]
fn who_leaves_between_deals_breaks_the_match_off() {
    let mut room = Room::playing(two());
    room.play_out();
    room.ready("bor");
    room.leave("ana");
    let [first, again] = &ends(&room, "bor")[..] else { panic!("two ends") };
    assert_eq!((&first.match_won, &first.ratings), (&None, &None));
    assert_eq!(first.game, again.game);
    is_broken_off(again);
    let ratings = again.ratings.as_ref().expect("ratings");
    let ends = [LOST_BY_LEAVING, WON];
    for ((stored, told), end) in stored_players(&room).iter().zip(ratings).zip(ends) {
        assert_eq!(stored.match_end, Some(end));
        assert_eq!(stored.rating, Some(rating::stored_change(store::Ladder::People, *told)));
    }
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
    let ready = |event: &&TableEvent| **event == TableEvent::Ready { seat: Seat::new(1) };
    assert_eq!(room.events("bor").filter(ready).count(), 2, "as he was");
    room.come("bor");
    let snapshot = room.snapshot("bor");
    assert!(snapshot.seats[1].ready);
    is_broken_off(snapshot.deal.as_ref().and_then(|deal| deal.finish.as_ref()).expect("an end"));
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
    room.wait(LONG);
    assert!(room.table.is_full(), "nobody waits");
    room.ready("bor");
    let limit = Duration::from_secs(room.table.setup.tuning.ready_s);
    room.wait(limit - Duration::from_millis(1));
    assert!(room.table.is_full());
    room.wait(Duration::from_millis(1));
    assert!(has_left(&room));
    is_broken_off(&ends(&room, "bor")[1]);
    room.sit("cene");
    let begun = |event: &TableEvent| matches!(event, TableEvent::MatchStarted { .. });
    assert!(room.events("cene").any(begun), "which the one before is nothing to");
    assert_eq!(room.table.carry.game.score(), Match::new(&room.table.setup.config.game).score());
}

#[test]
fn who_leaves_after_the_others_or_after_the_match_loses_nothing() {
    let one_deal = config(json!({ "name": "trset", "options": { "players": 2 } }));
    for (config, ends_told) in [(two(), 2), (one_deal, 1)] {
        let mut room = Room::playing(config);
        room.come("eva");
        room.play_out();
        room.leave("ana");
        room.leave("bor");
        let told = ends(&room, "eva");
        assert_eq!(told.len(), ends_told);
        // A store takes the ratings of a match once only.
        let [.., last] = &told[..] else { panic!("an end") };
        assert!(last.ratings.is_some() && last.match_won.is_some());
    }
}

#[test]
fn a_match_is_broken_off_after_a_restart_as_before() {
    let mut room = Room::playing(two());
    room.play_out();
    room.restart();
    room.come("bor");
    room.leave("ana");
    is_broken_off(&ends(&room, "bor")[0]);
    room.restart();
    room.come("bor");
    let deal = room.snapshot("bor").deal.as_ref();
    is_broken_off(deal.and_then(|deal| deal.finish.as_ref()).expect("an end"));
}

/// Somebody who has left in mid-deal is not called back by a restart, and may come back after it.
#[test]
fn who_has_left_has_left_after_a_restart_too() {
    for comes_back in [false, true] {
        let mut room = Room::playing(two());
        room.leave("ana");
        room.restart();
        room.come("bor");
        room.come("ana");
        let left = |room: &Room| room.table.record(Seat::new(0)).taken().unwrap().has_left();
        assert!(left(&room) && room.table.seat_of("ana").is_none());
        if comes_back {
            room.return_to_seat("ana");
            assert!(!left(&room));
            room.restart();
            assert!(!left(&room) && room.table.seat_of("ana").is_some());
        } else {
            for _ in 0..50 {
                room.play(0);
                room.wait(Duration::from_secs(3));
            }
            assert!(room.table.record(Seat::new(0)).taken().is_none());
        }
    }
}

#[test]
fn of_three_who_leaves_loses_to_both() {
    let mut room = Room::playing(config(json!({ "name": "tarok", "options": { "deals": 2 } })));
    room.play_out();
    room.leave("cene");
    let told = ends(&room, "ana");
    assert_eq!(told[1].match_won, Some(vec![true, true, false]));
    let after: Vec<i32> =
        told[1].ratings.iter().flatten().flatten().map(|change| change.after).collect();
    assert!(after[0] > 1500 && after[0] == after[1] && after[2] < 1500, "{after:?}");
}

#[test]
fn a_private_match_is_broken_off_without_ratings() {
    let mut room = Room::playing(TableConfig { private: true, ..two() });
    room.play_out();
    room.leave("ana");
    let told = ends(&room, "bor");
    assert_eq!((&told[1].match_won, &told[1].ratings), (&Some(vec![false, true]), &None));
    let [ana, bor] = stored_players(&room) else { panic!("two") };
    assert_eq!((ana.match_end, ana.rating), (Some(LOST_BY_LEAVING), None));
    assert_eq!((bor.match_end, bor.rating), (Some(WON), None));
}

#[test]
fn who_leaves_where_no_bot_comes_is_played_for_by_the_server() {
    let mut room = Room::playing(two());
    room.leave("ana");
    for _ in 0..50 {
        room.play(0);
        room.wait(Duration::from_secs(3));
    }
    assert_eq!(room.table.phase(), Phase::Finished);
    let by = room.moved_by("bor", Seat::new(0));
    assert!(!by.is_empty() && by.iter().all(|by| *by == By::Server), "{by:?}");
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
    let limit = Duration::from_secs(room.table.setup.tuning.empty_table_s);
    room.wait(limit - Duration::from_millis(1));
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
