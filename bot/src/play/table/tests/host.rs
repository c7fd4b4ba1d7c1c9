//! The other side of a conversation: real types, real rules.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Game, Observer, RunningScore, Seat, record};
use vzetek_protocol::games::{Tablic, Tarok, Trset, WireGame};
use vzetek_protocol::table::{
    Actor, DealFinish, DealState, Move, Phase, PlayedMove, SeatState, TableEvent, Turn,
};
use vzetek_protocol::{
    DealEvent, GameResult, Player, PlayerKind, ServerMessage, TableConfig, TableId, TableSnapshot,
};

use crate::deal::Deal;

/// A game that the bots play, with the score of a match that has begun.
pub trait Hosted: WireGame {
    fn score(options: &Self::Options) -> Self::Score {
        Self::Score::new(options)
    }
}

impl Hosted for Trset {}

impl Hosted for Tarok {
    fn score(options: &vzetek_tarok::Options) -> vzetek_tarok::MatchScore {
        let mut score = Self::Score::new(options);
        score.radelci[seat(2)] = 1;
        score
    }
}

impl Hosted for Tablic {}

/// The other side: a table with a deal that is being played.
pub struct Host<G: Hosted> {
    pub deal: G,
    pub moves: Vec<(Move, Vec<DealEvent>)>,
    pub seq: u64,
    pub seats: Vec<SeatState>,
}

pub fn player(id: &str) -> Player {
    Player {
        id: id.into(),
        name: id.into(),
        kind: PlayerKind::Bot,
        level: None,
        face: None,
        rating: None,
        settled: false,
    }
}

impl<G: Hosted> Host<G> {
    pub fn new(options: &G::Options, secret: u8) -> Self {
        let count = G::seats_for(options);
        let nonces = Nonces::none(count);
        let seats = ["me", "b", "c", "d", "e", "f"][..count].iter().map(|id| SeatState {
            player: Some(player(id)),
            connected: true,
            substitute: None,
            ready: false,
            wants: None,
            bank_ms: 60_000,
        });
        Self {
            deal: record::deal(options, Seat::new(0), &Secret::new([secret; 32]), &nonces).unwrap(),
            moves: Vec::new(),
            seq: 10,
            seats: seats.collect(),
        }
    }

    pub fn turn(&self, eyes: Seat) -> Option<Turn> {
        self.deal.current_player().map(|seat| Turn {
            seat,
            decision: None,
            legal: (seat == eyes)
                .then(|| self.deal.legal_actions().iter().map(|a| a.to_string().into()).collect()),
            legal_cut: seat == eyes && self.deal.is_list_cut(),
            claim: None,
            move_ms: Some(20_000),
            bank_ms: Some(60_000),
        })
    }

    pub fn snapshot(&self, eyes: Seat) -> TableSnapshot {
        let options = self.deal.options();
        let snapshot = TableSnapshot {
            id: "t".into(),
            epoch: "e".into(),
            seq: self.seq,
            config: TableConfig {
                game: G::wire_options(options.clone()),
                clock: Default::default(),
                private: false,
                rated: true,
                bots: None,
                lesson: false,
                open_hands: false,
            },
            phase: if self.deal.is_terminal() { Phase::Finished } else { Phase::Playing },
            seats: self.seats.clone(),
            you: Some(eyes),
            deal: Some(DealState {
                game: "g".into(),
                number: 1,
                commitment: Secret::new([7; 32]).commitment(),
                dealer: self.deal.dealer(),
                prepared: false,
                unrated: None,
                view: Some(G::wire_view(self.deal.view(Observer::Seat(eyes)))),
                zones: None,
                status: None,
                turn: self.turn(eyes),
                moves: self
                    .moves
                    .iter()
                    .map(|(moved, events)| Self::told(moved, events, eyes))
                    .collect(),
                finish: None,
            }),
            promise: None,
            dropped: Vec::new(),
            score: G::wire_score(G::score(options)),
            chat: Vec::new(),
            spectators: 0,
            awaiting_bots: false,
            invite: None,
        };
        // As it comes off the wire.
        let text = serde_json::to_string(&ServerMessage::Snapshot { snapshot: Box::new(snapshot) });
        match serde_json::from_str(&text.unwrap()).unwrap() {
            ServerMessage::Snapshot { snapshot } => *snapshot,
            other => panic!("{other:?}"),
        }
    }

    /// Plays the action; returns the event as `eyes` learns of it.
    pub fn act(&mut self, action: &str, eyes: Seat) -> (u64, TableEvent) {
        let seat = self.deal.current_player().unwrap();
        let before = self.deal.view(Observer::Public);
        let events = self.deal.apply(action.parse().unwrap()).unwrap();
        let events = DealEvent::list::<G>(before, events);
        let moved = Move { seat, action: action.to_owned(), by: Actor::Player, thinking_ms: 5 };
        let told = Self::told(&moved, &events, eyes);
        self.moves.push((moved, events));
        let PlayedMove { moved, events } = told;
        let status = Some(G::wire_status(G::status(&self.deal.view(Observer::Public))));
        self.tell(TableEvent::Moved { moved, events, status, turn: self.turn(eyes) })
    }

    fn told(moved: &Move, events: &[DealEvent], eyes: Seat) -> PlayedMove {
        let events = events.iter().filter_map(|told| told.redact(Observer::Seat(eyes))).collect();
        PlayedMove { moved: moved.clone(), events }
    }

    /// Returns the deal as a newcomer would know it.
    pub fn known(&self, eyes: Seat) -> Deal {
        let snapshot = self.snapshot(eyes);
        Deal::new(snapshot.deal.unwrap(), &snapshot.score, None).unwrap()
    }

    pub fn tell(&mut self, event: TableEvent) -> (u64, TableEvent) {
        self.seq += 1;
        let (table, seq) = (TableId::from("t"), self.seq);
        let message = ServerMessage::Event { table, seq, event: Box::new(event) };
        let text = serde_json::to_string(&message).unwrap();
        match serde_json::from_str(&text).unwrap() {
            ServerMessage::Event { seq, event, .. } => (seq, *event),
            other => panic!("{other:?}"),
        }
    }

    /// An action for the state there is, the same in every run.
    pub fn any_action(&self) -> String {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seq);
        let legal = self.deal.legal_actions();
        // Passing often, so that most deals are not bid up to the last.
        if legal[0].to_string() == "pass" && rng.random_bool(0.5) {
            return legal[0].to_string();
        }
        legal[rng.random_range(0..legal.len())].to_string()
    }
}

impl Host<Trset> {
    /// Returns the end of the deal.
    pub fn finish(&mut self) -> (u64, TableEvent) {
        let (options, seats) = (self.deal.options(), self.seats.len());
        let result = GameResult::Trset(*self.deal.result().unwrap());
        self.tell(TableEvent::DealOver {
            finish: Box::new(DealFinish {
                game: "g".into(),
                result,
                won: vec![false; seats],
                forfeited: vec![false; seats],
                score: Trset::wire_score(Trset::score(options)),
                match_won: None,
                ratings: None,
                unrated: None,
                met: 0,
                secret: Secret::new([7; 32]),
                nonce_hashes: None,
                nonces: Nonces::none(seats),
                players: Vec::new(),
            }),
        })
    }
}

pub fn seat(index: u8) -> Seat {
    Seat::new(index)
}
