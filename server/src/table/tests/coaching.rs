//! The things that matter now are told to those who ask, are to act, and have nothing at stake.

use vzetek_protocol::GameFacts;

use super::*;

impl Room {
    fn coach(&self) -> ClientMessage {
        ClientMessage::Coach { table: self.table.setup.id.clone() }
    }

    /// Asks, and returns what only the asking connection was told.
    fn coached(&mut self, name: &str) -> GameFacts {
        self.told.clear();
        self.say(name, self.coach());
        let [(to, ServerMessage::Coach { table, seq, coach })] = &self.told[..] else {
            panic!("{:?}", self.told)
        };
        assert_eq!(to, &[self.people[name].connection]);
        assert_eq!((table, *seq), (&self.table.setup.id, self.table.seq));
        coach.clone()
    }
}

fn facts(coach: &GameFacts) -> usize {
    vzetek_protocol::on_game!(GameFacts, coach, |facts| facts.len())
}

fn casual() -> TableConfig {
    TableConfig { rated: false, ..two() }
}

/// Every answer is also searched for hidden cards, as all that is told in these tests.
#[test]
fn who_is_to_act_is_told_what_matters_and_the_others_nothing() {
    for config in [
        casual(),
        TableConfig { game: GameOptions::Tarok(Default::default()), ..casual() },
        TableConfig {
            game: GameOptions::Tablic(vzetek_tablic::Options::new(3).unwrap()),
            ..casual()
        },
    ] {
        let mut room = Room::playing(config);
        room.come("zoran");
        while room.table.phase() == Phase::Playing {
            let turn = room.turn();
            for seat in room.table.seats() {
                let told = facts(&room.coached(name(seat)));
                assert!(seat == turn || told == 0, "seat {seat} in the turn of {turn}");
            }
            assert_eq!(room.refusal("zoran", room.coach()), ErrorCode::NotSeated);
            room.play(0);
        }
        for name in ["ana", "zoran"] {
            assert!(facts(&room.coached(name)) > 0, "how it came out is for everybody");
        }
    }
}

#[test]
fn nothing_is_told_unasked() {
    let mut room = Room::playing(casual());
    room.play_out();
    let is_coach =
        |(_, message): &(_, ServerMessage)| matches!(message, ServerMessage::Coach { .. });
    assert!(!room.told.iter().any(is_coach));
}

#[test]
fn where_ratings_are_at_stake_nobody_is_coached_until_the_end() {
    let mut room = Room::playing(two());
    let ana = name(room.turn());
    assert_eq!(room.refusal(ana, room.coach()), ErrorCode::Forbidden);
    room.play_out();
    assert!(facts(&room.coached(ana)) > 0);
}

#[test]
fn who_is_played_for_is_told_nothing() {
    let mut room = Room::playing(casual());
    let ana = name(room.turn());
    assert!(facts(&room.coached(ana)) > 0);
    room.wait(Duration::from_secs(80));
    assert_eq!(facts(&room.coached(ana)), 0);
}

#[test]
fn before_the_first_deal_there_is_nothing_to_tell() {
    let mut room = Room::new(casual());
    room.sit("ana");
    assert_eq!(room.refusal("ana", room.coach()), ErrorCode::NoDeal);
    room.come("zoran");
    assert_eq!(room.refusal("zoran", room.coach()), ErrorCode::NoDeal);
}
