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
