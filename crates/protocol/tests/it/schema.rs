//! The JSON Schema of the protocol is one, accepts whatever the types write, and refuses
//! what they would not read.

use jsonschema::Validator;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use vzetek_game::{Observer, Seat, sharing};
use vzetek_protocol::games::WireGame;
use vzetek_protocol::{DealEvent, DecisionDocument, GameOptions, on_game, schema::schema};

/// Returns what checks one kind of message.
fn validator(kind: &str) -> Validator {
    let schema = schema();
    assert!(schema["$defs"][kind].is_object(), "there is no {kind}");
    let one = json!({
        "$schema": schema["$schema"],
        "$ref": format!("#/$defs/{kind}"),
        "$defs": schema["$defs"],
    });
    jsonschema::draft202012::new(&one).expect("a schema")
}

/// Fails with everything that is wrong.
fn accept(validator: &Validator, value: &Value) {
    let errors: Vec<_> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value}");
}

#[test]
fn it_is_a_schema_of_2020_12() {
    let schema = schema();
    jsonschema::draft202012::meta::validate(&schema).expect("the metaschema accepts it");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let all = jsonschema::draft202012::new(&schema).expect("a schema");
    assert!(all.is_valid(&json!({"type": "ready", "table": "h4s9v1k2m7xd"})));
    assert!(all.is_valid(&json!({"type": "goodbye", "reason": "restart"})));
    assert!(all.is_valid(&json!({"type": "goodbye", "reason": "restart", "retry_ms": 120})));
    assert!(!all.is_valid(&json!({"type": "goodbye", "reason": "restart", "retry_ms": "soon"})));
    assert!(all.is_valid(&json!({"action": "D3"})));
    assert!(!all.is_valid(&json!({"type": "nonsense"})));
    assert!(!all.is_valid(&json!("hello")));
}

/// Plays random deals, and checks every turn as a document, and the end as events and
/// views.
fn check<G: WireGame>(options: &G::Options, deals: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (documents, events) = (validator("DecisionDocument"), validator("DealEvent"));
    let views = validator("GameView");
    for deal in 0..deals {
        let dealer = Seat::new((deal % G::seats_for(options)) as u8);
        let mut state = sharing::deal::<G>(options, dealer, &mut rng);
        let mut told: Vec<Vec<DealEvent>> = vec![Vec::new(); state.seats()];
        while let Some(seat) = state.current_player() {
            let document = DecisionDocument::of(&state, told[seat.index()].clone()).unwrap();
            accept(&documents, &serde_json::to_value(&document).unwrap());
            let legal = state.legal_actions();
            let action = legal[rng.next_u64() as usize % legal.len()];
            let before = state.view(Observer::Public);
            let all = DealEvent::list::<G>(before, state.apply(action).unwrap());
            for event in &all {
                accept(&events, &serde_json::to_value(event).unwrap());
            }
            for (seat, told) in Seat::all(told.len()).zip(&mut told) {
                let observer = Observer::Seat(seat);
                told.extend(all.iter().filter_map(|event| event.redact(observer)));
            }
        }
        let view = G::wire_view(state.view(Observer::Public));
        accept(&views, &serde_json::to_value(view).unwrap());
    }
}

#[test]
fn random_deals_of_every_kind_are_accepted() {
    for kind in every_kind() {
        on_game!(GameOptions, &kind, |options: G| check::<G>(options, 6));
    }
}

/// Options of every game and number of players.
fn every_kind() -> Vec<GameOptions> {
    let read = |(name, options): (&str, Value)| {
        serde_json::from_value(json!({"name": name, "options": options})).unwrap()
    };
    let trset = [2, 3, 4].into_iter().flat_map(|players| {
        ["trset", "kifameno"].map(|variant| {
            (
                "trset",
                json!({"variant": variant, "players": players, "cappotto": variant == "kifameno"}),
            )
        })
    });
    let tarok =
        [json!({}), json!({"open_berac": true, "rewarded_klop": true}), json!({"players": 4})];
    let tablic = [2, 3, 4, 6].map(|players| ("tablic", json!({"players": players})));
    let all = trset.chain(tarok.map(|options| ("tarok", options))).chain(tablic);
    all.map(read).collect()
}

#[test]
fn what_the_types_refuse_is_refused() {
    let client = validator("ClientMessage");
    let act = json!({"type": "act", "table": "t", "seq": 7, "action": "D3"});
    accept(&client, &act);
    let with = |name: &str, value: Value| {
        let mut changed = act.clone();
        changed[name] = value;
        changed
    };
    for wrong in [
        json!({"type": "act", "table": "t", "seq": 7}),
        json!({"type": "fly"}),
        json!([]),
        with("seq", json!("7")),
        with("seq", json!(-1)),
        with("seq", json!(1.5)),
        with("action", json!(null)),
        with("colour", json!(1)),
    ] {
        assert!(!client.is_valid(&wrong), "{wrong}");
        let read = serde_json::from_value::<vzetek_protocol::ClientMessage>(wrong.clone());
        assert!(read.is_err(), "{wrong}");
    }
    let documents = validator("DecisionDocument");
    let good = json!({
        "view": document_of_tablic()["view"], "legal": ["H2"], "events": []
    });
    accept(&documents, &good);
    for (name, value) in [
        ("view", json!({"game": "bridge"})),
        ("view", json!(null)),
        ("legal", json!("H2")),
        ("legal", json!([2])),
        ("events", json!([{"game": "tablic", "type": "flown"}])),
        ("move_ms", json!(-1)),
        ("colour", json!(1)),
    ] {
        let mut wrong = good.clone();
        wrong[name] = value;
        assert!(!documents.is_valid(&wrong), "{wrong}");
    }
}

fn document_of_tablic() -> Value {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let options = vzetek_tablic::Options::new(2).unwrap();
    let deal = sharing::deal::<vzetek_tablic::Tablic>(&options, Seat::new(0), &mut rng);
    serde_json::to_value(DecisionDocument::of(&deal, Vec::new()).unwrap()).unwrap()
}
