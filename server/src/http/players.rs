//! Players and their ratings.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use vzetek_protocol::rest::{
    KindResults, LeaderboardLine, OpponentStatistics, PlayerStatistics, Profile, RatingPoint,
    Standing,
};
use vzetek_protocol::{ErrorBody, ErrorCode, GameId, Kind, Player};
use vzetek_store::{Account, AccountKind, RatingRow, Statistics};

use crate::accounts::player;
use crate::app::Shared;
use crate::cost;
use crate::fault::Fault;
use crate::rating;
use crate::statistics;

use super::answers::Common;
use super::extract::{Id, Params};
use super::identity::Maybe;
use super::refusal::Refusal;

/// The lines of a leaderboard if the request names no number.
const DEFAULT: u32 = 50;
/// The most lines of a leaderboard.
const MOST: u32 = 200;
/// The players found by name if the request names no number.
const FOUND: u32 = 10;
/// The most players that are found by name.
const MOST_FOUND: u32 = 50;
/// The rated matches in a history if the request names no number.
const HISTORY: u32 = 500;
/// The opponents in a player's statistics.
const OPPONENTS: usize = 10;
/// The most rated matches in a history.
const MOST_HISTORY: u32 = 1000;

/// The best of a kind on a ladder, by what their rating is at least (less twice
/// its deviation): persons or bots whose ratings are settled. Guests are left out.
#[utoipa::path(
    get, path = "/api/leaderboard", tag = "players",
    params(
        ("kind" = String, Query, description = "The kind, such as trset-2"),
        ("ladder" = Option<String>, Query, description = "people: persons by their matches among people, as if absent; bots: bots"),
        ("limit" = Option<u32>, Query, description = "How many: 1 to 200, 50 if absent"),
    ),
    responses(
        Common,
        (status = 200, description = "The best, best first", body = Vec<LeaderboardLine>),
        (status = 400, description = "A parameter is wrong; `field` names it", body = ErrorBody),
    )
)]
pub async fn leaderboard(
    State(app): State<Shared>,
    params: Params,
) -> Result<Json<Vec<LeaderboardLine>>, Refusal> {
    params.only(&["kind", "ladder", "limit"])?;
    let kind = params.kind()?;
    let ladder = params.ladder()?;
    let limit = params.limit("limit", DEFAULT, MOST)?;
    let now = app.sources.utc();
    let (store, listed) = (app.store.clone(), kind.clone());
    let read = async move { store.leaderboard(listed.as_str(), ladder, now, limit).await };
    let rows = cost::in_turn(read).await?;
    let ids: Vec<String> = rows.iter().map(|row| row.account.clone()).collect();
    let players = app.accounts.players(&ids, Some(&kind)).await?;
    let lines = players.into_iter().zip(&rows).zip(1..).map(|((player, row), rank)| {
        LeaderboardLine { rank, player, standing: standing(row, now) }
    });
    Ok(Json(lines.collect()))
}

/// Find players by the beginning of their names: registered people and bots.
/// Case, accents and gaps make no difference.
#[utoipa::path(
    get, path = "/api/players", tag = "players",
    params(
        ("name" = String, Query, description = "How the name begins"),
        ("limit" = Option<u32>, Query, description = "How many: 1 to 50, 10 if absent"),
    ),
    responses(
        Common,
        (status = 200, description = "The players, by name", body = Vec<Player>),
        (status = 400, description = "A parameter is wrong; `field` names it", body = ErrorBody),
    )
)]
pub async fn find(State(app): State<Shared>, params: Params) -> Result<Json<Vec<Player>>, Refusal> {
    params.only(&["name", "limit"])?;
    let name = params.needed("name", "how the name begins")?;
    let limit = params.limit("limit", FOUND, MOST_FOUND)?;
    let found = app.accounts.named(&name, &app.house.known_levels(), limit).await?;
    Ok(Json(found.iter().map(player).collect()))
}

/// A player, and their rating in every kind they played.
#[utoipa::path(
    get, path = "/api/players/{id}", tag = "players",
    params(("id" = String, Path, description = "The account")),
    responses(
        Common,
        (status = 200, description = "The player", body = Profile),
        (status = 404, description = "There is no such player", body = ErrorBody),
    )
)]
pub async fn profile(State(app): State<Shared>, Id(id): Id) -> Result<Json<Profile>, Refusal> {
    let account = existing(&app, &id).await?;
    let ratings = app.store.ratings_of(&account.id).await?;
    let (store, id) = (app.store.clone(), account.id.clone());
    let results = cost::in_turn(async move { store.results_of(&id).await }).await?;
    let now = app.sources.utc();
    Ok(Json(Profile {
        player: player(&account),
        since: account.created_at,
        standings: ratings.iter().map(|row| standing(row, now)).collect(),
        results: results
            .into_iter()
            .map(|row| KindResults { kind: Kind(row.kind), games: row.games, wins: row.wins })
            .collect(),
    }))
}

/// See the history of a player's rating in one kind on a ladder: their latest rated
/// matches in the order they ended.
#[utoipa::path(
    get, path = "/api/players/{id}/ratings", tag = "players",
    params(
        ("id" = String, Path, description = "The account"),
        ("kind" = String, Query, description = "The kind, such as trset-2"),
        ("ladder" = Option<String>, Query, description = "people, as if absent: matches among people; bots: matches with bots"),
        ("limit" = Option<u32>, Query, description = "How many matches back: 1 to 1000, 500 if absent"),
    ),
    responses(
        Common,
        (status = 200, description = "The matches, the oldest first", body = Vec<RatingPoint>),
        (status = 400, description = "A parameter is wrong; `field` names it", body = ErrorBody),
        (status = 404, description = "There is no such player", body = ErrorBody),
    )
)]
pub async fn rating_history(
    State(app): State<Shared>,
    Id(id): Id,
    params: Params,
) -> Result<Json<Vec<RatingPoint>>, Refusal> {
    params.only(&["kind", "ladder", "limit"])?;
    let kind = params.kind()?;
    let ladder = params.ladder()?;
    let limit = params.limit("limit", HISTORY, MOST_HISTORY)?;
    let account = existing(&app, &id).await?;
    let store = app.store.clone();
    let read = async move { store.rating_history(&account.id, kind.as_str(), ladder, limit).await };
    let rows = cost::in_turn(read).await?;
    let points = rows.into_iter().map(|row| RatingPoint {
        game: GameId(row.game),
        time: row.at,
        change: rating::told_change(ladder, row.step),
        won: row.won,
    });
    Ok(Json(points.collect()))
}

/// See a player's results: by kind of game and company, as declarer of each contract of tarok, and
/// against the opponents met most often. Deals of private tables count; opponents met there are
/// named to the player alone.
#[utoipa::path(
    get, path = "/api/players/{id}/statistics", tag = "players",
    security((), ("session" = []), ("token" = [])),
    params(("id" = String, Path, description = "The account")),
    responses(
        Common,
        (status = 200, description = "The results", body = PlayerStatistics),
        (status = 404, description = "There is no such player", body = ErrorBody),
    )
)]
pub async fn statistics(
    State(app): State<Shared>,
    Maybe(asking): Maybe,
    Id(id): Id,
) -> Result<Json<PlayerStatistics>, Refusal> {
    let account = existing(&app, &id).await?;
    let own = asking.is_some_and(|asking| asking.id == account.id);
    let store = app.store.clone();
    let read = async move { store.statistics_of(&account.id, own).await };
    let Statistics { totals, contracts, opponents } = cost::in_turn(read).await?;
    let opponents = statistics::most_met(&opponents, OPPONENTS);
    let ids: Vec<String> = opponents.iter().map(|met| met.account.to_owned()).collect();
    let players = app.accounts.players(&ids, None).await?;
    Ok(Json(PlayerStatistics {
        kinds: totals.into_iter().map(statistics::of_kind).collect(),
        contracts: contracts.into_iter().map(statistics::of_contract).collect(),
        opponents: players
            .into_iter()
            .zip(&opponents)
            .map(|(player, met)| OpponentStatistics {
                player,
                matches: met.matches,
                won: met.won,
                lost: met.lost,
            })
            .collect(),
    }))
}

/// The account, unless it is deleted.
async fn existing(app: &Shared, id: &str) -> Result<Account, Refusal> {
    let account = app.store.account(id).await?;
    let account = account.filter(|account| account.kind != AccountKind::Deleted);
    account.ok_or_else(|| {
        let message = format!("there is no player {id:?} (any more)");
        Fault::new(ErrorCode::NoSuchPlayer, message).into()
    })
}

fn standing(row: &RatingRow, now: DateTime<Utc>) -> Standing {
    Standing {
        kind: row.kind.as_str().into(),
        ladder: rating::told(row.ladder),
        settled: rating::is_settled(row, now),
        rating: row.rating.round() as i32,
        deviation: row.deviation.round() as i32,
        matches: row.matches,
        wins: row.wins,
    }
}
