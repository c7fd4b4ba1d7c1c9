//! Tables: the list of open ones, and opening one.

use axum::Json;
use axum::extract::State;
use serde_json::Value;
use vzetek_game::from_value;
use vzetek_protocol::rest::{CreatedTable, OwnTable};
use vzetek_protocol::{
    ErrorBody, ErrorCode, GameOptions, Player, PoolSummary, TableConfig, TableId, TableSummary,
};

use crate::app::Shared;
use crate::fault::Fault;

use super::answers::{Change, Common, Signed};
use super::extract::{Body, Id, Params};
use super::identity::Who;
use super::refusal::Refusal;

/// The most tables in one answer, less than a megabyte.
const MOST: u32 = 1000;

/// Open tables, private ones apart, by their ids. For the next page, name the last one's id
/// as `after`.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables",
    params(
        ("limit" = Option<u32>, Query, description = "How many: 1 to 1000, 1000 if absent"),
        ("after" = Option<String>, Query, description = "Only tables that are listed after this one"),
    ),
    responses(
        Common,
        (status = 200, description = "The lobby", body = Vec<TableSummary>),
        (status = 400, description = "A parameter is wrong; `field` names it", body = ErrorBody),
    )
)]
pub async fn list_tables(
    State(app): State<Shared>,
    params: Params,
) -> Result<Json<Vec<TableSummary>>, Refusal> {
    params.only(&["limit", "after"])?;
    let limit = params.limit("limit", MOST, MOST)?;
    let after = params.text("after")?.map(TableId);
    Ok(Json(app.lobby.summaries(after.as_ref(), limit as usize)))
}

/// The pools of quick pairing, with their people.
#[utoipa::path(
    get, path = "/api/pools", tag = "tables",
    responses(
        Common,
        (status = 200, description = "The pools", body = Vec<PoolSummary>),
    )
)]
pub async fn list_pools(State(app): State<Shared>) -> Json<Vec<PoolSummary>> {
    Json(app.pairing.summaries(&app.lobby.playing()))
}

/// The player who invites to a table, for callers who may see it.
#[utoipa::path(
    get, path = "/api/tables/{id}/host", tag = "tables",
    params(
        ("id" = String, Path, description = "The table"),
        ("invite" = Option<String>, Query, description = "The word for a private one"),
    ),
    responses(
        Common,
        (status = 200, description = "Whoever opened the table; null for the house", body = Option<Player>),
        (status = 400, description = "There is no such parameter", body = ErrorBody),
        (status = 403, description = "The table is private and the word is missing or wrong", body = ErrorBody),
        (status = 404, description = "There is no such open table", body = ErrorBody),
    )
)]
pub async fn show_host(
    State(app): State<Shared>,
    Id(id): Id,
    params: Params,
) -> Result<Json<Option<Player>>, Refusal> {
    params.only(&["invite"])?;
    let table = TableId(id);
    let handle = app.tables.find(&table).ok_or_else(|| Fault::no_such_table(&table))?;
    if !handle.opens_to(params.text("invite")?.as_deref()) {
        let message = "this table is private; open it by the link you were sent";
        return Err(Fault::new(ErrorCode::InviteRequired, message).into());
    }
    Ok(Json(app.accounts.host(handle.creator.as_deref()).await?))
}

/// The tables at which the caller has a seat, private ones included.
#[utoipa::path(
    get, path = "/api/me/tables", tag = "tables", security(("session" = []), ("token" = [])),
    responses(Common, Signed, (status = 200, description = "The tables", body = Vec<OwnTable>))
)]
pub async fn list_own(
    State(app): State<Shared>,
    Who(account): Who,
) -> Result<Json<Vec<OwnTable>>, Refusal> {
    // A table may be over by now.
    let found = |id: TableId| app.tables.find(&id).map(|handle| (id, handle));
    let open: Vec<_> = app.tables.seated(&account.id).into_iter().filter_map(found).collect();
    let seated: Vec<_> =
        open.iter().map(|(_, handle)| handle.seated.read().accounts.clone()).collect();
    let mut players = app.accounts.players(&seated.concat(), None).await?.into_iter();
    let tables = open.into_iter().zip(seated).map(|((id, handle), accounts)| OwnTable {
        id,
        config: (*handle.config).clone(),
        players: players.by_ref().take(accounts.len()).collect(),
    });
    Ok(Json(tables.collect()))
}

/// Open a table. Everything after that happens on the socket.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = TableConfig,
    security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        Signed,
        (status = 200, description = "The table", body = CreatedTable),
        (status = 400, description = "The configuration is wrong or does not fit together", body = ErrorBody),
        (status = 409, description = "Nobody offers bots of this level, or those who do play other kinds", body = ErrorBody),
    )
)]
pub async fn open_table(
    State(app): State<Shared>,
    Who(account): Who,
    Body(wish): Body<Value>,
) -> Result<Json<CreatedTable>, Refusal> {
    let config = config(wish)?;
    Ok(Json(app.tables.create(config, Some(&account)).await?))
}

/// The configuration. Errors in the game's options and in the table's are distinguished.
fn config(wish: Value) -> Result<TableConfig, Fault> {
    if let Some(game) = wish.get("game")
        && let Err(error) = from_value::<GameOptions>(game.clone())
    {
        return Err(Fault::field(ErrorCode::BadOptions, "game", error.to_string()));
    }
    from_value(wish).map_err(|error| Fault::new(ErrorCode::BadMessage, error.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_error_says_which_part_is_wrong() {
        let game = json!({ "name": "trset", "options": { "players": 2 } });
        assert!(config(json!({ "game": game })).is_ok());
        let five = json!({ "game": { "name": "trset", "options": { "players": 5 } } });
        let fault = config(five).unwrap_err();
        assert_eq!(fault.body.code, ErrorCode::BadOptions);
        assert!(fault.body.message.contains("2, 3 or 4"), "{fault}");
        let fault = config(json!({ "game": game, "colour": "red" })).unwrap_err();
        assert_eq!(fault.body.code, ErrorCode::BadMessage);
        assert!(fault.body.message.contains("there is no field `colour`"), "{fault}");
        assert!(
            config(json!({})).unwrap_err().body.message.contains("the field `game` is missing")
        );
        assert!(config(json!([1])).is_err());
    }
}
