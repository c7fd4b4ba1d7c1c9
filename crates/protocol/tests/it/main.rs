//! The wire's messages held to their documents and schemas.

mod document;
mod plain_words;
mod schema;
