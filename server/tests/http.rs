//! The HTTP interface from outside: real sockets, real servers, a real store.

#[path = "http/bots.rs"]
mod bots;
#[path = "http/client.rs"]
mod client;
#[path = "http/edges.rs"]
mod edges;
#[path = "http/following.rs"]
mod following;
#[path = "http/games.rs"]
mod games;
#[path = "http/invitations.rs"]
mod invitations;
#[path = "http/names.rs"]
mod names;
#[path = "http/passwords.rs"]
mod passwords;
#[path = "http/sessions.rs"]
mod sessions;
#[path = "http/settings.rs"]
mod settings;
#[path = "http/system.rs"]
mod system;
