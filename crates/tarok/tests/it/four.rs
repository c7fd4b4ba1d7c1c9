//! Tarok for four: the talk before the first card, and klop.

use vzetek_game::{Game, HiddenInformation, Observer, Seat, TableGame};
use vzetek_tarok::{Action, Card, Contract, Event, PAGAT, Phase, Side, Stake, Tarok};

use crate::four_score::{options, scores};

/// Seat 0, the forehand, holds the king of hearts, seat 1 that of diamonds and the
/// pagat, seat 2 that of spades; the king of clubs lies in the talon.
const HANDS: [&str; 4] = [
    "T2 T3 T4 T5 T6 T7 T8 T9 HK D4 D3 S7",
    "T1 T10 T11 T12 T13 DK DQ D2 S8 S9 C7 H4",
    "T14 T15 T16 T17 SK SQ SC C8 C9 H3 H2 H1",
    "T18 T19 T20 T21 T22 HQ HC CQ CC CJ DC DJ",
];
const TALON: &str = "CK D1 S10 SJ C10 HJ";

fn dealt(json: &str) -> Tarok {
    let cards = HANDS.iter().copied().chain([TALON]).flat_map(str::split_whitespace);
    let cards: Vec<Card> = cards.map(|card| card.parse().unwrap()).collect();
    Tarok::deal(&options(json), Seat::new(3), &cards).unwrap()
}

fn act(state: &mut Tarok, actions: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for action in actions.split_whitespace() {
        events = state.apply(action.parse().unwrap()).unwrap_or_else(|e| panic!("{action}: {e}"));
    }
    events
}

fn after(actions: &str) -> Tarok {
    let mut state = dealt(r#"{"players":4}"#);
    act(&mut state, actions);
    state
}

fn legal(state: &Tarok) -> String {
    let list: Vec<String> = state.legal_actions().iter().map(ToString::to_string).collect();
    format!("{}: {}", state.current_player().map_or(9, Seat::index), list.join(" "))
}

/// Seat 0 plays one, calls this king, takes the first card and has discarded.
fn called(king: &str) -> Tarok {
    let mut state = after("pass pass pass contract:one");
    assert_eq!(legal(&state), "0: call:HK call:DK call:SK call:CK");
    let events = act(&mut state, &format!("call:{king}"));
    assert!(matches!(&events[0], Event::Called { talon, .. } if talon.len() == 6));
    act(&mut state, "take:0 discard:D4");
    state
}

#[test]
fn four_speak_in_whole_rounds_and_announce_in_the_first() {
    let mut state = called("SK");
    assert_eq!(legal(&state), "0: pass announce:trula announce:kings announce:valat");
    act(&mut state, "announce:kings pass");
    assert_eq!(
        legal(&state),
        "1: pass announce:trula announce:pagat_ultimo announce:valat raise:game raise:kings"
    );
    act(&mut state, "announce:pagat_ultimo raise:game pass");
    assert_eq!(
        legal(&state),
        "2: pass announce:trula announce:valat announce:king_ultimo raise:game raise:pagat_ultimo"
    );
    act(&mut state, "pass");
    assert_eq!(legal(&state), "3: pass announce:trula announce:valat raise:kings");
    act(&mut state, "pass");
    assert_eq!(legal(&state), "0: pass raise:game raise:pagat_ultimo", "nobody announces again");
    act(&mut state, "pass");
    assert_eq!(legal(&state), "1: pass raise:kings", "a round in which something was said");
    act(&mut state, "pass");
    act(&mut state, "raise:game");
    act(&mut state, "pass pass pass");
    assert_eq!(legal(&state), "1: pass raise:game raise:kings", "the partner's re is answered");
    act(&mut state, "pass pass pass");
    assert!(matches!(state.table().phase, Phase::Doubling(_)));
    act(&mut state, "pass");
    let Phase::Playing(playing) = &state.table().phase else { panic!("{state:?}") };
    assert_eq!(playing.trick.leader(), Seat::new(0));
    let stakes: Vec<_> = playing.undertaking.stakes.iter().map(Stake::multiplier).collect();
    assert_eq!(stakes, [4, 1, 1]);
}

#[test]
fn the_first_round_is_held_though_nobody_speaks() {
    let mut state = called("SK");
    act(&mut state, "pass pass pass pass");
    assert_eq!(legal(&state), "0: pass", "nobody is passed over");
    act(&mut state, "pass");
    assert!(matches!(state.table().phase, Phase::Playing(_)));
}

/// The seats that are asked until cards are played, if all say these words or pass.
fn asked(mut state: Tarok, words: &str) -> String {
    let (mut words, mut asked) = (words.split_whitespace(), String::new());
    while let (Some(seat), Phase::Doubling(_)) = (state.current_player(), &state.table().phase) {
        match state.foregone() {
            Some(pass) => {
                state.apply(pass).unwrap();
            }
            None => {
                asked += &seat.to_string();
                let word = words.next().unwrap_or("pass").replace('+', " ");
                act(&mut state, &word);
                if word != "pass" {
                    act(&mut state, "pass");
                }
            }
        }
    }
    asked
}

#[test]
fn a_player_known_to_have_nothing_to_say_is_not_asked() {
    // The holder of the king sits across, which is known to the holder alone.
    let start = |king| {
        let mut state = called(king);
        act(&mut state, "announce:kings pass");
        state
    };
    assert_eq!(asked(start("SK"), ""), "123", "the declarer has nothing to raise");
    // After kontra each of the other players may be asked: any of them can be the partner.
    assert_eq!(asked(start("SK"), "raise:game"), "1230");
    assert_eq!(asked(start("SK"), "pass pass raise:game"), "123012");
    // A partner who is known, and defenders who are known, are not asked what is not theirs.
    assert_eq!(asked(start("SK"), "raise:game raise:game"), "1231");
    assert_eq!(asked(start("SK"), "raise:game raise:game pass raise:game"), "1231230");
    // All sides are known: nothing is hidden by asking.
    let played = |contract: &str| after(&format!("pass pass pass contract:{contract}"));
    assert_eq!(asked(played("berac"), ""), "123");
    assert_eq!(asked(played("berac"), "raise:game"), "10");
    assert_eq!(asked(played("berac"), "pass raise:game raise:game"), "120123");
}

#[test]
fn whoever_speaks_shows_the_side() {
    let king: Card = "SK".parse().unwrap();
    let public = |state: &Tarok| state.view(Observer::Public).table;
    let sides = |state: &Tarok| {
        let table = public(state);
        let sides = table.phase.undertaking().unwrap().called.clone().unwrap().sides;
        sides.as_slice().to_vec()
    };
    let (own, against) = (Some(Side::Declarer), Some(Side::Defenders));

    // A defender alone says nothing about the others.
    let mut state = called("SK");
    act(&mut state, "pass");
    let events = act(&mut state, "raise:game");
    assert!(matches!(events[0], Event::Raised { side: Some(Side::Defenders), .. }));
    assert_eq!(sides(&state), [own, against, None, None]);
    assert!(public(&state).denied[Seat::new(1)].contains(king));
    let events = act(&mut state, "announce:trula");
    assert!(matches!(events[0], Event::Announced { side: None, .. }), "that is known by now");

    // The partner settles everything.
    act(&mut state, "pass raise:game");
    assert_eq!(sides(&state), [own, against, own, against]);
    assert!(public(&state).known[Seat::new(2)].contains(king));

    // Three defenders: the declarer holds the king.
    let mut state = called("HK");
    act(&mut state, "pass raise:game pass announce:trula pass");
    assert_eq!(sides(&state), [own, against, against, None]);
    act(&mut state, "announce:kings");
    assert_eq!(sides(&state), [own, against, against, against]);
    let king: Card = "HK".parse().unwrap();
    assert!(public(&state).known[Seat::new(0)].contains(king));

    // An ultimo belongs to whoever holds its card: here to a declarer without partner.
    let mut state = called("HK");
    act(&mut state, "announce:king_ultimo");
    assert_eq!(sides(&state), [own, against, against, against]);
    assert!(public(&state).known[Seat::new(0)].contains(king));
    act(&mut state, "pass announce:pagat_ultimo");
    assert!(public(&state).known[Seat::new(1)].contains(PAGAT));

    // A king in the talon tells everything at once.
    assert_eq!(sides(&called("CK")), [own, against, against, against]);
}

/// Returns what is told of whoever plays the called king, as soon as that may be played.
fn king_played(mut state: Tarok, king: &str) -> (Seat, Option<Seat>) {
    let king: Card = king.parse().unwrap();
    loop {
        let legal = state.legal_actions();
        let action =
            if legal.contains(&Action::Play(king)) { Action::Play(king) } else { legal[0] };
        for event in state.apply(action).unwrap() {
            match event {
                Event::Played { seat, card, called_by } if card == king => {
                    return (seat, called_by);
                }
                Event::Played { called_by, .. } => {
                    assert_eq!(called_by, None, "no other card tells")
                }
                _ => (),
            }
        }
    }
}

#[test]
fn the_called_king_tells_whose_partner_has_played_it() {
    let silent = |king| {
        let mut state = called(king);
        act(&mut state, "pass pass pass pass pass");
        king_played(state, king)
    };
    let seat = Seat::new;
    assert_eq!(silent("SK"), (seat(2), Some(seat(0))));
    assert_eq!(silent("HK"), (seat(0), Some(seat(0))), "the declarer plays alone");
    // Whoever has shown the own side before tells nothing new.
    let mut state = called("SK");
    act(&mut state, "pass raise:game pass raise:game pass pass pass pass pass pass pass");
    assert_eq!(king_played(state, "SK"), (seat(2), None));
}

#[test]
fn an_announced_valat_stands_alone() {
    let mut state = called("SK");
    act(&mut state, "announce:trula pass raise:game raise:trula pass announce:valat");
    assert_eq!(legal(&state), "2: pass");
    act(&mut state, "pass");
    assert_eq!(legal(&state), "3: pass raise:valat", "all else lapsed");
    let error = state.apply("announce:kings".parse().unwrap()).unwrap_err();
    assert_eq!(error.code, "not_announceable");
}

/// Two players to whom the same is refused are told the same but for what they may do.
#[test]
fn a_refusal_tells_of_nobody_elses_side() {
    let mut state = called("SK");
    act(&mut state, "pass announce:pagat_ultimo pass");
    let partner = state.clone().apply("raise:game".parse().unwrap()).unwrap_err();
    act(&mut state, "pass");
    let defender = state.clone().apply("raise:pagat_ultimo".parse().unwrap()).unwrap_err();
    assert_eq!((partner.code, defender.code), ("raise_not_allowed", "raise_not_allowed"));
    let not_yours = "is not yours to raise now: kontra and sub come from the side against it, re \
                     and mort from its own";
    assert_eq!(
        partner.reason,
        format!(
            "game {not_yours}; you may announce trula, kings, valat, king_ultimo, or raise pagat_ultimo, or pass"
        )
    );
    assert_eq!(
        defender.reason,
        format!(
            "pagat_ultimo {not_yours}; you may announce trula, kings, valat, or raise game, or pass"
        )
    );
}

#[test]
fn a_solo_with_the_talon_may_become_a_colour_valat() {
    let mut state = after("pass pass pass contract:solo_two take:0 discard:D4 discard:D1");
    assert!(legal(&state).ends_with("announce:valat contract:colour_valat"), "{}", legal(&state));
    let mut announced = state.clone();
    act(&mut announced, "announce:kings");
    let late = announced.apply("contract:colour_valat".parse().unwrap()).unwrap_err();
    assert_eq!(late.code, "contract_not_allowed");
    act(&mut state, "contract:colour_valat");
    assert_eq!(legal(&state), "1: pass raise:game", "nothing is announced");
    act(&mut state, "pass pass pass pass HK H4 H3 HQ");
    assert_eq!(legal(&state).split(':').next(), Some("0"), "no tarok takes the king");
    act(&mut state, "T9 T13 T14 T18");
    let result = state.result().expect("another took a trick");
    assert_eq!((result.contract, scores(result)), (Contract::ColourValat, [-125, 0, 0, 0]));
}

#[test]
fn a_compulsory_klop_is_outbid_by_solo_without_alone() {
    let mut state = dealt(r#"{"players":4,"compulsory":true}"#);
    assert_eq!(legal(&state), "1: pass bid:solo_without bid:open_berac bid:colour_valat bid:valat");
    let mut bid = state.clone();
    act(&mut bid, "bid:solo_without pass pass");
    assert!(legal(&bid).starts_with("0: pass bid:solo_without bid:open_berac"));
    act(&mut state, "pass pass pass");
    assert_eq!(
        legal(&state),
        "0: contract:klop contract:solo_without contract:open_berac contract:colour_valat \
         contract:valat"
    );
}

/// With mond and škis on the table one must play the pagat, whatever lies there besides.
#[test]
fn the_pagat_beats_mond_and_skis_in_a_klop() {
    let mut state = after("pass pass pass contract:klop");
    act(&mut state, "T9 T13");
    assert_eq!(legal(&state), "2: T17 T16 T15 T14", "any that beats");
    act(&mut state, "T17");
    assert_eq!(legal(&state), "3: T22 T21 T20 T19 T18");
    act(&mut state, "T21");
    assert_eq!(state.table().phase.taken().unwrap().last_winner(), Some(Seat::new(3)));
}
