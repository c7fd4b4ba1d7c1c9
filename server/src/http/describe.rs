//! The OpenAPI description, made from the routes themselves.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, PathItem};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use vzetek_protocol::{ErrorBody, ErrorCode};

use crate::app::Shared;

use super::compress::Document;
use super::{accounts, following, games, players, settings, system, tables};

/// The description as JSON. The same for every server of this build.
static DOCUMENT: LazyLock<Document> =
    LazyLock::new(|| Document::new("application/json", description().to_string()));

/// The routes' description, with the games' types beside their bodies.
fn description() -> Value {
    let mut description = serde_json::to_value(routes().into_openapi()).unwrap_or_else(|error| {
        tracing::error!(%error, "the description of the interface cannot be written");
        Value::Object(Map::new())
    });
    if let Some(Value::Object(schemas)) = description.pointer_mut("/components/schemas") {
        schemas.extend(vzetek_protocol::schema::parts());
    }
    description
}

/// The JSON Schema of the socket's messages. The same for every server of this build.
static SCHEMA: LazyLock<Document> = LazyLock::new(|| {
    Document::new("application/schema+json", vzetek_protocol::schema::schema().to_string())
});

/// Every route that is described; `/ws` is described here and mounted in the router.
pub fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(accounts::become_guest))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::login))
        .routes(routes!(accounts::logout))
        .routes(routes!(accounts::who_am_i, accounts::delete_me))
        .routes(routes!(accounts::change_password))
        .routes(routes!(accounts::rename_me))
        .routes(routes!(accounts::choose_face))
        .routes(routes!(settings::show_settings, settings::keep_settings))
        .routes(routes!(following::list_followed))
        .routes(routes!(following::follow, following::unfollow))
        .routes(routes!(following::show_presence, following::set_presence))
        .routes(routes!(accounts::make_bot, accounts::list_bots))
        .routes(routes!(accounts::delete_bot))
        .routes(routes!(accounts::choose_bots_face))
        .routes(routes!(tables::list_tables, tables::open_table))
        .routes(routes!(tables::list_pools))
        .routes(routes!(tables::show_host))
        .routes(routes!(tables::list_own))
        .routes(routes!(games::list_games))
        .routes(routes!(games::show_game))
        .routes(routes!(games::list_matches))
        .routes(routes!(players::leaderboard))
        .routes(routes!(players::find))
        .routes(routes!(players::profile))
        .routes(routes!(players::rating_history))
        .routes(routes!(players::statistics))
        .routes(routes!(openapi))
        .routes(routes!(protocol_schema))
        .routes(routes!(system::health))
        .routes(routes!(system::ready))
        .routes(routes!(system::metrics))
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Vzetek",
        description = "Tables, people and finished games. Playing happens on the socket, /ws; docs/PROTOCOL.md describes it, docs/protocol/http.md what cannot be said here. Every error is an ErrorBody.",
    ),
    components(schemas(ErrorBody, ErrorCode)),
    modifiers(&Ways, &Socket),
    tags(
        (name = "people", description = "Registration, login and account settings"),
        (name = "tables", description = "Open tables"),
        (name = "games", description = "Finished games"),
        (name = "players", description = "How players stand"),
        (name = "system", description = "Running the server"),
    )
)]
struct Description;

/// The two ways of authentication.
struct Ways;

impl Modify for Ways {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("vzetek_session")));
        components.add_security_scheme("session", cookie);
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// The socket, which has no handler of this module to be described at.
struct Socket;

impl Modify for Socket {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let response = |text: &str| ResponseBuilder::new().description(text).build();
        let operation = OperationBuilder::new()
            .operation_id(Some("socket"))
            .tag("tables")
            .summary(Some("The socket on which tables are played at (WebSocket)."))
            .response("101", response("The socket is open; say hello"))
            .response(
                "400",
                response("The request does not ask for a socket (WebSocket, version 13)"),
            )
            .response("403", response("The page that asks is not one of ours"))
            .response("503", response("The server is about to stop"))
            .build();
        let item = PathItem::new(HttpMethod::Get, operation);
        openapi.paths.paths.insert("/ws".to_owned(), item);
    }
}

/// This description.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "system",
    responses((status = 200, description = "OpenAPI", body = Object))
)]
pub async fn openapi(headers: HeaderMap) -> Response {
    DOCUMENT.answer(&headers)
}

/// The messages of the socket, and decision documents, as a JSON Schema.
#[utoipa::path(
    get, path = "/api/protocol.schema.json", tag = "system",
    responses((
        status = 200, description = "JSON Schema (2020-12)", body = Object,
        content_type = "application/schema+json"
    ))
)]
pub async fn protocol_schema(headers: HeaderMap) -> Response {
    SCHEMA.answer(&headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_takes_the_name_of_another_body() {
        let own = serde_json::to_value(routes().into_openapi()).unwrap();
        let own = own["components"]["schemas"].as_object().unwrap();
        let taken = |name: &String| own.contains_key(name);
        let parts = vzetek_protocol::schema::parts();
        assert_eq!(
            parts.keys().filter(|name| taken(name)).collect::<Vec<_>>(),
            Vec::<&String>::new()
        );
    }

    #[test]
    fn operations_with_parameters_or_a_body_document_400() {
        let document = description();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let takes = parameters.filter(|one| one["in"] == "query").count() > 0
                    || operation.get("requestBody").is_some();
                let told = operation["responses"].get("400").is_some();
                assert!(!takes || told, "{method} {path} says nothing of 400");
            }
        }
        assert!(document["paths"]["/ws"]["get"]["responses"].get("400").is_some());
    }
}
