//! Card sets against the standard library's sets, for a pack as large as a
//! machine word and for a small one.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use proptest::prelude::*;
use vzetek_game::{Card, CardSet, NotationError};

/// A card of a pack of `SIZE` cards, written as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Number<const SIZE: u8>(u8);

impl<const SIZE: u8> Card for Number<SIZE> {
    const COUNT: u8 = SIZE;

    fn index(self) -> u8 {
        self.0
    }

    fn from_index(index: u8) -> Self {
        assert!(index < SIZE);
        Self(index)
    }
}

impl<const SIZE: u8> fmt::Display for Number<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const SIZE: u8> FromStr for Number<SIZE> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = text.parse().ok().filter(|&number| number < SIZE);
        number.map(Self).ok_or_else(|| NotationError::new(text, "a number below the pack's size"))
    }
}

fn check<const SIZE: u8>(a: &[u8], b: &[u8], card: u8) {
    let set = |numbers: &[u8]| -> BTreeSet<Number<SIZE>> {
        numbers.iter().map(|number| Number(number % SIZE)).collect()
    };
    let (plain_a, plain_b, card) = (set(a), set(b), Number::<SIZE>(card % SIZE));
    let (a, b): (CardSet<_>, CardSet<_>) =
        (plain_a.iter().copied().collect(), plain_b.iter().copied().collect());
    let list = |set: CardSet<Number<SIZE>>| set.iter().collect::<Vec<_>>();
    let plain = |set: BTreeSet<Number<SIZE>>| set.into_iter().collect::<Vec<_>>();

    assert_eq!(list(a), plain(plain_a.clone()));
    assert_eq!(
        a.iter().rev().collect::<Vec<_>>(),
        plain_a.iter().rev().copied().collect::<Vec<_>>()
    );
    assert_eq!((a.len(), a.is_empty()), (plain_a.len(), plain_a.is_empty()));
    assert_eq!((a.first(), a.last()), (plain_a.first().copied(), plain_a.last().copied()));
    assert_eq!(list(a & b), plain(&plain_a & &plain_b));
    assert_eq!(list(a | b), plain(&plain_a | &plain_b));
    assert_eq!(list(a - b), plain(&plain_a - &plain_b));
    assert_eq!(a.is_subset(b), plain_a.is_subset(&plain_b));
    assert_eq!(a.is_disjoint(b), plain_a.is_disjoint(&plain_b));
    assert_eq!(a.contains(card), plain_a.contains(&card));
    assert_eq!(list(CardSet::full() - a).len(), usize::from(SIZE) - plain_a.len());

    let (mut changed, mut plain_changed) = (a, plain_a.clone());
    assert_eq!(changed.insert(card), plain_changed.insert(card));
    assert_eq!((changed, list(changed)), (a.with(card), plain(plain_changed.clone())));
    assert_eq!(changed.remove(card), plain_changed.remove(&card));
    assert_eq!((changed, list(changed)), (a.without(card), plain(plain_changed)));

    let json = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<CardSet<Number<SIZE>>>(&json).unwrap(), a);
}

proptest! {
    #[test]
    fn card_sets_are_sets(
        a in prop::collection::vec(any::<u8>(), 0..80),
        b in prop::collection::vec(any::<u8>(), 0..80),
        card: u8,
    ) {
        check::<64>(&a, &b, card);
        check::<40>(&a, &b, card);
        check::<1>(&a, &b, card);
    }
}

#[test]
fn a_card_that_stands_there_twice_is_refused() {
    let error = serde_json::from_str::<CardSet<Number<40>>>(r#"["3","7","3"]"#).unwrap_err();
    assert!(error.to_string().contains("3 stands there twice"), "{error}");
    assert!(serde_json::from_str::<CardSet<Number<40>>>(r#"["40"]"#).is_err());
}
