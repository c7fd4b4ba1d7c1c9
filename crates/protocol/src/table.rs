//! Tables: their state as one sees it, and their events.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use vzetek_game::fair::{Commitment, NonceHashes, Nonces, Secret};
use vzetek_game::{Claim, Seat, Zones};

use crate::decision::{DecisionDocument, LegalActions};
use crate::shuffle::{DroppedPromise, PromiseState};
use crate::{
    DealEvent, Epoch, GameId, GameResult, GameStatus, GameView, MatchScore, Player, RatingChange,
    TableConfig, TableId, UnratedReason, UserId,
};

/// A table as the lobby shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct TableSummary {
    /// The table.
    pub id: TableId,
    /// The setup of the table.
    pub config: TableConfig,
    /// The player in each seat; absent for an empty seat.
    pub seats: Vec<Option<Player>>,
    /// The seats whose players have no connection now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Seat>>")]
    #[schema(value_type = Vec<u8>)]
    pub away: Vec<Seat>,
    /// The phase that the table is in.
    pub phase: Phase,
    /// The number of spectators.
    pub spectators: u32,
    /// True if bots play here from the start, for show.
    pub demo: bool,
}

/// The phases of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Seats are empty.
    Waiting,
    /// A shuffle is promised; nonces are committed to, then opened.
    Shuffling,
    /// A deal is being played.
    Playing,
    /// A deal is over and the players have not all asked for the next.
    Finished,
    /// Nothing more will happen here.
    Closed,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SeatState {
    /// The owner of the seat.
    pub player: Option<Player>,
    /// True if that player is connected.
    pub connected: bool,
    /// The substitute, if the player ran out of time or left.
    pub substitute: Option<Substitute>,
    /// True if the player asked for the next deal.
    pub ready: bool,
    /// The rest of the player's time bank, in milliseconds.
    #[ts(type = "number")]
    pub bank_ms: u64,
    /// The seat of another player with whom this one would change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub wants: Option<Seat>,
}

/// Somebody who plays for an absent player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Substitute {
    /// The bot; absent while none is to be had and the server plays the first legal action.
    pub player: Option<Player>,
    /// The time when the substitute took over.
    pub since: DateTime<Utc>,
    /// True if the player has left the seat: the substitute plays until the deal ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub left: bool,
}

/// The turn of the seat whose action is awaited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Turn {
    /// The seat.
    pub seat: Seat,
    /// The decision, complete in itself, in place of `legal`; told to that player only, if
    /// the client keeps the picture `decisions`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(skip)]
    pub decision: Option<Box<DecisionDocument>>,
    /// The legal actions, in notation; told to that player only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub legal: Option<LegalActions>,
    /// True if `legal` leaves some actions out because there are too many of
    /// them. Those may be done all the same. Told with `legal`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub legal_cut: bool,
    /// The claim about the rest of the deal that holds in every order of play. Told with
    /// `legal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub claim: Option<Claim>,
    /// Time left for this move when the message was written, in milliseconds;
    /// absent if no clock runs.
    #[ts(type = "number | null")]
    pub move_ms: Option<u64>,
    /// Time left in the player's bank then, in milliseconds; absent if no clock
    /// runs.
    #[ts(type = "number | null")]
    pub bank_ms: Option<u64>,
}

/// An action, who decided it, and the time it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct Move {
    /// The seat whose turn it was.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The action in notation.
    pub action: String,
    /// The actor that decided; differs from the seat's player when a substitute
    /// played.
    pub by: Actor,
    /// The time it took, in milliseconds.
    #[ts(type = "number")]
    pub thinking_ms: u64,
}

/// One action of a deal with what followed, as the recipient learned of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PlayedMove {
    /// The action, and who decided it.
    #[serde(flatten)]
    pub moved: Move,
    /// The events that followed, in order.
    pub events: Vec<DealEvent>,
}

/// The one who decided an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The seat's own player.
    Player,
    /// A bot in the player's place.
    Substitute,
    /// The server: the first legal action, because no bot was to be had in time.
    Server,
}

/// The deal that is being played, or the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealState {
    /// The name under which the deal is recorded.
    pub game: GameId,
    /// The number of the deal within the match, from 1.
    pub number: u32,
    /// The promise made before the deal.
    pub commitment: Commitment,
    /// The seat that dealt.
    pub dealer: Seat,
    /// True if the cards were prepared for a newcomer, and not shuffled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub prepared: bool,
    /// The reason why the match will change no rating, as far as it is known when cards are dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<UnratedReason>,
    /// The deal as the recipient knows it, in the words of the rules; for clients that keep
    /// the picture `view` or `decisions`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<GameView>,
    /// The cards as they lie now, as the recipient knows them; for clients that keep the
    /// picture `zones`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub zones: Option<Zones>,
    /// The rest that all may know of the deal; told with `zones`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub status: Option<GameStatus>,
    /// The turn; absent when the deal is over.
    pub turn: Option<Turn>,
    /// The actions so far, with the events that followed: everything there is
    /// to tell of the deal.
    pub moves: Vec<PlayedMove>,
    /// The end of the deal, once it has come.
    pub finish: Option<DealFinish>,
}

/// The end of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealFinish {
    /// The name under which the deal is recorded.
    pub game: GameId,
    /// The result of the deal.
    pub result: GameResult,
    /// True for each seat that won the deal, forfeits considered.
    pub won: Vec<bool>,
    /// True for each seat whose player stayed away, or had more than half of their
    /// actions played by others, and loses for it.
    pub forfeited: Vec<bool>,
    /// The running score with this deal.
    pub score: MatchScore,
    /// True for each seat that won the match, if it ended with this deal.
    pub match_won: Option<Vec<bool>>,
    /// New ratings by seat, if the match was rated; `None` for those for whom it
    /// did not count.
    pub ratings: Option<Vec<Option<RatingChange>>>,
    /// The reason why a match that is over changed no rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<UnratedReason>,
    /// The most rated matches that two opponents of a rated match had played with each other in the
    /// 24 hours before: their result counts half after one, a third after two.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u32>")]
    pub met: u32,
    /// The secret that was promised before the deal.
    pub secret: Secret,
    /// The hashes of the nonces, by seat, as stored before any nonce was opened;
    /// absent for a deal from before there were hashes.
    #[serde(default)]
    pub nonce_hashes: Option<NonceHashes>,
    /// The nonces that the players added.
    pub nonces: Nonces,
    /// The players of the deal, by seat: a seat may have another player since. Absent from an older server.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<DealPlayer>>")]
    pub players: Vec<DealPlayer>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A player of a deal that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealPlayer {
    /// The account.
    pub id: UserId,
    /// Its name in the record of the deal.
    pub name: String,
}

/// A phrase that players need not type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Praise for a card.
    Nice,
    /// Praise for somebody.
    Bravo,
    /// Bad luck.
    Ouch,
    /// Somebody takes their time.
    Hurry,
    /// Thanks.
    Thanks,
    /// A wish to play on.
    Again,
}

impl Phrase {
    /// Returns the phrase in English.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Nice => "Nice one!",
            Self::Bravo => "Bravo!",
            Self::Ouch => "Ouch!",
            Self::Hurry => "Your turn!",
            Self::Thanks => "Thanks!",
            Self::Again => "One more?",
        }
    }
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ChatLine {
    /// The player who wrote it.
    pub from: Player,
    /// The text; always to be shown as text. Of a phrase, what it means in English.
    pub text: String,
    /// The phrase that was pressed, for those who show it in their reader's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phrase: Option<Phrase>,
    /// The time when it was written.
    pub at: DateTime<Utc>,
}

/// The whole state, for a newcomer or somebody who missed too much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableSnapshot {
    /// The table.
    pub id: TableId,
    /// The stretch in which one server runs the table; part of a resume.
    pub epoch: Epoch,
    /// The number of the last event that the snapshot contains.
    #[ts(type = "number")]
    pub seq: u64,
    /// The setup of the table.
    pub config: TableConfig,
    /// The phase that the table is in.
    pub phase: Phase,
    /// The seats, in the order of play.
    pub seats: Vec<SeatState>,
    /// The recipient's seat, as owner or as substitute.
    pub you: Option<Seat>,
    /// The running deal, or the last one.
    pub deal: Option<DealState>,
    /// The shuffle that is promised for the next deal.
    #[serde(default)]
    pub promise: Option<PromiseState>,
    /// The promises dropped since cards were last dealt, in order.
    #[serde(default)]
    pub dropped: Vec<DroppedPromise>,
    /// The running score.
    pub score: MatchScore,
    /// The last lines of chat.
    pub chat: Vec<ChatLine>,
    /// The number of spectators.
    pub spectators: u32,
    /// True if a seat waits for a bot, and none of the level is free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub awaiting_bots: bool,
    /// The word that opens a private table; told to those inside only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invite: Option<String>,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// A player sat down; at a private table perhaps in the seat that a bot had.
    Seated {
        /// The seat.
        seat: Seat,
        /// The player.
        player: Player,
    },
    /// The player in a seat has another name, face or kind from now on.
    Renamed {
        /// The seat.
        seat: Seat,
        /// The player.
        player: Player,
    },
    /// Somebody stood up; the seat is empty.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// The owners of two seats have changed places; one of the seats may be empty. Wishes for them
    /// are over.
    SeatsChanged {
        /// The seats.
        seats: [Seat; 2],
    },
    /// A player would change seats with another one, or no more.
    SeatWanted {
        /// The player's seat.
        seat: Seat,
        /// The other one's.
        wants: Option<Seat>,
    },
    /// A player's connection came or went.
    Connection {
        /// The player's seat.
        seat: Seat,
        /// True if the connection is there.
        connected: bool,
    },
    /// Somebody else plays for an absent player from now on.
    Substituted {
        /// The seat of the absent player.
        seat: Seat,
        /// The substitute.
        substitute: Substitute,
        /// Set for the one who must act now, so that a new substitute can.
        turn: Option<Turn>,
    },
    /// The player is back and plays again.
    Returned {
        /// The player's seat.
        seat: Seat,
        /// Set when it is this player's turn.
        turn: Option<Turn>,
    },
    /// The server promises a shuffle; seats commit to nonces.
    Committed {
        /// The number of the deal within the match, from 1.
        number: u32,
        /// The seat that deals.
        dealer: Seat,
        /// The hash of the secret.
        commitment: Commitment,
        /// The time for hashes of nonces, in milliseconds.
        #[ts(type = "number")]
        nonce_ms: u64,
        /// Seats that add no nonce, because they withheld one in this shuffle.
        #[serde(default)]
        barred: Vec<Seat>,
        /// The promises dropped since cards were last dealt, in order.
        #[serde(default)]
        dropped: Vec<DroppedPromise>,
    },
    /// Nothing can be chosen any more: seats open the nonces they committed to.
    NoncesCommitted {
        /// The hashes by seat; none for a seat that adds no nonce.
        hashes: NonceHashes,
        /// The time for nonces, in milliseconds.
        #[ts(type = "number")]
        reveal_ms: u64,
    },
    /// Cards are dealt.
    Dealt {
        /// The deal as the recipient knows it.
        deal: Box<DealState>,
    },
    /// Somebody acted.
    Moved {
        /// The action, and who decided it.
        #[serde(flatten)]
        moved: Move,
        /// The events that followed, in order.
        events: Vec<DealEvent>,
        /// The status after them, whole; left out if it is as it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        status: Option<GameStatus>,
        /// The next turn; absent when the deal is over, and after a claim.
        turn: Option<Turn>,
    },
    /// The player who was to act claims the rest of the deal. The moves with which all
    /// cards are laid down follow, and the end of the deal.
    Claimed {
        /// The seat.
        seat: Seat,
        /// The claim.
        claim: Claim,
    },
    /// A deal is over; told once more if somebody leaves before the match is
    /// decided.
    DealOver {
        /// The end of the deal.
        finish: Box<DealFinish>,
    },
    /// A player asks for the next deal, or for a new match.
    Ready {
        /// The player's seat.
        seat: Seat,
    },
    /// A new match begins: the running score starts again.
    MatchStarted {
        /// The score at its start.
        score: MatchScore,
    },
    /// Somebody wrote.
    Chat {
        /// The line.
        line: ChatLine,
    },
    /// A seat waits for a bot and none of the level is free, or that is over.
    AwaitingBots {
        /// True if it waits.
        awaiting: bool,
    },
    /// Spectators came or went.
    Spectators {
        /// The number of spectators now.
        count: u32,
    },
    /// The table is no more.
    Closed {
        /// The reason, in a word: `empty`, `idle`, `abandoned`.
        reason: String,
    },
}
