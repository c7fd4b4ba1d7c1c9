//! The HTTP interface from outside: real sockets, real servers, a real store.

#[path = "http/accounts.rs"]
mod accounts;
#[path = "http/client.rs"]
mod client;
#[path = "http/edges.rs"]
mod edges;
#[path = "http/games.rs"]
mod games;
#[path = "http/system.rs"]
mod system;
