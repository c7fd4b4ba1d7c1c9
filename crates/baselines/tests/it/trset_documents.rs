//! Decision documents: what is answered, and what is refused.

use serde_json::{Value, json};
use vzetek_baselines::trset::{Player, Spec};
use vzetek_players::documents::{self, Line};
use vzetek_trset::Trset;

fn spec(player: Player, iterations: u64) -> Spec {
    Spec { iterations: Some(iterations), ..Spec::new(player) }
}

fn answer(input: &[u8], output: impl std::io::Write) {
    let strong = spec(Player::Strong, 2_000);
    let read = documents::read::<Trset>;
    documents::lines(input, output, |line| {
        read(line).map(|request| vzetek_baselines::answer(&strong, &request, 1))
    })
    .unwrap();
}

fn serve(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    answer(input, &mut output);
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(document: &Value) -> Value {
    let answers = serve(format!("{document}\n").as_bytes());
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}

fn example() -> Value {
    json!({
        "hand": ["K 3", "K KAVAL", "D 2", "D AS", "B 7"],
        "hiscards": ["D KAVAL", "D KRALJ", "D 3", "K 2", "K 7"],
        "unknown": ["D KAVAL", "D KRALJ", "D 3", "K 2", "K 7"],
        "inplay": [], "points": 18, "cfm": false
    })
}

/// The first decision of a deal, the agent leading.
fn first_move() -> Value {
    let suits = ["K", "S", "B", "D"];
    let ranks = ["3", "2", "AS", "KRALJ", "KAVAL", "FANT", "7", "6", "5", "4"];
    let mut pack: Vec<String> =
        suits.iter().flat_map(|s| ranks.iter().map(move |r| format!("{s} {r}"))).collect();
    // Every fourth card, so that the hand has all suits.
    let hand: Vec<String> = (0..10).map(|at| pack.remove(3 * at)).collect();
    json!({"hand": hand, "hiscards": [], "unknown": pack, "inplay": [], "points": 0, "cfm": false})
}

#[test]
fn the_seeds_example_is_searched_exactly() {
    let answer = ask(&example());
    assert_eq!(answer["engine"], "alphabeta", "{answer}");
    // By hand: B 7 is never followed, so it can be cashed at once; the rest
    // was worked out by plain minimax over all 14,400 lines.
    let value = answer["value"].as_f64().unwrap();
    assert_eq!(value, best_by_minimax(&example()), "{answer}");
    let hand = example()["hand"].clone();
    assert!(hand.as_array().unwrap().contains(&answer["card"]), "{answer}");
}

/// The final thirds of the agent by a search written for this test alone, on
/// cards as text.
fn best_by_minimax(document: &Value) -> f64 {
    fn cards(value: &Value) -> Vec<(char, usize)> {
        const RISING: [&str; 10] = ["4", "5", "6", "7", "FANT", "KAVAL", "KRALJ", "AS", "2", "3"];
        let read = |text: &str| {
            let (suit, rank) = text.split_once(' ').unwrap();
            let strength = RISING.iter().position(|&r| r == rank).unwrap();
            (suit.chars().next().unwrap(), strength)
        };
        value.as_array().unwrap().iter().map(|text| read(text.as_str().unwrap())).collect()
    }
    fn worth(card: (char, usize)) -> i32 {
        [0, 0, 0, 0, 1, 1, 1, 3, 1, 1][card.1]
    }
    /// Returns the thirds that the agent, player 0, will take.
    fn value(
        hands: &[Vec<(char, usize)>; 2],
        to_move: usize,
        led: Option<(char, usize)>,
        fewest: bool,
    ) -> i32 {
        if hands[to_move].is_empty() {
            return 0;
        }
        let follows = |card: &&(char, usize)| led.is_some_and(|led: (char, usize)| led.0 == card.0);
        let must = hands[to_move].iter().any(|card| follows(&card));
        let values = hands[to_move].iter().filter(|card| !must || follows(card)).map(|&card| {
            let mut next = hands.clone();
            next[to_move].retain(|&other| other != card);
            let Some(led) = led else {
                return value(&next, 1 - to_move, Some(card), fewest);
            };
            let takes = card.0 == led.0 && card.1 > led.1;
            let winner = if takes { to_move } else { 1 - to_move };
            let last = if next[0].is_empty() && next[1].is_empty() { 3 } else { 0 };
            let own = if winner == 0 { worth(card) + worth(led) + last } else { 0 };
            own + value(&next, winner, None, fewest)
        });
        if (to_move == 0) != fewest { values.max().unwrap() } else { values.min().unwrap() }
    }
    let hands = [cards(&document["hand"]), cards(&document["unknown"])];
    let led = cards(&document["inplay"]).first().copied();
    let future = value(&hands, 0, led, document["cfm"].as_bool().unwrap());
    document["points"].as_f64().unwrap() + f64::from(future)
}

#[test]
fn perfect_information_is_answered_with_the_best_final_thirds() {
    // Part of the example, with and without a card on the table, both games.
    let mut values = Vec::new();
    for cfm in [false, true] {
        for inplay in [None, Some("K 7"), Some("D 3"), Some("K 2")] {
            let mut document = example();
            document["cfm"] = json!(cfm);
            if let Some(card) = inplay {
                let rest: Vec<Value> = document["unknown"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|other| *other != card)
                    .cloned()
                    .collect();
                document["unknown"] = json!(rest);
                document["hiscards"] = json!(rest);
                document["inplay"] = json!([card]);
            }
            let answer = ask(&document);
            assert_eq!(answer["engine"], "alphabeta", "{answer}");
            assert_eq!(answer["value"].as_f64().unwrap(), best_by_minimax(&document), "{document}");
            values.push(answer["value"].as_f64().unwrap() as i32);
        }
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 2, "the positions are all alike: {values:?}");
}

#[test]
fn hidden_cards_are_answered_by_monte_carlo() {
    let document = first_move();
    let answer = ask(&document);
    assert_eq!(answer["engine"], "mcts", "{answer}");
    assert!(document["hand"].as_array().unwrap().contains(&answer["card"]));
    let value = answer["value"].as_f64().unwrap();
    assert!((5.0..30.0).contains(&value), "{answer}");
    // Some of the opponent's cards known.
    let mut known = document.clone();
    known["hiscards"] = json!(&document["unknown"].as_array().unwrap()[3..6]);
    assert_eq!(ask(&known)["engine"], "mcts");
    // Kifameno wants few.
    let mut fewest = document;
    fewest["cfm"] = json!(true);
    assert_eq!(ask(&fewest)["engine"], "mcts");
}

#[test]
fn a_hand_that_is_only_deduced_is_still_played_perfectly() {
    // No stock is left, but the document does not say what is known.
    for (cfm, inplay) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut document = example();
        document["cfm"] = json!(cfm);
        if inplay {
            document["inplay"] = json!(["K 7"]);
            document["unknown"].as_array_mut().unwrap().pop();
        }
        document["hiscards"] = json!(["D 3"]);
        let answer = ask(&document);
        assert_eq!(answer["engine"], "mcts", "{answer}");
        assert_eq!(
            answer["value"].as_f64().unwrap().round(),
            best_by_minimax(&document),
            "{answer}"
        );
    }
}

#[test]
fn a_card_on_the_table_must_be_followed() {
    let mut document = first_move();
    let unknown = document["unknown"].as_array().unwrap().clone();
    let led = unknown.iter().find(|card| card.as_str().unwrap().starts_with("B ")).unwrap();
    document["inplay"] = json!([led]);
    document["unknown"] = json!(unknown.iter().filter(|card| *card != led).collect::<Vec<_>>());
    let answer = ask(&document);
    assert!(answer["card"].as_str().unwrap().starts_with("B "), "{answer}");
}

#[test]
fn our_notation_is_answered_in_our_notation() {
    let document = json!({
        "hand": ["C3", "CC", "D2", "DA", "B7"],
        "hiscards": ["DC", "DK", "D3", "C2", "C7"],
        "unknown": ["DC", "DK", "D3", "C2", "C7"],
        "inplay": [], "points": 18, "cfm": false
    });
    let (ours, seeds) = (ask(&document), ask(&example()));
    assert_eq!(ours["value"], seeds["value"]);
    assert_eq!(ours["card"].as_str().unwrap().len(), 2, "{ours}");
}

#[test]
fn the_last_card_is_answered_too() {
    let document = json!({
        "hand": ["K AS"], "hiscards": ["K 4"], "unknown": ["K 4"],
        "inplay": [], "points": 10, "cfm": false
    });
    let answer = ask(&document);
    assert_eq!(answer, json!({"card": "K AS", "engine": "alphabeta", "value": 16.0}));
}

#[test]
fn what_is_wrong_is_named_and_the_next_line_is_served() {
    let with = |field: &str, value: Value| {
        let mut document = example();
        document[field] = value;
        document.to_string()
    };
    let mut missing = example();
    missing.as_object_mut().unwrap().remove("points");
    let mut crowded = first_move();
    crowded["unknown"].as_array_mut().unwrap().pop();
    let long = format!("{{\"hand\": [\"{}\"]}}", "x".repeat(documents::LONGEST_LINE));
    let cases: Vec<(String, &str)> = vec![
        (with("hand", json!(["K 3", "K 3", "D 2", "D AS", "B 7"])), "hand: K 3 stands there twice"),
        (
            with("hand", json!(["K 2", "K KAVAL", "D 2", "D AS", "B 7"])),
            "C2 is in hand and in unknown",
        ),
        (with("inplay", json!(["K 3"])), "C3 is in hand and in inplay"),
        (with("hiscards", json!(["S 3"])), "hiscards: S3 is not in unknown"),
        (with("inplay", json!(["S 3", "S 2"])), "inplay: 2 cards"),
        (with("inplay", json!(["S 3"])), "hiscards: 5 cards, where the opponent holds 4"),
        (with("hand", json!([])), "hand: there is no card to play"),
        (
            with("hand", json!(["K 3", "K KAVAL", "D 2", "D AS"])),
            "hiscards: 5 cards, where the opponent holds 4",
        ),
        (
            with("hand", json!(["K 3", "K KAVAL", "D 2", "D AS", "B 7", "B 6"])),
            "unknown: 5 cards, where the opponent alone holds 6",
        ),
        (crowded.to_string(), "unknown: a stock of 19 cards"),
        (with("points", json!(36)), "points: 36 thirds"),
        (with("points", json!(23)), "0 to 22"),
        (with("points", json!(-1)), "points: -1 thirds"),
        (with("points", json!("18")), "no decision document"),
        (with("points", json!(1.5)), "no decision document"),
        (
            with("hand", json!(["K 3", "K KAVAL", "D 2", "D AS", "B 8"])),
            "hand: \"B 8\" is not a card",
        ),
        (with("hand", json!(["C3", "K KAVAL", "D 2", "D AS", "B 7"])), "two notations"),
        (with("card", json!("K 3")), "there is no field `card`; there are `hand`, `hiscards`"),
        (missing.to_string(), "the field `points` is missing"),
        ("{".to_owned(), "no decision document"),
        ("nonsense".to_owned(), "no decision document"),
        ("[]".to_owned(), "no decision document"),
        (long, "longer than"),
    ];
    let mut input = Vec::new();
    for (line, _) in &cases {
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
    }
    input.extend_from_slice(b"\xff\xfe\n\n");
    // The last line needs no line break.
    input.extend_from_slice(example().to_string().as_bytes());
    let answers = serve(&input);
    assert_eq!(answers.len(), cases.len() + 2, "a blank line is passed over");
    for (number, ((line, expected), answer)) in (1..).zip(cases.iter().zip(&answers)) {
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(error.contains(expected), "{line:.80}: {error}");
        assert_eq!((answer.as_object().unwrap().len(), &answer["line"]), (2, &json!(number)));
    }
    assert!(answers[cases.len()]["error"].as_str().unwrap().contains("UTF-8"));
    assert_eq!(answers.last().unwrap()["engine"], "alphabeta");
}

#[test]
fn every_answer_is_flushed() {
    /// Notes how much was written at each flush.
    struct Watched<'a>(&'a mut Vec<u8>, &'a mut Vec<usize>);
    impl std::io::Write for Watched<'_> {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            self.1.push(self.0.len());
            Ok(())
        }
    }
    let (mut output, mut flushes) = (Vec::new(), Vec::new());
    let input = format!("{}\nbad\n", example());
    answer(input.as_bytes(), Watched(&mut output, &mut flushes));
    let ends: Vec<usize> =
        output.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1).collect();
    assert_eq!((ends.len(), flushes), (2, ends));
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let request = documents::read::<Trset>(Line::Text(&first_move().to_string())).unwrap();
    let ask = |player, seed| vzetek_baselines::answer(&spec(player, 500), &request, seed);
    for player in [Player::Strong, Player::Thesis, Player::Random] {
        assert_eq!(ask(player, 5), ask(player, 5));
    }
    assert!((0..20).any(|seed| ask(Player::Random, seed).card != ask(Player::Random, 99).card));
}
