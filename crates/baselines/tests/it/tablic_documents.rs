//! Decision documents of tablić: what is answered, and what is refused.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use vzetek_baselines::tablic::{Player, Spec};
use vzetek_baselines::{self as baselines, decide};
use vzetek_game::{Game, Seat, sharing};
use vzetek_players::documents::{self, Line};
use vzetek_players::tablic::{History, Question, moves};
use vzetek_players::{Engine, Play};
use vzetek_search::Limits;
use vzetek_tablic::{Action, CardSet, Options, Tablic};

fn serve(player: Player, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    let spec = Spec { iterations: Some(200), ..Spec::new(player) };
    documents::lines(input, &mut output, |line| {
        documents::read::<Tablic>(line).map(|request| baselines::answer(&spec, &request, 1))
    })
    .unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(document: &Value) -> Value {
    let answers = serve(Player::Strong, format!("{document}\n").as_bytes());
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}

/// Two players after the first move: seat 1 took a queen, seat 0 is to move.
fn example() -> Value {
    json!({
        "hand": ["H7", "S10", "D3", "CA", "S2", "CJ"],
        "table": ["D8", "H2", "C7"],
        "seen": ["DQ", "HQ"],
        "hands": [6, 5],
        "turn_order": [1, 0],
        "deck_left": 36,
        "captured": [[], ["DQ", "HQ"]],
        "last_capture": 1
    })
}

#[test]
fn an_answer_is_a_legal_move() {
    let answer = ask(&example());
    let card = answer["card"].as_str().unwrap();
    assert!(example()["hand"].as_array().unwrap().contains(&json!(card)), "{answer}");
    assert_eq!(answer["engine"], "sampling");
    assert!((0.0..=1.0).contains(&answer["value"].as_f64().unwrap()), "{answer}");
    // Greedily: the ten is worth most, with 8 and 2.
    let greedy = serve(Player::Greedy, example().to_string().as_bytes());
    assert_eq!(greedy, [json!({"card": "S10", "captured": ["D8", "H2"], "engine": "greedy"})]);
}

/// The document of whoever is to move, seats as they are.
fn document(state: &Tablic, history: &History) -> Value {
    let table = state.table();
    let seats = table.piles.len();
    let hand = state.hand(state.current_player().unwrap());
    let seen = table.piles.iter().fold(CardSet::EMPTY, |seen, &pile| seen | pile);
    let moves: Vec<String> = moves(history).map(|(_, action)| action.to_string()).collect();
    json!({
        "hand": hand, "table": table.cards, "seen": seen | hand, "hands": table.hand_sizes,
        "turn_order": table.forehand().round(seats).map(Seat::index).collect::<Vec<_>>(),
        "deck_left": table.deck, "captured": table.piles, "last_capture": table.last_capture,
        "tablas": table.tablas, "moves": moves
    })
}

#[test]
fn a_document_is_decided_as_the_view_it_was_written_from() {
    for (players, deck) in [(2, 1), (2, 2), (3, 3), (6, 4)] {
        let options = Options::new(players).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(deck);
        // The document has its own way to name the turns, whoever deals.
        let dealer = Seat::new((deck % u64::from(players)) as u8);
        let mut play = Play::<Tablic>::new(sharing::deal(&options, dealer, &mut rng));
        let mut engines = std::collections::HashSet::new();
        while let Some(seat) = play.state.current_player() {
            let written = document(&play.state, &play.histories[seat.index()]).to_string();
            let request = documents::read::<Tablic>(Line::Text(&written))
                .unwrap_or_else(|error| panic!("{error}: {written}"));
            for player in [Player::Minimax, Player::Strong] {
                let limits = Limits { nodes: Some(3_000), ..Limits::iterations(2) };
                // The seed of a document goes to the player as it is; a
                // question draws it from the caller's numbers.
                let mut numbers = Fixed(5);
                let decision =
                    play.ask(|question| decide(player, &question, &limits, &mut numbers));
                let spec = Spec { iterations: Some(2), nodes: Some(3_000), ..Spec::new(player) };
                let answer = baselines::answer(&spec, &request, 5);
                let action = Action::capture(answer.card, answer.captured);
                assert_eq!(
                    (action, answer.engine),
                    (decision.action, decision.engine),
                    "{written}"
                );
                assert_eq!(answer.value, decision.value, "{written}");
                engines.insert(answer.engine);
            }
            let limits = Limits::default();
            let greedy = |question: Question<'_>| {
                decide(Player::Greedy, &question, &limits, &mut rng).action
            };
            let action = play.ask(greedy);
            play.act(action);
        }
        assert!(engines.contains(&Engine::Sampling) && engines.contains(&Engine::Minimax));
        assert_eq!(engines.contains(&Engine::Exact), players == 2);
    }
}

/// A generator that always says the same.
struct Fixed(u64);

impl rand_core::TryRng for Fixed {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0 as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(self.0 as u8);
        Ok(())
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 23] = [
        (|d| d["hand"] = json!("H7"), "no decision document"),
        (|d| d["colour"] = json!("red"), "there is no field `colour`; there are `hand`, `table`"),
        (|d| d["hand"][0] = json!("7H"), "hand: "),
        (|d| d["hand"][0] = json!("S10"), "S10 is in hand and in hand"),
        (|d| d["table"][0] = json!("S10"), "S10 is in hand and in table"),
        (|d| d["captured"][0] = json!(["HQ"]), "HQ is in captured and in captured"),
        (|d| d["hands"] = json!([6]), "2, 3, 4, 6"),
        (|d| d["hands"] = json!([6, 6, 6, 6, 6]), "not by 5"),
        (|d| d["captured"] = json!([[]]), "captured: 1 entries, where 2 play"),
        (|d| d["turn_order"] = json!([1, 1]), "turn_order"),
        (|d| d["turn_order"] = json!([0, 1]), "who has had a turn"),
        (|d| d["hands"] = json!([7, 7]), "at most 6"),
        (|d| d["hands"] = json!([0, 0]), "no card to play"),
        (|d| d["hands"] = json!([5, 4]), "6 cards, where hands says 5 for seat 0"),
        (|d| d["seen"] = json!(["DQ"]), "captured: HQ is not in seen"),
        (|d| d["seen"] = json!(["DQ", "HQ", "SQ"]), "seen: SQ is neither"),
        (|d| d["deck_left"] = json!(34), "not 52 together"),
        (|d| d["deck_left"] = json!(u64::MAX), "not 52 together"),
        (|d| d["last_capture"] = json!(2), "no seat 2"),
        (|d| d["last_capture"] = json!(0), "a seat that has captured"),
        (|d| d["last_capture"] = Value::Null, "a seat that has captured"),
        (|d| d["tablas"] = json!([0, 2]), "seat 1 cannot"),
        (|d| d["moves"] = json!(["DQxSQ"]), "DQxSQ cannot have been played"),
    ];
    for (change, reason) in changes {
        let mut document = example();
        change(&mut document);
        let answer = ask(&document);
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{document}: {answer}"));
        assert!(error.contains(reason), "{error:?} does not say {reason:?}");
    }
    for field in ["hand", "table", "seen", "hands", "turn_order", "deck_left", "captured"] {
        let mut document = example();
        document.as_object_mut().unwrap().remove(field);
        assert!(ask(&document)["error"].as_str().unwrap().contains(field));
    }
}

/// Both in lists of cards and behind the x of a move.
#[test]
fn cards_may_stand_in_any_order() {
    let mut document = json!({
        "hand": ["H7", "S9", "D3", "CA", "S2", "CJ"],
        "table": ["D8"],
        "seen": ["S10", "C10", "D7", "H3"],
        "hands": [6, 5],
        "turn_order": [1, 0],
        "deck_left": 36,
        "captured": [[], ["S10", "C10", "D7", "H3"]],
        "last_capture": 1,
        "moves": ["S10xC10+D7+H3"]
    });
    let expected = ask(&document);
    assert_eq!(expected["error"], Value::Null, "{expected}");
    for [one, two, three] in permutations(["C10", "D7", "H3"]) {
        document["moves"] = json!([format!("S10x{one}+{two}+{three}")]);
        document["captured"][1] = json!([three, "S10", two, one]);
        document["seen"] = json!([two, one, three, "S10"]);
        let hand = document["hand"].as_array_mut().unwrap();
        hand.rotate_left(1);
        assert_eq!(ask(&document), expected, "{document}");
    }
    document["moves"] = json!(["S10xC10+H3+H3"]);
    assert!(ask(&document)["error"].as_str().unwrap().contains("H3 stands there twice"));
}

fn permutations([a, b, c]: [&str; 3]) -> [[&str; 3]; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}

#[test]
fn a_bad_line_does_not_stop_the_next() {
    let good = example().to_string();
    let long = "x".repeat(2 * documents::LONGEST_LINE);
    let mut input = format!("{{\n\n{long}\n").into_bytes();
    input.extend(b"\xff\xfe\n");
    input.extend(good.as_bytes());
    let answers = serve(Player::Strong, &input);
    assert_eq!(answers.len(), 4, "a blank line is passed over");
    for (answer, reason) in answers.iter().zip(["no decision", "longer than", "not UTF-8"]) {
        assert!(answer["error"].as_str().unwrap().contains(reason), "{answer}");
    }
    assert_eq!(answers[3], ask(&example()), "the same whatever was asked before");
}
