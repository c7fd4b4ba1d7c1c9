//! The rules against a second reading of them, in random play to the end.

use std::collections::HashMap;

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rstest::rstest;
use vzetek_game::{Game, Seat};
use vzetek_tarok::{Action, Announcement, Card, CardSet, Contract, Item, KINGS, Options, Tarok};

use crate::choice;
use crate::naive;

fn rules(options: &Options) -> naive::Rules {
    naive::Rules {
        rewarded_klop: options.rewarded_klop,
        taroks_discarded_last: options.taroks_discarded_last,
        forehand_leads: options.forehand_leads,
        open_berac: options.open_berac,
        symmetric_bonuses: options.symmetric_bonuses,
    }
}

fn shuffled(rng: &mut ChaCha8Rng) -> Vec<Card> {
    let mut pack = Tarok::pack(&Options::default());
    for last in (1..pack.len()).rev() {
        pack.swap(last, rng.next_u32() as usize % (last + 1));
    }
    pack
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

/// Plays a deal to the end in both readings; tells which contract it was.
fn compare(options: &Options, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let cards = shuffled(&mut rng);
    let dealer = Seat::new((seed % 3) as u8);
    let Ok(mut state) = Tarok::deal(options, dealer, &cards) else { return "redeal".to_owned() };
    let texts: Vec<String> = cards.iter().map(ToString::to_string).collect();
    let mut naive = naive::Deal::new(rules(options), dealer.index(), &texts);
    while let Some(player) = state.current_player() {
        assert_eq!(player.index(), naive.turn, "whose turn it is in {state:?}");
        let legal = state.legal_actions();
        let ours = legal.iter().map(ToString::to_string).collect();
        assert_eq!(sorted(ours), sorted(naive.legal()), "in {state:?}");
        assert_eq!(state.returns().as_slice(), naive.mond(), "so far in {state:?}");
        let action = choice::balanced(&state, &legal, &mut rng);
        state.apply(action).unwrap();
        naive.act(&action.to_string());
    }
    assert_eq!(naive.stage, naive::Stage::Over);
    let result = state.result().unwrap();
    let ours = (result.scores().as_slice().to_vec(), result.radelci);
    assert_eq!(ours, naive.scores(), "{result:?}");
    assert_eq!(state.returns().as_slice(), result.scores().as_slice());
    naive.contract
}

#[rstest]
#[case::seed("{}")]
#[case::all(r#"{"rewarded_klop":true,"taroks_discarded_last":true,"forehand_leads":true,"open_berac":true,"symmetric_bonuses":true}"#)]
#[case::discards(r#"{"taroks_discarded_last":true,"symmetric_bonuses":true}"#)]
#[case::open(r#"{"open_berac":true}"#)]
fn both_readings_agree(#[case] json: &str) {
    let options: Options = serde_json::from_str(json).unwrap();
    let mut played: HashMap<String, u32> = HashMap::new();
    for seed in 0..3_000 {
        *played.entry(compare(&options, seed)).or_default() += 1;
    }
    let biddable = options.biddable().map(|contract| contract.to_string());
    for contract in biddable.chain(["klop".to_owned()]) {
        assert!(played.get(&contract).is_some_and(|&deals| deals >= 30), "{contract}: {played:?}");
    }
}

/// Every action that is not legal is refused with the rule, and changes
/// nothing.
#[test]
fn what_is_not_legal_is_refused_with_the_rule() {
    let mut codes: HashMap<&str, String> = HashMap::new();
    let all: Vec<Action> = every_action().map(|text| text.parse().unwrap()).collect();
    let rules = ["{}", r#"{"taroks_discarded_last":true}"#];
    for seed in 0..400 {
        let options: Options = serde_json::from_str(rules[seed as usize % 2]).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cards = shuffled(&mut rng);
        let Ok(mut state) = Tarok::deal(&options, Seat::new(0), &cards) else { continue };
        loop {
            let legal = state.legal_actions();
            for &action in &all {
                let mut after = state.clone();
                let refused = after.apply(action);
                assert_eq!(refused.is_ok(), legal.contains(&action), "{action} in {state:?}");
                if let Err(refused) = refused {
                    assert_eq!(after, state);
                    codes.entry(refused.code).or_insert(refused.reason);
                }
            }
            if legal.is_empty() {
                break;
            }
            state.apply(choice::balanced(&state, &legal, &mut rng)).unwrap();
        }
    }
    let mut found: Vec<_> = codes.keys().copied().collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "already_announced",
            "bid_not_allowed",
            "contract_not_allowed",
            "deal_over",
            "must_beat",
            "must_follow_suit",
            "must_play_tarok",
            "no_such_group",
            "not_announceable",
            "not_discardable",
            "not_in_hand",
            "not_now",
            "pagat_last",
            "raise_not_allowed",
            "taroks_last",
        ],
        "{codes:#?}"
    );
}

fn every_action() -> impl Iterator<Item = String> {
    let contracts = Contract::ALL;
    let cards = || CardSet::full().iter();
    let none: [String; 1] = ["pass".to_owned()];
    none.into_iter()
        .chain(contracts.map(|contract| format!("bid:{contract}")))
        .chain(contracts.map(|contract| format!("contract:{contract}")))
        .chain(KINGS.iter().map(|king| format!("call:{king}")))
        .chain((0..6).map(|group| format!("take:{group}")))
        .chain(Announcement::ALL.map(|announcement| format!("announce:{announcement}")))
        .chain(Item::ALL.map(|item| format!("raise:{item}")))
        .chain(cards().map(|card| format!("discard:{card}")))
        .chain(cards().map(|card| card.to_string()))
}

#[test]
fn every_action_has_its_own_notation_and_json() {
    let all: Vec<String> = every_action().collect();
    assert_eq!(all.len(), 1 + 13 + 13 + 4 + 6 + 5 + 6 + 54 + 54);
    for text in &all {
        let action: Action = text.parse().unwrap();
        assert_eq!(&action.to_string(), text);
        let json = serde_json::to_string(&action).unwrap();
        assert_eq!(json, format!("{text:?}"));
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
    }
}

proptest! {
    /// Whatever can be read is written the same: each action has one notation.
    #[test]
    fn what_reads_as_an_action_is_its_notation(
        text in "(bid|contract|call|take|discard|announce|raise|pass|pass:)?:?[ +0-9a-zA-Z_]{0,5}",
    ) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn nothing_that_is_read_breaks_the_reader(text in "\\PC*") {
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string(), text.clone());
        }
        let _ = text.parse::<Action>();
        let _ = text.parse::<Contract>();
    }
}

#[test]
fn a_pack_that_is_not_the_pack_is_refused() {
    let options = Options::default();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let cards = shuffled(&mut rng);
    let deal = |dealer, cards: &[Card]| {
        Tarok::deal(&options, Seat::new(dealer), cards).unwrap_err().to_string()
    };
    assert!(deal(0, &Tarok::pack(&options)[1..]).contains("H4 is missing"));
    let mut twice = cards.clone();
    twice.push(cards[0]);
    assert!(deal(0, &twice).contains("twice"));
    assert!(deal(3, &cards).contains("seat 3"));
    let ordered = Tarok::pack(&options);
    assert!(deal(0, &ordered).contains("dealt again: somebody holds no tarok"));
}
