//! The states of tables, by hand and in random order.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use serde_json::json;
use tokio::sync::mpsc;
use vzetek_store::TableRow;

use super::*;
use crate::connection::ConnectionId;
use crate::sources::Sources;
use crate::table::{Mail, StandIn, Unsent};

#[derive(Debug)]
struct Remote(Peer, AtomicBool);

impl StandIn for Remote {
    fn peer(&self) -> &Peer {
        &self.0
    }

    fn send(&self, _: Mail) -> Result<(), Unsent> {
        Err(Unsent::Closed)
    }

    fn watch_again(&self, _: ConnectionId, _: Option<&str>) {}

    fn end(&self) {
        self.1.store(true, Ordering::Relaxed);
    }

    fn is_gone(&self) -> bool {
        self.1.load(Ordering::Relaxed)
    }
}

fn peer(id: &str) -> Peer {
    Peer { id: id.parse().unwrap(), incarnation: 1 }
}

fn handle(mailbox: Mailbox, term: u64) -> TableHandle {
    let config = json!({ "game": { "name": "trset", "options": { "players": 2 } } });
    TableHandle {
        mailbox,
        creator: Some("ana".to_owned()),
        config: Arc::new(serde_json::from_value(config).unwrap()),
        invite: None,
        demo: false,
        term,
        seated: Arc::default(),
    }
}

fn here(term: u64) -> TableHandle {
    handle(Mailbox::Here(mpsc::channel(1).0), term)
}

fn elsewhere(id: &str, term: u64) -> TableHandle {
    let stand_in = Remote(peer(id), AtomicBool::new(false));
    handle(Mailbox::Elsewhere(Arc::new(stand_in)), term)
}

fn stored(id: &str, term: u64) -> StoredTable {
    StoredTable {
        row: TableRow {
            id: id.to_owned(),
            config: json!(null),
            creator: None,
            invite: None,
            created_at: Sources::system().utc(),
            seats: 2,
        },
        term,
        seats: Vec::new(),
        state: None,
        game: None,
        promises: Vec::new(),
    }
}

#[test]
fn a_table_that_is_being_opened_counts_as_one() {
    let (mut places, table) = (Places::default(), TableId::from("t"));
    assert!(places.begin(&table, "ana", 1) && places.is_ours(&table));
    assert!(!places.begin(&TableId::from("u"), "ana", 1));
    assert!(places.begin(&TableId::from("v"), "bor", 1));
    places.put(table.clone(), here(1));
    places.opened(&table);
    assert!(places.find(&table).is_some(), "the end of its opening does not close it");
    assert!(!places.begin(&TableId::from("u"), "ana", 1));
    places.opened(&TableId::from("v"));
    assert!(!places.knows(&TableId::from("v")), "it came to nothing");
    assert!(places.close(&table) && places.begin(&table, "ana", 1));
}

#[test]
fn what_is_to_be_rebuilt_keeps_its_order_and_a_late_word_does_not_take_it() {
    let mut places = Places::default();
    places.put("t".into(), elsewhere("a", 1));
    places.adopt(vec![stored("t", 2), stored("u", 5)]);
    assert!(places.is_late(&"t".into(), 1) && places.is_ours(&"t".into()));
    assert!(places.find(&"t".into()).is_none() && places.is_awaited(&"t".into()));
    places.lose(&"t".into(), &peer("a"), Instant::now());
    let next = |places: &Places| places.next_adopted().map(|stored| stored.row.id);
    assert_eq!(next(&places), Some("t".to_owned()));
    places.put_off();
    assert_eq!(next(&places), Some("u".to_owned()));
    assert!(places.leave(&"u".into()));
    places.put("t".into(), here(2));
    assert!(!places.has_adopted() && next(&places).is_none());
    assert_eq!(places.left().collect::<Vec<_>>(), [&TableId::from("u")]);
}

#[test]
fn a_table_is_on_its_way_for_a_while() {
    let (mut places, start, table) = (Places::default(), Instant::now(), TableId::from("t"));
    places.put(table.clone(), here(3));
    assert!(places.hand_over(&table, start) && !places.hand_over(&table, start));
    assert!(places.is_awaited(&table) && !places.is_ours(&table));
    assert!(places.is_late(&table, 2) && !places.is_late(&table, 4));
    assert!(places.forget_lost(start + MOVING / 2).is_empty());
    assert_eq!(places.forget_lost(start + MOVING), std::slice::from_ref(&table));
    assert!(!places.knows(&table));
}

#[test]
fn a_table_that_another_server_cannot_run_is_left_until_somebody_does() {
    let (mut places, table) = (Places::default(), TableId::from("t"));
    places.put(table.clone(), elsewhere("a", 2));
    assert!(!places.leave_elsewhere(&table, &peer("b"), 1), "that was before");
    assert!(places.find(&table).is_some());
    // The server that had it is gone, which is not yet known here.
    assert!(places.leave_elsewhere(&table, &peer("b"), 3));
    assert!(places.is_left(&table) && !places.is_ours(&table) && places.left().count() == 0);
    assert!(places.is_late(&table, 2));
    places.forget_left(&peer("a"));
    assert!(places.is_left(&table));
    places.forget_left(&peer("b"));
    assert!(!places.knows(&table));
    assert!(places.leave_elsewhere(&table, &peer("b"), 3));
    places.put(table.clone(), elsewhere("a", 4));
    assert!(!places.is_left(&table));
    places.put(table.clone(), here(5));
    assert!(!places.leave_elsewhere(&table, &peer("a"), 4), "it is run here");
    assert!(places.leave(&table));
    assert_eq!(places.left_in(&table), Some(5));
    places.put(table.clone(), elsewhere("a", 6));
    assert!(!places.leave(&table) && places.find(&table).is_some(), "another has it");
}

/// Something that happens to one of three tables.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Begin,
    Opened,
    Here(u64),
    Elsewhere(&'static str, u64),
    Adopt(u64),
    PutOff,
    Close,
    Leave,
    HandOver,
    CloseElsewhere(&'static str),
    Lose(&'static str),
    LeaveElsewhere(&'static str, u64),
    ForgetLost(u64),
}

fn deeds() -> impl Strategy<Value = Vec<(usize, Deed)>> {
    let peer = prop_oneof![Just("a"), Just("b")];
    let deed = prop_oneof![
        Just(Deed::Begin),
        Just(Deed::Opened),
        (0..4_u64).prop_map(Deed::Here),
        (peer.clone(), 0..4_u64).prop_map(|(id, term)| Deed::Elsewhere(id, term)),
        (0..4_u64).prop_map(Deed::Adopt),
        Just(Deed::PutOff),
        Just(Deed::Close),
        Just(Deed::Leave),
        Just(Deed::HandOver),
        peer.clone().prop_map(Deed::CloseElsewhere),
        peer.clone().prop_map(Deed::Lose),
        (peer, 0..4_u64).prop_map(|(id, term)| Deed::LeaveElsewhere(id, term)),
        (0..60_u64).prop_map(Deed::ForgetLost),
    ];
    prop::collection::vec((0..3_usize, deed), 1..60)
}

proptest! {
    /// Counts and the order of rebuilding agree with the states, and no stand-in that has
    /// lost its table takes anything more.
    #[test]
    fn states_and_counts_agree(deeds in deeds()) {
        let (mut places, start) = (Places::default(), Instant::now());
        let mut stand_ins: Vec<(TableId, TableHandle)> = Vec::new();
        for (number, deed) in deeds {
            let table = TableId::from(["t", "u", "v"][number]);
            match deed {
                Deed::Begin => {
                    if !places.knows(&table) {
                        places.begin(&table, "ana", 9);
                    }
                }
                Deed::Opened => places.opened(&table),
                Deed::Here(term) => places.put(table, here(term)),
                Deed::Elsewhere(id, term) => {
                    if !places.is_late(&table, term) {
                        let handle = elsewhere(id, term);
                        stand_ins.push((table.clone(), handle.clone()));
                        places.put(table, handle);
                    }
                }
                Deed::Adopt(term) => places.adopt(vec![stored(&table.0, term)]),
                Deed::PutOff => places.put_off(),
                Deed::Close => _ = places.close(&table),
                Deed::Leave => _ = places.leave(&table),
                Deed::HandOver => _ = places.hand_over(&table, start),
                Deed::CloseElsewhere(id) => _ = places.close_elsewhere(&table, &peer(id)),
                Deed::Lose(id) => places.lose(&table, &peer(id), start),
                Deed::LeaveElsewhere(id, term) => {
                    _ = places.leave_elsewhere(&table, &peer(id), term);
                }
                Deed::ForgetLost(s) => _ = places.forget_lost(start + Duration::from_secs(s)),
            }
            let counted = places.run().filter(|(_, handle)| handle.is_here()).count();
            prop_assert_eq!(places.here(), counted);
            let adopted = places.places.iter().filter(|(_, place)| matches!(place, Place::Adopted(_)));
            let adopted: BTreeSet<&TableId> = adopted.map(|(table, _)| table).collect();
            prop_assert_eq!(places.adopted.iter().collect::<BTreeSet<_>>(), adopted.clone());
            prop_assert_eq!(places.adopted.len(), adopted.len());
            for (table, handle) in &stand_ins {
                let Mailbox::Elsewhere(stand_in) = &handle.mailbox else { unreachable!() };
                let is_known = places.find(table).is_some_and(|known| {
                    matches!(&known.mailbox, Mailbox::Elsewhere(own) if Arc::ptr_eq(own, stand_in))
                });
                prop_assert_eq!(handle.mailbox.is_closed(), !is_known);
            }
        }
    }
}
