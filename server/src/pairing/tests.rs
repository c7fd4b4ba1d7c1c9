//! Pairing without a server: time and people are made up.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use tokio::time::Instant;
use vzetek_protocol::TableId;

use super::machine::{GRACE, Machine, Party};

/// A pool for two and one for four.
const SEATS: [usize; 2] = [2, 4];

fn machine() -> (Machine, Instant) {
    (Machine::new(SEATS.to_vec()), Instant::now())
}

fn table(number: usize) -> TableId {
    TableId(format!("table {number}"))
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// The members of parties, by name.
fn names(parties: &[Party]) -> Vec<Vec<&str>> {
    let mut all: Vec<Vec<&str>> =
        parties.iter().map(|party| party.accounts.iter().map(String::as_str).collect()).collect();
    all.iter_mut().for_each(|party| party.sort_unstable());
    all
}

#[test]
fn two_of_one_pool_are_put_together_at_once_and_two_of_different_ones_never() {
    let (mut machine, now) = machine();
    assert!(machine.seek("ana", 0, 1500.0, now));
    assert!(machine.seek("bor", 1, 1500.0, now));
    assert_eq!(machine.advance(now), []);
    assert_eq!((machine.seeking(0), machine.seeking(1)), (1, 1));
    assert!(machine.seek("cene", 0, 1500.0, now));
    let parties = machine.advance(now);
    assert_eq!(names(&parties), [["ana", "cene"]]);
    assert_eq!(machine.advance(now), [], "their table is being opened");
    machine.seat(&parties[0], &table(0), now);
    assert_eq!((machine.seeking(0), machine.pool_of("ana")), (0, None));
    assert_eq!(machine.pool_of("bor"), Some(1));
}

#[test]
fn the_nearest_of_several_is_chosen_and_whoever_there_is_after_a_while() {
    let (mut machine, now) = machine();
    machine.seek("strong", 0, 2000.0, now);
    machine.seek("weak", 0, 1200.0, now);
    assert_eq!(machine.advance(now), [], "perhaps somebody nearer comes");
    assert_eq!(machine.next_wake(now), Some(now + seconds(1)));
    machine.seek("near", 0, 1900.0, now + seconds(2));
    let parties = machine.advance(now + seconds(2));
    assert_eq!(names(&parties), [["near", "strong"]]);
    machine.seat(&parties[0], &table(0), now);
    machine.seek("master", 0, 2400.0, now + seconds(3));
    assert_eq!(machine.advance(now + seconds(14)), []);
    assert_eq!(names(&machine.advance(now + seconds(15))), [["master", "weak"]]);
}

#[test]
fn a_party_that_comes_to_nothing_keeps_its_place() {
    let (mut machine, now) = machine();
    machine.seek("ana", 0, 1500.0, now);
    machine.seek("bor", 0, 1500.0, now);
    let parties = machine.advance(now);
    assert!(!machine.seek("ana", 1, 1500.0, now), "a table is being opened for her");
    assert_eq!(machine.free(&parties[0]), [""; 0]);
    machine.seek("cene", 0, 1500.0, now);
    let parties = machine.advance(now);
    assert_eq!(names(&parties), [["ana", "bor"]], "they came first");
    // Too late to withdraw, unless it comes to nothing again.
    assert!(!machine.withdraw("ana"));
    assert_eq!(machine.free(&parties[0]), ["ana"]);
    assert_eq!(names(&machine.advance(now)), [["bor", "cene"]]);
}

#[test]
fn who_does_not_follow_a_call_waits_for_the_next_one() {
    let (mut machine, start) = machine();
    let seek = |machine: &mut Machine, names: &[&str], now| {
        names.iter().for_each(|name| _ = machine.seek(name, 0, 1500.0, now));
    };
    let mut at = start;
    for (number, pause) in [0, 5, 10, 20, 40, 80, 160, 300].into_iter().enumerate() {
        // The partner is another each time; ana seeks again as soon as she was called.
        let other = format!("bor {number}");
        seek(&mut machine, &["ana", &other], at);
        if pause > 0 {
            let before = at + seconds(pause) - Duration::from_millis(1);
            assert_eq!(machine.advance(before), [], "{pause}");
            assert!(machine.next_wake(before).is_some());
        }
        at += seconds(pause);
        let parties = machine.advance(at);
        assert_eq!(names(&parties), [["ana", other.as_str()]], "{pause}");
        machine.seat(&parties[0], &table(number), at);
    }
    // Others play meanwhile, and who has followed is called again without a pause.
    for _ in 0..2 {
        seek(&mut machine, &["ana", "cene", "dana"], at);
        let parties = machine.advance(at);
        assert_eq!(names(&parties), [["cene", "dana"]]);
        machine.seat(&parties[0], &table(0), at);
        machine.follow("cene", &table(0));
        machine.follow("dana", &table(0));
    }
    // Nothing at another table follows the call, and who has followed it waits no longer for that.
    let now = at + seconds(300);
    seek(&mut machine, &["ana", "eva"], now);
    let parties = machine.advance(now);
    machine.seat(&parties[0], &table(9), now);
    seek(&mut machine, &["ana", "fran"], now);
    machine.follow("ana", &table(7));
    assert_eq!(machine.advance(now), []);
    machine.follow("ana", &table(9));
    let parties = machine.advance(now);
    assert_eq!(names(&parties), [["ana", "fran"]]);
    machine.seat(&parties[0], &table(10), now);
    // The eight before it count still, and are forgotten a quarter of an hour after the last.
    seek(&mut machine, &["ana", "gita"], now);
    machine.follow("ana", &table(10));
    let parties = machine.advance(now);
    machine.seat(&parties[0], &table(11), now);
    seek(&mut machine, &["ana", "hana"], now);
    assert_eq!(machine.advance(now + seconds(299)), []);
    machine.follow("ana", &table(11));
    let now = at + seconds(900);
    machine.forget(now);
    let parties = machine.advance(now);
    machine.seat(&parties[0], &table(12), now);
    seek(&mut machine, &["ana", "ika"], now);
    assert_eq!(names(&machine.advance(now + seconds(5))), [["ana", "ika"]]);
}

#[test]
fn whoever_is_away_is_not_called_and_forgotten_after_some_seconds() {
    let (mut machine, now) = machine();
    machine.seek("ana", 0, 1500.0, now);
    machine.go("ana", now);
    machine.seek("bor", 0, 1500.0, now);
    assert_eq!(machine.advance(now), []);
    assert_eq!(machine.next_wake(now), Some(now + GRACE));
    machine.come("ana");
    assert_eq!(names(&machine.advance(now)), [["ana", "bor"]]);

    machine.seek("cene", 0, 1500.0, now);
    machine.go("cene", now);
    machine.advance(now + GRACE - Duration::from_millis(1));
    assert_eq!(machine.pool_of("cene"), Some(0));
    machine.advance(now + GRACE);
    assert_eq!(machine.pool_of("cene"), None);
}

#[test]
fn another_wish_takes_the_place_of_the_first() {
    let (mut machine, now) = machine();
    machine.seek("ana", 0, 1500.0, now);
    machine.seek("ana", 1, 1500.0, now);
    assert_eq!((machine.seeking(0), machine.seeking(1)), (0, 1));
    machine.seek("bor", 0, 1500.0, now);
    assert_eq!(machine.advance(now), []);
    assert!(machine.withdraw("ana") && !machine.withdraw("ana"));
}

/// Something that happens to an account, by its number, or to a party.
#[derive(Clone, Copy, Debug)]
enum Happening {
    Seek {
        account: usize,
        pool: usize,
        rating: u16,
    },
    Withdraw(usize),
    Go(usize),
    Come(usize),
    /// The oldest party that is being opened gets its table, or does not.
    Opened(bool),
    /// Time passes, in milliseconds.
    Pass(u64),
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        4 => (0..8usize, 0..2usize, 800..2400u16)
            .prop_map(|(account, pool, rating)| Happening::Seek { account, pool, rating }),
        1 => (0..8usize).prop_map(Happening::Withdraw),
        1 => (0..8usize).prop_map(Happening::Go),
        1 => (0..8usize).prop_map(Happening::Come),
        2 => any::<bool>().prop_map(Happening::Opened),
        2 => (0..20_000u64).prop_map(Happening::Pass),
    ]
}

/// Everything known of an account's wish from outside.
#[derive(Clone, Copy, Debug)]
struct Wish {
    pool: usize,
    away: Option<Instant>,
    chosen: bool,
    /// True if it was withdrawn while a table was being opened.
    withdrawn: bool,
}

proptest! {
    /// Whatever happens: a party has as many different people as seats, all of them
    /// looking there and reachable; nobody is in two; no wish is lost, and none that is
    /// withdrawn is fulfilled; in the end nobody waits for others who are there.
    #[test]
    fn everybody_is_in_one_place(happenings in prop::collection::vec(happening(), 1..120)) {
        let (mut machine, mut now) = machine();
        let mut wishes: BTreeMap<String, Wish> = BTreeMap::new();
        let mut opening: Vec<Party> = Vec::new();
        for happening in happenings {
            match happening {
                Happening::Seek { account, pool, rating } => {
                    let name = account.to_string();
                    let chosen = wishes.get(&name).is_some_and(|wish| wish.chosen);
                    let taken = machine.seek(&name, pool, f64::from(rating), now);
                    prop_assert_eq!(taken, !chosen);
                    if taken {
                        wishes.insert(name, Wish { pool, away: None, chosen: false, withdrawn: false });
                    }
                }
                Happening::Withdraw(account) => {
                    let name = account.to_string();
                    let free = wishes.get(&name).is_some_and(|wish| !wish.chosen);
                    prop_assert_eq!(machine.withdraw(&name), free);
                    match wishes.get_mut(&name) {
                        Some(wish) if wish.chosen => wish.withdrawn = true,
                        _ => drop(wishes.remove(&name)),
                    }
                }
                Happening::Go(account) => {
                    machine.go(&account.to_string(), now);
                    if let Some(wish) = wishes.get_mut(&account.to_string()) {
                        wish.away = Some(now);
                    }
                }
                Happening::Come(account) => {
                    machine.come(&account.to_string());
                    if let Some(wish) = wishes.get_mut(&account.to_string()) {
                        wish.away = None;
                    }
                }
                Happening::Opened(opened) if !opening.is_empty() => {
                    let party = opening.remove(0);
                    let let_go = if opened {
                        machine.seat(&party, &table(0), now);
                        Vec::new()
                    } else {
                        machine.free(&party)
                    };
                    for account in &party.accounts {
                        let withdrawn = wishes[account].withdrawn;
                        prop_assert_eq!(let_go.contains(account), withdrawn && !opened);
                        if opened || withdrawn {
                            wishes.remove(account);
                        } else if let Some(wish) = wishes.get_mut(account) {
                            wish.chosen = false;
                        }
                    }
                }
                Happening::Opened(_) => {}
                Happening::Pass(ms) => now += Duration::from_millis(ms),
            }
            let parties = machine.advance(now);
            wishes.retain(|_, wish| wish.chosen || wish.away.is_none_or(|away| now < away + GRACE));
            for party in parties {
                prop_assert_eq!(party.accounts.len(), SEATS[party.pool]);
                for account in &party.accounts {
                    let wish = wishes.get_mut(account).expect("somebody who looks");
                    prop_assert!(wish.pool == party.pool && wish.away.is_none() && !wish.chosen);
                    wish.chosen = true;
                }
                opening.push(party);
            }
            for account in 0..8 {
                let name = account.to_string();
                let expected = wishes.get(&name).map(|wish| wish.pool);
                prop_assert_eq!(machine.pool_of(&name), expected);
            }
        }
        // No pause after a call lasts longer.
        now += seconds(900);
        for party in machine.advance(now) {
            for account in party.accounts {
                wishes.get_mut(&account).expect("somebody who looks").chosen = true;
            }
        }
        for (pool, seats) in SEATS.into_iter().enumerate() {
            let waits = |wish: &&Wish| wish.pool == pool && wish.away.is_none() && !wish.chosen;
            prop_assert!(wishes.values().filter(waits).count() < seats);
        }
    }
}
