//! Worked examples of the score. Seat 0 is the declarer wherever there is one.

use rstest::rstest;
use vzetek_game::{BySeat, RunningScore, Seat};
use vzetek_tarok::{Announcement, Contract, DealResult, MatchScore, Options, Outcome, Stake};

fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// `game+102 trula`: the game with kontra by seat 1, re by the declarer, sub by
/// seat 2; trula announced and not raised.
fn stakes(text: &str) -> impl Iterator<Item = Stake> {
    text.split_whitespace().map(|word| {
        let (item, raises) = word.split_once('+').unwrap_or((word, ""));
        let mut stake = Stake::new(item.parse().unwrap());
        stake.raises.extend(raises.bytes().map(|seat| Seat::new(seat - b'0')));
        stake
    })
}

fn announcements(text: &str) -> impl Iterator<Item = Announcement> {
    text.split_whitespace().map(|word| word.parse().unwrap())
}

fn ordinary(
    contract: &str,
    points: u8,
    at_stake: &str,
    made: &str,
    defended: &str,
    mond: Option<u8>,
) -> Outcome {
    Outcome::Ordinary {
        declarer: Seat::new(0),
        partner: None,
        contract: contract.parse().unwrap(),
        points,
        stakes: stakes(at_stake).collect(),
        made: announcements(made).collect(),
        defended: announcements(defended).collect(),
        lost: Default::default(),
        mond: mond.map(Seat::new),
    }
}

fn berac(contract: Contract, stake: Stake, won: bool) -> Outcome {
    Outcome::Flat { declarer: Seat::new(0), contract, stake, won, points: None, mond: None }
}

fn scores(result: &DealResult) -> [i32; 3] {
    result.scores().as_slice().try_into().unwrap()
}

#[rstest]
// Each contract, won and lost, and at the edge.
#[case::three_won("three", 45, "game", "", [20, 0, 0])]
#[case::three_just_won("three", 36, "game", "", [11, 0, 0])]
#[case::three_half_is_lost("three", 35, "game", "", [-10, 0, 0])]
#[case::three_lost("three", 34, "game", "", [-11, 0, 0])]
#[case::two_won("two", 50, "game", "", [35, 0, 0])]
#[case::two_lost("two", 20, "game", "", [-35, 0, 0])]
#[case::one_won("one", 41, "game", "", [36, 0, 0])]
#[case::one_lost("one", 0, "game", "", [-65, 0, 0])]
#[case::solo_won("solo", 40, "game", "", [55, 0, 0])]
#[case::solo_lost("solo", 30, "game", "", [-55, 0, 0])]
// Kontra multiplies the whole game part; who did not say it gets the difference.
#[case::kontra_failed("three", 45, "game+1", "", [40, 0, 20])]
#[case::kontra_of_the_other("three", 45, "game+2", "", [40, 20, 0])]
#[case::re("three", 45, "game+10", "", [80, 0, 60])]
#[case::sub_by_the_same("three", 45, "game+101", "", [160, 0, 140])]
#[case::sub_by_the_other("three", 45, "game+102", "", [160, 0, 0])]
#[case::mort("three", 45, "game+1010", "", [320, 0, 300])]
#[case::mort_against_both("three", 45, "game+2010", "", [320, 0, 0])]
#[case::kontra_held("three", 30, "game+1", "", [-30, 0, 0])]
#[case::mort_lost("three", 30, "game+1010", "", [-240, 0, 0])]
#[case::two_kontra_held("two", 20, "game+2", "", [-70, 0, 0])]
#[case::one_mort("one", 41, "game+1020", "", [576, 0, 0])]
#[case::solo_re("solo", 40, "game+10", "", [220, 0, 165])]
#[case::solo_sub_lost("solo", 30, "game+101", "", [-440, 0, 0])]
// Announced, failed, silent.
#[case::trula_announced("three", 45, "game trula", "trula", [40, 0, 0])]
#[case::trula_failed("three", 45, "game trula", "", [0, 0, 0])]
#[case::trula_silent("three", 45, "game", "trula", [30, 0, 0])]
#[case::kings_announced("two", 50, "game kings", "kings", [55, 0, 0])]
#[case::kings_failed("two", 50, "game kings", "", [15, 0, 0])]
#[case::kings_silent("two", 50, "game", "kings", [45, 0, 0])]
#[case::pagat_announced("one", 41, "game pagat_ultimo", "pagat_ultimo", [86, 0, 0])]
#[case::pagat_failed("one", 41, "game pagat_ultimo", "", [-14, 0, 0])]
#[case::pagat_silent("one", 41, "game", "pagat_ultimo", [61, 0, 0])]
#[case::made_in_a_lost_game("three", 30, "game", "kings", [-5, 0, 0])]
#[case::valat_announced("three", 70, "game valat", "trula kings valat", [565, 0, 0])]
#[case::valat_silent("three", 70, "game", "trula kings valat", [315, 0, 0])]
#[case::valat_failed("three", 60, "game valat", "", [-465, 0, 0])]
#[case::everything("solo", 70, "game trula kings pagat_ultimo valat", "trula kings pagat_ultimo valat", [675, 0, 0])]
// Announcements are raised apart from the game.
#[case::trula_kontra("three", 45, "game trula+1", "trula", [60, 0, 20])]
#[case::trula_kontra_held("three", 45, "game trula+1", "", [-20, 0, 0])]
#[case::each_raised_one("three", 45, "game+1 trula+2", "trula", [80, 20, 20])]
#[case::game_lost_trula_made("three", 30, "game+1 trula+2", "trula", [10, 20, 0])]
#[case::game_made_trula_lost("three", 45, "game+1 trula+2", "", [0, 0, 20])]
#[case::pagat_mort("one", 41, "game pagat_ultimo+1020", "pagat_ultimo", [836, 0, 0])]
#[case::valat_kontra("one", 60, "game valat+2", "", [-945, 0, 0])]
#[case::both_items_by_one("two", 50, "game+1 kings+10", "kings", [150, 0, 95])]
fn games_are_scored(
    #[case] contract: &str,
    #[case] points: u8,
    #[case] at_stake: &str,
    #[case] made: &str,
    #[case] expected: [i32; 3],
) {
    let result = ordinary(contract, points, at_stake, made, "", None).result(&Options::default());
    assert_eq!(scores(&result), expected, "{result:?}");
    let valat = at_stake.contains("valat") || made.contains("valat");
    assert_eq!(result.radelci, valat);
    let won: Vec<_> = result.seats.iter().map(|seat| seat.won).collect();
    assert_eq!(won, if points > 35 { [true, false, false] } else { [false, true, true] });
    let counted: Vec<_> = result.seats.iter().map(|seat| seat.points.unwrap()).collect();
    assert_eq!(counted, [points, 70 - points, 70 - points]);
    let sum: i32 = result.items.iter().map(|item| item.value).sum();
    assert_eq!(sum, result.seats[Seat::new(0)].result);
}

#[rstest]
#[case::by_the_declarer("three", 45, "game", 0, [-1, 0, 0])]
#[case::by_a_defender("three", 45, "game", 1, [20, -21, 0])]
#[case::not_multiplied("three", 45, "game+1", 0, [19, 0, 20])]
#[case::beside_a_reward("three", 45, "game+1", 2, [40, 0, -1])]
#[case::solo_lost("solo", 30, "game+1010", 0, [-901, 0, 0])]
fn the_mond_costs_21(
    #[case] contract: &str,
    #[case] points: u8,
    #[case] at_stake: &str,
    #[case] mond: u8,
    #[case] expected: [i32; 3],
) {
    let outcome = ordinary(contract, points, at_stake, "", "", Some(mond));
    assert_eq!(scores(&outcome.result(&Options::default())), expected);
}

#[rstest]
#[case::trula_and_kings("game", "trula kings", [-25, 0, 0], [-45, 0, 0])]
#[case::pagat("game", "pagat_ultimo", [-25, 0, 0], [-50, 0, 0])]
#[case::announced_costs_once("game trula", "trula", [-45, 0, 0], [-45, 0, 0])]
#[case::silent_is_not_raised("game+1", "kings", [-50, 0, 0], [-60, 0, 0])]
fn what_defenders_make_counts_where_the_table_says_so(
    #[case] at_stake: &str,
    #[case] defended: &str,
    #[case] plain: [i32; 3],
    #[case] symmetric: [i32; 3],
) {
    let outcome = ordinary("three", 20, at_stake, "", defended, None);
    assert_eq!(scores(&outcome.result(&Options::default())), plain);
    let options = options(r#"{"symmetric_bonuses":true}"#);
    assert_eq!(scores(&outcome.result(&options)), symmetric);
}

#[test]
fn a_valat_of_the_defenders_counts_where_the_table_says_so() {
    let outcome = ordinary("three", 0, "game", "", "trula kings valat", None);
    let plain = outcome.result(&Options::default());
    assert_eq!((scores(&plain), plain.radelci), ([-45, 0, 0], false));
    let symmetric = outcome.result(&options(r#"{"symmetric_bonuses":true}"#));
    assert_eq!((scores(&symmetric), symmetric.radelci), ([-315, 0, 0], true));
}

#[rstest]
#[case::won("berac", "game", true, [70, 0, 0])]
#[case::lost("berac", "game", false, [-70, 0, 0])]
#[case::kontra_failed("berac", "game+1", true, [140, 0, 70])]
#[case::kontra_held("berac", "game+1", false, [-140, 0, 0])]
#[case::mort_lost("berac", "game+1010", false, [-1120, 0, 0])]
#[case::sub_of_both("berac", "game+102", true, [560, 0, 0])]
#[case::open_won("open_berac", "game", true, [90, 0, 0])]
#[case::open_lost("open_berac", "game", false, [-90, 0, 0])]
#[case::open_re("open_berac", "game+20", true, [360, 270, 0])]
fn berac_is_scored(
    #[case] contract: &str,
    #[case] at_stake: &str,
    #[case] won: bool,
    #[case] expected: [i32; 3],
) {
    let contract = contract.parse().unwrap();
    let stake = stakes(at_stake).next().unwrap();
    let outcome = berac(contract, stake, won);
    let result = outcome.result(&Options::default());
    assert_eq!((scores(&result), result.radelci), (expected, true));
    assert_eq!(result.seats[Seat::new(1)].won, !won);
    assert!(result.seats.iter().all(|seat| seat.points.is_none()));
}

#[rstest]
#[case::each_pays_what_it_took([20, 25, 25], [5, 5, 6], [-20, -25, -25], [-20, -25, -25])]
#[case::half_costs_70([35, 20, 15], [8, 4, 4], [-70, -20, -15], [-70, -20, -15])]
#[case::just_below_half([34, 20, 16], [8, 4, 4], [-34, -20, -16], [-34, -20, -16])]
#[case::everything([70, 0, 0], [16, 0, 0], [-70, 0, 0], [0, 70, 70])]
#[case::one_without_a_trick([0, 40, 30], [0, 9, 7], [0, -70, -30], [70, 0, 0])]
#[case::a_trick_worth_nothing([0, 40, 30], [1, 8, 7], [0, -70, -30], [0, -70, -30])]
fn klop_is_scored(
    #[case] points: [u8; 3],
    #[case] tricks: [u8; 3],
    #[case] plain: [i32; 3],
    #[case] rewarded: [i32; 3],
) {
    let outcome = Outcome::Klop {
        points: BySeat::from_fn(3, |seat| points[seat.index()]),
        tricks: BySeat::from_fn(3, |seat| tricks[seat.index()]),
    };
    let result = outcome.result(&Options::default());
    assert_eq!((scores(&result), result.radelci), (plain, true));
    assert_eq!((result.contract, result.declarer), (Contract::Klop, None));
    let best = plain.into_iter().max();
    for (seat, made) in result.seats.enumerate() {
        assert_eq!(made.won, Some(plain[seat.index()]) == best);
    }
    let result = outcome.result(&options(r#"{"rewarded_klop":true}"#));
    assert_eq!((scores(&result), result.radelci), (rewarded, true));
}

fn add(score: &mut MatchScore, result: &DealResult) {
    score.add(&score.scored(result));
}

fn running(score: &MatchScore) -> ([i32; 3], [u8; 3]) {
    let points = score.points.as_slice().try_into().unwrap();
    (points, score.radelci.as_slice().try_into().unwrap())
}

#[test]
fn radelci_double_the_declarers_result_and_nothing_else() {
    let rules = Options::default();
    let mut score = MatchScore::new(&rules);
    let klop = Outcome::Klop {
        points: BySeat::from_fn(3, |seat| [20, 15, 35][seat.index()]),
        tricks: BySeat::filled(3, 5),
    }
    .result(&rules);
    add(&mut score, &klop);
    assert_eq!(running(&score), ([-20, -15, -70], [1, 1, 1]));

    // A second klop is not doubled and uses nothing up.
    add(&mut score, &klop);
    assert_eq!(running(&score), ([-40, -30, -140], [2, 2, 2]));

    // Won: the result is doubled, the mond and the defender's reward are not.
    let won = ordinary("three", 45, "game+1", "", "", Some(0)).result(&rules);
    assert_eq!(score.scored(&won).doubled, Some(Seat::new(0)));
    add(&mut score, &won);
    assert_eq!(running(&score), ([-40 + 80 - 21, -30, -140 + 20], [1, 2, 2]));

    // Lost: doubled as well; a defender's mond is not.
    let lost = ordinary("two", 20, "game", "", "", Some(2)).result(&rules);
    add(&mut score, &lost);
    assert_eq!(running(&score), ([19 - 70, -30, -120 - 21], [0, 2, 2]));

    // Without a radelc nothing is doubled.
    add(&mut score, &lost);
    assert_eq!(running(&score), ([-51 - 35, -30, -141 - 21], [0, 2, 2]));
    assert_eq!(score.deals, 5);
}

#[test]
fn a_berac_uses_one_radelc_up_and_gives_another() {
    let rules = Options::default();
    let mut score = MatchScore::new(&rules);
    let stake = stakes("game").next().unwrap();
    let contract = Contract::Berac;
    let berac = berac(contract, stake, true).result(&rules);
    add(&mut score, &berac);
    assert_eq!(
        running(&score),
        ([70, 0, 0], [1, 1, 1]),
        "the new one does not double its own deal"
    );
    add(&mut score, &berac);
    assert_eq!(running(&score), ([210, 0, 0], [1, 2, 2]));
    let valat = ordinary("three", 60, "game valat", "", "", None).result(&rules);
    add(&mut score, &valat);
    assert_eq!(running(&score), ([210 - 930, 0, 0], [1, 3, 3]));
}

#[test]
fn a_match_has_as_many_deals_as_the_table_says() {
    let three = options(r#"{"deals":3}"#);
    let mut score = MatchScore::new(&three);
    let won = ordinary("three", 45, "game", "", "", None).result(&three);
    let lost = ordinary("three", 25, "game", "", "", None).result(&three);
    for (result, over) in [(&won, false), (&lost, false), (&lost, true)] {
        add(&mut score, result);
        assert_eq!(score.winners(&three, &score.scored(result)).is_some(), over);
    }
    let winners = score.winners(&three, &score.scored(&lost)).unwrap();
    assert_eq!(winners.as_slice(), [false, true, true]);
    let one = MatchScore::new(&Options::default());
    assert_eq!(
        one.winners(&Options::default(), &one.scored(&won)).unwrap().as_slice(),
        [true, false, false]
    );
}
