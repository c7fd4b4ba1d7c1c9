//! Two checkers of recorded deals, `vzetek-lab verify` and
//! docs/examples/verify.py, come to the same on the deals of docs/protocol
//! and on what a dishonest house could make of them.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use vzetek_game::fair::{NonceHash, Nonces, Secret};
use vzetek_game::{Seat, record};
use vzetek_protocol::games::DealtCards;
use vzetek_tarok::{Options, Tarok};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The records that the document shows. They are cut short, so that only what
/// belongs to the shuffle can be checked of them.
fn records() -> Vec<Value> {
    let record = |game| {
        let path = root().join(format!("docs/protocol/{game}.md"));
        let document = std::fs::read_to_string(path).expect("a document");
        let (_, block) = document.split_once("```json GameRecord\n").expect("a record");
        let (text, _) = block.split_once("```").expect("the end of the block");
        serde_json::from_str(text).expect("a record")
    };
    ["trset", "tarok", "tablic"].map(record).to_vec()
}

/// Runs a program with the record as its input; what it says if it objects.
fn objection(mut program: Command, record: &Value, seen: Option<&Value>) -> Option<String> {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    if let Some(seen) = seen {
        write!(file, "{seen}").expect("written");
        program.arg("--seen").arg(file.path());
    }
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    write!(child.stdin.take().expect("an input"), "{record}").expect("written");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then_some(said)
}

fn by_python(record: &Value, seen: Option<&Value>) -> Option<String> {
    let mut program = Command::new("python3");
    program.arg(root().join("docs/examples/verify.py"));
    objection(program, record, seen)
}

/// Of a record that is cut short the laboratory has another objection when the
/// shuffle is as it must be: that there are fewer actions.
fn by_the_laboratory(record: &Value, seen: Option<&Value>) -> Option<String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    program.args(["verify", "-"]);
    let said = objection(program, record, seen)?;
    (!said.contains("the number of actions")).then_some(said)
}

fn changed(record: &Value, change: impl FnOnce(&mut Value)) -> Value {
    let mut record = record.clone();
    change(&mut record);
    record
}

fn refused(record: &Value, seen: Option<&Value>, why: &str) {
    let said = by_python(record, seen).expect(why);
    assert!(said.contains(why), "{said}");
}

#[test]
fn the_deals_of_the_document_are_fair() {
    for record in records() {
        assert_eq!(by_python(&record, None), None);
        assert_eq!(by_the_laboratory(&record, None), None);
        // A deal recorded before there were hashes, by the older rule.
        let old = changed(&record, |record| {
            let record = record.as_object_mut().expect("an object");
            record.remove("nonce_hashes");
            record.remove("dropped");
        });
        assert_eq!(by_python(&old, None), None);
        assert_eq!(by_the_laboratory(&old, None), None);
    }
}

#[test]
fn a_nonce_chosen_after_the_commitment_is_refused() {
    for record in records() {
        for seat in 0..record["nonces"].as_array().expect("a list").len() {
            let chosen = changed(&record, |record| record["nonces"][seat] = json!("chosen last"));
            refused(&chosen, None, "is not the one that was committed to");
            let said = by_the_laboratory(&chosen, None).expect("refused");
            assert!(said.contains("is not the one that was committed to"), "{said}");
        }
    }
}

#[test]
fn a_player_sees_what_was_not_so_before() {
    let record = records().remove(0);
    let told = json!({
        "commitment": record["commitment"],
        "nonce_hashes": record["nonce_hashes"],
        "seat": 1,
        "nonce": "burja ž 7",
    });
    assert_eq!(by_python(&record, Some(&told)), None);
    assert_eq!(by_the_laboratory(&record, Some(&told)), None);
    // The house had committed to one nonce, and says another one now.
    let house = changed(&told, |told| {
        told["nonce_hashes"][0] = json!(NonceHash::of("the house's").to_string());
    });
    refused(&record, Some(&house), "the list of hashes");
    let other = changed(&told, |told| told["commitment"] = json!("0".repeat(64)));
    refused(&record, Some(&other), "another shuffle was promised");
    let not_mine = changed(&told, |told| told["nonce"] = json!("another"));
    refused(&record, Some(&not_mine), "your nonce is not in it");
    let hidden = changed(&told, |told| told["earlier"] = json!(["0".repeat(64)]));
    refused(&record, Some(&hidden), "the record hides it");
}

/// The shuffle, as the record of a deal of tarok has it.
fn dealt(options: &Options, dealer: Seat, secret: Secret) -> Value {
    let nonces = Nonces::none(options.seats());
    let deal: Tarok = record::deal(options, dealer, &secret, &nonces).expect("a deal");
    json!({
        "id": "dealt",
        "options": { "name": "tarok", "options": options },
        "dealer": dealer,
        "secret": secret,
        "commitment": secret.commitment(),
        "nonces": nonces,
        "nonce_hashes": vec![Value::Null; options.seats()],
        "cards": DealtCards::of(&deal),
    })
}

#[test]
fn a_prepared_deal_is_the_one_that_the_shuffle_chooses() {
    let options = Options { prepared: true, ..Options::default() };
    for byte in 0..16 {
        let record = dealt(&options, Seat::new(byte % 3), Secret::new([byte; 32]));
        assert_eq!(by_python(&record, None), None);
        let shuffled = changed(&record, |record| record["options"]["options"] = json!({}));
        refused(&shuffled, None, "these are not the hands");
    }
}

/// The last secret is the document's: its first shuffle leaves a hand without a tarok,
/// and is thrown in.
#[test]
fn four_players_of_tarok_are_dealt_as_the_document_says() {
    let usual = Options::new(4).expect("four play");
    let mut thrown_in = [0; 32];
    thrown_in[..2].copy_from_slice(&[0x49, 0x01]);
    let secrets = (0..8).map(|byte| [byte; 32]).chain([thrown_in]);
    for (number, secret) in (0..).zip(secrets) {
        let options = Options { compulsory_klop: number % 2 == 0, ..usual };
        let record = dealt(&options, Seat::new(number % 4), Secret::new(secret));
        assert_eq!(by_python(&record, None), None);
        if secret == thrown_in {
            let talon = json!(["T17", "HK", "H1", "S10", "DC", "DQ"]);
            assert_eq!(record["cards"]["stock"], talon, "of the second shuffle");
        }
        let swapped = changed(&record, |record| record["cards"]["stock"][0] = json!("T22"));
        refused(&swapped, None, "these are not the cards left over");
        let of_three = changed(&record, |record| record["options"]["options"] = json!({}));
        refused(&of_three, None, "these are not the hands");
    }
}
