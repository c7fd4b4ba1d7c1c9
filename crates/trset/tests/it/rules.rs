//! Random play with all options, held against the naive second reading of the
//! rules: the same actions are legal, the same follows, and whatever is not
//! legal is refused with the right reason and without a trace.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{BySeat, Card as _, Game, Record, ReplayError, RunningScore, Seat, record};
use vzetek_trset::{
    Action, Card, DealResult, Declaration, MatchScore, Options, Suit, Trset, Variant,
    from_thesis_notation, to_thesis_notation,
};

use crate::naive;

/// Every sort of table there is, targets apart, which change no deal where it does not stop there.
fn every_table() -> Vec<Options> {
    let mut all = Vec::new();
    for players in 2..=4 {
        for variant in [Variant::Trset, Variant::Kifameno] {
            let plain = Options::new(variant, players).unwrap();
            let special = match variant {
                Variant::Trset => Options { declarations: true, ..plain },
                Variant::Kifameno => Options { cappotto: true, ..plain },
            };
            all.extend([plain, special]);
            if variant == Variant::Trset {
                let target = Some(11);
                let stopping = Options { target, stops_at_target: true, ..special };
                let points = [9, 4, if players == 4 { 9 } else { 7 }, 4];
                let standing = BySeat::from_fn(players.into(), |seat| points[seat.index()]);
                all.push(Options { cappotto_doubles: true, ..plain });
                all.extend([stopping, Options { standing: Some(standing), ..stopping }]);
            } else if players == 4 {
                all.extend([plain, special].map(|raw| Options { alone: true, ..raw }));
            }
            if players == 3 {
                let fours = [Suit::Coppe, Suit::Spade, Suit::Bastoni];
                all.extend(fours.map(|four| Options { removed_four: Some(four), ..special }));
            }
        }
    }
    all
}

fn naive_table(raw: &Options) -> naive::Table {
    naive::Table::read(&serde_json::to_value(raw).unwrap())
}

/// A deal told twice.
struct Pair {
    table: naive::Table,
    state: Trset,
    naive: naive::Deal,
}

impl Pair {
    fn deal(raw: &Options, dealer: u8, seed: u64) -> Self {
        let options = raw.checked().unwrap();
        let table = naive_table(raw);
        let dealer = dealer % raw.players;
        let mut cards = naive::pack(&table);
        let secret = Secret::draw(&mut ChaCha8Rng::seed_from_u64(seed));
        vzetek_game::fair::shuffle(&mut cards, &secret, &Nonces::none(table.players), 0);
        let parsed: Vec<Card> = cards.iter().map(|card| card.parse().unwrap()).collect();
        let state = Trset::deal(&options, Seat::new(dealer), &parsed).unwrap();
        Self { naive: naive::Deal::new(&table, dealer.into(), &cards), table, state }
    }

    /// Returns the refusal that the rules as told call for.
    fn expected_refusal(&self, action: &str) -> &'static str {
        let deal = &self.naive;
        if deal.over() {
            return "deal_over";
        }
        let hand = &deal.hands[deal.turn];
        match action.contains(':') {
            false if hand.iter().any(|card| card == action) => "must_follow_suit",
            false => "not_in_hand",
            true if !deal.declarations => "no_declarations",
            true if deal.declared[deal.turn].iter().any(|made| made == action) => {
                "already_declared"
            }
            true if deal.begun[deal.turn] => "too_late",
            true => "not_in_hand",
        }
    }

    fn check(&self) {
        let texts = |actions: Vec<Action>| -> Vec<String> {
            let mut texts: Vec<_> = actions.iter().map(ToString::to_string).collect();
            texts.sort();
            texts
        };
        let mut expected = self.naive.legal();
        expected.sort();
        assert_eq!(texts(self.state.legal_actions()), expected, "in {:?}", self.naive);
        assert_eq!(self.state.is_terminal(), self.naive.over());
        for seat in Seat::all(self.table.players) {
            let taken = self.naive.taken()[seat.index()];
            assert_eq!(u32::from(self.state.table().thirds[seat]), taken, "thirds of seat {seat}");
        }
        for text in every_action().filter(|text| !expected.contains(text)) {
            let mut refused = self.state.clone();
            let error = refused.apply(text.parse().unwrap()).expect_err(&text);
            assert_eq!(refused, self.state, "a refused {text} left a trace");
            assert_eq!(error.code, self.expected_refusal(&text), "{text} in {:?}", self.naive);
            assert!(!error.reason.is_empty());
        }
    }

    fn check_end(&self) {
        let result = self.state.result().expect("a finished deal has a result");
        let found: Vec<_> = result.seats.iter().map(|r| (u32::from(r.points), r.won)).collect();
        assert_eq!(found, self.naive.outcome(&self.table), "{result:?}");
        // The values that a search maximises must order the sides as the result
        // does.
        let returns = self.state.returns();
        if self.naive.stopped {
            assert!(self.state.table().options.stops_at_target);
        }
        let best = returns.iter().max();
        for (seat, made) in result.seats.enumerate() {
            assert_eq!(Some(&returns[seat]) == best, made.won, "returns {returns:?}");
        }
    }
}

fn every_action() -> impl Iterator<Item = String> {
    let cards = (0..Card::COUNT).map(|index| Card::from_index(index).to_string());
    cards.chain(naive::all_declarations())
}

/// A finished deal as it would be recorded.
fn finished(raw: &Options, seed: u64, choices: &[Index]) -> (Record<Options>, Trset) {
    let options = raw.checked().unwrap();
    let seats = options.seats();
    let secret = Secret::draw(&mut ChaCha8Rng::seed_from_u64(seed));
    let (dealer, nonces) = (Seat::new((seed % seats as u64) as u8), Nonces::none(seats));
    let mut state: Trset = record::deal(&options, dealer, &secret, &nonces).unwrap();
    let mut actions = Vec::new();
    for choice in choices.iter().cycle() {
        let legal = state.legal_actions();
        if legal.is_empty() {
            break;
        }
        let action = *choice.get(&legal);
        actions.push(action.to_string());
        state.apply(action).unwrap();
    }
    (Record { options, dealer, secret, nonces, actions }, state)
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 50..90)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn two_readings_of_the_rules_agree(
        raw in select(every_table()), dealer: u8, seed: u64, choices in choices(),
    ) {
        let mut pair = Pair::deal(&raw, dealer, seed);
        for choice in choices.iter().cycle() {
            pair.check();
            let legal = pair.state.legal_actions();
            if legal.is_empty() {
                break;
            }
            let action = *choice.get(&legal);
            pair.state.apply(action).unwrap();
            pair.naive.act(&action.to_string());
        }
        pair.check_end();
    }

    #[test]
    fn a_record_survives_json_and_replays(
        raw in select(every_table()), seed: u64, choices in choices(),
    ) {
        let (record, end) = finished(&raw, seed, &choices);
        let json = serde_json::to_string(&record).unwrap();
        let back: Record<Options> = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&back, &record);
        prop_assert_eq!(back.replay::<Trset>(), Ok(end));
    }

    #[test]
    fn a_record_that_breaks_off_is_an_unfinished_deal(
        raw in select(every_table()), seed: u64, choices in choices(), cut: Index,
    ) {
        let (mut record, end) = finished(&raw, seed, &choices);
        record.actions.truncate(cut.index(record.actions.len()));
        let state = record.replay::<Trset>().unwrap();
        prop_assert!(!state.is_terminal());
        prop_assert_ne!(state, end);
    }

    #[test]
    fn half_a_json_record_is_refused(
        raw in select(every_table()), seed: u64, choices in choices(), cut: Index,
    ) {
        let json = serde_json::to_string(&finished(&raw, seed, &choices).0).unwrap();
        let cut = cut.index(json.len());
        prop_assert!(serde_json::from_str::<Record<Options>>(&json[..cut]).is_err());
    }

    #[test]
    fn a_garbled_action_is_named_by_its_number(
        raw in select(every_table()), seed: u64, choices in choices(),
        place: Index, garbage in "[a-zA-Z0-9: /]{0,8}",
    ) {
        let (mut record, _) = finished(&raw, seed, &choices);
        prop_assume!(garbage.parse::<Action>().is_err());
        let place = place.index(record.actions.len());
        record.actions[place] = garbage;
        let error = record.replay::<Trset>().unwrap_err();
        prop_assert!(error.to_string().starts_with(&format!("action {}: ", place + 1)), "{}", error);
        let notation = matches!(error, ReplayError::Notation { number, .. } if number == place + 1);
        prop_assert!(notation);
    }

    #[test]
    fn an_illegal_action_is_named_by_its_number_and_rule(
        raw in select(every_table()), seed: u64, choices in choices(), place: Index, foreign: Index,
    ) {
        let (mut record, _) = finished(&raw, seed, &choices);
        let place = place.index(record.actions.len());
        let before = Record { actions: record.actions[..place].to_vec(), ..record.clone() };
        let legal = before.replay::<Trset>().unwrap().legal_actions();
        let legal: Vec<_> = legal.iter().map(ToString::to_string).collect();
        let illegal: Vec<_> = every_action().filter(|text| !legal.contains(text)).collect();
        let chosen = foreign.get(&illegal).clone();
        record.actions[place].clone_from(&chosen);
        let error = record.replay::<Trset>().unwrap_err();
        prop_assert!(
            error.to_string().starts_with(&format!("action {}, {chosen}: ", place + 1)),
            "{}", error
        );
    }

    #[test]
    fn one_action_too_many_is_refused(
        raw in select(every_table()), seed: u64, choices in choices(),
    ) {
        let (mut record, _) = finished(&raw, seed, &choices);
        record.actions.push("C3".into());
        let number = record.actions.len();
        match record.replay::<Trset>() {
            Err(ReplayError::Illegal { number: named, source, .. }) => {
                prop_assert_eq!((named, source.code), (number, "deal_over"));
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn a_match_is_decided_when_one_side_leads_at_the_target(
        players in 2u8..=4,
        variant in select(vec![Variant::Trset, Variant::Kifameno]),
        target in select(Options::TARGETS.to_vec()),
        deals in prop::collection::vec(prop::collection::vec(0u16..=11, 4), 1..15),
    ) {
        let raw = Options { target: Some(target), ..Options::new(variant, players).unwrap() };
        let options = raw.checked().unwrap();
        let sides = if players == 3 { 3 } else { 2 };
        let (mut score, mut plain) = (MatchScore::new(&options), vec![0u16; sides]);
        for points in deals {
            let seats: Vec<_> = (0..usize::from(players))
                .map(|seat| serde_json::json!({
                    "thirds": 0, "declared": 0, "side_thirds": 0,
                    "points": points[seat % sides], "won": false,
                }))
                .collect();
            let result = serde_json::json!({ "seats": seats, "cappotto": false });
            let result: DealResult = serde_json::from_value(result).unwrap();
            score.add(&result);
            (0..sides).for_each(|side| plain[side] += points[side]);

            let mut order = plain.clone();
            order.sort();
            if variant == Variant::Trset {
                order.reverse();
            }
            let over = plain.iter().any(|&p| p >= target.into()) && order[0] != order[1];
            let expected = over.then(|| {
                (0..usize::from(players)).map(|seat| plain[seat % sides] == order[0]).collect()
            });
            let found = score.winners(&options, &result);
            prop_assert_eq!(found.map(|winners| winners.as_slice().to_vec()), expected);
        }
    }

    #[test]
    fn notation_that_is_read_is_written_the_same(text in "\\PC{0,12}|[CSBDKX][ 0-9A-Z]{0,6}|(napola|three|four):[A-D2-4/]{0,4}") {
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string(), text.clone());
        }
        if let Ok(card) = from_thesis_notation(&text) {
            prop_assert_eq!(to_thesis_notation(card), text.clone());
        }
        if let Ok(declaration) = text.parse::<Declaration>() {
            prop_assert_eq!(declaration.to_string(), text.clone());
        }
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }
}

/// Matches that stop at the target, played by chance: the last deal ends with the trick that
/// reaches it, every other one is played to its end, and the score is what the deals add up to.
#[test]
fn a_match_stops_with_the_trick_that_reaches_the_target() {
    let (mut cut, mut whole) = (0, 0);
    for seed in 0..60 {
        let players = 2 + (seed % 3) as u8;
        let usual = Options::new(Variant::Trset, players).unwrap();
        let declarations = seed % 2 == 0;
        let table = Options { target: Some(21), stops_at_target: true, declarations, ..usual };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut score = MatchScore::new(&table);
        loop {
            let options = RunningScore::<Trset>::deal_options(&score, &table);
            let begun = score.deals > 0;
            assert_eq!(options.standing, begun.then_some(score.points));
            let secret = Secret::draw(&mut rng);
            let nonces = Nonces::none(options.seats());
            let mut deal: Trset = record::deal(&options, Seat::new(0), &secret, &nonces).unwrap();
            let mut before = None;
            while !deal.is_terminal() {
                if deal.table().trick.cards().is_empty() {
                    before = Some(deal.clone());
                }
                let action = vzetek_game::testing::chance::draw(&deal.legal_actions(), &mut rng);
                deal.apply(action).unwrap();
            }
            let result = deal.result().unwrap();
            let left = Seat::all(options.seats()).any(|seat| !deal.hand(seat).is_empty());
            let earlier = before.unwrap();
            score.add(result);
            let winners = RunningScore::<Trset>::winners(&score, &table, result);
            if left {
                cut += 1;
                assert!(winners.is_some(), "a deal that is broken off decides the match");
                let thirds = |deal: &Trset, seat: Seat| deal.table().thirds[seat];
                let gain: u8 = Seat::all(options.seats())
                    .map(|seat| thirds(&deal, seat) - thirds(&earlier, seat))
                    .sum();
                assert!(gain > 0 || declarations, "the trick that reaches the target counts");
            } else {
                whole += 1;
            }
            if winners.is_some() {
                break;
            }
        }
    }
    assert!(cut > 40 && whole > 60, "{cut} {whole}");
}

/// Hands of seven, six, five and four in three suits, with two cards that count, hold no whole
/// point; with an ace, or three such cards, they do.
#[test]
fn a_hand_without_a_whole_point_is_dealt_again() {
    let usual = Options::new(Variant::Trset, 4).unwrap();
    let again = Options { pointless_redealt: true, ..usual };
    let dealt = |options: &Options, hand: &str| {
        let hand: Vec<Card> = hand.split(' ').map(|card| card.parse().unwrap()).collect();
        let rest = Trset::pack(options).into_iter().filter(|card| !hand.contains(card));
        // The others hold aces and figures enough, if they are spread.
        let rest: Vec<Card> = rest.collect();
        let spread = (0..3).flat_map(|from| rest.iter().skip(from).step_by(3));
        let cards: Vec<Card> = hand.iter().chain(spread).copied().collect();
        Trset::deal(options, Seat::new(3), &cards).map(|_| ()).map_err(|error| error.to_string())
    };
    for (hand, has_point) in [
        ("C7 C6 C5 C4 S7 S6 S5 S4 B7 B6", false),
        ("C7 C6 C5 C4 S7 S6 S5 S4 B3 B2", false),
        ("C7 C6 C5 C4 S7 S6 S5 B3 B2 BK", true),
        ("C7 C6 C5 C4 S7 S6 S5 S4 B7 BA", true),
    ] {
        assert_eq!(dealt(&usual, hand), Ok(()));
        match dealt(&again, hand) {
            Ok(()) => assert!(has_point, "{hand}"),
            Err(error) => assert!(!has_point && error.contains("dealt again"), "{hand}: {error}"),
        }
    }
}

/// Shuffles from one secret are dropped until one counts; the test counts them by hand.
#[test]
fn a_shuffle_that_is_dropped_is_found_again_from_the_secret() {
    let options = Options { pointless_redealt: true, ..Options::new(Variant::Trset, 4).unwrap() };
    let plain = Options { pointless_redealt: false, ..options };
    let nonces = Nonces::none(4);
    let mut dropped = 0;
    for seed in 0..600 {
        let secret = Secret::draw(&mut ChaCha8Rng::seed_from_u64(seed));
        let shuffled = |attempt| {
            let mut pack: Vec<String> =
                Trset::pack(&options).iter().map(ToString::to_string).collect();
            vzetek_game::fair::shuffle(&mut pack, &secret, &nonces, attempt);
            pack
        };
        let has_points = |pack: &Vec<String>| {
            pack.chunks(10).all(|hand| hand.iter().map(|card| naive::thirds(card)).sum::<u32>() > 2)
        };
        let attempt = (0..).find(|&attempt| has_points(&shuffled(attempt))).unwrap();
        dropped += attempt;
        let (deal, pack) =
            record::deal_with_pack::<Trset>(&options, Seat::new(0), &secret, &nonces).unwrap();
        let pack: Vec<String> = pack.iter().map(ToString::to_string).collect();
        assert_eq!(pack, shuffled(attempt));
        if attempt == 0 {
            let usual: Trset = record::deal(&plain, Seat::new(0), &secret, &nonces).unwrap();
            assert!(Seat::all(4).all(|seat| usual.hand(seat) == deal.hand(seat)));
        }
    }
    assert!(dropped > 2, "{dropped}");
}

/// A player who holds a whole suit and leads takes every trick.
#[test]
fn taking_everything_doubles_tršet_where_the_table_says_so() {
    for doubles in [false, true] {
        let raw = Options { cappotto_doubles: doubles, ..Options::new(Variant::Trset, 4).unwrap() };
        let table = naive_table(&raw);
        let cards = naive::pack(&table);
        let parsed: Vec<Card> = cards.iter().map(|card| card.parse().unwrap()).collect();
        let state = Trset::deal(&raw, Seat::new(0), &parsed).unwrap();
        let mut pair = Pair { naive: naive::Deal::new(&table, 0, &cards), table, state };
        while let Some(&action) = pair.state.legal_actions().first() {
            pair.state.apply(action).unwrap();
            pair.naive.act(&action.to_string());
        }
        pair.check_end();
        let points = pair.state.result().unwrap().seats.map(|made| made.points);
        let taken = if doubles { 22 } else { 11 };
        assert_eq!(points.as_slice(), [0, taken, 0, taken]);
    }
}

/// A player who holds a whole suit and leads takes every trick.
#[test]
fn taking_everything_turns_kifameno_round_where_the_table_says_so() {
    for cappotto in [false, true] {
        let raw = Options { cappotto, ..Options::new(Variant::Kifameno, 4).unwrap() };
        let table = naive_table(&raw);
        let cards = naive::pack(&table);
        let parsed: Vec<Card> = cards.iter().map(|card| card.parse().unwrap()).collect();
        let options = raw.checked().unwrap();
        let state = Trset::deal(&options, Seat::new(0), &parsed).unwrap();
        let mut pair = Pair { naive: naive::Deal::new(&table, 0, &cards), table, state };
        while let Some(&action) = pair.state.legal_actions().first() {
            pair.state.apply(action).unwrap();
            pair.naive.act(&action.to_string());
        }
        pair.check_end();
        let result = pair.state.result().unwrap();
        assert_eq!(result.cappotto, cappotto);
        let points: Vec<_> = result.seats.iter().map(|r| (r.points, r.won)).collect();
        let (taker, others) =
            if cappotto { ((0, true), (11, false)) } else { ((11, false), (0, true)) };
        assert_eq!(points, [others, taker, others, taker]);
    }
}

#[test]
fn every_action_has_its_own_notation_and_json() {
    let all: Vec<String> = every_action().collect();
    assert_eq!(all.len(), 40 + 19);
    for text in &all {
        let action: Action = text.parse().unwrap();
        assert_eq!(&action.to_string(), text);
        let json = serde_json::to_string(&action).unwrap();
        assert_eq!(json, format!("{text:?}"));
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
    }
}

#[test]
fn a_pack_that_is_not_the_pack_is_refused() {
    let options = Options::new(Variant::Trset, 3).unwrap();
    let pack = Trset::pack(&options);
    let deal = |cards: &[Card]| Trset::deal(&options, Seat::new(0), cards).unwrap_err().to_string();
    assert!(deal(&pack[1..]).contains("C4 is missing"));
    let mut twice = pack.clone();
    twice.push(pack[0]);
    assert!(deal(&twice).contains("twice"));
    let mut foreign = pack.clone();
    foreign.push("D4".parse().unwrap());
    assert!(deal(&foreign).contains("D4 is not played with"));
    assert!(Trset::deal(&options, Seat::new(3), &pack).unwrap_err().to_string().contains("seat 3"));
}
