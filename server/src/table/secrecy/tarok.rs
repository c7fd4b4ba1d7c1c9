//! Tarok: what the declarer discards face down, the talon, and of four players who
//! holds the called king.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tokio::time::Instant;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Game, HiddenInformation, Observer, Seat, Transfer, Zone, record};
use vzetek_protocol::table::{Actor, Move, PlayedMove};
use vzetek_protocol::{DealEvent, GameEvent};
use vzetek_tarok::{
    Action, Announcement, CardSet, Contract, Event, Item, KINGS, Options, Phase, Tarok,
};

use super::{Told, observers};
use crate::table::event::FullEvent;

/// Of three players each option alone, none, and all together; of four none, and all.
const TABLES: [&str; 9] = [
    "{}",
    r#"{"rewarded_klop":true}"#,
    r#"{"taroks_discarded_last":true}"#,
    r#"{"forehand_leads":true}"#,
    r#"{"open_berac":true}"#,
    r#"{"symmetric_bonuses":true}"#,
    r#"{"rewarded_klop":true,"taroks_discarded_last":true,"forehand_leads":true,"open_berac":true,"symmetric_bonuses":true,"deals":12}"#,
    r#"{"players":4}"#,
    r#"{"players":4,"round_to_five":true,"compulsory_klop":true,"kontra_costs":true,"open_radelci":40,"deals":12}"#,
];

impl Told<Tarok> {
    /// Returns another deal in which the observer could be, with its past: each card that another
    /// player discarded face down is replaced by one that lies there in it.
    fn other(&self, observer: Observer, rng: &mut ChaCha8Rng) -> Self {
        let mut other = Self::new(Tarok::determinize(&self.state.view(observer), rng));
        let mut buried = other.state.buried().iter();
        let mut past = Vec::new();
        for played in &self.playing.moves {
            let mut played = PlayedMove::clone(played);
            for DealEvent { event, moves } in &mut played.events {
                if let GameEvent::Tarok(Event::Discarded { seat, card: Some(card) }) = event
                    && observer.seat() != Some(*seat)
                    && !card.is_tarok()
                {
                    *card = buried.next().expect("as many cards lie there");
                    played.moved.action = Action::Discard(*card).to_string();
                    moves[0].cards = Transfer::open([*card], Zone::Away, Zone::Away).cards;
                }
            }
            past.push(Arc::new(played));
        }
        other.playing.moves = past;
        other
    }
}

/// Hidden cards, and sides, that the rules turn up for all.
fn turned_up(events: &[Event]) -> Vec<&Event> {
    let turned = |event: &&Event| {
        matches!(
            event,
            Event::Chosen { .. }
                | Event::Called { .. }
                | Event::Announced { side: Some(_), .. }
                | Event::Raised { side: Some(_), .. }
                | Event::TrickTaken { gift: Some(_), .. }
                | Event::HandShown { .. }
        )
    };
    events.iter().filter(turned).collect()
}

/// The player who holds the called king.
fn king_holder(state: &Tarok) -> Option<Seat> {
    let called = state.table().phase.undertaking()?.called.as_ref()?;
    Seat::all(state.seats()).find(|&seat| state.hand(seat).contains(called.king))
}

fn is_secret(action: Action) -> bool {
    matches!(action, Action::Discard(card) if !card.is_tarok())
}

/// An action of the other deal that must look like this one to the observer.
fn counterpart(
    action: Action,
    other: &Tarok,
    observer: Observer,
    rng: &mut ChaCha8Rng,
) -> Option<Action> {
    let possible = other.legal_actions();
    if is_secret(action) && observer.seat() != other.current_player() {
        let secret: Vec<_> = possible.into_iter().filter(|&action| is_secret(action)).collect();
        return (!secret.is_empty()).then(|| secret[rng.next_u32() as usize % secret.len()]);
    }
    possible.contains(&action).then_some(action)
}

/// Passes and takes what was bid half of the time, so that every contract is
/// played and not only the highest.
fn choose(state: &Tarok, possible: &[Action], rng: &mut ChaCha8Rng) -> Action {
    let coin = rng.next_u32().is_multiple_of(2);
    let settled = possible.iter().find(|&&action| match &state.table().phase {
        Phase::Choosing(choosing) => action == Action::Choose(choosing.standing),
        _ => action == Action::Pass,
    });
    match settled {
        Some(&action) if coin => action,
        _ => possible[rng.next_u32() as usize % possible.len()],
    }
}

/// Returns the actions of tarok that a phase could have. One card stands for all where none is to
/// be played or discarded.
fn words(phase: &Phase) -> Vec<Action> {
    let contracts = Contract::ALL.into_iter();
    let cards = |all: bool| CardSet::full().iter().take(if all { 54 } else { 1 });
    let discards = cards(matches!(phase, Phase::Discarding(_))).map(Action::Discard);
    let plays = cards(matches!(phase, Phase::Playing(_))).map(Action::Play);
    std::iter::once(Action::Pass)
        .chain(contracts.flat_map(|contract| [Action::Bid(contract), Action::Choose(contract)]))
        .chain(KINGS.iter().map(Action::Call))
        .chain((0..6).map(Action::Take))
        .chain(Announcement::ALL.map(Action::Announce))
        .chain(Item::ALL.map(Action::Raise))
        .chain(discards)
        .chain(plays)
        .collect()
}

/// Returns the answers to all actions that are illegal for the current player.
fn refusals(told: &Told<Tarok>) -> Vec<String> {
    let legal = told.state.legal_actions();
    let illegal = words(&told.state.table().phase).into_iter().filter(|word| !legal.contains(word));
    let answer = |word: Action| {
        let error = told.playing.deal.clone().apply(&word.to_string());
        serde_json::to_string(&error.expect_err("it is not legal")).expect("JSON")
    };
    illegal.map(answer).collect()
}

/// Checks that the observer is shown, coached and refused alike in both deals.
fn compare_answers(real: &Told<Tarok>, other: &Told<Tarok>, observer: Observer) {
    assert_eq!(real.snapshot(observer), other.snapshot(observer), "{observer:?}");
    let facts = |told: &Told<Tarok>| {
        serde_json::to_string(&told.playing.deal.facts(observer)).expect("JSON")
    };
    assert_eq!(facts(real), facts(other), "{observer:?}");
    if observer.seat().is_some() && observer.seat() == real.state.current_player() {
        assert_eq!(refusals(real), refusals(other), "{observer:?}");
    }
}

#[derive(Default)]
struct Seen {
    /// Contracts whose cards were played in both deals at once.
    contracts: HashMap<String, u32>,
    /// Different cards discarded face down.
    secrets: u32,
    /// Deals that differed in a hand.
    different: u32,
    /// Deals that differed in who holds the called king: the declarer's partner in the
    /// real one, or the declarer.
    partners: u32,
    alone: u32,
}

impl Seen {
    fn compared(&mut self, real: &Tarok, other: &Tarok) {
        self.different += u32::from(real != other);
        let (Some(holder), Some(another)) = (king_holder(real), king_holder(other)) else { return };
        if holder != another {
            let declarer = real.table().phase.undertaking().map(|it| it.declarer);
            let count = if declarer == Some(holder) { &mut self.alone } else { &mut self.partners };
            *count += 1;
        }
    }
}

/// Plays a real deal and one that the observer cannot tell from it.
fn compare(options: &Options, observer: Observer, seed: u64, seen: &mut Seen) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let seats = options.seats();
    let dealer = Seat::new((seed % seats as u64) as u8);
    let secret = Secret::draw(&mut rng);
    let state = record::deal(options, dealer, &secret, &Nonces::none(seats)).expect("a deal");
    let mut real = Told::new(state);
    let mut other = real.other(observer, &mut rng);
    assert_eq!(real.event(observer), other.event(observer));
    let mut refuted = false;
    while !real.state.is_terminal() {
        if std::mem::take(&mut refuted) {
            // The play so far shows that it is not the other deal; take one
            // that it still could be.
            other = real.other(observer, &mut rng);
        }
        seen.compared(&real.state, &other.state);
        compare_answers(&real, &other, observer);
        let legal = real.state.legal_actions();
        let pairs: HashMap<Action, Action> = legal
            .iter()
            .filter_map(|&action| {
                Some((action, counterpart(action, &other.state, observer, &mut rng)?))
            })
            .collect();
        let both: Vec<Action> =
            legal.iter().copied().filter(|action| pairs.contains_key(action)).collect();
        if both.is_empty() {
            let action = choose(&real.state, &legal, &mut rng);
            real.act(action);
            refuted = true;
            continue;
        }
        let action = choose(&real.state, &both, &mut rng);
        let events = real.act(action);
        let others = other.act(pairs[&action]);
        if turned_up(&events) != turned_up(&others) {
            refuted = true;
            continue;
        }
        assert_eq!(real.event(observer), other.event(observer), "{observer:?}: {action}");
        seen.secrets += u32::from(action != pairs[&action]);
        if let Phase::Playing(playing) = &real.state.table().phase {
            let contract = playing.undertaking.contract.to_string();
            *seen.contracts.entry(contract).or_default() += 1;
        }
    }
}

#[test]
fn deals_that_look_the_same_are_told_in_the_same_bytes() {
    let mut contracts = [HashSet::new(), HashSet::new()];
    for (table, json) in TABLES.iter().enumerate() {
        let options: Options = serde_json::from_str(json).expect("options");
        let mut seen = Seen::default();
        // With a called king there are more cases to distinguish.
        for seed in 0..if options.is_four() { 24 } else { 12 } {
            for observer in observers(options.seats()) {
                compare(&options, observer, 1_000 * table as u64 + seed, &mut seen);
            }
        }
        if options.is_four() {
            let Seen { partners, alone, .. } = seen;
            assert!(partners > 40 && alone > 40, "{json}: {partners} partners, {alone} alone");
        }
        assert!(seen.secrets > 10, "{json}: only {} different discards", seen.secrets);
        assert!(seen.different > 500, "{json}: only {} different deals", seen.different);
        contracts[usize::from(options.is_four())].extend(seen.contracts.into_keys());
    }
    let [three, four] = &contracts;
    assert_eq!(three.len(), 7, "not every contract of three was played: {three:?}");
    assert_eq!(four.len(), 12, "not every contract of four was played: {four:?}");
}

/// The text of the discard itself: the verb for all, the card for the declarer only.
#[test]
fn a_card_discarded_face_down_is_told_to_the_declarer_alone() {
    let declarer = Seat::new(1);
    let played = |card: &str| {
        let card = card.parse().expect("a card");
        let event = GameEvent::Tarok(Event::Discarded { seat: declarer, card: Some(card) });
        let (from, to) = (Zone::Hand(declarer), Zone::Away);
        let moves = vec![if card.is_tarok() {
            Transfer::open([card], from, to)
        } else {
            Transfer::hidden([card], 0, from, to)
        }];
        let events = vec![DealEvent { event, moves }];
        let action = format!("discard:{card}");
        let moved = Move { seat: declarer, action, by: Actor::Player, thinking_ms: 0 };
        Arc::new(PlayedMove { moved, events })
    };
    let moved = |card| FullEvent::Moved { played: played(card), status: None, turn: None };
    for observer in observers(3) {
        let told =
            |card| serde_json::to_value(moved(card).tell(observer, Instant::now())).expect("JSON");
        let own = observer.seat() == Some(declarer);
        assert_eq!(told("HQ")["action"], if own { "discard:HQ" } else { "discard" });
        assert_eq!(told("HQ")["events"][0]["card"].is_string(), own);
        assert_eq!(told("HQ")["events"][0]["moves"][0]["cards"].is_array(), own);
        assert_eq!(told("HQ")["events"][0]["moves"][0]["n"].is_number(), !own);
        assert_eq!(told("T2")["action"], "discard:T2", "taroks are shown");
        assert_eq!(told("T2")["events"][0]["card"], "T2");
    }
    // Each observer receives a text of its own; none is shared.
    assert_eq!(moved("HQ").differs_for(), None);
    assert_eq!(moved("T2").differs_for(), Some(None));
}
