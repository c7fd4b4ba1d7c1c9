//! Tarok for four: the worked examples of its scores, and how a match is added up.

use rstest::rstest;
use vzetek_game::conform::replay;
use vzetek_game::fair::{Nonces, Secret, shuffle};
use vzetek_game::{BySeat, Game, Match, Record, RunningScore, Seat};
use vzetek_tarok::conform::Deal;
use vzetek_tarok::{
    Announcement, Contract, DealResult, MatchScore, Options, Outcome, Phase, Side, Stake, Tarok,
};

pub(crate) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

fn four() -> Options {
    Options::new(4).unwrap()
}

/// `game+10 pagat_ultimo-0`: the game with kontra by seat 1 and re by seat 0; pagat ultimo
/// of the defenders with kontra by seat 0.
fn stakes(text: &str) -> impl Iterator<Item = Stake> {
    text.split_whitespace().map(|word| {
        let (side, at) = match word.find(['+', '-']) {
            Some(at) if word.as_bytes()[at] == b'-' => (Side::Defenders, at),
            at => (Side::Declarer, at.unwrap_or(word.len())),
        };
        let mut stake = Stake { side, ..Stake::new(word[..at].parse().unwrap()) };
        stake.raises.extend(word.bytes().skip(at + 1).map(|seat| Seat::new(seat - b'0')));
        stake
    })
}

fn announcements(text: &str) -> impl Iterator<Item = Announcement> {
    text.split_whitespace().map(|word| word.parse().unwrap())
}

/// Seat 0 declares; in three, two and one with seat 2, where there is a partner.
struct Ordinary {
    contract: &'static str,
    partner: bool,
    points: u8,
    stakes: &'static str,
    made: &'static str,
    defended: &'static str,
    lost: Option<(Announcement, Side)>,
    mond: Option<u8>,
}

const USUAL: Ordinary = Ordinary {
    contract: "three",
    partner: true,
    points: 45,
    stakes: "game",
    made: "",
    defended: "",
    lost: None,
    mond: None,
};

impl Ordinary {
    fn result(&self, options: &Options) -> DealResult {
        let outcome = Outcome::Ordinary {
            declarer: Seat::new(0),
            partner: self.partner.then_some(Seat::new(2)),
            contract: self.contract.parse().unwrap(),
            points: self.points,
            stakes: stakes(self.stakes).collect(),
            made: announcements(self.made).collect(),
            defended: announcements(self.defended).collect(),
            lost: self.lost.into_iter().collect(),
            mond: self.mond.map(Seat::new),
        };
        outcome.result(options)
    }
}

fn flat(contract: Contract, at_stake: &str, won: bool, points: Option<u8>) -> DealResult {
    let stake = stakes(at_stake).next().unwrap();
    let declarer = Seat::new(0);
    Outcome::Flat { declarer, contract, stake, won, points, mond: None }.result(&four())
}

pub(crate) fn scores(result: &DealResult) -> [i32; 4] {
    result.scores().as_slice().try_into().unwrap()
}

// --- the worked examples -----------------------------------------------------

#[rstest]
#[case::first(
    Ordinary { points: 42, stakes: "game+1 trula", made: "trula kings", ..USUAL },
    [64, 0, 64, 0]
)]
#[case::second(Ordinary { points: 35, ..USUAL }, [-10, 0, -10, 0])]
#[case::third(
    Ordinary { contract: "one", points: 33, stakes: "game king_ultimo+1", ..USUAL },
    [-72, 0, -72, 0]
)]
#[case::fifth(
    Ordinary {
        contract: "solo_three", partner: false, points: 40, stakes: "game pagat_ultimo-0",
        defended: "pagat_ultimo", ..USUAL
    },
    [-55, 0, 0, 0]
)]
#[case::sixth(
    Ordinary {
        contract: "two", points: 70, stakes: "game+1 trula", made: "trula kings valat", ..USUAL
    },
    [500, 0, 500, 0]
)]
#[case::seventh(
    Ordinary { contract: "one", points: 62, stakes: "valat", made: "trula", ..USUAL },
    [-500, 0, -500, 0]
)]
// Besides: what the defenders do, silently and announced.
#[case::kings_of_the_defenders(Ordinary { defended: "kings", ..USUAL }, [10, 0, 10, 0])]
#[case::king_fallen(
    Ordinary { lost: Some((Announcement::KingUltimo, Side::Declarer)), ..USUAL },
    [10, 0, 10, 0]
)]
#[case::their_pagat_fallen(
    Ordinary { lost: Some((Announcement::PagatUltimo, Side::Defenders)), ..USUAL },
    [45, 0, 45, 0]
)]
#[case::announced_counts_once(
    Ordinary {
        stakes: "game pagat_ultimo-", lost: Some((Announcement::PagatUltimo, Side::Defenders)),
        ..USUAL
    },
    [70, 0, 70, 0]
)]
#[case::their_trula_failed(Ordinary { stakes: "game trula-0", ..USUAL }, [60, 0, 60, 0])]
#[case::their_silent_valat(
    Ordinary { points: 0, stakes: "game+1", defended: "trula kings valat", ..USUAL },
    [-500, 0, -500, 0]
)]
#[case::their_valat_failed(Ordinary { stakes: "valat-2", ..USUAL }, [1000, 0, 1000, 0])]
#[case::mond_of_a_defender(Ordinary { mond: Some(3), ..USUAL }, [20, 0, 20, -21])]
fn ordinary_contracts_are_scored(#[case] deal: Ordinary, #[case] expected: [i32; 4]) {
    let result = deal.result(&four());
    assert_eq!(scores(&result), expected, "{result:?}");
    let sum: i32 = result.items.iter().map(|item| item.value).sum();
    assert_eq!(sum, result.seats[Seat::new(0)].result);
    assert!(result.seats.iter().all(|seat| seat.kontra == 0), "nobody is compensated");
    let valat = [deal.stakes, deal.made, deal.defended].iter().any(|text| text.contains("valat"));
    assert_eq!((result.radelci, result.items.len() == 1 && valat), (valat, valat));
    for (seat, made) in result.seats.enumerate() {
        let own = seat == Seat::new(0) || deal.partner && seat == Seat::new(2);
        assert_eq!(made.won == own, result.items[0].value > 0, "{seat}");
        assert_eq!(made.points, Some(if own { deal.points } else { 70 - deal.points }));
    }
}

fn with_radelci(open: [u8; 4]) -> MatchScore {
    let mut score = MatchScore::new(&four());
    for (open, radelci) in open.into_iter().zip(score.radelci.iter_mut()) {
        *radelci = open;
    }
    score
}

fn running(score: &MatchScore) -> ([i32; 4], [u8; 4]) {
    let points = score.points.as_slice().try_into().unwrap();
    (points, score.radelci.as_slice().try_into().unwrap())
}

/// The fourth example, the end of the fifth, and the ninth.
#[test]
fn a_radelc_doubles_the_side_and_goes_when_the_game_is_won() {
    let two = Ordinary { contract: "two", mond: Some(2), ..USUAL }.result(&four());
    let mut score = with_radelci([1, 0, 2, 0]);
    score.add(&score.scored(&two));
    assert_eq!(running(&score), ([60, 0, 39, 0], [0, 0, 2, 0]));

    let solo = Ordinary {
        contract: "solo_three",
        partner: false,
        points: 40,
        stakes: "game pagat_ultimo-0",
        defended: "pagat_ultimo",
        ..USUAL
    };
    let mut score = with_radelci([2, 0, 0, 0]);
    score.add(&score.scored(&solo.result(&four())));
    assert_eq!(running(&score), ([-110, 0, 0, 0], [1, 0, 0, 0]), "the game was won");

    let mut score = with_radelci([1, 0, 0, 3]);
    score.add(&score.scored(&flat(Contract::Berac, "game+1", false, None)));
    assert_eq!(running(&score), ([-280, 0, 0, 0], [2, 1, 1, 4]), "lost, and nothing goes");

    let mut score = with_radelci([0, 1, 0, 0]);
    score.add(&score.scored(&two));
    assert_eq!(running(&score), ([30, 0, 9, 0], [0, 1, 0, 0]), "nobody else's doubles");
}

/// The eighth example, and the other flat contracts.
#[rstest]
#[case(Contract::SoloWithout, "game+10", true, Some(36), 320)]
#[case(Contract::SoloWithout, "game+10", false, Some(35), -320)]
#[case(Contract::Berac, "game", true, None, 70)]
#[case(Contract::OpenBerac, "game+1", false, None, -180)]
#[case(Contract::ColourValat, "game", true, None, 125)]
#[case(Contract::Valat, "game+1", false, None, -1000)]
fn flat_contracts_are_scored(
    #[case] contract: Contract,
    #[case] at_stake: &str,
    #[case] won: bool,
    #[case] points: Option<u8>,
    #[case] expected: i32,
) {
    let result = flat(contract, at_stake, won, points);
    assert_eq!((scores(&result), result.radelci), ([expected, 0, 0, 0], true));
    let counted: Vec<_> = result.seats.iter().map(|seat| seat.points).collect();
    let others = points.map(|points| 70 - points);
    assert_eq!(counted, [points, others, others, others]);
}

/// The tenth to the fifteenth: deals that were played.
#[rstest]
#[case::tenth(12, "klop", "[12,21,5,33]", "[-12,-21,-5,-33]")]
#[case::tenth_with_empty_hands(91, "klop", "[58,12,0,0]", "[-70,0,70,70]")]
#[case::eleventh(54, "one", "[46,24]", "[61,61,0,0]")]
#[case::twelfth(384, "two", "[58,12]", "[88,88,0,0]")]
#[case::thirteenth(331, "three", "[56,14]", "[45,0,0,66]")]
#[case::fourteenth(56, "three", "[24,46]", "[4,0,0,0]")]
#[case::fifteenth(11, "two", "[59,11]", "[0,0,-21,54]")]
fn deals_that_were_played_are_scored(
    #[case] line: u64,
    #[case] contract: &str,
    #[case] points: &str,
    #[case] scores: &str,
) {
    let lines = include_str!("../data/play_four.jsonl").lines();
    let read = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let mut deal = lines.map(read).find(|deal| deal["line"] == line).unwrap();
    // The numbers of the example take the place of the file's.
    deal["contract"] = contract.into();
    deal["points"] = serde_json::from_str(points).unwrap();
    deal["scores"] = serde_json::from_str(scores).unwrap();
    let counts = replay::<Deal>(deal.to_string().as_bytes()).unwrap();
    assert_eq!((counts.deals, counts.first), (1, None));
}

#[test]
fn points_may_count_to_the_nearest_five() {
    let rounding = options(r#"{"players":4,"round_to_five":true}"#);
    for (points, expected) in [(36, 10), (37, 10), (38, 15), (35, -10), (33, -10), (32, -15)] {
        let result = Ordinary { points, ..USUAL }.result(&rounding);
        assert_eq!(scores(&result)[0], expected, "{points} points");
    }
    let klop = |points: [u8; 4], tricks: [u8; 4]| {
        let outcome = Outcome::Klop {
            points: BySeat::from_fn(4, |seat| points[seat.index()]),
            tricks: BySeat::from_fn(4, |seat| tricks[seat.index()]),
        };
        scores(&outcome.result(&rounding))
    };
    assert_eq!(klop([12, 21, 5, 33], [3; 4]), [-10, -20, -5, -35]);
    assert_eq!(klop([34, 35, 1, 0], [3; 4]), [0, -70, 0, 0], "a full hand alone writes");
    assert_eq!(klop([34, 34, 2, 0], [4, 4, 4, 0]), [0, 0, 0, 70]);
}

#[test]
fn open_radelci_are_paid_for_at_the_end() {
    let rules = options(r#"{"players":4,"open_radelci":40,"deals":1}"#);
    let mut score = with_radelci([2, 0, 0, 0]);
    let won = Ordinary::result(&USUAL, &rules);
    let scored = score.scored(&won);
    score.add(&scored);
    assert_eq!(running(&score), ([40, 0, 40, 0], [1, 0, 0, 0]));
    assert_eq!(score.settled(&rules).as_slice(), [0, 0, 40, 0]);
    assert_eq!(score.winners(&rules, &scored).unwrap().as_slice(), [false, false, true, false]);
}

/// The worked examples under kontra, where it costs: each defender who raised pays what the raising
/// has added, if the declarer's side made it.
#[rstest]
#[case::game_made(Ordinary { points: 42, stakes: "game+1", ..USUAL }, [34, -17, 34, 0])]
#[case::game_lost(Ordinary { points: 30, stakes: "game+1", ..USUAL }, [-30, 0, -30, 0])]
#[case::sub_of_the_other(Ordinary { points: 42, stakes: "game+103", ..USUAL }, [136, -119, 136, -119])]
#[case::trula_made(
    Ordinary { stakes: "game trula+3", made: "trula", ..USUAL },
    [60, 0, 60, -20]
)]
#[case::theirs(
    Ordinary { stakes: "game pagat_ultimo-0", defended: "pagat_ultimo", ..USUAL },
    [-80, 0, -80, 0]
)]
#[case::silent_valat(
    Ordinary { points: 70, stakes: "game+1 trula+3", made: "trula kings valat", ..USUAL },
    [500, -250, 500, 0]
)]
#[case::their_silent_valat(
    Ordinary { points: 0, stakes: "game+1", defended: "trula kings valat", ..USUAL },
    [-500, 0, -500, 0]
)]
fn kontra_may_cost(#[case] deal: Ordinary, #[case] expected: [i32; 4]) {
    let costs = options(r#"{"players":4,"kontra_costs":true}"#);
    assert_eq!(scores(&deal.result(&costs)), expected);
    let usual = deal.result(&four());
    assert!(usual.seats.iter().all(|seat| seat.kontra == 0), "where it does not");
    let berac = stakes("game+2").next().unwrap();
    let result = Outcome::Flat {
        declarer: Seat::new(0),
        contract: Contract::Berac,
        stake: berac,
        won: true,
        points: None,
        mond: None,
    };
    assert_eq!(scores(&result.result(&costs)), [140, 0, -70, 0]);
}

/// A deal after which a player stands at nothing again, and one thrown in for want of
/// taroks, make the next a compulsory klop, where the table plays it, and so may be the last.
#[test]
fn klop_becomes_compulsory() {
    let rules = options(r#"{"players":4,"compulsory_klop":true}"#);
    let compulsory = Options { compulsory: true, ..rules };
    let (won, lost) = (Ordinary { points: 45, ..USUAL }, Ordinary { points: 25, ..USUAL });
    let mut game = Match::<Tarok>::new(&rules);
    let mut add = |deal: &Ordinary| {
        let mut score = *game.score();
        score.add(&score.scored(&deal.result(&rules)));
        game = Match::with_score(&rules, &score);
        (game.deal_options(), Match::<Tarok>::with_score(&four(), &score).deal_options())
    };
    assert_eq!(add(&won), (rules, four()), "nobody is back where nobody was away");
    assert_eq!(add(&lost), (compulsory, four()), "20 and then -20");
    assert_eq!(add(&lost), (rules, four()));

    let closed = options(r#"{"players":4,"closing_klop":true,"deals":2}"#);
    let mut score = *Match::<Tarok>::new(&closed).score();
    assert_eq!(score.deal_options(&closed), closed);
    score.add(&score.scored(&won.result(&closed)));
    assert!(score.deal_options(&closed).compulsory, "the last of two");
    assert!(!score.deal_options(&options(r#"{"players":4,"deals":2}"#)).compulsory);

    let secret = |number: u16| {
        let mut bytes = [0; 32];
        bytes[..2].copy_from_slice(&number.to_be_bytes());
        Secret::new(bytes)
    };
    let nonces = Nonces::none(4);
    let is_thrown_in = |number: &u16| {
        let mut pack = Tarok::pack(&rules);
        shuffle(&mut pack, &secret(*number), &nonces, 0);
        Tarok::deal(&rules, Seat::new(0), &pack).is_err()
    };
    let thrown_in = (0..).find(is_thrown_in).expect("some deals are thrown in");
    for (number, standing) in [(0, Contract::Three), (thrown_in, Contract::Klop)] {
        let (dealer, actions) = (Seat::new(0), vec!["pass".to_owned(); 3]);
        let (secret, nonces) = (secret(number), nonces.clone());
        let record = Record { options: rules, dealer, secret, nonces, actions };
        let replayed: Tarok = record.replay().unwrap();
        assert_eq!(replayed.options().compulsory, standing == Contract::Klop);
        let Phase::Choosing(choosing) = &replayed.table().phase else { panic!("{replayed:?}") };
        assert_eq!(choosing.standing, standing);
    }
}
