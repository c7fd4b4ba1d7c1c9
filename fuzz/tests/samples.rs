//! The fuzz targets' functions over the samples and over what chance makes of
//! them: few inputs beside those of a fuzzer, but on every machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vzetek_fuzz::{deal, message, notation, record};
use vzetek_protocol::ClientMessage;

/// The number of inputs that are made of each sample.
const SPOILT: u32 = 300;

/// The samples of a target, by the names of their files.
fn samples(target: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(target);
    let files = fs::read_dir(&folder).expect("the folder is there").map(|file| {
        let path = file.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("text"))
    });
    files.collect()
}

/// The samples with some bytes changed, left out, doubled or taken from another
/// sample.
fn spoilt(samples: &BTreeMap<String, String>) -> impl Iterator<Item = Vec<u8>> {
    let mut rng = ChaCha8Rng::seed_from_u64(16);
    let others: Vec<&[u8]> = samples.values().map(String::as_bytes).collect();
    others.clone().into_iter().flat_map(move |sample| {
        let inputs: Vec<_> = (0..SPOILT).map(|_| spoil(sample, &others, &mut rng)).collect();
        inputs
    })
}

fn spoil(sample: &[u8], others: &[&[u8]], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for _ in 0..=below(4, rng) {
        let at = below(bytes.len(), rng);
        match below(5, rng) {
            0 if at < bytes.len() => bytes[at] = rng.next_u32() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << below(7, rng),
            2 => drop(bytes.drain(at..(at + 1 + below(8, rng)).min(bytes.len()))),
            3 => bytes.extend_from_within(at..),
            _ => {
                let other = others[below(others.len(), rng)];
                bytes.truncate(at);
                bytes.extend_from_slice(&other[below(other.len(), rng)..]);
            }
        }
    }
    bytes
}

/// A number below `most`, or 0.
fn below(most: usize, rng: &mut ChaCha8Rng) -> usize {
    rng.next_u32() as usize % most.max(1)
}

#[test]
fn notations() {
    let samples = samples("notation");
    for (name, text) in &samples {
        assert_ne!(notation(text), 0, "{name} is read as something");
    }
    let read = spoilt(&samples).filter(|bytes| notation(&String::from_utf8_lossy(bytes)) > 0);
    assert!(read.count() > samples.len(), "some of what chance makes is a notation, too");
}

#[test]
fn records() {
    let samples = samples("record");
    for (name, text) in &samples {
        let json: serde_json::Value = serde_json::from_str(text).expect("JSON");
        let actions = json["actions"].as_array().expect("a list").len();
        assert_eq!(record(text.as_bytes()), Some(actions), "{name}");
        let cut = text.rsplit_once(',').expect("several actions").0.to_owned() + "]}";
        assert_eq!(record(cut.as_bytes()), Some(actions - 1), "{name} without its end");
    }
    for bytes in spoilt(&samples) {
        record(&bytes);
    }
}

/// Every game of every number of players comes to its end, and meets actions
/// that its rules refuse.
#[test]
fn deals() {
    let mut over: BTreeMap<&str, u32> = BTreeMap::new();
    let mut refused: BTreeSet<&str> = BTreeSet::new();
    for game in 0..3 {
        for choice in 0..64_u8 {
            let mut rng = ChaCha8Rng::seed_from_u64(u64::from(choice));
            let mut bytes = vec![game, choice, choice.wrapping_mul(7)];
            bytes.extend((0..600).map(|_| rng.next_u32() as u8));
            let Some(played) = deal(&bytes) else { continue };
            assert!(played.over, "{choice}: {played:?}");
            *over.entry(played.game).or_default() += 1;
            if played.refused > 0 {
                refused.insert(played.game);
            }
        }
    }
    // Tršet knows tables of two, three and four, and kifameno no declarations, but four alone.
    assert_eq!(over, BTreeMap::from([("tablic", 64), ("tarok", 64), ("trset", 40)]));
    assert_eq!(refused.len(), 3, "{refused:?}");
}

#[test]
fn messages() {
    let samples = samples("message");
    let mut types: BTreeSet<&str> = ClientMessage::TYPES.iter().copied().collect();
    for (name, text) in &samples {
        let of = message(text).expect("a message or a body");
        assert!(of == name || of == "body", "{name} is read as {of}");
        types.remove(of);
    }
    assert_eq!(types, BTreeSet::new(), "of these there is no sample");
    for bytes in spoilt(&samples) {
        message(&String::from_utf8_lossy(&bytes));
    }
}
