//! The conformance suite of the store, for both back ends.
//!
//! SQLite needs nothing. For Postgres the variable `VZETEK_TEST_POSTGRES` holds
//! the URL of a server where databases may be made, such as `tools/postgres
//! start` prints; without it that half is skipped, or fails where
//! `VZETEK_REQUIRE_POSTGRES=1` is set.

#[macro_use]
mod place;
mod samples;

mod accounts;
mod batches;
mod claims;
mod concurrency;
mod deals;
mod facts;
mod failures;
mod fences;
mod following;
mod guests;
mod ladders;
mod matches;
mod moved_ratings;
mod nodes;
mod opening;
mod outages;
mod promises;
mod ratings;
mod sessions;
mod statistics;
mod tables;
