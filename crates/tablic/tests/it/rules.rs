//! The rules against a second reading of them, in random play to the end.

use std::collections::HashMap;

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rstest::rstest;
use vzetek_game::testing::chance::{self, draw};
use vzetek_game::{Game, Seat, TableGame};
use vzetek_tablic::{Action, Card, CardSet, MOST_LISTED, Options, Tablic};

use crate::naive;

fn shuffled(rng: &mut ChaCha8Rng) -> Vec<Card> {
    chance::shuffled::<Tablic>(&Options::new(2).unwrap(), rng)
}

fn as_naive(action: &Action) -> naive::Move {
    let mut taken: Vec<String> = action.taken.iter().map(|card| card.to_string()).collect();
    taken.sort();
    (action.card.to_string(), taken)
}

/// The larger the table, the likelier the capture, so that the naive reading,
/// which tries every subset, has an end.
fn choose(state: &Tablic, legal: &[Action], rng: &mut ChaCha8Rng) -> Action {
    let captures: Vec<Action> = legal.iter().copied().filter(Action::captures).collect();
    if !captures.is_empty() && rng.next_u32() as usize % 12 < state.table().cards.len() {
        return draw(&captures, rng);
    }
    draw(legal, rng)
}

#[rstest]
#[case(2, 60)]
#[case(3, 40)]
#[case(4, 40)]
#[case(6, 20)]
#[case(8, 20)]
#[case(12, 10)]
#[case(16, 10)]
#[case(24, 10)]
#[case(48, 10)]
fn both_readings_agree(#[case] players: u8, #[case] deals: u64) {
    let options = Options::new(players).unwrap();
    let seats = usize::from(players);
    let (mut tablas, mut swept, mut most) = (0, 0, 0);
    for seed in 0..deals {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cards = shuffled(&mut rng);
        let dealer = Seat::new((seed % u64::from(players)) as u8);
        let mut state = Tablic::deal(&options, dealer, &cards).unwrap();
        let texts: Vec<String> = cards.iter().map(ToString::to_string).collect();
        let mut naive = naive::Deal::new(seats, dealer.index(), &texts);
        while let Some(player) = state.current_player() {
            assert_eq!(player.index(), naive.turn, "whose turn it is in {state:?}");
            for (seat, hand) in naive.hands.iter().enumerate() {
                let ours = state.hand(Seat::new(seat as u8));
                assert_eq!(ours, hand.iter().map(|card| card.parse::<Card>().unwrap()).collect());
            }
            let legal = state.legal_actions();
            let mut ours: Vec<_> = legal.iter().map(as_naive).collect();
            ours.sort();
            assert_eq!(ours, naive.legal(), "in {state:?}");
            assert!(!state.is_list_cut());
            let action = choose(&state, &legal, &mut rng);
            let events = state.apply(action).unwrap();
            swept +=
                u32::from(events.iter().any(|e| matches!(e, vzetek_tablic::Event::Swept { .. })));
            naive.act(&as_naive(&action));
        }
        assert!(naive.over);
        let result = state.result().unwrap();
        let scores: Vec<u32> = result.seats.iter().map(|made| made.score.into()).collect();
        assert_eq!(scores, naive.scores(), "{result:?}");
        assert_eq!(state.returns(), result.scores());
        tablas += naive.tablas.iter().sum::<u32>();
        most += u32::from(result.seats.iter().any(|made| made.most_cards));
    }
    // The more play, the fewer tablas.
    assert!(tablas > 0 || players > 4, "{tablas} tablas");
    assert!(swept > 0 && most > 0, "{swept} swept, {most} bonuses");
}

/// Two pairs play as four do who are alone; only the counting differs, and that of four alone
/// stays as it is.
#[test]
fn pairs_play_as_four_alone_and_count_together() {
    let alone = Options::new(4).unwrap();
    let pairs = Options { pairs: true, ..alone };
    let (mut differing, mut most, mut even) = (0, 0, 0);
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cards = shuffled(&mut rng);
        let dealer = Seat::new((seed % 4) as u8);
        let texts: Vec<String> = cards.iter().map(ToString::to_string).collect();
        let mut naive = naive::Deal::new(4, dealer.index(), &texts);
        let mut single = Tablic::deal(&alone, dealer, &cards).unwrap();
        let mut paired = Tablic::deal(&pairs, dealer, &cards).unwrap();
        while !paired.is_terminal() {
            let legal = paired.legal_actions();
            assert_eq!(legal, single.legal_actions());
            let action = choose(&paired, &legal, &mut rng);
            let (mut ours, mut theirs) =
                (paired.apply(action).unwrap(), single.apply(action).unwrap());
            let is_end = |event: &_| matches!(event, vzetek_tablic::Event::Finished { .. });
            ours.retain(|event| !is_end(event));
            theirs.retain(|event| !is_end(event));
            assert_eq!(ours, theirs);
            naive.act(&as_naive(&action));
        }
        let scores = |deal: &Tablic| {
            let seats = &deal.result().unwrap().seats;
            seats.iter().map(|made| made.score.into()).collect::<Vec<u32>>()
        };
        assert_eq!(scores(&single), naive.scores());
        assert_eq!(scores(&paired), naive.scores_of_pairs());
        assert_eq!(paired.returns(), paired.result().unwrap().scores());
        let result = paired.result().unwrap();
        for seat in Seat::all(2) {
            assert_eq!(result.seats[seat], result.seats[seat.clockwise(2, 4)]);
        }
        let best = naive.scores_of_pairs().into_iter().max();
        for (made, score) in result.seats.iter().zip(naive.scores_of_pairs()) {
            assert_eq!(made.won, Some(score) == best);
        }
        most += u32::from(result.seats.iter().any(|made| made.most_cards));
        even += u32::from(result.seats.iter().all(|made| made.won));
        let won = |deal: &Tablic| deal.result().unwrap().seats.map(|made| made.won);
        differing += u32::from(won(&single) != won(&paired));
    }
    assert!(most > 40 && even < 20 && differing > 40, "{most} {even} {differing}");
}

/// A table with these cards, and a hand of six with the turn: the fours of the
/// deal lie open, everything else that shall is laid there first.
fn state(table: &str, hand: &str) -> Tablic {
    let cards = |text: &str| -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    };
    let (table, hand) = (cards(table), cards(hand));
    assert_eq!((table.len(), hand.len()), (4, 6));
    let mut rest = CardSet::full();
    table.iter().chain(&hand).for_each(|&card| _ = rest.remove(card));
    let mut rest = rest.iter();
    let mut pack = table;
    for card in hand {
        pack.push(card);
        pack.extend(rest.next());
    }
    pack.extend(rest);
    Tablic::deal(&Options::new(2).unwrap(), Seat::new(1), &pack).unwrap()
}

#[rstest]
#[case::hand("C7", "not_in_hand", "C7 is not in your hand, play one of CK, DJ, S10, S7, H4, HA")]
#[case::table("S10xC10", "not_on_table", "C10 is not on the table, there lie only HK, D7, H5, H3")]
#[case::two_missing("S10xD7+C3+H2", "not_on_table", "C3, H2 are not on the table")]
#[case::itself("S10xS10", "not_on_table", "S10 is the card you play and cannot be captured too")]
#[case::in_hand("S10xS7+H3", "not_on_table", "S7 is not on the table")]
#[case::sum(
    "S10xD7+H5",
    "does_not_add_up",
    "D7, H5 cannot be parted into groups that add up to 10: capture otherwise, such as S10xD7+H3, or lay S10"
)]
#[case::too_much(
    "S10xD7+H5+H3",
    "does_not_add_up",
    "H5 cannot be captured besides: S10 takes groups that add up to 10, of these cards S10xD7+H3"
)]
#[case::nothing(
    "H4xH3",
    "does_not_add_up",
    "H3 cannot be parted into groups that add up to 4: there is nothing for H4 to capture, lay it"
)]
#[case::ace("HAxD7+H3", "does_not_add_up", "groups that add up to 11")]
fn what_is_not_legal_is_refused_with_the_rule(
    #[case] action: &str,
    #[case] code: &str,
    #[case] reason: &str,
) {
    let before = state("H3 H5 D7 HK", "S10 HA H4 DJ CK S7");
    let mut after = before.clone();
    let refused = after.apply(action.parse().unwrap()).unwrap_err();
    assert_eq!(refused.code, code, "{refused}");
    assert!(refused.reason.contains(reason), "{refused}");
    assert_eq!(before, after);
}

#[test]
fn nothing_can_be_done_after_the_end_or_captured_from_nothing() {
    let mut deal = state("H3 S3 D3 C3", "S10 HA H4 DJ CK HJ");
    deal.apply("HAxC3".parse().unwrap()).unwrap_err();
    let mut two = state("H2 S3 D2 C3", "S10 HA H4 DJ CK HJ");
    assert!(two.apply("S10xC3+S3+D2+H2".parse().unwrap()).is_ok());
    assert!(two.table().cards.is_empty());
    let hand = two.hand(Seat::new(1)).first().unwrap();
    let refused = two.apply(format!("{hand}xC3").parse().unwrap()).unwrap_err();
    assert!(refused.reason.contains("which is empty: lay"), "{refused}");
    let laid = two.legal_actions();
    assert!(laid.len() == 6 && laid.iter().all(|action| !action.captures()));
    while let Some(&action) = deal.legal_actions().first() {
        deal.apply(action).unwrap();
    }
    let refused = deal.apply("HA".parse().unwrap()).unwrap_err();
    assert_eq!((refused.code, refused.reason.as_str()), ("deal_over", "the deal is over"));
}

/// Every action at all, over small tables, is refused unless it is listed.
#[test]
fn what_is_not_listed_is_refused() {
    let mut codes: HashMap<&str, u32> = HashMap::new();
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cards = shuffled(&mut rng);
        let mut deal = Tablic::deal(&Options::new(4).unwrap(), Seat::new(0), &cards).unwrap();
        while !deal.is_terminal() {
            let legal = deal.legal_actions();
            for card in CardSet::full() {
                // Of the table and two cards that are not there.
                let near: Vec<Card> = deal
                    .table()
                    .cards
                    .iter()
                    .chain(cards.iter().copied().take(2))
                    .take(7)
                    .collect();
                for number in 0u32..1 << near.len() {
                    let taken = near.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1);
                    let action = Action { card, taken: taken.map(|(_, &card)| card).collect() };
                    let mut after = deal.clone();
                    let done = after.apply(action);
                    assert_eq!(done.is_ok(), legal.contains(&action), "{action} in {deal:?}");
                    if let Err(refused) = done {
                        *codes.entry(refused.code).or_default() += 1;
                        assert_eq!(after, deal);
                    }
                }
            }
            deal.apply(choose(&deal, &legal, &mut rng)).unwrap();
        }
    }
    let mut found: Vec<_> = codes.into_keys().collect();
    found.sort_unstable();
    assert_eq!(found, ["does_not_add_up", "not_in_hand", "not_on_table"]);
}

/// A table on which nothing was ever captured cannot be listed; what is not
/// listed can be played all the same.
#[test]
fn a_list_that_is_cut_says_so_and_all_can_be_played() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut deal =
        Tablic::deal(&Options::new(2).unwrap(), Seat::new(0), &shuffled(&mut rng)).unwrap();
    let mut most = 0;
    let mut unlisted = 0;
    while let Some(seat) = deal.current_player() {
        let legal = deal.legal_actions();
        let hand = deal.hand(seat);
        most = most.max(legal.len());
        for card in hand {
            let of_card = legal.iter().filter(|action| action.card == card && action.captures());
            let captures = vzetek_tablic::Finder::new().find(card, deal.table().cards).len();
            let listed = of_card.count() as u64;
            assert!(listed == captures || listed >= MOST_LISTED as u64, "{listed} of {captures}");
            assert!(deal.is_list_cut() || listed == captures);
        }
        for &action in legal.iter().step_by(37) {
            assert!(deal.clone().apply(action).is_ok(), "{action}");
        }
        let cut = hand.iter().find_map(|card| {
            let taken = vzetek_tablic::Finder::new().find(card, deal.table().cards).get(5_000)?;
            Some(Action::capture(card, taken))
        });
        if let Some(action) = cut {
            assert!(deal.is_list_cut());
            assert!(deal.clone().apply(action).is_ok(), "{action}");
            unlisted += u32::from(!legal.contains(&action));
        }
        let laid = *legal.iter().find(|action| !action.captures()).unwrap();
        deal.apply(laid).unwrap();
    }
    assert!(most <= 6 * (MOST_LISTED + 2), "{most}");
    assert!(unlisted > 0);
    // Nobody captured, so nobody gets what is left.
    assert_eq!(deal.table().cards, CardSet::full());
    assert!(deal.returns().iter().all(|&score| score == 0));
    assert!(deal.result().unwrap().seats.iter().all(|made| !made.most_cards && made.won));
}

#[test]
fn every_action_has_its_own_notation_and_json() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for text in ["S10", "HA", "S10xC10", "S10xC10+D7+H3", "C2xDA+HA"] {
        let action: Action = text.parse().unwrap();
        assert_eq!(action.to_string(), text);
        assert_eq!(Tablic::notation(&action), text);
        assert_eq!(serde_json::to_string(&action).unwrap(), format!("{text:?}"));
    }
    for _ in 0..500 {
        let pack = shuffled(&mut rng);
        let taken = pack[1..1 + rng.next_u32() as usize % 30].iter().copied().collect();
        let action = Action { card: pack[0], taken };
        let json = serde_json::to_string(&action).unwrap();
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
    }
}

#[rstest]
#[case("S10xH3+H3", "H3 stands there twice")]
#[case("S10xH3+D7", "from high to low, which would be S10xD7+H3")]
#[case("S10xH3+D3", "which would be S10xD3+H3")]
#[case("S10x", "a card is missing")]
#[case("S10xH3+", "a card is missing")]
#[case("S10+H3", "a card such as HA")]
#[case("xH3", "a card is missing")]
#[case("", "a card such as HA")]
fn what_is_no_action_is_refused(#[case] text: &str, #[case] why: &str) {
    let error = text.parse::<Action>().unwrap_err().to_string();
    assert!(error.contains(why), "{error}");
}

proptest! {
    /// Whatever can be read is written the same: each action has one notation.
    #[test]
    fn what_reads_as_an_action_is_its_notation(
        text in "[HSDC](A|10|[2-9JQK])(x[HSDC](A|10|[2-9JQK])(\\+[HSDC](A|10|[2-9JQK])){0,2})?[ x+]?",
    ) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn nothing_that_is_read_breaks_the_reader(text in "\\PC*") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }
}

#[test]
fn a_pack_that_is_not_the_pack_is_refused() {
    let options = Options::new(3).unwrap();
    let cards = shuffled(&mut ChaCha8Rng::seed_from_u64(1));
    let deal = |dealer, cards: &[Card]| {
        Tablic::deal(&options, Seat::new(dealer), cards).unwrap_err().to_string()
    };
    assert!(deal(0, &Tablic::pack(&options)[1..]).contains("HA is missing"));
    let mut twice = cards.clone();
    twice.push(cards[0]);
    assert!(deal(0, &twice).contains("twice"));
    assert!(deal(3, &cards).contains("seat 3"));
}
