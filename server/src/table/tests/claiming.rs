//! A claim lays all cards down as if they had been played, at once or not at all.

use super::*;

/// Plays the first legal cards until the rest is certain for whoever has the turn.
fn until_certain(room: &mut Room) -> Claim {
    loop {
        if let Some(claim) = room.claimable() {
            return claim;
        }
        assert_eq!(room.table.phase(), Phase::Playing, "a claim in this deal");
        room.play(0);
    }
}

fn finish(room: &Room, name: &str) -> vzetek_protocol::table::DealFinish {
    let over = |event: &TableEvent| match event {
        TableEvent::DealOver { finish } => Some((**finish).clone()),
        _ => None,
    };
    room.events(name).find_map(over).expect("the end")
}

/// A room in which the rest is certain after some cards, with more than one left.
fn certain(config: &TableConfig) -> (Room, Claim) {
    for chance in 1.. {
        let mut room = Room::with_chance(config.clone(), chance);
        for seat in room.table.seats() {
            room.sit(name(seat));
        }
        room.deal();
        while room.claimable().is_none() && room.table.phase() == Phase::Playing {
            room.play(0);
        }
        if let Some(claim) = room.claimable() {
            return (room, claim);
        }
    }
    unreachable!("there are claims")
}

#[test]
fn a_claim_ends_the_deal_as_playing_on_would() {
    for config in [
        two(),
        config(json!({ "name": "trset", "options": { "players": 3 } })),
        config(json!({ "name": "trset", "options": { "variant": "kifameno", "players": 4 } })),
        config(json!({ "name": "tarok", "options": {} })),
    ] {
        let (mut room, claim) = certain(&config);
        let (seat, seq) = (room.turn(), room.table.seq);
        let Stage::Playing(playing) = &room.table.stage else { panic!("nothing is played") };
        let (mut played_on, left) = (playing.deal.clone(), playing.moves.len());
        while played_on.current_player().is_some() {
            let last = played_on.legal().actions.last().expect("an action").to_string();
            played_on.apply(&last).expect("legal");
        }
        room.claim();
        let told: Vec<_> = room.events(name(seat)).collect();
        let claimed = TableEvent::Claimed { seat, claim };
        let from = told.iter().position(|event| **event == claimed).expect("it is told");
        let moves: Vec<_> = told[from + 1..]
            .iter()
            .map_while(|event| match event {
                TableEvent::Moved { moved, turn, .. } => Some((moved.clone(), turn.clone())),
                _ => None,
            })
            .collect();
        assert!(moves.iter().all(|(moved, turn)| turn.is_none() && moved.by == By::Player));
        assert!(moves[1..].iter().all(|(moved, _)| moved.thinking_ms == 0));
        assert_eq!(room.table.seq, seq + 1 + moves.len() as u64 + 1, "claim, cards, the end");
        let finish = finish(&room, name(seat));
        assert_eq!(Some(finish.result), played_on.ended().map(|ended| ended.result));
        assert!(!finish.forfeited.contains(&true), "nobody else has played");
        room.restart();
        let Stage::Finished(finished) = &room.table.stage else { panic!("it is over") };
        assert_eq!(finished.played.moves.len(), left + moves.len(), "the record is whole");
    }
}

/// In berač all know who defends: the declarer is not asked where nothing was put under kontra, nor
/// is a defender where only the declarer could raise further.
#[test]
fn a_player_known_to_have_nothing_to_say_is_not_asked() {
    for (words, passes) in [
        ("pass pass pass", 1),
        ("raise:game", 3),
        ("raise:game raise:game", 4),
        ("raise:game pass", 7),
    ] {
        let game = json!({ "name": "tarok", "options": { "players": 4 } });
        let mut room = Room::playing(TableConfig { rated: false, ..config(game) });
        let mut act = |action: &str| {
            let (table, seq) = (room.table.setup.id.clone(), room.table.seq);
            let message = ClientMessage::Act { table, seq, action: action.to_owned() };
            room.say(name(room.turn()), message);
        };
        for action in "pass pass pass contract:berac".split(' ').chain(words.split(' ')) {
            act(action);
        }
        assert!(room.refused.is_empty(), "{:?}", room.refused);
        let turns: Vec<_> = room
            .events("ana")
            .filter_map(|event| match event {
                TableEvent::Moved { moved, turn, .. } => Some((moved.clone(), turn.clone())),
                _ => None,
            })
            .collect();
        let not_asked: Vec<_> =
            turns.windows(2).filter(|pair| pair[0].1.is_none()).map(|pair| &pair[1].0).collect();
        for moved in &not_asked {
            assert_eq!((&*moved.action, moved.by, moved.thinking_ms), ("pass", By::Player, 0));
        }
        assert_eq!(not_asked.len(), passes, "{words}");
        room.play_out();
        room.restart();
        let Stage::Finished(finished) = &room.table.stage else { panic!("it is over") };
        assert!(finished.played.moves.len() > turns.len(), "the record is whole");
    }
}

#[test]
fn what_is_not_certain_is_no_claim() {
    let mut room = Room::playing(two());
    let seat = room.turn();
    let before = room.told.len();
    for claim in [Claim::Rest, Claim::Nothing] {
        let refusal = room.refusal(name(seat), room.claims(claim));
        assert_eq!(refusal, ErrorCode::NothingToClaim);
    }
    let claim = until_certain(&mut room);
    let other = match claim {
        Claim::Rest => Claim::Nothing,
        Claim::Nothing => Claim::Rest,
    };
    let (owner, opponent) = (name(room.turn()), name(room.turn().clockwise(1, 2)));
    assert_eq!(room.refusal(owner, room.claims(other)), ErrorCode::NothingToClaim);
    assert_eq!(room.refusal(opponent, room.claims(claim)), ErrorCode::NotYourTurn);
    let late = ClientMessage::Claim { table: room.table.setup.id.clone(), seq: 0, claim };
    assert_eq!(room.refusal(owner, late), ErrorCode::StaleSeq);
    assert!(room.told.len() >= before);
    assert_eq!(room.table.phase(), Phase::Playing);
}

#[test]
fn a_claim_is_told_to_the_claimant_alone() {
    let (room, claim) = certain(&two());
    let told = |name: &str| {
        room.told(name).filter_map(secrecy::turn).filter_map(|turn| turn.claim).collect::<Vec<_>>()
    };
    let owner = room.turn();
    assert_eq!(told(name(owner)).last(), Some(&claim));
    assert_eq!(told(name(owner.clockwise(1, 2))), []);
}

#[test]
fn a_claim_is_recorded_whole_or_not_at_all() {
    let (mut room, claim) = certain(&two());
    let (name, told) = (name(room.turn()), room.told.len());
    room.refuses = true;
    assert_eq!(room.refusal(name, room.claims(claim)), ErrorCode::Internal);
    assert_eq!(room.told.len(), told, "nothing is shown");
    room.refuses = false;
    room.restart();
    assert_eq!(room.table.phase(), Phase::Playing, "nothing is stored");
    room.come(name);
    assert_eq!(room.claimable(), Some(claim), "and it is certain still");
    room.claim();
    assert_eq!(room.table.phase(), Phase::Finished);
}

#[test]
fn a_substitute_lays_down_for_whoever_is_played_for() {
    let (mut room, _) = certain(&two());
    let (owner, other) = (room.turn(), room.turn().clockwise(1, 2));
    room.go(name(other));
    room.offer("robot");
    room.wait(Duration::from_secs(31));
    room.bot_sits();
    let before = room.moved_by(name(owner), other).len();
    room.claim();
    let laid = room.moved_by(name(owner), other).split_off(before);
    assert!(!laid.is_empty() && laid.iter().all(|&by| by == By::Substitute), "{laid:?}");
}
