//! A real record passes; the same record with anything changed does not.

use std::collections::BTreeSet;

use chrono::Utc;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;
use vzetek_game::fair::{NonceHash, NonceHashes, Nonces, Secret};
use vzetek_game::{Observer, Record, RunningScore, Seat, Zones, record};
use vzetek_protocol::games::{DealtCards, WireGame};
use vzetek_protocol::rest::{GamePlayer, GameRecord, GameStep, GameSummary};
use vzetek_protocol::shuffle::{DropReason, DroppedPromise};
use vzetek_protocol::table::{Actor, Move};
use vzetek_protocol::{
    DealEvent, GameEvent, GameOptions, GameResult, GameView, Player, PlayerKind,
};
use vzetek_tablic::{Event, Tablic};
use vzetek_tarok::{ScoredDeal, Tarok};
use vzetek_trset::{Options, Trset, Variant};

use super::{Seen, check, check_seen};

fn random_record<G: WireGame>(
    options: &G::Options,
    told: GameOptions,
    secret: Secret,
    rng: &mut ChaCha8Rng,
) -> GameRecord {
    let mut nonces = Nonces::none(told.seats());
    nonces.set(Seat::new(1), "something of mine".to_owned()).unwrap();
    let dealer = Seat::new(1);
    let mut deal: G = record::deal(options, dealer, &secret, &nonces).unwrap();
    let mut steps = Vec::new();
    while !deal.is_terminal() {
        let legal = deal.legal_actions();
        // The first as often as any other: in tarok that is to pass.
        let any = rng.next_u32() as usize % legal.len();
        let action = if rng.next_u32().is_multiple_of(2) { legal[0] } else { legal[any] };
        steps.push(step(&mut deal, action, None));
    }
    written::<G>(told, dealer, secret, nonces, &deal, steps)
}

/// Does an action; `next` is what follows it in a record.
fn step<G: WireGame>(deal: &mut G, action: G::Action, next: Option<G::Action>) -> GameStep {
    let seat = deal.current_player().unwrap();
    let before = deal.view(Observer::Public);
    let was = G::status(&before);
    let events = deal.apply_recorded(action, next).unwrap();
    let events = DealEvent::list::<G>(before, events);
    let status = G::status(&deal.view(Observer::Public));
    GameStep {
        moved: Move { seat, action: action.to_string(), by: Actor::Player, thinking_ms: 1_000 },
        at: Utc::now(),
        events,
        status: (status != was).then(|| G::wire_status(status)),
    }
}

/// Every card, the deal as anybody sees it, and where all cards lie.
fn shown<G: WireGame>(deal: &G) -> (DealtCards, GameView, Zones) {
    let view = G::wire_view(deal.view(Observer::Public));
    (DealtCards::of(deal), view, deal.open_zones())
}

/// The record of a deal that has come to its end in these steps.
fn written<G: WireGame>(
    told: GameOptions,
    dealer: Seat,
    secret: Secret,
    nonces: Nonces,
    deal: &G,
    steps: Vec<GameStep>,
) -> GameRecord {
    let dealt: G = record::deal(deal.options(), dealer, &secret, &nonces).unwrap();
    let (cards, start, zones) = shown(&dealt);
    let status = G::wire_status(G::status(&dealt.view(Observer::Public)));
    let mut hashes = NonceHashes::none(told.seats());
    for (seat, nonce) in Seat::all(told.seats()).zip(nonces.as_slice()) {
        if !nonce.is_empty() {
            hashes.set(seat, NonceHash::of(nonce));
        }
    }
    let result = deal.written(&G::Score::new(deal.options())).unwrap();
    let players = Seat::all(deal.seats()).map(|seat| GamePlayer {
        seat,
        player: Player {
            id: format!("p{seat}").into(),
            name: "Ana".to_owned(),
            kind: PlayerKind::Guest,
            level: None,
            face: None,
            rating: None,
            settled: false,
        },
        won: G::share(&result, seat).won,
        forfeited: false,
        match_won: None,
        match_forfeited: false,
        rating: None,
    });
    GameRecord {
        summary: GameSummary {
            id: "g".into(),
            kind: told.kind(),
            table: "t".into(),
            number: 1,
            players: players.collect(),
            result: G::wire_result(result.clone()),
            started: Utc::now(),
            time: Utc::now(),
            moves: steps.len() as u32,
        },
        options: told,
        dealer,
        commitment: secret.commitment(),
        secret,
        nonce_hashes: Some(hashes),
        nonces,
        dropped: Vec::new(),
        cards,
        start,
        zones,
        status,
        steps,
    }
}

fn trset(variant: Variant, players: u8, seed: u64) -> GameRecord {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let options = Options::new(variant, players).unwrap();
    let secret = Secret::draw(&mut rng);
    random_record::<Trset>(&options, GameOptions::Trset(options), secret, &mut rng)
}

fn tarok(options: vzetek_tarok::Options, seed: u64) -> GameRecord {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let secret = Secret::draw(&mut rng);
    random_record::<Tarok>(&options, GameOptions::Tarok(options), secret, &mut rng)
}

fn tablic(players: u8, seed: u64) -> GameRecord {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let options = vzetek_tablic::Options::new(players).unwrap();
    let secret = Secret::draw(&mut rng);
    random_record::<Tablic>(&options, GameOptions::Tablic(options), secret, &mut rng)
}

fn passes(record: &GameRecord) {
    let json = serde_json::to_string(record).unwrap();
    assert_eq!(check(&serde_json::from_str(&json).unwrap()), Ok(()));
}

#[test]
fn real_records_pass_also_after_a_journey_as_json() {
    for players in 2..=4 {
        for variant in [Variant::Trset, Variant::Kifameno] {
            passes(&trset(variant, players, u64::from(players)));
        }
    }
    for seed in 0..60 {
        let open_berac = seed % 2 == 1;
        passes(&tarok(vzetek_tarok::Options { open_berac, ..Default::default() }, seed));
        passes(&tarok(vzetek_tarok::Options { prepared: true, ..Default::default() }, seed));
    }
    for players in [2, 3, 4, 6] {
        passes(&tablic(players, players.into()));
    }
}

/// Every contract, the valats among them, with partners in secret.
#[test]
fn records_of_four_at_tarok_pass_in_every_contract() {
    let usual = vzetek_tarok::Options::new(4).unwrap();
    let (mut contracts, mut events) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..300 {
        let round_to_five = seed % 2 == 1;
        let record = tarok(vzetek_tarok::Options { round_to_five, ..usual }, seed);
        passes(&record);
        let GameResult::Tarok(result) = &record.summary.result else { unreachable!() };
        contracts.insert(result.deal.contract);
        for told in record.steps.iter().flat_map(|step| &step.events) {
            use vzetek_tarok::Event::{Announced, Called};
            events.extend(match Tarok::own_event(&told.event).unwrap() {
                Called { .. } => Some("called"),
                Announced { side: Some(_), .. } => Some("a side"),
                _ => None,
            });
        }
    }
    assert_eq!(contracts.len(), vzetek_tarok::Contract::OF_FOUR.len(), "{contracts:?}");
    assert_eq!(events.len(), 2, "{events:?}");
}

/// Changes the record and expects to be told of it in these words.
fn tampered(expected: &str, change: impl FnOnce(&mut GameRecord)) {
    expect(expected, trset(Variant::Trset, 2, 1), change);
}

fn expect(expected: &str, mut record: GameRecord, change: impl FnOnce(&mut GameRecord)) {
    change(&mut record);
    let told = check(&record).expect_err(expected).to_string();
    assert!(told.contains(expected), "{told}");
}

#[test]
fn tampered_records_fail() {
    tampered("the promise does not hold", |record| {
        record.secret = Secret::new([1; 32]);
    });
    tampered("the hand of seat 0", |record| {
        record.secret = Secret::new([1; 32]);
        record.commitment = record.secret.commitment();
    });
    tampered("the nonce of seat 0 is not the one", |record| {
        record.nonces.set(Seat::new(0), "later".to_owned()).unwrap();
    });
    // Of an older deal nobody had committed to a nonce.
    tampered("the hand of seat 0", |record| {
        record.nonce_hashes = None;
        record.nonces.set(Seat::new(0), "later".to_owned()).unwrap();
    });
    tampered("the stock", |record| record.cards.stock.swap(0, 1));
    tampered("action 1,", |record| record.steps[0].moved.action = "C33".to_owned());
    tampered("out of turn", |record| record.steps[0].moved.seat = Seat::new(1));
    tampered("you must follow", |record| record.steps.swap(0, 2));
    tampered("what followed action 2", |record| {
        record.steps[1].events.pop();
    });
    tampered("the number of actions", |record| {
        record.steps.pop();
    });
    tampered("ends in mid-deal", |record| {
        record.steps.pop();
        record.summary.moves -= 1;
    });
    tampered("whether seat 0 won", |record| {
        record.summary.players[0].won = !record.summary.players[0].won;
    });
    tampered("the kind of game", |record| record.summary.kind = "kifameno-2".into());
    tampered("stayed away", |record| {
        for player in &mut record.summary.players {
            player.forfeited = true;
            player.won = true;
        }
    });
}

/// The operator of the server, holding seat 1, knows the secret and all nonces.
/// Another nonce for that seat deals other cards, and all that follows can be
/// made to agree with it; but it does not agree with the hash committed to
/// before.
#[test]
fn the_house_cannot_choose_its_nonce_afterwards() {
    let honest = trset(Variant::Trset, 2, 1);
    for number in 0..100 {
        let mut nonces = honest.nonces.clone();
        nonces.set(Seat::new(1), format!("choice {number}")).unwrap();
        let GameOptions::Trset(options) = honest.options else { unreachable!() };
        let deal: Trset = record::deal(&options, honest.dealer, &honest.secret, &nonces).unwrap();
        let (cards, start, zones) = shown(&deal);
        assert_ne!(cards, honest.cards);
        expect("the nonce of seat 1 is not the one", honest.clone(), |record| {
            (record.nonces, record.cards) = (nonces, cards);
            (record.start, record.zones) = (start, zones);
        });
    }
}

#[test]
fn a_player_finds_what_is_not_as_seen() {
    let record = trset(Variant::Trset, 2, 1);
    let seen = |commitment, nonce_hashes: &NonceHashes, nonce: &str| Seen {
        commitment,
        nonce_hashes: nonce_hashes.clone(),
        seat: Seat::new(1),
        nonce: nonce.to_owned(),
        earlier: Vec::new(),
    };
    let hashes = record.nonce_hashes.clone().unwrap();
    let told = |seen: &Seen| check_seen(&record, seen).unwrap_err().to_string();
    let mine = seen(record.commitment, &hashes, "something of mine");
    assert_eq!(check_seen(&record, &mine), Ok(()));
    let other = seen(Secret::new([1; 32]).commitment(), &hashes, "something of mine");
    assert!(told(&other).contains("another shuffle was promised"));
    let without = seen(record.commitment, &NonceHashes::none(2), "something of mine");
    assert!(told(&without).contains("the list of hashes"));
    let not_mine = seen(record.commitment, &hashes, "something else");
    assert!(told(&not_mine).contains("your nonce is not in it"));
    let earlier = vec![Secret::new([1; 32]).commitment()];
    assert!(told(&Seen { earlier, ..mine }).contains("the record hides it"));
    // Left out altogether, and the house had the choice of the rest.
    let mut left_out = record.clone();
    left_out.nonce_hashes = Some(NonceHashes::none(2));
    left_out.nonces = Nonces::none(2);
    let seen = seen(record.commitment, &NonceHashes::none(2), "something of mine");
    let told = check_seen(&left_out, &seen).unwrap_err().to_string();
    assert!(told.contains("your nonce is not in it"), "{told}");
}

#[test]
fn what_was_dropped_must_be_what_was_promised() {
    let dropped = || {
        let secret = Secret::new([9; 32]);
        let mut nonces = Nonces::none(2);
        nonces.set(Seat::new(0), "opened".to_owned()).unwrap();
        let mut hashes = NonceHashes::none(2);
        hashes.set(Seat::new(0), NonceHash::of("opened"));
        hashes.set(Seat::new(1), NonceHash::of("withheld"));
        DroppedPromise {
            number: 1,
            dealer: Seat::new(1),
            commitment: secret.commitment(),
            secret,
            nonce_hashes: Some(hashes),
            nonces,
            reason: DropReason::Withheld,
            seats: vec![Seat::new(1)],
            at: Utc::now(),
        }
    };
    let mut record = trset(Variant::Trset, 2, 1);
    record.dropped.push(dropped());
    passes(&record);
    tampered("was of another secret", |record| {
        record.dropped.push(DroppedPromise { secret: Secret::new([1; 32]), ..dropped() });
    });
    tampered("the nonce of seat 0 is not the one", |record| {
        let mut other = dropped();
        other.nonces.set(Seat::new(0), "another".to_owned()).unwrap();
        record.dropped.push(other);
    });
}

#[test]
fn a_changed_result_fails() {
    tampered("the result", |record| {
        let GameResult::Trset(result) = &mut record.summary.result else { unreachable!() };
        result.seats[Seat::new(0)].thirds += 1;
    });
}

/// A shuffle without taroks for somebody is followed by the next one from the
/// same secret, and a record that is dealt otherwise does not pass.
#[test]
fn a_deal_of_tarok_without_taroks_for_somebody_is_dealt_again() {
    thrown_in(vzetek_tarok::Options::default());
    let four = vzetek_tarok::Options::new(4).unwrap();
    let record = thrown_in(vzetek_tarok::Options { compulsory_klop: true, ..four });
    let GameView::Tarok(start) = record.start else { unreachable!() };
    assert!(start.table.options.compulsory, "the next deal is a compulsory klop");
    let GameOptions::Tarok(recorded) = record.options else { unreachable!() };
    assert!(!recorded.compulsory, "that follows from the shuffle");
}

/// Checks a deal that was thrown in once, and returns its record.
fn thrown_in(options: vzetek_tarok::Options) -> GameRecord {
    let dealt_at = |secret: &Secret, attempt| {
        let mut pack = <Tarok as vzetek_game::Game>::pack(&options);
        let mut nonces = Nonces::none(options.seats());
        nonces.set(Seat::new(1), "something of mine".to_owned()).unwrap();
        vzetek_game::fair::shuffle(&mut pack, secret, &nonces, attempt);
        <Tarok as vzetek_game::Game>::deal(&options, Seat::new(1), &pack)
    };
    // One secret in about twelve thousand is such, of four players one in 400.
    let secret = (0u32..)
        .map(|number| {
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&number.to_le_bytes());
            Secret::new(bytes)
        })
        .find(|secret| dealt_at(secret, 0).is_err())
        .unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let told = GameOptions::Tarok(options);
    let record = random_record::<Tarok>(&options, told, secret.clone(), &mut rng);
    passes(&record);
    let again = dealt_at(&secret, 1).expect("nobody lacks taroks twice");
    assert_eq!(DealtCards::of(&again).stock, record.cards.stock);
    // The shuffle after that would be one too many.
    let third = dealt_at(&secret, 2).expect("nor a third time");
    let third = DealtCards::of(&third);
    expect("the hand of seat 0", record.clone(), |record| record.cards = third);
    record
}

/// Records that were given out when players were asked again to raise though
/// nothing was raised since their last word.
#[test]
fn records_in_which_players_were_asked_again_pass() {
    for kept in [
        include_str!("../../../crates/tarok/tests/data/asked_again_three.jsonl"),
        include_str!("../../../crates/tarok/tests/data/asked_again_open_berac.jsonl"),
        include_str!("../../../crates/tarok/tests/data/asked_again_solo.jsonl"),
    ] {
        let (first, lines) = kept.split_once('\n').unwrap();
        let told: Record<vzetek_tarok::Options> = serde_json::from_str(first).unwrap();
        let deal: Tarok = told.replay().unwrap();
        let Record { options, dealer, secret, nonces, actions } = told;
        let mut again: Tarok = record::deal(&options, dealer, &secret, &nonces).unwrap();
        let actions: Vec<vzetek_tarok::Action> =
            actions.iter().map(|action| action.parse().unwrap()).collect();
        let mut steps = Vec::new();
        for (number, line) in lines.lines().enumerate() {
            let line: Value = serde_json::from_str(line).unwrap();
            let kept: Vec<vzetek_tarok::Event> =
                serde_json::from_value(line["events"].clone()).unwrap();
            let step = step(&mut again, actions[number], actions.get(number + 1).copied());
            let events = step.events.iter().filter_map(|told| Tarok::own_event(&told.event));
            assert!(events.eq(&kept), "action {number}");
            steps.push(step);
        }
        passes(&written(GameOptions::Tarok(options), dealer, secret, nonces, &deal, steps));
    }
}

#[test]
fn tampered_records_of_tarok_fail() {
    let is_discard = |step: &GameStep| step.moved.action.starts_with("discard:");
    let with_discards = |seed: &u64| tarok(Default::default(), *seed).steps.iter().any(is_discard);
    let seed = (0..).find(with_discards).unwrap();
    let record = || tarok(Default::default(), seed);
    expect("the stock", record(), |record| record.cards.stock.swap(0, 1));
    expect("the view at the start", record(), |record| {
        record.start = trset(Variant::Trset, 2, 1).start;
    });
    expect("the status at the start", record(), |record| {
        record.status = trset(Variant::Trset, 2, 1).status;
    });
    expect("the zones at the start", record(), |record| {
        record.zones = trset(Variant::Trset, 2, 1).zones;
    });
    expect("what followed action", record(), |record| {
        record.steps.last_mut().unwrap().events[0].moves.clear();
    });
    expect("the status after action", record(), |record| {
        record.steps.last_mut().unwrap().status = None;
    });
    expect("what followed action", record(), |record| {
        // As it was told to the others while the deal went on.
        let step = record.steps.iter_mut().find(|step| is_discard(step)).unwrap();
        let seat = step.moved.seat;
        let hidden = vzetek_tarok::Event::Discarded { seat, card: None };
        step.events[0].event = GameEvent::Tarok(hidden);
    });
    expect("is not", record(), |record| {
        let step = record.steps.iter_mut().find(|step| is_discard(step)).unwrap();
        step.moved.action = "discard".to_owned();
    });
    let with = |change: fn(&mut ScoredDeal)| {
        move |record: &mut GameRecord| {
            let GameResult::Tarok(result) = &mut record.summary.result else { unreachable!() };
            change(result);
        }
    };
    expect("the result", record(), with(|result| result.scores[Seat::new(0)] += 1));
    expect("the result", record(), with(|result| result.deal.radelci = !result.deal.radelci));
    let nobodys = with(|result| {
        result.doubled = Seat::all(3).find(|&seat| Some(seat) != result.deal.declarer);
    });
    expect("the result", record(), nobodys);
    // A radelc is from the deals before; what it does is checked.
    let mut doubled = record();
    with(|result| {
        let declarer = result.deal.declarer.unwrap();
        *result = ScoredDeal::new(&result.deal, Some(declarer));
    })(&mut doubled);
    passes(&doubled);
}

#[test]
fn tampered_records_of_tablic_fail() {
    let is_dealing = |step: &GameStep| step.events.len() == 4;
    let record = || tablic(3, 3);
    expect("the stock", record(), |record| record.cards.stock.swap(0, 29));
    expect("the hand of seat 1", record(), |record| record.cards.hands.swap(1, 2));
    expect("the view at the start", record(), |record| {
        record.start = tablic(3, 4).start;
    });
    expect("what followed action 18", record(), |record| {
        // As it was told to the others while the deal went on.
        let step = record.steps.iter_mut().find(|step| is_dealing(step)).unwrap();
        let GameEvent::Tablic(Event::Dealt { cards, .. }) = &mut step.events[1].event else {
            unreachable!()
        };
        *cards = None;
    });
    expect("cannot be captured too", record(), |record| {
        let step = record.steps.iter_mut().find(|step| !step.moved.action.contains('x')).unwrap();
        step.moved.action = format!("{0}x{0}", step.moved.action);
    });
    expect("the result", record(), |record| {
        let GameResult::Tablic(result) = &mut record.summary.result else { unreachable!() };
        result.seats[Seat::new(0)].tablas += 1;
    });
}
