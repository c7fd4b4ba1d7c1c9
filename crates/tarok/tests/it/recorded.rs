//! Deals recorded when players were asked again to raise though nothing was
//! raised since their last word: they replay as they were told, and are not
//! played so any more.

use rstest::rstest;
use serde::Deserialize;
use serde_json::Value;
use vzetek_game::{Game, Record, Seat};
use vzetek_tarok::{Action, Event, Options, Phase, Tarok};

/// The server's account of one action.
#[derive(Deserialize)]
struct Told {
    seat: Seat,
    legal: Vec<Action>,
    action: Action,
    events: Value,
}

fn read(text: &str) -> (Record<Options>, Vec<Told>) {
    let (record, steps) = text.split_once('\n').unwrap();
    let steps = steps.lines().map(|line| serde_json::from_str(line).unwrap());
    (serde_json::from_str(record).unwrap(), steps.collect())
}

fn told(events: &[Event]) -> Value {
    serde_json::to_value(events).unwrap()
}

#[rstest]
#[case::declarer_twice(include_str!("../data/asked_again_three.jsonl"))]
#[case::before_a_hand_is_shown(include_str!("../data/asked_again_open_berac.jsonl"))]
#[case::and_raised(include_str!("../data/asked_again_solo.jsonl"))]
fn what_was_asked_again_replays_and_is_not_played(#[case] text: &str) {
    let (record, steps) = read(text);
    assert!(record.replay::<Tarok>().unwrap().is_terminal());
    let mut state: Tarok = record.start().unwrap();
    let mut played = state.clone();
    let mut refused = 0;
    for (index, step) in steps.iter().enumerate() {
        assert_eq!(state.current_player(), Some(step.seat), "action {}", index + 1);
        assert_eq!(state.legal_actions(), step.legal, "action {}", index + 1);
        let next = steps.get(index + 1).map(|step| step.action);
        let events = state.apply_recorded(step.action, next).unwrap();
        assert_eq!(told(&events), step.events, "action {}", index + 1);
        // At a table the same words end when everybody has spoken.
        if let Err(error) = played.apply(step.action) {
            assert!(matches!(played.table().phase, Phase::Playing(_)), "{:?}", step.action);
            assert_eq!(error.code, "not_now");
            refused += 1;
        }
    }
    assert!(refused > 0, "an older version asked again");
    assert!(state.is_terminal());
}

/// A record that was broken off is taken up where it is, by the rules of now.
#[test]
fn play_goes_on_after_a_record_that_asked_again() {
    let (mut record, steps) = read(include_str!("../data/asked_again_solo.jsonl"));
    let words = |step: &Told| matches!(step.action, Action::Pass | Action::Raise(_));
    let last = steps.iter().rposition(words).unwrap();
    for cut in 1..=last {
        record.actions.truncate(last + 1 - cut);
        let mut state: Tarok = record.replay().unwrap();
        while !state.is_terminal() {
            let action = state.legal_actions()[0];
            state.apply(action).unwrap();
        }
    }
}
