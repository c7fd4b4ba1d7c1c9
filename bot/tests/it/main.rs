//! The bot program at a real server, with a guest.

mod lessons;
mod play;
mod support;
