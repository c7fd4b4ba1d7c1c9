//! A lesson deals its opener a prepared deal first, and shuffled ones after it.

use super::*;

fn lesson_of(players: u8) -> TableConfig {
    let game = json!({ "name": "tarok", "options": { "players": players } });
    TableConfig { rated: false, lesson: true, ..config(game) }
}

fn lesson() -> TableConfig {
    lesson_of(3)
}

impl Room {
    /// The options of the deal, as the store has them and as everybody sees them.
    fn is_prepared(&self) -> bool {
        let stored = &self.stored.table.game.as_ref().expect("a deal").row.options;
        let stored: GameOptions = serde_json::from_value(stored.clone()).expect("options");
        let Stage::Playing(playing) = &self.table.stage else { panic!("no deal is played") };
        let json = serde_json::to_value(playing.deal.view(vzetek_game::Observer::Public));
        let seen = json.expect("a view")["options"]["prepared"] == true;
        assert_eq!(seen, stored.is_prepared());
        assert_eq!(seen, playing.deal.is_prepared());
        seen
    }
}

#[test]
fn only_the_first_deal_is_prepared() {
    for players in [3, 4] {
        let mut room = Room::among_bots(lesson_of(players));
        assert!(room.is_prepared());
        assert_eq!(room.turn(), Seat::new(0), "the learner bids first");
        for _ in 0..2 {
            room.play_out();
            room.ready("ana");
            for robot in 1..players {
                room.ready(&format!("robot {robot}"));
            }
            room.deal();
            assert!(!room.is_prepared());
        }
    }
}

#[test]
fn a_prepared_deal_goes_on_after_a_restart() {
    let mut room = Room::among_bots(lesson());
    room.play(0);
    let hand = |room: &Room| match &room.table.stage {
        Stage::Playing(playing) => playing.deal.cards().hands,
        other => panic!("{other:?}"),
    };
    let before = hand(&room);
    room.restart();
    assert!(room.is_prepared());
    assert_eq!(hand(&room), before);
}

#[test]
fn with_others_at_the_table_cards_are_shuffled() {
    assert!(!Room::playing(lesson()).is_prepared());
    // Somebody else than whoever opened the table, alone among bots.
    let mut room = Room::new(TableConfig { bots: Some("medium".to_owned()), ..lesson() });
    room.sit("bor");
    room.fill_with_bots();
    assert!(!room.is_prepared());
}

#[test]
fn without_a_lesson_cards_are_shuffled() {
    assert!(!Room::among_bots(TableConfig { lesson: false, ..lesson() }).is_prepared());
}
