//! docs/PROTOCOL.md and docs/protocol cannot drift: every message in them is read
//! by the types of the wire and must come back the same, and whatever the types
//! know must be mentioned.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use vzetek_game::{Observer, record};
use vzetek_protocol::games::{DealtCards, WireGame};
use vzetek_protocol::{
    ClientMessage, DealEvent, DecisionAnswer, DecisionDocument, ErrorBody, ErrorCode, GameOptions,
    MAX_CHAT_CHARS, MAX_MESSAGE_BYTES, ServerMessage, TableConfig, VERSION, on_game, rest,
    schema::schema,
};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The parts of the protocol that all games share.
const CORE: &str = "docs/PROTOCOL.md";

/// The page for authors of bots.
const BOTS: &str = "docs/BOTS.md";

/// A file of the documentation.
fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("the document is there")
}

/// Every file about the wire.
fn documents() -> Vec<String> {
    let folder = fs::read_dir(root().join("docs/protocol")).expect("the folder is there");
    let names = folder.map(|entry| entry.expect("an entry").file_name().into_string());
    let beside = names.map(|name| format!("docs/protocol/{}", name.expect("a name in Unicode")));
    std::iter::once(CORE.to_owned()).chain(beside).collect()
}

/// A fenced block: its line, what stands behind the fence, and its text.
fn blocks(document: &str) -> Vec<(usize, String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String, String)> = None;
    for (index, line) in document.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((index + 1, info.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, _, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => (),
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// The messages of a conversation: who speaks, and what.
fn messages(text: &str) -> Vec<(char, String)> {
    let mut messages: Vec<(char, String)> = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("C: ") {
            messages.push(('C', rest.to_owned()));
        } else if let Some(rest) = line.strip_prefix("S: ") {
            messages.push(('S', rest.to_owned()));
        } else {
            let (_, message) = messages.last_mut().expect("a conversation starts with C: or S:");
            message.push_str(line);
        }
    }
    messages
}

/// Reads the text as a `T`; what is written again must say no more and no
/// less, apart from fields that may be left out.
fn read<T: DeserializeOwned + Serialize>(text: &str, place: &str) -> T {
    let told: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{place}: {e}\n{text}"));
    let read: T = serde_json::from_str(text).unwrap_or_else(|e| panic!("{place}: {e}\n{text}"));
    let written = serde_json::to_value(&read).unwrap();
    if let Err(difference) = contains(&written, &told, "") {
        panic!("{place}: {difference}\n{text}");
    }
    read
}

/// Checks that everything in `told` stands in `written`.
fn contains(written: &Value, told: &Value, path: &str) -> Result<(), String> {
    match (written, told) {
        (Value::Object(written), Value::Object(told)) => {
            told.iter().try_for_each(|(key, told)| match written.get(key) {
                Some(written) => contains(written, told, &format!("{path}.{key}")),
                None => Err(format!("{path}.{key} is not a field of it")),
            })
        }
        (Value::Array(written), Value::Array(told)) if written.len() == told.len() => {
            let mut pairs = written.iter().zip(told).enumerate();
            pairs.try_for_each(|(i, (w, t))| contains(w, t, &format!("{path}[{i}]")))
        }
        // Time stamps may be written with fewer zeros.
        (Value::String(w), Value::String(t)) if w.ends_with('Z') && t.ends_with('Z') => {
            let bare = |text: &str| text.trim_end_matches(['0', 'Z', '.']).to_owned();
            if bare(w) == bare(t) { Ok(()) } else { Err(format!("{path}: {w} instead of {t}")) }
        }
        _ if written == told => Ok(()),
        _ => Err(format!("{path}: {written} instead of {told}")),
    }
}

/// Reads a message of the server, which stands there in full: no field may be
/// missing.
fn read_in_full<T: DeserializeOwned + Serialize>(text: &str, place: &str) -> T {
    let read: T = read(text, place);
    let told: Value = serde_json::from_str(text).unwrap();
    if let Err(difference) = contains(&told, &serde_json::to_value(&read).unwrap(), "") {
        panic!("{place}: left out: {difference}\n{text}");
    }
    read
}

/// Returns what checks one kind of message by the JSON Schema.
fn validator(kind: &str) -> impl Fn(&str, &str) {
    let schema = schema();
    let one = json!({"$ref": format!("#/$defs/{kind}"), "$defs": schema["$defs"]});
    let validator = jsonschema::draft202012::new(&one).expect("a schema");
    let kind = kind.to_owned();
    move |text, place| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        let errors = validator.iter_errors(&value);
        let errors: Vec<_> =
            errors.map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{place}: the schema of {kind} refuses it: {errors:#?}\n{text}");
    }
}

#[test]
fn every_message_of_the_documents_is_one() {
    let by_schema_of_client = validator("ClientMessage");
    let by_schema_of_server = validator("ServerMessage");
    let (mut client, mut server) = (BTreeSet::new(), BTreeSet::new());
    let mut events = BTreeSet::new();
    let names = documents();
    let blocks = names.iter().flat_map(|name| {
        blocks(&document(name)).into_iter().map(move |block| (name.as_str(), block))
    });
    for (name, (line, info, text)) in blocks {
        let place = format!("{name}:{line}");
        match info.as_str() {
            "conversation" => {
                for (who, text) in messages(&text) {
                    let value: Value = serde_json::from_str(&text)
                        .unwrap_or_else(|e| panic!("{place}: {e}\n{text}"));
                    let name = value["type"].as_str().unwrap_or_default().to_owned();
                    if who == 'C' {
                        read::<ClientMessage>(&text, &place);
                        by_schema_of_client(&text, &place);
                        client.insert(name);
                    } else {
                        read_in_full::<ServerMessage>(&text, &place);
                        by_schema_of_server(&text, &place);
                        server.insert(name);
                        events.extend(value["event"]["type"].as_str().map(str::to_owned));
                    }
                }
            }
            "python" => (),
            "json NewGuest" => drop(read::<rest::NewGuest>(&text, &place)),
            "json PresenceSetting" => drop(read_in_full::<rest::PresenceSetting>(&text, &place)),
            "json Session" => drop(read_in_full::<rest::Session>(&text, &place)),
            "json TableConfig" => drop(read::<TableConfig>(&text, &place)),
            "json CreatedTable" => drop(read_in_full::<rest::CreatedTable>(&text, &place)),
            "json Credentials" => drop(read::<rest::Credentials>(&text, &place)),
            "json ChangePassword" => drop(read::<rest::ChangePassword>(&text, &place)),
            "json PageSettings" => drop(read_in_full::<rest::PageSettings>(&text, &place)),
            "json NewBot" => drop(read::<rest::NewBot>(&text, &place)),
            "json BotAccount" => drop(read_in_full::<rest::BotAccount>(&text, &place)),
            "json GameRecord" => check_record(&read_in_full(&text, &place)),
            "json LeaderboardLine" => drop(read_in_full::<rest::LeaderboardLine>(&text, &place)),
            "json Profile" => drop(read_in_full::<rest::Profile>(&text, &place)),
            "json RatingPoint" => drop(read_in_full::<rest::RatingPoint>(&text, &place)),
            "json MatchSummary" => drop(read_in_full::<rest::MatchSummary>(&text, &place)),
            "json PlayerStatistics" => {
                read_in_full::<rest::PlayerStatistics>(&text, &place);
            }
            "json Health" => drop(read_in_full::<rest::Health>(&text, &place)),
            "json DecisionDocument" => {
                read_in_full::<DecisionDocument>(&text, &place);
                validator("DecisionDocument")(&text, &place);
            }
            "json DecisionAnswer" => {
                read_in_full::<DecisionAnswer>(&text, &place);
                validator("DecisionAnswer")(&text, &place);
            }
            "json ErrorBody" => drop(read_in_full::<ErrorBody>(&text, &place)),
            other => panic!("{place}: what is {other:?}?"),
        }
    }
    assert_eq!(client, variants::<ClientMessage>("{\"type\":\"?\"}"));
    assert_eq!(server, variants::<ServerMessage>("{\"type\":\"?\"}"));
    assert_eq!(events, variants::<vzetek_protocol::TableEvent>("{\"type\":\"?\"}"));
}

/// The documents name the values that the rules know.
#[test]
fn the_values_of_options_stand_in_the_documents() {
    use vzetek_game::options::listed;
    let targets = |values: &[u8]| format!("| `target` | none | {}: ", listed(values));
    let (trset, tablic) = (vzetek_trset::Options::TARGETS, vzetek_tablic::Options::TARGETS);
    let small = |players: &u8| *players <= 6;
    let at_tables: Vec<u8> = vzetek_tablic::Players::ALL.into_iter().filter(small).collect();
    let radelci = vzetek_tarok::Options::OPEN_RADELCI;
    let players = |values: &[u8]| format!("| `players` | must be given | {} |", listed(values));
    for (document, told) in [
        ("docs/protocol/trset.md", targets(&trset)),
        ("docs/protocol/trset.md", players(&vzetek_trset::Options::PLAYERS)),
        ("docs/RULES.md", format!("With a target ({} points)", listed(&trset))),
        ("docs/protocol/tablic.md", targets(&tablic)),
        ("docs/protocol/tablic.md", players(&at_tables)),
        ("docs/RULES.md", format!("a target of {} points", listed(&tablic))),
        ("docs/protocol/tarok.md", format!("({}), and `compulsory`", listed(&radelci))),
        ("docs/RULES.md", format!("each costs {} at the end", listed(&radelci[1..]))),
    ] {
        let text = fs::read_to_string(root().join(document)).unwrap().replace('\n', " ");
        assert!(text.contains(&told), "{document} should say {told:?}");
    }
}

/// Rows of the tables of a document, by their first word.
fn rows(document: &str) -> BTreeSet<String> {
    let first = document.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    first.map(|(word, _)| word.to_owned()).collect()
}

#[test]
fn the_events_and_phases_of_tarok_are_told() {
    let rows = rows(&document("docs/protocol/tarok.md"));
    let events = variants::<vzetek_tarok::Event>("{\"type\":\"?\"}");
    let phases = variants::<vzetek_tarok::Phase>("{\"name\":\"?\"}");
    let missing: Vec<_> = events.union(&phases).filter(|word| !rows.contains(*word)).collect();
    assert!(missing.is_empty(), "the tables lack {missing:?}");
}

#[test]
fn the_events_and_phases_of_tablic_are_told() {
    let rows = rows(&document("docs/protocol/tablic.md"));
    let events = variants::<vzetek_tablic::Event>("{\"type\":\"?\"}");
    let phases = variants::<vzetek_tablic::Phase>("{\"name\":\"?\"}");
    let missing: Vec<_> = events.union(&phases).filter(|word| !rows.contains(*word)).collect();
    assert!(missing.is_empty(), "the tables lack {missing:?}");
}

#[test]
fn the_facts_of_every_game_are_told() {
    let document = document("docs/protocol/coach.md");
    let unknown = "{\"fact\":\"?\"}";
    for (title, facts) in [
        ("## Tršet and kifameno\n", variants::<vzetek_trset::Fact>(unknown)),
        ("## Tarok\n", variants::<vzetek_tarok::Fact>(unknown)),
        ("## Tablić\n", variants::<vzetek_tablic::Fact>(unknown)),
    ] {
        let (_, section) = document.split_once(title).expect("a section for each game");
        let section = section.split("\n## ").next().unwrap_or_default();
        assert_eq!(rows(section), facts, "{title}");
    }
}

/// The types of message that serde knows, as it lists them in its error.
fn variants<T: DeserializeOwned>(unknown: &str) -> BTreeSet<String> {
    let Err(error) = serde_json::from_str::<T>(unknown) else { panic!("? is known") };
    let error = error.to_string();
    let (_, list) = error.split_once("expected").expect("a list of variants");
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The record in the document is a real one: the deal follows from its secret,
/// and the steps that are shown are its first.
fn check_record(record: &rest::GameRecord) {
    assert!(record.commitment.holds_for(&record.secret));
    on_game!(GameOptions, &record.options, |options: G| check_deal::<G>(record, options));
}

fn check_deal<G: WireGame>(record: &rest::GameRecord, options: &G::Options) {
    let mut deal: G = record::deal(options, record.dealer, &record.secret, &record.nonces).unwrap();
    assert_eq!(G::wire_view(deal.view(Observer::Public)), record.start);
    assert_eq!(DealtCards::of(&deal), record.cards);
    assert_eq!(deal.open_zones(), record.zones);
    assert_eq!(G::wire_status(G::status(&deal.view(Observer::Public))), record.status);
    for step in &record.steps {
        assert_eq!(deal.current_player(), Some(step.moved.seat));
        let before = deal.view(Observer::Public);
        let events = deal.apply(step.moved.action.parse().unwrap()).unwrap();
        let status = G::status(&deal.view(Observer::Public));
        let changed = (status != G::status(&before)).then(|| G::wire_status(status));
        assert_eq!(DealEvent::list::<G>(before, events), step.events);
        assert_eq!(changed, step.status);
    }
}

#[test]
fn every_error_code_is_in_the_table_with_its_status() {
    let document = document(CORE);
    let unknown = serde_json::from_str::<ErrorCode>(r#""""#).unwrap_err().to_string();
    let names: Vec<&str> = unknown.split('`').skip(3).step_by(2).collect();
    for name in &names {
        let code: ErrorCode = serde_json::from_value(json!(name)).unwrap();
        assert_eq!(code.to_string(), *name);
        let row = format!("| `{code}` | {} |", code.status());
        assert!(document.contains(&row), "the table of errors lacks {row}");
    }
    let (_, errors) = document.split_once("## Errors").unwrap();
    let (errors, _) = errors.split_once("\n## ").unwrap();
    let rows = errors.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, names.len(), "the table of errors has others");
}

#[test]
fn version_and_limits_are_the_ones_of_the_code() {
    let document = document(CORE);
    assert!(document.contains(&format!("this document describes: **{VERSION}**")));
    assert!(document.contains(&format!("| a message to the server | {MAX_MESSAGE_BYTES} bytes;")));
    assert!(document.contains(&format!("| a line of chat | {MAX_CHAT_CHARS} characters,")));
    let nonce = vzetek_game::fair::MAX_NONCE_BYTES;
    assert!(document.contains(&format!("| a nonce | {nonce} bytes of UTF-8 |")));
}

#[test]
fn bots_are_the_ones_that_are_kept_as_files() {
    for (name, file) in [(CORE, "docs/examples/bot.py"), (BOTS, "docs/examples/mybot.py")] {
        let kept = fs::read_to_string(root().join(file)).unwrap();
        let document = document(name);
        let blocks = blocks(&document);
        let (_, _, shown) = blocks.iter().find(|(_, info, _)| info == "python").unwrap();
        assert_eq!(shown, &kept, "{name}");
    }
}
