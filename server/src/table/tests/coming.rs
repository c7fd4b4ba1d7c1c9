//! Watching, resuming, writing, and what goes before a deal.

use vzetek_protocol::client::Since;
use vzetek_protocol::shuffle::DropReason;

use super::*;

#[test]
fn a_private_table_is_shown_to_those_who_have_its_word() {
    let mut config = two();
    config.private = true;
    let mut room = Room::new(config);
    room.come("ana");
    assert_eq!(room.refused[0].1.code, ErrorCode::InviteRequired);
    assert!(room.told.is_empty());
    let (visitor, invite) = (room.visitor("ana"), Some("word".to_owned()));
    room.input(Input::Command(Command::Watch { visitor, invite, since: None }));
    assert_eq!(room.snapshot("ana").phase, Phase::Waiting);
}

#[test]
fn a_private_table_stays_open_to_a_player_who_may_return() {
    let mut config = two();
    config.private = true;
    let mut room = Room::playing(config);
    room.come("ana");
    room.leave("ana");
    room.go("ana");
    room.come("eva");
    assert_eq!(room.refused.pop().unwrap().1.code, ErrorCode::InviteRequired);
    room.come("ana");
    assert_eq!(room.snapshot("ana").you, None);
    room.return_to_seat("ana");
    assert_eq!(room.snapshot("ana").you, Some(Seat::new(0)));
    assert!(room.refused.is_empty(), "{:?}", room.refused);
}

/// Missed events are told, and the turn once more to whoever has it.
#[test]
fn who_names_the_last_event_is_told_those_after_it() {
    let mut room = Room::playing(two());
    let name = name(room.turn());
    let seq = room.table.seq;
    room.go(name);
    room.say("ana", room.chat("hello"));
    room.say("bor", room.chat("hello"));
    let (visitor, epoch) = (room.visitor(name), room.table.setup.epoch.clone());
    let since = Some(Since { epoch, seq });
    room.told.clear();
    room.input(Input::Command(Command::Watch { visitor, invite: None, since }));
    let told: Vec<_> = room.told(name).collect();
    let numbers: Vec<_> = told
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Event { seq, .. } => Some(*seq),
            _ => None,
        })
        .collect();
    assert!(numbers.iter().copied().eq(seq + 1..=room.table.seq), "{numbers:?}");
    assert!(told.iter().any(|message| matches!(message, ServerMessage::Turn { .. })));
    let snapshot = |message: &&ServerMessage| matches!(message, ServerMessage::Snapshot { .. });
    assert!(!told.iter().any(snapshot));
}

#[test]
fn who_missed_too_much_is_shown_everything() {
    let mut room = Room::playing(two());
    room.come("eva");
    let seq = room.table.seq;
    room.go("eva");
    for _ in 0..40 {
        room.say("ana", room.chat("so much"));
    }
    for (seq, epoch) in [(seq, "epoch"), (room.table.seq, "another"), (seq + 1_000, "epoch")] {
        let epoch = vzetek_protocol::Epoch(epoch.to_owned());
        room.go("eva");
        let visitor = room.visitor("eva");
        let since = Some(Since { epoch, seq });
        room.input(Input::Command(Command::Watch { visitor, invite: None, since }));
        assert_eq!(room.snapshot("eva").chat.len(), 30);
    }
}

#[test]
fn those_who_watch_may_write() {
    let mut room = Room::new(two());
    assert_eq!(room.refusal("eva", room.chat("hello")), ErrorCode::Forbidden);
    room.come("eva");
    room.come("ana");
    room.say("eva", room.chat(" hello \u{200b}"));
    let TableEvent::Chat { line } = room.last("ana") else { panic!("a line") };
    assert_eq!((line.text.as_str(), line.from.name.as_str()), ("hello", "eva"));
    assert_eq!(room.refusal("eva", room.chat("\u{200b}")), ErrorCode::BadMessage);
    room.mute = true;
    assert_eq!(room.refusal("eva", room.chat("hello")), ErrorCode::RateLimited);
    room.come("fran");
    assert_eq!(room.snapshot("fran").chat.len(), 1);
}

#[test]
fn spectators_are_counted_once_a_second() {
    let mut room = Room::playing(two());
    room.wait(Duration::from_secs(2));
    room.told.clear();
    for _ in 0..20 {
        room.come("eva");
        room.go("eva");
    }
    room.come("eva");
    room.wait(Duration::from_secs(1));
    let counts: Vec<u32> = room
        .events("ana")
        .filter_map(|event| match event {
            TableEvent::Spectators { count } => Some(*count),
            _ => None,
        })
        .collect();
    assert!(counts.len() <= 2 && counts.last() == Some(&1), "{counts:?}");
}

#[test]
fn who_waits_for_a_bot_is_told_so() {
    let mut config = two();
    config.bots = Some("medium".to_owned());
    let mut room = Room::new(config);
    room.come("ana");
    room.sit("ana");
    assert_eq!(*room.last("ana"), TableEvent::AwaitingBots { awaiting: true });
    room.offer("robot");
    room.wait(Duration::from_millis(500));
    assert_eq!(*room.last("ana"), TableEvent::AwaitingBots { awaiting: false });
    room.bot_sits();
    assert_eq!(room.table.phase(), Phase::Shuffling);
}

/// Two friends and a bot in the seat that they choose.
#[test]
fn a_bot_comes_to_the_seat_for_which_it_is_wanted() {
    let four = GameOptions::Trset(serde_json::from_str(r#"{"players":4}"#).expect("options"));
    let mut room = Room::new(TableConfig { game: four, ..two() });
    for name in ["ana", "bor"] {
        room.come(name);
        room.sit(name);
    }
    room.offer("robot");
    room.offer("android");
    room.wait(Duration::from_secs(1));
    assert!(room.called.is_empty(), "nobody has asked for a bot");
    let wish = |seat: u8, level: Option<&str>| ClientMessage::SeatBot {
        table: "t".into(),
        seat: Seat::new(seat),
        level: level.map(str::to_owned),
    };
    room.come("eva");
    assert_eq!(room.refusal("eva", wish(3, Some("medium"))), ErrorCode::NotSeated);
    assert_eq!(room.refusal("ana", wish(1, Some("medium"))), ErrorCode::SeatTaken);
    assert_eq!(room.refusal("ana", wish(4, Some("medium"))), ErrorCode::NoSuchSeat);
    room.say("ana", wish(3, Some("medium")));
    assert_eq!(room.called.len(), 1);
    room.bot_sits();
    assert!(room.table.record(Seat::new(3)).owner().is_some_and(|owner| owner.level.is_some()));
    // Another one is called, and then not wanted: the seat is a friend's.
    room.say("bor", wish(2, Some("medium")));
    let late = room.called.clone();
    room.say("bor", wish(2, None));
    assert!(room.called.is_empty());
    let (bot, seat) = late.into_iter().next().expect("it was called");
    let (table, invite) = (room.table.setup.id.clone(), Some(room.table.house_invite.clone()));
    let sit = ClientMessage::Sit { table, seat: Some(seat), invite };
    assert_eq!(room.refusal(&bot.player.id.0, sit), ErrorCode::SeatTaken, "it comes too late");
    room.sit("eva");
    assert_eq!(room.table.phase(), Phase::Shuffling);
}

/// A friend who comes after the bots: between two deals, also of a match, which then begins again.
#[test]
fn a_bot_gives_its_seat_to_a_friend() {
    let mut room = Room::new(TableConfig { private: true, rated: false, ..two() });
    room.sit("ana");
    let table = room.table.setup.id.clone();
    room.offer("robot");
    let (seat, level) = (Seat::new(1), Some("medium".to_owned()));
    room.say("ana", ClientMessage::SeatBot { table: table.clone(), seat, level });
    room.bot_sits();
    room.deal();
    let invite = room.table.setup.invite.clone();
    let sit =
        || ClientMessage::Sit { table: table.clone(), seat: Some(seat), invite: invite.clone() };
    assert_eq!(room.refusal("bor", sit()), ErrorCode::SeatTaken);
    room.play_out();
    room.say("bor", sit());
    assert_eq!(room.table.record(seat).owner().map(|owner| owner.name.as_str()), Some("bor"));
    // What lies there is not bor's, also where the table is rebuilt.
    room.restart();
    let Stage::Finished(finished) = &room.table.stage else { panic!("a deal is over") };
    let played: Vec<_> = finished.finish.players.iter().map(|player| &*player.name).collect();
    assert_eq!(played, ["ana", "robot"]);
    room.come("ana");
    room.come("bor");
    room.ready("ana");
    room.ready("bor");
    assert!(room.events("bor").any(|event| matches!(event, TableEvent::MatchStarted { .. })));
    // People stay where they are.
    assert_eq!(room.refusal("eva", sit()), ErrorCode::SeatTaken);
}

#[test]
fn nobody_waits_for_nonces_that_have_come() {
    let mut room = Room::new(two());
    for name in ["ana", "bor"] {
        room.come(name);
        room.sit(name);
    }
    for name in ["ana", "bor"] {
        room.commit(name, &format!("nonce of {name}"));
    }
    assert!(matches!(room.last("ana"), TableEvent::NoncesCommitted { .. }));
    for name in ["ana", "bor"] {
        room.reveal(name, &format!("nonce of {name}"));
    }
    assert_eq!(room.table.phase(), Phase::Playing);
    assert_eq!(room.stored.table.game.as_ref().expect("a game").row.nonces[1], "nonce of bor");
}

/// Each can cost one promise at most.
#[test]
fn who_withholds_a_nonce_adds_none_to_the_next_promise() {
    let mut room = Room::new(two());
    for name in ["ana", "bor"] {
        room.come(name);
        room.sit(name);
    }
    room.commit("ana", "kept");
    room.wait(Duration::from_millis(room.table.setup.tuning.nonce_ms));
    room.wait(Duration::from_millis(room.table.setup.tuning.reveal_ms));
    let TableEvent::Committed { barred, dropped, .. } = room.last("bor") else {
        panic!("another promise")
    };
    assert_eq!((&barred[..], dropped[0].reason), (&[Seat::new(0)][..], DropReason::Withheld));
    let (table, hash) = (room.table.setup.id.clone(), NonceHash::of("kept"));
    let hash = ClientMessage::NonceHash { table, hash };
    assert_eq!(room.refusal("ana", hash), ErrorCode::NoNonceAwaited);
    room.deal();
}
