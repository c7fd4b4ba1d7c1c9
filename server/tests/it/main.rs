//! The server from outside: real sockets, real stores, real processes.

mod absence;
mod bad_input;
mod crash;
mod hidden;
mod lobby;
mod outage;
mod pauses;
mod play;
mod restart;
mod signed_out;
mod socket;
mod support;
mod tarok;
mod tarok_errors;
mod tarok_frames;
