//! Bodies and queries, with errors that describe what is wrong and what is right.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use vzetek_protocol::{ErrorCode, GameOptions, Kind};
use vzetek_store::Ladder;

use crate::fault::Fault;
use crate::json::described;

use super::refusal::Refusal;

/// The longest body, in bytes.
pub const MAX_BODY: usize = 64 * 1024;
/// The most bytes of a body that is too long that are read and discarded, so that the client
/// receives the reason rather than a broken connection.
const PATIENCE: usize = 1024 * 1024;
/// The time that a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(15);

/// A JSON body. An empty one counts as an object without fields.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let bytes = json_of(request).await?;
        parse(if bytes.is_empty() { b"{}" } else { &bytes }).map(Self).map_err(Refusal::from)
    }
}

/// A JSON body that replaces a stored value; an empty one is refused.
#[derive(Debug)]
pub struct Replacement<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Replacement<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let bytes = json_of(request).await?;
        if bytes.is_empty() {
            return Err(bad("send what is to be kept, as JSON; {} keeps nothing").into());
        }
        parse(&bytes).map(Self).map_err(Refusal::from)
    }
}

/// Reads a body with the content type of JSON, or an empty one.
async fn json_of(request: Request) -> Result<Vec<u8>, Fault> {
    let json = is_json(&request);
    let bytes = tokio::time::timeout(BODY_TIME, read(request))
        .await
        .map_err(|_| bad("the body did not arrive in time"))??;
    if !json && !bytes.is_empty() {
        let message = "send the body as JSON, with Content-Type: application/json";
        return Err(Fault::new(ErrorCode::UnsupportedMedia, message));
    }
    Ok(bytes)
}

fn is_json(request: &Request) -> bool {
    let text = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = text.and_then(|text| text.split(';').next()).unwrap_or_default();
    media.trim().eq_ignore_ascii_case("application/json")
}

async fn read(request: Request) -> Result<Vec<u8>, Fault> {
    let mut stream = request.into_body().into_data_stream();
    let mut body = Vec::new();
    let mut length = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| bad("the body ended too early"))?;
        length += chunk.len();
        if length <= MAX_BODY {
            body.extend_from_slice(&chunk);
        } else if length > PATIENCE {
            break;
        }
    }
    if length <= MAX_BODY {
        return Ok(body);
    }
    Err(Fault::new(ErrorCode::TooLarge, format!("a body has at most {MAX_BODY} bytes")))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    described(bytes).map_err(|error| bad(&error.to_string()))
}

fn bad(message: &str) -> Fault {
    Fault::new(ErrorCode::BadMessage, message)
}

/// The id in an address.
#[derive(Debug)]
pub struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(id)) if is_storable(&id) => Ok(Self(id)),
            _ => Err(Fault::new(ErrorCode::NotFound, "nothing can have this id").into()),
        }
    }
}

/// True if a text can be one of the store's: Postgres refuses zeros in texts, and no name or id of
/// the server has control characters.
fn is_storable(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// The parameters behind the question mark of an address.
#[derive(Debug)]
pub struct Params(HashMap<String, String>);

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri)
            .map_err(|_| bad("the query cannot be read; write it as name=value, joined by &"))?;
        let mut known = HashMap::new();
        for (name, value) in pairs {
            if known.insert(name.clone(), value).is_some() {
                return Err(wrong(&name, "is given twice; once is right").into());
            }
        }
        Ok(Self(known))
    }
}

impl Params {
    /// Refuses all parameters but these.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] names the unknown one, and the known ones.
    pub fn only(&self, names: &[&str]) -> Result<(), Fault> {
        match self.0.keys().find(|name| !names.contains(&name.as_str())) {
            Some(stranger) => {
                let known = names.join(", ");
                Err(wrong(stranger, &format!("is not known here; there are {known}")))
            }
            None => Ok(()),
        }
    }

    /// A text; an empty one counts as absent.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] about this parameter.
    pub fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        match self.0.get(name).filter(|text| !text.is_empty()) {
            Some(text) if !is_storable(text) => Err(wrong(name, "is a plain text")),
            text => Ok(text.cloned()),
        }
    }

    /// A required text; `what` describes it.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] about this parameter.
    pub fn needed(&self, name: &str, what: &str) -> Result<String, Fault> {
        self.text(name)?.ok_or_else(|| wrong(name, &format!("is needed: {what}")))
    }

    /// The kind of game, which is required.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] about this parameter names all kinds.
    pub fn kind(&self) -> Result<Kind, Fault> {
        self.any_kind()?.ok_or_else(|| wrong("kind", &format!("is needed: {}", kinds())))
    }

    /// The kind of game, if one is named.
    ///
    /// # Errors
    /// As in [`Params::kind`].
    pub fn any_kind(&self) -> Result<Option<Kind>, Fault> {
        let Some(kind) = self.text("kind")?.map(Kind) else { return Ok(None) };
        if GameOptions::kinds().contains(&kind) {
            return Ok(Some(kind));
        }
        Err(wrong("kind", &format!("is one of {}, not {:?}", kinds(), kind.as_str())))
    }

    /// The ladder; that of people if none is named.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] about this parameter names both.
    pub fn ladder(&self) -> Result<Ladder, Fault> {
        match self.text("ladder")?.as_deref() {
            None | Some("people") => Ok(Ladder::People),
            Some("bots") => Ok(Ladder::Bots),
            Some(other) => Err(wrong("ladder", &format!("is people or bots, not {other:?}"))),
        }
    }

    /// A number from 1 to `most`.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] about this parameter.
    pub fn limit(&self, name: &str, default: u32, most: u32) -> Result<u32, Fault> {
        let Some(text) = self.text(name)? else { return Ok(default) };
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| wrong(name, &format!("is a number from 1 to {most}")))
    }

    /// A time (RFC 3339) or a day, which begins at midnight UTC.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] about this parameter.
    pub fn time(&self, name: &str) -> Result<Option<DateTime<Utc>>, Fault> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        // A plus sign that was not escaped has become a space.
        let time = DateTime::parse_from_rfc3339(&text.replace(' ', "+"));
        let day = || text.parse::<NaiveDate>().map(|day| day.and_time(NaiveTime::MIN).and_utc());
        let time = time.map(|time| time.with_timezone(&Utc)).or_else(|_| day());
        time.map(Some).map_err(|_| {
            wrong(name, "is a time such as 2026-11-21T18:30:00Z or a day such as 2026-11-21")
        })
    }
}

fn kinds() -> String {
    GameOptions::kinds().iter().map(Kind::as_str).collect::<Vec<_>>().join(", ")
}

/// The error about a parameter: `what` describes the right values.
pub fn wrong(name: &str, what: &str) -> Fault {
    Fault::field(ErrorCode::BadMessage, name, format!("{name} {what}"))
}

#[cfg(test)]
mod tests {
    use vzetek_protocol::rest::Credentials;

    use super::*;

    fn params(pairs: &[(&str, &str)]) -> Params {
        Params(pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }

    #[test]
    fn an_error_never_quotes_a_value() {
        for (body, expected) in [
            (r#"{"name":"a","password":12345678}"#, "a text is expected"),
            (r#"{"name":"a","password":["hunter22, expected x"]}"#, "a text is expected"),
            (r#"{"name":"a","password":"hunter22","colour":1}"#, "there is no field `colour`"),
            (r#"{"name":"a"}"#, "the field `password` is missing"),
            (r#"["a","hunter22",true]"#, "an object is expected here"),
            (r#"{"name":"#, "ends too early"),
        ] {
            let fault = parse::<Credentials>(body.as_bytes()).unwrap_err();
            assert_eq!(fault.body.code, ErrorCode::BadMessage);
            let message = fault.body.message;
            assert!(message.contains(expected), "{message}");
            assert!(!message.contains("hunter") && !message.contains("123"), "{message}");
        }
    }

    #[test]
    fn times_are_read_as_people_write_them() {
        let read = |text| params(&[("from", text)]).time("from").map(Option::unwrap);
        let noon = "2026-11-21T12:00:00Z".parse::<DateTime<Utc>>().unwrap();
        assert_eq!(read("2026-11-21T12:00:00Z").unwrap(), noon);
        assert_eq!(read("2026-11-21T13:00:00 01:00").unwrap(), noon);
        assert_eq!(read("2026-11-21").unwrap(), noon - chrono::Duration::hours(12));
        let fault = read("yesterday").unwrap_err();
        assert_eq!(fault.body.field.as_deref(), Some("from"));
        assert_eq!(params(&[]).time("from").unwrap(), None);
    }

    #[test]
    fn limits_have_bounds() {
        assert_eq!(params(&[]).limit("limit", 50, 200).unwrap(), 50);
        assert_eq!(params(&[("limit", "200")]).limit("limit", 50, 200).unwrap(), 200);
        for text in ["0", "201", "-1", "many", "1e2"] {
            assert!(params(&[("limit", text)]).limit("limit", 50, 200).is_err(), "{text}");
        }
        assert!(params(&[("colour", "red")]).only(&["limit"]).is_err());
        assert!(params(&[("kind", "a\0b")]).text("kind").is_err());
    }
}
