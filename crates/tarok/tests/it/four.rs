//! Tarok for four: the worked examples of its scores, and the talk before the first card.

use rstest::rstest;
use vzetek_game::conform::replay;
use vzetek_game::fair::{Nonces, Secret, shuffle};
use vzetek_game::{
    BySeat, Game, HiddenInformation, Match, Observer, Record, RunningScore, Seat, TableGame,
};
use vzetek_tarok::conform::Deal;
use vzetek_tarok::{
    Action, Announcement, Card, Contract, DealResult, Event, MatchScore, Options, Outcome, PAGAT,
    Phase, Side, Stake, Tarok,
};

fn options(json: &str) -> Options {
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

fn scores(result: &DealResult) -> [i32; 4] {
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

// --- the talk ----------------------------------------------------------------

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

/// A deal after which somebody stands at nothing again, and one thrown in for want of
/// taroks, make the next a compulsory klop, where the table plays it.
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
