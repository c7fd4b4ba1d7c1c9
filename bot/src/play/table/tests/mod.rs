//! A conversation made of the real types and the real rules.

mod host;

use chrono::Utc;
use vzetek_game::fair::{NonceHash, NonceHashes, Nonces, Secret};
use vzetek_game::{Game, record};
use vzetek_players::tablic;
use vzetek_players::trset::OpponentModel;
use vzetek_protocol::table::{Actor, Substitute};
use vzetek_tablic::{Action, Finder, Tablic};
use vzetek_tarok::Tarok;
use vzetek_trset::{Options, Trset, Variant};

use host::{Host, Hosted, player, seat};

use super::*;
use crate::play::thinker::Question;

fn two() -> Host<Trset> {
    Host::new(&Options::new(Variant::Trset, 2).unwrap(), 7)
}

fn me() -> UserId {
    "me".into()
}

/// A table at which it is the account's turn, with the question it leads to.
fn my_turn() -> (Host<Trset>, Table, TurnKey, Question) {
    let mut host = two();
    while host.deal.current_player() != Some(seat(0)) {
        let action = host.any_action();
        host.act(&action, seat(0));
    }
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    let Some(Duty::Decide(key, question)) = table.next_duty() else { panic!("{table:?}") };
    (host, table, key, *question)
}

#[test]
fn a_deal_is_followed_to_its_end() {
    for players in 2..=4 {
        follow::<Trset>(&Options::new(Variant::Trset, players).unwrap(), 7);
    }
}

#[test]
fn a_deal_of_tarok_is_followed_with_what_happened_and_the_radelci() {
    for secret in 0..40 {
        let options = vzetek_tarok::Options { open_berac: secret % 2 == 1, ..Default::default() };
        follow::<Tarok>(&options, secret);
    }
}

#[test]
fn a_deal_of_tablic_is_followed_with_what_was_played_since_the_dealing() {
    for players in [2, 3, 4, 6] {
        follow::<Tablic>(&vzetek_tablic::Options::new(players).unwrap(), players);
    }
}

/// A player who comes in the middle, as a substitute or again, is told all that
/// the others saw, and so knows what they know.
#[test]
fn who_comes_later_knows_what_was_played() {
    let mut host = Host::<Tablic>::new(&vzetek_tablic::Options::new(3).unwrap(), 5);
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    for number in 1..=48 {
        let (seq, event) = host.act(&host.any_action(), seat(0));
        table.event(seq, event);
        let later = Table::new(me(), host.snapshot(seat(0)));
        assert_eq!(later.deal, table.deal);
        let Some(Deal::Tablic(deal)) = &later.deal else { panic!("{later:?}") };
        // Three times six cards are played between two dealings.
        let seen = if number == 48 { 12 } else { number % 18 };
        assert_eq!(tablic::moves(&deal.history).count(), seen, "after {number}");
    }
}

/// Latecomers at tršet know every card that was played or drawn.
#[test]
fn who_comes_later_knows_how_a_deal_of_trset_went() {
    let mut host = two();
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    for number in 1..=40 {
        let (seq, event) = host.act(&host.any_action(), seat(0));
        table.event(seq, event);
        let later = Table::new(me(), host.snapshot(seat(0)));
        assert_eq!(later.deal, table.deal);
        let Some(Deal::Trset(deal)) = &later.deal else { panic!("{later:?}") };
        let tricks = number / 2;
        let told = number + tricks + 2 * tricks.min(10);
        assert_eq!(deal.history.events().len(), told, "after {number}");
    }
}

/// At tršet for two the player of the deals before is known, until somebody
/// else sits down there.
#[test]
fn an_opponent_is_known_better_after_every_deal() {
    let mut host = two();
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    let (before, first) = play_again(&mut host, &mut table, 1, &[]);
    assert_eq!(before, OpponentModel::NONE);
    assert_ne!(first, OpponentModel::NONE);
    let (before, second) = play_again(&mut host, &mut table, 2, &[]);
    assert_eq!(before, first);
    assert_ne!(second, first);

    // Somebody plays in the opponent's place for a while, or the server does.
    for by in [Actor::Substitute, Actor::Server] {
        for stood_in in [&[8][..], &[8, 10, 12], &[38, 39]] {
            let moved = stood_in.iter().map(|&number| (number, by)).collect::<Vec<_>>();
            let (before, after) = play_again(&mut host, &mut table, 3, &moved);
            assert_eq!((&before, &after), (&second, &second), "{moved:?}");
        }
    }

    table.refresh(host.snapshot(seat(0)));
    assert_eq!(learned(&table), second, "a reconnect forgets nothing");
    host.seats[1].player = Some(player("c"));
    let (seq, event) = host.tell(TableEvent::Seated { seat: seat(1), player: player("c") });
    table.event(seq, event);
    let (before, _) = play_again(&mut host, &mut table, 4, &[]);
    assert_eq!(before, OpponentModel::NONE);
}

/// Plays another deal, from its beginning to its end. Some cards of the other
/// seat, by number and the one after, are played by somebody else. Returns what
/// is known of the opponent before and after.
fn play_again(
    host: &mut Host<Trset>,
    table: &mut Table,
    secret: u8,
    stood_in: &[(usize, Actor)],
) -> (OpponentModel, OpponentModel) {
    let options = Options::new(Variant::Trset, 2).unwrap();
    let (secret, nonces) = (Secret::new([secret; 32]), Nonces::none(2));
    host.deal = record::deal(&options, Seat::new(0), &secret, &nonces).unwrap();
    host.moves.clear();
    let deal = Box::new(host.snapshot(seat(0)).deal.unwrap());
    let (seq, event) = host.tell(TableEvent::Dealt { deal });
    table.event(seq, event);
    let Some(Deal::Trset(deal)) = &table.deal else { panic!("{table:?}") };
    let before = deal.carried;
    let mut by = Actor::Player;
    for number in 0..40 {
        if let Some(&(_, other)) = stood_in.iter().find(|(at, _)| *at == number) {
            by = other;
        }
        let turn = host.deal.current_player();
        let (seq, mut event) = host.act(&host.any_action(), seat(0));
        if turn == Some(seat(1))
            && let TableEvent::Moved { moved, .. } = &mut event
        {
            moved.by = by;
            host.moves[number].0.by = by;
            by = Actor::Player;
        }
        table.event(seq, event);
        // Being told everything again changes nothing.
        if number % 7 == 3 {
            table.refresh(host.snapshot(seat(0)));
        }
    }
    let (seq, event) = host.finish();
    table.event(seq, event.clone());
    let after = learned(table);
    let (seq, event) = host.tell(event);
    table.event(seq, event);
    assert_eq!(learned(table), after, "told twice, learned once");
    (before, after)
}

/// Returns what was learned of the opponent at tršet.
fn learned(table: &Table) -> OpponentModel {
    match &table.opponent.learned {
        Some(Deal::Trset(deal)) => deal.carried,
        _ => OpponentModel::NONE,
    }
}

/// An action that the server's list leaves out may be decided, and is sent
/// again.
#[test]
fn a_decision_outside_of_a_cut_list_stays() {
    let mut host = Host::<Tablic>::new(&vzetek_tablic::Options::new(2).unwrap(), 5);
    while host.deal.current_player() != Some(seat(0)) || !host.deal.is_list_cut() {
        let legal = host.deal.legal_actions();
        let lay = legal.iter().find(|action| !action.captures()).unwrap().to_string();
        host.act(&lay, seat(0));
    }
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    let Some(Duty::Decide(key, question)) = table.next_duty() else { panic!("{table:?}") };
    let mut finder = Finder::new();
    let left_out = host.deal.hand(seat(0)).iter().find_map(|card| {
        let captures = finder.find(card, host.deal.table().cards);
        let all = captures.iter().map(|taken| Action::capture(card, taken).to_string());
        all.filter(|action| !question.legal.contains(action)).last()
    });
    let action = left_out.unwrap();
    table.decided(&key, action.clone());
    let sent = Some(Duty::Act { seq: host.seq, action });
    assert_eq!(table.next_duty(), sent);
    table.refresh(host.snapshot(seat(0)));
    assert_eq!(table.next_duty(), sent, "what was sent had not arrived");
}

/// Follows random play from a seat: at any moment what is known is what a
/// newcomer would be told.
fn follow<G: Hosted>(options: &G::Options, secret: u8) {
    let mut host = Host::<G>::new(options, secret);
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    while host.deal.current_player().is_some() {
        let expected = host.known(seat(0));
        assert_eq!(table.deal.as_ref(), Some(&expected));
        let action = match table.next_duty() {
            Some(Duty::Decide(key, question)) => {
                assert_eq!(question.deal, expected);
                assert_eq!(table.next_duty(), None, "one question is put once");
                table.decided(&key, host.any_action());
                let Some(Duty::Act { seq, action }) = table.next_duty() else {
                    panic!("{table:?}")
                };
                assert_eq!(seq, host.seq);
                action
            }
            None => host.any_action(),
            other => panic!("{other:?}"),
        };
        let (seq, event) = host.act(&action, seat(0));
        table.event(seq, event);
    }
    assert_eq!(table.next_duty(), None, "the deal's end is yet to be told");
    table.refresh(host.snapshot(seat(0)));
    assert_eq!(table.next_duty(), Some(Duty::Ready));
    assert!(table.awaits_ready());
    let (seq, event) = host.tell(TableEvent::Ready { seat: seat(0) });
    table.event(seq, event);
    assert_eq!(table.next_duty(), None);
    assert!(!table.awaits_ready());
}

#[test]
fn after_a_reconnect_the_same_decision_is_sent_again() {
    let (host, mut table, key, question) = my_turn();
    table.decided(&key, question.legal[0].clone());
    let sent = table.next_duty();
    assert!(matches!(sent, Some(Duty::Act { .. })));
    assert_eq!(table.next_duty(), None);

    table.unheard();
    assert_eq!(table.next_duty(), sent, "nothing was missed, so nothing need be waited for");

    table.refresh(host.snapshot(seat(0)));
    assert_eq!(table.next_duty(), sent);
}

#[test]
fn an_answer_that_comes_too_late_is_dropped() {
    let (mut host, mut table, key, question) = my_turn();
    let action = host.any_action();
    let (seq, event) = host.act(&action, seat(0));
    table.event(seq, event);
    table.decided(&key, question.legal[0].clone());
    assert!(!matches!(table.next_duty(), Some(Duty::Act { .. })));
}

/// Nobody goes on thinking for a turn that is over, or for a table that is
/// gone.
#[test]
fn a_question_that_nobody_needs_answered_is_stopped() {
    let mut ended = two();
    while ended.deal.current_player().is_some() {
        ended.act(&ended.any_action(), seat(0));
    }
    let (_, forfeited) = ended.finish();
    for forfeited in [None, Some(forfeited)] {
        let (mut host, mut table, _, question) = my_turn();
        let (seq, event) = host.tell(TableEvent::Spectators { count: 1 });
        table.event(seq, event);
        table.unheard();
        table.refresh(host.snapshot(seat(0)));
        assert!(!question.stop.is_raised(), "it is still the same turn");
        let (seq, event) = match forfeited {
            Some(forfeited) => host.tell(forfeited),
            None => host.act(&host.any_action(), seat(0)),
        };
        table.event(seq, event);
        assert!(question.stop.is_raised());
    }

    let (mut host, mut table, _, question) = my_turn();
    host.act(&host.any_action(), seat(0));
    table.refresh(host.snapshot(seat(0)));
    assert!(question.stop.is_raised(), "the turn has passed while the line was broken");

    let (_, table, _, question) = my_turn();
    drop(table);
    assert!(question.stop.is_raised());
}

#[test]
fn an_owner_takes_the_seat_back_and_a_substitute_goes() {
    let (mut host, mut table, ..) = my_turn();
    let absent = Substitute { player: None, since: Utc::now(), left: false };
    let substituted = |seat, substitute| TableEvent::Substituted { seat, substitute, turn: None };
    let (seq, event) = host.tell(substituted(seat(0), absent));
    table.event(seq, event);
    assert_eq!(table.next_duty(), Some(Duty::Return));
    assert_eq!(table.next_duty(), None);
    let turn = host.turn(seat(0));
    let (seq, event) = host.tell(TableEvent::Returned { seat: seat(0), turn });
    table.event(seq, event);
    assert!(table.is_thinking(), "the question from before still holds");

    let mut substitute = Table::new("x".into(), host.snapshot(seat(1)));
    assert_ne!(substitute.next_duty(), Some(Duty::Forget));
    let (seq, event) = host.tell(TableEvent::Returned { seat: seat(1), turn: None });
    substitute.event(seq, event);
    assert_eq!(substitute.next_duty(), Some(Duty::Forget));
}

#[test]
fn a_closed_table_is_forgotten() {
    let (mut host, mut table, ..) = my_turn();
    let (seq, event) = host.tell(TableEvent::Closed { reason: "empty".into() });
    table.event(seq, event);
    assert_eq!(table.next_duty(), Some(Duty::Forget));
}

fn committed(secret: u8, barred: Vec<Seat>) -> TableEvent {
    TableEvent::Committed {
        number: 1,
        dealer: seat(0),
        commitment: Secret::new([secret; 32]).commitment(),
        nonce_ms: 1000,
        barred,
        dropped: Vec::new(),
    }
}

fn bound(own: Option<NonceHash>) -> TableEvent {
    let mut hashes = NonceHashes::none(2);
    if let Some(own) = own {
        hashes.set(seat(0), own);
    }
    TableEvent::NoncesCommitted { hashes, reveal_ms: 5000 }
}

fn tell(host: &mut Host<Trset>, table: &mut Table, event: TableEvent) -> Option<Duty> {
    let (seq, event) = host.tell(event);
    table.event(seq, event);
    table.next_duty()
}

#[test]
fn a_nonce_is_committed_to_and_opened_only_for_a_list_that_it_stands_in() {
    let mut host = two();
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    let hash = NonceHash::of("mine");
    assert_eq!(tell(&mut host, &mut table, committed(1, vec![])), Some(Duty::ChooseNonce));
    table.choose_nonce("mine".to_owned());
    assert_eq!(table.next_duty(), Some(Duty::NonceHash(hash)));
    assert_eq!(table.next_duty(), None);
    // After a lost connection the same is said again.
    table.unheard();
    assert_eq!(table.next_duty(), Some(Duty::NonceHash(hash)));
    let duty = tell(&mut host, &mut table, bound(Some(hash)));
    assert_eq!(duty, Some(Duty::Nonce("mine".to_owned())));
    assert_eq!(table.next_duty(), None);

    // A new promise is a new nonce; one that is not in the list stays shut,
    // also if another list is told later.
    assert_eq!(tell(&mut host, &mut table, committed(2, vec![])), Some(Duty::ChooseNonce));
    table.choose_nonce("mine".to_owned());
    assert_eq!(table.next_duty(), Some(Duty::NonceHash(hash)));
    assert_eq!(tell(&mut host, &mut table, bound(None)), None);
    assert_eq!(tell(&mut host, &mut table, bound(Some(hash))), None);
    assert_eq!(tell(&mut host, &mut table, committed(3, vec![seat(0)])), None, "barred");
}

#[test]
fn a_nonce_that_was_opened_is_not_committed_to_again() {
    let mut host = two();
    let mut table = Table::new(me(), host.snapshot(seat(0)));
    tell(&mut host, &mut table, committed(1, vec![]));
    table.choose_nonce("mine".to_owned());
    let hash = NonceHash::of("mine");
    assert_eq!(table.next_duty(), Some(Duty::NonceHash(hash)));
    assert!(tell(&mut host, &mut table, bound(Some(hash))).is_some());
    // The very same promise, now that the nonce is known.
    assert_eq!(tell(&mut host, &mut table, committed(1, vec![])), None);
}
