//! Tarok's players play by the rules, know nothing that is hidden, and find
//! what is plain to see.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::decide;
use vzetek_baselines::tarok::Player;
use vzetek_game::{DealError, Game, HiddenInformation, Observer, Seat};
use vzetek_players::tarok::Decision;
use vzetek_players::{Engine, Play};
use vzetek_search::Limits;
use vzetek_tarok::{
    Action, Announcement, Card, CardSet, Contract, HAND, Item, Options, Phase, SEATS, Tarok,
};

/// A deal of well shuffled cards.
fn shuffled(options: &Options, rng: &mut impl Rng) -> Play<Tarok> {
    loop {
        let mut cards = Tarok::pack(options);
        vzetek_game::sharing::shuffle(&mut cards, rng);
        let dealer = Seat::new((rng.next_u32() % 3) as u8);
        match Tarok::deal(options, dealer, &cards) {
            Err(DealError::Redeal(_)) => (),
            state => return Play::new(state.unwrap()),
        }
    }
}

/// A deal in which seat 1, the forehand, holds these cards, and the others
/// what comes.
fn with_forehand(hand: &str, rng: &mut impl Rng) -> Play<Tarok> {
    with_hands([hand, "", ""], rng)
}

/// A deal in which the forehand (seat 1) and the players after it hold
/// these cards, filled up with what comes.
fn with_hands(hands: [&str; SEATS], rng: &mut impl Rng) -> Play<Tarok> {
    let hands = hands.map(set);
    let given = hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
    loop {
        let mut rest: Vec<Card> = (CardSet::full() - given).iter().collect();
        vzetek_game::sharing::shuffle(&mut rest, rng);
        let mut cards = Vec::new();
        for hand in hands {
            cards.extend(hand);
            cards.extend(rest.drain(..HAND - hand.len()));
        }
        cards.extend(rest);
        if let Ok(state) = Tarok::deal(&Options::default(), Seat::new(0), &cards) {
            return Play::new(state);
        }
    }
}

fn acts(table: &mut Play<Tarok>, actions: &str) {
    for action in actions.split_whitespace() {
        table.act(action.parse().unwrap());
    }
}

fn ask(table: &Play<Tarok>, player: Player, iterations: u64, seed: u64) -> Decision {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    table.ask(|question| decide(player, &question, &Limits::iterations(iterations), &mut rng))
}

/// Lets a player do everything that is left.
fn finish(table: &mut Play<Tarok>, player: Player, iterations: u64) {
    while table.state.current_player().is_some() {
        let decision = ask(table, player, iterations, 1);
        table.act(decision.action);
    }
}

fn set(text: &str) -> CardSet {
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
}

/// The options of Luštrek (2002), and all that a table may choose.
fn options() -> [Options; 2] {
    let all = r#"{"rewarded_klop":true,"taroks_discarded_last":true,"forehand_leads":true,"open_berac":true,"symmetric_bonuses":true}"#;
    [Options::default(), serde_json::from_str(all).unwrap()]
}

/// Plays deals to the end; every action is checked by the rules.
fn play_all(player: Player, deals: usize, iterations: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for options in options() {
        for _ in 0..deals {
            finish(&mut shuffled(&options, &mut rng), player, iterations);
        }
    }
}

#[test]
fn random_players_finish_thousands_of_deals() {
    play_all(Player::Random, 2_000, 1);
}

#[test]
fn quick_players_finish_thousands_of_deals() {
    play_all(Player::Simple, 1_000, 1);
    play_all(Player::Gentle, 1_000, 1);
}

#[test]
fn searching_players_finish_deals() {
    play_all(Player::Easy, 30, 8);
    play_all(Player::Medium, 30, 8);
    play_all(Player::Strong, 40, 16);
    play_all(Player::Lustrek2002, 12, 1);
}

/// Deals that lead into every contract: random players bid, others play.
#[test]
fn players_finish_what_others_have_bid() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut contracts = [0; Contract::ALL.len()];
    for deal in 0..120 {
        let options = &options()[deal % 2];
        let mut table = shuffled(options, &mut rng);
        while matches!(table.state.table().phase, Phase::Bidding(_) | Phase::Choosing(_)) {
            let bid = ask(&table, Player::Random, 1, deal as u64).action;
            // Open berač would outbid all else.
            let tame = |action: &&Action| !matches!(action, Action::Bid(c) if *c > Contract::Solo);
            let legal = table.state.legal_actions();
            let action = if tame(&&bid) { bid } else { *legal.iter().find(tame).unwrap() };
            table.act(action);
        }
        let player = [Player::Strong, Player::Simple, Player::Lustrek2002][deal % 3];
        finish(&mut table, player, if player == Player::Lustrek2002 { 1 } else { 16 });
        let result = table.state.result().expect("the deal is over");
        contracts[result.contract as usize] += 1;
    }
    assert!(contracts.iter().filter(|&&count| count > 0).count() >= 6, "{contracts:?}");
}

#[test]
fn no_decision_depends_on_hidden_cards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let players = [
        (Player::Gentle, 1),
        (Player::Simple, 1),
        (Player::Easy, 12),
        (Player::Strong, 12),
        (Player::Lustrek2002, 1),
    ];
    let (mut compared, mut different) = (0, 0);
    for deal in 0..24 {
        let mut table = shuffled(&options()[deal % 2], &mut rng);
        while let Some(seat) = table.state.current_player() {
            if rng.next_u32().is_multiple_of(6) {
                let view = table.state.view(Observer::Seat(seat));
                let other = Play { state: Tarok::determinize(&view, &mut rng), ..table.clone() };
                different += usize::from(other.state != table.state);
                for (player, iterations) in players {
                    let here = ask(&table, player, iterations, 3);
                    let there = ask(&other, player, iterations, 3);
                    assert_eq!(here, there, "{player} in {:?}", table.state);
                    compared += 1;
                }
            }
            let next = ask(&table, Player::Simple, 1, rng.next_u64()).action;
            table.act(next);
        }
    }
    assert!(compared > 300 && different > 60, "{compared} compared, {different} different");
}

#[test]
fn the_same_question_and_numbers_give_the_same_answer() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    for player in [Player::Medium, Player::Strong, Player::Lustrek2002] {
        let table = shuffled(&Options::default(), &mut rng);
        let answer = ask(&table, player, 20, 5);
        assert_eq!(ask(&table, player, 20, 5), answer, "{player}");
        let mut others = (6..40).map(|seed| ask(&table, player, 20, seed));
        assert!(others.any(|other| other != answer), "{player} uses no random numbers");
    }
}

/// A player who comes in the middle of a deal has not seen its beginning.
#[test]
fn a_history_with_gaps_is_no_obstacle() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..6 {
        let mut table = shuffled(&Options::default(), &mut rng);
        let mut steps = 0;
        while table.state.current_player().is_some() {
            if steps % 7 == 6 {
                table = Play::new(table.state);
            }
            let decision = ask(&table, Player::Strong, 16, 1);
            table.act(decision.action);
            steps += 1;
        }
    }
}

const LOW: &str = "H4 H3 H2 H1 D4 D3 D2 S7 S8 S9 S10 C7 C8 C9 T1 T2";
const HIGH: &str = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T1 HK HQ DK SK";

#[test]
fn a_berac_that_cannot_fail_is_played() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    for _ in 0..3 {
        let mut table = with_forehand(LOW, &mut rng);
        acts(&mut table, "pass pass");
        for (player, iterations) in [(Player::Strong, 400), (Player::Lustrek2002, 10)] {
            let choice = ask(&table, player, iterations, 1).action;
            assert_eq!(choice, Action::Choose(Contract::Berac), "{player}");
        }
    }
}

#[test]
fn a_hand_full_of_taroks_is_bid_high() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    for (player, iterations) in
        [(Player::Simple, 1), (Player::Strong, 400), (Player::Lustrek2002, 5)]
    {
        let mut table = with_hands(["", HIGH, ""], &mut rng);
        let bid = ask(&table, player, iterations, 1).action;
        assert!(matches!(bid, Action::Bid(_)), "{player}: {bid}");
        table.act(bid);
        acts(&mut table, "pass pass");
        let Action::Choose(choice) = ask(&table, player, iterations, 1).action else {
            panic!("{player} does not say what is played")
        };
        // At a glance solo looks dearer than it is.
        let least = if player == Player::Simple { Contract::One } else { Contract::Solo };
        assert!(choice >= least && choice <= Contract::Solo, "{player}: {choice}");
    }
}

#[test]
fn what_cannot_fail_is_announced() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut table = with_forehand(HIGH, &mut rng);
    acts(&mut table, "pass pass contract:solo");
    let mut announced = Vec::new();
    while let Action::Announce(announcement) = ask(&table, Player::Strong, 400, 1).action {
        announced.push(announcement);
        table.act(Action::Announce(announcement));
    }
    assert!(announced.contains(&Announcement::Trula), "{announced:?}");
    assert!(announced.contains(&Announcement::PagatUltimo), "{announced:?}");
}

#[test]
fn a_hopeless_game_gets_kontra_and_a_good_one_does_not() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    for (player, iterations) in [(Player::Strong, 400), (Player::Lustrek2002, 10)] {
        // The forehand has said solo, and the next player holds the taroks.
        let mut table = with_hands(["", HIGH, ""], &mut rng);
        acts(&mut table, "pass pass contract:solo pass");
        let kontra = ask(&table, player, iterations, 1).action;
        assert_eq!(kontra, Action::Raise(Item::Game), "{player}");
        let mut table = with_hands([HIGH, "", ""], &mut rng);
        acts(&mut table, "pass pass contract:solo pass");
        assert_eq!(ask(&table, player, iterations, 1).action, Action::Pass, "{player}");
    }
}

/// The last two tricks of a klop: whoever leads the four hands both tricks to
/// the others, whoever leads the king takes one.
#[test]
fn in_klop_the_safe_card_is_led() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    let mut found = 0;
    for _ in 0..400 {
        let mut table = shuffled(&Options::default(), &mut rng);
        acts(&mut table, "pass pass contract:klop");
        while table.state.current_player().is_some() {
            let seat = table.state.current_player().unwrap();
            let hand = table.state.hand(seat);
            let Phase::Playing(playing) = &table.state.table().phase else { unreachable!() };
            if playing.trick.cards().is_empty() && hand.len() == 2 {
                let [kind, unkind] = [true, false].map(|kind| solve_klop(&table.state, seat, kind));
                let best = unkind.iter().max_by_key(|(_, value)| *value).unwrap();
                let others = kind.iter().filter(|(card, _)| *card != best.0);
                let second = others.map(|&(_, value)| value).max().unwrap_or(best.1);
                // Worth asking if it matters and there is nothing to guess.
                if best.1 - second >= 9 && certain(&table.state, seat) {
                    let chosen = ask(&table, Player::Strong, 200, 1).action;
                    assert_eq!(chosen, Action::Play(best.0), "{kind:?} {unkind:?}");
                    found += 1;
                }
            }
            let next = ask(&table, Player::Simple, 1, rng.next_u64()).action;
            table.act(next);
        }
    }
    assert!(found >= 3, "only {found} such positions");
}

/// Returns true if the seat can tell where every card is.
fn certain(state: &Tarok, seat: Seat) -> bool {
    let view = state.view(Observer::Seat(seat));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..20).all(|_| Tarok::determinize(&view, &mut rng) == *state)
}

/// Returns the worth of each card to the leader if all play their own best to
/// the end: thrice the score of the deal, less those of all. An indifferent
/// player is kind to the leader, or unkind.
fn solve_klop(state: &Tarok, leader: Seat, kind: bool) -> Vec<(Card, i32)> {
    fn value(state: &Tarok, leader: Seat, kind: bool) -> [i32; SEATS] {
        let Some(seat) = state.current_player() else {
            let returns = state.returns();
            let total: i32 = returns.iter().sum();
            return std::array::from_fn(|at| 3 * returns[Seat::new(at as u8)] - total);
        };
        let for_leader = |found: &[i32; SEATS]| found[leader.index()] * if kind { 1 } else { -1 };
        let after = state.legal_actions().into_iter().map(|action| {
            let mut next = state.clone();
            next.apply_unchecked(action, &mut |_| ());
            value(&next, leader, kind)
        });
        after.max_by_key(|found| (found[seat.index()], for_leader(found))).expect("a card")
    }
    let play = |action: &Action| {
        let mut next = state.clone();
        next.apply_unchecked(*action, &mut |_| ());
        let Action::Play(card) = action else { unreachable!() };
        (*card, value(&next, leader, kind)[leader.index()])
    };
    state.legal_actions().iter().map(play).collect()
}

#[test]
fn a_single_legal_action_needs_no_thought() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut table = shuffled(&Options::default(), &mut rng);
    let mut forced = 0;
    while table.state.current_player().is_some() {
        let decision = ask(&table, Player::Strong, 8, 1);
        let only = table.state.legal_actions().len() == 1;
        assert_eq!(decision.engine == Engine::Forced, only);
        forced += usize::from(only);
        table.act(decision.action);
    }
    assert!(forced >= 3, "the last cards are forced");
}
