//! The settings of a page that are stored with an account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Map, Value};
use vzetek_protocol::rest::PageSettings;
use vzetek_protocol::{ErrorBody, ErrorCode};
use vzetek_store::{Account, AccountKind};

use crate::app::Shared;
use crate::fault::Fault;

use super::answers::{Change, Common};
use super::extract::{Replacement, wrong};
use super::identity::Who;
use super::refusal::Refusal;

/// The longest name of a setting, in characters.
const MAX_NAME: usize = 32;
/// The longest text of a setting, in characters.
const MAX_TEXT: usize = 64;
/// The longest settings of an account as JSON, in bytes.
const MAX_SETTINGS: usize = 4096;

/// The page settings stored for the caller; an empty object if there are none.
#[utoipa::path(
    get, path = "/api/me/settings", tag = "people", security(("session" = []), ("token" = [])),
    responses(
        Common,
        (status = 200, description = "The settings by name", body = PageSettings),
        (status = 401, description = "Not logged in", body = ErrorBody),
        (status = 403, description = "Guests and bots keep no settings", body = ErrorBody),
    )
)]
pub async fn show_settings(
    State(app): State<Shared>,
    Who(account): Who,
) -> Result<Json<Value>, Refusal> {
    persons_only(&account)?;
    let kept = app.store.settings(&account.id).await?;
    Ok(Json(kept.unwrap_or_else(|| Value::Object(Map::new()))))
}

/// Store settings of a page, in place of those before.
#[utoipa::path(
    put, path = "/api/me/settings", tag = "people", request_body = PageSettings,
    security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        (status = 204, description = "Kept"),
        (status = 400, description = "No body, not plain values, or too many", body = ErrorBody),
        (status = 401, description = "Not logged in", body = ErrorBody),
        (status = 403, description = "Guests and bots keep no settings, or the page is not one of ours", body = ErrorBody),
    )
)]
pub async fn keep_settings(
    State(app): State<Shared>,
    Who(account): Who,
    Replacement(given): Replacement<Map<String, Value>>,
) -> Result<StatusCode, Refusal> {
    persons_only(&account)?;
    check(&given)?;
    app.store.keep_settings(&account.id, &Value::Object(given)).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn persons_only(account: &Account) -> Result<(), Fault> {
    if account.kind == AccountKind::Person {
        return Ok(());
    }
    let message = "only registered people keep settings here; register first";
    Err(Fault::new(ErrorCode::Forbidden, message))
}

/// Refuses all but a few plain values.
fn check(settings: &Map<String, Value>) -> Result<(), Fault> {
    let mut length = 0;
    for (name, value) in settings {
        if !(1..=MAX_NAME).contains(&name.len()) || !name.bytes().all(|b| b.is_ascii_alphabetic()) {
            let message = format!("the name of a setting is 1 to {MAX_NAME} letters from a to z");
            return Err(Fault::new(ErrorCode::BadMessage, message));
        }
        if !is_plain(value) {
            let what = "is true, false, a whole number or a text of at most";
            return Err(wrong(name, &format!("{what} {MAX_TEXT} characters")));
        }
        // Each has quotes, colon and comma in addition.
        length += name.len() + value.to_string().len() + 4;
    }
    if length > MAX_SETTINGS {
        let message = format!("all settings together have at most {MAX_SETTINGS} bytes");
        return Err(Fault::new(ErrorCode::BadMessage, message));
    }
    Ok(())
}

/// True for the values of a [`Setting`](vzetek_protocol::rest::Setting).
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Bool(_) => true,
        Value::Number(number) => number.as_i64().is_some_and(|n| i32::try_from(n).is_ok()),
        Value::String(text) => {
            text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control)
        }
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Checks the settings and parses valid ones into the interface's type.
    fn read(value: Value) -> Result<PageSettings, Fault> {
        let Value::Object(object) = &value else { panic!("an object is meant") };
        check(object).map(|()| serde_json::from_value(value).unwrap())
    }

    #[test]
    fn plain_values_are_kept_as_they_are() {
        let given = json!({ "sound": true, "theme": "dark", "unheardOf": "", "volume": -70 });
        assert_eq!(serde_json::to_value(read(given.clone()).unwrap()).unwrap(), given);
        assert_eq!(read(json!({})).unwrap(), PageSettings::default());
    }

    #[test]
    fn what_is_no_plain_value_is_named() {
        let texts = [json!("a\0"), json!("x".repeat(65))];
        let others = [json!(null), json!([]), json!({}), json!(1.5), json!(1_u64 << 40)];
        for value in texts.into_iter().chain(others) {
            let fault = read(json!({ "theme": value })).unwrap_err();
            assert_eq!(fault.body.field.as_deref(), Some("theme"), "{value}");
        }
        for name in ["", "a b", "č", "a\0", &"x".repeat(33)] {
            assert!(
                read(json!({ name: true })).unwrap_err().body.message.contains("1 to 32 letters")
            );
        }
    }

    #[test]
    fn there_is_room_for_a_few_kilobytes() {
        let many = |settings: usize| {
            let name = |n: usize| ["ab", "cd", "ef", "gh", "ij"][n % 5].repeat(n / 5 + 1);
            Value::Object((0..settings).map(|n| (name(n), json!("x".repeat(60)))).collect())
        };
        assert!(read(many(40)).is_ok());
        assert!(read(many(70)).unwrap_err().body.message.contains("4096 bytes"));
    }
}
