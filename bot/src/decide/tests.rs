//! Decision documents in the words of the protocol: every turn of every game is answered,
//! as the player would decide at a table, and what is wrong is named.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use vzetek_baselines::decide;
use vzetek_game::{Observer, Seat, sharing};
use vzetek_players::Play;
use vzetek_protocol::games::{Tablic, Tarok, Trset};
use vzetek_protocol::{DealEvent, DecisionDocument};
use vzetek_trset::Variant;

use super::*;
use crate::deal::OwnDeal;

fn args(player: &str) -> DecideArgs {
    DecideArgs {
        game: None,
        iterations: Some(4),
        time_ms: None,
        seed: 7,
        level: None,
        player: Some(player.to_owned()),
    }
}

fn serve(args: &DecideArgs, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    run(args, input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(args: &DecideArgs, document: &impl Serialize) -> Value {
    let mut line = serde_json::to_vec(document).unwrap();
    line.push(b'\n');
    let answers = serve(args, &line);
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}

/// A deal in play, with what each seat was told in the words of the wire.
struct Told<G: OwnDeal> {
    play: Play<G>,
    events: Vec<Vec<DealEvent>>,
}

impl<G: OwnDeal> Told<G> {
    fn new(options: &G::Options, rng: &mut ChaCha8Rng) -> Self {
        let dealer = Seat::new(rng.random_range(0..G::seats_for(options) as u8));
        let play = Play::new(sharing::deal::<G>(options, dealer, rng));
        Self { events: vec![Vec::new(); play.state.seats()], play }
    }

    fn act(&mut self, action: G::Action) {
        let before = self.play.state.view(Observer::Public);
        let events = DealEvent::list::<G>(before, self.play.act(action));
        for (seat, told) in Seat::all(self.events.len()).zip(&mut self.events) {
            let observer = Observer::Seat(seat);
            told.extend(events.iter().filter_map(|event| event.redact(observer)));
        }
    }

    fn document(&self) -> Option<DecisionDocument> {
        let seat = self.play.state.current_player()?;
        DecisionDocument::of(&self.play.state, self.events[seat.index()].clone())
    }

    /// Plays on with any legal action.
    fn act_at_random(&mut self, rng: &mut ChaCha8Rng) {
        let legal = self.play.state.legal_actions();
        self.act(legal[rng.random_range(0..legal.len())]);
    }
}

/// The answers to documents are what the player decides at a table, in every turn of a
/// deal.
fn plays<G: OwnDeal>(options: &G::Options, player: &str, deals: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let args = args(player);
    for _ in 0..deals {
        let mut told = Told::<G>::new(options, &mut rng);
        while let Some(document) = told.document() {
            let answer = ask(&args, &document);
            let own: G::Player = player.parse().unwrap();
            let limits = args.limits();
            let expected = told.play.ask(|question| {
                let legal = told.play.state.legal_actions();
                let question = vzetek_players::Question { legal: &legal, ..question };
                decide(own, &question, &limits, &mut Xoshiro256PlusPlus::seed_from_u64(args.seed))
            });
            assert_eq!(answer["action"], expected.action.to_string(), "{answer} {document:?}");
            assert_eq!(answer["engine"], expected.engine.name());
            // The last digit may be lost on the way.
            let [given, own] = [answer["value"].as_f64(), expected.value];
            assert_eq!(given.is_some(), own.is_some());
            assert!((given.unwrap_or_default() - own.unwrap_or_default()).abs() < 1e-9);
            told.act_at_random(&mut rng);
        }
    }
}

#[test]
fn every_turn_of_every_game_is_answered_as_at_a_table() {
    for (variant, players) in [
        (Variant::Trset, 2),
        (Variant::Trset, 3),
        (Variant::Trset, 4),
        (Variant::Kifameno, 2),
        (Variant::Kifameno, 4),
    ] {
        let options = vzetek_trset::Options::new(variant, players).unwrap();
        plays::<Trset>(&options, "strong", 1);
        plays::<Trset>(&options, "weighted", 3);
    }
    for players in [3, 4] {
        let options = vzetek_tarok::Options::new(players).unwrap();
        plays::<Tarok>(&options, "strong", 2);
        plays::<Tarok>(&options, "gentle", 6);
    }
    for players in [2, 3, 4, 6] {
        let options = vzetek_tablic::Options::new(players).unwrap();
        plays::<Tablic>(&options, "strong", 1);
        plays::<Tablic>(&options, "greedy", 3);
    }
}

/// A client that keeps the view of the beginning, and puts the events into `later`, is
/// answered like one that follows them.
fn follows<G: OwnDeal>(options: &G::Options) {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut told = Told::<G>::new(options, &mut rng);
    let at_first: Vec<_> = Seat::all(told.events.len())
        .map(|seat| told.play.state.view(Observer::Seat(seat)))
        .collect();
    let args = args("easy");
    while let Some(document) = told.document() {
        let seat = told.play.state.current_player().unwrap();
        let view = G::wire_view(at_first[seat.index()].clone());
        let DecisionDocument { events, .. } = document.clone();
        let kept = DecisionDocument { view, events: vec![], later: events, ..document.clone() };
        assert_eq!(ask(&args, &kept), ask(&args, &document));
        told.act_at_random(&mut rng);
    }
}

#[test]
fn events_after_the_view_are_followed() {
    follows::<Trset>(&vzetek_trset::Options::new(Variant::Trset, 2).unwrap());
    follows::<Tarok>(&vzetek_tarok::Options::new(4).unwrap());
    follows::<Tablic>(&vzetek_tablic::Options::new(2).unwrap());
}

/// A turn in the middle of a deal, the first that fits.
fn turn<G: OwnDeal>(options: &G::Options, fits: impl Fn(&Value) -> bool) -> Value {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    loop {
        let mut told = Told::<G>::new(options, &mut rng);
        while let Some(document) = told.document() {
            let document = serde_json::to_value(document).unwrap();
            if fits(&document) {
                return document;
            }
            told.act_at_random(&mut rng);
        }
    }
}

fn trset() -> Value {
    turn::<Trset>(&vzetek_trset::Options::new(Variant::Trset, 2).unwrap(), |document| {
        let trick = document["view"]["trick"]["cards"].as_array().unwrap().len();
        (trick, document["legal"].as_array().unwrap().len()) == (1, 2)
            && document["events"].as_array().unwrap().len() > 5
    })
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_field() {
    let good = trset();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut document = good.clone();
        change(&mut document);
        document.to_string()
    };
    let tarok = turn::<Tarok>(&Default::default(), |_| true);
    let tablic = turn::<Tablic>(&vzetek_tablic::Options::new(2).unwrap(), |document| {
        document["events"].as_array().unwrap().len() > 3
    });
    let foreign = |document: &Value, name: &str| document[name].clone();
    let observer = good["view"]["observer"].as_u64().unwrap();
    let illegal = {
        let hand: Vec<Value> = good["view"]["hand"].as_array().unwrap().clone();
        let legal = good["legal"].as_array().unwrap();
        hand.into_iter().find(|card| !legal.contains(card)).unwrap()
    };
    let without = |name: &'static str| {
        with(&move |document| _ = document.as_object_mut().unwrap().remove(name))
    };
    let long = "x".repeat(2 * documents::LONGEST_LINE);
    let cases: Vec<(String, &str)> = vec![
        ("{".to_owned(), "this is no decision document: "),
        ("[]".to_owned(), "this is no decision document: "),
        (long, "longer than 262144 bytes"),
        (without("view"), "the field `view` is missing"),
        (without("legal"), "the field `legal` is missing"),
        (without("events"), "the field `events` is missing"),
        (with(&|d| d["colour"] = json!(1)), "there is no field `colour`; there are `view`"),
        (with(&|d| d["view"] = json!([])), "view: "),
        (with(&|d| d["view"]["game"] = json!("bridge")), "view.game: `bridge` is not known here"),
        (with(&|d| d["view"]["hand"] = json!(["X9"])), "view: "),
        (with(&|d| d["view"]["observer"] = json!(1 - observer)), "view"),
        (with(&|d| d["view"]["observer"] = json!(null)), "view.observer: a seat is needed"),
        (with(&|d| d["view"]["current_player"] = json!(1 - observer)), "view.current_player: seat"),
        (with(&|d| d["view"]["current_player"] = json!(null)), "view.current_player: nobody"),
        (with(&|d| _ = d["view"]["hand"].as_array_mut().unwrap().pop()), "where 39 cards lie"),
        (with(&|d| d["view"]["stock"] = json!(3)), "cards lie, and there are 40"),
        (with(&|d| d["view"]["hand_sizes"][0] = json!(7)), "view"),
        (with(&|d| d["legal"] = json!([])), "legal: a turn has one action at least"),
        (with(&|d| d["legal"] = json!("C3")), "legal: a list is expected here"),
        (with(&|d| d["legal"][1] = json!("X3")), "legal[1]: \"X3\" is not"),
        (with(&|d| d["legal"][1] = illegal.clone()), "you must follow"),
        (with(&|d| d["events"][2] = json!({})), "events[2]: the field `game` is missing"),
        (with(&|d| d["events"] = foreign(&tablic, "events")), "events[0]: this is no event of"),
        (with(&|d| d["later"] = foreign(&tablic, "events")), "later[0]: this is no event of"),
        (with(&|d| d["later"] = json!(7)), "later: a list is expected here"),
        (
            with(&|d| d["score"] = json!({"game": "tablic", "points": [0, 0], "deals": 0})),
            "score: it is that of another game",
        ),
        (with(&|d| d["score"] = json!(3)), "score: "),
        (with(&|d| d["move_ms"] = json!(-1)), "move_ms: a whole number that is not negative"),
        (tarok.to_string(), "there is no player \"thesis\""),
    ];
    let mut input = Vec::new();
    for (line, _) in &cases {
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
    }
    input.extend_from_slice(b"\xff\xfe\n\n");
    input.extend_from_slice(good.to_string().as_bytes());
    let answers = serve(&args("thesis"), &input);
    assert_eq!(answers.len(), cases.len() + 2);
    for (number, ((line, expected), answer)) in (1..).zip(cases.iter().zip(&answers)) {
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(error.contains(expected), "{expected}: {error}");
        assert_eq!(answer["line"], json!(number));
    }
    assert_eq!(answers[cases.len()]["error"], "the line is not UTF-8");
    // Faults before do not matter, nor that a line was blank.
    let last = answers.last().unwrap();
    assert!(good["legal"].as_array().unwrap().contains(&last["action"]), "{last}");
    assert_eq!(*last, ask(&args("thesis"), &good));
}

#[test]
fn a_file_may_begin_with_a_byte_order_mark() {
    let document = trset();
    let plain = serve(&args("medium"), format!("{document}\n").as_bytes());
    assert_eq!(serve(&args("medium"), format!("\u{feff}{document}\n").as_bytes()), plain);
    assert!(plain[0]["action"].is_string(), "{plain:?}");
    let marked = serve(&args("medium"), format!("{document}\n\u{feff}{document}\n").as_bytes());
    assert_eq!(marked[1]["line"], 2, "elsewhere it is none");
}

/// A view that nobody's game has led to is an error, and no end of the program.
#[test]
fn any_field_may_be_spoilt() {
    let documents = [
        trset(),
        turn::<Tarok>(&vzetek_tarok::Options::new(4).unwrap(), |document| {
            document["view"]["phase"]["name"] == "playing"
                && document["events"].as_array().unwrap().len() > 20
        }),
        turn::<Tablic>(&vzetek_tablic::Options::new(3).unwrap(), |document| {
            document["events"].as_array().unwrap().len() > 7
        }),
    ];
    let (args, mut wrong) = (args("easy"), 0);
    for document in documents {
        let view = document["view"].as_object().unwrap();
        for name in view.keys().filter(|name| *name != "game") {
            for value in [json!(null), json!(0), json!(9), json!("C3"), json!([]), json!({})] {
                let mut spoilt = document.clone();
                spoilt["view"][name] = value;
                let answer = ask(&args, &spoilt);
                match answer["error"].as_str() {
                    Some(error) => {
                        assert!(error.starts_with("view") || error.starts_with("legal"), "{error}")
                    }
                    None => assert!(answer["action"].is_string(), "{answer}"),
                }
                wrong += usize::from(answer["error"].is_string());
            }
        }
    }
    assert!(wrong > 100, "{wrong}");
}

#[test]
fn documents_of_older_forms_are_answered_still() {
    let thesis = json!({
        "hand": ["K 3", "K KAVAL", "D 2", "D AS", "B 7"],
        "hiscards": ["D KAVAL", "D KRALJ", "D 3", "K 2", "K 7"],
        "unknown": ["D KAVAL", "D KRALJ", "D 3", "K 2", "K 7"],
        "inplay": [], "points": 18, "cfm": false
    });
    let game = |game, player: &str| DecideArgs { game: Some(game), ..args(player) };
    let answer = ask(&game(DecideGame::Trset, "strong"), &thesis);
    assert_eq!(answer, json!({"card": "B 7", "engine": "alphabeta", "value": 27.0}));
    let tablic = json!({
        "hand": ["H7", "S10", "D3", "CA", "S2", "CJ"], "table": ["D8", "H2", "C7"],
        "seen": ["DQ", "HQ"], "hands": [6, 5], "turn_order": [1, 0], "deck_left": 36,
        "captured": [[], ["DQ", "HQ"]], "last_capture": 1
    });
    let answer = ask(&game(DecideGame::Tablic, "greedy"), &tablic);
    assert_eq!(answer, json!({"card": "S10", "captured": ["D8", "H2"], "engine": "greedy"}));
    // The protocol's words are understood beside them.
    let answer = ask(&game(DecideGame::Trset, "strong"), &trset());
    assert!(answer["action"].is_string(), "{answer}");
    let error = ask(&args("strong"), &thesis)["error"].clone();
    assert!(error.as_str().unwrap().contains("there is no field `cfm`"), "{error}");
}

/// Each document that docs/protocol/decisions.md shows is one of a real deal.
#[test]
fn the_documents_of_the_documentation_are_answered() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol/decisions.md");
    let text = std::fs::read_to_string(path).unwrap();
    let blocks: Vec<&str> = text.split("```json DecisionDocument\n").skip(1).collect();
    assert_eq!(blocks.len(), 5, "one for each game and number of players that differs");
    for block in blocks {
        let (block, rest) = block.split_once("```").unwrap();
        let document: Value = serde_json::from_str(block).unwrap();
        let answer = ask(&args("easy"), &document);
        let legal = document["legal"].as_array().unwrap();
        assert!(legal.contains(&answer["action"]), "{answer}");
        let shown = rest.split("```json DecisionAnswer\n").nth(1).unwrap();
        let shown: Value = serde_json::from_str(shown.split("```").next().unwrap()).unwrap();
        assert!(legal.contains(&shown["action"]), "{shown}");
    }
}

#[test]
fn a_player_that_no_game_has_is_refused_at_once() {
    let refused = |args: &DecideArgs| run(args, &b""[..], Vec::new()).unwrap_err().to_string();
    assert!(refused(&args("genius")).contains("there is no player \"genius\""));
    assert!(refused(&args("thesis:c=x")).contains("c of thesis cannot be \"x\""));
    let tarok = DecideArgs { game: Some(DecideGame::Tarok), ..args("thesis") };
    assert!(refused(&tarok).contains("there is no player \"thesis\""));
    run(&args("thesis:c=0.7"), &b""[..], Vec::new()).unwrap();
}

#[test]
fn natural_answers_for_two_and_names_what_it_does_not_play() {
    let options = |seats| vzetek_trset::Options::new(Variant::Kifameno, seats).unwrap();
    plays::<Trset>(&options(2), "natural", 2);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let four = Told::<Trset>::new(&options(4), &mut rng);
    let answer = ask(&args("natural"), &four.document().unwrap());
    assert_eq!(answer["error"], "natural does not play this kind");
    let tarok = Told::<Tarok>::new(&vzetek_tarok::Options::default(), &mut rng);
    let answer = ask(&args("natural"), &tarok.document().unwrap());
    assert!(answer["error"].as_str().unwrap().starts_with("there is no player \"natural\""));
}
