//! Fair deals as somebody else would check them: from the words of
//! docs/protocol/fair-deals.md, with nothing but SHA-256 and a ChaCha20 written out here.

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use vzetek_game::fair::{Nonces, Secret, shuffle};

/// The ChaCha20 key stream of RFC 8439's block function with Bernstein's
/// 64-bit counter and stream number, both from 0, as 32-bit words.
struct KeyStream {
    key: [u32; 8],
    counter: u64,
    words: std::vec::IntoIter<u32>,
}

impl KeyStream {
    fn new(key: [u8; 32]) -> Self {
        let word = |i: usize| u32::from_le_bytes(key[4 * i..4 * i + 4].try_into().unwrap());
        Self { key: std::array::from_fn(word), counter: 0, words: Vec::new().into_iter() }
    }

    fn next(&mut self) -> u32 {
        if let Some(word) = self.words.next() {
            return word;
        }
        self.words = self.block().into_iter();
        self.counter += 1;
        self.words.next().unwrap()
    }

    fn block(&self) -> Vec<u32> {
        let mut start = vec![0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
        start.extend(self.key);
        start.extend([self.counter as u32, (self.counter >> 32) as u32, 0, 0]);
        let mut w = start.clone();
        let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
            for (x, y, z, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                w[x] = w[x].wrapping_add(w[y]);
                w[z] = (w[z] ^ w[x]).rotate_left(turn);
            }
        };
        for _ in 0..10 {
            quarter(0, 4, 8, 12);
            quarter(1, 5, 9, 13);
            quarter(2, 6, 10, 14);
            quarter(3, 7, 11, 15);
            quarter(0, 5, 10, 15);
            quarter(1, 6, 11, 12);
            quarter(2, 7, 8, 13);
            quarter(3, 4, 9, 14);
        }
        w.iter().zip(&start).map(|(a, b)| a.wrapping_add(*b)).collect()
    }
}

fn by_the_document(pack: &mut [u8], secret: [u8; 32], nonces: &[String], attempt: u32) {
    let mut text = b"vzetek deal 1".to_vec();
    text.extend(secret);
    text.extend(attempt.to_le_bytes());
    for nonce in nonces {
        text.push(nonce.len() as u8);
        text.extend(nonce.as_bytes());
    }
    let mut stream = KeyStream::new(Sha256::digest(&text).into());
    for last in (1..pack.len()).rev() {
        let bound = last as u64 + 1;
        let whole = (1u64 << 32) / bound * bound;
        let word = std::iter::repeat_with(|| u64::from(stream.next())).find(|&word| word < whole);
        pack.swap(last, (word.unwrap() % bound) as usize);
    }
}

proptest! {
    #[test]
    fn the_shuffle_is_the_documents(
        secret: [u8; 32],
        texts in prop::collection::vec("\\PC{0,16}", 0..5),
        attempt in 0u32..3,
        size in 1u8..=64,
    ) {
        let nonces = Nonces::try_from(texts.clone()).unwrap();
        let mut ours: Vec<u8> = (0..size).collect();
        let mut theirs = ours.clone();
        shuffle(&mut ours, &Secret::new(secret), &nonces, attempt);
        by_the_document(&mut theirs, secret, &texts, attempt);
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn the_commitment_is_the_hash_of_the_secret(bytes: [u8; 32]) {
        let secret = Secret::new(bytes);
        let hash: [u8; 32] = Sha256::digest(bytes).into();
        prop_assert_eq!(secret.commitment().to_string(), hex::encode(hash));
        prop_assert_eq!(secret.to_string(), hex::encode(bytes));
    }
}

#[test]
fn nonces_read_from_json_are_measured_too() {
    let fine: Nonces = serde_json::from_str(r#"["", "burja"]"#).unwrap();
    assert_eq!(serde_json::to_string(&fine).unwrap(), r#"["","burja"]"#);
    let long = format!(r#"["{}"]"#, "x".repeat(65));
    let error = serde_json::from_str::<Nonces>(&long).unwrap_err();
    assert!(error.to_string().contains("at most 64 bytes"), "{error}");
}

/// Deals that other implementations check themselves against, such as the
/// page's (web/src/lib/fair).
fn vectors() -> String {
    let deal = |first: u8, nonces: &[&str], attempt: u32, size: u8| {
        let secret = Secret::new(std::array::from_fn(|i| first.wrapping_add(i as u8 * 7)));
        let texts: Vec<String> = nonces.iter().map(|&text| text.to_owned()).collect();
        let mut order: Vec<u8> = (0..size).collect();
        shuffle(&mut order, &secret, &Nonces::try_from(texts.clone()).unwrap(), attempt);
        format!(
            "  {{\"secret\": \"{secret}\", \"commitment\": \"{}\", \"nonces\": {}, \
             \"attempt\": {attempt}, \"order\": {}}}",
            secret.commitment(),
            serde_json::to_string(&texts).unwrap(),
            serde_json::to_string(&order).unwrap(),
        )
    };
    let long = "ž".repeat(32);
    let deals = [
        deal(0, &["", ""], 0, 40),
        deal(1, &["", "burja"], 0, 40),
        deal(2, &["maestral", "bóra 🂡", "x"], 0, 39),
        deal(3, &[&long, "", "", "tramontana"], 0, 40),
        deal(4, &["", "burja"], 258, 40),
        deal(255, &["a"], 1, 54),
    ];
    format!("[\n{}\n]\n", deals.join(",\n"))
}

#[test]
fn the_vectors_for_others_are_up_to_date() {
    let kept = include_str!("fair.json");
    assert_eq!(kept, vectors(), "tests/fair.json should hold the second text");
}
