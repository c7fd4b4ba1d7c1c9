//! Accounts.

use std::sync::Arc;

use serde_json::json;
use vzetek_store::{Account, AccountKind, SessionRow, StoreError, Write};

use crate::place::Place;
use crate::samples::{account, at, begin, finish, game, move_of, mv, stored_at};

on_both!(
    come_back_as_they_were,
    names_of_persons_and_bots_are_unique,
    one_of_many_registrations_wins,
    one_of_names_that_look_alike_is_taken,
    a_guest_becomes_a_person,
    a_deleted_account_keeps_its_games_without_its_name,
    names_of_accounts_deleted_before_go_from_old_deals,
    bots_go_with_their_owner,
    bots_of_accounts_deleted_before_go_as_well,
    ids_are_unique_and_repeating_is_allowed,
    many_are_found_at_once,
    are_found_by_their_keys_in_order_of_bytes,
    guests_are_renamed_and_everybody_has_a_face,
    a_persons_settings_go_with_the_account,
);

async fn come_back_as_they_were(place: Arc<Place>) {
    let store = &place.store;
    assert_eq!(store.account("nobody").await.unwrap(), None);
    assert_eq!(store.account_by_name("nobody").await.unwrap(), None);

    let owner = account("lastnik", AccountKind::Person);
    store.add_account(&owner).await.unwrap();
    let bot = Account {
        name: "Žiga Čehović 🂡 'x'; --".to_owned(),
        name_key: "žiga čehović 🂡".to_owned(),
        owner: Some("lastnik".to_owned()),
        created_at: at(7),
        ..account("bot", AccountKind::Bot)
    };
    store.add_account(&bot).await.unwrap();
    let bot = Account { created_at: stored_at(7), ..bot };
    assert_eq!(store.account("bot").await.unwrap(), Some(bot.clone()));
    assert_eq!(store.account_by_name("žiga čehović 🂡").await.unwrap(), Some(bot.clone()));
    assert_eq!(store.bots_of("lastnik").await.unwrap(), std::slice::from_ref(&bot));
    assert_eq!(store.bots_of("bot").await.unwrap(), []);
    let gone = Account { kind: AccountKind::Deleted, ..bot };
    assert!(store.change_account(&gone, None, None).await.unwrap());
    assert_eq!(store.bots_of("lastnik").await.unwrap(), []);
    assert_eq!(store.account("lastnik").await.unwrap(), Some(owner));
}

async fn names_of_persons_and_bots_are_unique(place: Arc<Place>) {
    let store = &place.store;
    let named = |id, kind| Account { name_key: "ana".to_owned(), ..account(id, kind) };
    for id in ["guest-1", "guest-2"] {
        store.add_account(&named(id, AccountKind::Guest)).await.unwrap();
    }
    assert_eq!(store.account_by_name("ana").await.unwrap(), None, "guests own no name");
    store.add_account(&named("person", AccountKind::Person)).await.unwrap();
    store.add_account(&named("guest-3", AccountKind::Guest)).await.unwrap();
    for kind in [AccountKind::Person, AccountKind::Bot] {
        let answer = store.add_account(&named("other", kind)).await;
        assert!(
            matches!(&answer, Err(StoreError::NameTaken(name)) if name == "other"),
            "{answer:?}"
        );
    }
    assert_eq!(store.account("other").await.unwrap(), None);
    assert_eq!(store.account_by_name("ana").await.unwrap().unwrap().id, "person");
}

async fn one_of_many_registrations_wins(place: Arc<Place>) {
    let other = place.another().await;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..16 {
        let store = if number % 2 == 0 { place.store.clone() } else { other.clone() };
        tasks.spawn(async move {
            let account = Account {
                name_key: "ana".to_owned(),
                ..account(&format!("ana-{number}"), AccountKind::Person)
            };
            store.add_account(&account).await
        });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    let taken = answers.iter().filter(|answer| matches!(answer, Err(StoreError::NameTaken(_))));
    assert_eq!(taken.count(), 15, "{answers:?}");
    other.close().await;
}

/// No key tells that they do, so that each is looked for before it is taken.
async fn one_of_names_that_look_alike_is_taken(place: Arc<Place>) {
    let stores = [place.store.clone(), place.another().await];
    for pair in 0..20 {
        let keys = ["modern", "modem"].map(|key| format!("{key}{pair}"));
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..4 {
            let (store, rivals) = (stores[number / 2].clone(), keys.clone());
            let (kind, id) = (AccountKind::Person, format!("{pair}-{number}"));
            let account = Account { name_key: keys[number % 2].clone(), ..account(&id, kind) };
            tasks.spawn(async move { store.take_name(&account, &rivals).await });
        }
        let answers = tasks.join_all().await;
        assert_eq!(answers.iter().filter(|answer| matches!(answer, Ok(true))).count(), 1);
        let taken = answers.iter().filter(|answer| matches!(answer, Err(StoreError::NameTaken(_))));
        assert_eq!(taken.count(), 3, "{answers:?}");
    }
    stores[1].close().await;
}

async fn a_guest_becomes_a_person(place: Arc<Place>) {
    let store = &place.store;
    store.add_account(&account("ana", AccountKind::Person)).await.unwrap();
    store.add_account(&account("gost", AccountKind::Guest)).await.unwrap();

    let person = Account {
        kind: AccountKind::Person,
        name: "Ana".to_owned(),
        name_key: "ana".to_owned(),
        password_hash: Some("$argon2id$new".to_owned()),
        ..account("gost", AccountKind::Guest)
    };
    let rivals = |keys: [&str; 2]| keys.map(str::to_owned);
    for keys in [["ana", "ána"], ["ann", "anna"]] {
        let answer = store.take_name(&person, &rivals(keys)).await;
        assert!(matches!(&answer, Err(StoreError::NameTaken(name)) if name == "Ana"), "{answer:?}");
    }
    let session = SessionRow {
        token_hash: vec![1; 32],
        account: "gost".to_owned(),
        created_at: stored_at(0),
        expires_at: None,
    };
    store.add_session(&session).await.unwrap();

    let person = Account { name_key: "ana 2".to_owned(), ..person };
    // Neither creation nor owner change.
    let asked = Account { created_at: at(9), owner: Some("ana".to_owned()), ..person.clone() };
    assert!(store.take_name(&asked, &rivals(["ana 2", "ana 3"])).await.unwrap());
    assert_eq!(store.account("gost").await.unwrap(), Some(person.clone()));
    assert_eq!(store.account_by_name("ana 2").await.unwrap(), Some(person));
    assert_eq!(store.session(&[1; 32], at(0)).await.unwrap(), None);
    assert!(!store.take_name(&asked, &rivals(["ana 2", "ana 3"])).await.unwrap(), "once");

    let answer = store.change_account(&account("nobody", AccountKind::Guest), None, None).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
}

async fn a_deleted_account_keeps_its_games_without_its_name(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    store.write(&[move_of("g", mv(1)), Write::FinishGame(finish("g", at(60)))]).await.unwrap();
    let mut before = store.game("g").await.unwrap().unwrap();
    let gone = Account {
        name: "—".to_owned(),
        name_key: String::new(),
        kind: AccountKind::Deleted,
        password_hash: None,
        ..account("ana", AccountKind::Person)
    };
    assert!(store.change_account(&gone, Some("$argon2id$"), None).await.unwrap());
    assert_eq!(store.account("ana").await.unwrap(), Some(gone));
    assert_eq!(store.account_by_name("ana").await.unwrap(), None, "the name is free");
    before.row.players[0].name.clear();
    assert_eq!(store.game("g").await.unwrap().unwrap(), before, "all but her name stays");
    let named = "SELECT count(*) || '' FROM game_players WHERE name = 'ana'";
    assert_eq!(place.query(named).await, ["0"]);
    // Neither the beginning, which may be written again, nor another deal brings it back.
    store.write(&[Write::BeginGame(game("g", "t", 1, 1))]).await.unwrap();
    store.write(&[Write::BeginGame(game("h", "t", 1, 2))]).await.unwrap();
    assert_eq!(store.game("h").await.unwrap().unwrap().row.players[0].name, "");
    assert_eq!(store.game("h").await.unwrap().unwrap().row.players[1].name, "robot");
    assert_eq!(place.query(named).await, ["0"]);

    let next = Account { name_key: "ana".to_owned(), ..account("next", AccountKind::Person) };
    store.add_account(&next).await.unwrap();
    // Several may be deleted; their empty names do not meet.
    let gone = Account {
        kind: AccountKind::Deleted,
        name_key: String::new(),
        password_hash: None,
        ..next
    };
    assert!(store.change_account(&gone, Some("$argon2id$"), None).await.unwrap());
}

/// The deletion of an account by an earlier version.
const DELETE_ANA: &str = "UPDATE accounts \
    SET kind = 'deleted', name = '', name_key = '', password_hash = NULL \
    WHERE id = 'ana' RETURNING id";

/// Databases of earlier versions hold deals with the names of deleted accounts.
async fn names_of_accounts_deleted_before_go_from_old_deals(place: Arc<Place>) {
    begin(&*place.store).await;
    place.query(DELETE_ANA).await;
    // The migrations of both databases have the same statements.
    let migration =
        include_str!("../../../../migrations/postgres/0011_names_of_deleted_accounts.sql");
    place.query(migration).await;
    let players = place.store.game("g").await.unwrap().unwrap().row.players;
    let names: Vec<_> = players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["", "robot"]);
}

fn session(account: &str) -> SessionRow {
    SessionRow {
        token_hash: vec![7; 32],
        account: account.to_owned(),
        created_at: stored_at(0),
        expires_at: None,
    }
}

/// A deal of Ana and her bot, which has a session.
async fn begin_with_own_bot(place: &Place) {
    begin(&*place.store).await;
    place.query("UPDATE accounts SET owner = 'ana' WHERE id = 'robot' RETURNING id").await;
    place.store.add_session(&session("robot")).await.unwrap();
}

/// Checks that neither account is named anywhere.
async fn both_are_gone(place: &Place) {
    let store = &place.store;
    for id in ["ana", "robot"] {
        let left = store.account(id).await.unwrap().unwrap();
        assert_eq!(
            left,
            Account { owner: left.owner.clone(), ..account(id, AccountKind::Deleted).deleted() }
        );
    }
    assert_eq!(store.account_by_name("robot").await.unwrap(), None);
    assert_eq!(store.bots_of("ana").await.unwrap(), []);
    assert_eq!(store.session(&session("robot").token_hash, at(1)).await.unwrap(), None);
    let players = store.game("g").await.unwrap().unwrap().row.players;
    assert!(players.iter().all(|player| player.name.is_empty()), "{players:?}");
}

async fn bots_go_with_their_owner(place: Arc<Place>) {
    begin_with_own_bot(&place).await;
    let ana = place.store.account("ana").await.unwrap().unwrap();
    assert!(place.store.change_account(&ana.deleted(), Some("$argon2id$"), None).await.unwrap());
    both_are_gone(&place).await;
    let late = Account { owner: Some("ana".to_owned()), ..account("late", AccountKind::Bot) };
    assert!(!place.store.take_name(&late, &["late".to_owned()]).await.unwrap());
    assert_eq!(place.store.account("late").await.unwrap(), None);
}

async fn bots_of_accounts_deleted_before_go_as_well(place: Arc<Place>) {
    begin_with_own_bot(&place).await;
    place.query(DELETE_ANA).await;
    // The migrations of both databases have the same statements.
    let migration =
        include_str!("../../../../migrations/postgres/0014_bots_of_deleted_accounts.sql");
    for statement in migration.split(';').filter(|statement| !statement.trim().is_empty()) {
        place.query(statement).await;
    }
    both_are_gone(&place).await;
}

async fn ids_are_unique_and_repeating_is_allowed(place: Arc<Place>) {
    let store = &place.store;
    let ana = Account { created_at: at(0), ..account("ana", AccountKind::Person) };
    store.add_account(&ana).await.unwrap();
    store.add_account(&ana).await.unwrap();
    let other = Account { name: "Eva".to_owned(), name_key: "eva".to_owned(), ..ana };
    let answer = store.add_account(&other).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
    // Values that no database may take are refused, too, not left to chance.
    let odd = Account { name: "a\0b".to_owned(), ..account("odd", AccountKind::Guest) };
    let answer = store.add_account(&odd).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
    let orphan = Account { owner: Some("nobody".to_owned()), ..account("x", AccountKind::Bot) };
    let answer = store.add_account(&orphan).await;
    assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
}

async fn many_are_found_at_once(place: Arc<Place>) {
    let store = &place.store;
    let mut ids: Vec<String> = (0..520).map(|number| format!("guest-{number:03}")).collect();
    for id in &ids {
        store.add_account(&account(id, AccountKind::Guest)).await.unwrap();
    }
    assert_eq!(store.accounts(&[]).await.unwrap(), []);
    ids.push("nobody".to_owned());
    let mut found: Vec<_> =
        store.accounts(&ids).await.unwrap().into_iter().map(|account| account.id).collect();
    found.sort();
    ids.pop();
    assert_eq!(found, ids);
}

async fn are_found_by_their_keys_in_order_of_bytes(place: Arc<Place>) {
    let store = &place.store;
    // Small and capital letters, accents and signs would change places by the
    // rules of a language.
    let keys = ["an", "Ana", "ana", "ana b", "ana!b", "anab", "anaž", "ana\u{1f0a1}", "anb", "č"];
    for (number, key) in keys.iter().enumerate() {
        let kind = if number % 2 == 0 { AccountKind::Person } else { AccountKind::Bot };
        let named = Account { name_key: (*key).to_owned(), ..account(&format!("a{number}"), kind) };
        store.add_account(&named).await.unwrap();
    }
    for (id, kind) in [("guest", AccountKind::Guest), ("gone", AccountKind::Deleted)] {
        let unlisted = Account { name_key: "ana".to_owned(), ..account(id, kind) };
        store.add_account(&unlisted).await.unwrap();
    }
    let found = async |from: &str, before: &str, limit| -> Vec<String> {
        let found = store.accounts_named(from, before, limit).await.unwrap();
        found.into_iter().map(|account| account.name_key).collect()
    };
    let all = ["ana", "ana b", "ana!b", "anab", "anaž", "ana\u{1f0a1}"];
    assert_eq!(found("ana", "ana\u{10ffff}", 50).await, all);
    assert_eq!(found("ana", "ana\u{10ffff}", 2).await, all[..2]);
    assert_eq!(found("ana", "ana ", 50).await, all[..1]);
    assert_eq!(found("ana!", "ana\u{10ffff}", 50).await, all[2..]);
    assert_eq!(found("%", "_", 50).await, ["Ana"]);
    assert_eq!(found("x", "x\u{10ffff}", 50).await, Vec::<String>::new());
}

/// Only guests are renamed, whose names and faces go when the account does.
async fn guests_are_renamed_and_everybody_has_a_face(place: Arc<Place>) {
    let store = &place.store;
    for (id, kind) in
        [("ana", AccountKind::Person), ("gost", AccountKind::Guest), ("bot", AccountKind::Bot)]
    {
        store.add_account(&account(id, kind)).await.unwrap();
    }
    let renamed = store.rename_guest("gost", "Žan", "zan").await.unwrap().expect("a guest");
    assert_eq!((&*renamed.name, &*renamed.name_key), ("Žan", "zan"));
    assert_eq!(store.account("gost").await.unwrap().as_ref(), Some(&renamed));
    for other in ["ana", "bot", "nobody"] {
        assert_eq!(store.rename_guest(other, "Žan", "zan").await.unwrap(), None, "{other}");
    }
    assert_eq!(store.account("ana").await.unwrap().unwrap().name, "ana");

    for (id, face) in [("ana", "T22"), ("gost", "HK"), ("bot", "CJ")] {
        let shown = store.set_face(id, Some(face)).await.unwrap().expect("an account");
        assert_eq!(shown.face.as_deref(), Some(face));
        assert_eq!(store.account(id).await.unwrap(), Some(shown));
    }
    for wrong in ["", "T0", "T23", "T100", "H10", "S7", "XK", "HKK", "hk", "HK\n"] {
        assert!(store.set_face("ana", Some(wrong)).await.is_err(), "{wrong:?}");
    }
    assert_eq!(store.set_face("bot", None).await.unwrap().expect("a bot").face, None);

    // Registration and a new password leave the face; deletion does not.
    let guest = store.account("gost").await.unwrap().unwrap();
    let person = Account { kind: AccountKind::Person, password_hash: Some("$".into()), ..guest };
    assert!(store.take_name(&person, &["zan".to_owned()]).await.unwrap());
    let ana = store.account("ana").await.unwrap().unwrap();
    let so_far = ana.password_hash.clone();
    let changed = Account { password_hash: Some("$argon2id$new".into()), face: None, ..ana };
    assert!(store.change_account(&changed, so_far.as_deref(), None).await.unwrap());
    for (id, face) in [("gost", "HK"), ("ana", "T22")] {
        let account = store.account(id).await.unwrap().unwrap();
        assert_eq!(account.face.as_deref(), Some(face), "{id}");
    }
    assert!(
        store
            .change_account(&changed.clone().deleted(), Some("$argon2id$new"), None)
            .await
            .unwrap()
    );
    assert_eq!(store.account("ana").await.unwrap().unwrap().face, None);
    assert_eq!(store.set_face("ana", Some("T1")).await.unwrap(), None);
}

async fn a_persons_settings_go_with_the_account(place: Arc<Place>) {
    let store = &place.store;
    for (id, kind) in [("ana", AccountKind::Person), ("gost", AccountKind::Guest)] {
        store.add_account(&account(id, kind)).await.unwrap();
    }
    assert_eq!(store.settings("ana").await.unwrap(), None);
    let first = json!({ "theme": "dark", "volume": 70 });
    store.keep_settings("ana", &first).await.unwrap();
    assert_eq!(store.settings("ana").await.unwrap(), Some(first));
    let second = json!({ "sound": false, "name": "čšž 🂡" });
    store.keep_settings("ana", &second).await.unwrap();
    assert_eq!(store.settings("ana").await.unwrap(), Some(second.clone()));
    for nobody in ["gost", "nobody"] {
        let refused = store.keep_settings(nobody, &second).await;
        assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
        assert_eq!(store.settings(nobody).await.unwrap(), None);
    }

    let ana = store.account("ana").await.unwrap().unwrap();
    let so_far = ana.password_hash.clone();
    let renamed = Account { name: "Ana".to_owned(), ..ana };
    assert!(store.change_account(&renamed, so_far.as_deref(), None).await.unwrap());
    assert_eq!(store.settings("ana").await.unwrap(), Some(second.clone()));
    let gone = Account { kind: AccountKind::Deleted, password_hash: None, ..renamed };
    assert!(store.change_account(&gone, so_far.as_deref(), None).await.unwrap());
    assert_eq!(store.settings("ana").await.unwrap(), None);
    assert!(store.keep_settings("ana", &second).await.is_err());
}
