//! Bodies of the HTTP interface.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use vzetek_game::fair::{Commitment, NonceHashes, Nonces, Secret};
use vzetek_game::{Seat, Zones};

use crate::games::DealtCards;
use crate::part::{list_of, part};
use crate::shuffle::DroppedPromise;
use crate::table::Move;
use crate::{
    DealEvent, GameId, GameOptions, GameResult, GameStatus, GameView, Kind, Ladder, Player,
    RatingChange, TableConfig, TableId, UnratedReason,
};

/// `POST /api/guest`: become a guest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// A name; one is made up if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// For programs: put the token into the answer instead of a cookie.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub bearer: bool,
}

/// `POST /api/register` and `POST /api/login`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name, 2 to 24 characters.
    pub name: String,
    /// The password, at least 8 characters.
    pub password: String,
    /// For programs: put the token into the answer instead of a cookie.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub bearer: bool,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// `POST /api/me/password`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password so far.
    pub old: String,
    /// The password from now on.
    pub new: String,
}

/// `PUT /api/me/name`: the name of a guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestName {
    /// The name, 1 to 24 characters. Guests share names.
    pub name: String,
}

/// `PUT /api/me/face` and `PUT /api/bots/{id}/face`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FaceChoice {
    /// A card of tarok, as in [`Player::face`]; `null` chooses none.
    pub face: Option<String>,
}

/// `GET` and `PUT /api/me/settings`: settings of a page, by name. The server
/// knows no names: those of every version of a page are kept as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PageSettings(pub BTreeMap<String, Setting>);

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum Setting {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Number(i32),
    /// A short text, such as one of several choices.
    Text(String),
}

/// `GET` and `PUT /api/me/presence`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PresenceSetting {
    /// True if followers see when the account is here, as at first.
    pub shown: bool,
}

/// The answer to a client that has signed in, and to `GET /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Session {
    /// The client's account.
    pub user: Player,
    /// The token, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// `POST /api/bots`: an account for a program of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// The bot's name.
    pub name: String,
}

/// The answer to [`NewBot`]. The token is shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BotAccount {
    /// The bot.
    pub bot: Player,
    /// The token for its hello.
    pub token: String,
}

/// The answer to `POST /api/tables`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedTable {
    /// The table.
    pub table: TableId,
    /// The word for it, if it is private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invite: Option<String>,
}

/// A table at which the client has a seat: `GET /api/me/tables`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnTable {
    /// The table.
    pub id: TableId,
    /// The setup of the table.
    pub config: TableConfig,
    /// The players who have seats there, in the order of the seats.
    pub players: Vec<Player>,
}

/// A player's part in a finished deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GamePlayer {
    /// The seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The player.
    pub player: Player,
    /// True if they won, forfeits considered.
    pub won: bool,
    /// True if they stayed away and lost for it.
    pub forfeited: bool,
    /// True if they won the match; absent unless it ended with this deal, and for
    /// deals from before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub match_won: Option<bool>,
    /// True if the match ended with this deal and they have lost it by leaving it,
    /// or by having more than half of their actions in it played by others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub match_forfeited: bool,
    /// The change of their rating, if a match ended with this deal that was rated
    /// and counted for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingChange>,
}

/// One line of the archive: a finished deal. `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameSummary {
    /// The deal.
    pub id: GameId,
    /// Game and number of players, such as `trset-2`.
    pub kind: Kind,
    /// The table it was played at.
    pub table: TableId,
    /// The deal's number in its match, from 1.
    pub number: u32,
    /// The players.
    pub players: Vec<GamePlayer>,
    /// The result of the deal.
    #[schema(schema_with = part::<GameResult>)]
    pub result: GameResult,
    /// The time when it began.
    pub started: DateTime<Utc>,
    /// The time when it ended.
    pub time: DateTime<Utc>,
    /// The number of actions.
    pub moves: u32,
}

/// A match of which a deal is over. `GET /api/matches`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchSummary {
    /// The last of its finished deals.
    pub id: GameId,
    /// Game and number of players, such as `trset-2`.
    pub kind: Kind,
    /// The table it was played at.
    pub table: TableId,
    /// The number of the match at the table, from 1.
    pub number: u32,
    /// The number of finished deals.
    pub deals: u32,
    /// The stage of the match.
    pub stage: MatchStage,
    /// The players.
    pub players: Vec<MatchPlayer>,
    /// The reason why it changed no rating, if it is over and the reason is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<UnratedReason>,
    /// The time when the first of these deals began.
    pub started: DateTime<Utc>,
    /// The time when the last of these deals ended.
    pub time: DateTime<Utc>,
}

/// The stage of a match in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchStage {
    /// More deals may follow.
    Playing,
    /// It is decided.
    Over,
    /// It ended undecided: its table closed.
    BrokenOff,
}

/// A player's part in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchPlayer {
    /// The seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The player.
    pub player: Player,
    /// Whole points in all finished deals; those that decide a match of tarok are less what open
    /// radelci cost.
    pub points: i32,
    /// True if they won the match, forfeits considered.
    pub won: bool,
    /// True if they lost the match by leaving it, or by having more than half of their actions in
    /// it played by others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub forfeited: bool,
    /// The change of their rating, if the match was rated and counted for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingChange>,
}

/// The whole record of a finished deal. `GET /api/games/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameRecord {
    /// The deal's line in the archive.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The game and its options.
    #[schema(schema_with = part::<GameOptions>)]
    pub options: GameOptions,
    /// The seat that dealt.
    #[schema(value_type = u8)]
    pub dealer: Seat,
    /// The promise made before the deal.
    #[schema(value_type = String)]
    pub commitment: Commitment,
    /// The secret that was promised.
    #[schema(value_type = String)]
    pub secret: Secret,
    /// The hashes of the nonces, by seat, as stored before any nonce was opened;
    /// absent for a deal from before there were hashes.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Option<String>>>)]
    pub nonce_hashes: Option<NonceHashes>,
    /// The nonces that the players added.
    #[schema(value_type = Vec<String>)]
    pub nonces: Nonces,
    /// The promises for this deal that were dropped, in order.
    #[serde(default)]
    pub dropped: Vec<DroppedPromise>,
    /// Every card as dealt.
    #[schema(schema_with = part::<DealtCards>)]
    pub cards: DealtCards,
    /// The public view before the first action, from which the rules go on.
    #[schema(schema_with = part::<GameView>)]
    pub start: GameView,
    /// Every card where it lies before the first action, from which a replay starts.
    #[schema(schema_with = part::<Zones>)]
    pub zones: Zones,
    /// The status before the first action.
    #[schema(schema_with = part::<GameStatus>)]
    pub status: GameStatus,
    /// Every action, with the events that followed.
    pub steps: Vec<GameStep>,
}

/// One action of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameStep {
    /// The action, who decided it, and the time it took.
    #[serde(flatten)]
    pub moved: Move,
    /// The time of the action.
    pub at: DateTime<Utc>,
    /// The events that followed, in order.
    #[schema(schema_with = list_of::<DealEvent>)]
    pub events: Vec<DealEvent>,
    /// The status after them; left out if it is as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(schema_with = part::<GameStatus>)]
    pub status: Option<GameStatus>,
}

/// A player's standing in one kind of game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Standing {
    /// Game and number of players.
    pub kind: Kind,
    /// The ladder.
    pub ladder: Ladder,
    /// The rating (Glicko-2 scale).
    pub rating: i32,
    /// Its uncertainty: the true strength lies within twice this, 19 times in 20.
    pub deviation: i32,
    /// True if the deviation is 110 or less by now.
    pub settled: bool,
    /// Rated matches played.
    pub matches: u32,
    /// Rated matches won.
    pub wins: u32,
}

/// A line of `GET /api/leaderboard?kind=…&ladder=…`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LeaderboardLine {
    /// The rank, from 1.
    pub rank: u32,
    /// The player.
    pub player: Player,
    /// The player's standing.
    pub standing: Standing,
}

/// `GET /api/players/{id}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Profile {
    /// The player.
    pub player: Player,
    /// The time when the account was made.
    pub since: DateTime<Utc>,
    /// The player's standings, by kind of game and ladder.
    pub standings: Vec<Standing>,
    /// The results of the player's latest 10,000 finished deals, by kind of
    /// game.
    pub results: Vec<KindResults>,
}

/// A player's results in one kind of game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct KindResults {
    /// Game and number of players.
    pub kind: Kind,
    /// Finished deals, rated or not.
    pub games: u32,
    /// Finished deals won.
    pub wins: u32,
}

/// Sums over a player's latest 10,000 finished deals. `GET /api/players/{id}/statistics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerStatistics {
    /// By kind of game and company.
    pub kinds: Vec<KindStatistics>,
    /// By kind and contract: the deals of tarok that the player declared.
    pub contracts: Vec<ContractStatistics>,
    /// The ten opponents met in most matches, the most often met first.
    pub opponents: Vec<OpponentStatistics>,
}

/// A player's results in one kind of game, among people or with bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct KindStatistics {
    /// Game and number of players.
    pub kind: Kind,
    /// `bots` if a bot had another seat, `people` otherwise.
    pub company: Ladder,
    /// Matches whose outcome is recorded, rated or not.
    pub matches: u32,
    /// Matches won.
    pub matches_won: u32,
    /// Finished deals.
    pub deals: u32,
    /// Finished deals won.
    pub deals_won: u32,
    /// The sum of the whole points written down.
    #[ts(type = "number")]
    pub points: i64,
}

/// A player's results as declarer of one contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ContractStatistics {
    /// Game and number of players.
    pub kind: Kind,
    /// The contract, as in results.
    pub contract: String,
    /// Finished deals.
    pub deals: u32,
    /// Finished deals won.
    pub deals_won: u32,
    /// The sum of the changes of the player's score.
    #[ts(type = "number")]
    pub points: i64,
}

/// A player's results against another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpponentStatistics {
    /// The opponent.
    pub player: Player,
    /// Matches against each other.
    pub matches: u32,
    /// Matches won.
    pub won: u32,
    /// Matches not won that the opponent won.
    pub lost: u32,
}

/// A point of `GET /api/players/{id}/ratings?kind=…&ladder=…`: a rated match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingPoint {
    /// The last deal of the match.
    pub game: GameId,
    /// The time when it ended.
    pub time: DateTime<Utc>,
    /// The change of the rating.
    #[serde(flatten)]
    pub change: RatingChange,
    /// True if the deal was won.
    pub won: bool,
}

/// `GET /health`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Health {
    /// `ok`, or the part that does not work.
    pub status: String,
    /// The server's version.
    pub version: String,
}
