//! References of the OpenAPI description to the schemas of games.

use schemars::JsonSchema;
use utoipa::openapi::{ArrayBuilder, Ref, RefOr, Schema};

/// Refers to one of [`parts`](crate::schema::parts).
pub(crate) fn part<T: JsonSchema>() -> RefOr<Schema> {
    Ref::from_schema_name(T::schema_name()).into()
}

/// A list of one of them.
pub(crate) fn list_of<T: JsonSchema>() -> Schema {
    ArrayBuilder::new().items(part::<T>()).into()
}
