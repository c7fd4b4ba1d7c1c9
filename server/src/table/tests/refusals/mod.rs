//! Refused actions: each error names the fault and what would have been right, and the table stays
//! as it was.

mod tablic;
mod tarok;
mod tarok_four;

use vzetek_game::Observer;
use vzetek_protocol::ErrorBody;

use super::*;

/// A table of this game whose players have all come, in the first turn, and a spectator.
struct Refusing {
    room: Room,
    /// The deal at its start, as each seat saw it.
    views: Vec<Value>,
}

impl Refusing {
    fn new(game: Value, seed: u64) -> Self {
        let mut room = Room::with_chance(TableConfig { rated: false, ..config(game) }, seed);
        for seat in room.table.seats() {
            room.sit(name(seat));
        }
        room.deal();
        room.come("zoran");
        let Stage::Playing(playing) = &room.table.stage else { panic!("nothing is played") };
        let view = |seat| serde_json::to_value(playing.deal.view(Observer::Seat(seat)));
        let views = room.table.seats().map(|seat| view(seat).expect("JSON")).collect();
        Self { room, views }
    }

    /// The seat whose turn it is.
    fn turn(&self) -> usize {
        self.room.turn().index()
    }

    /// The actions that are legal now.
    fn legal(&self) -> Vec<String> {
        let Stage::Playing(playing) = &self.room.table.stage else { panic!("nothing is played") };
        playing.turn.legal.actions.iter().map(ToString::to_string).collect()
    }

    /// The deal at its start, as a seat saw it.
    fn view(&self, seat: usize) -> &Value {
        &self.views[seat]
    }

    /// The cards that a seat was dealt first.
    fn hand(&self, seat: usize) -> Vec<String> {
        serde_json::from_value(self.view(seat)["hand"].clone()).expect("cards")
    }

    /// The status of the deal.
    fn status(&self) -> Value {
        let Stage::Playing(playing) = &self.room.table.stage else { panic!("nothing is played") };
        serde_json::to_value(playing.deal.status()).expect("JSON")
    }

    fn message(&self, action: &str) -> ClientMessage {
        let (table, seq) = (self.room.table.setup.id.clone(), self.room.table.seq);
        ClientMessage::Act { table, seq, action: action.to_owned() }
    }

    fn act(&mut self, action: &str) {
        let before = self.room.refused.len();
        self.room.say(name(self.room.turn()), self.message(action));
        assert_eq!(self.room.refused[before..], [], "{action}");
    }

    /// The table as the spectator is shown it.
    fn shown(&mut self) -> Value {
        let table = self.room.table.setup.id.clone();
        self.room.say("zoran", ClientMessage::Watch { table, since: None, invite: None });
        serde_json::to_value(self.room.snapshot("zoran")).expect("JSON")
    }

    /// Checks that this is refused to the player who has the turn, for this reason and with these
    /// hints, and changes nothing.
    fn refused(&mut self, action: &str, code: ErrorCode, rule: &str, hints: &[&str]) -> ErrorBody {
        let before = self.shown();
        let player = name(self.room.turn());
        self.room.refused.clear();
        self.room.say(player, self.message(action));
        let [(to, error)] = &self.room.refused[..] else { panic!("{action} is not refused") };
        let error = error.clone();
        assert_eq!(*to, self.room.people[player].connection);
        assert_eq!(error.code, code, "{action}: {error:?}");
        if !rule.is_empty() {
            assert_eq!(error.rule.as_deref(), Some(rule), "{action}: {error:?}");
        }
        for hint in hints {
            assert!(error.message.contains(hint), "{action}: {error:?} does not say {hint:?}");
        }
        assert_eq!(before, self.shown(), "{action} changed the table");
        error
    }

    /// The deal is played to its end.
    fn goes_on(mut self) {
        self.room.play_out();
        assert!(matches!(self.room.last("zoran"), TableEvent::DealOver { .. }));
    }
}
