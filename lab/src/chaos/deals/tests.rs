//! A sight as the record has it passes; with anything else in it, it does not.

use chrono::{DateTime, Utc};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vzetek_store::{AccountKind, GameRow, MatchEnd};

use super::*;

/// A deal of the record.
struct Played {
    stored: StoredGame,
    /// Its players by seat, and last somebody who watched; each saw every state of it.
    shown: Vec<(UserId, Memory)>,
}

impl Played {
    /// A whole deal of this kind, the first of its match, with any actions.
    fn new(kind: &str, seed: u64) -> Self {
        let options = GameOptions::of_kind(kind).unwrap();
        on_game!(GameOptions, &options, |own: G| Self::at_random::<G>(&options, own, seed))
    }

    fn at_random<G: WireGame>(told: &GameOptions, options: &G::Options, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let secret = Secret::draw(&mut rng);
        let seats = told.seats();
        let mut state: G =
            record::deal(options, Seat::new(0), &secret, &Nonces::none(seats)).unwrap();
        let mut stored = stored(told, &secret);
        let mut shown = vec![Memory::default(); seats + 1];
        let observers: Vec<Option<Seat>> = Seat::all(seats).map(Some).chain([None]).collect();
        loop {
            for (memory, seat) in shown.iter_mut().zip(&observers) {
                let seen = sight(&state, *seat, &stored, &secret, stored.moves.len());
                memory.sights.push(seen);
            }
            let Some(turn) = state.current_player() else { break };
            let legal = state.legal_actions();
            let action = legal[rng.next_u32() as usize % legal.len()];
            let row = MoveRow {
                number: stored.moves.len() as u32 + 1,
                seat: turn.index() as u8,
                action: action.to_string(),
                by: MovedBy::Player,
                account: None,
                at: DateTime::UNIX_EPOCH,
                thinking_ms: 100,
            };
            let played = play(&mut state, &row, None).unwrap();
            stored.moves.push(row);
            for (memory, seat) in shown.iter_mut().zip(&observers) {
                memory.moves.push(redact(&played, observer(*seat)));
            }
        }
        let ended = Match::<G>::new(options).begin(state.clone()).ended().unwrap();
        stored.result = Some(serde_json::to_value(G::wire_result(ended.result)).unwrap());
        stored.finished_at = Some(Utc::now());
        for (seat, player) in stored.row.players.iter_mut().enumerate() {
            player.won = Some(ended.shares[seat].won);
            player.match_end =
                ended.winners.as_ref().map(|won| MatchEnd { won: won[seat], forfeited: false });
        }
        let end = Deals::default().end(state, &stored, (secret, Nonces::none(seats))).unwrap();
        for memory in &mut shown {
            memory.finish = Some(end.clone());
        }
        let accounts = (0..=seats).map(|number| UserId(format!("p{number}")));
        Self { stored, shown: accounts.zip(shown).collect() }
    }

    /// The findings, and the hands that are well.
    fn hold(&self) -> (Vec<String>, usize) {
        let shown: Vec<_> = self.shown.iter().map(|(account, memory)| (account, memory)).collect();
        let mut deals = Deals::default();
        let found = deals.hold(&self.stored, &shown);
        (found, deals.hands)
    }

    fn passes(&self) {
        let (found, hands) = self.hold();
        let seats = self.stored.row.players.len();
        assert_eq!((found.len(), hands), (0, seats * (self.stored.moves.len() + 1)), "{found:?}");
    }

    /// Changes something and expects it to be found, in these words.
    fn finds(mut self, words: &str, change: impl FnOnce(&mut Self)) {
        self.passes();
        change(&mut self);
        let (found, _) = self.hold();
        assert!(found.iter().any(|one| one.contains(words)), "{words}: {found:?}");
    }

    /// Gives to one what another was shown.
    fn show_alike(&mut self, to: usize, from: usize, sight: usize) {
        self.shown[to].1.sights[sight] = self.shown[from].1.sights[sight].clone();
    }
}

fn stored(told: &GameOptions, secret: &Secret) -> StoredGame {
    let player = |seat: usize| GamePlayerRow {
        seat: seat as u8,
        account: format!("p{seat}"),
        name: String::new(),
        kind: AccountKind::Person,
        level: None,
        card_points: None,
        points: None,
        won: None,
        forfeited: Some(false),
        match_end: None,
        rating: None,
        moves: None,
    };
    let row = GameRow {
        id: "g".to_owned(),
        table: "t".to_owned(),
        match_number: 1,
        number: 1,
        kind: told.kind().0,
        options: serde_json::to_value(told).unwrap(),
        dealer: 0,
        secret: secret.to_string(),
        nonce_hashes: Some(vec![None; told.seats()]),
        nonces: vec![String::new(); told.seats()],
        started_at: DateTime::UNIX_EPOCH,
        players: (0..told.seats()).map(player).collect(),
    };
    let (private, finished_at, result, dropped) = (false, None, None, Vec::new());
    StoredGame { row, private, finished_at, result, move_count: 0, moves: Vec::new(), dropped }
}

/// A deal of tarok in which somebody discards a card face down: the place of that move.
fn with_discard() -> (Played, usize) {
    let deals = (0..).map(|seed| Played::new("tarok-3", seed));
    let place = |deal: &Played| {
        let watches = &deal.shown.last().unwrap().1;
        watches.moves.iter().position(|played| played.moved.action == "discard")
    };
    deals.filter_map(|deal| place(&deal).map(|place| (deal, place))).next().unwrap()
}

#[test]
fn what_was_shown_as_it_is_passes() {
    for kind in GameOptions::kinds() {
        Played::new(kind.as_str(), 1).passes();
    }
    let mut open = Played::new("tablic-2", 1);
    (open.stored.finished_at, open.stored.result) = (None, None);
    open.shown.iter_mut().for_each(|(_, memory)| memory.finish = None);
    open.passes();
}

#[test]
fn a_snapshot_of_another_seat_is_found() {
    for kind in ["trset-2", "tarok-4", "tablic-6"] {
        let deal = || Played::new(kind, 2);
        deal().finds("p0 was shown after 0 moves", |deal| deal.show_alike(0, 1, 0));
        deal().finds("p0 was shown after 7 moves", |deal| deal.show_alike(0, 1, 7));
        // Somebody who only watches, and a deal that is not over.
        deal().finds("was shown after 3 moves", |deal| {
            (deal.stored.finished_at, deal.stored.result) = (None, None);
            deal.show_alike(deal.shown.len() - 1, 0, 3);
        });
        deal().finds("p1 was shown after 5 moves", |deal| {
            let zones = deal.shown[0].1.sights[5].zones.clone();
            deal.shown[1].1.sights[5].zones = zones;
        });
        deal().finds("p0 was shown after 4 moves", |deal| {
            deal.shown[0].1.sights[4].you = Some(Seat::new(1));
        });
    }
}

#[test]
fn another_move_is_found() {
    let deal = || Played::new("trset-3", 3);
    deal().finds("p2 was shown move 4", |deal| {
        deal.shown[2].1.moves[3].moved.action = "C33".to_owned();
    });
    deal().finds("which the record has not", |deal| {
        let again = deal.shown[0].1.moves[0].clone();
        deal.shown[0].1.moves.push(again);
    });
    deal().finds("'s turn", |deal| deal.stored.moves.swap(1, 2));
}

#[test]
fn a_hidden_card_in_a_move_is_found() {
    let (deal, place) = with_discard();
    let full = deal.stored.moves[place].action.clone();
    assert!(full.starts_with("discard:"), "{full}");
    deal.finds("p3 was shown move", |deal| {
        deal.shown[3].1.moves[place].moved.action = full;
    });
    // Its own player's move, with the card in what followed.
    let (deal, place) = with_discard();
    let own = usize::from(deal.stored.moves[place].seat);
    deal.finds("was shown move", |deal| {
        deal.shown[3].1.moves[place].events = deal.shown[own].1.moves[place].events.clone();
    });
    let (deal, place) = with_discard();
    deal.finds("was shown move", |deal| {
        deal.shown[own].1.moves[place].moved.action = "discard".to_owned();
    });
}

#[test]
fn another_end_is_found() {
    let words = "was shown the end";
    let deal = || Played::new("trset-2", 5);
    let change = |change: fn(&mut DealFinish)| {
        deal().finds(words, |deal| change(deal.shown[1].1.finish.as_mut().unwrap()));
    };
    change(|end| end.won.reverse());
    change(|end| end.ratings = Some(vec![None, None]));
    change(|end| end.secret = Secret::new([1; 32]));
    let score = Played::new("trset-2", 6).shown[0].1.finish.clone().unwrap().score;
    deal().finds(words, |deal| deal.shown[0].1.finish.as_mut().unwrap().score = score);
    // Of a deal that goes on, and one that the record has otherwise.
    deal().finds(words, |deal| deal.stored.finished_at = None);
    deal().finds("its result is", |deal| {
        deal.stored.result = Played::new("trset-2", 6).stored.result;
    });
    deal().finds("it won", |deal| deal.stored.row.players[0].won = None);
}
