//! The stored forms of single values where Rust and the two databases differ.

use std::str::FromStr;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgTypeInfo, PgValueRef};
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Database, Decode, Encode, Postgres, Sqlite, Type};

use crate::StoreError;
use crate::error::unreadable;

/// A time in whole microseconds, which both back ends can store: TIMESTAMPTZ on Postgres, text of
/// constant length on SQLite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(DateTime<Utc>);

/// The time without what is finer than a microsecond.
pub(crate) fn truncate(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(at.timestamp_micros()).unwrap_or(at)
}

impl From<DateTime<Utc>> for Stamp {
    fn from(at: DateTime<Utc>) -> Self {
        Self(truncate(at))
    }
}

impl From<Stamp> for DateTime<Utc> {
    fn from(stamp: Stamp) -> Self {
        stamp.0
    }
}

impl Stamp {
    /// As SQLite stores it.
    pub(crate) fn text(self) -> String {
        self.0.to_rfc3339_opts(SecondsFormat::Micros, true)
    }
}

impl Type<Postgres> for Stamp {
    fn type_info() -> PgTypeInfo {
        <DateTime<Utc> as Type<Postgres>>::type_info()
    }
}

impl Encode<'_, Postgres> for Stamp {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode_by_ref(&self.0, buffer)
    }
}

impl Decode<'_, Postgres> for Stamp {
    fn decode(value: PgValueRef<'_>) -> Result<Self, BoxDynError> {
        Ok(Self(Decode::<Postgres>::decode(value)?))
    }
}

impl Type<Sqlite> for Stamp {
    fn type_info() -> SqliteTypeInfo {
        <str as Type<Sqlite>>::type_info()
    }
}

impl Encode<'_, Sqlite> for Stamp {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(self.text(), buffer)
    }
}

impl Decode<'_, Sqlite> for Stamp {
    fn decode(value: SqliteValueRef<'_>) -> Result<Self, BoxDynError> {
        let text = <&str as Decode<Sqlite>>::decode(value)?;
        Ok(Self(DateTime::parse_from_rfc3339(text)?.to_utc()))
    }
}

/// JSON as text: JSON on Postgres (not JSONB, which rewrites numbers), TEXT on
/// SQLite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonText(String);

/// Postgres's type JSON, the same in every installation.
const JSON_OID: Oid = Oid(114);

impl From<&Value> for JsonText {
    fn from(value: &Value) -> Self {
        Self(value.to_string())
    }
}

impl JsonText {
    /// A list of texts as a JSON array.
    pub(crate) fn list(texts: &[String]) -> Self {
        Self(Value::from(texts).to_string())
    }

    /// A list of texts, some of which are missing, as a JSON array.
    pub(crate) fn options(texts: &[Option<String>]) -> Self {
        let value = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
        Self(Value::Array(texts.iter().map(value).collect()).to_string())
    }

    /// Reads the JSON.
    pub(crate) fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, StoreError> {
        serde_json::from_str(&self.0).map_err(unreadable)
    }
}

impl Type<Postgres> for JsonText {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(JSON_OID)
    }
}

impl Type<Sqlite> for JsonText {
    fn type_info() -> SqliteTypeInfo {
        <str as Type<Sqlite>>::type_info()
    }
}

impl<'q, DB: Database> Encode<'q, DB> for JsonText
where
    String: Encode<'q, DB>,
{
    fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        self.0.encode_by_ref(buffer)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for JsonText
where
    String: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        String::decode(value).map(Self)
    }
}

/// The name under which a value is stored.
pub(crate) fn to_name(value: impl Into<&'static str>) -> &'static str {
    value.into()
}

/// Back from the name under which a value is stored.
pub(crate) fn from_name<T: FromStr>(name: &str) -> Result<T, StoreError> {
    let kind = std::any::type_name::<T>();
    name.parse().map_err(|_| unreadable(format_args!("{name:?} is no {kind}")))
}

/// A count or number as the databases store it, which have no unsigned integers.
pub(crate) fn signed<U, I>(value: U) -> Result<I, StoreError>
where
    U: Copy + std::fmt::Display,
    I: TryFrom<U>,
{
    I::try_from(value).map_err(|_| StoreError::Refused(format!("{value} is too big a number")))
}

/// Back from what the databases store.
pub(crate) fn unsigned<I, U>(value: I) -> Result<U, StoreError>
where
    I: Copy + std::fmt::Display,
    U: TryFrom<I>,
{
    U::try_from(value).map_err(|_| unreadable(format_args!("the number {value}")))
}
