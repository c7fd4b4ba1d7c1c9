//! Every notation: reading never panics, and what is read is written back the
//! same, letter by letter.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vzetek_game::fair::{Commitment, Secret};
use vzetek_trset::{Action, Card, Declaration, Options};

fuzz_target!(|text: &str| {
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string(), text);
    }
    if let Ok(card) = Card::from_seed_notation(text) {
        assert_eq!(card.to_seed_notation(), text);
    }
    if let Ok(declaration) = text.parse::<Declaration>() {
        assert_eq!(declaration.to_string(), text);
    }
    if let Ok(action) = text.parse::<Action>() {
        assert_eq!(action.to_string(), text);
    }
    if let Ok(secret) = text.parse::<Secret>() {
        assert_eq!(secret.to_string(), text.to_lowercase());
    }
    if let Ok(commitment) = text.parse::<Commitment>() {
        assert_eq!(commitment.to_string(), text.to_lowercase());
    }
    if let Ok(options) = serde_json::from_str::<Options>(text) {
        let written = serde_json::to_string(&options).unwrap();
        assert_eq!(serde_json::from_str::<Options>(&written).unwrap(), options);
    }
});
