//! Changing seats before a match.

use super::*;

fn four() -> TableConfig {
    config(json!({ "name": "trset", "options": { "players": 4, "target": 21 } }))
}

impl Room {
    fn change_seat(&self, seat: u8) -> ClientMessage {
        ClientMessage::ChangeSeat { table: self.table.setup.id.clone(), seat: Seat::new(seat) }
    }

    /// The names of the owners of the seats; a dash for an empty one.
    fn places(&self) -> String {
        let name = |seat| self.table.record(seat).owner().map_or("-", |owner| &*owner.name);
        self.table.seats().map(name).collect::<Vec<_>>().join(" ")
    }

    fn wants(&mut self, viewer: &str) -> Vec<Option<u8>> {
        self.come(viewer);
        let seats = self.snapshot(viewer).seats.clone();
        seats.iter().map(|seat| seat.wants.map(|wants| wants.index() as u8)).collect()
    }
}

/// A table for four with two friends.
fn friends() -> Room {
    let mut room = Room::new(four());
    for name in ["ana", "bor"] {
        room.come(name);
        room.sit(name);
    }
    assert_eq!(room.places(), "ana bor - -");
    room
}

#[test]
fn a_free_seat_is_taken_at_once_and_stored() {
    let mut room = friends();
    room.say("bor", room.change_seat(2));
    assert_eq!(room.places(), "ana - bor -");
    assert_eq!(room.snapshot("bor").you, Some(Seat::new(2)));
    assert_eq!(*room.last("ana"), TableEvent::SeatsChanged { seats: [1, 2].map(Seat::new) });
    room.restart();
    assert_eq!(room.places(), "ana - bor -");
}

#[test]
fn seats_that_do_not_exist_and_strangers_are_refused() {
    let mut room = friends();
    assert_eq!(room.refusal("bor", room.change_seat(4)), ErrorCode::NoSuchSeat);
    room.come("eva");
    assert_eq!(room.refusal("eva", room.change_seat(2)), ErrorCode::NotSeated);
    room.say("bor", room.change_seat(1));
    assert_eq!(room.places(), "ana bor - -");
}

#[test]
fn a_bot_changes_at_once() {
    let mut room = friends();
    room.offer("robot");
    let (table, seat) = (room.table.setup.id.clone(), Seat::new(2));
    let level = Some("medium".to_owned());
    room.say("ana", ClientMessage::SeatBot { table, seat, level });
    room.bot_sits();
    room.say("bor", room.change_seat(2));
    assert_eq!(room.places(), "ana robot bor -");
    assert_eq!(room.snapshot("robot").you, Some(Seat::new(1)));
}

#[test]
fn a_bot_that_was_called_to_the_seat_is_sent_back() {
    let mut room = friends();
    room.offer("robot");
    let (table, seat) = (room.table.setup.id.clone(), Seat::new(2));
    let level = Some("medium".to_owned());
    room.say("ana", ClientMessage::SeatBot { table, seat, level });
    let late = room.called.clone();
    room.say("bor", room.change_seat(2));
    assert!(room.called.is_empty(), "no bot is called to a seat that is taken, nor to the other");
    let (bot, seat) = late.into_iter().next().expect("it was called");
    let (table, invite) = (room.table.setup.id.clone(), Some(room.table.house_invite.clone()));
    let sit = ClientMessage::Sit { table, seat: Some(seat), invite };
    assert_eq!(room.refusal(&bot.player.id.0, sit), ErrorCode::SeatTaken);
    assert_eq!(room.places(), "ana - bor -");
}

#[test]
fn two_players_change_when_both_want_it() {
    let mut room = friends();
    room.say("bor", room.change_seat(0));
    assert_eq!(room.places(), "ana bor - -");
    let wanted = TableEvent::SeatWanted { seat: Seat::new(1), wants: Some(Seat::new(0)) };
    assert_eq!(*room.last("ana"), wanted);
    assert_eq!(room.wants("eva"), [None, Some(0), None, None]);
    room.say("ana", room.change_seat(1));
    assert_eq!(room.places(), "bor ana - -");
    assert_eq!(room.wants("eva"), [None; 4]);
}

#[test]
fn a_wish_ends_with_what_it_was_for() {
    let mut room = friends();
    room.say("bor", room.change_seat(0));
    room.say("bor", room.change_seat(1));
    assert_eq!(room.wants("eva"), [None; 4], "it was taken back");
    room.say("ana", room.change_seat(1));
    assert_eq!(room.places(), "ana bor - -");
    room.say("bor", room.change_seat(3));
    assert_eq!(room.wants("eva"), [None; 4], "bor sits elsewhere");
    room.say("bor", room.change_seat(0));
    room.leave("ana");
    assert_eq!(room.wants("eva"), [None; 4], "ana has left");
}

/// Where the score goes on from deal to deal, it would begin again.
#[test]
fn seats_are_fixed_while_the_score_of_an_evening_goes_on() {
    let mut room = Room::new(config(json!({ "name": "tarok", "options": {} })));
    for name in ["ana", "bor", "cene"] {
        room.come(name);
        room.sit(name);
    }
    room.deal();
    room.play_out();
    assert_eq!(room.table.phase(), Phase::Finished);
    assert_eq!(room.refusal("ana", room.change_seat(1)), ErrorCode::SeatsFixed);
    room.leave("cene");
    room.say("ana", room.change_seat(2));
    assert_eq!(room.places(), "- bor ana", "with another player the score begins again anyway");
}

/// Partners of the next match may be others; in a match all stay where they are.
#[test]
fn seats_are_fixed_from_the_shuffle_to_the_end_of_the_match() {
    let mut room = friends();
    room.say("bor", room.change_seat(0));
    for name in ["cene", "dana"] {
        room.come(name);
        room.sit(name);
    }
    assert_eq!(room.table.phase(), Phase::Shuffling);
    assert_eq!(room.refusal("ana", room.change_seat(1)), ErrorCode::SeatsFixed);
    room.deal();
    assert_eq!(room.wants("eva"), [None; 4], "the match has begun");
    assert_eq!(room.refusal("ana", room.change_seat(1)), ErrorCode::SeatsFixed);
    room.play_out();
    if room.table.carry.match_won.is_none() {
        assert_eq!(room.refusal("ana", room.change_seat(1)), ErrorCode::SeatsFixed);
    }
    while room.table.carry.match_won.is_none() {
        for name in ["ana", "bor", "cene", "dana"] {
            room.ready(name);
        }
        room.deal();
        room.play_out();
    }
    let score = room.table.carry.game.score();
    room.say("ana", room.change_seat(1));
    room.say("bor", room.change_seat(0));
    assert_eq!(room.places(), "bor ana cene dana");
    let snapshot = room.snapshot("ana");
    let finish = snapshot.deal.as_ref().and_then(|deal| deal.finish.as_ref()).expect("it is over");
    let played: Vec<_> = finish.players.iter().map(|player| &*player.name).collect();
    assert_eq!(played, ["ana", "bor", "cene", "dana"], "the deal had its players");
    room.restart();
    assert_eq!(room.places(), "bor ana cene dana");
    assert_eq!(room.table.carry.game.score(), score);
    for name in ["ana", "bor", "cene", "dana"] {
        room.come(name);
        room.ready(name);
    }
    assert!(room.events("bor").any(|event| matches!(event, TableEvent::MatchStarted { .. })));
}
