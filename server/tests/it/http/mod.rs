//! The HTTP interface from outside: real sockets, real servers, a real store.

mod bots;
mod client;
mod edges;
mod following;
mod games;
mod invitations;
mod matches;
mod names;
mod passwords;
mod sessions;
mod settings;
mod system;
