//! Time to think.

use super::*;

#[test]
fn what_a_move_takes_beyond_its_time_is_drawn_from_the_bank() {
    let mut room = Room::playing(two());
    let seat = room.turn();
    room.wait(Duration::from_secs(19));
    room.play(0);
    assert_eq!(room.bank(seat), Duration::from_secs(60));
    while room.turn() != seat {
        room.play(0);
    }
    room.wait(Duration::from_secs(25));
    room.play(0);
    assert_eq!(room.bank(seat), Duration::from_secs(55));
}

/// The time that the store takes is nobody's time to think.
#[test]
fn the_next_turn_begins_when_the_move_is_recorded() {
    let mut room = Room::playing(two());
    room.delay = Duration::from_secs(5);
    room.play(0);
    let turn = secrecy::turn(room.told("ana").last().expect("a move")).expect("a turn");
    assert_eq!((turn.move_ms, turn.bank_ms), (Some(20_000), Some(60_000)));
}

/// A player who comes back in mid-turn has no more time than before: once it is used up,
/// the seat is theirs again with the next turn.
#[test]
fn who_runs_out_of_time_is_played_for() {
    let mut room = Room::playing(two());
    let seat = room.turn();
    let name = name(seat);
    room.wait(Duration::from_secs(80));
    assert!(room.table.record(seat).standin().is_some());
    assert_eq!(room.refusal(name, room.act(0)), ErrorCode::NotYourTurn);
    room.return_to_seat(name);
    assert!(room.table.record(seat).standin().is_some(), "not for this turn");
    room.wait(Duration::from_secs(3));
    assert!(room.table.record(seat).standin().is_none());
    let returned = |event: &TableEvent| matches!(event, TableEvent::Returned { .. });
    assert!(room.events(name).any(returned));
}

/// Whoever was here all the time comes back by asking, not by a new connection.
#[test]
fn who_ran_out_of_time_has_the_seat_back_by_asking() {
    let mut room = Room::playing(two());
    let seat = room.turn();
    let [dreamer, other] = [seat, seat.clockwise(1, 2)].map(name);
    room.offer("robot");
    room.wait(Duration::from_secs(80));
    room.bot_sits();
    room.play(0);
    assert_eq!(room.moved_by(other, seat), [By::Substitute]);
    room.go(dreamer);
    room.wait(Duration::from_secs(2));
    room.come(dreamer);
    assert!(room.table.record(seat).standin().is_some(), "coming is not asking");
    room.return_to_seat(dreamer);
    assert!(room.table.record(seat).standin().is_none());
}

#[test]
fn coming_back_for_ever_does_not_hold_the_others_up() {
    let mut room = Room::playing(two());
    let (seat, begun) = (room.turn(), room.now.instant);
    let [dreamer, other] = [seat, seat.clockwise(1, 2)].map(name);
    for number in 1..=3 {
        while room.turn() != seat {
            room.play(0);
        }
        while room.table.record(seat).standin().is_none() {
            room.wait(Duration::from_secs(1));
        }
        room.return_to_seat(dreamer);
        room.wait(Duration::from_secs(3));
        assert_eq!(room.moved_by(other, seat), vec![By::Server; number]);
    }
    let returned = |event: &&TableEvent| matches!(event, TableEvent::Returned { .. });
    assert_eq!(room.events(other).filter(returned).count(), 3, "with the next turn");
    // Three moves, one bank, and three times that of the server's.
    assert_eq!(room.now.instant - begun, Duration::from_secs(3 * 20 + 60 + 3 * 3));
}

#[test]
fn who_comes_back_in_time_has_the_rest_of_it() {
    let mut room = Room::playing(two());
    let seat = room.turn();
    room.go(name(seat));
    room.wait(Duration::from_secs(31));
    assert!(room.table.record(seat).standin().is_some());
    room.come(name(seat));
    let turn = room.snapshot(name(seat)).deal.as_ref().and_then(|deal| deal.turn.clone());
    assert_eq!(turn.expect("a turn").legal, None, "still the bot's");
    let turn = room.told(name(seat)).filter_map(secrecy::turn).last().expect("a turn");
    assert_eq!((turn.move_ms, turn.bank_ms), (Some(0), Some(49_000)));
    assert!(secrecy::legal(turn).is_some());
}

#[test]
fn an_action_is_refused_out_of_turn_and_for_another_state() {
    let mut room = Room::playing(two());
    let seat = room.turn();
    let other = name(seat.clockwise(1, 2));
    assert_eq!(room.refusal(other, room.act(0)), ErrorCode::NotYourTurn);
    assert_eq!(room.refusal("eva", room.act(0)), ErrorCode::NotSeated);
    let ClientMessage::Act { table, seq, action } = room.act(0) else { unreachable!() };
    let late = ClientMessage::Act { table: table.clone(), seq: 0, action: action.clone() };
    assert_eq!(room.refusal(name(seat), late), ErrorCode::StaleSeq);
    let early = ClientMessage::Act { table: table.clone(), seq: seq + 1, action };
    assert_eq!(room.refusal(name(seat), early), ErrorCode::StaleSeq);
    let none = ClientMessage::Act { table, seq, action: "nothing".to_owned() };
    assert_eq!(room.refusal(name(seat), none), ErrorCode::BadAction);
    assert_eq!(room.stored.table.game.as_ref().expect("a game").moves, []);
}

/// Bots that play for show are held back, so that one can follow.
#[test]
fn at_a_table_for_show_each_move_waits_a_while() {
    let mut config = two();
    config.bots = Some("medium".to_owned());
    let mut room = Room::new(config);
    room.table.setup.demo = true;
    room.offer("robot");
    room.offer("robot two");
    room.wait(Duration::from_secs(1));
    room.bot_sits();
    room.bot_sits();
    room.deal();
    room.play(0);
    let moves = |room: &Room| room.stored.table.game.as_ref().map(|game| game.moves.len());
    let pause = Duration::from_millis(room.table.setup.tuning.demo_pause_ms);
    room.wait(pause - Duration::from_millis(1));
    assert_eq!(moves(&room), Some(0));
    room.wait(Duration::from_millis(1));
    assert_eq!(moves(&room), Some(1));
}
