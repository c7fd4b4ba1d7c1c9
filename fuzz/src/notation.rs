//! Text notations.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use vzetek_game::Game;
use vzetek_game::fair::{Commitment, NonceHash, Secret};
use vzetek_protocol::{for_each_game, games};
use vzetek_trset::{Declaration, from_thesis_notation, to_thesis_notation};

/// Reads the text as a card, a declaration, an action, a secret, a hash and as
/// the options of every game. Returns the number of readings that succeed.
///
/// # Panics
/// If something that was read is not written back letter by letter, or options
/// do not come back from what they are written as.
pub fn notation(text: &str) -> usize {
    let trset = from_thesis_notation(text);
    if let Ok(card) = trset {
        assert_eq!(to_thesis_notation(card), text);
    }
    let lowered = text.to_lowercase();
    macro_rules! read {
        (() $($game:ident)*) => { 0 $(+ game::<games::$game>(text))* };
    }
    let of_games = for_each_game!(read!());
    let others = [
        usize::from(trset.is_ok()),
        reads::<Declaration>(text, text),
        reads::<Secret>(text, &lowered),
        reads::<Commitment>(text, &lowered),
        reads::<NonceHash>(text, &lowered),
    ];
    of_games + others.iter().sum::<usize>()
}

fn game<G: Game>(text: &str) -> usize {
    reads::<G::Card>(text, text) + reads::<G::Action>(text, text) + options::<G::Options>(text)
}

/// Returns 1 if the text is a `T`, which is then written so.
fn reads<T: FromStr + Display>(text: &str, written: &str) -> usize {
    let Ok(value) = text.parse::<T>() else { return 0 };
    assert_eq!(value.to_string(), written);
    1
}

fn options<O: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) -> usize {
    let Ok(options) = serde_json::from_str::<O>(text) else { return 0 };
    let written = serde_json::to_string(&options).expect("options can be written");
    assert_eq!(serde_json::from_str::<O>(&written).expect("and read again"), options);
    1
}
